"""Sheets of paper, the album by month, and a store without items."""

import csv
import pathlib
import shutil
import tempfile

from browser import CARDS, PHOTO, SAMPLES, WIDTHS, Page, Server

PICTURES = sorted((SAMPLES / "images").glob("*.jpg"))
DARK = {"color_scheme": "dark"}


def dated(count=130):
    """Pictures of five months of two years, and some of no date, as a folder with its table."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-album-"))
    rows = []
    for index, picture in enumerate(PICTURES[:count]):
        shutil.copy(picture, folder / picture.name)
        month = ("2023-11", "2023-12", "2024-01", "2024-06", "2024-07")[index % 5]
        rows.append({"file": picture.name, "id": picture.stem, "title": f"Photo {index}", "taken": "" if index % 13 == 12 else f"{month}-{index % 28 + 1:02d}"})
    with open(folder / "catalog.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return folder, rows


def an_album_has_months(tests):
    folder, rows = dated()
    server = Server(tests.magpie, folder, folder / "catalog.csv", "--thumbnails", "256")
    count = lambda start: sum(row["taken"].startswith(start) for row in rows)
    try:
        for size in WIDTHS:
            for options in ({}, DARK):
                with Page(tests, size, url=server.url, **options) as page:
                    page.open("/", "#wall .tile a").click("#by-month")
                    page.wait_for_selector("#album .sheet")
                    assert page.locator("#album h1").inner_text() == "2024"
                    assert page.locator("#album h2").all_text_contents() == [
                        f"{name} 2024 {count(start)}" for name, start in (("January", "2024-01"), ("June", "2024-06"), ("July", "2024-07"))]
                    days = page.locator("#album .sheet >> nth=0 >> small").all_text_contents()
                    assert len(days) == count("2024-01") and days == sorted(days), days
                    assert f"2023 {count('2023')}" in page.locator("#album nav").inner_text()
                    page.accessible(f"album, {size}, {options}")
                    page.fits()
                    page.click("text=June 2024")
                    page.until("location.search === '?album=2024-06'")
                    page.until("document.querySelector('#album h1').textContent === 'June 2024'")
                    assert page.locator("#album .sheet li").count() == count("2024-06")
                    page.click("text=Without a date")
                    page.until("document.querySelector('#album h1').textContent === 'Without a date'")
                    assert page.locator("#album .sheet li").count() == sum(not row["taken"] for row in rows)
                    page.go_back()
                    page.until("document.querySelector('#album h1').textContent === 'June 2024'")
                    page.after(lambda: page.click("#album .sheet a >> nth=0"))
                    assert "item=" in page.page.url and "album" not in page.page.url
        # A store without dates has no album.
        with Page(tests) as page:
            page.open("/?album=2024", "#wall .tile a")
            assert page.locator("#by-month").is_hidden() and page.locator("#album").is_hidden()
    finally:
        server.stop()
        shutil.rmtree(folder)


def paper(page):
    """How the page lies on paper: what is seen of it, and the color of the sheet."""
    page.emulate_media(media="print")
    seen = page.evaluate("""() => {
      const isSeen = (each) => each.checkVisibility();
      return {
        controls: [...document.querySelectorAll('button, input, select, nav, summary')].filter(isSeen).map((each) => each.outerHTML.slice(0, 90)),
        ground: getComputedStyle(document.body).backgroundColor, asked: document.querySelector('#asked')?.checkVisibility() && document.querySelector('#asked').textContent,
        clipped: [...document.querySelectorAll('h2, .name')].filter(isSeen).length,
      };
    }""")
    assert len(page.pdf(format="A4")) > 20_000
    return seen


def hits_and_albums_are_printed_as_sheets(tests):
    folder, _ = dated(60)
    server = Server(tests.magpie, folder, folder / "catalog.csv", "--thumbnails", "256")
    try:
        for options in ({}, DARK):
            for address, url in (("/?item=bag-007", None), ("/?q=red+bags", None), ("/?album=latest", server.url)):
                with Page(tests, url=url, **options) as page:
                    page.open(address, f"{CARDS}, .sheet li")
                    page.wait_for_timeout(300)
                    seen = paper(page)
                    assert not seen["controls"], seen["controls"]
                    assert seen["ground"] == "rgb(255, 255, 255)" and seen["clipped"] > 0, seen
                    if "q=" in address:
                        assert seen["asked"].startswith("red bags · color: red · category: Bags · "), seen
        with Page(tests, **DARK) as page:
            page.open("/", "#wall .tile a").take(PHOTO)
            assert [each for each in paper(page)["controls"] if "spot" not in each and "crop" not in each and "grip" not in each] == []
    finally:
        server.stop()
        shutil.rmtree(folder)


def a_store_without_items_is_filled_on_its_page(tests):
    for size in WIDTHS:
        for options in ({}, DARK):
            server = Server(tests.magpie, None, None, "--thumbnails", "256")
            try:
                with Page(tests, size, url=server.url, **options) as page:
                    page.open("/", "#empty .zone")
                    line = page.locator("#empty pre").inner_text()
                    assert line == f"magpie index PHOTOS --store {server.folder}/shop.magpie --thumbnails 320", line
                    assert page.locator(".hero").is_hidden()
                    page.accessible(f"an empty store, {size}, {options}")
                    page.fits()
                    page.drop(*PICTURES[:5])
                    page.wait_for_selector("text=Add 5 items")
                    assert not page.uploads() and "picture=" not in page.page.url
                    page.accessible(f"pictures for an empty store, {size}, {options}")
                    page.click("text=Add 5 items")
                    page.click("text=See the catalog", timeout=60_000)
                    page.wait_for_selector("#wall .tile a")
                    assert page.locator("#wall-name").inner_text() == "All 5 items" and page.locator("#empty").is_hidden()
                    # From now on a picture is one to search with.
                    with page.expect_response(lambda r: r.url.endswith("/engine/search") and r.ok):
                        page.drop(PICTURES[0])
            finally:
                server.stop()


def an_empty_store_that_takes_nothing_shows_the_command(tests):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-none-"))
    # Who may not hear paths hears no path, and a store that is read alone takes no pictures.
    server = Server(tests.magpie, None, None)
    try:
        with Page(tests, url=server.url, extra_http_headers={"X-Forwarded-For": "198.51.100.7"}) as page:
            page.open("/", "#empty pre")
            assert page.locator("#empty pre").inner_text() == "magpie index PHOTOS --store STORE --thumbnails 320"
        with Page(tests, url=server.url) as page:
            page.route("**/engine/overview", lambda route: route.fulfill(status=403, body="{}"))
            page.open("/", "#empty pre")
            assert page.locator("#empty .zone").count() == 0 and "Whoever runs this server" in page.locator("#empty").inner_text()
            page.accessible("an empty store without a right")
            page.errors.clear()
    finally:
        server.stop()
        shutil.rmtree(folder)


TESTS = [
    an_album_has_months, hits_and_albums_are_printed_as_sheets, a_store_without_items_is_filled_on_its_page,
    an_empty_store_that_takes_nothing_shows_the_command,
]
