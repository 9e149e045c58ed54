"""Makes the pictures of the page in the README: python pictures.py MAGPIE"""

import io
import sys

from browser import CARDS, PHOTO, SAMPLES, Page, Server, launch, sync_playwright
from PIL import Image


class Setting:
    def __init__(self, server, browser):
        self.server, self.browser = server, browser


def save(page, name):
    """As a PNG with a palette, which is a third as large."""
    page.page.wait_for_timeout(600)
    image = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
    image.quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(SAMPLES / f"pictures/{name}.png", optimize=True)


def main(magpie):
    server = Server(magpie, SAMPLES / "images", SAMPLES / "catalog.csv")
    with sync_playwright() as play:
        setting = Setting(server, launch(play))
        with Page(setting, (1120, 700)) as page:
            page.open("/", "#wall .tile a").wait_for_selector("#examples a")
            save(page, "page-wall")
        with Page(setting, (1120, 820)) as page:
            page.open("/", "#wall .tile a").take(PHOTO)
            page.after(lambda: page.click(".pill >> nth=1"))
            page.wait_for_selector(CARDS)
            save(page, "page-hits")
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1])
