import { make } from "./elements.js";
import { thumbHashCanvas } from "./thumbhash.js";

/** A picture over its placeholder. `finished` is called with the image when it is there. */
export function frame(picture, { sizes, isLazy, finished }) {
  const box = make("span", { className: "frame" });
  if (picture.color) box.style.setProperty("--color", picture.color);
  const placeholder = thumbHashCanvas(picture.thumbHash, picture.ratio);
  if (placeholder) box.append(placeholder);
  const image = make("img", { alt: picture.name, decoding: "async", loading: isLazy ? "lazy" : "eager" });
  [image.width, image.height] = [picture.img.width, picture.img.height];
  image.addEventListener("load", () => {
    box.classList.add("loaded");
    finished?.(image);
  });
  image.addEventListener("error", () => {
    box.classList.add("failed");
    box.append(make("span", { className: "failure", dir: "auto", textContent: picture.file }));
  });
  const sources = picture.sources.map(({ type, srcset }) => make("source", { type, srcset, sizes }));
  // The sources stand before the image has its own, so that the browser chooses once.
  box.append(make("picture", {}, ...sources, image));
  image.sizes = sizes;
  if (picture.img.srcset) image.srcset = picture.img.srcset;
  if (picture.img.src) image.src = picture.img.src;
  return box;
}
