"""A picture on its way in, its objects, and the part of it that is searched with."""

import base64
import json

from browser import CARDS, PACKAGE, PHOTO, SAMPLES, WIDTHS, Page

FIXTURES = PACKAGE / "Tests/Fixtures"


def hits_without_another_click(tests):
    for size in ("narrow", "wide"):
        with Page(tests, size) as page:
            page.open("/", "#wall .tile a").take(PHOTO)
            assert page.locator(CARDS).count() > 0 and len(page.uploads()) == 1
            assert "picture=" in page.page.url and "result" in page.locator("#status").inner_text()
            page.fits()


def dropped_and_pasted_pictures(tests):
    data = base64.b64encode(PHOTO.read_bytes()).decode()
    for kind, event in (("drop", "DragEvent"), ("paste", "ClipboardEvent")):
        with Page(tests) as page:
            page.open("/", "#wall .tile a")
            page.after(lambda: page.evaluate(
                """async ([data, kind, event]) => {
                  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
                  const transfer = new DataTransfer();
                  transfer.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
                  const init = { bubbles: true, cancelable: true };
                  document.body.dispatchEvent(kind === 'drop' ? new DragEvent(kind, { ...init, dataTransfer: transfer })
                    : new ClipboardEvent(kind, { ...init, clipboardData: transfer }));
                }""", [data, kind, event]))
            page.wait_for_selector(CARDS)


def turned_pictures_stand_upright(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.after(lambda: page.set_input_files("#file", str(FIXTURES / "orientation-6.jpg")))
        page.until("document.querySelector('.frame img')?.complete")
        turned = page.evaluate("(i => [i.naturalWidth, i.naturalHeight])(document.querySelector('.frame img'))")
        page.after(lambda: page.set_input_files("#file", str(FIXTURES / "orientation-1.jpg")))
        page.wait_for_timeout(300)
        upright = page.evaluate("(i => [i.naturalWidth, i.naturalHeight])(document.querySelector('.frame img'))")
        assert turned == upright, (turned, upright)


def a_bad_file_is_one_sentence(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.set_input_files("#file", files=[{"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"this is no picture"}])
        page.wait_for_selector("#problem:not([hidden])")
        text = page.locator("#problem p").first.inner_text()
        assert text.startswith("“x.jpg” is text, not JPEG, PNG") and text.endswith("."), text
        page.accessible("a bad file")
        page.errors.clear()


def a_refused_address_is_one_sentence(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.fill("#words", "http://127.0.0.1:1/photo.jpg")
        page.press("#words", "Enter")
        page.wait_for_selector("#problem:not([hidden])")
        assert "could not be fetched" in page.locator("#problem").inner_text()
        page.errors.clear()


def the_picture_of_an_item_finds_all_of_it(tests):
    # One object, a small one, and several of them.
    for name in ("bag-007", "book-002", "vase-012", "mug-002"):
        with Page(tests) as page:
            page.open("/", "#wall .tile a").take(SAMPLES / f"images/{name}.jpg")
            assert page.ids()[0] == name
            score = int(page.locator(f"{CARDS} .score b").first.inner_text().split()[0])
            assert score >= 97, (name, score)


def a_new_picture_is_a_new_question(tests):
    with Page(tests) as page:
        page.open("/?q=red+bags+under+50&color=ff0000&is=color:red", None)
        page.wait_for_selector("#chips .chip")
        page.settle()
        with page.expect_response(lambda r: r.url.endswith("/engine/search") and r.ok):
            page.drop(PHOTO)
        page.wait_for_selector(".pill")
        page.settle()
        query = json.loads(page.searches()[-1].post_data)
        assert "text" not in query["query"] and "colors" not in query["query"] and "filter" in query
        assert page.input_value("#words") == ""
        page.accessible("a new picture after words")
        page.after(lambda: page.click("[data-key='with-words']"))
        assert json.loads(page.searches()[-1].post_data)["query"]["text"] == "red bags under 50"
        page.click("[aria-label='Remove “red bags under 50”']")
        page.until("!location.search.includes('q=')")


def objects_without_types_are_named_by_their_places(tests):
    with Page(tests) as page:
        page.change_answers(lambda answer: [each.pop("type", None) for each in answer["objects"]])
        page.open("/", "#wall .tile a").take(SAMPLES / "scenes/scene-02.jpg")
        names = page.locator(".pill span").all_inner_texts()
        assert len(names) > 2 and len(set(names)) == len(names) and "Object" not in names, names
        page.after(lambda: page.click("text=Whole picture"))
        assert "null" not in page.locator(".tools").first.inner_text()
        page.accessible("the whole picture")


def tapping_an_object_searches_with_it(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        first = page.ids()
        page.after(lambda: page.click(".pill >> nth=1"))
        assert page.ids() != first and "box=" in page.page.url
        page.after(lambda: page.click(".pill >> nth=1"))
        assert "box=all" in page.page.url, page.page.url
        page.after(lambda: page.click(".spot >> nth=0", position={"x": 6, "y": 6}))
        assert "box=all" not in page.page.url
        assert len(page.uploads()) == 1, "the picture was sent twice"
        page.go_back()
        page.until("location.search.includes('box=all')")


def the_part_follows_the_pointer_and_the_keys(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        before = page.locator(".crop").bounding_box()
        x, y = before["x"] + before["width"], before["y"] + before["height"]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 30, steps=4)
        page.after(page.mouse.up)
        after = page.locator(".crop").bounding_box()
        assert abs(after["width"] - before["width"] - 30) < 4 and abs(after["height"] - before["height"] + 30) < 4
        address = page.page.url
        assert "box=" in address
        page.focus(".grip.w")
        page.after(lambda: page.keyboard.press("Shift+ArrowRight"))
        assert page.page.url != address
        address = page.page.url
        page.after(lambda: page.click("[aria-label='Smaller']"))
        assert page.page.url != address
        page.click("text=Two corners")
        frame = page.locator(".frame").bounding_box()
        page.mouse.click(frame["x"] + 20, frame["y"] + 20)
        page.after(lambda: page.mouse.click(frame["x"] + 160, frame["y"] + 140))
        box = page.locator(".crop").bounding_box()
        assert abs(box["width"] - 140) < 3 and abs(box["height"] - 120) < 3, box
        assert len(page.uploads()) == 1


def the_last_answer_wins(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a").take(PHOTO)
        held = []

        def hold(route):
            body = json.loads(route.request.post_data)
            if "box" in body["query"].get("example", {}).get("image", {}) or "box" in body["query"].get("example", {}):
                held.append(route)
                if len(held) == 1:
                    return None
            return route.continue_()

        page.route("**/engine/search", hold)
        page.click(".pill >> nth=1")
        page.wait_for_timeout(100)
        page.after(lambda: page.click(".pill >> nth=0"))
        last = page.ids()
        try:
            held[0].continue_()
        except Exception:
            pass
        page.wait_for_timeout(500)
        assert page.ids() == last, "an answer that came late took the place of the last one"


def the_camera_of_a_phone_is_a_field_of_its_own(tests):
    with Page(tests, "wide") as page:
        page.open("/", "#wall .tile a")
        assert not page.locator("label.camera").is_visible(), "a desk has no camera to hold up"
    with Page(tests, "narrow", has_touch=True, is_mobile=True) as page:
        page.open("/", "#wall .tile a")
        camera = page.locator("#camera")
        assert page.locator("label.camera").is_visible() and camera.get_attribute("capture") == "environment"
        box = page.locator("label.camera").bounding_box()
        assert box["width"] >= 24 and box["height"] >= 24
        page.accessible("a phone")
        page.after(lambda: camera.set_input_files(str(PHOTO)))
        page.wait_for_selector(CARDS)
        assert "picture=" in page.page.url and len(page.uploads()) == 1


# A picture of twelve megapixels in which no part is like another, so that it stays large even when it is made small.
BIG = """async () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4000, 3000];
  const context = canvas.getContext('2d');
  for (let y = 0; y < 150; y++) for (let x = 0; x < 200; x++) {
    context.fillStyle = `hsl(${(x * 97 + y * 61) % 360} 90% ${20 + (x * 31 + y * 17) % 60}%)`;
    context.fillRect(x * 20, y * 20, 20, 20);
  }
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  const transfer = new DataTransfer();
  transfer.items.add(new File([blob], 'big.jpg', { type: 'image/jpeg' }));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  return blob.size;
}"""


def a_big_picture_shows_its_progress_and_can_be_cancelled(tests):
    for size in WIDTHS:
        with Page(tests, size) as page:
            page.open("/", "#wall .tile a")
            network = page.context.new_cdp_session(page.page)
            network.send("Network.enable")
            slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 30_000}
            network.send("Network.emulateNetworkConditions", slow)
            big = page.evaluate(BIG)
            page.wait_for_selector("#sending:not([hidden])")
            page.until("document.querySelector('#sent').value > 0.05 && document.querySelector('#sent').value < 0.95")
            early = page.evaluate("document.querySelector('#sent').value")
            page.until(f"document.querySelector('#sent').value > {early}")
            page.accessible(f"a big picture, {size}")
            page.fits()
            sent = len(page.uploads()[0].post_data or "")
            assert sent < big / 2, f"{sent} of {big} bytes were to be sent"
            page.focus("#cancel")
            page.keyboard.press("Enter")
            page.wait_for_selector("#sending", state="hidden")
            assert page.locator("#status").inner_text() == "Cancelled" and "picture=" not in page.page.url
            assert page.locator("#problem").is_hidden() and not page.searches()
            network.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})
            page.take(PHOTO)
            assert page.locator("#sending").is_hidden()
            page.errors = [each for each in page.errors if "ERR_ABORTED" not in each]


TESTS = [
    hits_without_another_click, dropped_and_pasted_pictures, turned_pictures_stand_upright, a_bad_file_is_one_sentence,
    a_refused_address_is_one_sentence, the_picture_of_an_item_finds_all_of_it, a_new_picture_is_a_new_question,
    objects_without_types_are_named_by_their_places, tapping_an_object_searches_with_it, the_part_follows_the_pointer_and_the_keys,
    the_last_answer_wins, the_camera_of_a_phone_is_a_field_of_its_own,
    a_big_picture_shows_its_progress_and_can_be_cancelled,
]
