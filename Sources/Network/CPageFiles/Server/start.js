// What the page shows without a search: all items as a wall, the album of those with dates, or how an empty store is filled.
import { h, byID, refill, title } from "./dom.js";
import { itemPicture } from "./hits.js";
import { write, empty } from "./state.js";
import { makeWall } from "./wall.js";

/** @param changed  called when items have come into an empty store. */
export function makeStart(changed) {
  const wall = makeWall();
  const start = {
    /** Takes files that are dropped on the page of an empty store; null where they are searched with. */
    add: null,
    async draw(state, fields, signal) {
      document.title = "Magpie";
      start.add = null;
      const hasDates = Object.values(fields).includes("date");
      const isAlbum = Boolean(state.album) && hasDates;
      byID("start").classList.toggle("paged", isAlbum);
      if (isAlbum) {
        const { drawAlbum } = await import("./album.js");
        document.title = `${await drawAlbum(byID("album"), state.album, fields, signal)} – Magpie`;
        return;
      }
      byID("by-month").hidden = !hasDates;
      if (!wall.total) await wall.load(fields);
      byID("start").classList.toggle("empty", !wall.total);
      byID("examples-box").hidden = !wall.total;
      byID("wall-name").textContent = wall.caption;
      if (!wall.total) {
        const { offerFilling } = await import("./filling.js");
        start.add = await offerFilling(byID("empty"), changed);
      } else if (!byID("examples").children.length) {
        const items = await wall.examples(6);
        refill(byID("examples"), items.map((item) => h("li", {},
          h("a", { href: write({ ...empty, item: item.id }), "aria-label": `Like ${title(item)}` }, itemPicture(item, 128)))));
      }
    },
  };
  return start;
}
