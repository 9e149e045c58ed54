// Calls of the server's routes. The key is kept for the session of the tab, and given to nobody but the server.
import { at, home } from "./address.js";

/** A failure with a sentence for people, and one of a few codes. */
export class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const offline = () => new Failure("offline", "The server does not answer. Is magpie serve still running?");

/** Another server of the same host, behind another path, has another key. */
const place = `magpie-key ${home}`;

/** Works on the storage of the session. A browser may forbid it; the key is then gone with the page. */
function inSession(work) {
  try {
    return work(sessionStorage) ?? "";
  } catch {
    return "";
  }
}

let key = inSession((storage) => storage.getItem(place));

/** Takes an app key, or `access:secret`, for the calls that follow in this tab; an empty one is forgotten. */
export function useKey(text) {
  key = text.trim();
  inSession((storage) => (key ? storage.setItem(place, key) : storage.removeItem(place)));
}

export const hasKey = () => key !== "";
/** The kind of the key of this tab: "pair", "key", or "" without one. */
export const keyKind = () => (key.includes(":") ? "pair" : key && "key");

export const headers = (own = key) => (own.includes(":") ? { Authorization: `Basic ${btoa(unescape(encodeURIComponent(own)))}` } : {});
export const address = (path, own = key) =>
  at(own && !own.includes(":") ? `${path}${path.includes("?") ? "&" : "?"}access_key=${encodeURIComponent(own)}` : path);

/** Asks one of the routes below /engine. */
export async function call(verb, body, signal, headers = {}) {
  const response = await ask(`/engine/${verb}`, {
    method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body), signal,
  });
  return answer(response.status, await response.text());
}

/** The words that may follow, best first. */
export async function completions(words, signal) {
  const response = await ask("/multisearch/autocomplete", {
    method: "POST", body: new URLSearchParams({ q: words, limit: "8" }), signal,
  });
  if (!response.ok) return [];
  const { result = [] } = await response.json();
  return result.map((each) => each.text).filter((text) => typeof text === "string");
}

/** The description of the server. */
export const description = async () => (await ask("/openapi.json", {})).json();

/** Asks any route of the server, with the key of the tab or another one. Throws a `Failure` where it does not answer. */
export async function ask(path, options, own = key) {
  try {
    return await fetch(address(path, own), { ...options, headers: { ...headers(own), ...options.headers }, credentials: "omit", cache: "no-store" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw offline();
  }
}

/** The answer in a reply of the engine. Throws a `Failure` for an error. */
export function answer(status, text) {
  if (status === 401) throw new Failure("key", hasKey() ? "The server does not know this key." : "This server answers only with a key.");
  if (status === 503 || status === 429) throw new Failure("busy", "The server has too much to do just now.");
  if (status === 413) throw new Failure("large", "The picture is larger than the server accepts.");
  let reply;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new Failure("server", `The server answered with status ${status}.`);
  }
  if (status === 403) throw new Failure(reply.needs ? "right" : "refused", sentence(reply.error));
  if (reply.error) throw new Failure(reply.error.code ?? "server", sentence(reply.error.message ?? reply.error));
  return reply.answer;
}

function sentence(text) {
  const trimmed = String(text).trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}

/** The address of a small picture: of an item `{id, picture}`, or of an upload `{im_id}`. */
const picturePath = (what, side) => `/picture?${new URLSearchParams({ ...what, side })}`;

/** Shows a picture; with a key it is fetched, because the source of an image cannot carry one. */
export async function show(image, what, side) {
  image.addEventListener("error", () => image.parentElement?.classList.add("bare"), { once: true });
  if (!key) {
    image.src = at(picturePath(what, side));
    return;
  }
  try {
    const response = await fetch(address(picturePath(what, side)), { headers: headers(), credentials: "omit" });
    if (!response.ok) throw new Failure("picture", "There is no picture.");
    image.src = URL.createObjectURL(await response.blob());
    image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  } catch {
    image.parentElement?.classList.add("bare");
  }
}
