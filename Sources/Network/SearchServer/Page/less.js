// Items that hits shall not be like, and the names of items.
import { h, icon, title } from "./dom.js";
import { call } from "./api.js";

/** So many the engine takes. */
export const lessLimit = 16;

/** Item to its title, of all items that were shown. */
export const names = new Map();
export const nameOf = (id) => names.get(id) ?? id;

/** The button on a hit that asks for less like it; null where enough are marked. */
export function lessButton(hit, { state, go }) {
  if (state.unlike.length >= lessLimit) return null;
  return h("button", {
    type: "button", class: "less", "data-key": `less-${hit.id}`, "aria-label": `Less like ${title(hit)}`,
    on: { click: () => go({ ...state, unlike: [...state.unlike, hit.id] }) },
  }, icon("less"), h("span", { "aria-hidden": "true" }, "Less like this"));
}

/** Asks for the titles that are not known yet, as in an address from elsewhere. */
export async function nameAll(ids, signal) {
  await Promise.all(ids.filter((id) => !names.has(id)).map(async (id) => {
    const item = await call("item", id, signal);
    names.set(id, item ? title(item) : id);
  }));
}
