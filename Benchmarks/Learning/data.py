"""Labelled pictures as arrays: the training pools, the retrieval tests, and a validation split by class."""

import csv
import os

import numpy as np
from PIL import Image

SIDE = 96
LARGE = 112


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


def stacked(paths, side, change):
    out = np.empty((len(paths), side, side, 3), np.uint8)
    for place, path in enumerate(paths):
        out[place] = change(open_rgb(path))
    return out


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
    """Pictures of both pools at LARGE (for crops) and SIDE pixels, with their data set and class."""
    rows, paths = [], []
    for pool in ("training", "training-more"):
        folder = os.path.join(shared, pool)
        rows += rows_of(folder)
        paths += [os.path.join(folder, row["file"]) for row in rows[len(paths):]]
    large = cached(os.path.join(work, f"pool{LARGE}.npy"), lambda: stacked(paths, LARGE, lambda rgb: np.asarray(
        Image.fromarray(rgb).resize((LARGE, LARGE), Image.BICUBIC))))
    small = cached(os.path.join(work, f"pool{SIDE}.npy"), lambda: stacked(paths, SIDE, squash))
    return large, small, np.array([row["dataset"] for row in rows]), np.array([row["class"] for row in rows])


def retrieval(shared, work):
    """Every picture of the retrieval folder at 96 px with its row."""
    folder = os.path.join(shared, "retrieval")
    rows = [row for row in rows_of(folder) if row["split"] in ("query", "gallery")]
    small = cached(os.path.join(work, "retrieval96.npy"), lambda: np.stack(
        [squash(open_rgb(os.path.join(folder, row["file"]))) for row in rows]))
    return small, rows


def held_out(datasets, classes):
    """True for every picture of the validation classes: each third class of each data set, by name."""
    out = np.zeros(len(classes), bool)
    for dataset in np.unique(datasets):
        here = datasets == dataset
        out |= here & np.isin(classes, np.unique(classes[here])[1::3])
    return out


def fitted(datasets):
    """True for the pictures that projections are fitted to: those of the first pool.

    Fitted to both pools, with their textures and turning fruit, the edge and color blocks find less in shops.
    """
    return np.isin(datasets, ("caltech", "clothing", "grocery"))


def scored(datasets, classes):
    """Places of the pictures of each data set that are queries and gallery of classes never seen."""
    every = {"grocery": 1, "tiny_imagenet": 8}
    held = held_out(datasets, classes)
    return {name: np.flatnonzero(held & (datasets == name))[::every.get(name, 2)] for name in np.unique(datasets)}
