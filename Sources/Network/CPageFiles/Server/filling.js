// A store without items: a zone for pictures where the key may add some, and the command that fills it.
import { h, byID } from "./dom.js";
import { call, Failure } from "./api.js";
import { makeIndexing } from "./indexing.js";

/** Where the package for Debian has its stores, and the user who may write there. */
const service = { folder: "/var/lib/magpie/", user: "sudo -u magpie " };

const quoted = (path) => (/^[\w./+:,@%-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** The command that fills the store; its path is told on the machine of the server alone, and to those alone who may do all. */
const command = (path = "STORE") =>
  `${path.startsWith(service.folder) ? service.user : ""}magpie index PHOTOS --store ${quoted(path)} --thumbnails 320`;

/**
 * Shows how the store is filled.
 *
 * @param changed  called when items have come into the store.
 * @returns a function that takes dropped files; null where none can be added here.
 */
export async function offerFilling(element, changed) {
  if (!document.head.querySelector("[href$='indexing.css']")) {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("indexing.css", import.meta.url).href }));
  }
  let overview = null;
  try {
    overview = await call("overview", {}, undefined, { "X-Magpie-Paths": "wanted" });
  } catch (error) {
    // A key that may search alone is not told more.
    if (!(error instanceof Failure)) throw error;
  }
  const box = h("div", { class: "panel" });
  const mayAdd = overview !== null && !overview.isReadOnly;
  const indexing = mayAdd && makeIndexing(box, changed);
  indexing?.draw?.(overview);
  const line = command(overview?.storePath);
  const photos = line.startsWith(service.user) ? "PHOTOS is a folder that the user magpie may read, so none below /home." : "PHOTOS is a folder of pictures.";
  element.replaceChildren(...[
    h("h1", {}, "The store is empty"),
    mayAdd && h("p", {}, "Add the first pictures here, with a table of their data where there is one."),
    mayAdd && box,
    h("p", {}, mayAdd ? "Many pictures come in faster by the command, on the machine of the server:" : "Whoever runs this server fills it on its machine:"),
    h("pre", { tabindex: "0", role: "region", "aria-label": "Command that fills the store" }, h("code", {}, line)),
    h("p", { class: "soft" }, `${photos} Then load this page again.`),
  ].filter(Boolean));
  if (!mayAdd) return null;
  document.querySelector(".drop span").textContent = "Drop the pictures, and a CSV, to add them";
  return indexing.choose;
}
