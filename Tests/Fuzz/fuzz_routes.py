"""Sends requests that are almost right to every route of a server on this machine: python fuzz_routes.py MAGPIE [REQUESTS]

Makes a catalog of the samples in a folder of its own and serves it with keys at 127.0.0.1. Each request begins as one that
the route answers; then some of its members, parameters, headers or bytes are changed. Prints what came back by route and
status, every answer of 500 or above but 503, and the memory of the server. Exits with 1 for a server that died, that answers no
longer, for an answer of 500, or for more memory than MOST_MEGABYTES. The same SEED in the environment makes the same requests.
"""

import base64
import collections
import copy
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

SAMPLES = pathlib.Path(__file__).parents[2] / "samples"
THREADS = 8
MOST_MEGABYTES = 2500
FORM = "application/x-www-form-urlencoded"
PICTURE = base64.b64encode((SAMPLES / "images" / "bag-003.jpg").read_bytes()).decode()
PAGE = {"user": {"dyid": "u"}, "session": {"dy": "s"}, "context": {"page": {"type": "HOMEPAGE", "location": "x", "data": [], "locale": "en"}}}

# Method, path, parameters, JSON body.
CALLS = [
    ("GET", "/search", {"im_name": "bag-003", "limit": "5", "fq": "price:10,100", "facets": "category", "sort_by": "price:asc"}, None),
    ("GET", "/out_of_stock", {"im_name": "shoe-001", "score": "true", "fl": "title"}, None),
    ("GET", "/recommendations", {"im_name": "mug-002", "algorithm": "together", "va_uid": "x", "dedup_by": "brand"}, None),
    ("GET", "/match", {"im_name": "mug-002", "result_limit": "3"}, None),
    ("GET", "/colorsearch", {"color": "ff0000:50", "color_limit": "3", "group_by": "category"}, None),
    ("POST", "/uploadsearch", {"im_id": "none", "box": "1,2,30,40", "detection": "all", "q": "red"}, None),
    ("POST", "/discoversearch", {"im_url": "http://127.0.0.1/x", "point": "5,5", "result_limit": "2"}, None),
    ("POST", "/multisearch", {"q": "red leather bag", "page": "2", "dedup": "true", "score_min": "0.1"}, None),
    ("GET", "/multisearch/autocomplete", {"q": "re", "limit": "4"}, None),
    ("POST", "/insert", {"im_name[0]": "f-1", "im_url[0]": "http://127.0.0.1/a.jpg", "price[0]": "4.5", "title[0]": "a"}, None),
    ("GET", "/insert/status/1", {"error_page": "1", "error_limit": "5"}, None),
    ("POST", "/remove", {"im_name[0]": "f-1"}, None),
    ("GET", "/gallery", {"strategy_id": "1"}, None),
    ("GET", "/v3/__va.gif", {"action": "product_click", "queryId": "1", "pid": "bag-001", "pos": "1", "ts": "1700000000000", "uid": "a"}, None),
    ("GET", "/__aq.gif", {"action": "click", "reqid": "9", "im_name": "bag-001"}, None),
    ("POST", "/v3/events", {"code": "APPKEY:1"}, {"uid": "a", "events": [{"action": "add_to_cart", "queryId": "q", "pid": "bag-001", "value": 3.5}, {"action": "transaction", "queryId": "q", "value": "7"}]}),
    ("GET", "/picture", {"id": "bag-001", "side": "64"}, None),
    ("POST", "/engine/search", {}, {"query": {"text": "red bag", "look": {"item": "bag-001"}, "colors": [{"color": "ff0000", "weight": 2}]}, "filter": {"and": [{"equal": ["category", {"string": "bag"}]}, {"less": ["price", {"float": 80}]}]}, "limit": 5, "page": 1, "facets": {"fields": ["brand", "price"]}, "sort": {"field": "price", "ascending": True}}),
    ("POST", "/engine/discover", {}, {"image": {"bytes": PICTURE}, "limit": 3, "detection": {"types": ["bag"]}}),
    ("POST", "/engine/insert", {}, [{"item": {"id": "f-2", "attributes": {"price": {"float": 3.5}, "tags": {"list": ["a"]}}}, "image": {"bytes": PICTURE}}]),
    ("POST", "/engine/remove", {}, ["f-2"]),
    ("POST", "/engine/item", {}, "bag-001"),
    ("POST", "/engine/items", {}, {"offset": 3, "limit": 4, "fields": ["price"]}),
    ("POST", "/engine/suggest", {}, {"text": "re", "limit": 5, "locale": "en"}),
    ("POST", "/engine/recommend", {}, {"model": "similar", "limit": 5, "customer": ["a"], "seeds": {"bag-001": 2}, "filter": {"all": {}}}),
    ("POST", "/engine/upload", {}, {"bytes": PICTURE}),
    ("POST", "/engine/consents", {}, ["a"]),
    ("POST", "/engine/events", {}, {"by": "item", "days": 3, "limit": 9}),
    *[("POST", f"/engine/{verb}", {}, {}) for verb in ("count", "types", "fields", "categories", "overview", "searches")],
    ("POST", "/v2/serve/user/search", {}, {**PAGE, "selector": {"name": "Semantic Search"}, "query": {"text": "red", "pagination": {"numItems": 5, "offset": 0}, "filters": [{"field": "category", "values": ["bag"]}], "sortBy": {"field": "popularity", "order": "desc"}}}),
    ("POST", "/v2/serve/user/search", {}, {**PAGE, "selector": {"name": "Visual Search"}, "query": {"imageBase64": PICTURE, "pagination": {"numItems": 2}}}),
    ("POST", "/v2/serve/user/suggest", {}, {**PAGE, "selector": {"name": "x"}, "query": {"text": "re", "suggestions": [{"type": "querySuggestions", "maxResults": 5}]}}),
    ("POST", "/v2/collect/user/engagement", {}, {**PAGE, "engagements": [{"type": "SLOT_CLICK", "slotId": "WyJkIiwxLCJza3UiLG51bGwsIjAwIl0"}, {"type": "IMP", "decisionId": "7"}]}),
    ("POST", "/data/v2/projects/p/customers/attributes", {}, {"customer_ids": {"registered": "a"}, "attributes": [{"type": "recommendation", "id": "popular", "size": 3, "items": {"bag-001": "2"}, "fillWithRandom": True}, {"type": "consent", "category": "newsletter", "mode": "valid"}]}),
    ("POST", "/optimization/streams/s/recommend/user", {}, {"customer_ids": {"cookie": "a"}, "engine_id": "personal", "size": 3, "catalog_filter": [{"property": "price", "constraint": {"type": "number", "operator": "less than", "operands": [{"type": "constant", "value": "50"}]}}]}),
    ("GET", "/data/v2/projects/p/consent/categories", {}, None),
    ("POST", "/api/oauth/token", {"grant_type": "client_credentials", "client_id": "ak", "client_secret": "sk"}, None),
    ("POST", "/api/generalcontent/instance/search", {}, {"moduleName": "books", "pagination": {"page": 1, "limit": 5}, "searchValues": {"condition": "and", "operands": [{"property": "title", "operation": "like", "value": "sea"}]}, "include": ["author"], "sort": "title asc"}),
    ("POST", "/steps", {}, {"path": ["category:Accessories"], "locale": "en", "limit": 10, "prefix": "a"}),
    ("GET", "/openapi.json", {}, None), ("GET", "/", {}, None), ("GET", "/docs", {}, None), ("GET", "/livez", {}, None),
    ("GET", "/healthz", {}, None), ("GET", "/readyz", {}, None), ("GET", "/metrics", {}, None), ("GET", "/nothing/here", {}, None),
]

MODULES = [
    {"name": "authors", "fields": [{"name": "name", "kind": "text"}]},
    {"name": "books", "fields": [
        {"name": "title", "kind": "text"}, {"name": "rating", "kind": "number"},
        {"name": "author", "kind": "relation", "module": "authors", "inverse": "books"}]},
]

ODD = [
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63 - 1, -(2**63), 10**30, 0.1, -0.0, 1e308, 5e-324, "", " ", "\0", "\n", "null",
    "undefined", "NaN", "-1", "0", "1e999", "0x10", "99999999999999999999", "bag-001", "price", "a" * 300, "a" * 5000, "é" * 200,
    "\u202e\ufeff", "\U0001f600" * 40, "../../etc/passwd", "file:///etc/passwd", "%00%ff", "' OR 1=1 --", "<script>", "{}", "[]",
    "similar", "recent", "red leather bag " * 40, [], {}, [[]], [{}], {"": {}}, {"a": None}, [None] * 50, ["x"] * 300,
]


def change(value, dice, depth=0):
    """The value with one of its parts changed."""
    if isinstance(value, (dict, list)) and value and dice.random() < 0.85 and depth < 8:
        value = copy.copy(value)
        key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
        what = dice.random()
        if what < 0.6:
            value[key] = change(value[key], dice, depth + 1)
        elif what < 0.72:
            del value[key]
        elif isinstance(value, dict):
            name = dice.choice([str(key).upper(), str(key) + "x", "", "x", "a" * 200, "__proto__"])
            value[name] = value[key] if dice.random() < 0.5 else dice.choice(ODD)
        else:
            value.extend(dice.choice([[value[key]] * dice.choice([1, 3, 200]), [dice.choice(ODD)]]))
        return value
    if dice.random() < 0.05:
        nested = dice.choice(ODD)
        for _ in range(dice.choice([3, 20, 600])):
            nested = [nested] if dice.random() < 0.5 else {"and": [nested]}
            if dice.random() < 0.01:
                break
        return nested
    if isinstance(value, str) and value and dice.random() < 0.3:
        place = dice.randrange(len(value))
        return value[:place] + dice.choice(["", "\0", "€", ",", ":", "%", "-", "9", value]) + value[place + 1:]
    return dice.choice(ODD)


def request(dice):
    """A changed request: its route, method, target, headers and body."""
    method, path, parameters, body = dice.choice(CALLS)
    route = path
    headers = {"Host": "localhost"}
    key = dice.random()
    if key < 0.45:
        headers["Authorization"] = "Basic " + base64.b64encode(b"ak:sk").decode()
    elif key < 0.8:
        headers.update({"Authorization": "Token APPKEY", "DY-API-Key": "APPKEY"})
        parameters = {"access_key": "APPKEY", **parameters}
    elif key < 0.83:
        headers["Authorization"] = dice.choice(["Basic !", "Bearer ", "Token " + "x" * 300, "Basic YTpi", "a.b.c.d.e"])
    pairs = list(parameters.items())
    for _ in range(dice.choice([0, 1, 1, 2, 5])):
        if body is not None and dice.random() < 0.8:
            body = change(body, dice)
        elif pairs:
            place = dice.randrange(len(pairs))
            name, value = pairs[place]
            what = dice.random()
            if what < 0.5:
                value = change(value, dice)
                pairs[place] = (name, value if isinstance(value, str) else json.dumps(value))
            elif what < 0.65:
                del pairs[place]
            elif what < 0.85:
                pairs.append((dice.choice([name, name + "[]", name + "[1]", "fq", "fl", "facets", "box", "page", "limit"]), dice.choice([value, "-1", "", "*", "1,2", "a:b"])))
            else:
                pairs[place] = (name + dice.choice(["x", "[0]", "[99]", "\0"]), value)
    text = urllib.parse.urlencode([(name, str(value).encode("utf-8", "surrogatepass")) for name, value in pairs])
    data = None
    if body is not None:
        data = json.dumps(body, ensure_ascii=dice.random() < 0.5).encode("utf-8", "surrogatepass")
        headers["Content-Type"] = "application/json"
    elif method == "POST" and dice.random() < 0.7:
        data, text = text.encode(), ""
        headers["Content-Type"] = FORM
        if dice.random() < 0.3:
            data = b"".join(b'--b\r\nContent-Disposition: form-data; name="' + name.encode()[:90] + b'"\r\n\r\n' + str(value).encode("utf-8", "surrogatepass") + b"\r\n" for name, value in pairs)
            if dice.random() < 0.5:
                picture = bytearray(base64.b64decode(PICTURE))
                for _ in range(dice.choice([0, 1, 20])):
                    picture[dice.randrange(len(picture))] = dice.randrange(256)
                data += b'--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n' + bytes(picture[:dice.choice([len(picture), 0, 100])]) + b"\r\n"
            data += b"--b--\r\n"
            headers["Content-Type"] = "multipart/form-data; boundary=b"
    if data and dice.random() < 0.08:
        data = bytearray(data)
        for _ in range(dice.choice([1, 3, 30])):
            data[dice.randrange(len(data))] = dice.randrange(256)
        data = bytes(data)[: dice.randrange(len(data) + 1)] if dice.random() < 0.3 else bytes(data)
    if dice.random() < 0.06:
        headers[dice.choice(["Content-Type", "Accept", "Origin", "Referer", "X-Forwarded-For", "to-cache", "Content-Encoding", "X-Magpie-Paths", "Cookie", "If-None-Match"])] = dice.choice(["", "x", "text/plain", "*", "gzip", "wanted", "https://evil.example", "-1", "99999999999999999999", "a" * 3000])
    if dice.random() < 0.03:
        method = dice.choice(["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "BREW"])
    if dice.random() < 0.04:
        path = dice.choice([path + "/", path + "/x", "/" + path, path.upper(), path + "%00", path + "%2f..", path[:-1]])
    if any(set(str(value)) & set("\r\n") for value in headers.values()):
        headers = {"Host": "localhost"}
    return route, method, path + ("?" + text if text else ""), headers, data


class Fuzz:
    def __init__(self, port, process, count, seed):
        self.port, self.process, self.seed = port, process, seed
        self.left, self.lock = count, threading.Lock()
        self.results, self.troubles, self.lost = collections.Counter(), [], 0

    def work(self, number):
        dice, connection = random.Random(self.seed * 1000 + number), None
        while self.process.poll() is None:
            with self.lock:
                if self.left <= 0:
                    return
                self.left -= 1
            route, method, target, headers, data = request(dice)
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                connection.request(method, target, data, headers)
                answer = connection.getresponse()
                body, status = answer.read(), answer.status
                if answer.will_close:
                    connection = connection.close()
            except (OSError, http.client.HTTPException, ValueError) as error:
                connection, status, body = None, type(error).__name__, b""
            with self.lock:
                self.results[route, status] += 1
                if isinstance(status, int) and status >= 500 and status not in (501, 503):
                    self.troubles.append((status, method, target[:200], (data or b"")[:400], body[:200]))


def memory(process, name):
    text = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(text.split(name + ":")[1].split()[0]) // 1024


def prepare(magpie, folder):
    """A store with content, steps and keys."""
    store = folder / "f.magpie"
    run = lambda *words: subprocess.run([magpie, *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    run("index", SAMPLES / "images", "--catalog", SAMPLES / "catalog.csv", "--store", store, "-q")
    (folder / "modules.json").write_text(json.dumps(MODULES))
    (folder / "books.jsonl").write_text("".join(
        json.dumps({"id": f"b{n}", "title": f"Book {n} of the sea", "rating": n % 50 / 10}) + "\n" for n in range(500)))
    run("content", "define", folder / "modules.json", "--store", store)
    run("content", "import", folder / "books.jsonl", "--store", store, "-q")
    (folder / "keys").write_text("APPKEY\nak:sk\nSHOP search data\n")
    (folder / "keys").chmod(0o600)
    return store


def main(magpie, count=100_000):
    seed = int(os.environ.get("SEED", "1"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = prepare(magpie, folder)
        process = subprocess.Popen(
            [magpie, "serve", "--store", store, "--port", "0", "--keys", folder / "keys", "--steps-catalog", "-q"],
            stdout=subprocess.PIPE, stderr=(folder / "errors").open("w"), text=True)
        port = int(process.stdout.readline().rsplit(":", 1)[1].rstrip("/\n"))
        fuzz = Fuzz(port, process, count, seed)
        start, threads = time.time(), [threading.Thread(target=fuzz.work, args=(n,)) for n in range(THREADS)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(1)
        seconds = time.time() - start
        alive = process.poll() is None
        ready, peak, now = False, 0, 0
        if alive:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            # From another address, for this one has sent wrong keys; with a color, for any item may have been removed.
            connection.source_address = ("127.0.77.1", 0)
            connection.request("GET", "/colorsearch?access_key=APPKEY&color=c03030&limit=1", headers={"Host": "localhost"})
            answer = json.loads(connection.getresponse().read())
            ready = answer["status"] == "OK"
            if not ready:
                print("no search afterwards:", answer)
            peak, now = memory(process, "VmHWM"), memory(process, "VmRSS")
            process.terminate()
        code = process.wait(60)
        routes = collections.defaultdict(collections.Counter)
        for (route, status), number in fuzz.results.items():
            routes[route][str(status)] += number
        for route, statuses in sorted(routes.items()):
            print(f"{route}: " + ", ".join(f"{status} {number}" for status, number in sorted(statuses.items())))
        for trouble in fuzz.troubles[:20]:
            print("TROUBLE", *trouble)
        print("\n".join((folder / "errors").read_text().splitlines()[:40]))
    print(f"{sum(fuzz.results.values())} requests in {seconds:.0f} s with seed {seed}; exit {code}; "
          f"memory {now} MB at the end, {peak} MB at most; {len(fuzz.troubles)} answers of 500")
    return 0 if alive and ready and code == 0 and not fuzz.troubles and peak < MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
