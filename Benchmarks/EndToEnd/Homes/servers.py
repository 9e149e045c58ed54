"""Measures servers of one catalog in Milvus: python servers.py MAGPIE MILVUS [SECONDS]

MILVUS (HOST:PORT) has the items that `benchmarks homes MILVUS --keep` left there. Starts one server, then two, each with a
copy of its own, and searches from eight connections for items alike to an item, turn by turn at each server, for SECONDS
(20 by default) each time. Prints a row for each: requests a second, ms at the median and at 95 %, failures, and the
seconds that a new server needs before it answers."""

import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

CLIENTS = 8


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(connection, path):
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def start(magpie, store, folder):
    """A server with an empty copy, once it is ready; its port, and the seconds that took."""
    folder.mkdir()
    port, begin = free_port(), time.perf_counter()
    process = subprocess.Popen(
        [magpie, "serve", "--store", store, "--port", str(port), "--quiet"], stdout=subprocess.DEVNULL,
        env=os.environ | {"XDG_CACHE_HOME": str(folder)})
    while True:
        try:
            if get(http.client.HTTPConnection("127.0.0.1", port, timeout=5), "/readyz")[0] == 200:
                return process, port, time.perf_counter() - begin
        except OSError:
            assert process.poll() is None, "the server ended"
        time.sleep(0.1)


def load(ports, seconds):
    """The milliseconds of each search, and the failures."""
    times, failures, end = [], [], time.perf_counter() + seconds

    def client(number):
        port = ports[number % len(ports)]
        connection, query = http.client.HTTPConnection("127.0.0.1", port, timeout=60), number
        while time.perf_counter() < end:
            begin = time.perf_counter()
            status, body = get(connection, f"/search?im_name=item-{query * 7919 % 1000}&limit=20")
            if status == 200 and json.loads(body)["status"] == "OK":
                times.append((time.perf_counter() - begin) * 1000)
            else:
                failures.append(body)
            query += CLIENTS

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times), failures


def main(magpie, milvus, seconds=20):
    store = f"milvus://{milvus}/homes_benchmark?index=hnsw"
    with tempfile.TemporaryDirectory() as name:
        servers = []
        print("| servers | searches/s | ms p50 | ms p95 | failed | ready after |\n| ---: | ---: | ---: | ---: | ---: | ---: |")
        for number in (1, 2):
            process, port, ready = start(magpie, store, pathlib.Path(name) / str(number))
            servers.append((process, port))
            load([port], 3)
            times, failures = load([port for _, port in servers], seconds)
            print(f"| {number} | {len(times) / seconds:.1f} | {times[len(times) // 2]:.1f} | "
                  f"{times[len(times) * 95 // 100]:.1f} | {len(failures)} | {ready:.1f} s |", flush=True)
            if failures:
                print(f"the first failure: {failures[0][:300]}")
        for process, _ in servers:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
