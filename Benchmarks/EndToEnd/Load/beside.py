"""Searches alone, and beside insertions that the server describes: python3 beside.py MAGPIE PICTURES [SECONDS]

Indexes the pictures of a folder, serves them, and asks 100 times a second for what is like an item, and ten times a second
with an uploaded picture: alone, then while four clients insert the same pictures under new names, by `/insert` (accepted
and described later) and by `/engine/insert` (described at once). Prints the median and the 99th percentile in milliseconds,
and the insertions a second. Each search has a parameter of its own, so that no kept answer is given."""

import base64
import http.client
import json
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse


def form(fields, picture, part="image"):
    """A form with fields and a picture, and its type."""
    text = "".join(f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items())
    head = f'--edge\r\nContent-Disposition: form-data; name="{part}"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return (text + head).encode() + picture + b"\r\n--edge--\r\n", {"Content-Type": "multipart/form-data; boundary=edge"}


def asks(port, interval, seconds, request):
    """Latencies of requests that begin at a steady rate; a late one counts from when it was due."""
    link, times, begin = http.client.HTTPConnection("127.0.0.1", port), [], time.perf_counter()
    for number in range(int(seconds / interval)):
        due = begin + number * interval
        time.sleep(max(0, due - time.perf_counter()))
        link.request(*request(number))
        answer = json.loads(link.getresponse().read())
        assert answer["status"] == "OK", answer
        times.append((time.perf_counter() - due) * 1000)
    return times


def metric(port, name):
    link = http.client.HTTPConnection("127.0.0.1", port)
    link.request("GET", "/metrics")
    return float(re.search(rf"^{name} (\S+)", link.getresponse().read().decode(), re.M).group(1))


def waiting(port):
    return metric(port, "magpie_inserts_waiting")


def items(port):
    return metric(port, "magpie_index_items")


def inserts(port, route, pictures, client, stops):
    """Keeps the server busy: with 100 to 200 accepted insertions that wait, or one at a time that is answered when it is done."""
    # As if on another machine: their own work does not count.
    os.nice(19)
    link, number = http.client.HTTPConnection("127.0.0.1", port, timeout=300), 0
    while not stops.is_set():
        if route == "/insert" and number % 20 == 0 and waiting(port) > 100:
            time.sleep(0.1)
            continue
        name, picture = f"new-{client}-{number}", random.choice(pictures)
        if route == "/insert":
            body, kind = form({"im_name[0]": name}, picture, "image[0]")
        else:
            entry = {"item": {"id": name, "attributes": {}}, "image": {"bytes": base64.b64encode(picture).decode()}}
            body, kind = json.dumps([entry]), {"Content-Type": "application/json"}
        link.request("POST", route, body, kind)
        reply = link.getresponse()
        text = reply.read()
        assert reply.status == 200, text[:300]
        number += 1


def summary(times):
    times = sorted(times)
    return f"p50 {times[len(times) // 2]:.1f}, p99 {times[int(len(times) * 0.99)]:.1f}"


def measure(port, seconds, names, picture):
    upload, kind = form({"limit": "10"}, picture)
    found = {}

    def one(name, interval, request):
        found[name] = asks(port, interval, seconds, request)

    mark = random.randrange(10**9)
    threads = [
        threading.Thread(target=one, args=("item", 0.01, lambda number: (
            "GET", f"/search?im_name={urllib.parse.quote(names[number % len(names)], safe='')}&limit=10&fresh={mark + number}"))),
        threading.Thread(target=one, args=("picture", 0.1, lambda number: ("POST", "/uploadsearch", upload, kind))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return "; ".join(f"{name} {summary(times)} ms" for name, times in sorted(found.items()))


def main(magpie, folder, seconds=10):
    pictures = sorted(path for path in pathlib.Path(folder).rglob("*.jpg"))[:400]
    bytes_ = [path.read_bytes() for path in pictures]
    with tempfile.TemporaryDirectory() as work:
        store = f"{work}/beside.magpie"
        subprocess.run([magpie, "index", folder, "--store", store, "--quiet"], check=False)
        server = subprocess.Popen([magpie, "serve", "--store", store, "--port", "0", "--quiet"], stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
            listed = subprocess.run([magpie, "store", "export", store], capture_output=True, text=True).stdout
            names = [json.loads(line)["id"] for line in listed.splitlines()]
            measure(port, 2, names, bytes_[0])
            print(f"{len(names)} items, alone: {measure(port, seconds, names, bytes_[0])}")
            for route, count in (("/insert", 1), ("/engine/insert", 4)):
                stops = multiprocessing.Event()
                # Processes of their own: threads would hold up the clock of the searches.
                clients = [
                    multiprocessing.Process(target=inserts, args=(port, route, bytes_, f"{route[1]}{client}", stops))
                    for client in range(count)
                ]
                for client in clients:
                    client.start()
                time.sleep(1)
                before, start = items(port), time.perf_counter()
                line = measure(port, seconds, names, bytes_[0])
                rate = (items(port) - before) / (time.perf_counter() - start)
                stops.set()
                for client in clients:
                    client.join()
                while waiting(port):
                    time.sleep(0.1)
                print(f"beside {route}: {line}; {rate:.1f} items/s inserted")
        finally:
            server.terminate()
            server.wait(60)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:]))
