"""Labelled pictures as arrays: the training pools, the retrieval tests, and a validation split by class."""

import csv
import functools
import multiprocessing
import os

import numpy as np
from PIL import Image

# Sides of the squares that the blocks and the network are computed from, and of those that views are cut from.
SIDE, INPUT, LARGE = 96, 160, 128


def coverage(source, target):
    """Integer overlap of source pixel i with target pixel j, in units of 1/target of a source pixel."""
    i = np.arange(source, dtype=np.int64)
    j = np.arange(target, dtype=np.int64)[:, None]
    low = np.maximum(i * target, j * source)
    high = np.minimum((i + 1) * target, (j + 1) * source)
    return np.maximum(high - low, 0)


def squash(rgb, side=SIDE):
    """Area average of an RGB picture onto side x side pixels, exact in integers, rounded to nearest."""
    height, width = rgb.shape[:2]
    rows = (coverage(height, side).astype(np.float64) @ rgb.reshape(height, -1).astype(np.float64)).reshape(side, width, 3)
    total = np.einsum("jw,ywc->yjc", coverage(width, side).astype(np.float64), rows, optimize=True)
    area = width * height
    return ((total.astype(np.int64) + area // 2) // area).astype(np.uint8)


def open_rgb(path):
    return np.asarray(Image.open(path).convert("RGB"))


def squashed(path, side):
    return squash(open_rgb(path), side)


def stretched(path, side):
    return np.asarray(Image.open(path).convert("RGB").resize((side, side), Image.BICUBIC))


def stacked(paths, side, read):
    with multiprocessing.Pool() as pool:
        return np.stack(pool.map(functools.partial(read, side=side), paths, chunksize=64))


def rows_of(folder):
    with open(os.path.join(folder, "labels.csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cached(path, make):
    """The array stored at `path`, made and stored on the first call."""
    if not os.path.exists(path):
        array = make()
        with open(path + ".part", "wb") as file:
            np.save(file, array)
        os.replace(path + ".part", path)
    return np.load(path, mmap_mode="c")


def training(shared, work):
    """Pictures of both pools of which the terms are clear, by their side, with their data set and class."""
    rows, paths = [], []
    for pool in ("training", "training-more"):
        for row in rows_of(os.path.join(shared, pool)):
            if row.get("terms", "clear") == "clear":
                rows.append(row)
                paths.append(os.path.join(shared, pool, row["file"]))
    squares = {side: cached(os.path.join(work, f"pool{side}.npy"), lambda: stacked(paths, side, read))
               for side, read in ((LARGE, stretched), (INPUT, squashed), (SIDE, squashed))}
    return squares, np.array([row["dataset"] for row in rows]), np.array([row["class"] for row in rows])


def retrieval(shared, work):
    """Every picture of the retrieval folder by its side, with its row."""
    folder = os.path.join(shared, "retrieval")
    rows = [row for row in rows_of(folder) if row["split"] in ("query", "gallery")]
    paths = [os.path.join(folder, row["file"]) for row in rows]
    return {side: cached(os.path.join(work, f"retrieval{side}.npy"), lambda: stacked(paths, side, squashed))
            for side in (INPUT, SIDE)}, rows


def held_out(datasets, classes):
    """True for every picture of the validation classes: each third class of each data set, by name."""
    out = np.zeros(len(classes), bool)
    for dataset in np.unique(datasets):
        here = datasets == dataset
        out |= here & np.isin(classes, np.unique(classes[here])[1::3])
    return out


def fitted(datasets):
    """True for the pictures that the edge and color blocks are fitted to: those of the first pool.

    Fitted to both pools, with turning fruit and small parts, they find less in shops.
    """
    return np.isin(datasets, ("caltech", "clothing", "grocery"))


def scored(datasets, classes):
    """Places of the pictures of each data set that are queries and gallery of classes never seen."""
    held = held_out(datasets, classes)
    return {name: np.flatnonzero(held & (datasets == name))[::1 if name == "grocery" else 2] for name in np.unique(datasets)}
