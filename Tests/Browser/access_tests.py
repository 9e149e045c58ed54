"""The key of a tab, and the page at a path of a proxy."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from browser import CARDS, PHOTO, SAMPLES, Page, Server

KEYS = ("--key", "VISITOR", "--key", "ak:sk")
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def served(tests, *options):
    return Server(tests.magpie, SAMPLES / "images", SAMPLES / "catalog.csv", *KEYS, *options)


def enter(page, key):
    page.wait_for_selector("#key")
    page.fill("#key", key)
    page.click("text=Use the key")


def shows_pictures(page, selector):
    page.until(f"document.querySelectorAll('{selector} img').length > 0")
    page.until(f"[...document.querySelectorAll('{selector} img')].slice(0, 4).every((each) => each.naturalWidth > 0)")


def refusals_are_expected(page):
    """What the browser itself writes about answers 401 and 403."""
    page.errors[:] = [each for each in page.errors if "Failed to load resource" not in each]


def finds_and_finds_again(page, home):
    """A visitor with an app key searches with a photo, and has the same hits after a reload; the address of the page."""
    page.goto(home)
    enter(page, "VISITOR")
    page.wait_for_selector("#wall .tile a")
    shows_pictures(page, "#wall")
    page.take(PHOTO)
    shows_pictures(page, "#hits")
    hits, address = page.ids(), page.page.url
    assert hits and "picture=" in address
    page.reload()
    page.wait_for_selector(CARDS)
    page.settle()
    assert page.ids() == hits and page.page.url == address and page.locator("#key").count() == 0
    shows_pictures(page, "#hits")
    page.click(f"{CARDS} >> nth=0 >> text=Details")
    page.wait_for_selector("dialog[open] .why")
    page.wait_for_timeout(300)
    page.keyboard.press("Escape")
    return hits


def copied(page, language):
    page.click("#request")
    page.wait_for_selector("dialog[open] pre code")
    page.click(f"dialog >> text={language}")
    text = page.locator("dialog pre code").inner_text()
    page.keyboard.press("Escape")
    return text


def run(arguments, text, **variables):
    return subprocess.run(
        [*arguments, text], env={**os.environ, **variables}, capture_output=True, text=True, check=True, timeout=60).stdout


def the_copied_request_runs(page, server, hits):
    """Each text names the key by a variable, and answers as the page does."""
    texts = {name: copied(page, name) for name in ("curl", "Python", "JavaScript", "Swift")}
    for name, text in texts.items():
        assert f"{server}/engine/search" in text, text
        assert "MAGPIE_KEY" in text and "VISITOR" not in text, text
    assert hits[0] in run(["sh", "-c"], texts["curl"], MAGPIE_KEY="VISITOR")
    found = run([sys.executable, "-c"], texts["Python"], MAGPIE_KEY="VISITOR")
    assert [line.split()[0] for line in found.splitlines()] == hits, found
    if shutil.which("node"):
        found = run(["node", "--input-type=module", "-e"], texts["JavaScript"], MAGPIE_KEY="VISITOR")
        assert [line.split()[0] for line in found.splitlines()] == hits, found


def an_app_key_is_enough_for_visitors(tests):
    server = served(tests)
    try:
        with Page(tests, url=server.url) as page:
            hits = finds_and_finds_again(page, server.url)
            the_copied_request_runs(page, server.url, hits)
            stored = page.evaluate("JSON.stringify([localStorage, document.cookie])")
            assert "VISITOR" not in stored, "the key is for this tab alone"
            refusals_are_expected(page)
            # What the key lacks is said by name, once, with a way out.
            page.click("text=Operator")
            page.wait_for_selector("#problem:not([hidden])")
            text = page.locator("#problem").inner_text()
            assert "Operator needs a key with the right data" in text and "this key may search" in text, text
            assert page.locator("#desk").is_hidden() and page.locator("#key").count() == 0
            page.accessible("a key that lacks a right")
            page.click("text=To the search")
            page.wait_for_selector("#wall .tile a")
            page.click("text=Operator")
            page.click("text=Enter another key")
            enter(page, "ak:sq")
            page.wait_for_selector("dialog[open] >> text=The server does not know this key.")
            enter(page, "ak:sk")
            page.wait_for_selector("#desk:not([hidden])")
            # The same key on the way back, and in what is copied.
            page.click("nav >> text=Search")
            page.wait_for_selector("#wall .tile a")
            page.open("/?item=bag-007")
            assert '-u "$MAGPIE_ACCESS:$MAGPIE_SECRET"' in copied(page, "curl")
            text = copied(page, "Python")
            found = run([sys.executable, "-c"], text, MAGPIE_ACCESS="ak", MAGPIE_SECRET="sk")
            assert [line.split()[0] for line in found.splitlines()] == page.ids()
            page.click("#key-button")
            page.click("text=Forget the key")
            page.wait_for_selector("dialog[open] >> text=This server answers only with a key.")
            assert page.evaluate("sessionStorage.length") == 0
            refusals_are_expected(page)
    finally:
        server.stop()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy:
    """nginx in front of a server: a path that it takes away, with and without a word, and one that it leaves."""

    def __init__(self, server):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-proxy-"))
        self.folder.chmod(0o755)  # The workers of nginx are somebody else, and keep long requests below it.
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        spaces = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
            events {{}}
            http {{
              {spaces} access_log off; client_max_body_size 16m;
              server {{
                listen 127.0.0.1:{port};
                proxy_set_header Host $http_host;
                proxy_set_header X-Forwarded-For $remote_addr;
                location /magpie/ {{
                  proxy_pass {server.url}/;
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For $remote_addr;
                  proxy_set_header X-Forwarded-Prefix /magpie;
                }}
                location /silent/ {{ proxy_pass {server.url}/; }}
                location /kept/ {{ proxy_pass {server.url}; }}
                location = /kept {{ proxy_pass {server.url}; }}
              }}
            }}""")
        self.process = subprocess.Popen([NGINX, "-e", f"{self.folder}/error.log", "-c", f"{self.folder}/nginx.conf"])
        for _ in range(200):
            try:
                urllib.request.urlopen(self.url + "/magpie/livez").close()
                return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError("nginx does not answer")

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def the_page_works_at_a_path_of_a_proxy(tests):
    if NGINX is None:
        print("skipped: the page behind a proxy needs nginx", flush=True)
        return
    server = served(tests, "--base-path", "/kept", "--trusted-proxy", "127.0.0.1")
    proxy = None
    try:
        proxy = Proxy(server)
        for path, opened in (("/magpie/", "/magpie"), ("/silent/", "/silent/"), ("/kept/", "/kept")):
            home = proxy.url + path
            with Page(tests, url=home.rstrip("/")) as page:
                hits = finds_and_finds_again(page, proxy.url + opened)
                assert page.page.url.startswith(home + "?"), page.page.url
                the_copied_request_runs(page, home.rstrip("/"), hits)
                page.after(lambda: page.click(f"{CARDS} >> nth=0 >> .open"))
                assert page.page.url.startswith(home + "?item="), page.page.url
                page.click("text=Operator")
                page.wait_for_selector("#problem:not([hidden])")
                page.click("text=To the search")
                page.wait_for_selector("#wall .tile a")
                page.click("text=API")
                page.wait_for_selector(".route")
                route = page.locator(".route", has_text="/engine/count").first
                route.locator("summary").click()
                route.locator("pre").first.wait_for()
                assert f"{home}engine/count?access_key=$MAGPIE_KEY" in route.inner_text(), route.inner_text()
                route.locator("button", has_text="Send").click()
                page.until("[...document.querySelectorAll('pre')].some((each) => each.textContent.startsWith('200'))")
                page.open("/docs/?x", ".route")
                assert page.page.url == home + "docs?x"
                refusals_are_expected(page)
                outside = [r.url for r in page.requests if not r.url.startswith((home, proxy.url + opened, "blob:", "data:"))]
                assert not outside, outside
            with urllib.request.urlopen(home + "openapi.json") as answer:
                named = json.load(answer)["servers"][0]["url"]
            assert named == {"/magpie/": "/magpie"}.get(path, "/kept"), named
    finally:
        if proxy:
            proxy.stop()
        server.stop()


TESTS = [an_app_key_is_enough_for_visitors, the_page_works_at_a_path_of_a_proxy]
