"""Measures the opening of a large store: python measure.py MAGPIE STORE PICTURE [RUNS]

Times `magpie search PICTURE` as a whole process, with the file in the system's cache and, as root, without it; then starts
`magpie serve`, and times until it is ready and its first searches. Medians of RUNS (9 by default). The lists of a large
store are in it once a server had it open for writing for some seconds; --without removes them from a copy first."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time


def seconds(magpie, store, picture):
    begin = time.perf_counter()
    done = subprocess.run([magpie, "search", picture, "--store", store, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return time.perf_counter() - begin


def summary(values, unit="s", factor=1):
    values = sorted(value * factor for value in values)
    return f"{values[len(values) // 2]:.3g} {unit} ({values[0]:.3g} to {values[-1]:.3g})"


def drop_caches():
    os.sync()
    pathlib.Path("/proc/sys/vm/drop_caches").write_text("3\n")


def serve(magpie, store, picture):
    """Seconds until the server is ready, and milliseconds of each of its first searches for an item of the store."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    ids = [row[0] for row in connection.execute("SELECT id FROM items WHERE id NOT NULL LIMIT 20 OFFSET 500")]
    connection.close()
    begin = time.perf_counter()
    process = subprocess.Popen([magpie, "serve", "--store", store, "--port", str(port), "--quiet", "--read-only"],
                               stdout=subprocess.DEVNULL)
    while True:
        try:
            link = http.client.HTTPConnection("127.0.0.1", port)
            link.request("GET", "/readyz")
            if link.getresponse().read() is not None:
                break
        except OSError:
            time.sleep(0.01)
    ready, times = time.perf_counter() - begin, []
    for name in ids:
        begin = time.perf_counter()
        link.request("GET", f"/search?im_name={name}")
        assert json.loads(link.getresponse().read())["status"] == "OK"
        times.append(time.perf_counter() - begin)
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    return ready, times


def main(magpie, store, picture, runs=9):
    print(f"search, file in the cache: {summary([seconds(magpie, store, picture) for _ in range(runs)])}")
    if os.geteuid() == 0:
        cold = []
        for _ in range(runs):
            drop_caches()
            cold.append(seconds(magpie, store, picture))
        print(f"search, no cache: {summary(cold)}")
    served = [serve(magpie, store, picture) for _ in range(max(runs // 3, 1))]
    print(f"serve, ready: {summary([ready for ready, _ in served])}")
    print(f"serve, its first search: {summary([times[0] for _, times in served], 'ms', 1000)}")
    print(f"serve, the next 19: {summary([time for _, times in served for time in times[1:]], 'ms', 1000)}")


words = [word for word in sys.argv[1:] if word != "--without"]
with tempfile.TemporaryDirectory(dir=pathlib.Path(words[1]).resolve().parent) as name:
    if "--without" in sys.argv:
        copy = pathlib.Path(name) / "without.magpie"
        shutil.copy(words[1], copy)
        with sqlite3.connect(copy) as connection:
            connection.execute("DELETE FROM lists")
        words[1] = str(copy)
    main(*words[:3], *map(int, words[3:]))
