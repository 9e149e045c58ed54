import { byID, make } from "./elements.js";

export const PREPARE = ["magpie prep photos -o samples/gallery/pictures", "--widths 320,640,1280 --format avif,webp,jpeg --colors 1",
  "--manifest samples/gallery/pictures/manifest.json"].join(" \\\n  ");
export const SERVE = "python3 -m http.server --directory samples/gallery 8000";

/** What stops the gallery: a title, and lines of text or of code ({ code }). */
export class Problem extends Error {
  constructor(title, ...lines) {
    super(title);
    this.lines = lines;
  }

  show() {
    const lines = this.lines.map((line) => line.code
      ? make("pre", {}, make("code", { textContent: line.code })) : make("p", { textContent: line }));
    byID("message").replaceChildren(make("h2", { textContent: this.message }), ...lines);
    byID("message").hidden = false;
  }
}
