"""Objects cut out of the training pictures and of the drawn samples, and the pictures without their objects."""

import csv
import glob
import os

import numpy as np
from PIL import Image
from scipy import ndimage

SIDE = 128


def opponent(rgb):
    """Luma and two color differences, about evenly spaced to the eye, as floats."""
    x = rgb.astype(np.float32)
    r, g, b = x[..., 0], x[..., 1], x[..., 2]
    return np.stack([(r + g + b) / 3, (r - b) * 0.8, (2 * g - r - b) * 0.5], 2)


def solid(mask):
    """The largest connected part without its holes, smoothed."""
    mask = ndimage.binary_opening(mask, iterations=1)
    labels, count = ndimage.label(mask)
    if count == 0:
        return mask
    sizes = np.bincount(labels.ravel())[1:]
    keep = np.flatnonzero(sizes >= 0.25 * sizes.max()) + 1
    return ndimage.binary_fill_holes(ndimage.binary_closing(np.isin(labels, keep), iterations=2))


def otsu(values):
    """The threshold that parts values of 0...1 best."""
    count, edges = np.histogram(values, 64, (0, 1))
    weight = np.cumsum(count)
    total = np.cumsum(count * edges[:-1])
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = total / weight - (total[-1] - total) / (weight[-1] - weight)
        between = np.nan_to_num(weight * (weight[-1] - weight) * gap * gap)
    return edges[between.argmax() + 1]


def plain(rgb):
    """The mask where the border of the picture has one smooth color, else nothing."""
    x = opponent(rgb)
    ring = np.ones(x.shape[:2], bool)
    ring[3:-3, 3:-3] = False
    border = x[ring]
    center = np.median(border, 0)
    spread = np.median(np.abs(border - center).sum(1))
    if spread > 14 or (np.abs(border - center).sum(1) < 40).mean() < 0.75:
        return None
    # A plane for each channel follows the light over a wall or a table.
    h, w = x.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w]
    basis = np.stack([np.ones(h * w), xx.ravel() / w - 0.5, yy.ravel() / h - 0.5], 1)
    near = ring.ravel() & (np.abs(x - center).sum(2).ravel() < 40)
    fit = np.linalg.lstsq(basis[near], x.reshape(-1, 3)[near], rcond=None)[0]
    distance = np.abs(x.reshape(-1, 3) - basis @ fit).sum(1).reshape(h, w)
    noise = max(6.0, 3 * np.median(distance.ravel()[near]))
    level = np.clip(distance / 120, 0, 1)
    return solid(distance > np.clip(otsu(level) * 60, noise, 45))


def mixed(rgb):
    """The mask by color histograms of middle and margin, refined in turns; for pictures of one thing in its place."""
    h, w = rgb.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w]
    away = np.maximum(np.abs(xx / (w - 1) - 0.5), np.abs(yy / (h - 1) - 0.5)) * 2
    prior = 2.2 * (0.68 - away)
    x = opponent(rgb)
    bins = (np.clip(x[..., 0] / 26, 0, 9).astype(int) * 14 + np.clip((x[..., 1] + 91) / 13, 0, 13).astype(int)) * 14
    bins += np.clip((x[..., 2] + 91) / 13, 0, 13).astype(int)
    odds = prior * 2
    for _ in range(5):
        share = 1 / (1 + np.exp(-odds))
        counts = []
        for weight in (share, 1 - share):
            grid = np.bincount(bins.ravel(), weight.ravel(), 1960).reshape(10, 14, 14)
            grid = ndimage.gaussian_filter(grid, 0.7) + 1e-3
            counts.append(grid.ravel() / grid.sum())
        evidence = np.clip(np.log(counts[0] / counts[1]), -3, 3)[bins]
        odds = ndimage.gaussian_filter(evidence, 1.5) * 1.6 + prior
    return solid(odds > 0)


def usable(mask):
    """Whether a mask looks like one whole thing: neither crumbs nor the whole picture, seldom cut by the border."""
    area = mask.mean()
    if area < 0.06 or area > 0.85:
        return False
    ring = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box = (rows[-1] - rows[0] + 1) * (columns[-1] - columns[0] + 1)
    return ring.mean() < 0.35 and mask.sum() > 0.3 * box


def bounds(mask):
    """left, top, right, bottom of what is set."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return columns[0], rows[0], columns[-1] + 1, rows[-1] + 1


def cut(rgb, mask):
    """RGBA of the box of the mask, with a soft edge."""
    left, top, right, bottom = bounds(mask)
    alpha = ndimage.gaussian_filter(ndimage.binary_erosion(mask, border_value=1).astype(np.float32), 0.7)
    alpha = np.maximum(alpha, 0) * 255
    rgba = np.dstack([rgb, alpha.astype(np.uint8)])
    return rgba[top:bottom, left:right]


def filled(rgb, mask):
    """The picture with what the mask covers replaced by a blur of the rest, coarse to fine."""
    keep = (~ndimage.binary_dilation(mask, iterations=4)).astype(np.float32)
    if keep.mean() < 0.15:
        return None
    x, out, known = rgb.astype(np.float32), np.zeros(rgb.shape, np.float32), np.zeros(keep.shape, np.float32)
    for sigma in (2, 5, 12, 40):
        weight = ndimage.gaussian_filter(keep, sigma)
        blur = np.stack([ndimage.gaussian_filter(x[..., c] * keep, sigma) for c in range(3)], 2)
        share = np.clip(weight * 8, 0, 1) * (1 - known)
        out += blur / np.maximum(weight, 1e-4)[..., None] * share[..., None]
        known += share
    out /= np.maximum(known, 1e-3)[..., None]
    soft = ndimage.gaussian_filter(keep, 1.5)[..., None] * keep[..., None]
    return np.clip(x * soft + out * (1 - soft), 0, 255).astype(np.uint8)


def small(path):
    picture = Image.open(path).convert("RGB")
    picture.thumbnail((SIDE, SIDE), Image.BICUBIC)
    return np.asarray(picture)


def make(shared, samples):
    """Lists: objects (RGBA), scenes (RGB, box of their one object), grounds (RGB without it), stuff (RGB of many)."""
    objects, scenes, grounds, stuff, faces, tops, legs = [], [], [], [], [], [], []
    folder = os.path.join(shared, "training")
    with open(os.path.join(folder, "labels.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for index, row in enumerate(rows):
        rgb = small(os.path.join(folder, row["file"]))
        if row["dataset"] == "grocery":
            stuff.append(rgb)
            continue
        even = plain(rgb)
        mask = even if even is not None and usable(even) else mixed(rgb)
        if not usable(mask):
            continue
        piece = cut(rgb, mask)
        # Garments outnumber all other kinds together: every other one will do.
        if row["dataset"] == "caltech" or index % 2:
            objects.append(piece)
            scenes.append((rgb, bounds(mask)))
        if row["class"] == "Faces_easy":
            faces.append(piece)
        elif row["class"] in ("T-Shirt", "Longsleeve", "Shirt", "Outwear", "Hoodie", "Dress", "Polo", "Blazer"):
            tops.append(piece)
        elif row["class"] in ("Pants", "Shorts", "Skirt"):
            legs.append(piece)
        if even is None:
            ground = filled(rgb, mask)
            if ground is not None:
                grounds.append(ground)
    for path in sorted(glob.glob(os.path.join(samples, "*.jpg"))):
        rgb = small(path)
        mask = plain(rgb)
        if mask is not None and usable(mask):
            objects += [cut(rgb, mask)] * 2
    return {"objects": objects, "scenes": scenes, "grounds": grounds, "stuff": stuff, "faces": faces, "tops": tops,
            "legs": legs}
