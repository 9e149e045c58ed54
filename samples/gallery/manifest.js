import { Problem, PREPARE, SERVE } from "./problem.js";

/** The address that a relative reference means; null for one with a scheme, a host or a root, and for another origin. */
function resolved(reference, base) {
  // Addresses drop tabs, line breaks and leading spaces, which could hide a scheme.
  if (typeof reference !== "string" || /^[/\\]|^[a-z][a-z\d+.-]*:|[\u0000-\u0020]/i.test(reference)) return null;
  if (reference === "" || !URL.canParse(reference, base)) return null;
  const address = new URL(reference, base);
  return address.origin === location.origin && /^https?:$/.test(address.protocol) ? address : null;
}

/** The candidates of a srcset that may be loaded, with whole addresses. */
function safeSet(text, base) {
  if (typeof text !== "string") return "";
  const candidates = [];
  for (const [, reference, width] of text.matchAll(/[\s,]*(\S+)\s+([1-9]\d{0,5})w\s*(?:,|$)/g)) {
    // A comma at the end of an address would end it.
    const address = resolved(reference, base)?.href.replaceAll(",", "%2C");
    if (address) candidates.push(`${address} ${width}w`);
  }
  return candidates.join(", ");
}

export async function readManifest() {
  if (location.protocol === "file:") {
    throw new Problem("The page needs a web server", "Browsers do not let a page opened as a file read other files. Run:",
      { code: SERVE }, "Then open http://localhost:8000/");
  }
  const named = new URLSearchParams(location.search).get("manifest") ?? "pictures/manifest.json";
  const address = resolved(named, location.href);
  if (!address) throw new Problem("The manifest’s address is not allowed", `“${named}” is not a relative path of this site.`);
  let response;
  try {
    response = await fetch(address, { cache: "no-cache" });
  } catch {
    throw new Problem("The server does not answer", "Is it still running? It was started with:", { code: SERVE });
  }
  if (response.status === 404) {
    throw new Problem("There is no manifest yet", `The server has no ${named}. Make it, and the pictures, with:`, { code: PREPARE });
  }
  if (!response.ok) throw new Problem("The manifest cannot be read", `The server answers ${response.status} for ${named}.`);
  let manifest;
  try {
    manifest = await response.json();
  } catch {
    throw new Problem("The manifest is not JSON", `${named} holds something else or is cut off. Make it again with:`, { code: PREPARE });
  }
  if (manifest?.version !== 1) {
    const version = manifest?.version === undefined ? "no version" : `version ${JSON.stringify(manifest.version)}`;
    throw new Problem("The manifest has another version", `This page reads version 1; ${named} has ${version}. Make it again with:`,
      { code: PREPARE });
  }
  if (!Array.isArray(manifest.pictures)) throw new Problem("The manifest lists no pictures", `“pictures” of ${named} is not a list.`);
  const pictures = manifest.pictures.map((entry) => checked(entry, address)).filter(Boolean);
  return { pictures, skipped: manifest.pictures.length - pictures.length };
}

/** An entry of the manifest in the form the page draws; null if it has no size or no picture to load. */
function checked(entry, base) {
  const isSize = (number) => Number.isInteger(number) && number > 0;
  const { source, width, height, img } = entry ?? {};
  if (typeof source !== "string" || ![width, height, img?.width, img?.height].every(isSize)) return null;
  const src = resolved(img.src, base)?.href ?? "";
  const srcset = safeSet(img.srcset, base);
  if (!src && !srcset) return null;
  const sources = (Array.isArray(entry.sources) ? entry.sources : [])
    .map((other) => ({ type: other?.type, srcset: safeSet(other?.srcset, base) }))
    .filter((other) => /^image\/[a-z0-9.+-]+$/.test(other.type) && other.srcset);
  const hex = entry.colors?.[0]?.hex;
  return {
    taken: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(entry.taken) ? entry.taken : null,
    name: readable(source), file: source, width, height, ratio: width / height, sources,
    img: { src, srcset, width: img.width, height: img.height },
    color: /^#[0-9a-f]{6}$/i.test(hex) ? hex : null, thumbHash: bytes(entry.thumbhash),
  };
}

/** The name of a file as words: without folders, ending, and the characters that reverse the text after them. */
function readable(path) {
  const file = path.split("/").at(-1).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  const words = file.replace(/(?<=.)\.[^.]*$/, "").replace(/[\s_.-]+/g, " ").trim() || file || "Picture";
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function bytes(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
