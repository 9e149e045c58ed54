"""Takes the page through its whole repertoire: python run.py MAGPIE [--every N | NAME…]

MAGPIE is the command; with names, only the tests whose names contain one of them run; with --every, one test of N."""

import sys
import traceback

import access_tests
import gallery_tests
import operator_tests
import picture_tests
import refine_tests
import sheet_tests
import state_tests
from browser import SAMPLES, Server, catalog, launch, sync_playwright


class Tests:
    """The browser and the server that the tests share."""

    def __init__(self, magpie, server, browser):
        self.magpie, self.server, self.browser = magpie, server, browser
        self.items = len(catalog())
        self.figures = {}


def main(magpie, names):
    failed = 0
    chosen = picture_tests.TESTS + refine_tests.TESTS + state_tests.TESTS + operator_tests.TESTS + access_tests.TESTS
    chosen += gallery_tests.TESTS + sheet_tests.TESTS
    if names[:1] == ["--every"]:
        chosen, names = chosen[:: int(names[1])], []
    server = Server(magpie, SAMPLES / "images", SAMPLES / "catalog.csv")
    with sync_playwright() as play:
        tests = Tests(magpie, server, launch(play))
        for test in chosen:
            name = test.__name__.replace("_", " ")
            if names and not any(each in name for each in names):
                continue
            try:
                test(tests)
                print(f"passed: {name}", flush=True)
            except Exception:
                failed += 1
                print(f"FAILED: {name}\n{traceback.format_exc()}", flush=True)
        for name, figure in tests.figures.items():
            print(f"{name}: {figure}")
        tests.browser.close()
    server.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
