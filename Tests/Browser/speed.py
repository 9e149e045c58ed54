"""Measures what a person waits for: python speed.py MAGPIE STORE [ROUNDS]

From the choice of a file to the first hits, with its parts, then from a tap on another object, and of each key. The first
file is cold: nothing of the stage is loaded, and the server has not detected anything yet."""

import pathlib
import statistics
import subprocess
import sys
import time
import urllib.request

from browser import SAMPLES, Page, launch, sync_playwright

# Notes when a file is chosen, when the hits stand, and when the frame with them is painted.
CLOCK = """
() => {
  window.clock = [];
  performance.setResourceTimingBufferSize(100000);
  let chosen = 0;
  document.querySelector('#file').addEventListener('change', () => { chosen = performance.now(); }, true);
  new MutationObserver(() => {
    if (!chosen || !document.querySelector('#hits .card:not(.waiting)')) return;
    const one = { chosen, hits: performance.now() };
    chosen = 0;
    requestAnimationFrame(() => setTimeout(() => { one.painted = performance.now(); window.clock.push(one); }));
  }).observe(document.querySelector('#hits'), { childList: true });
}
"""
REQUESTS = """
() => performance.getEntriesByType('resource').filter((each) => /engine.(upload|search)$/.test(each.name))
  .map((each) => ({ name: each.name.split('/').pop(), start: each.startTime, end: each.responseEnd }))
"""
TAP = """
async () => {
  const started = performance.now();
  const done = new Promise((resolve) => new MutationObserver((_, observer) => {
    observer.disconnect();
    resolve(performance.now() - started);
  }).observe(document.querySelector('#hits'), { childList: true }));
  document.querySelector('.pill[aria-pressed=false]').click();
  return done;
}
"""


def parts(page):
    """Of each file, milliseconds to its upload, of the upload, to the search, of the search, to the hits, to the paint."""
    requests = page.evaluate(REQUESTS)
    rows = []
    for one in page.evaluate("window.clock"):
        upload = next(r for r in requests if r["name"] == "upload" and r["start"] >= one["chosen"])
        search = next(r for r in requests if r["name"] == "search" and r["start"] >= upload["start"])
        moments = [one["chosen"], upload["start"], upload["end"], search["start"], search["end"], one["hits"], one["painted"]]
        rows.append([b - a for a, b in zip(moments, moments[1:])])
    return rows


def main(magpie, store, rounds=24):
    process = subprocess.Popen([magpie, "serve", "--store", store, "--port", "0", "-q"], stdout=subprocess.PIPE, text=True)
    setting = type("Setting", (), {})()
    try:
        url = process.stdout.readline().split(" at ")[1].strip().rstrip("/")
        photos = sorted(pathlib.Path(SAMPLES / "scenes").glob("*.jpg"))
        with sync_playwright() as play:
            setting.browser = launch(play)
            with Page(setting, "wide", url=url) as page:
                page.open("/", "#wall .tile a").wait_for_timeout(1500)
                page.evaluate(CLOCK)
                for turn in range(int(rounds)):
                    page.set_input_files("#file", str(photos[turn % len(photos)]))
                    page.until(f"window.clock.length > {turn}")
                    page.wait_for_timeout(900)
                rows = parts(page)
                whole = [sum(row) for row in rows]
                names = ["made small", "upload", "to the search", "search", "drawn", "painted"]
                print("cold", round(whole[0]), dict(zip(names, map(round, rows[0]))))
                print(f"file to hits, ms: median {statistics.median(whole[1:]):.0f}, worst {max(whole[1:]):.0f}")
                for name, values in zip(names, zip(*rows[1:])):
                    print(f"  {name}: median {statistics.median(values):.0f}, worst {max(values):.0f}")
                page.wait_for_selector(".pill")
                taps = []
                for _ in range(9):
                    if page.locator(".pill[aria-pressed=false]").count():
                        taps.append(page.evaluate(TAP))
                        page.wait_for_timeout(400)
                if taps:
                    print(f"tap to hits, ms: median {statistics.median(taps):.0f}, worst {max(taps):.0f}")
                page.errors.clear()
        keys = []
        for words in ("b", "bl", "blu", "blue", "blue s", "blue sn", "le", "lea", "leath"):
            start = time.perf_counter()
            urllib.request.urlopen(f"{url}/multisearch/autocomplete", f"q={words}&limit=8".replace(" ", "+").encode()).read()
            keys.append((time.perf_counter() - start) * 1000)
        print(f"a key, ms: median {statistics.median(keys):.1f}, worst {max(keys):.1f}")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
