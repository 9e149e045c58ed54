"""Whether the best object of a picture finds as much as the whole picture: python3 objects.py [FOLDER] [--magpie COMMAND].

FOLDER has labels.csv with the columns file, class, dataset and split; default ../shared/data/retrieval beside the checkout.
The gallery of each data set goes into a store of its own, and each query is searched for whole (`magpie search`) and by its
objects (`magpie discover`), of which the first counts: mean average precision and right first hits, in percent, of 100 hits.
The last line has the sample scenes, whose objects were drawn from pictures of the sample catalog: right kinds among the
hits of each object that is found, and objects whose first hit is the very picture.
"""

import argparse
import csv
import json
import os
import subprocess
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
SETS = ("grocery", "clothing", "caltech", "magento")


def lines(options, *words, given=None):
    out = subprocess.run([options.magpie, *words], input=given, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def index(options, store, paths):
    subprocess.run([options.magpie, "index", "-", "--store", store, "-q"], input="\n".join(paths), check=True, text=True,
                   stdout=subprocess.DEVNULL)


def precision(rights):
    at = [sum(rights[:place]) / place for place, right in enumerate(rights, 1) if right]
    return sum(at) / len(at) if at else 0


def overlap(a, b):
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if across <= 0 or down <= 0:
        return 0
    both = across * down
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def scores(rights):
    """Of each search the list of its hits: True for a right one."""
    score = 100 * sum(map(precision, rights)) / len(rights)
    first = 100 * sum(1 for hits in rights if hits and hits[0]) / len(rights)
    return f"{score:.1f} / {first:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", nargs="?", default=os.path.join(ROOT, "../shared/data/retrieval"))
    parser.add_argument("--magpie", default=os.path.join(ROOT, ".build/release/magpie"))
    options = parser.parse_args()
    options.magpie = os.path.abspath(options.magpie)
    with open(os.path.join(options.folder, "labels.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    print("| pictures | queries | whole picture | its first object |\n| --- | ---: | ---: | ---: |")
    all_hits = ("--all", "--limit", "100")
    for name in SETS:
        classes = {os.path.realpath(os.path.join(options.folder, row["file"])): row
                   for row in rows if row["dataset"] == name}
        with tempfile.TemporaryDirectory() as scratch:
            store = os.path.join(scratch, "store.magpie")
            index(options, store, [path for path, row in classes.items() if row["split"] == "gallery"])
            whole, objects, queries = [], [], [path for path, row in classes.items() if row["split"] == "query"]

            def rights(hits, path):
                return [classes[os.path.realpath(hit["path"])]["class"] == classes[path]["class"] for hit in hits]

            for path in queries:
                whole.append(rights(lines(options, "search", path, "--store", store, "--json", *all_hits)[0]["hits"], path))
            for found in lines(options, "discover", "-", "--store", store, "--json", *all_hits, given="\n".join(queries)):
                objects.append(rights(found["objects"][0]["hits"], os.path.realpath(found["path"])))
            print(f"| {name} | {len(queries)} | {scores(whole)} | {scores(objects)} |", flush=True)
    with tempfile.TemporaryDirectory() as scratch, open(os.path.join(ROOT, "samples/scenes.json")) as file:
        scenes = {os.path.basename(scene["file"]): scene for scene in json.load(file)}
        store = os.path.join(scratch, "store.magpie")
        folder = os.path.join(ROOT, "samples/images")
        index(options, store, [os.path.join(folder, name) for name in os.listdir(folder)])
        kinds, items = [], []
        for found in lines(options, "discover", os.path.join(ROOT, "samples/scenes"), "--store", store, "--json", *all_hits):
            for thing in found["objects"]:
                drawn = max(scenes[os.path.basename(found["path"])]["objects"],
                            key=lambda drawn: overlap(drawn["box"], thing["box"]))
                if overlap(drawn["box"], thing["box"]) < 0.5:
                    continue
                ids = [os.path.basename(hit["path"]).rsplit(".", 1)[0] for hit in thing["hits"]]
                kinds.append([found.rsplit("-", 1)[0] == drawn["id"].rsplit("-", 1)[0] for found in ids])
                items.append(bool(ids) and ids[0] == drawn["id"])
        print(f"| scenes, kinds | {len(kinds)} | | {scores(kinds)} |")
        print(f"| scenes, the very picture first | {len(items)} | | {100 * sum(items) / len(items):.1f} |")


if __name__ == "__main__":
    main()
