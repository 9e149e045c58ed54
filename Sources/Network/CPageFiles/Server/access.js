// The key of this tab: asked for where the server wants one, and changed by the button beside the links.
import { byID } from "./dom.js";
import { hasKey } from "./api.js";

const button = byID("key-button");
const refresh = () => { button.hidden = !hasKey(); };

/** Asks for a key. `then` is called when there is another one; `reason` is what the last one lacks. */
export async function enterKey(then, reason) {
  const { askForKey } = await import("./dialogs.js");
  askForKey(() => { refresh(); then(); }, reason);
}

/** Connects the button, which is there while the tab has a key. */
export function showAccess(then) {
  button.addEventListener("click", () => enterKey(then));
  refresh();
}
