"""Prints the items that the sports shop shows as one catalog: its products without their sizes and colors, and its gear."""

import csv
import html
import re
import sys

GEAR = ["bags", "fitness_equipment", "watches"]


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text or ""))).strip()


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def items(folder):
    for row in rows(f"{folder}/products.csv"):
        if row["product_type"] == "configurable":
            yield row, row["categories"].replace("Default Category/", "").split(",")
    for kind in GEAR:
        for row in rows(f"{folder}/products_gear_{kind}.csv"):
            yield row, row["category"].splitlines()


def main(folder):
    csv.field_size_limit(1 << 24)
    writer = csv.writer(sys.stdout)
    writer.writerow(["sku", "name", "categories", "price", "description"])
    for row, categories in items(folder):
        paths = [path.strip() for path in categories if path.strip() not in ("", "Default Category")]
        writer.writerow([row["sku"], plain(row["name"]), "|".join(paths), row["price"], plain(row["description"])])


main(sys.argv[1])
