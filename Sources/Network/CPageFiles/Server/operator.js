// The page of those who run the server: what it holds, what is asked of it, and new items. All by its public routes.
import { h, byID, announce, number, plural, refill } from "./dom.js";
import { ask, call, Failure } from "./api.js";
import { enterKey, showAccess } from "./access.js";
import { home } from "./address.js";
import { drawStore } from "./overview.js";
import { readMetrics, makeTraffic } from "./traffic.js";
import { makeIndexing } from "./indexing.js";

/** Between two looks at the server, in milliseconds. */
const pause = 2000;
/** Looks after which the store and the events are read again though nothing seems to have changed. */
const rest = 10;

let overview = null;
let seen = "";
let round = 0;
let timer = 0;
let fault = null;
const traffic = makeTraffic(byID("traffic"));
const indexing = makeIndexing(byID("adding"), () => look());

const again = () => { fault = null; look(); };
showAccess(again);
byID("by").addEventListener("change", () => drawEvents().catch(show));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  indexing.choose([...event.dataTransfer.files]);
});
document.addEventListener("visibilitychange", () => !document.hidden && look());

/** Reads everything that may have changed, then again after a while. */
async function look() {
  clearTimeout(timer);
  try {
    const metrics = await readTraffic();
    const now = ["magpie_index_items", "magpie_index_bytes", "magpie_inserts_waiting"].map((name) => metrics?.values[name]).join();
    if (!overview || !metrics || now !== seen || round % rest === 0) {
      overview = await call("overview", {});
      drawStore(byID("store"), overview);
      indexing.draw(overview);
      await drawEvents();
    }
    seen = now;
    round += 1;
    drawSearches(await call("searches", {}));
    drawState(metrics);
    byID("desk").hidden = false;
    byID("problem").hidden = true;
    fault = null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    show(error);
    if (["key", "right"].includes(error.code)) return;
  }
  if (!document.hidden) timer = setTimeout(look, pause);
}

/** The metrics; null where the key may not read them. */
async function readTraffic() {
  const response = await ask("/metrics", {});
  if (response.status === 401 || response.status === 403) {
    traffic.refuse();
    return null;
  }
  if (!response.ok) throw new Failure("busy", `The server answers with status ${response.status}: it has too much to do just now.`);
  const metrics = readMetrics(await response.text());
  traffic.draw(metrics);
  return metrics;
}

/** Says what is wrong; the figures below stay those of the last answer, for whoever may see them. */
function show(error) {
  const isRefused = ["key", "right"].includes(error.code);
  byID("state").textContent = "";
  if (isRefused) byID("desk").hidden = true;
  if (fault === error.message) return;
  fault = error.message;
  if (error.code === "key") enterKey(again, error.message);
  const element = byID("problem");
  element.hidden = false;
  element.replaceChildren(h("p", {}, error.code === "right" ? `Operator needs a key with the right data. ${error.message}` : error.message), h("p", {}, isRefused
    ? [h("button", { type: "button", class: "button", on: { click: () => enterKey(again) } }, error.code === "key" ? "Enter a key" : "Enter another key"), " ", h("a", { href: home }, "To the search")]
    : "The figures are those of the last answer. This page asks again by itself."));
}

function drawState(metrics) {
  const started = metrics?.values.process_start_time_seconds;
  const parts = [plural(overview.store.items, "item")];
  if (started) parts.push(`serving for ${span(Date.now() / 1000 - started)}`);
  if (overview.waiting) parts.push(`${plural(overview.waiting, "insertion")} under way`);
  if (overview.isReadOnly) parts.push("read-only");
  byID("state").textContent = parts.join(" · ");
}

/** A time span in its largest unit. */
export function span(seconds) {
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (seconds >= length) return plural(Math.floor(seconds / length), unit);
  }
  return plural(Math.max(0, Math.floor(seconds)), "second");
}

const rounded = (milliseconds) => `${number(milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds))} ms`;

function drawSearches(searches) {
  if (!searches.length) {
    return refill(byID("searches"), h("p", { class: "soft" }, "No search since the server started, or it keeps none (--no-trackers)."));
  }
  refill(byID("searches"), h("ol", { class: "lines" }, searches.map((each) => h("li", {},
    h("span", { class: "what", dir: "auto" },
      each.hasPicture && h("b", {}, "Picture"), each.item && h("b", {}, each.item),
      each.words && `“${each.words}”`, each.colors.map((color) => h("i", { class: "patch", vars: { "--c": `#${color.replace("#", "")}` }, title: color })),
      each.filters > 0 && h("small", {}, plural(each.filters, "filter")), each.page > 1 && h("small", {}, `page ${number(each.page)}`)),
    h("span", { class: "figures" }, plural(each.total, "hit"), h("span", {}, rounded(each.milliseconds)), h("time", {}, `${span(Date.now() / 1000 - each.time)} ago`))))));
}

async function drawEvents() {
  const by = byID("by").value;
  const counts = await call("events", { by, limit: 50 });
  if (by !== byID("by").value) return;
  byID("events-name").textContent = "Events of 30 days";
  const most = Math.max(1, ...counts.map((each) => each.events));
  refill(byID("events"), counts.length === 0
    ? h("p", { class: "soft" }, overview.takesEvents ? "No events yet. Trackers report them to /v3/events; the API page says how." : "This server takes no events.")
    : h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, by.charAt(0).toUpperCase() + by.slice(1)), h("th", { scope: "col", class: "number" }, "Events"), h("th", { scope: "col", class: "number" }, "People"))),
      h("tbody", {}, counts.map((each) => h("tr", {},
        h("th", { scope: "row", dir: "auto" }, by === "item" ? h("a", { href: `${home}?${new URLSearchParams({ item: each.name })}` }, each.name) : each.name,
          h("u", { class: "share", vars: { "--n": `${(100 * each.events) / most}%` }, "aria-hidden": "true" })),
        h("td", { class: "number" }, number(each.events)), h("td", { class: "number" }, number(each.users)))))));
}

look().then(() => announce("Figures are shown"));
