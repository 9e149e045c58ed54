// The page: one state, which is its address, and what follows from it.
import { byID, announce, title, plural } from "./dom.js";
import { call, Failure } from "./api.js";
import { enterKey, showAccess } from "./access.js";
import { listen, isAddress } from "./intake.js";
import { makeSender } from "./sending.js";
import { makeComparison } from "./comparison.js";
import { controls } from "./controls.js";
import { read, write, asks, empty, colorLimit } from "./state.js";
import { request } from "./request.js";
import { drawColors } from "./colors.js";
import { makeSubject } from "./subject.js";
import { drawFacets, drawChips, askedText } from "./facets.js";
import { drawHits, drawWaiting, walk, countText, legend } from "./hits.js";
import { enter, back, drawTrail, noteScroll } from "./steps.js";
import { makeStart } from "./start.js";
import { invitation, learnLanguages, suggest } from "./words.js";
import { names, nameAll, marked } from "./less.js";
import { nothingAlike, problem } from "./notes.js";

// Loaded when they are needed first.
const dialogs = () => import("./dialogs.js");

let state = empty;
let fields = null;
let current = null; // { answer, hits, page } of the state.
let controller = null, keysWork = true;
const former = new Map(); // Upload to the words of the search before it.
const answers = new Map(); // Address to what was answered, for the way back.
const start = makeStart(() => { fields = null; });
const subject = makeSubject({
  moved: (box, isOnTheWay, isMovement) => go({ ...state, box }, isOnTheWay, isMovement),
  picked: (color) => !state.colors.includes(color) && go({ ...state, colors: [...state.colors, color].slice(-colorLimit) }),
});
const comparison = makeComparison(() => drawHits(byID("hits"), shownHits(), options()));
const take = makeSender({
  done: ({ upload, width, height }) => {
    subject.remember(upload, { width, height });
    former.set(upload, byID("words").value.trim());
    // A new picture is a new question. The filters stay, because they say what may be bought.
    go({ ...empty, upload, values: state.values, ranges: state.ranges });
  },
  failed: fail,
});

/** Goes to a state. On the way there, as in a drag, the address stays as it is. */
function go(next, isOnTheWay = false, isMovement = false) {
  const entered = read(location.search);
  if (!isOnTheWay && write(next) !== write(entered)) enter(entered, next, nameOf(), isMovement);
  state = next;
  render({ isOnTheWay });
}

const nameOf = () => (state.item ? names.get(state.item) ?? state.item : state.upload ? "Picture" : state.words || (state.also.length ? names.get(state.also[0]) ?? state.also[0] : "Colors"));

async function render({ isOnTheWay = false, scroll = null } = {}) {
  controller?.abort();
  controller = new AbortController();
  const { signal } = controller;
  byID("problem").hidden = true;
  byID("start").hidden = asks(state);
  byID("answer").hidden = !asks(state);
  // The cards of an answer have places that wait for them.
  if (asks(state)) byID("loading").hidden = true;
  const field = byID("words");
  if (document.activeElement !== field || !isOnTheWay) field.value = state.words;
  drawTrail(state, nameOf());
  const ready = subject.draw(state, nameOf());
  // The same place for what comes: nothing moves when it is there.
  if (asks(state) && !answers.has(write(state)) && !current && !isOnTheWay) drawWaiting(byID("hits"));
  try {
    if (!fields) [fields] = await Promise.all([call("fields", {}, signal), learnLanguages(signal)]);
    field.placeholder = invitation(state);
    if (!asks(state)) {
      current = null;
      await start.draw(state, fields, signal);
      comparison.draw();
    }
    else await search(signal, ready);
    byID("loading").hidden = true;
    if (scroll !== null) scrollTo({ top: scroll });
    else if (!isOnTheWay && scrollY > byID("main").offsetTop && !byID("answer").contains(document.activeElement)) scrollTo({ top: 0 });
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Failure)) throw error;
    fail(error);
  }
}

function fail(error, again = () => render()) {
  if (error.code === "key") enterKey(again, error.message);
  byID("loading").hidden = true;
  byID("hits").setAttribute("aria-busy", "false");
  if (!current) byID("answer").hidden = true;
  problem(byID("problem"), error, { retry: () => render(), askForKey: () => enterKey(again), home: () => go(empty), hasPicture: Boolean(state.upload) });
}

async function search(signal, ready) {
  const address = write(state);
  const known = answers.get(address);
  const slow = setTimeout(() => byID("hits").setAttribute("aria-busy", "true"), 150);
  try {
    const answer = known?.answer ?? (await call("search", request(state, fields), signal));
    await Promise.all([ready, nameAll(marked(state), signal)]);
    // The last request wins, whatever arrives late.
    if (signal.aborted) return;
    current = known ?? { answer, hits: answer.hits, page: 1 };
    answers.delete(address);
    answers.set(address, current);
    if (answers.size > 40) answers.delete(answers.keys().next().value);
    // Drawing goes on when the hits are there: they would be marked as busy for good.
    clearTimeout(slow);
    await drawAnswer(signal);
  } finally {
    clearTimeout(slow);
  }
}

async function drawAnswer(signal) {
  const { answer, hits } = current;
  for (const item of [...shownHits(), answer.queryItem].filter(Boolean)) names.set(item.id, title(item));
  const text = countText(answer.total);
  byID("count").textContent = text;
  announce(text);
  document.title = `${nameOf()} – Magpie`;
  drawTrail(state, nameOf());
  subject.setName(nameOf());
  byID("show-box").hidden = !(state.item || state.upload || state.also.length);
  for (const name of ["sort", "show"]) byID(name).value = state[name];
  drawFacets(byID("facets"), { state, facets: answer.facets, go });
  drawChips(byID("chips"), { state, phrases: answer.phrases, words: former.get(state.upload), go });
  byID("asked").textContent = askedText(state, answer.phrases, nameOf());
  nothingAlike(byID("notes"), { answer, state, fields, go, signal });
  byID("legend").replaceChildren(...legend(shownHits()));
  drawHits(byID("hits"), shownHits(), options());
  byID("next").hidden = hits.length >= Math.min(answer.total, 1000) || answer.hits.length === 0;
  const { image, stage } = subject;
  const kindWeight = state.kind ?? answer.kindWeight ?? null;
  const colors = () => drawColors(byID("colors"), { state, stage, image, kindWeight, go });
  colors();
  if (image && !image.complete) image.addEventListener("load", () => subject.image === image && colors(), { once: true });
  comparison.draw();
  await subject.update(state, answer, signal);
}

const shownHits = () => (current.hits.length ? current.hits : current.answer.nearest);
const options = () => ({ state, go, comparison, details: async (hit) => (await dialogs()).showDetails(hit, state) });

async function more() {
  const { signal } = controller;
  const page = current;
  const answer = await call("search", { ...request(state, fields, page.page + 1), facets: undefined, detection: state.box ? undefined : request(state, fields).detection }, signal);
  if (signal.aborted || page !== current) return;
  page.page += 1;
  page.hits = [...page.hits, ...answer.hits];
  drawHits(byID("hits"), answer.hits, options(), true);
  announce(`${plural(page.hits.length, "result")} shown`);
  byID("next").hidden = answer.hits.length === 0 || page.hits.length >= Math.min(answer.total, 1000);
}

function submit(text) {
  const words = text.trim();
  if (isAddress(words)) return take(words);
  const plain = words === state.words.trim() ? state.plain : []; // Other words are read anew.
  if (words || asks({ ...state, words })) go({ ...state, words, plain });
}

showAccess(() => location.reload()); // Nothing stays that another key was shown.
walk(byID("hits"));
listen([byID("file"), byID("camera")], take, () => start.add);
suggest(byID("words"), byID("suggestions"), submit);
byID("find").addEventListener("submit", (event) => { event.preventDefault(); submit(byID("words").value); });
for (const name of ["sort", "show"]) byID(name).addEventListener("change", (event) => go({ ...state, [name]: event.target.value }));
byID("request").addEventListener("click", async () => (await dialogs()).showRequest(request(state, fields)));
byID("next").addEventListener("click", () => more().catch((error) => error.name !== "AbortError" && fail(error)));
byID("keys").addEventListener("click", async () => (await dialogs()).showKeys(keysWork, (areOn) => { keysWork = areOn; }));
controls({ go, wordsKeyWorks: () => keysWork,
  escape: () => {
    if (subject.stage?.picking) subject.stage.setPicking(false);
    else if (asks(state)) back(go, empty);
  },
});
history.scrollRestoration = "manual";
addEventListener("popstate", (event) => {
  byID("dialog").close();
  state = read(location.search);
  render({ scroll: event.state?.scroll ?? 0 });
});
let settle = 0;
addEventListener("scroll", () => { clearTimeout(settle); settle = setTimeout(noteScroll, 120); }, { passive: true });
state = read(location.search);
render({ scroll: history.state?.scroll ?? null });
