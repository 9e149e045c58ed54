"""The states of the page, its keys, its wall, and hostile data in it."""

import csv
import pathlib
import re
import shutil
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from browser import CARDS, PHOTO, SAMPLES, WIDTHS, Page, Server

# Each is put into ids, file names, attributes and facets; `ran` reports any that runs.
PAYLOADS = [
    "<script>ran()</script>", "\"><script>ran()</script>", "'><script>ran()</script>", "</script><script>ran()</script>",
    "<img src=x onerror=ran()>", "\"><img src=x onerror=ran()>", "<svg onload=ran()>", "<svg><script>ran()</script></svg>",
    "<body onload=ran()>", "<iframe src=javascript:ran()>", "<a href=javascript:ran()>x</a>", "javascript:ran()",
    "\" onmouseover=ran() x=\"", "' onfocus=ran() autofocus='", "` onclick=ran() `", "<details open ontoggle=ran()>",
    "<math><mtext><img src=x onerror=ran()>", "<template><script>ran()</script></template>", "<style>@import 'x'</style>",
    "<link rel=stylesheet href=//x.example>", "<meta http-equiv=refresh content=0>", "<base href=//x.example/>",
    "<form action=javascript:ran()><button>x", "<input autofocus onfocus=ran()>", "<video><source onerror=ran()>",
    "<object data=javascript:ran()>", "<embed src=javascript:ran()>", "<marquee onstart=ran()>", "<!--><img src=x onerror=ran()>",
    "<![CDATA[<img src=x onerror=ran()>]]>", "{{constructor.constructor('ran()')()}}", "${ran()}", "#{ran()}", "<%= ran() %>",
    "\\u003cscript\\u003eran()\\u003c/script\\u003e", "&lt;script&gt;ran()&lt;/script&gt;", "&#60;img src=x onerror=ran()&#62;",
    "%3Cscript%3Eran()%3C/script%3E", "<scr<script>ipt>ran()</script>", "<ScRiPt>ran()</ScRiPt>", "<script/x>ran()</script>",
    "<img/src=x/onerror=ran()>", "<svg/onload=ran()>", "'-ran()-'", "\"-ran()-\"", "');ran();//", "\";ran();//", "]]>", "-->",
    "__proto__", "constructor", "toString", "data:text/html,<script>ran()</script>", "url(javascript:ran())", "expression(ran())",
    "#hit-x\"]", "a[data-key=\"x\"]", "\u202egnp.exe", "x:y..z", "\U0001f4a5\u0000".replace("\u0000", "") + "<b>bold</b>",
]


def every_state_is_accessible(tests):
    assert len(PAYLOADS) >= 60
    for size in WIDTHS:
        with Page(tests, size) as page:
            page.open("/", "#wall .tile a").wait_for_selector("#examples a")
            page.wait_for_timeout(200)
            page.accessible(f"wall, {size}")
            page.fits()
            page.steady()
            page.take(PHOTO)
            page.accessible(f"picture, {size}")
            page.fits()
            page.open("/?item=bag-007&is=color:blue&is=color:pink")
            if size == "narrow":
                page.click("#facets summary")
                page.click("#colors summary")
            page.accessible(f"item, {size}")
            page.fits()
            page.click(f"{CARDS} >> nth=0 >> text=Compare")
            page.click(f"{CARDS} >> nth=1 >> text=Compare")
            page.wait_for_selector("dialog[open] .pair")
            page.accessible(f"comparison, {size}")
            page.keyboard.press("Escape")
            page.open("/?item=bag-007&is=brand:Lumo&is=color:red", "#notes .chip")
            page.wait_for_selector("#notes .chip")
            page.accessible(f"nothing alike, {size}")
            page.open("/docs", ".route")
            page.click(".route >> nth=0")
            page.accessible(f"docs, {size}")
            page.fits()


def dark_is_accessible_too(tests):
    with Page(tests, "wide", color_scheme="dark") as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        page.accessible("picture, dark")
        page.open("/docs", ".route")
        page.accessible("docs, dark")


def everything_fits_into_320_pixels(tests):
    with Page(tests, (320, 640)) as page:
        page.open("/", "#wall .tile a").fits()
        page.take(PHOTO)
        page.fits()
        page.open("/?item=bag-007").fits()
        page.steady()


def nothing_alike_says_which_filter_to_drop(tests):
    with Page(tests) as page:
        page.open("/?item=bag-007&is=brand:Lumo&is=color:red", "#notes .chip")
        page.wait_for_selector("#notes .chip")
        page.after(lambda: page.click("#notes .chip >> nth=0"))
        assert page.locator("#count").inner_text()[0].isdigit()


def conditions_that_no_item_meets_are_told_with_counts(tests):
    with Page(tests) as page:
        page.open("/?q=red+bags+under+50", "#notes code")
        text = page.locator("#notes").inner_text()
        assert "`" not in text and "meet under 50." in text and "These meet all but" in text, text
        assert "meet color: red" in text and page.locator("#notes code").count() >= 4
        page.accessible("conditions that no item meets")


def the_routes_come_before_their_rules(tests):
    with Page(tests) as page:
        page.open("/docs", ".route")
        first = page.evaluate("[...document.querySelectorAll('main details, main p')].find((each) => each.offsetParent).id")
        assert first == "/engine/search", first
        page.evaluate("document.querySelectorAll('.route').forEach((each) => { each.open = true; })")
        page.wait_for_timeout(300)
        told = page.evaluate("[...document.querySelectorAll('main p, main td, summary span')].map((each) => each.textContent).filter((text) => text.includes('`'))")
        assert not told, told[:3]
        page.click("text=Keys and limits")
        page.accessible("rules of the routes")
        page.fits()


def loading_does_not_shift_the_page(tests):
    with Page(tests) as page:
        page.route("**/engine/search", lambda route: (page.page.wait_for_timeout(300), route.continue_()))
        page.goto(page.url + "/?item=bag-007")
        page.wait_for_selector("#hits .waiting")
        page.accessible("loading")
        page.wait_for_selector(CARDS)
        page.wait_for_timeout(300)
        page.steady()


def a_server_that_is_gone_or_busy_is_said_so(tests):
    with Page(tests) as page:
        page.open("/?item=bag-007")
        page.route("**/engine/search", lambda route: route.abort())
        page.fill("#words", "red")
        page.press("#words", "Enter")
        page.wait_for_selector("#problem:not([hidden])")
        assert "does not answer" in page.locator("#problem").inner_text()
        page.accessible("offline")
        page.unroute("**/engine/search")
        page.after(lambda: page.click("text=Try again"))
        assert page.locator("#problem").is_hidden()
        page.route("**/engine/search", lambda route: route.fulfill(status=503, body="{}"))
        page.fill("#words", "green")
        page.press("#words", "Enter")
        page.wait_for_selector("#problem:not([hidden])")
        assert "too much to do" in page.locator("#problem").inner_text()
        page.errors.clear()


def examples_and_an_upload_that_is_gone(tests):
    with Page(tests) as page:
        page.open("/", "#examples a")
        assert page.locator("#examples a").count() == 6
        page.after(lambda: page.click("#examples a >> nth=3"))
        assert "item=" in page.page.url
        page.open("/?picture=20200101aa.jpg", "#problem:not([hidden])")
        assert "no longer keeps this picture" in page.locator("#problem").inner_text()
        page.errors.clear()


def the_keyboard_alone_is_enough(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        keys = page.page.keyboard
        page.page.locator("#wall a").first.focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
            keys.press(key)
            page.wait_for_timeout(60)
        assert page.evaluate("document.activeElement.dataset.index") == "1"
        keys.press("/")
        keys.type("bag")
        page.after(lambda: keys.press("Enter"))
        keys.press("Escape")
        for _ in range(80):
            keys.press("Tab")
            if page.evaluate("document.activeElement.matches('#hits .open')"):
                break
        keys.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.index") == "1"
        keys.press("d")
        page.wait_for_selector("dialog[open]")
        keys.press("Escape")
        assert page.evaluate("document.activeElement.closest('.card') !== null")
        page.page.locator("#hits .open").nth(1).focus()
        keys.press("c")
        page.page.locator("#hits .open").nth(2).focus()
        keys.press("c")
        page.wait_for_selector("dialog[open] .pair")
        keys.press("Escape")
        page.page.locator("#hits .open").nth(1).focus()
        id = page.evaluate("document.activeElement.dataset.id")
        page.after(lambda: keys.press("Enter"))
        assert f"item={id}" in page.page.url
        page.page.evaluate("document.activeElement.blur()")
        keys.press("Escape")
        page.until("location.search.includes('q=bag')")
        page.settle()
        keys.press("Escape")
        page.until("location.search === ''")


def the_wall_holds_only_what_is_seen(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        total = page.evaluate("document.querySelector('#wall .tile').getAttribute('aria-setsize')")
        assert int(total) == tests.items and page.locator("#wall .tile").count() < tests.items
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_selector(f"#wall a[data-index='{int(total) - 1}']")
        path = page.evaluate("new URL(document.querySelector('#wall img').src).pathname + new URL(document.querySelector('#wall img').src).search")
        with urllib.request.urlopen(page.url + path) as answer:
            tag, cached = answer.headers["ETag"], answer.headers["Cache-Control"]
            assert "max-age" in cached and "no-store" not in cached and answer.headers["Content-Type"] == "image/jpeg"
        try:
            urllib.request.urlopen(urllib.request.Request(page.url + path, headers={"If-None-Match": tag}))
            raise AssertionError("a known picture was sent again")
        except urllib.error.HTTPError as error:
            assert error.code == 304


def the_first_load_is_small(tests):
    with Page(tests) as page:
        sizes = {}
        page.page.on("response", lambda r: sizes.update({r.url: len(r.body())}) if "/page/" in r.url or r.url == page.url + "/" else None)
        page.open("/", "#wall .tile a").wait_for_timeout(300)
        tests.figures["bytes of the first load"] = sum(sizes.values())
        assert sum(sizes.values()) <= 120_000, sizes
        outside = [r.url for r in page.requests if not r.url.startswith((page.url, "blob:", "data:"))]
        assert not outside, outside


def markup_in_data_shows_as_text(tests):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-payloads-"))
    pictures = sorted((SAMPLES / "images").glob("*.jpg"))
    rows = []
    for index, payload in enumerate(PAYLOADS):
        safe = payload.replace("/", "\u2215")
        name = f"{index} {safe}.jpg"
        shutil.copy(pictures[index % 60], folder / name)
        rows.append({"file": name, "id": f"{index} {payload}", "title": payload, "brand": payload, "tags": payload, "price": index})
    with open(folder / "catalog.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    server = Server(tests.magpie, folder, folder / "catalog.csv")
    try:
        with Page(tests, url=server.url) as page:
            page.open("/", "#wall .tile a")
            names = page.eval_on_selector_all("#wall .name", "all => all.map((each) => each.textContent)")
            # Texts of catalogs lose their markup when they are read; where nothing is left of a title, the id stands there.
            known = "\n".join([row["id"] for row in rows] + PAYLOADS + [re.sub("<[^>]*>", "", each) for each in PAYLOADS])
            assert len(names) > 10 and not [each for each in names if each not in known], names
            for payload in PAYLOADS[:12]:
                page.goto(server.url + "/?" + urllib.parse.urlencode({"item": f"{PAYLOADS.index(payload)} {payload}", "is": f"brand:{payload}", "q": payload}))
                page.wait_for_selector(f"{CARDS}, #problem:not([hidden]), #notes .note")
                page.settle()
            page.goto(server.url + "/?item=" + urllib.parse.quote(f"0 {PAYLOADS[0]}"))
            page.wait_for_selector(CARDS)
            for index in range(min(6, page.locator(CARDS).count())):
                page.locator(CARDS).nth(index).get_by_text("Details").click()
                page.wait_for_selector("dialog[open] .why")
                page.keyboard.press("Escape")
            page.click(f"{CARDS} >> nth=0 >> text=Compare")
            page.click(f"{CARDS} >> nth=1 >> text=Compare")
            page.wait_for_selector("dialog[open] .pair")
            page.keyboard.press("Escape")
            page.click("#request")
            page.wait_for_selector("dialog[open] pre")
            page.keyboard.press("Escape")
            boxes = page.locator("#facets input[type=checkbox]")
            page.after(lambda: boxes.first.check())
            assert page.locator("script:not([src='page/app.js'])").count() == 0
            page.errors = [each for each in page.errors if "Failed to load resource" not in each]
    finally:
        server.stop()
        shutil.rmtree(folder)


def a_server_with_keys_asks_for_one(tests):
    server = Server(tests.magpie, SAMPLES / "images", SAMPLES / "catalog.csv", "--key", "ak:sk")
    try:
        with Page(tests, url=server.url) as page:
            page.open("/", "#key")
            page.accessible("a key")
            page.fill("#key", "ak:sk")
            page.click("text=Use the key")
            page.wait_for_selector("#wall .tile a")
            page.until("document.querySelector('#wall img').naturalWidth > 0")
            page.take(PHOTO)
            assert "sk" not in page.evaluate("JSON.stringify([localStorage, document.cookie])")
            page.errors.clear()
    finally:
        server.stop()


TESTS = [
    every_state_is_accessible, dark_is_accessible_too, everything_fits_into_320_pixels, nothing_alike_says_which_filter_to_drop,
    conditions_that_no_item_meets_are_told_with_counts, the_routes_come_before_their_rules,
    loading_does_not_shift_the_page, a_server_that_is_gone_or_busy_is_said_so, examples_and_an_upload_that_is_gone,
    the_keyboard_alone_is_enough, the_wall_holds_only_what_is_seen, the_first_load_is_small, markup_in_data_shows_as_text,
    a_server_with_keys_asks_for_one,
]
