"""Whether products of several pictures are found first by their best picture, beside their first one alone, and how much a
detail among them may count.

usage: best_picture.py MAGPIE ../shared/data/retrieval

A product is the pictures of a gallery with one label. A detail is the middle of a picture, a quarter of its area, which
MAGPIE cuts out; that of a product is of its first picture. The vectors are those of a store. Needs NumPy.
"""
import collections
import csv
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile

import numpy

FACTORS = [1, 0.95, 0.9, 0.85, 0.8, 0.7]
TESTS = [(name, "class") for name in ("grocery", "caltech", "clothing", "magento")] + [("magento", "instance")]


def size(path):
    """The sides of a JPEG."""
    with open(path, "rb") as file:
        data = file.read()
    place = 2
    while data[place + 1] not in (0xC0, 0xC1, 0xC2):
        place += 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    height, width = struct.unpack(">HH", data[place + 5:place + 9])
    return width, height


def cut(magpie, root, name, folder):
    width, height = size(os.path.join(root, name))
    box = f"{width // 4},{height // 4},{width // 4 + width // 2},{height // 4 + height // 2}"
    with tempfile.TemporaryDirectory(dir=folder) as made:
        subprocess.run(
            [magpie, "prep", os.path.join(root, name), "--box", box, "--size", "original", "-o", made, "--quiet"],
            check=True)
        picture = next(entry for entry in os.listdir(made) if not entry.startswith("."))
        os.rename(os.path.join(made, picture), os.path.join(folder, "details", name.replace("/", "__")))


def vectors(magpie, folders, store, name):
    """The vectors of the pictures in folders, by what `name` makes of their paths."""
    subprocess.run([magpie, "index", *folders, "--store", store, "--quiet"], check=True)
    rows = sqlite3.connect(store).execute("SELECT source, bytes FROM items JOIN vectors USING (slot)")
    base = os.path.dirname(store)
    return {
        name(os.path.normpath(os.path.join(base, source))): numpy.frombuffer(row, numpy.int8).astype(numpy.float32)
        for source, row in rows
    }


def main(magpie, root):
    root = os.path.abspath(root)
    with open(os.path.join(root, "labels.csv")) as file:
        rows = list(csv.DictReader(file))
    names = sorted({test[0] for test in TESTS})
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        os.mkdir(os.path.join(folder, "details"))
        firsts, cuts = set(), []
        for row in rows:
            keys = {(row["dataset"], column, row[column]) for column in ("class", "instance")}
            if row["dataset"] in names and (row["split"] == "query" or keys - firsts):
                cuts.append(row["file"])
            if row["split"] == "gallery":
                firsts |= keys
        for name in dict.fromkeys(cuts):
            cut(magpie, root, name, folder)
        whole = vectors(
            magpie, [os.path.join(root, name) for name in names], os.path.join(folder, "whole.magpie"),
            lambda path: os.path.relpath(path, root))
        details = vectors(
            magpie, [os.path.join(folder, "details")], os.path.join(folder, "details.magpie"),
            lambda path: os.path.basename(path).replace("__", "/"))
    heads = ["first", "all"] + [f"and a detail x {factor}" for factor in FACTORS]
    print("\t".join(["test", "queries", "products"] + heads + ["detail queries: " + head for head in heads]))
    columns = collections.defaultdict(list)
    for dataset, column in TESTS:
        products = collections.defaultdict(list)
        for row in rows:
            if row["dataset"] == dataset and row["split"] == "gallery":
                products[row[column]].append(row["file"])
        labels = list(products)
        queries = [row for row in rows if row["dataset"] == dataset and row["split"] == "query"]
        pictures = [numpy.stack([whole[name] for name in products[label][:16]]) for label in labels]
        detail = numpy.stack([details[products[label][0]] for label in labels])
        shares = []
        for source in (whole, details):
            right = numpy.zeros(len(heads))
            for query in queries:
                vector = source[query["file"]]
                best = numpy.array([(rows @ vector).max() for rows in pictures])
                scores = [numpy.array([rows[0] @ vector for rows in pictures]), best]
                scores += [numpy.maximum(best, factor * (detail @ vector)) for factor in FACTORS]
                right += [labels[score.argmax()] == query[column] for score in scores]
            shares += list(100 * right / len(queries))
        for index, share in enumerate(shares):
            columns[index].append(share)
        print("\t".join([f"{dataset}, {column}", str(len(queries)), str(len(labels))] + [f"{x:.1f}" for x in shares]))
    print("\t".join(["mean", "", ""] + [f"{numpy.mean(columns[index]):.1f}" for index in sorted(columns)]))


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
