"""Search by an item, with and without the words in pictures: python3 likeness.py LABELS.csv --models DIR --magpie FILE [options].

LABELS.csv has the columns file (relative to its folder), class, split (query or gallery) and dataset, as for `magpie eval`. --datasets
names those to take; a gallery without queries, such as grocery-iconic, takes the queries of the data set that its name begins with.
--queries N and --gallery N take the first N pictures of a class only, since reading takes a second or two a picture.

All pictures become items of one store, which is indexed with --read-text DIR. Each query is an item, by which the gallery is searched
(`search --id ID --all`) with --picture-text-weight W for each weight; 0 is by looks alone. Printed are, for each data set and weight,
mean average precision over the whole gallery and the share of queries whose first hit is of the class, in percent, and the share of
pictures with a text; and the same for the queries that have a text.

--drawn N takes N products in place of LABELS.csv: cartons that are drawn, of which those of a brand differ in their print alone, each
in two queries and four gallery pictures of other angles, sizes, light and backgrounds. Needs the package pillow.
"""

import argparse
import collections
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile


def drawn(count, folder):
    """Draws cartons: a brand has a color and a layout, a product a kind and a flavor in print."""
    import random

    from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont
    random = random.Random(3)
    brands = ["Alderby", "Norvik", "Solenta", "Quilmar", "Bertram"]
    kinds = ["Oat drink", "Soya dessert", "Yoghurt", "Rice milk", "Buttermilk", "Fresh cheese"]
    flavors = ["Vanilla", "Blueberry", "Natural", "Strawberry", "Chocolate", "Mango", "Hazelnut", "Lemon"]
    names = [(brand, kind, flavor) for brand in brands for kind in kinds for flavor in flavors]
    random.shuffle(names)
    rows = []
    for number, (brand, kind, flavor) in enumerate(names[:count]):
        base = [(190, 60, 50), (60, 90, 170), (70, 140, 80), (220, 180, 70), (120, 80, 140)][brands.index(brand)]
        for view in range(6):
            carton = Image.new("RGB", (300, 460), base)
            draw = ImageDraw.Draw(carton)
            draw.rectangle((0, 150, 300, 330), fill=(245, 240, 230))
            draw.ellipse((90, 350, 210, 440), fill=tuple(255 - part // 2 for part in base))
            for text, top, size in ((brand, 50, 54), (kind, 170, 40), (flavor, 250, 44)):
                font = ImageFont.load_default(size)
                draw.text((150, top), text, font=font, anchor="mt", fill=(20, 20, 30) if top > 150 else (255, 255, 255))
            shelf = Image.effect_noise((640, 640), 60).convert("RGB")
            tint = Image.new("RGB", (640, 640), tuple(random.randrange(60, 220) for _ in range(3)))
            scene = Image.blend(shelf, tint, 0.6).filter(ImageFilter.GaussianBlur(3))
            side = random.uniform(0.75, 1.2)
            carton = carton.resize((int(300 * side), int(460 * side)), Image.LANCZOS)
            turned = carton.convert("RGBA").rotate(random.uniform(-12, 12), Image.BICUBIC, expand=True)
            scene.paste(turned, (random.randrange(10, 640 - turned.width - 9) if turned.width < 620 else 0,
                                 random.randrange(10, 640 - turned.height - 9) if turned.height < 620 else 0), turned)
            scene = ImageEnhance.Brightness(scene).enhance(random.uniform(0.6, 1.25))
            name = f"{number}-{view}.jpg"
            scene.save(os.path.join(folder, name), quality=random.randrange(60, 92))
            rows.append({"file": os.path.join(folder, name), "class": f"{brand} {kind} {flavor}",
                         "split": "query" if view < 2 else "gallery", "dataset": "drawn"})
    return rows


def chosen(labels, datasets, most):
    """The rows to take."""
    counts = collections.Counter()
    rows = []
    with open(labels, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = (row["dataset"], row["split"], row["class"])
            if row["dataset"] in datasets and counts[key] < most.get(row["split"], 0):
                counts[key] += 1
                rows.append(row)
    return rows


def indexed(rows, folder, options):
    """Makes the store, or takes the one that is there."""
    store = options.store or os.path.join(folder, "labels.magpie")
    if os.path.exists(store):
        return store
    pictures = os.path.join(folder, "pictures")
    os.makedirs(pictures)
    table = os.path.join(folder, "labels.csv")
    with open(table, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "file", "class", "split", "dataset"])
        for number, row in enumerate(rows):
            name = f"{number}{os.path.splitext(row['file'])[1]}"
            shutil.copy(os.path.join(os.path.dirname(options.labels or ""), row["file"]), os.path.join(pictures, name))
            writer.writerow([number, name, row["class"], row["split"], row["dataset"]])
    subprocess.run(
        [options.magpie, "index", pictures, "--catalog", table, "--store", store, "--read-text", options.models,
         "--no-learning", "--quiet"], check=True)
    return store


def hits(store, query, dataset, weight, options):
    """The ids, classes and texts of the gallery, best first."""
    found = []
    for page in range(1, 11):
        words = [options.magpie, "search", "--store", store, "--id", query, "--all", "--json", "--limit", "100", "--page", str(page),
                 "--filter", "split:gallery", "--filter", "dataset:" + dataset, "--picture-text-weight", str(weight)]
        answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        found += answer["hits"]
        if len(found) >= answer["total"]:
            break
    return found


def precision(relevant):
    right, total = 0, 0.0
    for place, is_right in enumerate(relevant, 1):
        if is_right:
            right += 1
            total += right / place
    return total / right


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", nargs="?")
    parser.add_argument("--drawn", type=int)
    parser.add_argument("--models")
    parser.add_argument("--magpie", default="magpie")
    parser.add_argument("--store", help="a store of an earlier run with the same choice; made where it is missing")
    parser.add_argument("--datasets", default="grocery,grocery-iconic")
    parser.add_argument("--queries", type=int, default=10**9)
    parser.add_argument("--gallery", type=int, default=10**9)
    parser.add_argument("--weights", default="0,0.3,0.6,0.8,1")
    options = parser.parse_args()
    if (options.labels is None) == (options.drawn is None):
        parser.error("give LABELS.csv or --drawn")
    datasets = ["drawn"] if options.drawn else options.datasets.split(",")
    queries = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        if options.drawn:
            cartons = os.path.join(folder, "cartons")
            os.makedirs(cartons)
            rows = drawn(options.drawn, cartons)
        else:
            rows = chosen(options.labels, datasets, {"query": options.queries, "gallery": options.gallery})
        store = indexed(rows, folder, options)
        listed = subprocess.run(
            [options.magpie, "store", "export", store], check=True, capture_output=True, text=True).stdout
        items = [line["attributes"] | {"id": line["id"]} for line in map(json.loads, listed.splitlines())]
        for item in items:
            if item["split"] == "query":
                queries[item["dataset"]].append(item)
        texts = {item["id"] for item in items if item.get("picture_text")}
        print(f"{len(items)} pictures, {len(texts)} with a text")
        for dataset in datasets:
            own = queries.get(dataset) or next((found for name, found in queries.items() if dataset.startswith(name)), [])
            for weight in options.weights.split(","):
                scores = []
                for query in own:
                    relevant = [hit["attributes"]["class"] == query["class"] for hit in hits(store, query["id"], dataset, weight, options)]
                    if any(relevant):
                        scores.append((precision(relevant), relevant[0], query["id"] in texts))
                for name, part in (("all queries", scores), ("with a text", [score for score in scores if score[2]])):
                    if part:
                        mean = [100 * sum(score[place] for score in part) / len(part) for place in (0, 1)]
                        print(f"{dataset} weight {weight} {name} ({len(part)}): mAP {mean[0]:.1f} R@1 {mean[1]:.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
