// The request of a state, as the server takes it.
import { boxOf } from "./state.js";
import { variantField } from "./variants.js";

export const pageSize = 24;

/** The strictness for what is to be shown; nothing for the usual one. */
const strictness = { more: 0.2, close: 0.8 };

/** The value of a filter, typed as its field is. */
function typed(type, text) {
  switch (type) {
    case "int": case "date": return { [type]: Math.round(Number(text)) };
    case "float": return { float: Number(text) };
    case "bool": return { bool: text === "true" || text === "yes" };
    case "text": return { text };
    default: return { string: text };
  }
}

/** A value, or one that lies in it: `Bags` has `Bags > Handbags` in it. */
function within(field, type, chosen) {
  const same = { oneOf: [field, chosen.map((value) => typed(type, value))] };
  if (type !== "string" && type !== "list") return same;
  return { or: [same, ...chosen.map((value) => ({ like: [field, `${value.replace(/[\\%_]/g, "\\$&")} > %`] }))] };
}

/** The conditions of a state, one for each field. */
export function conditions(state, fields) {
  const values = Object.entries(state.values).map(([field, chosen]) => ({
    field, filter: within(field, fields[field], chosen),
  }));
  const ranges = Object.entries(state.ranges).map(([field, [low, high]]) => ({
    field, filter: { between: [field, typed(fields[field], low), typed(fields[field], high)] },
  }));
  return [...values, ...ranges];
}

/** The body of `/engine/search`. */
export function request(state, fields, page = 1) {
  const query = {};
  if (state.item) query.example = { item: state.item };
  if (state.upload) {
    query.example = { image: { upload: state.upload } };
    const box = boxOf(state.box);
    if (box) query.example.box = box;
  }
  if (state.colors.length) query.colors = state.colors.map((color) => ({ color, weight: 1 }));
  if (state.words.trim()) {
    query.text = state.words.trim();
    query.readsPhrases = true;
    if (state.plain.length) query.ignoredPhrases = state.plain;
  }
  if (state.balance !== null) query.colorWeight = state.balance;
  if (state.kind !== null) query.kindWeight = state.kind;
  if (state.also.length) query.examples = state.also.map((item) => ({ item }));
  if (state.unlike.length) query.unlike = state.unlike;
  const body = {
    query, page, limit: pageSize, explains: true,
    facets: { fields: ["*", "picture_colors"], limit: 100, bins: 24, excludesOwnFilter: true, tree: true },
  };
  const variants = variantField(fields);
  if (variants) body.variants = { field: variants };
  const filters = conditions(state, fields).map((each) => each.filter);
  if (filters.length) body.filter = { and: filters };
  if (state.upload && !state.box) body.detection = {};
  if (state.sort) body.sort = { field: state.sort.replace(/^-/, ""), ascending: !state.sort.startsWith("-") };
  if (state.show === "all") body.scope = "all";
  else if (state.show) body.strictness = strictness[state.show];
  return body;
}
