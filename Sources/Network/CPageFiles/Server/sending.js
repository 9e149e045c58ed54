// A picture on its way to the server, with its progress.
import { byID, announce } from "./dom.js";
import { offline } from "./api.js";

/** Pictures that are sent within this time, in milliseconds, show no progress. */
const patience = 250;

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
      if (error.name !== "AbortError") failed(error, () => take(picture));
    } finally {
      clearTimeout(timer);
      if (own === controller) hide();
    }
  };
}
