// Calls of the server's routes. Keys stay in this module, so they are gone with the page.

/** A failure with a sentence for people, and one of a few codes. */
export class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

let key = "";

/** Takes an app key, or `access:secret`, for the calls that follow. */
export function useKey(text) {
  key = text.trim();
}

export const hasKey = () => key !== "";

const headers = () => (key.includes(":") ? { Authorization: `Basic ${btoa(unescape(encodeURIComponent(key)))}` } : {});
const withKey = (path) =>
  key && !key.includes(":") ? `${path}${path.includes("?") ? "&" : "?"}access_key=${encodeURIComponent(key)}` : path;

/** Asks one of the routes below /engine. */
export async function call(verb, body, signal) {
  const response = await ask(`/engine/${verb}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
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

/** Asks any route of the server, with the key. Throws a `Failure` where it does not answer. */
export async function ask(path, options) {
  try {
    return await fetch(withKey(path), { ...options, headers: { ...headers(), ...options.headers }, credentials: "omit", cache: "no-store" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("offline", "The server does not answer. Is magpie serve still running?");
  }
}

function answer(status, text) {
  if (status === 401 || status === 403) throw new Failure("key", "This needs a key that may read data: ACCESS:SECRET, or an app key with the right data.");
  if (status === 503 || status === 429) throw new Failure("busy", "The server has too much to do just now.");
  if (status === 413) throw new Failure("large", "The picture is larger than the server accepts.");
  let reply;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new Failure("server", `The server answered with status ${status}.`);
  }
  if (reply.error) throw new Failure(reply.error.code ?? "server", sentence(reply.error.message ?? reply.error));
  return reply.answer;
}

function sentence(text) {
  const trimmed = String(text).trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}

/** Sends a picture, as a blob or by its URL, and says how much of it is sent, 0…1. */
export async function upload(picture, progress, signal) {
  const body = JSON.stringify(typeof picture === "string" ? { url: picture } : { bytes: await base64(picture) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", withKey("/engine/upload"));
    request.setRequestHeader("Content-Type", "application/json");
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onload = () => {
      try {
        resolve(answer(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Failure("offline", "The server does not answer. Is magpie serve still running?"));
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

function base64(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(new Failure("file", "The file cannot be read."));
    reader.readAsDataURL(blob);
  });
}

/** The address of a small picture: of an item `{id, picture}`, or of an upload `{im_id}`. */
export const picturePath = (what, side) => `/picture?${new URLSearchParams({ ...what, side })}`;

/** Shows a picture; with a key it is fetched, because the source of an image cannot carry one. */
export async function show(image, what, side) {
  image.addEventListener("error", () => image.parentElement?.classList.add("bare"), { once: true });
  if (!key) {
    image.src = picturePath(what, side);
    return;
  }
  try {
    const response = await fetch(withKey(picturePath(what, side)), { headers: headers(), credentials: "omit" });
    if (!response.ok) throw new Failure("picture", "There is no picture.");
    image.src = URL.createObjectURL(await response.blob());
    image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  } catch {
    image.parentElement?.classList.add("bare");
  }
}
