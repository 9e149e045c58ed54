"""A picture on its way in, its objects, and the part of it that is searched with."""

import base64
import json

from browser import CARDS, PACKAGE, PHOTO, Page

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
        assert text.endswith(".") and "image" in text.lower() or "picture" in text.lower(), text
        page.accessible("a bad file")
        page.errors.clear()


def a_refused_address_is_one_sentence(tests):
    with Page(tests) as page:
        page.open("/", "#wall .tile a")
        page.fill("#words", "http://127.0.0.1:1/photo.jpg")
        page.press("#words", "Enter")
        page.wait_for_selector("#problem:not([hidden])")
        assert "could not be fetched" in page.locator("#problem").inner_text()


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
            if "box" in body["query"].get("look", {}).get("image", {}) or "box" in body["query"].get("look", {}):
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


TESTS = [
    hits_without_another_click, dropped_and_pasted_pictures, turned_pictures_stand_upright, a_bad_file_is_one_sentence,
    a_refused_address_is_one_sentence, tapping_an_object_searches_with_it, the_part_follows_the_pointer_and_the_keys,
    the_last_answer_wins,
]
