"""The page of those who run the server: figures that move, and items that come into the store."""

import base64
import csv
import json
import pathlib
import shutil
import tempfile
import urllib.parse
import urllib.request

from browser import SAMPLES, WIDTHS, Page, Server

KEY = "ak:sk"


def served(tests, *options):
    return Server(tests.magpie, SAMPLES / "images", SAMPLES / "catalog.csv", *options)


def ask(server, path, body=None, key=KEY):
    """Asks as a program does, with a key."""
    headers = {"Authorization": "Basic " + base64.b64encode(key.encode()).decode()}
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers)) as answer:
        return answer.read()


def report(server, item, action="product_click", user="u1"):
    event = {"action": action, "uid": user, "sid": "s", "pid": item, "pos": 1, "queryId": 7}
    ask(server, "/v3/__va.gif?" + urllib.parse.urlencode(event))


def enter(page, key=KEY):
    page.open("/operator", "#key")
    page.fill("#key", key)
    page.keyboard.press("Enter")
    page.wait_for_selector("#desk:not([hidden])")


def figure(page, section, name):
    return page.evaluate(
        """([section, name]) => [...document.querySelectorAll(`#${section} dt`)].find((each) => each.textContent === name)
          ?.nextElementSibling.textContent""", [section, name])


def says(page, selector, text):
    page.until(f"document.querySelector({json.dumps(selector)})?.textContent.includes({json.dumps(text)})")


def the_operator_sees_what_goes_on(tests):
    server = served(tests, "--key", KEY)
    try:
        for item in ("bag-007", "bag-007", "mug-002"):
            report(server, item)
        report(server, "bag-007", "add_to_cart", "u2")
        for size in WIDTHS:
            with Page(tests, size, url=server.url) as page:
                enter(page)
                assert figure(page, "store", "Items") == str(tests.items)
                assert "items" in page.locator("#state").inner_text()
                says(page, "#events tbody tr", "bag-007")
                assert [t.strip() for t in page.locator("#events tbody tr").first.locator("td").all_inner_texts()] == ["3", "2"]
                assert "Networks that see pictures" in page.locator("#store").text_content()
                page.focus("#by")
                page.keyboard.press("ArrowDown")
                says(page, "#events thead", "Action")
                says(page, "#events tbody", "add_to_cart")
                # A search elsewhere shows here by itself.
                words = f"striped {size}"
                ask(server, "/engine/search", {"query": {"text": words}})
                says(page, "#searches", words)
                says(page, "#traffic tbody", "/engine/search")
                assert "/engine/overview" not in page.locator("#traffic").inner_text()
                page.until("Number([...document.querySelectorAll('#traffic dt')].find((e) => e.textContent === 'Since the start').nextElementSibling.textContent) > 0")
                # By the keyboard alone.
                page.focus("#store summary >> nth=0")
                page.keyboard.press("Enter")
                assert "Bags" in page.locator("#store details").first.inner_text()
                page.wait_for_timeout(2500)
                assert page.locator("#store details").first.evaluate("(each) => each.open"), "it closed by itself"
                page.accessible(f"operator, {size}")
                page.fits()
                page.steady()
                assert "sk" not in page.evaluate("JSON.stringify([localStorage, document.cookie])")
                page.errors = [each for each in page.errors if "401" not in each]
        with Page(tests, (320, 640), url=server.url, color_scheme="dark") as page:
            enter(page)
            page.accessible("operator, dark")
            page.fits()
            page.errors.clear()
    finally:
        server.stop()


def new_items(folder, count=6):
    """Pictures under new names, one of them broken, and a table of them."""
    files, rows = [], []
    for index, picture in enumerate(sorted((SAMPLES / "images").glob("*.jpg"))[:count]):
        path = folder / f"New {index}.jpg"
        shutil.copy(picture, path)
        files.append(str(path))
        rows.append({"id": f"new-{index}", "file": f"pictures/New {index}.jpg", "title": f'A "new" one, <b>{index}</b>', "price": index + 0.5})
    (folder / "broken.jpg").write_bytes(b"this is no picture")
    files.append(str(folder / "broken.jpg"))
    with open(folder / "new.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return files + [str(folder / "new.csv")]


def pictures_and_a_table_come_into_the_store(tests):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-new-"))
    try:
        files = new_items(folder)
        for size in WIDTHS:
            server = served(tests, "--key", KEY, "--thumbnails", "128")
            try:
                with Page(tests, size, url=server.url) as page:
                    enter(page)
                    before = int(figure(page, "store", "Items"))
                    with page.expect_file_chooser() as chooser:
                        page.locator("#adding input").press("Enter")
                    chooser.value.set_files(files)
                    page.wait_for_selector("[data-key=start]")
                    text = page.locator("#adding").inner_text()
                    assert "7 items: 7 pictures" in text and "1 picture without a row" in text, text
                    page.accessible(f"what is to be added, {size}")
                    page.focus("[data-key=start]")
                    page.keyboard.press("Enter")
                    says(page, "#adding .figure", "Done 6 of 7 in the store · 1 failed")
                    assert "broken" in page.locator("#adding .faults").inner_text()
                    page.until(f"[...document.querySelectorAll('#store dd')][0].textContent === '{before + 6}'")
                    page.accessible(f"what was added, {size}")
                    page.fits()
                    item = json.loads(ask(server, "/engine/item", "new-3"))["answer"]
                    assert item["attributes"]["title"] == {"text": 'A "new" one, <b>3</b>'}, item
                    assert item["attributes"]["price"] == {"float": 3.5}, item
                    assert ask(server, "/picture?id=new-3")[:2] == b"\xff\xd8", "the wall can show it"
                    page.errors = [each for each in page.errors if "401" not in each]
            finally:
                server.stop()
    finally:
        shutil.rmtree(folder)


# Answers insertions as a busy server does; requests that Playwright intercepts would lose their files.
REFUSE = """() => {
  const real = window.fetch;
  window.refusals = [503, 429];
  window.fetch = (url, options) => (url === '/insert' && window.refusals.length
    ? Promise.resolve(new Response('{}', { status: window.refusals.shift(), headers: { 'Retry-After': '2' } }))
    : real(url, options));
}"""


def a_busy_server_is_said_so_and_asked_again(tests):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-new-"))
    server = served(tests)
    try:
        with Page(tests, url=server.url) as page:
            page.open("/operator", "#desk:not([hidden])")
            page.evaluate(REFUSE)
            assert page.locator("#key-button").is_hidden(), "a server without keys asks for none"
            page.set_input_files("#adding input", new_items(folder)[:3])
            page.click("[data-key=start]")
            says(page, "#adding .busy", "The server is busy (status 503). Next try in")
            page.accessible("a busy server")
            says(page, "#adding .busy", "The server is busy (status 429). Next try in")
            says(page, "#adding .figure", "Done 3 of 3 in the store")
            assert page.locator("#adding .busy").count() == 0
            # Stopped while the server is busy: nothing more is sent.
            page.evaluate("window.refusals = Array(50).fill(503)")
            page.set_input_files("#adding input", new_items(folder)[:2])
            page.click("[data-key=start]")
            page.wait_for_selector("#adding .busy")
            page.click("[data-key=stop]")
            says(page, "#adding .figure", "Stopped 0 of 2 in the store")
            # The figures stay, and it is said that they are old.
            page.route("**/metrics", lambda route: route.fulfill(status=503, body=""))
            says(page, "#problem", "too much to do")
            assert page.locator("#desk").is_visible()
            page.accessible("old figures")
            page.unroute("**/metrics")
            page.wait_for_selector("#problem", state="hidden")
            page.errors.clear()
    finally:
        server.stop()
        shutil.rmtree(folder)


def a_bad_table_is_one_sentence(tests):
    with Page(tests) as page:
        page.open("/operator", "#desk:not([hidden])")
        for text, sentence in [
            ("title,price\na,1\n", "no column names the item or its picture"), ("id,title\na,b,c\n", "row 2 has 3 cells for 2 columns"),
            ('id,title\na,"b\n', "a quoted cell has no end"), ("", "there is no line with column names"),
        ]:
            page.set_input_files("#adding input", files=[{"name": "<b>x</b>.csv", "mimeType": "text/csv", "buffer": text.encode()}])
            says(page, "#adding [role=alert]", sentence)
        says(page, "#adding [role=alert]", "<b>x</b>.csv:")
        page.accessible("a bad table")
        # Quotes, semicolons, a byte order mark, and line ends of every kind.
        rows = '\ufeffid;title\r\na;"x;""y""\nz"\rb;\r\n\r\nc;w'
        page.set_input_files("#adding input", files=[{"name": "x.csv", "mimeType": "text/csv", "buffer": rows.encode()}])
        says(page, "#adding .figure", "3 items")
        page.set_input_files("#adding input", files=[{"name": "x.bin", "mimeType": "application/zip", "buffer": b"x"}])
        says(page, "#adding", "neither picture nor table: x.bin")
        assert page.locator("[data-key=start]").is_disabled()


def a_server_that_only_reads_says_so(tests):
    server = served(tests, "--read-only")
    try:
        with Page(tests, "narrow", url=server.url) as page:
            page.open("/operator", "#desk:not([hidden])")
            assert "read-only" in page.locator("#adding").inner_text() and page.locator("#adding input").count() == 0
            assert "read-only" in page.locator("#state").inner_text()
            assert "takes no events" in page.locator("#events").inner_text()
            page.accessible("read-only")
            page.fits()
    finally:
        server.stop()


TESTS = [
    the_operator_sees_what_goes_on, pictures_and_a_table_come_into_the_store, a_busy_server_is_said_so_and_asked_again,
    a_bad_table_is_one_sentence, a_server_that_only_reads_says_so,
]
