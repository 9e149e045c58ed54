// A picture on its way to the server, with its progress.
import { byID, announce } from "./dom.js";
import { Failure, offline } from "./api.js";

/** Pictures that are sent within this time, in milliseconds, show no progress. */
const patience = 250;

/** The failure with the name of the file that is no picture, or a broken one. */
function named(error, file) {
  if (!file.name || error.code !== "image") return error;
  const name = `“${file.name}”`;
  const text = error.message.replace(/^Not a /, "The input is not a ");
  return new Failure(error.code, /^The (input|picture) /.test(text) ? text.replace(/^The \w+/, () => name) : `${name}: ${text}`);
}

/** Makes the function that takes a file or a URL. A new picture takes the place of one that is on its way. */
export function makeSender({ done, failed }) {
  let controller = null;
  const hide = () => { byID("sending").hidden = true; };
  byID("cancel").addEventListener("click", () => {
    controller?.abort();
    hide();
    announce("Cancelled");
  });
  return async function take(picture) {
    controller?.abort();
    const own = (controller = new AbortController());
    const timer = setTimeout(() => { byID("sending").hidden = false; }, patience);
    // Needed in a moment.
    import("./stage.js");
    byID("sent").value = 0;
    byID("problem").hidden = true;
    try {
      const { takeIn } = await import("./upload.js").catch(() => { throw offline(); });
      done(await takeIn(picture, (share) => { byID("sent").value = share; }, own.signal));
    } catch (error) {
      if (error.name !== "AbortError") failed(named(error, picture), () => take(picture));
    } finally {
      clearTimeout(timer);
      if (own === controller) hide();
    }
  };
}
