import { byID, make } from "./elements.js";
import { frame } from "./frame.js";
import { readManifest } from "./manifest.js";
import { PREPARE, Problem } from "./problem.js";
import { viewer } from "./viewer.js";

function tile(picture, index) {
  // Very wide and very high pictures show their middle.
  const ratio = Math.min(Math.max(picture.ratio, 0.5), 3);
  // “auto” is the width in the layout, in browsers that know it. Others take the width in a row that has grown a little.
  const sizes = `auto, (max-width: 40rem) min(100vw, ${(ratio * 9).toFixed(2)}rem), min(100vw, ${(ratio * 18).toFixed(2)}rem)`;
  const button = make("button", { type: "button" }, frame(picture, { sizes, isLazy: true }));
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () => viewer.open(index));
  const item = make("li", {}, button);
  item.style.setProperty("--ratio", ratio);
  return item;
}

/** Pictures without a date come last, whatever the order. */
function sorted(pictures, order) {
  if (order === "name") return pictures;
  const dated = pictures.filter(({ taken }) => taken);
  dated.sort((one, other) => (one.taken < other.taken ? -1 : one.taken > other.taken ? 1 : 0) * (order === "newest" ? -1 : 1));
  return [...dated, ...pictures.filter(({ taken }) => !taken)];
}

function show(pictures) {
  viewer.pictures = pictures;
  byID("tiles").replaceChildren(...pictures.map(tile));
}

try {
  byID("count").textContent = "Loading…";
  const { pictures, skipped } = await readManifest();
  const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  viewer.start(pictures);
  show(pictures);
  byID("sorting").hidden = pictures.filter(({ taken }) => taken).length < 2;
  byID("order").addEventListener("change", (event) => show(sorted(pictures, event.target.value)));
  byID("count").textContent = count(pictures.length, "picture", "pictures")
    + (skipped ? `, ${count(skipped, "entry", "entries")} of the manifest left out` : "");
  if (!pictures.length) new Problem("No pictures", "The manifest has no picture that can be shown. Make it from a folder of photos with:", { code: PREPARE }).show();
} catch (error) {
  byID("count").textContent = "";
  (error instanceof Problem ? error : new Problem("The gallery does not work", String(error))).show();
}
