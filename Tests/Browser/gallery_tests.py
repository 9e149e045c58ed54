"""The sample page that shows the manifest of `magpie prep`: its pictures, its placeholders, and hostile manifests."""

import contextlib
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import tempfile
import threading

from browser import SAMPLES, WIDTHS, Page
from state_tests import PAYLOADS

TILES = "#tiles li"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A browser that is closed leaves in the middle of an answer."""


@functools.cache
def prepared(magpie):
    """A folder with the pictures of the samples and their manifest, made once."""
    folder = tempfile.TemporaryDirectory(prefix="magpie-gallery-")
    subprocess.run(
        [magpie, "prep", str(SAMPLES / "scenes"), "-o", folder.name, "--widths", "160,320,640", "--format",
         "avif,webp,jpeg", "--colors", "1", "--manifest", f"{folder.name}/manifest.json", "-q"], check=True)
    return folder


@contextlib.contextmanager
def gallery(tests, manifest=None):
    """The page beside pictures of its own, or beside a manifest that somebody wrote."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-gallery-"))
    shutil.copytree(SAMPLES / "gallery", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("pictures"))
    pictures = folder / "pictures"
    if manifest is None:
        pictures.symlink_to(prepared(tests.magpie).name)
    else:
        pictures.mkdir()
        (pictures / "manifest.json").write_text(manifest, encoding="utf-8")
    server = Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        shutil.rmtree(folder)


def the_gallery_shows_each_picture_of_a_manifest_in_a_width_that_fits(tests):
    count = len(list((SAMPLES / "scenes").glob("*.jpg")))
    with gallery(tests) as url:
        for size in WIDTHS:
            with Page(tests, size, url) as page:
                page.open("/", TILES)
                assert page.locator(TILES).count() == count
                page.until("[...document.images].slice(0, 3).every(i => i.complete && i.naturalWidth > 0)")
                shown = page.evaluate(
                    "[...document.images].slice(0, 3).map(i => [i.currentSrc, i.clientWidth])")
                for source, wide in shown:
                    assert source.endswith(".avif"), source
                    width = int(source.split("%40")[-1].removesuffix("w.avif"))
                    assert width in (160, 320, 640) and width >= min(wide, 640), (source, wide)
                page.fits()
                page.steady()
                page.accessible(f"gallery, {size}")


def the_gallery_shows_placeholders_until_a_picture_is_there(tests):
    with gallery(tests) as url, Page(tests, "wide", url) as page:
        waiting = []
        page.route("**/*.avif", lambda route: waiting.append(route))
        page.page.goto(url, wait_until="commit")
        page.wait_for_selector(f"{TILES} canvas")
        colors = page.evaluate(
            "[...document.querySelectorAll('#tiles canvas')].slice(0, 3).map(c => new Set("
            "c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size)")
        assert all(each > 8 for each in colors), colors
        assert page.evaluate("[...document.images].slice(0, 3).every(i => !i.complete)")
        for route in waiting:
            route.abort()
        page.page.goto("about:blank")
        page.errors.clear()


def the_gallery_shows_pictures_in_the_order_of_their_dates(tests):
    def entry(name, taken):
        image = {"src": f"{name}.jpg", "srcset": f"{name}.jpg 64w", "width": 64, "height": 64}
        return {"source": f"{name}.jpg", "width": 64, "height": 64, "taken": taken, "img": image, "sources": []}

    entries = [entry("a", "2024-08-31T20:15:00"), entry("b", None), entry("c", "2023-01-02T03:04:05"), entry("d", "2025-01-01T00:00:00")]
    with gallery(tests, json.dumps({"version": 1, "pictures": entries})) as url, Page(tests, "wide", url) as page:
        page.open("/", TILES)
        names = "[...document.querySelectorAll('#tiles img')].map(each => each.alt).join('')"
        for order, shown in [("newest", "DACB"), ("oldest", "CADB"), ("name", "ABCD")]:
            page.page.select_option("#order", order)
            assert page.evaluate(names) == shown, order
        page.page.select_option("#order", "newest")
        page.focus(f"{TILES}:nth-child(2) button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#viewer[open]")
        assert page.inner_text("#facts").startswith("August 31, 2024"), page.inner_text("#facts")
        assert page.inner_text("#place").startswith("2 of 4")
        page.accessible("gallery, in the order of dates")
        # The pictures of this manifest are not there, which is no fault of the page.
        page.page.goto("about:blank")
        page.errors.clear()


def the_gallery_is_walked_by_keys(tests):
    with gallery(tests) as url, Page(tests, "wide", url) as page:
        page.open("/", TILES)
        page.focus(f"{TILES}:nth-child(2) button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#viewer[open] .loaded")
        page.accessible("gallery, one picture")
        assert page.inner_text("#place").startswith("2 of")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#place").startswith("3 of")
        page.keyboard.press("Escape")
        # The event comes after the dialog is closed.
        page.until("!document.querySelector('#viewer').open"
                   " && [...document.querySelectorAll('#tiles button')].indexOf(document.activeElement) === 2")


def the_gallery_says_what_is_wrong_with_a_manifest(tests):
    for manifest, words in [("{", "not JSON"), ('{"version": 2}', "another version"), ('{"version": 1}', "no pictures"),
                            ('{"version": 1, "pictures": []}', "No pictures")]:
        with gallery(tests, manifest) as url, Page(tests, "narrow", url) as page:
            page.open("/", "#message h2")
            assert words in page.inner_text("#message h2"), manifest
            page.fits()


def the_gallery_runs_nothing_that_a_manifest_says(tests):
    def entry(text):
        image = {"src": text, "srcset": f"{text} 64w, javascript:ran() 65w, //x.example/a.jpg 66w", "width": 64, "height": 64}
        return {"source": text, "width": 64, "height": 64, "thumbhash": text, "colors": [{"hex": text}], "img": image,
                "sources": [{"type": text, "srcset": text}, {"type": "image/avif", "srcset": f"{text} 64w"}]}

    manifest = json.dumps({"version": 1, "pictures": [entry(text) for text in PAYLOADS]})
    with gallery(tests, manifest) as url, Page(tests, "wide", url) as page:
        page.open("/", "#count:not(:empty)")
        page.until("document.querySelector('#count').textContent !== 'Loading…'")
        page.wait_for_timeout(300)
        foreign = [request.url for request in page.requests if not request.url.startswith((url, "data:"))]
        assert not foreign, foreign
        assert page.evaluate("window.violations") == []
        # Files that are not there are no fault of the page; no more of them are asked for.
        page.page.goto("about:blank")
        page.errors.clear()


TESTS = [
    the_gallery_shows_each_picture_of_a_manifest_in_a_width_that_fits,
    the_gallery_shows_placeholders_until_a_picture_is_there,
    the_gallery_shows_pictures_in_the_order_of_their_dates,
    the_gallery_is_walked_by_keys,
    the_gallery_says_what_is_wrong_with_a_manifest,
    the_gallery_runs_nothing_that_a_manifest_says,
]
