"""hidden.py [--queries]: the drawn catalog with words hidden from half of its items, or the queries for these words.

Of every item whose id has an even CRC-32, the color and the category are left out, and their words are taken out of
the title and the description. A query is one of these words; relevant is every item of that color or category, also
where its text no longer says so.
"""

import csv
import re
import sys
import zlib
from pathlib import Path

CATALOG = Path(__file__).resolve().parents[3] / "samples" / "catalog.csv"
KINDS = {
    "shoe": "shoes", "sneaker": "sneakers", "boot": "boots", "bag": "bags", "backpack": "backpacks", "tote": "totes",
    "dress": "dresses", "hat": "hats", "top": "tops", "sweater": "sweaters", "watch": "watches",
    "sunglasses": "sunglasses", "mug": "mugs", "cup": "cups", "bottle": "bottles", "vase": "vases", "chair": "seating",
    "lamp": "lighting", "notebook": "notebooks", "novel": "novels", "plant": "plants",
}


def rows():
    with open(CATALOG, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kinds(row):
    levels = {level.strip().lower() for level in row["category"].split(">")}
    return [word for word, level in KINDS.items() if level in levels]


def is_hidden(row):
    return zlib.crc32(row["id"].encode()) % 2 == 0


def without(text, words):
    pattern = "|".join(rf"\w*{re.escape(word)}(?:s|es)?" for word in words)
    return re.sub(r"\s+", " ", re.sub(rf"\b(?:{pattern})\b", " ", text, flags=re.I)).strip(" ,")


def main():
    writer = csv.writer(sys.stdout, lineterminator="\n")
    table = rows()
    if "--queries" in sys.argv[1:]:
        writer.writerow(["query", "id", "kind", "split"])
        for kind, values in [("color", sorted({row["color"] for row in table})), ("type", sorted(KINDS))]:
            for value in values:
                for row in table:
                    if value == row["color"] or value in kinds(row):
                        writer.writerow([value, row["id"], kind, "hidden" if is_hidden(row) else "said"])
        return
    writer.writerow(["file", "id", "title", "description", "category", "brand", "color"])
    colors = {row["color"] for row in table}
    for row in table:
        title, description, category, color = (row[name] for name in ["title", "description", "category", "color"])
        if is_hidden(row):
            words = colors | set(KINDS) | set(KINDS.values())
            title, description = without(title, words), without(description, words)
            category = color = ""
        writer.writerow([row["file"], row["id"], title, description, category, row["brand"], color])


main()
