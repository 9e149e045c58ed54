"""Makes the pictures of the README, of the server's page and of the pages of the command: python pictures.py MAGPIE"""

import io
import subprocess
import sys
import tempfile
from pathlib import Path

from browser import CARDS, PHOTO, SAMPLES, Page, Server, launch, sync_playwright
from PIL import Image


class Setting:
    def __init__(self, server, browser):
        self.server, self.browser = server, browser


def save(page, name):
    """As a PNG of 24 bits: with a palette, parts of a score that differ little become one color."""
    page.wait_for_timeout(600)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(SAMPLES / f"pictures/{name}.png", optimize=True)


def save_reports(magpie, browser):
    """The pages that the README's commands write, from a store of the samples."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "catalog.magpie"

        def run(*words):
            # The page shows the path of the picture: one that is the same everywhere.
            subprocess.run([magpie, *map(str, words), "--store", str(store)], check=True, stdout=subprocess.DEVNULL,
                           cwd=SAMPLES.parent)

        run("index", SAMPLES / "images", "--catalog", SAMPLES / "catalog.csv", "-q")
        scene = Path(folder) / "scene.html"
        run("discover", "samples/scenes/scene-04.jpg", "--limit", "6", "--report", scene)
        page = browser.new_page(viewport={"width": 1280, "height": 1072})
        page.goto(scene.as_uri())
        save(page, "scene")
        page.close()


def main(magpie):
    server = Server(magpie, SAMPLES / "images", SAMPLES / "catalog.csv")
    with sync_playwright() as play:
        setting = Setting(server, launch(play))
        with Page(setting, (1120, 700)) as page:
            page.open("/", "#wall .tile a").wait_for_selector("#examples a")
            save(page.page, "page-wall")
        with Page(setting, (1120, 820)) as page:
            page.open("/", "#wall .tile a").take(PHOTO)
            page.after(lambda: page.click(".pill >> nth=1"))
            page.wait_for_selector(CARDS)
            save(page.page, "page-hits")
        with Page(setting, (1120, 820)) as page:
            page.open("/?item=shoe-007", CARDS)
            save(page.page, "page-variants")
        save_reports(magpie, setting.browser)
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
