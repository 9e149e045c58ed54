"""Labelled pictures as arrays: the training pools, an even sample of them, and the retrieval tests."""

import csv
import functools
import multiprocessing
import os

import numpy as np
from PIL import Image

# Sides of the squares that edges and colors are computed from, and the network; of the views that the network learns from,
# and of the squares that those are cut from.
SIDE, INPUT, VIEW, LARGE = 96, 224, 160, 128


def coverage(source, target):
    """Integer overlap of source pixel i with the stretch that target pixel j is the mean of, in units of 1/target of a
    source pixel; a target pixel is source of them long.
    """
    length = max(source, target) if target == INPUT else source
    j = np.arange(target, dtype=np.int64)[:, None]
    # Where the network's square is larger, a stretch has the length of a source pixel: the line between two neighbors.
    start = j * source if length == source else np.clip(((2 * j + 1) * source - target) // 2, 0, (source - 1) * target)
    i = np.arange(source, dtype=np.int64) * target
    return np.maximum(np.minimum(i + target, start + length) - np.maximum(i, start), 0)


def squash(rgb, side=SIDE):
    """Area average of an RGB picture onto side x side pixels, exact in integers, rounded to nearest."""
    height, width = rgb.shape[:2]
    down, across = coverage(height, side), coverage(width, side)
    rows = (down.astype(np.float64) @ rgb.reshape(height, -1).astype(np.float64)).reshape(side, width, 3)
    total = np.einsum("jw,ywc->yjc", across.astype(np.float64), rows, optimize=True)
    area = int(down[0].sum() * across[0].sum())
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


def rows_of_pools(shared, clear=True):
    """Rows and paths of both pools; of all pictures, or of those of which the terms are clear."""
    rows = [(row, os.path.join(shared, pool, row["file"])) for pool in ("training", "training-more")
            for row in rows_of(os.path.join(shared, pool)) if not clear or row.get("terms", "clear") == "clear"]
    return [row for row, _ in rows], [path for _, path in rows]


def named(rows):
    """Data set and class of each row, the class with the name of its data set before it."""
    return np.array([row["dataset"] for row in rows]), np.array([f"{row['dataset']}/{row['class']}" for row in rows])


def training(shared, work):
    """Pictures that views are cut from, of which the terms are clear, with their data set and class."""
    rows, paths = rows_of_pools(shared)
    return cached(os.path.join(work, f"pool{LARGE}.npy"), lambda: stacked(paths, LARGE, stretched)), *named(rows)


def sample(shared, work, most=600):
    """Up to `most` pictures of each data set, evenly over its classes, by their side, with data set, class and whether
    their terms are clear. Each data set counts alike, however many pictures it has.
    """
    rows, paths = rows_of_pools(shared, clear=False)
    datasets, _ = named(rows)
    picks = np.concatenate([here[np.linspace(0, len(here) - 1, min(most, len(here))).astype(int)]
                            for here in (np.flatnonzero(datasets == name) for name in np.unique(datasets))])
    rows, paths = [rows[pick] for pick in picks], [paths[pick] for pick in picks]
    squares = {side: cached(os.path.join(work, f"sample{side}.npy"), lambda: stacked(paths, side, squashed))
               for side in (INPUT, SIDE)}
    return squares, *named(rows), np.array([row.get("terms", "clear") == "clear" for row in rows])


def retrieval(shared, work):
    """Every picture of the retrieval folder by its side, with its row."""
    folder = os.path.join(shared, "retrieval")
    rows = [row for row in rows_of(folder) if row["split"] in ("query", "gallery")]
    paths = [os.path.join(folder, row["file"]) for row in rows]
    return {side: cached(os.path.join(work, f"retrieval{side}.npy"), lambda: stacked(paths, side, squashed))
            for side in (INPUT, SIDE)}, rows
