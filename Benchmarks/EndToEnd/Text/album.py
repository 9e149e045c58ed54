"""How well words find pictures without any text: python3 album.py [FOLDER] [--magpie COMMAND].

FOLDER has labels.csv with the columns file, class, dataset and split; default ../shared/data/retrieval beside the checkout,
of which nothing was learned. The pictures of each data set go into a store of their own, without any word, and each class is
searched for by its name. P@10 counts right pictures among ten, whether ten are shown or not; `right` is their share of those
shown among the first ten, `found` the classes with a right one among them, `nothing` those for which nothing is shown. Words that name
nothing must show nothing.
"""

import argparse
import collections
import csv
import json
import os
import subprocess
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
# How people say the class names of the data sets.
SAID = {"Faces_easy": "face", "car_side": "car", "cougar_face": "cougar", "crocodile_head": "crocodile",
        "water_lilly": "water lily", "airplanes": "airplane", "Motorbikes": "motorbike", "Longsleeve": "sweater",
        "Outwear": "jacket", "T-Shirt": "t shirt"}
SETS = ("caltech", "clothing")
NONSENSE = ("asdf", "qwrtzp", "adidas zx8000", "justice")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", nargs="?", default=os.path.join(ROOT, "../shared/data/retrieval"))
    parser.add_argument("--magpie", default=os.path.join(ROOT, ".build/release/magpie"))
    options = parser.parse_args()
    with open(os.path.join(options.folder, "labels.csv"), newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] in ("query", "gallery")]
    print("| pictures | classes | P@10 | chance | right | found | nothing |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in SETS:
        classes = {os.path.realpath(os.path.join(options.folder, row["file"])): row["class"]
                   for row in rows if row["dataset"] == name}
        counts = collections.Counter(classes.values())
        with tempfile.TemporaryDirectory() as scratch:
            store = os.path.join(scratch, "album.magpie")
            subprocess.run([options.magpie, "index", "-", "--store", store, "-q"], input="\n".join(classes), text=True,
                           check=True, stdout=subprocess.DEVNULL)

            def shown(text):
                found = subprocess.run([options.magpie, "search", "--text", text, "--store", store, "--json", "--limit",
                                        "10"], check=True, capture_output=True, text=True).stdout
                return [classes[os.path.realpath(os.path.join(scratch, hit["path"]))] for hit in json.loads(found)["hits"]]

            rights, lengths = [], []
            for label in sorted(counts):
                hits = shown(SAID.get(label, label.replace("_", " ").lower()))
                rights.append(sum(hit == label for hit in hits))
                lengths.append(len(hits))
            right = [one / length for one, length in zip(rights, lengths) if length]
            chance = sum(count for count in counts.values()) / len(counts) / len(classes)
            print(f"| {name}, {len(classes)} | {len(counts)} | {sum(rights) / 10 / len(counts):.2f} | {chance:.2f} "
                  f"| {sum(right) / max(len(right), 1):.2f} | {sum(map(bool, rights)) / len(counts):.2f} "
                  f"| {lengths.count(0) / len(counts):.2f} |")
            for text in NONSENSE:
                if shown(text):
                    print(f"'{text}' shows {len(shown(text))} pictures of {name}")


if __name__ == "__main__":
    main()
