// What the store holds, and what it has learned.
import { h, label, number, plural, refill } from "./dom.js";

/** A size with its unit. */
export function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) [bytes, unit] = [bytes / 1000, unit + 1];
  return `${number(bytes >= 10 ? Math.round(bytes) : bytes)} ${units[unit]}`;
}

const share = (part, whole) => `${number(Math.round((100 * part) / Math.max(whole, 1)))} %`;

/** One figure with its name. */
export const tile = (name, value) => h("div", { class: "tile-figure" }, h("dt", {}, name), h("dd", {}, value));

/** What was learned, as a sentence. */
function lesson({ learned, isLearningDue }) {
  if (!learned) return "Nothing is learned yet: magpie store learn does that.";
  const words = learned.words?.learned ?? 0;
  const kinds = learned.adoption === "nothing" ? `no kinds (${learned.reason ?? "they did not help"})` : `the kinds of ${plural(learned.types, "type")}`;
  const gain = learned.precisionBefore !== undefined && learned.precisionAfter !== undefined
    ? `: of the first ten hits ${share(learned.precisionAfter, 1)} have the type of the query, by look alone ${share(learned.precisionBefore, 1)}` : "";
  return `Learned ${kinds}${gain}, and ${plural(words, "word")} that pictures show.${isLearningDue ? " More than a tenth of the items changed since." : ""}`;
}

function list(name, count, isOpen, ...content) {
  return h("details", { open: isOpen }, h("summary", { "data-key": name }, h("h3", {}, name), h("small", {}, count)),
    h("div", { class: "inside", tabindex: "0", role: "group", "aria-label": name }, content));
}

/** What each part of the memory is, for people. */
const parts = {
  vectors: "Vectors and their lists", columns: "Values of fields", words: "Words of texts", networks: "Networks that see pictures",
  database: "Database", uploads: "Uploaded pictures", answers: "Kept answers", pictures: "Small pictures", other: "Other",
  unused: "Free, kept for later", threads: "Stacks of threads", program: "Program and its tables",
};

function drawMemory(memory, isOpen) {
  const filled = memory.parts.filter((part) => part.bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const most = Math.max(1, ...filled.map((part) => part.bytes));
  return list("Memory", memory.resident ? size(memory.resident) : "", isOpen,
    h("table", {}, h("tbody", {}, filled.map((part) => h("tr", {},
      h("th", { scope: "row" }, parts[part.name] ?? part.name, h("u", { class: "share", vars: { "--n": `${(100 * part.bytes) / most}%` }, "aria-hidden": "true" })),
      h("td", { class: "number" }, size(part.bytes)))))));
}

export function drawStore(element, overview) {
  const { store, models } = overview;
  const wasOpen = (name, usual) => [...element.querySelectorAll("summary")].find((each) => each.dataset.key === name)?.parentElement.open ?? usual;
  const most = Math.max(1, ...store.types.map((type) => type.items));
  refill(element,
    h("dl", { class: "tiles" }, tile("Items", number(store.items)), tile("Size", size(store.bytes)), tile("Fields", number(store.fields.length)),
      tile("Types", store.types.length >= 100 ? "100 +" : number(store.types.length)), tile("Learned words", number(store.learned?.words?.learned ?? 0)),
      tile("Models", number(models.length))),
    h("p", { class: "soft" }, lesson(store)),
    store.removed > 0 && h("p", { class: "soft" }, `${plural(store.removed, "removed item")} can be brought back with magpie store restore.`),
    store.types.length > 0 && list("Types", `in ${label(store.typeField)}`, wasOpen("Types", false),
      h("table", {}, h("tbody", {}, store.types.map((type) => h("tr", {},
        h("th", { scope: "row", dir: "auto" }, type.name, h("u", { class: "share", vars: { "--n": `${(100 * type.items) / most}%` }, "aria-hidden": "true" })),
        h("td", { class: "number" }, number(type.items))))))),
    store.fields.length > 0 && list("Fields", number(store.fields.length), wasOpen("Fields", false),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Field"), h("th", { scope: "col" }, "Type"), h("th", { scope: "col", class: "number" }, "Filled"))),
        h("tbody", {}, store.fields.map((field) => h("tr", {}, h("th", { scope: "row", dir: "auto" }, field.name), h("td", {}, field.type),
          h("td", { class: "number" }, share(field.items, store.items))))))),
    store.words.length > 0 && list("Words that pictures show", number(store.words.length), wasOpen("Words that pictures show", false),
      h("p", { class: "words", dir: "auto" }, store.words.map((word) => h("span", {}, word)))),
    drawMemory(overview.memory, wasOpen("Memory", false)),
    list("Models", models.length ? number(models.length) : "none defined", wasOpen("Models", false),
      h("p", { dir: "auto" }, models.length ? models.join(", ") : "Every store recommends by similar, words, together, complementary, popular, personal, recent and newest. Models of your own are defined with magpie recommend.")));
}
