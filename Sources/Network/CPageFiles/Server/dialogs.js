// Dialogs: details of a hit, two hits side by side, the request, the keys, a key for the server.
import { h, icon, byID, title, shown, label, announce, productPage } from "./dom.js";
import { itemPicture, scoreBar, whyBars, like } from "./hits.js";
import { write } from "./state.js";
import { programs } from "./programs.js";
import { hasKey, keyKind, useKey } from "./api.js";
import { at, server } from "./address.js";

function open(name, ...content) {
  const dialog = byID("dialog");
  dialog.replaceChildren(
    h("div", { class: "head" }, h("h2", { id: "dialog-name", dir: "auto", tabindex: "-1", autofocus: true }, name),
      h("button", { type: "button", class: "square", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    ...content.flat().filter(Boolean));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  return dialog;
}

const sorted = (attributes) => Object.entries(attributes ?? {}).sort(([a], [b]) => a.localeCompare(b));

function attributes(item) {
  return h("dl", { class: "attributes" },
    h("div", {}, h("dt", {}, "Id"), h("dd", { dir: "auto" }, item.id)),
    sorted(item.attributes).map(([field]) =>
      h("div", {}, h("dt", { dir: "auto" }, label(field)), h("dd", { dir: "auto" }, shown(item, field)))));
}

export function showDetails(hit, state) {
  const more = h("div", { class: "recommended" });
  const page = productPage(hit);
  open(title(hit),
    h("div", { class: "details" }, itemPicture(hit, 512),
      h("div", {},
        hit.score !== undefined && [h("h3", {}, "Why it is here"), scoreBar(hit), whyBars(hit)],
        h("p", {}, h("a", { class: "button", href: write(like(state, hit.id)) }, "More like this"), " ",
          page && h("a", { class: "button", href: page, rel: "noopener noreferrer" }, "Page of the product")),
        h("h3", {}, "Attributes"), attributes(hit))), more);
  import("./recommended.js").then(({ drawRecommended }) => drawRecommended(more, hit, state));
}

export function showComparison([a, b]) {
  const fields = [...new Set([...sorted(a.attributes), ...sorted(b.attributes)].map(([field]) => field))].sort();
  const text = (item, field) => (item.attributes?.[field] ? shown(item, field) : "–");
  const cell = (item, field) => h("td", { dir: "auto", class: text(a, field) === text(b, field) ? null : "other" }, text(item, field));
  open("Side by side", h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Comparison" },
    h("table", { class: "pair" },
      h("thead", {}, h("tr", {}, h("td", {}), [a, b].map((each) =>
        h("th", { scope: "col" }, itemPicture(each, 320), h("span", { dir: "auto" }, title(each)))))),
      h("tbody", {},
        a.explanation && h("tr", {}, h("th", { scope: "row" }, "Why"), [a, b].map((each) => h("td", {}, scoreBar(each), whyBars(each)))),
        fields.map((field) => h("tr", {}, h("th", { scope: "row", dir: "auto" }, label(field)), cell(a, field), cell(b, field)))))));
}

export function showRequest(body) {
  const all = programs(body, server, keyKind());
  const code = h("code", {});
  const copy = h("button", { type: "button", class: "button", on: { click: async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      announce("Copied");
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      announce("Selected; copy it with the keyboard");
    }
  } } }, "Copy");
  const choose = (name) => {
    code.textContent = all[name];
    copy.textContent = "Copy";
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.textContent === name));
  };
  const tabs = Object.keys(all).map((name) => h("button", { type: "button", class: "small", on: { click: () => choose(name) } }, name));
  open("The request", h("p", {}, "These hits, asked for by a program. ", h("a", { href: at("/docs") }, "All routes")),
    h("div", { class: "tools", role: "group", "aria-label": "Language" }, tabs, copy),
    h("pre", { tabindex: "0", "aria-label": "Program", role: "region" }, code));
  choose("curl");
}

export function showKeys(areOn, change) {
  const rows = [
    ["/", "to the field for words"], ["Arrow keys", "through the hits, or the wall"], ["Enter", "more like this"], ["d", "details of the hit"],
    ["l", "less like the hit"], ["m", "also like the hit"], ["c", "compare the hit with another"], ["Esc", "back, or close a dialog"],
    ["Arrow keys on the part of a picture", "move it; on a handle, move that edge (Shift: five times as far)"],
  ];
  open("Keys", h("dl", { class: "attributes" }, rows.map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)))),
    h("label", { class: "row" }, h("input", { type: "checkbox", checked: areOn, on: { change: (event) => change(event.target.checked) } }),
      h("span", {}, "Keys of a single character work")));
}

/** Asks for a key; `retry` is called when there is another one. `reason` says what the last one lacks. */
export function askForKey(retry, reason = "") {
  const field = h("input", { type: "password", id: "key", autocomplete: "off", required: true });
  const use = (key) => {
    useKey(key);
    byID("dialog").close();
    retry();
  };
  open("Enter a key", h("form", { class: "key", method: "dialog", on: { submit: (event) => {
    event.preventDefault();
    use(field.value);
  } } },
    reason && h("p", {}, reason),
    h("p", {}, "An app key may search. A pair, ACCESS:SECRET, may also see the operator’s page and change the catalog. The page keeps the key until this tab is closed."),
    h("label", { for: "key" }, "Key"), field,
    h("p", { class: "tools" }, h("button", { class: "button" }, "Use the key"), hasKey() && h("button", { type: "button", class: "link", on: { click: () => use("") } }, "Forget the key"))));
  field.focus();
}
