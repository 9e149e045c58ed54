"""The resource file and the fixture of the tests."""

import json
import struct

import numpy as np

import data
import export
import head
import recall


def write(path, net):
    tables = [export.table(name, values, scale) for name, values, scale in head.shipped(net)]
    content = b"MAGPIEDS" + struct.pack("<II", 1, len(tables)) + b"".join(tables)
    with open(path, "wb") as file:
        file.write(content)
    return len(content)


def fixture(path, net, count=6):
    """Best boxes of the drawn pictures of the descriptor's fixture, for the tests to compare with."""
    net, rows = head.quantised(net), []
    for w, h, seed in export.PICTURES:
        square = data.squash(export.drawn(w, h, seed), head.SIDE)[None]
        scores, boxes = recall.strongest(*(a[0] for a in recall.raw(net, square, True)), limit=count)
        rows.append({"width": w, "height": h, "seed": seed, "scores": [round(float(s), 5) for s in scores],
                     "boxes": [[round(float(v), 3) for v in box * (w, h, w, h)] for box in boxes]})
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
