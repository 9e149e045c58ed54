"""How well the made models find pictures by pictures and by words, on pictures that they learned nothing from.

    python3 measure.py [--work FOLDER] [--wordnet FOLDER] [--magpie COMMAND] [--choose]

Pictures: the five tests of `../shared/data/retrieval`, counted as in its README.md, and five sets of `training-more`,
600 pictures of each, of which every second one is a query to all others, as in `Benchmarks/Learning/leave_out.py`. With
`--magpie` the built-in vectors are measured too, alone and beside those of the pair; they are kept in `--work` and not
made again. Words: each class of a set is searched by its name among all pictures of the set. `--choose` prints the
figures of the pool `training` that the space and the ridge were chosen by.
"""

import argparse
import os
import sqlite3
import subprocess

import numpy as np

import learned
import pair
import pictures
import trained
from pictures import LEFT_OUT
from towers import HERE

import scores  # Of Benchmarks/Learning, to which `towers` adds the path.

NAMED = ("flowers17", "food10", "tiny_imagenet")


def built_in(paths, magpie, work):
    """The vectors of `magpie index`, of length 1."""
    store, paths = os.path.join(work, "built-in.magpie"), [os.path.realpath(path) for path in paths]
    if not os.path.exists(store):
        subprocess.run([magpie, "index", "-", "--store", store, "-q"], input="\n".join(paths), text=True, check=True,
                       stdout=subprocess.DEVNULL)
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    found = {source: np.frombuffer(blob, np.int8)
             for source, blob in base.execute("SELECT source, bytes FROM items JOIN vectors USING (slot)")}
    return pair.unit(np.stack([found[path] for path in paths]).astype(np.float64))


class Collection:
    """The pictures that are searched."""

    def __init__(self):
        rows, paths = pictures.rows_of("retrieval")
        kept = [at for at, row in enumerate(rows) if row["split"] in ("query", "gallery")]
        self.rows, paths = [rows[at] for at in kept], [paths[at] for at in kept]
        others, more = pictures.rows_of("training-more", 600, LEFT_OUT)
        self.paths = paths + more
        self.datasets = np.array([row["dataset"] for row in self.rows + others])
        self.labels = np.array([row["class"] for row in self.rows + others])

    def by_picture(self, title, vectors):
        given = scores.given(vectors[:len(self.rows)], self.rows)
        apart = {name: scores.within(vectors[self.datasets == name], self.labels[self.datasets == name])
                 for name in LEFT_OUT}
        for kind, table in (("retrieval", given), ("left out", apart)):
            table["mean"] = scores.mean(table)
            cells = " | ".join(f"{name} {row[0]:.1f} / {row[1]:.1f}" for name, row in table.items())
            print(f"| {title}, {kind} | {cells} |", flush=True)

    def by_name(self, texts, found, features):
        for name in ("caltech", "clothing", "grocery") + NAMED:
            here = self.datasets == name
            words = found.texts(texts.vectors(pair.names_of(self.labels[here])))
            row = pair.found_by_name(words, found.space.vectors(features[here]), self.labels[here])
            print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in row) + " |", flush=True)


def choose(lesson):
    for power in (0, .3, .5, .7, 1):
        for strength in (.01, .03, .1, .3, 1):
            table = lesson.scores(lesson.pair(power, strength))
            cells = " | ".join(f"{row[0]:.1f} / {row[2]:.1f}" for row in table.values())
            print(f"| {power} | {strength} | {cells} | {np.mean([row[0] for row in table.values()]):.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", default=os.path.join(HERE, "../../../.build/models"), help="folder of what is kept")
    parser.add_argument("--wordnet", default="/usr/share/wordnet", help="folder of data.noun; default %(default)s")
    parser.add_argument("--magpie", help="the command, for the built-in vectors")
    parser.add_argument("--choose", action="store_true", help="compare spaces and ridges on what is learned from")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    lesson = learned.Lesson(options.work, options.wordnet, trained.TOWER)
    if options.choose:
        return choose(lesson)
    collection, found = Collection(), lesson.pair()
    features = {name: pictures.described(name, collection.paths, options.work) for name in ("lite2", "lite0")}
    vectors = found.space.vectors(features["lite2"])
    collection.by_name(lesson.texts, found, features["lite2"])
    collection.by_picture("lite0, 1,280 values", pair.unit(features["lite0"]))
    collection.by_picture("lite2, 1,280 values", pair.unit(features["lite2"]))
    collection.by_picture("lite2 and pairs, 512 values", vectors)
    if options.magpie:
        built = built_in(collection.paths, options.magpie, options.work)
        collection.by_picture("built in", built)
        collection.by_picture("built in, beside 512 values", pair.unit(np.concatenate([built, vectors], 1)))


if __name__ == "__main__":
    main()
