"""Labelled pictures and their features, which are kept in a folder between runs."""

import os
import sys

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

from graph import Graph
from towers import DEVIATION, HERE, MEAN, SIDES, features, picture_input

sys.path.insert(0, os.path.join(HERE, "../../Learning"))
import data  # noqa: E402

SHARED = os.path.join(HERE, "../../../../shared/data")
# Sets of `training-more` that no vector of a picture is learned from, as `Benchmarks/Learning/leave_out.py` searches them.
LEFT_OUT = ("dtd10", "flowers17", "flowers5", "food10", "tiny_imagenet")


def opened(path):
    """An RGB picture, turned as its Exif says."""
    return ImageOps.exif_transpose(Image.open(path)).convert("RGB")


def squashed(path, side):
    """Pixels [3, S, S] as the towers want them."""
    pixels = np.asarray(opened(path).resize((side, side), Image.BICUBIC), np.float32) / 255
    return ((pixels - np.float32(MEAN)) / np.float32(DEVIATION)).transpose(2, 0, 1)


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def described(name, paths, work):
    """The features of each picture, by the network `name`."""
    kept = os.path.join(work, f"{name}-features.npz")
    known = {}
    if os.path.exists(kept):
        with np.load(kept) as file:
            known = dict(zip(file["paths"], file["values"]))
    missing = [path for path in paths if path not in known]
    if missing:
        graph = Graph()
        graph.output(features(graph, picture_input(graph, SIDES[name]), name), "features", ["batch", 1280])
        run = session(graph.save(os.path.join(work, f"{name}.onnx")))
        for count, path in enumerate(missing, 1):
            known[path] = run.run(None, {"pixel_values": squashed(path, SIDES[name])[None]})[0][0]
            if count % 500 == 0:
                print(f"{name}: {count} of {len(missing)} pictures", file=sys.stderr, flush=True)
        np.savez(kept + ".part.npz", paths=np.array(list(known)), values=np.stack(list(known.values())))
        os.replace(kept + ".part.npz", kept)
    return np.stack([known[path] for path in paths]).astype(np.float64)


def rows_of(pool, most=None, datasets=None):
    """Rows and paths of a pool, at most `most` of each data set, evenly over its classes."""
    folder = os.path.realpath(os.path.join(SHARED, pool))
    rows = [row for row in data.rows_of(folder) if datasets is None or row["dataset"] in datasets]
    names = np.array([row["dataset"] for row in rows])
    picks = []
    for name in dict.fromkeys(names):
        here = np.flatnonzero(names == name)
        picks.extend(here if most is None else here[np.linspace(0, len(here) - 1, min(most, len(here))).astype(int)])
    rows = [rows[pick] for pick in picks]
    return rows, [os.path.join(folder, row["file"]) for row in rows]
