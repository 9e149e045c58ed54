"""Words, colors, facets, single hits, the way back, and addresses that others open."""

import json
import subprocess
import sys
import urllib.parse
import urllib.request
from collections import Counter

from browser import CARDS, PHOTO, SAMPLES, WIDTHS, Page, Server, all_hits, call

ITEM = "/?item=bag-007"
# With every item as a hit, so that there is enough to count, to filter and to scroll.
ALL = ITEM + "&show=all"


def words_go_beside_the_picture(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        page.fill("#words", "pink")
        page.after(lambda: page.press("#words", "Enter"))
        body = json.loads(page.searches()[-1].post_data)
        assert body["query"]["text"] == "pink" and body["query"]["example"]["image"]["upload"]
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


def more_or_less_is_shown(tests):
    with Page(tests) as page:
        page.open(ITEM)
        total = lambda: int("".join(filter(str.isdigit, page.locator("#count").inner_text())))
        totals = {page.input_value("#show"): total()}
        assert "show=" not in page.page.url
        for show, asked in (("close", (0.8, None)), ("more", (0.2, None)), ("all", (None, "all"))):
            page.after(lambda: page.select_option("#show", show))
            body = json.loads(page.searches()[-1].post_data)
            assert (body.get("strictness"), body.get("scope")) == asked, body
            assert f"show={show}" in page.page.url
            totals[show] = total()
        assert totals["close"] <= totals[""] <= totals["more"] <= totals["all"], totals
        assert totals[""] < totals["all"], "only what is similar is shown"


def product(hit):
    """The product that a hit is a variant of: its group, or else itself."""
    group = hit["attributes"].get("group_id")
    return ("group", next(iter(group.values()))) if group else ("item", hit["id"])


def one_of_each_product(hits):
    """The best hit of each product."""
    found = {}
    for hit in hits:
        found.setdefault(product(hit), hit)
    return list(found.values())


def counts_are_those_of_a_count_by_hand(tests):
    with Page(tests) as page:
        page.open(ALL)
        hits = all_hits(tests.server.url, {"look": {"item": "bag-007"}}, scope="all")
        for field, of in (("color", lambda h: h["attributes"]["color"]["string"]), ("brand", lambda h: h["attributes"]["brand"]["string"])):
            # A product counts once for each value that one of its variants has.
            counted = Counter(value for _, value in {(product(h), of(h)) for h in hits})
            for _ in range(page.locator(f"[data-key='all-{field}']").count()):
                page.click(f"[data-key='all-{field}']")
            shown = page.evaluate(
                """(field) => Object.fromEntries([...document.querySelectorAll(`[data-key^="${field}:"]`)].map((each) =>
                  [each.dataset.key.slice(field.length + 1), Number(each.parentElement.querySelector('b').textContent)]))""", field)
            assert shown == dict(counted), (field, shown, counted)
        # Several values of one field: the others keep their counts, and the hits are those of both.
        page.after(lambda: page.check("[data-key='color:blue']"))
        page.after(lambda: page.check("[data-key='color:navy']"))
        both = [h for h in hits if h["attributes"]["color"]["string"] in ("blue", "navy")]
        expected = [h["id"] for h in one_of_each_product(both)]
        assert page.ids() == expected[:24], (page.ids(), expected)
        assert page.locator("#count").inner_text().startswith(str(len(expected)))
        shown = int(page.locator("[data-key='color:green'] ~ b").inner_text())
        assert shown == len({product(h) for h in hits if h["attributes"]["color"]["string"] == "green"})
        page.after(lambda: page.click("#chips .chip >> nth=0"))
        assert page.locator("#chips .chip").count() == 1


def addresses_are_no_filters(tests):
    values = {"url": "https://shop.example/{}", "image_link": "//cdn.example/{}.jpg", "file": "photos/{}.jpg", "care": "wash at {}"}

    def add(answer):
        for field, form in values.items():
            listed = [{"value": form.format(index), "count": 1} for index in range(5)]
            answer["facets"].append({"field": field, "values": listed, "more": 0, "histogram": []})

    with Page(tests) as page:
        page.change_answers(add)
        page.open(ITEM)
        names = page.locator("#facets legend").all_inner_texts()
        assert "Care" in names and not {"Url", "Image link", "File"} & set(names), names


def prices_are_a_range_over_their_histogram(tests):
    with Page(tests) as page:
        page.open(ALL)
        page.fill("[aria-label='Highest Price']", "100")
        page.after(lambda: page.press("[aria-label='Highest Price']", "Enter"))
        hits = all_hits(tests.server.url, {"look": {"item": "bag-007"}}, scope="all")
        cheap = [h["id"] for h in one_of_each_product([h for h in hits if h["attributes"]["price"]["float"] <= 100])]
        assert page.ids() == cheap[:24]
        assert page.locator(".bins u").count() > 3
        page.focus("[aria-label='Lowest Price, slider']")
        page.after(lambda: page.keyboard.press("ArrowRight"))
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Lowest Price, slider"


def back_restores_hits_and_scroll(tests):
    with Page(tests) as page:
        page.open(ALL)
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


def less_like_this_moves_the_hits_away(tests):
    for size in WIDTHS:
        with Page(tests, size) as page:
            page.open(ALL)
            before = page.ids()
            name = page.locator(f"{CARDS} h2").first.inner_text()
            page.after(lambda: page.click(f"[data-key='less-{before[0]}']"))
            body = json.loads(page.searches()[-1].post_data)
            assert body["query"]["unlike"] == [before[0]] and f"less={before[0]}" in page.page.url
            after = page.ids()
            assert before[0] not in after and after != before[1:]
            assert page.evaluate("document.activeElement.matches('#hits .open')"), "the focus is lost"
            assert name in page.locator("#chips .chip").inner_text()
            page.accessible(f"less like this, {size}")
            page.fits()
            with Page(tests, size) as other:
                other.page.goto(page.page.url)
                other.wait_for_selector(CARDS)
                other.settle()
                assert other.ids() == after and name in other.locator("#chips .chip").inner_text()
            page.after(lambda: page.click(f"[data-key='less-{after[1]}']"))
            assert page.page.url.count("less=") == 2
            page.go_back()
            page.until("(location.search.match(/less=/g) ?? []).length === 1")
            page.settle()
            assert page.ids() == after
            page.go_back()
            page.until("!location.search.includes('less=')")
            page.settle()
            assert page.ids() == before
            # By the keyboard alone, and with words alone.
            page.open("/?q=bag")
            first = page.ids()[0]
            page.page.locator("#hits .open").first.focus()
            page.after(lambda: page.keyboard.press("l"))
            assert f"less={first}" in page.page.url and first not in page.ids()
            page.page.locator("#chips .chip").last.focus()
            page.keyboard.press("Enter")
            page.until("!location.search.includes('less=')")
            page.settle()
            assert page.ids()[0] == first


def also_like_this_searches_by_all_that_are_marked(tests):
    for size in WIDTHS:
        with Page(tests, size) as page:
            page.open(ALL)
            before = page.ids()
            also, less = before[0], before[3]
            name = page.locator(f"{CARDS} h2").first.inner_text()
            page.after(lambda: page.click(f"[data-key='also-{also}']"))
            page.after(lambda: page.click(f"[data-key='less-{less}']"))
            body = json.loads(page.searches()[-1].post_data)
            assert body["query"]["examples"] == [{"item": also}] and body["query"]["unlike"] == [less]
            assert body["query"]["example"] == {"item": "bag-007"}
            assert f"also={also}" in page.page.url and f"less={less}" in page.page.url
            after = page.ids()
            assert also not in after and less not in after and after != [each for each in before if each not in (also, less)]
            assert page.evaluate("document.activeElement.matches('#hits .open')"), "the focus is lost"
            chips = page.locator("#chips .chip").all_inner_texts()
            assert any(text.startswith(f"Also like {name}") for text in chips) and any("Less like" in text for text in chips)
            page.accessible(f"also like this, {size}")
            page.fits()
            # The marks stay beside words and filters, and in another browser.
            page.fill("#words", "bag")
            page.after(lambda: page.press("#words", "Enter"))
            assert f"also={also}" in page.page.url and f"less={less}" in page.page.url
            with Page(tests, size) as other:
                other.page.goto(page.page.url)
                other.wait_for_selector(CARDS)
                other.settle()
                assert other.ids() == page.ids()
            # Each is taken away by itself, with the keyboard.
            chip = page.locator("#chips .chip", has_text="Also like")
            assert chip.get_attribute("aria-label") == f"Remove Also like {name}"
            chip.focus()
            page.keyboard.press("Enter")
            page.until("!location.search.includes('also=')")
            page.settle()
            assert f"less={less}" in page.page.url
            # By the keyboard alone; without the item, the marked ones are what is searched with.
            page.open("/?q=bag")
            first = page.ids()[0]
            page.page.locator("#hits .open").first.focus()
            page.after(lambda: page.keyboard.press("m"))
            assert f"also={first}" in page.page.url and first not in page.ids()
            page.open(f"/?also={first}&also={also}&less={also}")
            assert "less" not in json.loads(page.searches()[-1].post_data)["query"]
            assert len(page.ids()) > 0


def details_recommend_what_the_server_knows(tests):
    server = Server(tests.magpie, SAMPLES / "images", SAMPLES / "catalog.csv")
    try:
        for visit in range(4):
            for item in ("bag-007", "mug-002"):
                event = {"action": "add_to_cart", "uid": f"u{visit}", "sid": f"s{visit}", "pid": item, "pos": 1, "queryId": 7, "code": "x"}
                urllib.request.urlopen(f"{server.url}/v3/__va.gif?{urllib.parse.urlencode(event)}").read()
        for size in WIDTHS:
            with Page(tests, size, url=server.url) as page:
                page.open("/?item=bag-004")
                page.click("[data-key='details-bag-007']")
                page.wait_for_selector("dialog .strip[aria-label='Seen and bought together'] a")
                together = page.locator("dialog .strip[aria-label='Seen and bought together'] a")
                assert together.first.get_attribute("data-id") == "mug-002"
                page.wait_for_selector("dialog .strip[aria-label='Goes with it'] a")
                page.accessible(f"recommendations, {size}")
                page.after(lambda: (together.first.focus(), page.keyboard.press("Enter")))
                assert "item=mug-002" in page.page.url and not page.locator("dialog[open]").count()
                page.go_back()
                page.until("location.search.includes('item=bag-004')")
        # What nobody has seen together is not made up.
        with Page(tests) as page:
            page.open("/?item=bag-004")
            page.click(f"{CARDS} >> text=Details")
            page.wait_for_selector("dialog .strip")
            assert page.locator("dialog .strip[aria-label='Seen and bought together']").count() == 0
    finally:
        server.stop()


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


def phrases_are_chips(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.fill("#words", "red bags under 60")
        page.after(lambda: page.press("#words", "Enter"))
        assert json.loads(page.searches()[-1].post_data)["query"]["readsPhrases"] is True
        chips = page.locator("#chips .chip").all_inner_texts()
        assert chips == ["color: red", "category: Bags", "under 60"], chips
        page.after(lambda: page.click("[aria-label='Remove under 60']"))
        body = json.loads(page.searches()[-1].post_data)
        assert body["query"]["ignoredPhrases"] == ["under 60"] and "plain=under+60" in page.page.url
        assert "under 60" not in page.locator("#chips").inner_text()
        page.fill("#words", "red bags")
        page.after(lambda: page.press("#words", "Enter"))
        assert "plain=" not in page.page.url, "other words are read anew"


TESTS = [
    words_go_beside_the_picture, words_are_suggested, phrases_are_chips, colors_come_from_the_photo, more_or_less_is_shown,
    counts_are_those_of_a_count_by_hand, addresses_are_no_filters,
    prices_are_a_range_over_their_histogram, back_restores_hits_and_scroll, details_say_why,
    less_like_this_moves_the_hits_away,
    also_like_this_searches_by_all_that_are_marked, details_recommend_what_the_server_knows, the_address_is_the_state,
    the_request_runs_as_a_program, more_results_follow,
]
