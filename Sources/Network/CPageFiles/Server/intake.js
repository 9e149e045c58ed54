// Pictures on their way in: dropped, pasted and picked.

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

/** Hands every picture that is dropped on the page, pasted into it or picked to `take`; dropped ones first to `add`, which may be null. */
export function listen(inputs, take, add) {
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
    if (add()) return add()([...event.dataTransfer.files]);
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
