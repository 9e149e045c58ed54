"""Share of the objects of boxes.csv that are found at IoU >= 0.5 among the first ten boxes."""

import csv
import os

import numpy as np
import torch

import data
import head

# Overlap above which the weaker of two boxes is dropped, and boxes kept.
OVERLAP, LIMIT = 0.55, 10


def given(shared, work):
    """Pictures squashed to the input side with their boxes: (name, kind, picture, boxes that count, even or odd)."""
    folder = os.path.join(shared, "retrieval")
    boxes = {}
    with open(os.path.join(folder, "boxes.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            x, y, w, h = (float(row[key]) for key in "xywh")
            boxes.setdefault(row["file"], []).append((x, y, x + w, y + h))
    names = sorted(boxes)
    pictures = data.cached(os.path.join(work, "boxes.npy"), lambda: np.stack(
        [data.squash(data.open_rgb(os.path.join(folder, name)), head.SIDE) for name in names]))
    out = []
    for index, name in enumerate(names):
        kind = "coco" if "/coco/" in name else os.path.basename(name).split("_")[0]
        found = np.array(boxes[name])
        if kind == "coco":
            found = found[(found[:, 2] - found[:, 0]) * (found[:, 3] - found[:, 1]) >= 0.03]
        out.append((name, kind, pictures[index], found, index % 2))
    return out


def overlap(a, b):
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.prod(np.clip(high - low, 0, None), 2)
    area = [np.prod(x[:, 2:] - x[:, :2], 1) for x in (a, b)]
    return both / np.maximum(area[0][:, None] + area[1][None] - both, 1e-9)


def strongest(scores, boxes, limit=LIMIT, most=OVERLAP):
    """Boxes best first, without those that repeat a better one."""
    order = np.argsort(-scores, kind="stable")[:200]
    boxes, scores = np.clip(boxes[order], 0, 1), scores[order]
    shared, keep = overlap(boxes, boxes), []
    for index in range(len(boxes)):
        if all(shared[index, other] <= most for other in keep):
            keep.append(index)
            if len(keep) == limit:
                break
    return scores[keep], boxes[keep]


def raw(net, pictures, mirror=False):
    """Scores (0...1) and boxes of all cells of uint8 pictures."""
    with torch.no_grad():
        x = head.normalised(pictures)
        scores, boxes = net(x)
        scores = scores.sigmoid()
        if mirror:
            order = torch.cat([torch.arange(n * n).view(n, n).flip(1).reshape(-1) + start
                               for n, start in ((24, 0), (12, 576))])
            s, b = net(x.flip(3))
            b = torch.stack([1 - b[..., 2], b[..., 1], 1 - b[..., 0], b[..., 3]], -1)
            scores, boxes = (scores + s.sigmoid()[:, order]) / 2, (boxes + b[:, order]) / 2
    return scores.numpy(), boxes.numpy()


def measure(net, pictures, mirror=False, limit=LIMIT, most=OVERLAP, missed=None):
    """{kind: [found % of all, of the even half, of the odd half]}."""
    counts = {}
    scores, boxes = raw(net, np.stack([p[2] for p in pictures]), mirror)
    for (name, kind, _, truth, odd), s, b in zip(pictures, scores, boxes):
        if len(truth) == 0:
            continue
        found = overlap(truth, strongest(s, b, limit, most)[1]).max(1) >= 0.5
        c = counts.setdefault(kind, np.zeros((2, 2)))
        c[odd] += found.sum(), len(found)
        if missed is not None and not found.all():
            missed.append((name, int((~found).sum()), len(found), odd))
    percent = lambda c: round(100 * float(c[0] / max(c[1], 1)), 1)
    return {kind: [percent(c.sum(0)), percent(c[0]), percent(c[1])] for kind, c in sorted(counts.items())}
