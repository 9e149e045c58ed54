// The catalog as a wall of pictures. Only the rows in view exist, so that its length does not matter.
import { h, byID, title, titles, number } from "./dom.js";
import { fieldsNamed } from "./names.js";
import { call } from "./api.js";
import { itemPicture } from "./hits.js";
import { write, empty } from "./state.js";

const pageSize = 100;
const gap = 12;
/** The lowest width of a tile, and the height of its caption. */
const least = 132;
const caption = 34;
/** Browsers lose precision beyond this height. */
const tallest = 15_000_000;

export class Wall {
  #items = new Map();
  #pages = new Map();
  #tiles = new Map();
  #columns = 1;
  #row = 1;
  #pending = 0;
  total = 0;
  fields = {};

  get #shown() { return [...fieldsNamed(titles, this.fields), "hex"]; }

  constructor(list) {
    this.list = list;
    addEventListener("scroll", () => this.#schedule(), { passive: true });
    new ResizeObserver(() => this.#measure()).observe(list);
    list.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Reads the catalog anew, whose fields are given or as before. Throws a `Failure`. */
  async load(fields = this.fields) {
    this.fields = fields;
    this.#pages.clear();
    await this.#fetch(0);
    this.#measure();
  }

  /** Some items from all over the catalog. */
  async examples(count) {
    const wanted = Math.min(count, this.total);
    const places = Array.from({ length: wanted }, (_, index) => Math.floor(((index + 0.5) * this.total) / wanted));
    const found = await Promise.all(places.map(async (place) => {
      if (this.#items.has(place)) return this.#items.get(place);
      return (await call("items", { offset: place, limit: 1, fields: this.#shown })).items[0];
    }));
    return found.filter(Boolean);
  }

  async #fetch(page) {
    if (this.#pages.has(page)) return this.#pages.get(page);
    const work = call("items", { offset: page * pageSize, limit: pageSize, fields: this.#shown });
    this.#pages.set(page, work);
    try {
      const { total, items } = await work;
      this.total = total;
      items.forEach((item, index) => this.#items.set(page * pageSize + index, item));
    } catch (error) {
      this.#pages.delete(page);
      throw error;
    }
  }

  #measure() {
    const width = this.list.clientWidth;
    if (!width || !this.total) return;
    this.#columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
    const side = (width - gap * (this.#columns - 1)) / this.#columns;
    this.#row = side + caption + gap;
    const rows = Math.ceil(this.total / this.#columns);
    this.list.style.height = `${Math.min(tallest, rows * this.#row)}px`;
    this.list.style.setProperty("--side", `${side}px`);
    for (const tile of this.#tiles.values()) tile.remove();
    this.#tiles.clear();
    this.#draw();
  }

  #schedule() {
    if (this.#pending || !this.list.offsetParent) return;
    this.#pending = requestAnimationFrame(() => {
      this.#pending = 0;
      this.#draw();
    });
  }

  #draw() {
    if (!this.list.offsetParent) return;
    const top = Math.max(0, -this.list.getBoundingClientRect().top);
    const first = Math.max(0, Math.floor(top / this.#row) - 2);
    const last = Math.ceil((top + innerHeight) / this.#row) + 2;
    const from = first * this.#columns;
    const to = Math.min(this.total, last * this.#columns);
    for (const [index, tile] of this.#tiles) {
      if (index >= from && index < to) continue;
      // The focus would be lost with its tile.
      if (tile.contains(document.activeElement)) continue;
      tile.remove();
      this.#tiles.delete(index);
    }
    // From the end, so that each tile is put before the next one: the order of the tabulator is that of the wall.
    for (let index = to - 1; index >= from; index--) {
      const item = this.#items.get(index);
      const tile = this.#tiles.get(index);
      if (tile && (tile.dataset.full || !item)) continue;
      tile?.remove();
      const next = this.#tile(index, item);
      this.#tiles.set(index, next);
      this.list.insertBefore(next, this.#tiles.get(index + 1) ?? null);
    }
    clearTimeout(this.soon);
    // Pages that fly past are not fetched.
    this.soon = setTimeout(() => this.#fill(from, to), this.#items.has(from) && this.#items.has(to - 1) ? 0 : 60);
  }

  async #fill(from, to) {
    const missing = [];
    for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) if (!this.#pages.has(page)) missing.push(page);
    if (!missing.length) return;
    try {
      await Promise.all(missing.map((page) => this.#fetch(page)));
      this.#draw();
    } catch {
      // The next scroll asks again.
    }
  }

  #tile(index, item) {
    const [row, column] = [Math.floor(index / this.#columns), index % this.#columns];
    const tile = h("li", { class: "tile", "aria-setsize": String(this.total), "aria-posinset": String(index + 1) },
      item ? h("a", { href: write({ ...empty, item: item.id }), "data-index": String(index) }, itemPicture(item, 256), h("span", { class: "name", dir: "auto" }, title(item)))
        : h("span", { class: "ground" }));
    tile.style.transform = `translate(calc(${column} * (var(--side) + ${gap}px)), ${row * this.#row}px)`;
    if (item) tile.dataset.full = "yes";
    return tile;
  }

  #walk(event) {
    const index = Number(event.target.closest("a")?.dataset.index);
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.#columns, ArrowUp: -this.#columns, Home: -index, End: this.total - 1 - index };
    if (!Number.isInteger(index) || !(event.key in steps) || event.ctrlKey || event.metaKey) return;
    const next = index + steps[event.key];
    if (next < 0 || next >= this.total) return;
    event.preventDefault();
    this.focus(next);
  }

  /** Brings a tile into view and focuses it, once it is there. */
  async focus(index) {
    const top = this.list.getBoundingClientRect().top + scrollY + Math.floor(index / this.#columns) * this.#row;
    if (top < scrollY + 80 || top + this.#row > scrollY + innerHeight) scrollTo({ top: Math.max(0, top - innerHeight / 3) });
    await this.#fetch(Math.floor(index / pageSize));
    this.#draw();
    this.#tiles.get(index)?.querySelector("a")?.focus({ preventScroll: true });
  }

  get caption() { return this.total ? `All ${number(this.total)} items` : ""; }
}

export const makeWall = () => new Wall(byID("wall"));
