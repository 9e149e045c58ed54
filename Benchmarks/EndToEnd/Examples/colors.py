"""Measures from which nearness on an item leaves whose color is to be avoided (AvoidedColors).

    magpie index samples --store drawn.magpie
    colors.py MAGPIE drawn.magpie samples/catalog.csv

Each item of the drawn catalog has one named color. For each bound: how many items of the avoided color leave, how many of
those that leave are of it, and how many of all others stay.
"""
import csv
import json
import subprocess
import sys


def nearness(magpie, store, color):
    found, page = {}, 1
    while True:
        command = [magpie, "search", "--color", color, "--all", "--limit", "100", "--page", str(page), "--json"]
        answer = json.loads(subprocess.run(command + ["--store", store], check=True, capture_output=True).stdout)
        found |= {hit["id"]: hit["score"] for hit in answer["hits"]}
        if len(found) >= answer["total"] or not answer["hits"]:
            return found
        page += 1


def main(magpie, store, catalog):
    rows = list(csv.DictReader(open(catalog, newline="")))
    colors = {row["color"]: row["hex"] for row in rows}
    pairs = []
    for name, color in colors.items():
        found = nearness(magpie, store, color)
        pairs += [(row["color"] == name, found[row["id"]]) for row in rows if row["id"] in found]
    for bound in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        gone = [same for same, near in pairs if near >= bound]
        same = sum(same for same, _ in pairs)
        others = len(pairs) - same
        print(
            f"bound {bound}: {sum(gone) / same:.3f} of the color leave, {sum(gone) / max(len(gone), 1):.3f} of what leaves "
            f"is of it, {1 - (len(gone) - sum(gone)) / others:.3f} of the others stay")


if __name__ == "__main__":
    main(*sys.argv[1:4])
