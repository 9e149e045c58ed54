// The picture or the item that the hits are like.
import { h, byID } from "./dom.js";
import { call } from "./api.js";
import { colorAt } from "./colors.js";
import { itemPicture } from "./hits.js";

/**
 * Makes the view of what is searched with.
 *
 * @param moved   called with another part of the picture, and whether it is only on its way there.
 * @param picked  called with a color that was tapped in the picture.
 */
export function makeSubject({ moved, picked }) {
  const sizes = new Map(); // Upload to its size as the server sees it.
  const found = new Map(); // Upload to the objects in it.
  let shown = null;
  const element = byID("subject");
  const subject = {
    stage: null,
    get image() { return subject.stage?.image ?? element.querySelector("img"); },
    remember: (upload, size) => sizes.set(upload, size),
    setName(name) {
      const caption = element.querySelector("figcaption");
      if (caption) caption.textContent = name;
    },
    /** Shows the picture, or the item, of a state. */
    async draw(state, name) {
      const next = state.upload ?? (state.item ? `item ${state.item}` : null);
      if (next === shown) return;
      shown = next;
      subject.stage = null;
      if (state.upload) {
        const { makeStage } = await import("./stage.js");
        if (shown !== next) return;
        const pick = (x, y) => {
          const color = colorAt(subject.image, x, y);
          subject.stage.setPicking(false);
          if (color) picked(color);
        };
        subject.stage = makeStage({ upload: next, size: sizes.get(next), go: moved, pick });
        element.replaceChildren(subject.stage.element);
      } else if (state.item) {
        element.replaceChildren(h("figure", { class: "subject item" },
          itemPicture({ id: state.item }, 512), h("figcaption", { dir: "auto" }, name)));
      } else {
        element.replaceChildren();
      }
    },
    /** Shows the objects of the picture, and the part that an answer was made for. */
    async update(state, answer, signal) {
      const { upload } = state;
      if (!upload || !subject.stage) return;
      const { stage } = subject;
      if (answer.objects.length) found.set(upload, answer.objects);
      await stage.update(state, found.get(upload), answer.queryBox, sizes.get(upload));
      if (found.has(upload)) return;
      // This address came with a part; the objects of the picture are found once.
      const { objects } = await call(
        "search", { query: { example: { image: { upload } } }, limit: 1, fields: [], detection: {} }, signal);
      found.set(upload, objects);
      if (!signal.aborted) await stage.update(state, objects, answer.queryBox, sizes.get(upload));
    },
  };
  return subject;
}
