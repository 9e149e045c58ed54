// Elements. Text is set as text everywhere; nothing that the server sent is ever parsed as markup.
import { fieldsNamed, isMoney } from "./names.js";

/** Makes an element. `on` holds listeners, `vars` custom properties of its style; null attributes are left out. */
export function h(tag, { on = {}, vars = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name in element && typeof value === "boolean") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  for (const [name, value] of Object.entries(vars)) element.style.setProperty(name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The parts of a text, those between backticks as code. */
export const coded = (text) => String(text ?? "").split(/`([^`\n]+)`/)
  .map((part, index) => (index % 2 ? h("code", {}, part) : part)).filter((part) => part !== "");

export const byID = (id) => document.getElementById(id);

const paths = {
  close: "M4 4l8 8M12 4l-8 8",
  more: "M6 3.500l4.500 4.500L6 12.500",
  left: "M12.500 8h-9M7 4.500L3.500 8 7 11.500",
  right: "M3.500 8h9M9 4.500L12.500 8 9 11.500",
  up: "M8 12.500v-9M4.500 7L8 3.500 11.500 7",
  down: "M8 3.500v9M4.500 9L8 12.500 11.500 9",
  plus: "M8 3.500v9M3.500 8h9",
  minus: "M3.500 8h9",
  drop: "M8 2s4 4.300 4 7.300a4 4 0 0 1-8 0C4 6.300 8 2 8 2z",
  corners: "M2.500 6V2.500H6M10 13.500h3.500V10M3 13l3-3M13 3l-3 3",
  code: "M5.500 4.500L2 8l3.500 3.500M10.500 4.500L14 8l-3.500 3.500",
  less: "M11 9.500L8.700 13.800c-1 0-1.700-.8-1.500-1.800l.5-2.500H4c-.9 0-1.500-.8-1.300-1.700l.9-4c.2-.7.7-1.100 1.400-1.100H11zM11 2.700h2.300v6.800H11",
  whole: "M2.500 3.500h11v9h-11z",
};

/** One of the small line drawings. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** Replaces the content of an element, and keeps the focus on the control with the same `data-key`. */
export function refill(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat().filter(Boolean));
  if (key === undefined) return;
  const again = [...element.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  (again ?? element.querySelector("button, input, a, summary") ?? byID("main")).focus({ preventScroll: true });
}

/** Says a sentence to people who cannot see the change. */
export function announce(text) {
  byID("status").textContent = text;
}

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
export const number = (value) => numbers.format(value);
export const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** The text of an attribute, which is an object with one member, named after its type. */
export function written(value) {
  const [type, held] = Object.entries(value)[0];
  switch (type) {
    case "list": return held.join(", ");
    case "bool": return held ? "yes" : "no";
    case "int": case "float": return number(held);
    case "date": return new Date(held * 1000).toISOString().slice(0, 10);
    default: return String(held);
  }
}

/** Names of the field that holds a title. */
export const titles = ["title", "name", "im_title", "product_name", "item_name", "label"];

/** The name of an item for people: its title, or else its id. */
export function title(item) {
  for (const field of fieldsNamed(titles, item.attributes)) {
    const value = item.attributes[field];
    if (value) {
      const text = written(value).trim();
      if (text) return text;
    }
  }
  return item.id;
}

/** A sum of money: two places after the point, and the currency where it is known by its code of three letters. */
function money(amount, currency) {
  const digits = Number.isInteger(amount) && !currency ? 0 : 2;
  const style = /^[A-Z]{3}$/.test(currency ?? "") ? { style: "currency", currency } : {};
  return new Intl.NumberFormat("en", { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
}

/** An attribute of an item as text. */
export function shown(item, field) {
  const value = item.attributes[field];
  const amount = value.float ?? value.int;
  if (amount === undefined || !isMoney(field)) return written(value);
  const [currency] = fieldsNamed(["currency", "currency_code"], item.attributes);
  return money(amount, currency && written(item.attributes[currency]).toUpperCase());
}

/** The price of an item as text; null where it has none. */
export const price = (item) => {
  const [field] = fieldsNamed(["price", "variant_price", "regular_price"], item.attributes);
  return field ? shown(item, field) : null;
};

/** The address of the page that a shop has for an item; null where no field holds one. */
export function productPage(item) {
  for (const field of ["url", "link", "product_url", "page_url"]) {
    const value = item.attributes?.[field];
    const text = value ? written(value) : "";
    if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text;
  }
  return null;
}

/** A field name for people: `in_stock` reads "In stock". */
export function label(field) {
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
