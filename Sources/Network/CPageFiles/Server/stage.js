// The picture of the search: its objects as numbered boxes, and the part that is searched with.
import { h, icon, refill } from "./dom.js";
import { show } from "./api.js";
import { makeCrop } from "./crop.js";
import { boxOf, textOf } from "./state.js";

/** The share of the overlap of two boxes in their union, 0…1. */
function overlap(a, b) {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a.width * a.height + b.width * b.height - shared || 1);
}

/** The part of the picture that a box lies in, in words. */
function whereabouts(box, { width, height }) {
  const third = (middle, side, names) => names[Math.min(2, Math.floor((3 * middle) / side))];
  const row = third(box.top + box.height / 2, height, ["top", "", "bottom"]);
  const column = third(box.left + box.width / 2, width, ["left", "", "right"]);
  return [row, column].filter(Boolean).join(" ") || "center";
}

/** The names of objects: their types, and their places where several are of one type, or of none. */
function namesOf(objects, size) {
  return objects.map(({ type, box }) => {
    if (objects.filter((each) => each.type === type).length < 2) return type ?? "Object";
    const place = whereabouts(box, size);
    return type ? `${type}, ${place}` : place.charAt(0).toUpperCase() + place.slice(1);
  });
}

/**
 * Makes the view of an uploaded picture.
 *
 * @param size  of the picture as the server sees it, where it is known.
 * @param go    called with the box of the next search, as text, whether it is only on its way there, and whether it was moved.
 * @param pick  called with the color of a point that was tapped while picking.
 */
export function makeStage({ upload, size, go, pick }) {
  const image = h("img", { alt: "The picture to search with", draggable: "false" });
  const frame = h("div", { class: "frame" }, image);
  const list = h("ol", { class: "objects", "aria-label": "Objects in the picture" });
  const tools = h("div", { class: "tools", role: "group", "aria-label": "Part of the picture" });
  const element = h("div", { class: "subject" }, h("div", { class: "stage" }, frame), list, tools);
  const view = { element, image, size: null, objects: [], box: null, picking: false };
  let crop = null;
  let corner = null;

  const shape = ({ width, height }) => frame.style.setProperty("--ratio", String(width / height));
  if (size) shape(size);
  const ready = new Promise((resolve) => image.addEventListener("load", resolve, { once: true }));
  show(image, { im_id: upload }, 800);

  const place = (each, box) => {
    const { width, height } = view.size;
    const shares = [box.left / width, box.top / height, box.width / width, box.height / height];
    ["--x", "--y", "--w", "--h"].forEach((name, index) => each.style.setProperty(name, `${shares[index] * 100}%`));
  };

  /** Tapping an object searches with it; tapping it again searches with the whole picture. */
  const choose = (object) => {
    const isChosen = view.box && overlap(view.box, object.box) > 0.95;
    go(isChosen ? "all" : textOf(object.box));
  };

  function drawObjects() {
    frame.querySelectorAll(".spot").forEach((spot) => spot.remove());
    const found = view.objects.filter((object) => !object.isWholePicture);
    list.hidden = found.length === 0;
    const names = namesOf(found, view.size);
    list.replaceChildren(...found.map((object, index) => {
      const isChosen = Boolean(view.box && overlap(view.box, object.box) > 0.95);
      const spot = h("button", {
        type: "button", class: "spot", tabindex: "-1", "aria-hidden": "true", title: names[index],
        on: { click: () => choose(object) },
      }, h("b", {}, String(index + 1)));
      spot.classList.toggle("on", isChosen);
      place(spot, object.box);
      frame.append(spot);
      return h("li", {}, h("button", {
        type: "button", class: "pill", "aria-pressed": String(isChosen), "data-key": `object-${index}`,
        on: {
          click: () => choose(object),
          pointerenter: () => spot.classList.add("hover"), pointerleave: () => spot.classList.remove("hover"),
        },
      }, h("b", {}, String(index + 1)), h("span", { dir: "auto" }, names[index])));
    }));
  }

  function drawTools() {
    refill(tools,
      h("button", {
        type: "button", class: "small", "aria-pressed": String(!view.box), "data-key": "whole",
        on: { click: () => go("all") },
      }, icon("whole"), "Whole picture"),
      h("button", {
        type: "button", class: "small", "aria-pressed": String(corner !== null), "data-key": "corners",
        title: "Click one corner of the part in the picture, then the opposite one",
        on: { click: () => { corner = corner === null ? [] : null; frame.classList.toggle("aiming", corner !== null); drawTools(); } },
      }, icon("corners"), corner === null ? "Two corners" : corner.length ? "Click the other corner" : "Click a corner"),
      view.box && h("span", { class: "nudges", role: "group", "aria-label": "Move or size the part" }, crop.buttons()),
    );
  }

  frame.addEventListener("click", (event) => {
    if (!view.size || (corner === null && !view.picking)) return;
    const bounds = frame.getBoundingClientRect();
    const x = (event.clientX - bounds.left) / bounds.width;
    const y = (event.clientY - bounds.top) / bounds.height;
    event.stopPropagation();
    if (view.picking) return pick(x, y);
    corner.push([x * view.size.width, y * view.size.height]);
    if (corner.length < 2) return drawTools();
    const [[x1, y1], [x2, y2]] = corner;
    corner = null;
    frame.classList.remove("aiming");
    const box = { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x1 - x2), height: Math.abs(y1 - y2) };
    if (box.width >= 16 && box.height >= 16) go(textOf(box));
    drawTools();
  }, { capture: true });

  /** Shows an answer: the objects that it names, and the part that it was made for. */
  view.update = async (state, objects, used, size) => {
    await ready;
    view.size = size ?? { width: image.naturalWidth, height: image.naturalHeight };
    shape(view.size);
    if (objects?.length) view.objects = objects;
    const isWhole = used && used.width * used.height >= 0.98 * view.size.width * view.size.height;
    view.box = boxOf(state.box) ?? (state.box === "all" || isWhole ? null : used ?? null);
    crop ??= makeCrop({ frame, place, size: view.size, go });
    crop.set(view.box);
    drawObjects();
    drawTools();
  };

  view.setPicking = (isOn) => {
    view.picking = isOn;
    frame.classList.toggle("aiming", isOn);
  };
  return view;
}
