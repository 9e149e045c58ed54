// Variants of a product: one hit with the colors of the others beside it.
import { h, plural, written } from "./dom.js";
import { fieldsNamed } from "./names.js";
import { show } from "./api.js";

/** The field that the variants of a product share; undefined where the store has none. */
export const variantField = (fields) => fieldsNamed(["group_id", "item_group_id"], fields)[0];

/** The name of a variant by what sets it apart, or else its id. */
function nameOf(variant) {
  const apart = fieldsNamed(["color", "size", "material", "pattern"], variant.attributes).map((field) => written(variant.attributes[field]));
  return apart.join(", ") || variant.id;
}

/**
 * Dots in the colors of the variants, the hit first. A dot shows the picture of its variant in `image`, and tells `chosen`
 * its id. One stop for the tab key; the arrow keys go from dot to dot.
 */
export function swatches(hit, image, chosen) {
  if (!hit.variants?.length) return null;
  const all = [{ id: hit.id, color: hit.swatch, attributes: hit.attributes }, ...hit.variants];
  const choose = (variant, index) => {
    show(image, { id: variant.id }, 320);
    dots.forEach((dot, place) => {
      dot.setAttribute("aria-checked", String(place === index));
      dot.tabIndex = place === index ? 0 : -1;
    });
    chosen(variant.id);
  };
  const dots = all.map((variant, index) => h("button", {
    type: "button", class: variant.color ? "dot" : "dot plainly", role: "radio", "aria-checked": String(index === 0),
    "aria-label": nameOf(variant), title: nameOf(variant), tabindex: index === 0 ? "0" : "-1",
    "data-key": `variant-${hit.id}-${variant.id}`, vars: variant.color ? { "--c": variant.color } : {},
    on: { click: () => choose(variant, index) },
  }));
  const rest = (hit.variantCount ?? hit.variants.length) - hit.variants.length;
  const row = h("div", { class: "dots", role: "radiogroup", "aria-label": plural(all.length + rest, "variant") }, dots,
    rest > 0 && h("small", {}, `+${rest}`));
  row.addEventListener("keydown", (event) => {
    const index = dots.indexOf(event.target);
    const isRTL = getComputedStyle(row).direction === "rtl" ? -1 : 1;
    const step = { ArrowRight: isRTL, ArrowLeft: -isRTL, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (index < 0 || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The cards have arrow keys, too.
    event.stopPropagation();
    const next = (index + step + dots.length) % dots.length;
    choose(all[next], next);
    dots[next].focus();
  });
  return row;
}
