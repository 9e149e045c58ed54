"""How well names of kinds find pictures without any text: python3 kinds.py [FOLDER] [--magpie COMMAND].

FOLDER is ../shared/data beside the checkout, or another with retrieval/labels.csv and training-more/labels.csv. The pictures of
four data sets of the former and the first 12 of each class of Tiny ImageNet in the latter go into one store, without any word.
It is searched for the name of each class, and for the phrases of queries/kinds.csv. A picture is right if its class has all words
of the name, or of one of the `kinds` of the phrase. P@10 counts right pictures among ten, whether ten are shown or not; `first` is
their share of those shown among the first ten, `shown` that of all shown up to 100, `nothing` the queries that find nothing,
and `hits` the mean of what is found. Of the phrases without a kind no picture is right: the more find nothing, the better.
"""

import argparse
import collections
import csv
import os
import tempfile

from album import ROOT, SAID, album, answer

SHOP = {"mb": "bag", "mg": "gear", "mh": "hoodie", "mj": "jacket", "mp": "pants", "ms": "t shirt", "msh": "shorts", "mt": "tank top"}
SETS = ("caltech", "clothing", "grocery", "magento")
OTHER, EACH = "tiny_imagenet", 12


def said(label):
    return SAID.get(label, label.replace("_", " ").replace("-", " ").replace("potter s", "potter").lower())


def pictures(folder):
    """By path: data set, what the picture shows, and the name of its kind."""
    found, counts = {}, collections.Counter()
    for pool in ("retrieval", "training-more"):
        with open(os.path.join(folder, pool, "labels.csv"), newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                name, label = row["dataset"], row["class"]
                if not (name == OTHER or name in SETS and row["split"] in ("query", "gallery")):
                    continue
                counts[name, label] += 1
                if name == OTHER and counts[name, label] > EACH:
                    continue
                kind = said(row["coarse_class"] if name == "grocery" else label)
                if name == "magento":
                    kind = SHOP[label.rstrip("0123456789")]
                    kind = "watch" if kind == "gear" and "watch" in row["title"].lower() else kind
                shown = said(label) + " " + kind if name == "grocery" else kind
                found[os.path.join(folder, pool, row["file"])] = (name, shown, kind)
    return found


def words(text):
    return {word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word for word in text.split()}


def is_right(kinds, shown):
    return any(words(kind) <= words(shown) for kind in kinds.split("|"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", nargs="?", default=os.path.join(ROOT, "../shared/data"))
    parser.add_argument("--magpie", default=os.path.join(ROOT, ".build/release/magpie"))
    options = parser.parse_args()
    every = pictures(os.path.realpath(options.folder))
    queries = collections.defaultdict(list)
    for name, _, kind in every.values():
        if kind != "gear" and (kind, kind) not in queries[name]:
            queries[name].append((kind, kind))
    with open(os.path.join(os.path.dirname(__file__), "queries/kinds.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            queries["phrases" if row["kinds"] else "of no picture"].append((row["query"], row["kinds"]))
    with tempfile.TemporaryDirectory() as scratch:
        store = album(options.magpie, os.path.join(scratch, "album.magpie"), list(every))
        shown = [entry[1] for entry in every.values()]
        print("| queries | n | P@10 | first | shown | nothing | hits |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")

        def found(query, kinds):
            told = answer(options.magpie, query, store)
            return told["total"], [bool(kinds) and is_right(kinds, shown[int(hit["id"])]) for hit in told["hits"]]

        rows = {name: [found(*pair) for pair in asked] for name, asked in queries.items()}
        rows = {"all kinds": [one for name in (*SETS, OTHER) for one in rows[name]], **rows}
        mean = lambda values: sum(values) / max(len(values), 1)
        for name, all in rows.items():
            print(f"| {name} | {len(all)} | {mean([sum(rights[:10]) / 10 for _, rights in all]):.3f} "
                  f"| {mean([mean(rights[:10]) for _, rights in all if rights]):.2f} "
                  f"| {mean([mean(rights) for _, rights in all if rights]):.2f} "
                  f"| {mean([not rights for _, rights in all]):.2f} | {mean([total for total, _ in all]):.1f} |")


if __name__ == "__main__":
    main()
