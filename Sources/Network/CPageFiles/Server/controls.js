// Links that stay on the page, and keys that work everywhere on it.
import { byID } from "./dom.js";
import { read } from "./state.js";
import { home } from "./address.js";

export function controls({ go, wordsKeyWorks, escape }) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname !== home || url.hash) return;
    event.preventDefault();
    byID("dialog").close();
    go(read(url.search));
  });
  // A dialog closes by a click beside it, too.
  byID("dialog").addEventListener("click", (event) => event.target === byID("dialog") && byID("dialog").close());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || byID("dialog").open) return;
    const isTyping = event.target.matches("input:not([type=range], [type=checkbox], [type=file]), textarea, select");
    if (event.key === "/" && wordsKeyWorks() && !isTyping) {
      event.preventDefault();
      byID("words").focus();
      byID("words").select();
    } else if (event.key === "Escape") {
      if (isTyping) event.target.blur();
      else escape();
    }
  });
}
