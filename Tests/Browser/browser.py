"""A real browser, a real server, and what every test of the page demands."""

import base64
import csv
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = PACKAGE / "samples"
PHOTO = SAMPLES / "scenes/scene-01.jpg"
CARDS = "#hits .card:not(.waiting)"
WIDTHS = {"narrow": (360, 740), "wide": (1280, 900)}

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Counts what must not happen, and adds up how far the layout has shifted without a cause by the user.
WATCH = """
window.violations = []; window.shifted = 0;
document.addEventListener('securitypolicyviolation', (e) => window.violations.push(e.violatedDirective + ' ' + e.blockedURI));
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifted += e.value; })
  .observe({ type: 'layout-shift', buffered: true });
window.ran = () => { window.violations.push('a payload ran'); };
"""


def executable():
    """The browser of Debian; None where there is none."""
    named = os.environ.get("MAGPIE_CHROMIUM")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium")


class Server:
    """`magpie serve` on a store of its own: an empty one where there are no pictures."""

    def __init__(self, magpie, pictures, catalog, *options):
        self.folder = tempfile.mkdtemp(prefix="magpie-page-")
        store = f"{self.folder}/shop.magpie"
        if pictures:
            subprocess.run(
                [magpie, "index", str(pictures), "--catalog", str(catalog), "--store", store], check=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [magpie, "serve", "--store", store, "--port", "0", "-q", *options], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split(" at ")[1].strip().rstrip("/")

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


class Page:
    """A page of a context of its own; errors of its console fail the test."""

    def __init__(self, tests, size="wide", url=None, **options):
        width, height = WIDTHS.get(size, size) if isinstance(size, str) else size
        self.context = tests.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.context.add_init_script(WATCH)
        self.tests, self.url, self.errors = tests, url or tests.server.url, []
        self.page = self.context.new_page()
        self.page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.requests = []
        self.page.on("request", lambda r: self.requests.append(r))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            if kind is None:
                violations = self.page.evaluate("window.violations")
                assert not violations, f"violations of the policy: {violations}"
                assert not self.errors, f"errors in the console: {self.errors}"
        finally:
            self.context.close()

    def __getattr__(self, name):
        return getattr(self.page, name)

    def open(self, address="/", waits=CARDS):
        self.page.goto(self.url + address)
        if waits:
            self.page.wait_for_selector(waits)
        return self

    def until(self, condition):
        """Waits for a condition; the policy of the page forbids the function of Playwright that does this."""
        for _ in range(900):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"never: {condition}")

    def settle(self):
        """Waits until the hits belong to the address."""
        self.until("document.querySelector('#hits').getAttribute('aria-busy') === 'false'")
        self.page.wait_for_timeout(60)

    def take(self, file):
        """Searches with a picture, and waits for its hits."""
        with self.page.expect_response(lambda r: asks(r, "search") and r.ok):
            self.page.set_input_files("#file", str(file))
        self.page.wait_for_selector(CARDS)
        self.page.wait_for_selector(".pill")
        self.settle()

    def after(self, action):
        """Does something that leads to a search, and waits for its answer."""
        with self.page.expect_response(lambda r: asks(r, "search")):
            action()
        self.settle()

    def ids(self):
        return self.page.eval_on_selector_all(f"{CARDS} .open", "all => all.map(each => each.dataset.id)")

    def searches(self):
        return [r for r in self.requests if asks(r, "search")]

    def uploads(self):
        return [r for r in self.requests if asks(r, "upload")]

    def drop(self, *files):
        """Drops files on the page."""
        held = [[pathlib.Path(f).name, base64.b64encode(pathlib.Path(f).read_bytes()).decode()] for f in files]
        self.page.evaluate(
            """(files) => {
              const transfer = new DataTransfer();
              for (const [name, data] of files) {
                const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
                transfer.items.add(new File([bytes], name, { type: name.endsWith('jpg') ? 'image/jpeg' : 'text/plain' }));
              }
              document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
            }""", held)

    def change_answers(self, change):
        """Lets searches be answered as `change` leaves their answers."""
        def answer(route):
            response = route.fetch()
            body = response.json()
            change(body["answer"])
            route.fulfill(response=response, json=body)
        self.page.route("**/engine/search", answer)

    def accessible(self, state):
        """No violation of the rules of WCAG 2.2 AA that axe knows, nor of its best practices."""
        results = Axe().run(self.page, options={"runOnly": RULES})
        found = [
            f"{each['id']}: {each['nodes'][0]['target']} {each['nodes'][0]['failureSummary'][:300]}"
            for each in results.response["violations"]
        ]
        assert not found, f"{state}: " + "; ".join(found)

    def fits(self):
        """Nothing has to be scrolled sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} px too wide"

    def steady(self):
        shift = self.page.evaluate("window.shifted")
        assert shift < 0.05, f"the layout shifted by {shift:.3f}"


def asks(request, verb):
    """True for a request, or an answer, of a verb of the engine. An app key stands behind its path."""
    return request.url.partition("?")[0].endswith(f"/engine/{verb}")


def call(url, verb, body):
    """Asks the engine as a program does."""
    request = urllib.request.Request(
        f"{url}/engine/{verb}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["answer"]


def all_hits(url, query, **more):
    """The hits of all pages."""
    hits, page = [], 1
    while True:
        answer = call(url, "search", {"query": query, "limit": 100, "page": page, **more})
        hits += answer["hits"]
        if len(hits) >= answer["total"] or not answer["hits"]:
            return hits
        page += 1


def launch(play):
    return play.chromium.launch(executable_path=executable(), args=["--no-sandbox"])


def catalog():
    with open(SAMPLES / "catalog.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


__all__ = [
    "CARDS", "PACKAGE", "PHOTO", "SAMPLES", "WIDTHS", "Page", "Server", "all_hits", "call", "catalog", "executable", "launch",
    "sync_playwright",
]
