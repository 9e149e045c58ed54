// The hits as cards, and the keys that walk through them.
import { h, title, price, written, number, productPage } from "./dom.js";
import { show } from "./api.js";
import { write, empty } from "./state.js";
import { markButtons, marked } from "./less.js";
import { swatches } from "./variants.js";

export const parts = { shape: "Shape", color: "Color", pattern: "Pattern", kind: "Kind", text: "Words" };

/** The state that searches for what is like an item; filters stay, because they say what may be bought. */
export const like = (state, id) => ({ ...empty, item: id, values: state.values, ranges: state.ranges });

/** The score of a hit as a bar of its parts, and in figures. */
export function scoreBar(hit) {
  const all = Object.keys(parts).map((part) => [part, hit.explanation?.[part] ?? 0]).filter(([, share]) => share > 0);
  return h("div", { class: "score" },
    h("b", {}, `${Math.round(hit.score * 100)} %`),
    h("span", { class: "meter", "aria-hidden": "true" },
      all.map(([part, share]) => h("u", { class: part, vars: { "--n": `${share * 100}%` } })),
      all.length === 0 && h("u", { class: "plain", vars: { "--n": `${hit.score * 100}%` } })));
}

/** The names of the parts that occur in some hits. */
export function legend(hits) {
  const used = Object.keys(parts).filter((part) => hits.some((hit) => hit.explanation?.[part] > 0));
  if (used.length < 2) return [];
  return used.map((part) => h("span", {}, h("u", { class: part }), parts[part]));
}

/** The parts of a score as bars with their names. */
export function whyBars(hit) {
  return h("div", { class: "why" }, Object.keys(parts).filter((part) => part in (hit.explanation ?? {})).map((part) => {
    const share = hit.explanation[part];
    return h("div", {}, h("span", {}, parts[part]),
      h("span", { class: "meter", "aria-hidden": "true" }, h("u", { class: part, vars: { "--n": `${share * 100}%` } })),
      h("b", {}, `${(share * 100).toFixed(1)} %`));
  }));
}

/** A picture of an item on a calm ground. */
export function itemPicture(item, side = 320) {
  const image = h("img", { alt: "", loading: "lazy", decoding: "async" });
  const ground = h("span", { class: "ground" }, image);
  const color = item.attributes?.hex && written(item.attributes.hex);
  if (/^#[0-9a-f]{6}$/i.test(color ?? "")) ground.style.setProperty("--c", color);
  // Of a product with several pictures, the one that was found.
  show(image, { id: item.id, ...(item.picture?.number > 1 && { picture: item.picture.number }) }, side);
  return ground;
}

/** One card. */
function card(hit, index, { state, go, details, comparison }) {
  const name = title(hit);
  const facts = ["brand", "color"].map((field) => hit.attributes?.[field]).filter(Boolean).map(written);
  const cost = price(hit);
  const page = productPage(hit);
  const picture = itemPicture(hit);
  const open = h("a", {
    href: write(like(state, hit.id)), class: "open", "data-key": `hit-${hit.id}`, "data-id": hit.id,
    "data-index": String(index), "aria-label": `More like ${name}`,
  }, picture, h("span", { class: "cue", "aria-hidden": "true" }, "More like this"));
  return h("li", { class: hit.isRelevant === false ? "card far" : "card" },
    open,
    markButtons(hit, { state, go }),
    scoreBar(hit),
    swatches(hit, picture.querySelector("img"), (id) => { open.href = write(like(state, id)); }),
    h("div", { class: "about" },
      h("h2", { dir: "auto" }, name),
      h("p", { class: "facts" }, h("bdi", {}, facts.join(" · ")), cost !== null && h("b", {}, cost))),
    h("div", { class: "acts" },
      h("button", {
        type: "button", class: "link", "data-key": `details-${hit.id}`, "aria-label": `Details of ${name}`,
        on: { click: () => details(hit) },
      }, "Details"),
      h("button", {
        type: "button", class: "link", "data-key": `compare-${hit.id}`, "aria-label": `Compare ${name}`,
        "aria-pressed": String(comparison.has(hit.id)), on: { click: () => comparison.toggle(hit) },
      }, comparison.has(hit.id) ? "Compared" : "Compare"),
      page && h("a", { class: "link", href: page, rel: "noopener noreferrer", "aria-label": `Page of ${name}` }, "Page")));
}

/** Fills a list with hits, or adds them behind those that are there. */
export function drawHits(list, hits, options, isMore = false) {
  const first = isMore ? list.children.length : 0;
  const cards = hits.map((hit, index) => card(hit, first + index, options));
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const place = focused ? [...list.children].indexOf(document.activeElement.closest("li")) : -1;
  if (isMore) list.append(...cards);
  else list.replaceChildren(...cards);
  list.setAttribute("aria-busy", "false");
  if (!focused) return;
  const again = [...list.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused);
  // A hit that was marked has left, and made room for the next one. Other hits are another search, which begins at its top.
  const isMarked = marked(options.state).includes(focused.slice(focused.indexOf("-") + 1));
  const next = isMarked && list.children[Math.min(place, list.children.length - 1)]?.querySelector(".open");
  (again || next)?.focus?.({ preventScroll: true });
}

/** Cards without content, of the size that the hits will have. */
export function drawWaiting(list, count = 12) {
  list.setAttribute("aria-busy", "true");
  list.replaceChildren(...Array.from({ length: count }, () => h("li", { class: "card waiting", "aria-hidden": "true" },
    h("span", { class: "open" }, h("span", { class: "ground" })), h("div", { class: "score" }), h("div", { class: "about" }, h("h2", {}, "\u00a0"), h("p", { class: "facts" }, "\u00a0")),
    h("div", { class: "acts" }, "\u00a0"))));
}

/** The keys that press a button of a hit, and the button. */
const presses = { d: "details", c: "compare", l: "less", m: "also" };

/** Arrow keys walk through the cards of a list; d opens the details of a hit, c compares it, l asks for less like it, m for more like it too. */
export function walk(list) {
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = event.target.closest(".card");
    if (!current) return;
    const cards = [...list.children];
    const index = cards.indexOf(current);
    const columns = Math.max(1, cards.findIndex((each) => each.offsetTop > cards[0].offsetTop));
    const isRTL = getComputedStyle(list).direction === "rtl";
    const steps = {
      ArrowRight: isRTL ? -1 : 1, ArrowLeft: isRTL ? 1 : -1, ArrowDown: columns, ArrowUp: -columns,
      Home: -index, End: cards.length - 1 - index,
    };
    if (event.key in steps) {
      const next = cards[index + steps[event.key]];
      if (!next) return;
      event.preventDefault();
      next.querySelector(".open").focus();
      next.scrollIntoView({ block: "nearest" });
    } else if (event.target.matches(".open") && presses[event.key]) {
      event.preventDefault();
      const name = `${presses[event.key]}-${event.target.dataset.id}`;
      [...current.querySelectorAll("button")].find((each) => each.dataset.key === name)?.click();
    }
  });
}

/** The figures of a search as a heading: "20 results". */
export const countText = (total) => (total === 0 ? "Nothing alike" : `${number(total)} result${total === 1 ? "" : "s"}`);

