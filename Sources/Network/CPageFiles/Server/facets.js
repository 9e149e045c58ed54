// Facets: the values of each field with their counts, prices over their histogram, and what is chosen as chips.
import { h, icon, refill, label, number, plural } from "./dom.js";
import { toggled, ranged, filterCount } from "./state.js";
import { markChips } from "./less.js";
import { itemPicture } from "./hits.js";
import { branchRows } from "./branches.js";
import { variantField } from "./variants.js";

const shown = 7;
const opened = new Set();

const shownValue = (value) => ({ "": "(empty)", true: "yes", false: "no" })[value] ?? value;

/** Addresses of pages, files and mailboxes: nobody chooses by them. */
const isAddress = ({ value }) => /^([a-z][a-z\d+.-]*:)?\/\/|^(www\.|mailto:|data:)|^\S*\/\S*\.[a-z]{3,5}(\?\S*)?$|^\S+\.(jpe?g|png|webp|avif|gif|tiff?|heic|svg)$/i.test(value);

/** Fields in which nearly every item has a value of its own, such as ids, and those of addresses are no help to choose. */
const helps = (facet) =>
  facet.range ? facet.histogram.length > 1
    : facet.values.length > 0 && !(facet.values.length >= 20 && facet.values.every((each) => each.count <= 1))
      && !facet.values.every(isAddress);

/** Fields of dates, whose ranges are in seconds since 1970. */
const dates = new Set();
const asDay = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
const shownEnd = (field, value) => dates.has(field) ? asDay(value) : number(value);

/** A facet whose dates are seconds. */
function counted(facet) {
  if (!facet.isDate) return facet;
  dates.add(facet.field);
  const seconds = (date) => typeof date === "string" ? Date.parse(date) / 1000 : date;
  return {
    ...facet, range: facet.range?.map(seconds),
    histogram: (facet.histogram ?? []).map((bin) => ({ ...bin, lower: seconds(bin.lower), upper: seconds(bin.upper) })),
  };
}

/** Draws the facets of an answer. Fields with a choice stay, even where nothing is found any more. */
export function drawFacets(element, { state, facets, go }) {
  const known = new Map(facets.map(counted).map((facet) => [facet.field, facet]));
  const chosen = [...Object.keys(state.values), ...Object.keys(state.ranges)];
  // The field that variants share says nothing to people.
  const hidden = variantField(Object.fromEntries(known));
  const fields = [...known.values()]
    .filter((facet) => (helps(facet) && facet.field !== hidden) || chosen.includes(facet.field));
  for (const field of chosen) if (!known.has(field)) fields.push({ field, values: [], histogram: [] });
  const isSmall = matchMedia("(max-width: 820px)").matches;
  const sections = fields.map((facet) => {
    const isRange = Boolean(facet.range) || Boolean(state.ranges[facet.field]);
    const body = isRange ? range(facet, state, go) : choices(facet, state, go, () => drawFacets(element, { state, facets, go }));
    return h("fieldset", { class: "facet" }, h("legend", { dir: "auto" }, label(facet.field)), body);
  });
  const wasOpen = element.querySelector("details")?.open ?? !isSmall;
  const count = filterCount(state);
  refill(element, fields.length > 0 && h("details", { open: wasOpen, class: "filters" },
    h("summary", { "data-key": "filters" }, h("h2", {}, count ? `Filters (${count})` : "Filters")), sections));
}

function choices(facet, state, go, redraw) {
  if (facet.tree?.length) return branchRows(facet, state, go);
  const chosen = state.values[facet.field] ?? [];
  const listed = new Set(facet.values.map((each) => each.value));
  const all = [...facet.values, ...chosen.filter((value) => !listed.has(value)).map((value) => ({ value, count: 0 }))];
  const isOpen = opened.has(facet.field);
  const visible = isOpen ? all : all.filter((each, index) => index < shown || chosen.includes(each.value));
  const rows = visible.map(({ value, count, color }) => h("label", { class: "row" },
    h("input", {
      type: "checkbox", checked: chosen.includes(value), "data-key": `${facet.field}:${value}`,
      on: { change: () => go(toggled(state, facet.field, value)) },
    }),
    (color || /^#[0-9a-f]{6}$/i.test(value)) && h("i", { class: "patch", vars: { "--c": color ?? value } }),
    h("span", { dir: "auto", class: "value" }, shownValue(value)), h("b", {}, number(count))));
  const rest = all.length - visible.length;
  return [
    ...rows,
    (rest > 0 || isOpen) && h("button", {
      type: "button", class: "link", "data-key": `all-${facet.field}`, "aria-expanded": String(isOpen),
      on: { click: () => { isOpen ? opened.delete(facet.field) : opened.add(facet.field); redraw(); } },
    }, isOpen ? "Show fewer" : `Show ${number(rest)} more`),
    facet.more > 0 && (isOpen || rest <= 0) && h("small", {}, `and ${number(facet.more)} rarer values`),
  ];
}

function range(facet, state, go) {
  const [low, high] = facet.range ?? state.ranges[facet.field];
  const [from, to] = state.ranges[facet.field] ?? [low, high];
  const span = Math.max(high - low, 1e-9);
  const step = span > 20 ? 1 : span / 100;
  const most = Math.max(1, ...facet.histogram.map((bin) => bin.count));
  const bars = facet.histogram.map((bin) => h("u", {
    vars: { "--n": `${bin.count ? Math.max(4, (100 * bin.count) / most) : 0}%` },
    class: bin.upper > from && bin.lower < to ? "in" : null,
    title: `${shownEnd(facet.field, bin.lower)} to ${shownEnd(facet.field, bin.upper)}: ${plural(bin.count, "item")}`,
  }));
  const floor = Math.floor(low / step) * step;
  const ceiling = Math.ceil(high / step) * step;
  const isDate = dates.has(facet.field);
  const day = 86400;
  const held = (input) => isDate ? Date.parse(input.value) / 1000 : Number(input.value);
  const commit = () => {
    const [a, b] = [held(least), held(greatest)];
    if (!Number.isFinite(a) || !Number.isFinite(b)) return;
    const [first, end] = a <= b ? [a, b] : [b, a];
    // The whole of the last day.
    const last = isDate ? Math.floor(end / day) * day + day - 1 : end;
    go(ranged(state, facet.field, first <= low && last >= high ? null : [first, last]));
  };
  const entry = (name, value) => h("input", {
    type: isDate ? "date" : "number", step: isDate ? null : "any",
    value: isDate ? asDay(value) : String(Number(value.toFixed(2))), "aria-label": `${name} ${label(facet.field)}`,
    "data-key": `${facet.field}-${name}`, on: { change: commit },
  });
  const least = entry("Lowest", from);
  const greatest = entry("Highest", to);
  const thumb = (name, value, field) => h("input", {
    type: "range", min: String(floor), max: String(ceiling), step: String(step), value: String(value),
    "aria-label": `${name} ${label(facet.field)}, slider`, "data-key": `${facet.field}-${name}-slider`,
    on: { input: (event) => { field.value = isDate ? asDay(Number(event.target.value)) : Number(event.target.value).toFixed(span > 20 ? 0 : 2); paint(); }, change: commit },
  });
  const paint = () => bars.forEach((bar, index) => {
    const bin = facet.histogram[index];
    const ends = [held(least), held(greatest)].sort((a, b) => a - b);
    bar.className = bin.upper > ends[0] && bin.lower < ends[1] ? "in" : "";
  });
  return [
    h("div", { class: "bins", "aria-hidden": "true" }, bars),
    h("div", { class: "twin" }, thumb("Lowest", from, least), thumb("Highest", to, greatest)),
    h("div", { class: "ends" }, least, h("span", {}, "to"), greatest),
    facet.mean !== undefined && !isDate && h("small", {}, `Mean ${number(facet.mean)}`),
  ];
}

/**
 * The chosen conditions as buttons that take them away: { text, without }.
 *
 * @param phrases  what the answer read in the words; without it, a phrase counts as words again.
 */
export function chosen(state, phrases = []) {
  const chips = [];
  if (state.words.trim() && (state.item || state.upload || state.colors.length || state.also.length)) {
    chips.push({ text: `“${state.words.trim()}”`, without: { ...state, words: "" } });
  }
  for (const [field, values] of Object.entries(state.values)) {
    for (const value of values) {
      chips.push({ text: `${label(field)}: ${shownValue(value)}`, without: toggled(state, field, value) });
    }
  }
  for (const [field, [low, high]] of Object.entries(state.ranges)) {
    chips.push({ text: `${label(field)}: ${shownEnd(field, low)} to ${shownEnd(field, high)}`, without: ranged(state, field, null) });
  }
  for (const phrase of phrases) {
    chips.push({ text: phrase.label, without: { ...state, plain: [...state.plain, phrase.text] } });
  }
  return [...chips, ...markChips(state)];
}

/** The search in words, for a sheet of paper: what is searched with, the conditions, and the day. */
export const askedText = (state, phrases, name) =>
  [name, ...chosen(state, phrases).map(({ text }) => text), new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date())]
    .filter((text, index, all) => all.indexOf(text) === index).join(" · ");

/** @param words  those of the search before a new picture, which did not come along: they are offered beside it. */
export function drawChips(element, { state, phrases, words, go }) {
  const chips = chosen(state, phrases);
  refill(element,
    chips.map(({ text, item, without }) => h("button", {
      type: "button", class: "chip", "data-key": `chip-${text}`, "aria-label": `Remove ${text}`, dir: "auto",
      on: { click: () => go(without) },
    }, item && h("span", { class: "thumb" }, itemPicture({ id: item }, 128)), h("bdi", {}, text), icon("close"))),
    words && !state.words.trim() && h("button", {
      type: "button", class: "chip offer", "data-key": "with-words", dir: "auto", on: { click: () => go({ ...state, words }) },
    }, h("bdi", {}, `With “${words}”`), icon("plus")),
    filterCount(state) > 1 && h("button", {
      type: "button", class: "link", "data-key": "clear", on: { click: () => go({ ...state, values: {}, ranges: {} }) },
    }, "Remove all filters"));
}
