"""How well words find pictures without any text: python3 album.py [FOLDER] [--magpie COMMAND].

FOLDER has labels.csv with the columns file, class, dataset and split; default ../shared/data/retrieval beside the checkout,
of which nothing was learned. The pictures of each data set go into a store of their own, without any word, and each class is
searched for by its name. P@10 counts right pictures among ten, whether ten are shown or not; `right` is their share of those
shown among the first ten, `found` the classes with a right one among them, `nothing` those for which nothing is shown. `silent` are
the classes for which nothing is shown by a store of every other class of the data set, theirs not among them, and `wrong` is the
mean number of pictures that it shows. A line below says the same of things that none of the pictures show; words that name
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
# No picture of Caltech-101's part here shows one in its middle.
ABSENT = """chair sofa table bed clock bicycle bus train truck piano violin drum banana apple pizza burger sandwich bread cake
    bottle cup bowl spoon knife pan refrigerator toaster oven television keyboard mouse printer backpack handbag shoe sandal boot
    hat sunglasses tie sock horse cow sheep pig tiger elephant zebra monkey rabbit squirrel snake frog spider butterfly bee shark
    whale church castle bridge tent toilet bathtub mirror candle hammer screwdriver saw ladder bucket broom parachute balloon
    ball racket ski sled book envelope pillow curtain wardrobe desk""".split()
NONSENSE = ("asdf", "qwrtzp", "adidas zx8000", "justice")


def album(magpie, path, files):
    """Puts pictures into a new store. The id of each is its place in the list; a number is all that its item has, for an item
    of a catalog has no names of files and folders, which words would find."""
    table = path + ".csv"
    with open(table, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "file", "number"], *([place, name, place] for place, name in enumerate(files))])
    subprocess.run([magpie, "index", "-", "--catalog", table, "--store", path, "-q"], check=True, text=True,
                   input="\n".join(files), stdout=subprocess.DEVNULL)
    return path


def answer(magpie, text, path):
    return json.loads(subprocess.run(
        [magpie, "search", "--text", text, "--store", path, "--json", "--limit", "100"],
        check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", nargs="?", default=os.path.join(ROOT, "../shared/data/retrieval"))
    parser.add_argument("--magpie", default=os.path.join(ROOT, ".build/release/magpie"))
    options = parser.parse_args()
    with open(os.path.join(options.folder, "labels.csv"), newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] in ("query", "gallery")]
    print("| pictures | classes | P@10 | chance | right | found | nothing | silent | wrong |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in SETS:
        classes = {os.path.realpath(os.path.join(options.folder, row["file"])): row["class"]
                   for row in rows if row["dataset"] == name}
        counts = collections.Counter(classes.values())
        said = {label: SAID.get(label, label.replace("_", " ").lower()) for label in sorted(counts)}
        with tempfile.TemporaryDirectory() as scratch:
            def store(file, labels):
                files = [path for path, label in classes.items() if label in labels]
                return album(options.magpie, os.path.join(scratch, file), files), files

            def search(text, place):
                path, files = place
                return [classes[files[int(hit["id"])]] for hit in answer(options.magpie, text, path)["hits"]]

            every = store("album.magpie", counts)
            halves = [store(f"half{k}.magpie", list(said)[1 - k::2]) for k in (0, 1)]
            shown = {label: search(text, every)[:10] for label, text in said.items()}
            wrong = [len(search(text, halves[place % 2])) for place, text in enumerate(said.values())]
            rights = [sum(hit == label for hit in hits) for label, hits in shown.items()]
            share = [right / len(hits) for right, hits in zip(rights, shown.values()) if hits]
            chance = 1 / len(counts)
            mean = lambda values: sum(values) / max(len(values), 1)
            print(f"| {name}, {len(classes)} | {len(counts)} | {mean(rights) / 10:.2f} | {chance:.2f} | {mean(share):.2f} "
                  f"| {mean([right > 0 for right in rights]):.2f} | {mean([not hits for hits in shown.values()]):.2f} "
                  f"| {mean([one == 0 for one in wrong]):.2f} | {mean(wrong):.1f} |")
            if name == "caltech":
                absent = [len(search(text, every)) for text in ABSENT]
                print(f"of {len(ABSENT)} things that no picture of {name} shows, {absent.count(0)} show nothing; "
                      f"{mean(absent):.1f} pictures in the mean")
            for text in NONSENSE:
                if hits := search(text, every):
                    print(f"'{text}' shows {len(hits)} pictures of {name}")


if __name__ == "__main__":
    main()
