// New items: pictures and a table are sent in parts, and watched until they are in the store.
import { h, announce, icon, number, plural, refill } from "./dom.js";
import { ask, Failure } from "./api.js";
import { home } from "./address.js";
import { plan } from "./csv.js";

/** Items and bytes of one request; the server takes 100 items and a little more than 10 MB. */
const [partItems, partBytes] = [32, 8_000_000];
/** Failures that are listed. */
const listed = 100;

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Portions of the entries that fit into a request. */
function parts(entries) {
  const all = [];
  let bytes = Infinity;
  for (const entry of entries) {
    const size = entry.picture?.size ?? 0;
    if (bytes + size > partBytes || all.at(-1).length >= partItems) [bytes] = [0, all.push([])];
    all.at(-1).push(entry);
    bytes += size;
  }
  return all;
}

function form(entries) {
  const body = new FormData();
  entries.forEach(({ id, values, picture, url }, index) => {
    body.append(`im_name[${index}]`, id);
    if (url) body.append(`im_url[${index}]`, url);
    for (const [field, value] of Object.entries(values)) body.append(`${field}[${index}]`, value);
    if (picture) body.append(`image[${index}]`, picture, "picture");
  });
  return body;
}

/** What is wrong with one item, for people: the protocol has one sentence for a bad name and for an item that is not there. */
const reason = ({ error_code: code, error_message: text = "" }, entry) =>
  (code === 107 && /\s/.test(entry?.id) ? "An id cannot have blanks." : code === 107 && entry?.id && !entry.picture && !entry.url ? "There is no such item, and no picture came with its row." : text);

/** Makes the section. `changed` is called when items have come into the store. */
export function makeIndexing(element, changed) {
  let overview = null;
  let chosen = null; // { entries, lone, others }, or { fault }.
  let work = null; // { total, sent, done, failed, faults, open, note, isOver, isStopped }

  const input = h("input", { type: "file", multiple: true, accept: "image/*,.heic,.heif,.csv,.tsv,text/csv", "aria-label": "Pictures and a CSV", "data-key": "files",
    on: { change: () => { choose([...input.files]); input.value = ""; } } });
  const zone = h("label", { class: "zone" }, icon("plus"), h("span", {}, "Drop pictures and a CSV here, or choose them"), input);
  const body = h("div", { class: "adding" });

  async function choose(files) {
    if (!files.length || (work && !work.isOver)) return;
    work = null;
    try {
      chosen = await plan(files);
    } catch (error) {
      chosen = { fault: error.message };
    }
    show();
  }

  /** Sends one part, again and again while the server is busy. */
  async function send(entries) {
    while (!work.isStopped) {
      let response = null;
      try {
        response = await ask("/insert", { method: "POST", body: form(entries) });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
      if (response && response.status !== 503 && response.status !== 429) return take(response, entries);
      const seconds = Math.min(60, Math.max(1, Number(response?.headers.get("Retry-After")) || 5));
      for (let left = seconds; left > 0 && !work.isStopped; left--) {
        const why = response ? `The server is busy (status ${response.status})` : "The server does not answer";
        work.note = `${why}. Next try in ${plural(left, "second")}.`;
        if (left === seconds) announce(work.note);
        show();
        await wait(1);
      }
      work.note = "";
    }
  }

  async function take(response, entries) {
    const answer = await response.json().catch(() => ({}));
    const errors = Array.isArray(answer.error) ? answer.error : [];
    const refused = new Set(errors.map((each) => each.index).filter(Number.isInteger));
    if (!response.ok || !answer.trans_id || (!answer.total && !refused.size)) {
      const text = response.status === 413 ? "The picture is larger than the server accepts." : errors[0]?.error_message ?? errors[0] ?? `The server answered with status ${response.status}.`;
      for (const entry of entries) fail(entry.id, String(text));
    } else {
      for (const each of errors) fail(each.im_name ?? entries[each.index]?.id ?? "", reason(each, entries[each.index]));
      if (answer.total) work.open.set(answer.trans_id, { done: 0, failed: 0 });
    }
    work.sent += entries.length;
    show();
  }

  function fail(id, text) {
    work.refused += 1;
    work.faults.push({ id, text });
  }

  /** Asks how far the accepted parts are. */
  async function follow() {
    for (const [name, state] of work.open) {
      if (state.isOver) continue;
      const response = await ask(`/insert/status/${name}?error_limit=100`, {}).catch(() => null);
      work.trouble = !response ? "The server does not answer. This page asks again." : response.ok ? "" : `The server is busy (status ${response.status}). This page asks again.`;
      const [result] = response?.ok ? (await response.json()).result ?? [] : [];
      if (!result) continue;
      if (result.processed_percent === 100) work.faults.push(...(result.error_list ?? []).map((each) => ({ id: each.im_name ?? "", text: each.error_message ?? "" })));
      work.open.set(name, { done: result.success_count, failed: result.fail_count, isOver: result.processed_percent === 100 });
    }
    show();
  }

  const sum = (member) => [...work.open.values()].reduce((total, each) => total + each[member], 0);

  async function start() {
    const { entries } = chosen;
    chosen = null;
    const own = (work = { total: entries.length, sent: 0, refused: 0, faults: [], open: new Map(), note: "", trouble: "", isOver: false, isStopped: false });
    show();
    const sending = (async () => { for (const part of parts(entries)) if (!own.isStopped) await send(part); })();
    let isSent = false;
    sending.finally(() => { isSent = true; });
    while (!isSent || [...own.open.values()].some((each) => !each.isOver)) {
      await wait(0.5);
      await follow();
    }
    await sending;
    own.isOver = true;
    announce(`${plural(sum("done"), "item")} are in the store, ${number(own.refused + sum("failed"))} failed`);
    show();
    changed();
  }

  function progress() {
    const [done, failed] = [sum("done"), work.refused + sum("failed")];
    const name = work.isOver ? (work.isStopped && work.sent < work.total ? "Stopped" : "Done") : work.isStopped ? "Stopping" : work.sent < work.total ? "Sending" : "Indexing";
    return [
      h("p", { class: "figure" }, h("b", {}, name), ` ${number(done)} of ${number(work.total)} in the store`, failed > 0 && h("span", { class: "bad" }, ` · ${number(failed)} failed`),
        work.sent - done - failed > 0 && ` · ${number(work.sent - done - failed)} waiting`),
      h("div", { class: "track", role: "progressbar", "aria-label": "Items in the store", "aria-valuemin": "0", "aria-valuemax": String(work.total), "aria-valuenow": String(done + failed) },
        h("u", { vars: { "--n": `${(100 * done) / work.total}%` } }), h("u", { class: "wrong", vars: { "--n": `${(100 * failed) / work.total}%` } })),
      (work.note || work.trouble) && h("p", { class: "busy" }, work.note || work.trouble),
      work.faults.length > 0 && h("ul", { class: "faults", "aria-label": "What failed", tabindex: "0", "data-key": "faults" }, work.faults.slice(0, listed).map((each) => h("li", { dir: "auto" }, h("b", {}, each.id), ` ${each.text}`))),
      work.faults.length > listed && h("p", { class: "soft" }, `${number(work.faults.length - listed)} more failed.`),
      h("p", { class: "tools" }, work.isOver ? h("a", { class: "button", href: home }, "See the catalog")
        : h("button", { type: "button", class: "button", "data-key": "stop", disabled: work.isStopped, on: { click: () => { work.isStopped = true; show(); } } }, "Stop")),
    ];
  }

  function preview() {
    if (chosen.fault) return [h("p", { class: "bad", role: "alert", dir: "auto" }, chosen.fault)];
    const { entries, lone, others } = chosen;
    const [pictures, urls] = [entries.filter((each) => each.picture).length, entries.filter((each) => each.url).length];
    const rest = entries.length - pictures - urls;
    return [
      h("p", { class: "figure" }, h("b", {}, plural(entries.length, "item")), ": ", [pictures && plural(pictures, "picture"), urls && `${number(urls)} by URL`, rest && `${number(rest)} without a picture, which change attributes of items that are there`].filter(Boolean).join(", ")),
      lone > 0 && entries.length > lone && h("p", { class: "soft" }, `${plural(lone, "picture")} without a row: the file name is the id.`),
      others.length > 0 && h("p", { class: "soft", dir: "auto" }, `Left out, neither picture nor table: ${others.slice(0, 5).join(", ")}${others.length > 5 ? " …" : ""}`),
      !overview.keepsPictures && pictures > 0 && h("p", { class: "soft" }, "This server keeps no small pictures (--thumbnails), so searches find these items, and pages cannot show them."),
      h("p", { class: "tools" }, h("button", { type: "button", class: "button primary", "data-key": "start", disabled: entries.length === 0, on: { click: start } }, `Add ${plural(entries.length, "item")}`),
        h("button", { type: "button", class: "link", "data-key": "drop", on: { click: () => { chosen = null; show(); } } }, "Not now")),
    ];
  }

  function show() {
    zone.hidden = Boolean(work && !work.isOver);
    refill(body, work ? progress() : chosen ? preview() : []);
  }

  return {
    /** Takes files that were dropped on the page. */
    choose(files) {
      if (overview && !overview.isReadOnly) choose(files);
    },
    draw(next) {
      const isFirst = !overview || overview.isReadOnly !== next.isReadOnly;
      overview = next;
      if (!isFirst) return;
      element.replaceChildren(...(next.isReadOnly
        ? [h("p", { class: "soft" }, "This server was started with --read-only: it takes no items. magpie index adds them to the file.")] : [zone, body]));
    },
  };
}
