// The part of the picture that is searched with: moved and sized by its eight handles, by keys and by buttons.
import { h, icon } from "./dom.js";
import { textOf } from "./state.js";

const handles = {
  nw: "Top left corner", n: "Top edge", ne: "Top right corner", e: "Right edge", se: "Bottom right corner",
  s: "Bottom edge", sw: "Bottom left corner", w: "Left edge",
};
/** The shortest side of a part, in pixels of the picture. */
const least = 16;

/** The box after its edges in `sides` (all four for the box itself) moved by dx and dy, within the picture. */
export function moved(box, sides, dx, dy, size) {
  const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
  let { left, top, width, height } = box;
  if (sides === "") {
    left = clamp(left + dx, 0, size.width - width);
    top = clamp(top + dy, 0, size.height - height);
    return { left, top, width, height };
  }
  let right = left + width;
  let bottom = top + height;
  if (sides.includes("w")) left = clamp(left + dx, 0, right - least);
  if (sides.includes("e")) right = clamp(right + dx, left + least, size.width);
  if (sides.includes("n")) top = clamp(top + dy, 0, bottom - least);
  if (sides.includes("s")) bottom = clamp(bottom + dy, top + least, size.height);
  return { left, top, width: right - left, height: bottom - top };
}

export function makeCrop({ frame, place, size, go }) {
  let box = null;
  let drag = null;
  let timer = 0;
  const element = h("div", { class: "crop", tabindex: "0", role: "group", "data-sides": "" });
  const grips = Object.entries(handles).map(([sides, name]) =>
    h("button", { type: "button", class: `grip ${sides}`, "data-sides": sides, "aria-label": `${name}, arrow keys move it` }));
  element.append(...grips);

  const hole = h("div");
  const veil = h("div", { class: "veil" }, hole);

  const draw = () => {
    place(element, box);
    place(hole, box);
    const round = (value) => Math.round(value);
    element.setAttribute(
      "aria-label",
      `Part of the picture, ${round(box.width)} by ${round(box.height)} pixels from the left ${round(box.left)} and the top ${round(box.top)}; arrow keys move it`);
  };
  /** Searches soon, not for every step on the way. */
  const follow = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => go(textOf(box), drag !== null, true), delay);
  };
  const shift = (sides, dx, dy, delay) => {
    box = moved(box, sides, dx, dy, size);
    draw();
    follow(delay);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || frame.classList.contains("aiming")) return;
    event.preventDefault();
    const target = event.target.closest("[data-sides]");
    target.focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    drag = { sides: target.dataset.sides, x: event.clientX, y: event.clientY, box, isMoved: false };
  });
  element.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const scale = size.width / frame.clientWidth;
    const [dx, dy] = [(event.clientX - drag.x) * scale, (event.clientY - drag.y) * scale];
    if (!drag.isMoved && Math.hypot(dx, dy) < 3 * scale) return;
    drag.isMoved = true;
    box = moved(drag.box, drag.sides, dx, dy, size);
    draw();
    follow(90);
  });
  const end = (event) => {
    if (!drag) return;
    const { isMoved } = drag;
    drag = null;
    clearTimeout(timer);
    if (isMoved) return go(textOf(box), false, true);
    // A tap on the part is a tap on what lies below it.
    if (event.type === "pointerup") {
      element.hidden = true;
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot");
      element.hidden = false;
      below?.click();
    }
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("keydown", (event) => {
    const step = Math.max(1, size.width * (event.shiftKey ? 0.05 : 0.01));
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (!steps[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    shift(event.target.dataset.sides ?? "", ...steps[event.key], 250);
  });

  return {
    /** Shows a part, or none. A drag that is under way is not disturbed by answers to earlier positions. */
    set(next) {
      if (drag) return;
      clearTimeout(timer);
      box = next;
      if (!box) {
        element.remove();
        return veil.remove();
      }
      draw();
      if (!element.isConnected) frame.append(veil, element);
    },
    /** One button for each small change, for those who cannot drag. */
    buttons() {
      const step = size.width * 0.03;
      const grow = (by) => {
        box = moved(moved(box, "nw", -by, -by, size), "se", by, by, size);
        draw();
        follow(150);
      };
      return [
        ["left", "Move left", () => shift("", -step, 0, 150)], ["right", "Move right", () => shift("", step, 0, 150)],
        ["up", "Move up", () => shift("", 0, -step, 150)], ["down", "Move down", () => shift("", 0, step, 150)],
        ["plus", "Larger", () => grow(step)], ["minus", "Smaller", () => grow(-step)],
      ].map(([name, text, act]) => h("button", {
        type: "button", class: "square", "aria-label": text, title: text, "data-key": name, on: { click: act },
      }, icon(name)));
    },
  };
}
