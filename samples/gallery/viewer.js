import { byID } from "./elements.js";
import { frame } from "./frame.js";

export const viewer = {
  dialog: byID("viewer"), pictures: [], index: 0,

  open(index) {
    this.show(index);
    this.dialog.showModal();
  },

  step(by) {
    this.show((this.index + by + this.pictures.length) % this.pictures.length);
  },

  show(index) {
    this.index = index;
    const picture = this.pictures[index];
    // The digits are those of the camera’s clock, whatever its time zone.
    const day = picture.taken && new Date(`${picture.taken}Z`).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });
    const size = `${day ? `${day} · ` : ""}${picture.width} × ${picture.height}`;
    const box = frame(picture, {
      sizes: `min(100vw, ${(100 * picture.ratio).toFixed(2)}vh, ${picture.img.width}px)`, isLazy: false,
      finished: (image) => {
        if (image.isConnected) byID("facts").textContent = `${size}, shown as ${decoded(image.currentSrc.split("/").at(-1))}`;
      },
    });
    box.style.setProperty("--ratio", picture.ratio);
    box.style.setProperty("--most", picture.img.width);
    byID("stage").replaceChildren(box);
    byID("place").textContent = `${index + 1} of ${this.pictures.length}`;
    byID("name").textContent = picture.name;
    byID("facts").textContent = size;
  },

  start(pictures) {
    this.pictures = pictures;
    for (const id of ["previous", "next"]) byID(id).hidden = pictures.length < 2;
    byID("previous").addEventListener("click", () => this.step(-1));
    byID("next").addEventListener("click", () => this.step(1));
    byID("close").addEventListener("click", () => this.dialog.close());
    byID("stage").addEventListener("click", (event) => {
      if (event.target === event.currentTarget) this.dialog.close();
    });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: this.pictures.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.step(to - this.index);
    });
    this.dialog.addEventListener("close", () => {
      byID("stage").replaceChildren();
      const button = byID("tiles").children[this.index].firstElementChild;
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "nearest" });
    });
  },
};

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
