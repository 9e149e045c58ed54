// A picture on its way to the server: made small and upright here, so that little is sent.
import { Failure, address, answer, headers, offline } from "./api.js";

/** The longer side of what is sent, in pixels: more than the engine looks at, and enough to crop. */
const side = 800;
/** The most bytes of a picture that only the server can read, such as HEIC. */
const limit = 7_000_000;

/**
 * Uploads a file, a blob or the picture at a URL.
 *
 * @returns {upload, width, height}: the name of the picture, and its size as the server sees it.
 */
export async function takeIn(picture, progress, signal) {
  if (typeof picture === "string") return upload(picture, progress, signal);
  const small = await shrunk(picture);
  signal?.throwIfAborted();
  if (!small && picture.size > limit) {
    throw new Failure("large", "This browser cannot read the picture, and it is too large to send as it is.");
  }
  return upload(small ?? picture, progress, signal);
}

/** A JPEG of at most `side` pixels, upright; null where the browser cannot read the picture. */
async function shrunk(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  // Pictures with holes lie on white, as in shops.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
}

/** Sends a picture, as a blob or by its URL, and says how much of it is sent, 0…1. */
async function upload(picture, progress, signal) {
  const body = JSON.stringify(typeof picture === "string" ? { url: picture } : { bytes: await base64(picture) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address("/engine/upload"));
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
    request.onerror = () => reject(offline());
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
