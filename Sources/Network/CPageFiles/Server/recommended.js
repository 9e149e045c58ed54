// What the recommendation models of the server say of an item.
import { h, label, title } from "./dom.js";
import { call } from "./api.js";
import { itemPicture, like } from "./hits.js";
import { write } from "./state.js";

const most = 6;
/** The kinds that every store has, and that say more than a search for the item does. */
const kinds = { together: "Seen and bought together", complementary: "Goes with it" };

let models = null;

/** Asks one model; none where it does not answer. What other models filled in is left out for the `kind` alone. */
async function ask(model, id, kind) {
  try {
    const answer = await call("recommend", { model, seeds: { [id]: 1 }, limit: most, recordsImpressions: false });
    return answer.items.filter((item) => !kind || item.engine === kind);
  } catch {
    return [];
  }
}

/** Adds a list for each model that has something to say. */
export async function drawRecommended(element, item, state) {
  models ??= call("models", {}).catch(() => []);
  const names = await models;
  const own = names.slice(0, 4).map((name) => ({ name, title: label(name) }));
  const others = Object.entries(kinds).filter(([kind]) => !names.includes(kind))
    .map(([kind, text]) => ({ name: kind, title: text, kind }));
  const lists = await Promise.all([...own, ...others].map(async (model) => ({ ...model, items: await ask(model.name, item.id, model.kind) })));
  element.replaceChildren(...lists.filter((list) => list.items.length).flatMap((list) => [
    h("h3", {}, list.title),
    h("ul", { class: "strip", "aria-label": list.title }, list.items.map((each) => h("li", {},
      h("a", { href: write(like(state, each.id)), "data-id": each.id }, itemPicture(each, 160), h("span", { class: "name", dir: "auto" }, title(each)))))),
  ]));
}
