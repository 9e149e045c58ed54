"""Reference of the hand-made blocks, in numpy: what Sources/Pictures/CKernels/describe computes from a 96x96 square."""

import numpy as np

from data import SIDE

EDGE_CELLS, EDGE_BINS = 6, 9
LAB_L, LAB_AB, LAB_CELLS, LAB_REACH = 4, 6, 3, 90.0
LAB_BINS = LAB_L * LAB_AB * LAB_AB
GLOBAL_WEIGHT = 3.0

_share = np.arange(256) / 255
LINEAR = np.where(_share <= 0.04045, _share / 12.92, ((_share + 0.055) / 1.055) ** 2.4).astype(np.float32)
XYZ = np.array([[0.4339499, 0.3762098, 0.1898403], [0.2126729, 0.7151522, 0.0721750],
                [0.0177566, 0.1094680, 0.8727755]])


def soft_cells(cells):
    """Share of each of the 96 lines that goes to each cell, linear between cell centers."""
    at = np.clip((np.arange(SIDE) + 0.5) * cells / SIDE - 0.5, 0, cells - 1)
    low = np.minimum(at.astype(int), cells - 2)
    out = np.zeros((SIDE, cells))
    out[np.arange(SIDE), low] = 1 - (at - low)
    out[np.arange(SIDE), low + 1] = at - low
    return out


def edges(square):
    """Square roots of one normalised histogram of oriented gradients, 6 x 6 x 9."""
    luma = square.astype(np.float64) @ np.array([77, 150, 29]) / 256
    padded = np.pad(luma, 1, "edge")
    dx, dy = padded[1:-1, 2:] - padded[1:-1, :-2], padded[2:, 1:-1] - padded[:-2, 1:-1]
    at = np.arctan2(dy, dx) / np.pi % 1 * EDGE_BINS - 0.5
    low = np.floor(at).astype(int)
    length, share = np.hypot(dx, dy), at - low
    bins = np.zeros((SIDE, SIDE, EDGE_BINS))
    y, x = np.indices(luma.shape)
    np.add.at(bins, (y, x, low % EDGE_BINS), length * (1 - share))
    np.add.at(bins, (y, x, (low + 1) % EDGE_BINS), length * share)
    soft = soft_cells(EDGE_CELLS)
    cells = np.einsum("yxb,yi,xj->ijb", bins, soft, soft, optimize=True).ravel()
    return np.sqrt(cells / np.sqrt(1 + (cells ** 2).sum())).astype(np.float32)


def lab(square):
    t = LINEAR[square].astype(np.float64) @ XYZ.T
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return 116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])


def colors(square):
    """Square roots of the soft Lab histograms: of the whole square, then of 3 x 3 soft cells."""
    l, a, b = lab(square)

    def chroma(value):
        return (np.sign(value) * np.sqrt(np.abs(value) / LAB_REACH) + 1) / 2 * (LAB_AB - 1)

    places = [np.clip(l * LAB_L / 100 - 0.5, 0, LAB_L - 1.001)] + [np.clip(chroma(v), 0, LAB_AB - 1.001) for v in (a, b)]
    low = [p.astype(int) for p in places]
    upper = [p - q for p, q in zip(places, low)]
    soft = soft_cells(LAB_CELLS)
    grid = np.zeros((LAB_CELLS, LAB_CELLS, LAB_BINS))
    for corner in range(8):
        step = [corner >> 2 & 1, corner >> 1 & 1, corner & 1]
        share = np.prod([u if s else 1 - u for u, s in zip(upper, step)], axis=0)
        index = ((low[0] + step[0]) * LAB_AB + low[1] + step[1]) * LAB_AB + low[2] + step[2]
        for i in range(LAB_CELLS):
            for j in range(LAB_CELLS):
                weight = share * soft[:, i, None] * soft[None, :, j]
                grid[i, j] += np.bincount(index.ravel(), weight.ravel(), LAB_BINS)
    grid = grid.reshape(-1, LAB_BINS)
    out = np.concatenate([grid.sum(0, keepdims=True) / SIDE ** 2, grid / grid.sum(1, keepdims=True)])
    return np.sqrt(out).ravel().astype(np.float32)
