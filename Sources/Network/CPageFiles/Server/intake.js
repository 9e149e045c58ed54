// Pictures on their way in: made small and upright here, so that little is sent.
import { Failure, upload } from "./api.js";

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

/** The picture in a drop or a paste: a file, or the URL of one; null for anything else. */
export function pictureIn(transfer) {
  const file = [...transfer.files].find((each) => each.type.startsWith("image/") || /\.hei[cf]$/i.test(each.name));
  if (file) return file;
  // A bad file is handed on, so that the reader hears why.
  if (transfer.files.length) return transfer.files[0];
  const text = transfer.getData("text/uri-list") || transfer.getData("text/plain");
  return isAddress(text) ? text.trim().split("\n")[0] : null;
}

export const isAddress = (text) => /^https?:\/\/\S+$/i.test(text.trim());

/** Hands every picture that is dropped on the page, pasted into it or picked to `take`. */
export function listen(inputs, take) {
  let depth = 0;
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle("dropping", depth > 0);
  };
  document.addEventListener("dragenter", () => mark(1));
  document.addEventListener("dragleave", () => mark(-1));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(-depth);
    const picture = pictureIn(event.dataTransfer);
    if (picture) take(picture);
  });
  document.addEventListener("paste", (event) => {
    const picture = pictureIn(event.clipboardData);
    const isTyping = event.target.closest?.("input, textarea") && typeof picture === "string";
    if (!picture || (isTyping && event.target.id !== "words")) return;
    event.preventDefault();
    take(picture);
  });
  for (const input of inputs) {
    input.addEventListener("change", () => {
      if (input.files[0]) take(input.files[0]);
      input.value = "";
    });
  }
}
