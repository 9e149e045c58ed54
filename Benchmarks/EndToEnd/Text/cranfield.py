"""Writes Cranfield as 'benchmarks queries' takes it: python cranfield.py FOLDER OUT

FOLDER has documents.json, queries.json and judgments.json. OUT gets catalog.jsonl and queries.csv; then
benchmarks queries OUT/queries.csv --catalog OUT/catalog.jsonl."""

import csv
import json
import pathlib
import sys


def main(folder, out):
    folder, out = pathlib.Path(folder), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    documents, queries, judgments = (
        json.loads((folder / f"{name}.json").read_text()) for name in ("documents", "queries", "judgments"))
    with open(out / "catalog.jsonl", "w") as file:
        for each in documents:
            values = {name: each[name] for name in ("title", "author", "bibliography", "body")}
            file.write(json.dumps({"id": f"d{each['id']}", **values}) + "\n")
    known = {each["id"] for each in documents}
    relevant = {}
    for each in judgments:
        relevant.setdefault(int(each["query_num"]), set()).add(int(each["id"]))
    with open(out / "queries.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "id"])
        for each in queries:
            for number in sorted(relevant.get(each["query number"], set()) & known):
                writer.writerow([each["query"], f"d{number}"])


if __name__ == "__main__":
    main(*sys.argv[1:])
