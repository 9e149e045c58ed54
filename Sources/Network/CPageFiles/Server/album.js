// The catalog as an album: the items of a year, or of a month, under the names of their months. Made to be printed, too.
import { h, byID, announce, number, title, titles } from "./dom.js";
import { fieldsNamed } from "./names.js";
import { call } from "./api.js";
import { itemPicture } from "./hits.js";
import { write, empty } from "./state.js";

const pageSize = 100;
/** Requests that are under way at a time. */
const together = 6;
const monthNames = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** The field of dates by which an album is sorted: when photos were taken, or else the first one; undefined where there is none. */
const dateField = (fields) => {
  const dates = Object.keys(fields).filter((name) => fields[name] === "date").sort();
  return dates.find((name) => name === "taken") ?? dates[0];
};

/** All items with their dates, oldest first; those without one last. */
async function read(fields, progress, signal) {
  const field = dateField(fields);
  const shown = [...fieldsNamed(titles, fields), field, "hex"];
  const page = (offset) => call("items", { offset, limit: pageSize, fields: shown }, signal);
  const first = await page(0);
  const items = [...first.items];
  let next = pageSize;
  const work = async () => {
    while (next < first.total) {
      const offset = next;
      next += pageSize;
      items.push(...(await page(offset)).items);
      progress(items.length, first.total);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  const date = (item) => item.attributes?.[field]?.date ?? Infinity;
  return items.map((item) => ({ item, date: date(item) })).sort((a, b) => (a.date - b.date || 0) || (a.item.id < b.item.id ? -1 : 1));
}

/** `2024-06` of a moment, and `undated` of none. */
const monthOf = (date) => (Number.isFinite(date) ? new Date(date * 1000).toISOString().slice(0, 7) : "undated");
const yearOf = (month) => (month === "undated" ? month : month.slice(0, -3));
const nameOf = (key) => key === "undated" ? "Without a date" : key.length > 4 ? monthNames.format(new Date(`${key}-01T00:00:00Z`)) : key;
const link = (key, ...text) => h("a", { href: write({ ...empty, album: key }) }, ...text);

function tile({ item, date }) {
  const day = Number.isFinite(date) && new Date(date * 1000).toISOString().slice(0, 10);
  return h("li", {}, h("a", { href: write({ ...empty, item: item.id }) }, itemPicture(item, 256), h("span", { class: "name", dir: "auto" }, title(item))),
    day && h("small", {}, day));
}

let months = null; // Month to its items, oldest first.

/**
 * Shows the part of the album that `chosen` names: `latest`, a year, a month of one, or `undated`.
 *
 * @returns the name of what is shown.
 */
export async function drawAlbum(element, chosen, fields, signal) {
  if (!months) {
    const note = h("p", { role: "status" }, "Reading the dates of all items");
    element.replaceChildren(note);
    const all = await read(fields, (done, total) => { note.textContent = `Reading the dates: ${number(done)} of ${number(total)} items`; }, signal);
    months = Map.groupBy(all, ({ date }) => monthOf(date));
  }
  const counts = new Map();
  for (const [month, items] of months) counts.set(yearOf(month), (counts.get(yearOf(month)) ?? 0) + items.length);
  const key = chosen === "latest" ? [...counts.keys()].filter((year) => year !== "undated").at(-1) ?? "undated" : chosen;
  const shown = [...months].filter(([month]) => month === key || yearOf(month) === key);
  element.replaceChildren(
    h("h1", {}, nameOf(key)),
    h("nav", { "aria-label": "Years" }, h("a", { href: write(empty) }, "All items"),
      [...counts].map(([year, count]) => h("a", { href: write({ ...empty, album: year }), "aria-current": key.startsWith(year) ? "true" : null }, nameOf(year), h("small", {}, ` ${number(count)}`))),
      h("button", { type: "button", class: "small", on: { click: () => print() } }, "Print")),
    ...(shown.length ? shown.map(([month, items]) => h("section", { "aria-label": nameOf(month) },
      h("h2", {}, month === key ? `${number(items.length)} item${items.length === 1 ? "" : "s"}` : link(month, nameOf(month)), month !== key && h("small", {}, ` ${number(items.length)}`)),
      h("ul", { class: "sheet" }, items.map(tile)))) : [h("p", {}, "No item is of this time.")]));
  announce(nameOf(key));
  return nameOf(key);
}
