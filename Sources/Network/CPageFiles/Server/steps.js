// The steps of a visit: kept with the history of the browser, so that Back restores them, and shown as a trail.
import { h, refill, byID } from "./dom.js";
import { show } from "./api.js";
import { write, asks } from "./state.js";

const most = 6;

/** True where two states differ in a weight alone. */
function isWeighing(from, to) {
  const still = { balance: null, kind: null };
  return asks(from) && write({ ...from, ...still }) === write({ ...to, ...still });
}

const subject = (state) => state.item ?? state.upload ?? (state.words || state.colors.join());

/** Notes the scroll position with the entry that is shown. */
export const noteScroll = () => history.replaceState({ ...history.state, scroll: scrollY }, "");

/** Enters a state into the history of the browser; many small movements of a part or of a weight are one step. */
export function enter(from, to, name, isMovement) {
  const entry = history.state ?? {};
  let trail = entry.trail ?? [];
  if ((isMovement && from.box && from.box !== "all") || isWeighing(from, to)) return history.replaceState({ ...entry, scroll: scrollY }, "", write(to));
  noteScroll();
  if (asks(from) && subject(from) !== subject(to)) {
    trail = [...trail, { address: write(from), name, item: from.item, upload: from.upload }].slice(-most);
  }
  history.pushState({ trail: asks(to) ? trail : [], depth: (entry.depth ?? 0) + 1, scroll: 0 }, "", write(to));
}

/** Goes back one step; to the wall where this page was opened with an address. */
export function back(go, empty) {
  if ((history.state?.depth ?? 0) > 0) history.back();
  else go(empty);
}

export function drawTrail(state, name) {
  const element = byID("trail");
  const trail = asks(state) ? history.state?.trail ?? [] : [];
  element.hidden = trail.length === 0;
  const steps = trail.map((step) => h("li", {}, h("a", { href: step.address }, thumb(step), h("bdi", {}, step.name))));
  refill(element, h("ol", {}, steps, h("li", { "aria-current": "page" }, thumb(state), h("bdi", {}, name))));
}

function thumb({ item, upload }) {
  if (!item && !upload) return null;
  const image = h("img", { alt: "", width: "28", height: "28" });
  show(image, item ? { id: item } : { im_id: upload }, 128);
  return h("span", { class: "thumb" }, image);
}
