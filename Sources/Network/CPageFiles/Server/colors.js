// Colors of the search: tapped in the picture, taken from its main ones, or chosen on a wheel.
import { h, icon, refill } from "./dom.js";
import { colorLimit } from "./state.js";

const hex = (...parts) => parts.map((part) => part.toString(16).padStart(2, "0")).join("");

/** The pixels of a picture that is shown, at most 64 a side; null where the browser does not give them. */
function pixels(image) {
  if (!image?.complete || !image.naturalWidth) return null;
  const scale = Math.min(1, 64 / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  try {
    return context.getImageData(0, 0, canvas.width, canvas.height);
  } catch {
    return null;
  }
}

/** The color at a point of a picture, as shares of its sides: the mean of the pixels around it. */
export function colorAt(image, x, y) {
  const grid = pixels(image);
  if (!grid) return null;
  const sums = [0, 0, 0];
  let count = 0;
  const [column, row] = [Math.floor(x * grid.width), Math.floor(y * grid.height)];
  for (let j = Math.max(0, row - 1); j <= Math.min(grid.height - 1, row + 1); j++) {
    for (let i = Math.max(0, column - 1); i <= Math.min(grid.width - 1, column + 1); i++) {
      for (let c = 0; c < 3; c++) sums[c] += grid.data[4 * (j * grid.width + i) + c];
      count += 1;
    }
  }
  return count ? hex(...sums.map((sum) => Math.round(sum / count))) : null;
}

/** The main colors of a picture: the fullest cells of a coarse cube that are far enough from each other. */
function mainColors(image, most = 6) {
  const grid = pixels(image);
  if (!grid) return [];
  const cells = new Map();
  for (let i = 0; i < grid.data.length; i += 4) {
    const [r, g, b] = grid.data.subarray(i, i + 3);
    const cell = cells.get((r >> 5 << 6) | (g >> 5 << 3) | (b >> 5)) ?? { n: 0, r: 0, g: 0, b: 0 };
    cell.n += 1; cell.r += r; cell.g += g; cell.b += b;
    cells.set((r >> 5 << 6) | (g >> 5 << 3) | (b >> 5), cell);
  }
  const mean = [...cells.values()].sort((a, b) => b.n - a.n).map((c) => [c.r, c.g, c.b].map((v) => Math.round(v / c.n)));
  const chosen = [];
  for (const color of mean) {
    if (chosen.length < most && chosen.every((other) => Math.hypot(...color.map((v, i) => v - other[i])) > 60)) {
      chosen.push(color);
    }
  }
  return chosen.map((color) => hex(...color));
}

/**
 * Draws the section of colors and weights.
 *
 * @param kindWeight  the share of the kind in the scores; null where the kind does not count.
 */
export function drawColors(element, { state, stage, image, kindWeight, go }) {
  const add = (color) => {
    if (state.colors.includes(color) || state.colors.length >= colorLimit) return;
    go({ ...state, colors: [...state.colors, color] });
  };
  const isPicking = Boolean(stage?.picking);
  const wheel = h("input", {
    type: "color", value: "#2f5d8a", "aria-label": "Add another color", "data-key": "wheel",
    on: { change: (event) => add(event.target.value.slice(1)) },
  });
  const swatch = (color, text, act) => h("button", {
    type: "button", class: "swatch", vars: { "--c": `#${color}` }, "aria-label": text, title: text,
    "data-key": `swatch-${color}`, on: { click: act },
  });
  const chosen = state.colors.map((color) => h("button", {
    type: "button", class: "chip", "data-key": `color-${color}`, "aria-label": `Remove the color #${color}`,
    on: { click: () => go({ ...state, colors: state.colors.filter((each) => each !== color) }) },
  }, h("i", { class: "patch", vars: { "--c": `#${color}` } }), `#${color}`, icon("close")));
  const main = mainColors(image);
  const slider = (name, value, isSet, low, high, change) => h("label", { class: "balance" },
    h("span", {}, low), h("input", {
      type: "range", min: "0", max: "1", step: "0.05", value: String(value), "aria-label": name, "data-key": name,
      "aria-valuetext": `${Math.round(value * 100)} %${isSet ? "" : ", as the engine chooses"}`, on: { change: (event) => change(Number(event.target.value)) },
    }), h("span", {}, high));
  const isOpen = element.querySelector("details")?.open ?? (state.colors.length > 0 || !matchMedia("(max-width: 820px)").matches);
  refill(element, h("details", { open: isOpen, class: "panel" }, h("summary", { "data-key": "colors" }, h("h2", {}, "Color")),
    chosen.length > 0 && h("div", { class: "chips" }, chosen),
    h("div", { class: "swatches" },
      main.map((color) => swatch(color, `Add the color #${color} of the picture`, () => add(color))),
      stage && h("button", {
        type: "button", class: "small", "aria-pressed": String(isPicking), "data-key": "pick",
        on: {
          click: (event) => {
            stage.setPicking(!stage.picking);
            event.currentTarget.setAttribute("aria-pressed", String(stage.picking));
          },
        },
      }, icon("drop"), "Tap in the picture"),
      h("label", { class: "small wheel" }, wheel, "Other")),
    (state.item || state.upload) && slider("Weight of color against shape", state.balance ?? 0.5, state.balance !== null, "Shape", "Color",
      (balance) => go({ ...state, balance: balance === 0.5 ? null : balance })),
    (state.item || state.upload) && kindWeight !== null && slider("Weight of the kind of product", kindWeight, state.kind !== null, "Look", "Kind",
      (kind) => go({ ...state, kind }))));
}
