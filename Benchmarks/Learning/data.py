"""Labelled pictures as arrays: the training pool, the retrieval tests, and a validation split by class."""

import csv
import os

import numpy as np
from PIL import Image

SIDE = 96


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
    return np.load(path)


def training(shared, work):
    """Pool pictures at 128 px (for crops) and 96 px, with (dataset, class) labels."""
    folder = os.path.join(shared, "training")
    rows = rows_of(folder)
    paths = [os.path.join(folder, row["file"]) for row in rows]
    large = cached(os.path.join(work, "training128.npy"), lambda: np.stack(
        [np.asarray(Image.fromarray(open_rgb(p)).resize((128, 128), Image.BICUBIC)) for p in paths]))
    small = cached(os.path.join(work, "training96.npy"), lambda: np.stack([squash(open_rgb(p)) for p in paths]))
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
