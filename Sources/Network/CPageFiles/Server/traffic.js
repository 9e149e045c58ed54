// The requests of the server: how many, how fast, and which failed. Read from its metrics.
import { h, number, plural, refill } from "./dom.js";
import { tile, size } from "./overview.js";

/** Routes that this page itself asks; they would hide the others. */
const own = new Set(["/metrics", "/page", "/engine/overview", "/engine/searches", "/engine/events"]);
/** Bars of the chart: two seconds each. */
const bars = 60;

/** Reads the text format of Prometheus: values without labels, and the requests of each route. */
export function readMetrics(text) {
  const values = {};
  const routes = new Map();
  const route = (name) => {
    if (!routes.has(name)) routes.set(name, { name, statuses: new Map(), bounds: [], counts: [], sum: 0 });
    return routes.get(name);
  };
  for (const line of text.split("\n")) {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) continue;
    const [, name, labels = "", value] = match;
    const label = Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]));
    if (!labels) values[name] = Number(value);
    else if (name === "magpie_requests_total") route(label.route).statuses.set(label.status, Number(value));
    else if (name === "magpie_request_duration_seconds_sum") route(label.route).sum = Number(value);
    else if (name === "magpie_request_duration_seconds_bucket") {
      route(label.route).bounds.push(label.le === "+Inf" ? Infinity : Number(label.le));
      route(label.route).counts.push(Number(value));
    }
  }
  return { values, routes: [...routes.values()].filter((each) => !own.has(each.name)) };
}

const total = (route) => [...route.statuses.values()].reduce((sum, count) => sum + count, 0);
const failed = (route) => [...route.statuses].filter(([status]) => Number(status) >= 400);
const failures = (route) => failed(route).reduce((sum, [, count]) => sum + count, 0);

/** The time below which a share of the requests stayed, within the bucket that holds it; in seconds. */
export function quantile(route, share) {
  const whole = route.counts.at(-1) ?? 0;
  const index = route.counts.findIndex((count) => count >= share * whole);
  if (!whole || index < 0) return null;
  const [low, high] = [route.bounds[index - 1] ?? 0, route.bounds[index]];
  if (high === Infinity) return low;
  const before = route.counts[index - 1] ?? 0;
  return low + ((high - low) * (share * whole - before)) / Math.max(1, route.counts[index] - before);
}

const time = (seconds) => (seconds === null ? "–" : seconds < 1 ? `${number(Number((seconds * 1000).toPrecision(2)))} ms` : `${number(Number(seconds.toPrecision(2)))} s`);

export function makeTraffic(element) {
  let last = null;
  const rates = []; // { all, failed } per second, the latest one at the end.

  function row(route) {
    const wrong = failed(route);
    return h("tr", {}, h("th", { scope: "row" }, route.name), h("td", { class: "number" }, number(total(route))),
      h("td", { class: "number" }, time(quantile(route, 0.5))), h("td", { class: "number" }, time(quantile(route, 0.95))),
      h("td", { class: wrong.length ? "number bad" : "number" }, wrong.length ? wrong.map(([status, count]) => `${status} × ${number(count)}`).join(", ") : "0"));
  }

  return {
    refuse() {
      refill(element, h("p", { class: "soft" }, "This key may not read the metrics; that takes the right metrics."));
    },
    draw({ values, routes }) {
      const now = { at: performance.now(), all: routes.reduce((sum, each) => sum + total(each), 0), failed: routes.reduce((sum, each) => sum + failures(each), 0) };
      if (last) {
        const seconds = Math.max((now.at - last.at) / 1000, 0.1);
        rates.push({ all: Math.max(0, now.all - last.all) / seconds, failed: Math.max(0, now.failed - last.failed) / seconds });
        if (rates.length > bars) rates.shift();
      }
      last = now;
      const most = Math.max(1, ...rates.map((each) => each.all));
      const waiting = ["magpie_image_jobs_waiting", "magpie_fetch_jobs_waiting", "magpie_searches_waiting", "magpie_records_waiting"]
        .reduce((sum, name) => sum + (values[name] || 0), 0);
      const pad = Array.from({ length: bars - rates.length }, () => ({ all: 0, failed: 0 }));
      refill(element,
        h("dl", { class: "tiles" }, tile("A second", number(rates.at(-1)?.all ?? 0)), tile("Since the start", number(now.all)), tile("Failed", number(now.failed)),
          tile("Waiting", number(waiting)), tile("Memory", size(values.process_resident_memory_bytes || 0))),
        h("div", { class: "pulse", role: "img", "aria-label": `Requests a second of the last two minutes, at most ${number(Math.max(0, ...rates.map((each) => each.all)))}` },
          [...pad, ...rates].map((each) => h("u", { vars: { "--n": `${(100 * each.all) / most}%`, "--f": `${each.all ? (100 * each.failed) / each.all : 0}%` } }))),
        h("p", { class: "soft", "aria-hidden": "true" }, "Requests a second, the last two minutes"),
        h("div", { class: "box", role: "group", "aria-label": "Requests by route", tabindex: "0", "data-key": "routes" }, routes.length === 0
          ? h("p", { class: "soft" }, "No requests yet but those of this page.")
          : h("table", {}, h("thead", {}, h("tr", {}, ["Route", "Requests", "Median", "95 %", "Failed"].map((name, index) => h("th", { scope: "col", class: index ? "number" : null }, name)))),
            h("tbody", {}, [...routes].sort((a, b) => total(b) - total(a)).map(row)))),
        h("p", { class: "soft" }, `${plural(routes.length, "route")} since the server started, without those that this page itself asks. Times are estimated from the histogram of the metrics.`));
    },
  };
}
