// Two hits that are chosen to be seen side by side.
import { h, byID, refill } from "./dom.js";
import { itemPicture } from "./hits.js";

const sideBySide = async (both) => (await import("./dialogs.js")).showComparison(both);

/** Makes the choice of two hits. `changed` is called when it is another one. */
export function makeComparison(changed) {
  const chosen = new Map();
  const comparison = {
    has: (id) => chosen.has(id),
    /** Chooses a hit, or no longer; the third takes the place of the first. */
    toggle(hit) {
      if (!chosen.delete(hit.id)) {
        if (chosen.size === 2) chosen.delete(chosen.keys().next().value);
        chosen.set(hit.id, hit);
      }
      changed();
      comparison.draw();
      if (chosen.size === 2) sideBySide([...chosen.values()]);
    },
    /** Shows the bar at the foot of the page. */
    draw() {
      const both = [...chosen.values()];
      const element = byID("compare");
      element.hidden = both.length === 0 || byID("answer").hidden;
      refill(element,
        both.map((hit) => h("span", { class: "thumb" }, itemPicture(hit, 128))),
        h("span", {}, both.length === 1 ? "Choose another hit to compare" : "Two hits"),
        both.length === 2 && h("button", {
          type: "button", class: "small", "data-key": "both", on: { click: () => sideBySide(both) },
        }, "Side by side"),
        h("button", {
          type: "button", class: "link", "data-key": "none",
          on: { click: () => { chosen.clear(); changed(); comparison.draw(); } },
        }, "Clear"));
    },
  };
  return comparison;
}
