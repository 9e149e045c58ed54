"""Learns which hits are shown: the numbers of Sources/Search/VisualSearch/Query/Calibration.swift.

    magpie index ../shared/data/retrieval ../shared/data/training-more/{dtd10,flowers5,flowers17,food10} --store labelled.magpie
    python3 Benchmarks/Learning/relevance.py labelled.magpie ../shared/data

Every data set is a shop; its own queries look for something that it has, those of the other data sets for something that
it has not. The shops are the galleries of `retrieval` and the sets of `training-more` with marked terms, from which the
describer never learned: there every eighth picture of a class is a query, at most 16 of a class.

An item with score s is shown where s >= part x best, best being the highest score below NEAR, and where one of the
WITNESSES nearest items has s - PART x density >= margin; density is its mean similarity to its ten nearest items. `part`
is share + slope x (the mean density of the witnesses above SPARSE): where everything is alike, only what is nearest
counts. Share, slope and margin are those with the most of kept + kept + precision + silent: what is lost counts twice.
The table "left out" chooses them for each data set on all others. The three numbers of the logistic function are of a
regression on s / best - part and on the margin above the density.

The last table asks with a picture that is itself in the shop, and lets a filter admit half of the gallery without it.
"""
import csv
import os
import sqlite3
import sys

import numpy as np

PART, NEAR, WITNESSES, NEIGHBORS, SPARSE = 0.5, 0.95, 8, 10, 0.5
SHARES, SLOPES, MARGINS = np.arange(0.70, 0.951, 0.05), np.arange(0, 0.81, 0.1), np.arange(0.10, 0.351, 0.05)
MOST = 0.97
TITLE = "kept precision of-queries shown kind-out strangers"


def vectors(store):
    """Unit vectors by the last three parts of the path of the picture."""
    query = "SELECT i.source, v.bytes FROM items i JOIN vectors v ON v.slot = i.slot WHERE i.id NOT NULL"
    found = {}
    for source, values in sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute(query):
        vector = np.frombuffer(values, np.int8).astype(np.float64)
        found["/".join(source.split("/")[-3:])] = vector / np.linalg.norm(vector)
    return found


def pictures(store, shared):
    """By data set and part: vector, class and wider class of each picture."""
    known, sets, counts = vectors(store), {}, {}

    def add(name, part, file, label, kind):
        vector = known.get("/".join(file.split("/")[-3:]))
        if vector is not None:
            sets.setdefault(name, {}).setdefault(part, []).append((vector, label, kind))

    for row in csv.DictReader(open(os.path.join(shared, "retrieval", "labels.csv"), newline="")):
        add(row["dataset"], row["split"], row["file"], row["class"], row["coarse_class"])
    for row in csv.DictReader(open(os.path.join(shared, "training-more", "labels.csv"), newline="")):
        if row["terms"] == "marked":
            name, label = row["dataset"], row["class"]
            number = counts[name, label] = counts.get((name, label), -1) + 1
            add(name, "query" if number % 8 == 0 and number < 128 else "gallery", row["file"], label, label)
    for name in sets:
        if "query" not in sets[name] and name.split("-")[0] in sets:
            sets[name]["query"] = sets[name.split("-")[0]].get("query", [])
    return {name: parts for name, parts in sets.items() if parts.get("query") and parts.get("gallery")}


def family(name):
    """Data sets that show the same kinds of things are no strangers to each other."""
    return name.split("-")[0].rstrip("0123456789")


def shops(sets, from_mean=False):
    """For each data set: scores of its queries, which are relevant, which are of the same kind, scores of strangers.

    from_mean: scores count from the mean of the pairs of the gallery on, as those of describers do of which nothing was
    learned.
    """
    found = {}
    for name, parts in sets.items():
        rows, labels, kinds = (np.array([each[at] for each in parts["gallery"]]) for at in range(3))
        asking = [np.array([each[at] for each in parts["query"]]) for at in range(3)]
        others = np.array([each[0] for other in sets if family(other) != family(name) and "-" not in other
                           for each in sets[other]["query"]])
        alike = rows @ rows.T
        zero = (alike.sum() - len(rows)) / (len(rows) * (len(rows) - 1)) if from_mean else 0
        np.fill_diagonal(alike, -9)
        found[name] = {
            "scores": (asking[0] @ rows.T - zero) / (1 - zero), "relevant": asking[1][:, None] == labels, "kind": asking[2][:, None] == kinds,
            "strangers": (others[::max(1, len(others) // 400)] @ rows.T - zero) / (1 - zero),
            "density": np.maximum((np.sort(alike, 1)[:, -NEIGHBORS:].mean(1) - zero) / (1 - zero), 0)}
    return found


def above(scores, density):
    """The most that one of the nearest items is above its density."""
    nearest = np.argsort(-scores, 1)[:, :WITNESSES]
    return (np.take_along_axis(scores, nearest, 1) - PART * density[nearest]).max(1, keepdims=True)


def ratio(scores):
    return scores / np.minimum(np.maximum(scores.max(1, keepdims=True), 0.01), NEAR)


def part(scores, density, share, slope):
    """The part of the best score that an item needs."""
    nearest = np.argsort(-scores, 1)[:, :WITNESSES]
    return np.minimum(share + slope * np.maximum(density[nearest].mean(1, keepdims=True) - SPARSE, 0), MOST)


def shown(scores, density, share, slope, margin):
    """All but the very same picture is measured without it; where nothing is like it, it is shown alone."""
    others = np.where(scores < NEAR, scores, -9)
    hits = (ratio(others) >= part(others, density, share, slope)) & (above(others, density) >= margin)
    return hits | (scores >= NEAR)


def figures(shop, share, slope, margin):
    scores, relevant, density = shop["scores"], shop["relevant"], shop["density"]
    has = relevant.any(1)
    hits = shown(scores, density, share, slope, margin)[has]
    right, count = (hits & relevant[has]).sum(1), hits.sum(1)
    without = np.where(shop["kind"], -9, scores)
    return np.array([
        (right > 0).mean(), right.sum() / max(count.sum(), 1),
        (right[count > 0] / count[count > 0]).mean() if (count > 0).any() else 0, count.mean(),
        (~shown(without, density, share, slope, margin).any(1)).mean(),
        (~shown(shop["strangers"], density, share, slope, margin).any(1)).mean()])


def worth(table):
    """What is to be as great as possible, of the figures of a data set."""
    return 2 * table[..., 0] + table[..., 2] + table[..., 5]


def best(tables):
    """The share, the slope and the margin with the greatest worth in the mean of the data sets."""
    sizes = (len(SHARES), len(SLOPES), len(MARGINS))
    share, slope, margin = np.unravel_index(np.argmax(worth(np.mean(tables, 0))), sizes)
    return SHARES[share], SLOPES[slope], MARGINS[margin]


def logistic(features, truth, weight):
    """Slopes and offset, by Newton's method."""
    rows, at = np.column_stack([features, np.ones(len(truth))]), np.zeros(features.shape[1] + 1)
    for _ in range(50):
        guess = 1 / (1 + np.exp(-rows @ at))
        hessian = (rows * (weight * guess * (1 - guess))[:, None]).T @ rows + 1e-9 * np.eye(len(at))
        at = at - np.linalg.solve(hessian, rows.T @ (weight * (guess - truth)))
    return at


def probability(found, share, slope, margin):
    features, truths, weights = [], [], []
    for shop in found:
        for scores, truth in ((shop["scores"], shop["relevant"]), (shop["strangers"], None)):
            truth = np.zeros(scores.shape, bool) if truth is None else truth
            gate = np.broadcast_to(above(scores, shop["density"]) - margin, scores.shape)
            rest = ratio(scores) - part(scores, shop["density"], share, slope)
            near = rest >= -0.35
            features.append(np.column_stack([rest[near], gate[near]]))
            truths.append(truth[near])
            weights.append(np.full(near.sum(), 1 / near.sum()))
    return logistic(np.concatenate(features), np.concatenate(truths).astype(float), np.concatenate(weights))


def calibrated(shop, share, slope, margin, numbers):
    """The mean probability that is told of what is shown, and the share of it that is relevant."""
    scores, density = shop["scores"], shop["density"]
    hits = shown(scores, density, share, slope, margin)
    gate = np.broadcast_to(above(scores, density) - margin, scores.shape)[hits]
    odds = numbers[0] * (ratio(scores) - part(scores, density, share, slope))[hits] + numbers[1] * gate + numbers[2]
    return (1 / (1 + np.exp(-odds))).mean(), shop["relevant"][hits].mean()


def line(name, values):
    print(f"{name:28}" + "".join(f"{value:9.1f}" if at == 3 else f"{value:9.3f}" for at, value in enumerate(values)))


def table(shop):
    return np.array([[[figures(shop, *each) for each in ((share, slope, margin) for margin in MARGINS)]
                      for slope in SLOPES] for share in SHARES])


def admitted(shop, share, slope, margin):
    """Kept without the picture; with it in the shop; with half of the gallery admitted, and the picture in the other half."""
    scores, relevant, density = shop["scores"], shop["relevant"], shop["density"]
    has, half = relevant.any(1), np.random.default_rng(3).random(len(density)) < 0.5
    own = np.maximum(np.sort(scores, 1)[:, -NEIGHBORS:].mean(1), 0)
    found = []
    for row, right, itself in zip(scores[has], relevant[has], own[has]):
        with_it, dense = np.append(row, 1)[None], np.append(density, itself)
        whole, present = shown(row[None], density, share, slope, margin)[0], shown(with_it, dense, share, slope, margin)[0]
        part_ = shown(row[None, half], density[half], share, slope, margin)[0]
        found.append(((whole & right).any(), (present[:-1] & right).any(),
                      (part_ & right[half]).any() if right[half].any() else np.nan))
    return np.nanmean(np.array(found, float), 0)


def main():
    sets = pictures(*sys.argv[1:3])
    found = shops(sets)
    tables = {name: table(shop) for name, shop in found.items()}
    chosen = best(list(tables.values()))
    numbers = probability(list(found.values()), *chosen)
    print("share {:.2f}  slope {:.2f}  margin {:.2f}".format(*chosen), "slopes {:.2f} {:.2f}  offset {:.2f}".format(*numbers))
    print("columns:", TITLE)
    rated = np.mean(list(tables.values()), 0)
    for at in np.argsort(-worth(rated), axis=None)[:20]:
        places = np.unravel_index(at, worth(rated).shape)
        line("{:.2f} {:.2f} {:.2f}".format(*(each[at] for each, at in zip((SHARES, SLOPES, MARGINS), places))), rated[places])
    print("each with all data sets; told and true: probability of what is shown")
    for name, shop in found.items():
        line(name, [*figures(shop, *chosen), *calibrated(shop, *chosen, numbers)])
    line("mean", np.mean([figures(shop, *chosen) for shop in found.values()], 0))
    print("left out: share, slope and margin chosen on the other data sets")
    rows = []
    for name, shop in found.items():
        rest = [other for other in found if family(other) != family(name)]
        others = best([tables[other] for other in rest])
        learned = probability([found[other] for other in rest], *others)
        rows.append(figures(shop, *others))
        line("{} {:.2f} {:.2f} {:.2f}".format(name, *others), [*rows[-1], *calibrated(shop, *others, learned)])
    line("mean", np.mean(rows, 0))
    print("kept: without the picture itself, with it, with half of the gallery admitted")
    for name, shop in found.items():
        line(name, admitted(shop, *chosen))
    others = {name: table(shop) for name, shop in shops(sets, from_mean=True).items()}
    chosen = best(list(others.values()))
    print("other describers, scores from the mean of pairs on: {:.2f} {:.2f} {:.2f}".format(*chosen))
    places = [np.argmin(abs(each - at)) for each, at in zip((SHARES, SLOPES, MARGINS), chosen)]
    line("mean", np.mean([each[tuple(places)] for each in others.values()], 0))


if __name__ == "__main__":
    main()
