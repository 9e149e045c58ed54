"""Learns the scorer of candidates: one command, with the head that is shipped."""

import argparse
import csv
import io
import json
import os
import struct
import sys

import numpy as np
import torch
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.append(os.path.dirname(HERE))

import cutouts
import data
import head
import learn
import proposals
import recall
import scenes
import scorer
import sureness

# Boxes of the head that join the pool, and the overlap above which the weaker of two is dropped.
GIVEN, MOST = 40, 0.6


def tables(path):
    """The tables of a resource file by name."""
    with open(path, "rb") as file:
        content = file.read()
    at, found = 16, {}
    for _ in range(struct.unpack_from("<I", content, 12)[0]):
        length = content[at]
        name = content[at + 1:at + 1 + length].decode()
        kind, rows, columns = struct.unpack_from("<BII", content, at + 1 + length)
        at += length + 10
        if kind == 0:
            found[name] = np.frombuffer(content, "<f4", rows * columns, at).reshape(rows, columns)
            at += 4 * rows * columns
        else:
            scale = np.frombuffer(content, "<f4", rows, at)
            values = np.frombuffer(content, np.int8, rows * columns, at + 4 * rows).reshape(rows, columns)
            found[name] = values * scale[:, None]
            at += rows * (4 + columns)
    return found


def shipped_head(tables):
    """The head with the weights of its resource file."""
    net = head.Head().eval()
    for name, conv, _ in net.convolutions():
        weight = torch.tensor(tables[name]).reshape(len(tables[name]), 3, 3, -1).permute(0, 3, 1, 2)
        conv.conv.weight.data.copy_(weight)
        conv.norm.running_var.fill_(1 - conv.norm.eps)
        conv.norm.bias.data.copy_(torch.tensor(tables[name + "-bias"][0]))
    for index, name in enumerate(("coarse", "fine")):
        net.out[index].weight.data.copy_(torch.tensor(tables[name + "-out"]))
        net.out[index].bias.data.copy_(torch.tensor(tables[name + "-out-bias"][0]))
    return net


def heads(net, pictures):
    """Boxes of the head for pictures of any size: (boxes, scores) of each."""
    out = []
    for start in range(0, len(pictures), 16):
        squares = np.stack([data.squash(p, head.SIDE) for p in pictures[start:start + 16]])
        for scores, boxes in zip(*recall.raw(net, squares, True)):
            scores, boxes = recall.strongest(scores, boxes, GIVEN, MOST)
            out.append((boxes, scores))
    return out


def compressed(rgb, random):
    """The scene with sides as pictures have them, after a JPEG of middling to high quality."""
    side = len(rgb)
    share = random.uniform(0.6, 1) if random.random() < 0.7 else 1
    size = (side, int(side * share)) if random.random() < 0.6 else (int(side * share), side)
    file = io.BytesIO()
    Image.fromarray(rgb).resize(size, Image.BICUBIC).save(file, "JPEG", quality=int(random.uniform(75, 96)))
    return np.asarray(Image.open(file))


def composed(shared, work, count):
    """Scenes with their boxes and states, kept in `work`."""
    def compose():
        cuts = learn.kept(os.path.join(work, "cuts.pkl"),
                          lambda: cutouts.make(shared, os.path.join(ROOT, "samples", "images")))
        # As large as the picture that candidates are looked for in.
        scenes.SIDE = 256
        pictures, boxes, states = scenes.compose(cuts, learn.photos(shared), count, [1000, 1])
        random = np.random.default_rng(1)
        return [compressed(picture, random) for picture in pictures], boxes, states

    return learn.kept(os.path.join(work, f"scorer-scenes-{count}.pkl"), compose)


def labelled(shared):
    """Pictures of boxes.csv: (name, kind, picture, boxes that count, the others)."""
    folder, boxes = os.path.join(shared, "retrieval"), {}
    with open(os.path.join(folder, "boxes.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            x, y, w, h = (float(row[key]) for key in "xywh")
            boxes.setdefault(row["file"], []).append((x, y, x + w, y + h))
    for name, found in sorted(boxes.items()):
        kind = "coco" if "/coco/" in name else os.path.basename(name).split("_")[0]
        found = np.array(found)
        counts = np.prod(found[:, 2:] - found[:, :2], 1) >= (0.03 if kind == "coco" else 0)
        yield name, kind, data.open_rgb(os.path.join(folder, name)), found[counts], found[~counts]


def measure(net, find, shared, given):
    """{kind: [found % of all, of the even, of the odd pictures; upper bound of any scorer]} and the names of failures."""
    counts, missed = {}, []
    for index, ((name, kind, rgb, truth, _), boxes) in enumerate(zip(labelled(shared), given)):
        if len(truth) == 0:
            continue
        candidates, sides = find(rgb, boxes)
        overlaps = recall.overlap(truth * np.array(sides * 2), candidates["box"].astype(float))
        found = overlaps[:, scorer.chosen(net, candidates)].max(1) >= 0.5
        c = counts.setdefault(kind, np.zeros((3, 2)))
        c[index % 2] += found.sum(), len(found)
        c[2] += (overlaps.max(1) >= 0.5).sum(), len(found)
        if not found.all():
            missed.append((name, int((~found).sum()), len(found)))
    percent = lambda c: round(100 * float(c[0] / max(c[1], 1)), 1)
    return {kind: [percent(c[0] + c[1]), percent(c[0]), percent(c[1]), percent(c[2])]
            for kind, c in sorted(counts.items())}, missed


def surely(net, find, shared, given):
    """The numbers of the odds, from the even pictures, and what they say about even and odd ones."""
    halves = ([], [])
    for index, ((_, _, rgb, counted, ignored), boxes) in enumerate(zip(labelled(shared), given)):
        halves[index % 2].append(sureness.examples(net, *find(rgb, boxes), np.concatenate([counted, ignored])))
    halves = [[np.concatenate(parts) for parts in zip(*half)] for half in halves]
    weights = sureness.learn(*halves[0])
    return weights, {name: sureness.table(*half, weights) for name, half in zip(("even", "odd"), halves)}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "detector"), help="cut-outs, scenes, checkpoints")
    p.add_argument("--scenes", type=int, default=1200)
    p.add_argument("--epochs", type=int, default=5)
    p.add_argument("--real", type=float, default=0.3, help="weight of the even pictures of boxes.csv; scenes have 1")
    p.add_argument("--seeds", type=int, default=3, help="the one with the best even pictures is kept")
    p.add_argument("--only-sureness", action="store_true", help="keep the scorer of the resource file, learn its odds")
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "Search", "CSearchData", "Detector", "scorer.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "scorer-record.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(1)
    find = proposals.Proposals(ROOT, o.work)
    net = shipped_head(tables(os.path.join(ROOT, "Sources", "Search", "CSearchData", "Detector", "detector.bin")))
    if o.only_sureness:
        with open(o.record) as file:
            record = json.load(file)
        finish(o, scorer.read(tables(o.resource)), find, heads(net, [rgb for _, _, rgb, *_ in labelled(o.shared)]), record)
        return

    pictures, boxes, states = composed(o.shared, o.work, o.scenes)
    random = np.random.default_rng(2)
    features, overlaps = [], []
    for rgb, b, s, given in zip(pictures, boxes, states, heads(net, pictures)):
        x, y = scorer.examples(*find(rgb, given), b, s, random)
        features.append(x)
        overlaps.append(y)
    drawn = sum(map(len, features))
    given = heads(net, [rgb for _, _, rgb, *_ in labelled(o.shared)])
    for index, ((_, _, rgb, counted, ignored), boxes) in enumerate(zip(labelled(o.shared), given)):
        if index % 2 == 0:
            every = np.concatenate([counted, ignored])
            x, y = scorer.examples(*find(rgb, boxes), every, np.arange(len(every)) < len(counted), random, 1)
            features.append(x)
            overlaps.append(y)
    features, overlaps = np.concatenate(features), np.concatenate(overlaps)
    weights = np.ones(len(features), np.float32)
    weights[drawn:] = o.real * drawn / (len(features) - drawn)
    best = None
    for seed in range(o.seeds):
        made = scorer.train(features, overlaps, weights, seed, o.epochs)
        found, missed = measure(made, find, o.shared, given)
        print(json.dumps(found), flush=True)
        even = sum(shares[1] for shares in found.values())
        if best is None or even > best[0]:
            best = even, seed, made, found, missed
    _, seed, made, found, missed = best
    finish(o, made, find, given, {
        "scenes": len(pictures), "candidates": len(features), "seed": seed, "epochs": o.epochs,
        "found at IoU 0.5 with 10 boxes, % of all, even and odd pictures, and in the pool": found,
        "pictures with objects missed": missed})


def finish(o, net, find, given, record):
    """Learns the odds and writes the files."""
    numbers, said = surely(net, find, o.shared, given)
    print(json.dumps(said), flush=True)
    scorer.write(o.resource, net, numbers)
    record["sureness"] = {
        "numbers": [round(float(number), 4) for number in numbers],
        "boxes by probability: how many, their mean probability, share that meets an object": said}
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
