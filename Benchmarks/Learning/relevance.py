"""Learns when a score means that an item is relevant: the numbers of Sources/Search/VisualSearch/Query/Calibration.swift.

    magpie index ../shared/data/retrieval --store labelled.magpie
    python3 Benchmarks/Learning/relevance.py labelled.magpie ../shared/data/retrieval/labels.csv

Every data set of labels.csv with queries and a gallery is a shop; its own queries look for something that it has, those
of the other data sets for something that it has not. Queries of even place in the file are learned from, those of odd
place tell what came of it. A score counts from `floor` on, and from one standard deviation above the mean of the scores
that the query has with the shop as a whole, but always from `ceiling` on. `floor` is the highest that keeps the best
relevant picture of 95 % of the queries (in the mean over the data sets); `slope` and `offset` are those of a logistic
regression on how far, in standard deviations, the score lies above that cut.
"""
import csv
import os
import sqlite3
import sys

import numpy as np

CEILING, TARGET = 0.6, 0.95


def vectors(store):
    """Unit vectors by the path of the picture."""
    folder = os.path.dirname(os.path.abspath(store))
    query = "SELECT i.source, v.bytes FROM items i JOIN vectors v ON v.slot = i.slot WHERE i.id NOT NULL"
    rows = sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute(query)
    found = {}
    for source, values in rows:
        vector = np.frombuffer(values, np.int8).astype(np.float64)
        found[os.path.normpath(os.path.join(folder, source))] = vector / np.linalg.norm(vector)
    return found


def shops(store, labels):
    """For each data set: its name, scores of its queries, which are relevant, scores of the queries of the others."""
    known, sets = vectors(store), {}
    for row in csv.DictReader(open(labels, newline="")):
        path = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(labels)), row["file"]))
        if path in known:
            sets.setdefault(row["dataset"], {}).setdefault(row["split"], []).append((known[path], row["class"]))
    asking = {name: parts["query"] for name, parts in sets.items() if "query" in parts and "gallery" in parts}
    for name, queries in asking.items():
        gallery = sets[name]["gallery"]
        rows = np.stack([vector for vector, _ in gallery])
        classes = np.array([label for _, label in gallery])
        others = [vector for other, found in asking.items() if other != name for vector, _ in found]
        yield (name, np.stack([vector for vector, _ in queries]) @ rows.T,
               np.array([label for _, label in queries])[:, None] == classes, np.stack(others) @ rows.T)


def spread(scores):
    return np.maximum(scores.std(1, keepdims=True), 1e-3)


def cut(scores, floor):
    return np.maximum(floor, np.minimum(scores.mean(1, keepdims=True) + spread(scores), CEILING))


def kept(scores, relevant, floor):
    has = relevant.any(1)
    return ((scores >= cut(scores, floor)) & relevant)[has].any(1).mean()


def logistic(x, y, weight):
    """Slope and offset, by Newton's method."""
    slope, offset = 1.0, 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(slope * x + offset)))
        gradient = np.array([(weight * (p - y) * x).sum(), (weight * (p - y)).sum()])
        bend = weight * p * (1 - p)
        hessian = np.array([[(bend * x * x).sum(), (bend * x).sum()], [(bend * x).sum(), bend.sum()]])
        slope, offset = np.array([slope, offset]) - np.linalg.solve(hessian, gradient)
    return slope, offset


def half(shop, place):
    name, scores, relevant, others = shop
    return name, scores[place::2], relevant[place::2], others[place::2]


def learn(learned):
    floors = np.arange(0, 0.5, 0.01)
    floor = max(f for f in floors if np.mean([kept(s, r, f) for _, s, r, _ in learned]) >= TARGET)
    margins, truths, weights = [], [], []
    for _, scores, relevant, others in learned:
        for part, truth in ((scores, relevant), (others, np.zeros(others.shape, bool))):
            margins.append(((part - cut(part, floor)) / spread(part)).ravel())
            truths.append(truth.ravel())
            weights.append(np.full(part.size, 1 / part.size))
    slope, offset = logistic(np.concatenate(margins), np.concatenate(truths), np.concatenate(weights))
    return floor, slope, offset


def show(shop, floor):
    name, scores, relevant, others = shop
    shown, has = scores >= cut(scores, floor), relevant.any(1)
    silent = []
    for row, same in zip(scores, relevant):
        rest = row[~same][None]
        silent.append(not (rest >= cut(rest, floor)).any())
    right, base = (shown & relevant)[has].sum() / shown[has].sum(), relevant[has].mean()
    print(f"{name:12} kept {kept(scores, relevant, floor):.3f}  shown {shown.mean():.3f}  right {right:.3f} "
          f"of all {base:.3f}: {right / base:.1f} times  silent {np.mean(silent):.3f}  "
          f"strangers silent {(others < cut(others, floor)).all(1).mean():.3f}")


def main():
    found = list(shops(*sys.argv[1:3]))
    floor, slope, offset = learn([half(shop, 0) for shop in found])
    print(f"floor {floor:.2f}  ceiling {CEILING}  slope {slope:.2f}  offset {offset:.2f}")
    for place, title in ((0, "learned from"), (1, "not learned from")):
        print(title)
        for shop in found:
            show(half(shop, place), floor)
    print("floor: kept, times as much right, silent, strangers silent, of all queries in the mean of the data sets")
    for floor in np.arange(0.1, 0.5, 0.05):
        rows = []
        for _, scores, relevant, others in found:
            shown, has = scores >= cut(scores, floor), relevant.any(1)
            rests = [row[~same][None] for row, same in zip(scores, relevant)]
            rows.append((kept(scores, relevant, floor),
                         (shown & relevant)[has].sum() / shown[has].sum() / relevant[has].mean(),
                         np.mean([(rest < cut(rest, floor)).all() for rest in rests]),
                         (others < cut(others, floor)).all(1).mean()))
        print(f"{floor:.2f}: " + "  ".join(f"{value:.3f}" for value in np.mean(rows, 0)))


if __name__ == "__main__":
    main()
