// Suggestions for the words of a search, as a list below their field.
import { h } from "./dom.js";
import { call, completions } from "./api.js";

const listed = new Intl.ListFormat("en", { type: "disjunction" });
const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

let tags = [];

/** Learns the languages that the model of the store names. */
export async function learnLanguages(signal) {
  tags = (await call("describer", {}, signal)).languages;
}

/** The text of the empty field, with at most three languages. */
export function invitation(state) {
  if (state.item || state.upload) return "Add words, such as “but in red”";
  if (tags.length === 0) return "Words, or the address of a picture";
  const names = tags.slice(0, 3).map(languageName);
  if (tags.length > 3) names.push(`${tags.length - 3} more languages`.replace(/^1 more languages$/, "another language"));
  return `Words in ${listed.format(names)}, or the address of a picture`;
}

function languageName(tag) {
  try {
    return languageNames.of(tag);
  } catch {
    return tag;
  }
}

/** Connects the field with its list. `submit` is called with the words. */
export function suggest(field, list, submit) {
  let texts = [];
  let active = -1;
  let controller = null;
  let timer = 0;

  const close = () => {
    clearTimeout(timer);
    controller?.abort();
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const draw = () => {
    list.replaceChildren(...texts.map((text, index) => h("li", {
      role: "option", id: `word-${index}`, "aria-selected": String(index === active), dir: "auto",
      // Before the field loses the focus.
      on: { pointerdown: (event) => { event.preventDefault(); field.value = text; close(); submit(text); } },
    }, text)));
    list.hidden = texts.length === 0;
    field.setAttribute("aria-expanded", String(texts.length > 0));
    if (active >= 0) field.setAttribute("aria-activedescendant", `word-${active}`);
    else field.removeAttribute("aria-activedescendant");
  };
  const ask = async () => {
    controller?.abort();
    controller = new AbortController();
    const words = field.value;
    if (!words.trim() || words.includes("://")) return close();
    try {
      const found = await completions(words, controller.signal);
      if (field.value !== words || document.activeElement !== field) return;
      texts = found.filter((text) => text !== words);
      active = -1;
      draw();
    } catch {
      close();
    }
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 80);
  });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !list.hidden && texts.length) {
      event.preventDefault();
      active = (active + step + texts.length + (active < 0 && step < 0 ? 1 : 0)) % texts.length;
      draw();
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      field.value = texts[active];
      close();
      submit(field.value);
    } else if (event.key === "Enter") {
      close();
    }
  });
}
