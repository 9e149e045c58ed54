"""Measures the import of content and queries over HTTP: python measure.py MAGPIE BOOKS.CSV [COUNT]

MAGPIE is the command in release, BOOKS.CSV the table of goodbooks-10k; COUNT books (100,000 by default) are made of it,
with their authors. Prints the time of the import, and for each query the first time and the median of eleven more."""

import csv
import http.client
import json
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUTE = "/api/generalcontent/instance/search"
SCHEMAS = [
    {"name": "authors", "fields": [{"name": "name", "kind": "text"}]},
    {"name": "books", "defaultLocale": "en", "fields": [
        {"name": "title", "kind": "text", "required": True, "translated": True},
        {"name": "authors", "kind": "relations", "module": "authors", "inverse": "books"},
        {"name": "rating", "kind": "number"}, {"name": "ratings", "kind": "number"},
        {"name": "language", "kind": "choice"}, {"name": "published", "kind": "date"},
        {"name": "isbn", "kind": "text"}, {"name": "classic", "kind": "boolean"}]}]


def lines(table, count):
    """The lines of the import; the same for the same table."""
    numbers = random.Random(1)
    rows = list(csv.DictReader(open(table, encoding="utf-8")))
    yield from ({"schema": schema} for schema in SCHEMAS)
    known = set()
    for place in range(count):
        row = rows[place % len(rows)]
        authors = [name.strip() for name in row["authors"].split(",") if name.strip()]
        for name in authors:
            if name not in known:
                known.add(name)
                yield {"id": f"a-{name}", "module": "authors", "createdAt": 1_700_000_000_000, "values": {"name": name}}
        year = int(float(row["original_publication_year"] or 2000))
        yield {
            "id": f"b{place}", "module": "books", "name": row["title"],
            "createdAt": 1_700_000_000_000 + numbers.randrange(10**10),
            "publishedAt": 1_700_000_000_000 + numbers.randrange(10**10),
            "tags": [{"name": "shelf", "value": str(place % 40)}],
            "values": {
                "title": {"en": f"{row['title']} {place // len(rows)}"}, "authors": [f"a-{name}" for name in authors],
                "rating": float(row["average_rating"]), "ratings": int(row["ratings_count"]) + place,
                "language": row["language_code"] or None, "published": (year - 1970) * 31_556_952_000,
                "isbn": row["isbn"] or None, "classic": year < 1950}}


def leaf(name, operation, value, kind=None):
    return {"operation": operation, "property": name, "value": value, **({"type": kind} if kind else {})}


def both(*operands):
    return {"condition": "and", "operands": list(operands)}


BOOKS = {"moduleName": "books"}
QUERIES = {
    "a range of numbers": {**BOOKS, "searchValues": both(leaf("rating", ">=", 4.2), leaf("rating", "<", 4.5))},
    "a text": {**BOOKS, "searchValues": leaf("isbn", "=", "439023483")},
    "a part of a title": {**BOOKS, "searchValues": leaf("title", "like", "potter"), "locale": "en"},
    "one of a list": {**BOOKS, "searchValues": leaf("language", "in", ["fre", "ger", "spa"])},
    "not one of a list, or missing": {**BOOKS, "searchValues": {"condition": "or", "operands": [
        leaf("language", "!in", ["eng"]), leaf("isbn", "=", None, "null")]}},
    "a date": {**BOOKS, "metaSearch": leaf("publishedAt", "<=", 1_705_000_000_000, "date")},
    "a tag": {**BOOKS, "segmentTags": [{"name": "shelf", "value": "7"}], "segmentMode": "total"},
    "related to an author": {**BOOKS, "relatedTo": [{"fieldName": "authors", "instanceIds": ["a-J.K. Rowling"]}]},
    "related, backward": {"moduleName": "authors", "relatedTo": [{"fieldName": "books", "instanceIds": ["b1", "b2"]}]},
    "ten books with their authors": {**BOOKS, "include": ["all"]},
    "ten authors with their books": {"moduleName": "authors", "include": ["books"], "fields": ["name", "books"]},
    "by title, backward": {**BOOKS, "sort": "values.title desc", "locale": "en"},
    "by two keys": {**BOOKS, "sort": "values.rating desc,name asc"},
    "page 1": {**BOOKS, "sort": "createdAt desc", "pagination": {"page": 1, "limit": 10}},
    "page 1,000": {**BOOKS, "sort": "createdAt desc", "pagination": {"page": 1000, "limit": 10}},
    "page 10,000": {**BOOKS, "sort": "createdAt desc", "pagination": {"page": 10_000, "limit": 10}},
    "1,000 a page": {**BOOKS, "pagination": {"page": 1, "limit": 1000}},
    "all modules, two keys": {"sort": "updatedAt desc,name asc"},
    "words": {**BOOKS, "searchText": "harry potter"},
    "a fortieth at once": {**BOOKS, "segmentTags": [{"name": "shelf", "value": "7"}], "pagination": {"skip": "true"}},
}


def main(magpie, table, count=100_000):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="magpie-content-"))
    store, data = folder / "shop.magpie", folder / "books.jsonl"
    with open(data, "w", encoding="utf-8") as file:
        for line in lines(table, int(count)):
            file.write(json.dumps(line) + "\n")
    started = time.perf_counter()
    said = subprocess.run(
        [magpie, "content", "import", data, "--store", store], check=True, capture_output=True, text=True).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{said.strip()}: {time.perf_counter() - started:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU, "
          f"{used.ru_maxrss // 1024} MB of memory, {(folder / 'shop.magpie.content').stat().st_size / 1e6:.0f} MB of file")
    server = subprocess.Popen(
        [magpie, "serve", "--store", store, "--port", "18397"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        measure()
    finally:
        server.terminate()


def measure():
    for _ in range(100):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", 18397, timeout=60)
            connection.connect()
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    for name, query in QUERIES.items():
        times = []
        for _ in range(12):
            started = time.perf_counter()
            connection.request("POST", ROUTE, json.dumps(query), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            body = answer.read()
            times.append((time.perf_counter() - started) * 1000)
            assert answer.status == 200, body
        found = json.loads(body)
        total = len(found) if isinstance(found, list) else found["pagination"]["totalItems"]
        print(f"{name:32} first {times[0]:7.1f}  median {statistics.median(times[1:]):6.1f} ms  matches {total:,}")


if __name__ == "__main__":
    main(*sys.argv[1:])
