// Items that hits shall be like as well, and those that they shall not be like; and the names of items.
import { h, icon, title } from "./dom.js";
import { call } from "./api.js";

/** So many the engine takes, of both kinds together. */
export const markLimit = 16;

/** Item to its title, of all items that were shown. */
export const names = new Map();
export const nameOf = (id) => names.get(id) ?? id;

/** The kinds of marks: the member of the state, what a button says, and what its chip says. */
const kinds = {
  also: { list: "also", says: "Also like this", of: "Also like" },
  less: { list: "unlike", says: "Less like this", of: "Less like" },
};

export const marked = (state) => [...state.also, ...state.unlike];

/** The buttons on a hit that ask for more like it as well, and for less like it; none where enough are marked. */
export function markButtons(hit, { state, go }) {
  if (marked(state).length >= markLimit) return [];
  return Object.entries(kinds).map(([kind, { list, says, of }]) => h("button", {
    type: "button", class: `mark ${kind}`, "data-key": `${kind}-${hit.id}`, "aria-label": `${of} ${title(hit)}`,
    on: { click: () => go({ ...state, [list]: [...state[list], hit.id] }) },
  }, icon("less"), h("span", { "aria-hidden": "true" }, says)));
}

/** The marks as chips that take them away. */
export const markChips = (state) => Object.values(kinds).flatMap(({ list, of }) => state[list].map((id) => ({
  text: `${of} ${nameOf(id)}`, item: id, without: { ...state, [list]: state[list].filter((each) => each !== id) },
})));

/** Asks for the titles that are not known yet, as in an address from elsewhere. */
export async function nameAll(ids, signal) {
  await Promise.all(ids.filter((id) => !names.has(id)).map(async (id) => {
    const item = await call("item", id, signal);
    names.set(id, item ? title(item) : id);
  }));
}
