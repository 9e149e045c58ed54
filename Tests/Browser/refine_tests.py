"""Words, colors, facets, single hits, the way back, and addresses that others open."""

import json
import subprocess
import sys
from collections import Counter

from browser import CARDS, PHOTO, Page, all_hits, call

ITEM = "/?item=bag-007"


def words_go_beside_the_picture(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        page.fill("#words", "pink")
        page.after(lambda: page.press("#words", "Enter"))
        body = json.loads(page.searches()[-1].post_data)
        assert body["query"]["text"] == "pink" and body["query"]["look"]["image"]["upload"]
        assert "q=pink" in page.page.url and "picture=" in page.page.url


def words_are_suggested(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.focus("#words")
        page.keyboard.type("sne")
        page.wait_for_selector("#suggestions li")
        page.keyboard.press("ArrowDown")
        text = page.locator("#suggestions [aria-selected=true]").inner_text()
        page.accessible("suggestions")
        page.after(lambda: page.keyboard.press("Enter"))
        assert page.input_value("#words") == text and text.startswith("sne"), text


def colors_come_from_the_photo(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        before = len(page.searches())
        page.click("text=Tap in the picture")
        page.after(lambda: page.click(".frame", position={"x": 70, "y": 150}))
        assert "color=" in page.page.url
        assert len(page.searches()) == before + 1, "one change is one request"
        color = page.page.url.split("color=")[1][:6]
        red, green, blue = (int(color[i : i + 2], 16) for i in (0, 2, 4))
        assert blue > red, f"the mug is blue, not #{color}"
        page.after(lambda: page.click(".swatches .swatch >> nth=0"))
        page.after(lambda: page.evaluate(
            "(i) => { i = document.querySelector('.wheel input'); i.value = '#00ff00'; i.dispatchEvent(new Event('change')); }"))
        assert page.page.url.count("color=") == 3
        page.after(lambda: page.click("[aria-label^='Remove the color'] >> nth=0"))
        assert page.page.url.count("color=") == 2
        page.focus("[aria-label='Weight of color against shape']")
        before = len(page.searches())
        page.after(lambda: page.keyboard.press("End"))
        assert "balance=1" in page.page.url and len(page.searches()) == before + 1


def counts_are_those_of_a_count_by_hand(tests):
    with Page(tests) as page:
        page.open(ITEM)
        hits = all_hits(tests.server.url, {"look": {"item": "bag-007"}})
        for field, of in (("color", lambda h: h["attributes"]["color"]["string"]), ("brand", lambda h: h["attributes"]["brand"]["string"])):
            counted = Counter(map(of, hits))
            for _ in range(page.locator(f"[data-key='all-{field}']").count()):
                page.click(f"[data-key='all-{field}']")
            shown = page.evaluate(
                """(field) => Object.fromEntries([...document.querySelectorAll(`[data-key^="${field}:"]`)].map((each) =>
                  [each.dataset.key.slice(field.length + 1), Number(each.parentElement.querySelector('b').textContent)]))""", field)
            assert shown == dict(counted), (field, shown, counted)
        # Several values of one field: the others keep their counts, and the hits are those of both.
        page.after(lambda: page.check("[data-key='color:blue']"))
        page.after(lambda: page.check("[data-key='color:navy']"))
        expected = [h["id"] for h in hits if h["attributes"]["color"]["string"] in ("blue", "navy")]
        assert page.ids() == expected[:24], (page.ids(), expected)
        assert page.locator("#count").inner_text().startswith(str(len(expected)))
        shown = int(page.locator("[data-key='color:white'] ~ b").inner_text())
        assert shown == sum(h["attributes"]["color"]["string"] == "white" for h in hits)
        page.after(lambda: page.click("#chips .chip >> nth=0"))
        assert page.locator("#chips .chip").count() == 1


def prices_are_a_range_over_their_histogram(tests):
    with Page(tests) as page:
        page.open(ITEM)
        page.fill("[aria-label='Highest Price']", "100")
        page.after(lambda: page.press("[aria-label='Highest Price']", "Enter"))
        hits = all_hits(tests.server.url, {"look": {"item": "bag-007"}})
        cheap = [h["id"] for h in hits if h["attributes"]["price"]["float"] <= 100]
        assert page.ids() == cheap[:24]
        assert page.locator(".bins u").count() > 3
        page.focus("[aria-label='Lowest Price, slider']")
        page.after(lambda: page.keyboard.press("ArrowRight"))
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Lowest Price, slider"


def back_restores_hits_and_scroll(tests):
    with Page(tests) as page:
        page.open(ITEM)
        first = page.ids()
        page.locator(CARDS).nth(10).scroll_into_view_if_needed()
        page.wait_for_timeout(250)
        there = page.evaluate("scrollY")
        page.after(lambda: page.locator(f"{CARDS} .open").nth(10).click())
        assert page.evaluate("scrollY") == 0 and page.ids() != first
        assert page.locator("#trail a").count() == 1
        page.go_back()
        page.until("document.querySelectorAll('#trail a').length === 0")
        page.settle()
        assert page.ids() == first
        assert abs(page.evaluate("scrollY") - there) < 40, (page.evaluate("scrollY"), there)


def details_say_why(tests):
    with Page(tests) as page:
        page.open(ITEM)
        page.click(f"{CARDS} >> text=Details")
        page.wait_for_selector("dialog[open] .why")
        text = page.locator("dialog").inner_text()
        assert "Shape" in text and "Attributes" in text and "Brand" in text
        hit = call(tests.server.url, "search", {"query": {"look": {"item": "bag-007"}}, "limit": 1, "explains": True})["hits"][0]
        assert f"{hit['explanation']['shape'] * 100:.1f} %" in text
        page.accessible("details")
        page.after(lambda: page.click("dialog >> text=More like this"))
        assert f"item={hit['id']}" in page.page.url


def the_address_is_the_state(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        page.after(lambda: page.click(".pill >> nth=1"))
        page.after(lambda: page.click("[data-key^='brand:'] >> nth=0"))
        with Page(tests) as other:
            other.page.goto(page.page.url)
            other.wait_for_selector(CARDS)
            other.settle()
            assert other.ids() == page.ids() and len(page.ids()) > 0
            other.wait_for_selector(".spot")


def the_request_runs_as_a_program(tests):
    with Page(tests) as page:
        page.open(ITEM + "&is=color:blue")
        page.click("#request")
        page.wait_for_selector("dialog[open] pre")
        page.accessible("the request")
        curl = page.locator("pre code").inner_text()
        answer = json.loads(subprocess.run(curl, shell=True, capture_output=True, check=True).stdout)["answer"]
        assert [hit["id"] for hit in answer["hits"]] == page.ids()
        page.click("dialog >> text=Python")
        python = page.locator("pre code").inner_text()
        said = subprocess.run([sys.executable, "-c", python], capture_output=True, check=True, text=True).stdout
        assert [line.split()[0] for line in said.splitlines()] == page.ids()
        page.click("dialog >> text=Swift")
        assert "URLSession" in page.locator("pre code").inner_text()


def more_results_follow(tests):
    with Page(tests) as page:
        page.open("/?q=blue")
        total = int(page.locator("#count").inner_text().split()[0])
        while page.locator("#next").is_visible():
            shown = page.locator(CARDS).count()
            page.click("#next")
            page.until(f"document.querySelectorAll('{CARDS}').length > {shown}")
        assert page.locator(CARDS).count() == total


TESTS = [
    words_go_beside_the_picture, words_are_suggested, colors_come_from_the_photo, counts_are_those_of_a_count_by_hand,
    prices_are_a_range_over_their_histogram, back_restores_hits_and_scroll, details_say_why, the_address_is_the_state,
    the_request_runs_as_a_program, more_results_follow,
]
