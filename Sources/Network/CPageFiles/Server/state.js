// The whole state of the page is its address: another browser shows the same hits.
import { home } from "./address.js";

/** The state of a page that searches for nothing. */
export const empty = Object.freeze({
  item: null, // The id of the item that hits resemble.
  upload: null, // The name of an uploaded picture.
  box: null, // "left,top,width,height" in pixels of the picture, "all" for all of it, null for its best object.
  words: "",
  colors: [], // "rrggbb", at most six.
  balance: null, // 0…1, shape to color; null for the balance of the engine.
  kind: null, // 0…1, the share of the kind of product; null for that of the engine.
  values: {}, // Field to the chosen values, as text.
  ranges: {}, // Field to [low, high].
  sort: "", // "price" or "-price".
  show: "", // "more", "close" or "all"; empty for what is similar enough.
  also: [], // The ids of further items that hits resemble.
  unlike: [], // The ids of items that hits shall not be like.
  plain: [], // The phrases of the words that stay words.
  album: "", // The part of the album that is shown: "latest", "2024", "2024-06" or "undated"; empty for the wall.
});

export const colorLimit = 6;

/** True where there is something to search for. */
export const asks = (state) =>
  Boolean(state.item || state.upload || state.words.trim() || state.colors.length || state.also.length);

/** The number of values and ranges chosen. */
export const filterCount = (state) =>
  Object.values(state.values).reduce((sum, values) => sum + values.length, 0) + Object.keys(state.ranges).length;

/** Reads an address; what does not fit is left out. */
export function read(search) {
  const parameters = new URLSearchParams(search);
  const share = (name) => {
    const text = parameters.get(name);
    const value = Number(text);
    return text && value >= 0 && value <= 1 ? value : null;
  };
  const state = {
    ...empty,
    item: parameters.get("item") || null,
    upload: parameters.get("picture") || null,
    words: parameters.get("q") ?? "",
    colors: parameters.getAll("color").filter((color) => /^[0-9a-f]{6}$/.test(color)).slice(0, colorLimit),
    balance: share("balance"),
    kind: share("kind"),
    values: {},
    ranges: {},
    sort: parameters.get("sort") ?? "",
    show: ["more", "close", "all"].find((each) => each === parameters.get("show")) ?? "",
    also: [...new Set(parameters.getAll("also"))].filter((id) => id && id !== parameters.get("item")).slice(0, 16),
    plain: [...new Set(parameters.getAll("plain"))].filter(Boolean).slice(0, 32),
  };
  state.album = /^(latest|undated|\d{4,6}(-\d\d)?)$/.exec(parameters.get("album") ?? "")?.[0] ?? "";
  if (state.item) state.upload = null;
  // An item is like the hits or unlike them, and 16 are marked at most.
  const unlike = new Set(parameters.getAll("less").filter((id) => id && id !== state.item && !state.also.includes(id)));
  state.unlike = [...unlike].slice(0, 16 - state.also.length);
  const box = parameters.get("box");
  if (state.upload && (box === "all" || /^\d{1,6}(,\d{1,6}){3}$/.test(box ?? ""))) state.box = box;
  for (const text of parameters.getAll("is")) {
    const end = text.indexOf(":");
    if (end > 0) (state.values[text.slice(0, end)] ??= []).push(text.slice(end + 1));
  }
  for (const text of parameters.getAll("in")) {
    const match = /^(.+):(-?[\d.e+-]+)\.\.(-?[\d.e+-]+)$/i.exec(text);
    const range = match ? [Number(match[2]), Number(match[3])] : [];
    if (range.length === 2 && range.every(Number.isFinite)) state.ranges[match[1]] = range;
  }
  return state;
}

/** The address of a state, from the slash on. */
export function write(state) {
  const parameters = new URLSearchParams();
  const add = (name, value) => { if (value !== null && value !== "") parameters.append(name, value); };
  add("item", state.item);
  add("picture", state.upload);
  add("box", state.upload ? state.box : null);
  add("q", state.words.trim());
  for (const color of state.colors) add("color", color);
  add("balance", state.balance);
  add("kind", state.kind);
  for (const [field, values] of Object.entries(state.values)) {
    for (const value of values) add("is", `${field}:${value}`);
  }
  for (const [field, [low, high]] of Object.entries(state.ranges)) add("in", `${field}:${low}..${high}`);
  add("sort", state.sort);
  add("show", state.show);
  for (const id of state.also) add("also", id);
  for (const id of state.unlike) add("less", id);
  if (state.words.trim()) for (const phrase of state.plain) add("plain", phrase);
  if (!asks(state)) add("album", state.album);
  const text = parameters.toString();
  return text ? `${home}?${text}` : home;
}

/** The state with a value of a field chosen, or no longer chosen. */
export function toggled(state, field, value) {
  const held = state.values[field] ?? [];
  const values = held.includes(value) ? held.filter((each) => each !== value) : [...held, value];
  const { [field]: _, ...others } = state.values;
  return { ...state, values: values.length ? { ...others, [field]: values } : others };
}

/** The state with a range of a field, or without one for null. */
export function ranged(state, field, range) {
  const { [field]: _, ...others } = state.ranges;
  return { ...state, ranges: range ? { ...others, [field]: range } : others };
}

/** Box of pixels from its text; null for other texts. */
export function boxOf(text) {
  if (!text || text === "all") return null;
  const [left, top, width, height] = text.split(",").map(Number);
  return { left, top, width, height };
}

export const textOf = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(",");
