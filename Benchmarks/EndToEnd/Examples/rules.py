"""Measures the rules by which several examples and counterexamples become one query (ExampleMix, UnlikeItems).

    magpie index ../shared/data/retrieval --store labelled.magpie
    rules.py labelled.magpie ../shared/data/retrieval

Positive examples are queries of one class, or of two classes of one wider class; the galleries are the catalogs. A
counterexample is the first hit of another class, as somebody marks it who looks at the hits. Prints for each rule the mean
average precision (mAP), of two classes also the share of the rarer one among the ten best right hits; with
counterexamples the share of their class among the first ten hits; and for the best rules what the cut of Calibration keeps
of the class, and how much of what it shows is of it. Needs NumPy.
"""
import csv
import os
import sqlite3
import sys

import numpy

PARTS = [slice(0, 24), slice(24, 160), slice(160, 200), slice(200, 256)]
SETS, TRIALS = ("grocery", "caltech", "clothing", "magento"), 400
DENSITY, SHARE, MARGIN, NEAR, WITNESSES, NEIGHBORS = 0.5, 0.85, 0.2, 0.8, 8, 10


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)


def load(store, root):
    query = "SELECT i.source, v.bytes FROM items i JOIN vectors v ON v.slot = i.slot WHERE i.id NOT NULL"
    known = {}
    for source, values in sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute(query):
        known["/".join(source.split("/")[-3:])] = unit(numpy.frombuffer(values, numpy.int8).astype(float))
    sets = {}
    for row in csv.DictReader(open(os.path.join(root, "labels.csv"), newline="")):
        vector = known.get("/".join(row["file"].split("/")[-3:]))
        if vector is not None and row["dataset"] in SETS:
            split = sets.setdefault(row["dataset"], {}).setdefault(row["split"], ([], [], []))
            for values, value in zip(split, (vector, row["class"], row["coarse_class"])):
                values.append(value)
    return {name: {split: [numpy.array(each) for each in values] for split, values in parts.items()}
            for name, parts in sets.items()}


def by_part(examples):
    """The mean whose parts are as long as those of the examples are on average."""
    mean = examples.mean(0)
    for part in PARTS:
        length = numpy.linalg.norm(mean[part])
        if length > 0:
            mean[part] *= numpy.linalg.norm(examples[:, part], axis=1).mean() / length
    return unit(mean)


def reciprocal(rows, examples):
    ranks = numpy.argsort(numpy.argsort(-(examples @ rows.T), axis=1), axis=1)
    return (1 / (60 + ranks)).sum(0)


def softened(power):
    return lambda rows, examples: (numpy.maximum(examples @ rows.T, 0) ** power).mean(0) ** (1 / power)


RULES = {
    "first alone": lambda rows, examples: rows @ examples[0],
    "largest score": lambda rows, examples: (examples @ rows.T).max(0),
    "least score": lambda rows, examples: (examples @ rows.T).min(0),
    "power mean 3": softened(3),
    "reciprocal ranks": reciprocal,
    "mean of scores": lambda rows, examples: (examples @ rows.T).mean(0),
    "mean vector": lambda rows, examples: rows @ unit(examples.mean(0)),
    "mean vector by part": lambda rows, examples: rows @ by_part(examples),
}


def precision(scores, relevant):
    hits = relevant[numpy.argsort(-scores, kind="stable")]
    return (numpy.cumsum(hits) / numpy.arange(1, len(hits) + 1))[hits].mean()


def away(query, negatives, step):
    return unit(query - step * unit(negatives.sum(0)))


AGAINST = {"no counterexample": lambda rows, query, negatives: rows @ query}
for share in (0.25, 0.5, 0.75):
    AGAINST[f"away by {share}"] = lambda rows, query, negatives, share=share: rows @ away(query, negatives, share)
for share in (0.25, 0.5):
    AGAINST[f"less {share} of the likeness"] = lambda rows, query, negatives, share=share: (
        rows @ query - share * numpy.maximum((negatives @ rows.T).max(0), 0))
    AGAINST[f"less {share} of what is nearer"] = lambda rows, query, negatives, share=share: (
        rows @ query - share * numpy.maximum((negatives @ rows.T).max(0) - rows @ query, 0))


def picks(random, labels, kinds, count, mixed):
    """Positions of examples: of one class, or of two classes of one wider class."""
    first = random.integers(len(labels))
    if not mixed:
        same = numpy.flatnonzero(labels == labels[first])
        return None if len(same) < count else random.choice(same, count, replace=False)
    near = numpy.flatnonzero((kinds == kinds[first]) & (labels != labels[first]))
    return None if len(near) == 0 else numpy.array([first, random.choice(near)])


def trials(part, count, mixed=False):
    random = numpy.random.default_rng(7)
    (rows, labels, kinds), (asked, names, wider) = part["gallery"], part["query"]
    # Where classes have one query, further examples are of the gallery and leave it.
    rows, labels, kinds = (numpy.concatenate(pair) for pair in ((asked, rows), (names, labels), (wider, kinds)))
    for _ in range(TRIALS):
        chosen = picks(random, labels, kinds, count, mixed)
        if chosen is None:
            continue
        rest = numpy.setdiff1d(numpy.arange(len(rows)), chosen)
        wanted = set(labels[chosen])
        if all((labels[rest] == name).any() for name in wanted):
            yield rows[chosen], labels[chosen], rows[rest], labels[rest]


def line(name, values, form="{:6.3f}"):
    print(f"  {name:28}" + " ".join(form.format(value) for value in values))


def positives(sets):
    for title, count, mixed in (("two of a class", 2, False), ("three of a class", 3, False), ("two classes", 2, True)):
        print(f"{title}: mAP in " + ", ".join(SETS) + (", then the share of the rarer" if mixed else ""))
        for rule, scored in RULES.items():
            found, rarer = [], []
            for name in SETS:
                maps, shares = [], []
                for examples, names, rows, labels in trials(sets[name], count, mixed):
                    scores = scored(rows, examples)
                    relevant = numpy.isin(labels, names)
                    maps.append(precision(scores, relevant))
                    best = labels[numpy.argsort(-scores)][:100]
                    best = best[numpy.isin(best, names)][:10]
                    shares.append(min((best == each).mean() for each in set(names)) if len(best) else 0)
                found.append(numpy.mean(maps or [0]))
                rarer.append(numpy.mean(shares or [0]))
            line(rule, found + [numpy.mean(found)] + (rarer if mixed else []))


def negatives(sets):
    for positive, negative in ((1, 1), (2, 1), (2, 2)):
        print(f"{positive} examples, {negative} counterexamples: mAP, then the share of the marked class in ten")
        for rule, scored in AGAINST.items():
            found, left = [], []
            for name in SETS:
                maps, shares = [], []
                for examples, names, rows, labels in trials(sets[name], positive):
                    query = unit(examples.mean(0))
                    order = numpy.argsort(-(rows @ query))
                    wrong = order[labels[order] != names[0]][:negative]
                    kept = numpy.setdiff1d(numpy.arange(len(rows)), wrong)
                    scores = scored(rows[kept], query, rows[wrong])
                    maps.append(precision(scores, labels[kept] == names[0]))
                    shares.append(numpy.isin(labels[kept][numpy.argsort(-scores)][:10], labels[wrong]).mean())
                found.append(numpy.mean(maps))
                left.append(numpy.mean(shares))
            line(rule, found + [numpy.mean(found)] + left + [numpy.mean(left)])


def cuts(sets):
    print("what the cut keeps of the class, what of it is right, how many searches show something")
    for count in (1, 2, 3):
        for rule in ("largest score", "mean of scores", "mean vector", "mean vector by part"):
            kept, right, shown = [], [], []
            for name in SETS:
                for examples, names, rows, labels in trials(sets[name], count):
                    scores = RULES[rule](rows, examples)
                    near = numpy.argsort(-scores)[:WITNESSES]
                    alike = numpy.sort(rows[near] @ rows.T, axis=1)[:, -NEIGHBORS - 1:-1].mean(1)
                    stands = (scores[near] - DENSITY * numpy.maximum(alike, 0)).max() >= MARGIN
                    hits = (scores >= SHARE * min(max(scores.max(), 0.01), NEAR)) & stands
                    relevant = labels == names[0]
                    kept.append((hits & relevant).sum() / relevant.sum())
                    shown.append(hits.any())
                    if hits.any():
                        right.append(relevant[hits].mean())
            line(f"{count}, {rule}", [numpy.mean(kept), numpy.mean(right), numpy.mean(shown)])


if __name__ == "__main__":
    found = load(*sys.argv[1:3])
    positives(found)
    negatives(found)
    cuts(found)
