// Sentences beside the hits: nothing is alike, words were corrected, something went wrong.
import { h, icon, refill, number, coded } from "./dom.js";
import { call } from "./api.js";
import { request } from "./request.js";
import { chosen } from "./facets.js";
import { filterCount } from "./state.js";

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** Says what the answer says, and which condition to give up where it is empty. */
export function nothingAlike(element, { answer, state, fields, go, signal }) {
  const notices = answer.notices.filter((notice) => notice.kind !== "noFacet" && notice.kind !== "nothingRelevant");
  const isEmpty = answer.total === 0;
  const near = answer.notices.find((notice) => notice.kind === "nothingRelevant" && notice.text.startsWith("these "));
  if (!isEmpty && !notices.length) return element.replaceChildren();
  const hasConditions = filterCount(state) + answer.phrases.length > 0;
  const ways = h("div", { class: "chips" });
  refill(element, h("div", { class: "note" },
    notices.map((notice) => h("p", { dir: "auto" }, coded(sentence(notice.text)))),
    isEmpty && !notices.some((notice) => notice.kind === "unmetPhrases") && h("p", {}, emptiness(state, hasConditions)),
    ways,
    isEmpty && answer.nearest.length > 0 && h("p", { dir: "auto" }, near ? [...coded(sentence(near.text).slice(0, -1)), ":"] : "These come nearest:")));
  if (isEmpty && hasConditions) offerWays(ways, { state, phrases: answer.phrases, fields, go, signal });
}

/** The sentence of an empty answer: items can lack the words, or be unlike the example. */
function emptiness(state, hasConditions) {
  const hasExample = state.item || state.upload || state.colors.length || state.also.length;
  if (!hasExample) return hasConditions ? "No item with these words meets all conditions." : "No item has these words.";
  return hasConditions ? "No item that passes the filters is similar enough." : "No item is similar enough.";
}

/** One button for each condition that would leave results if it were gone, with their number. */
async function offerWays(element, { state, phrases, fields, go, signal }) {
  const ways = chosen(state, phrases);
  if (filterCount(state) > 1) ways.push({ text: "all filters", without: { ...state, values: {}, ranges: {} } });
  const counted = await Promise.all(ways.map(async (way) => {
    try {
      const { facets, explains, ...body } = request(way.without, fields);
      return { ...way, total: (await call("search", { ...body, limit: 1, fields: [] }, signal)).total };
    } catch {
      return { ...way, total: 0 };
    }
  }));
  if (signal.aborted) return;
  element.replaceChildren(...counted.filter((way) => way.total > 0).sort((a, b) => b.total - a.total).map((way) =>
    h("button", { type: "button", class: "chip", on: { click: () => go(way.without) } },
      h("bdi", {}, way.item ? `Without “${way.text}”` : `Without ${way.text}`), h("b", {}, number(way.total)), icon("close"))));
}

/** Says what went wrong in one sentence, and what can be done. */
export function problem(element, error, { retry, home, askForKey, hasPicture }) {
  const isGone = hasPicture && /upload/i.test(error.message);
  const text = isGone ? "The server no longer keeps this picture. Drop it again to search with it." : error.message;
  element.hidden = false;
  element.replaceChildren(h("p", { dir: "auto" }, coded(text)), h("p", {},
    ["key", "right"].includes(error.code) && h("button", { type: "button", class: "button", on: { click: askForKey } }, error.code === "key" ? "Enter a key" : "Enter another key"),
    !isGone && ["offline", "busy", "server", "store", "cancelled"].includes(error.code) &&
      h("button", { type: "button", class: "button", on: { click: retry } }, "Try again"),
    h("button", { type: "button", class: "link", on: { click: home } }, "To the catalog")));
}
