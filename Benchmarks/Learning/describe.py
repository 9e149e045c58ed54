"""From squares to descriptors: pooled features and the other blocks, their projections, and the int8 rounding.

This is the reference of Sources/Search/VisualSearch/Describe; every weight it uses is already rounded as it is shipped.
"""

import copy
import multiprocessing

import numpy as np
import torch

import blocks
import data
import network

# Values of a vector per unit of length: a value v is stored as round(v * SCALE), at most 127 either way.
SCALE = 512
DIMENSIONS = {"pattern": 24, "kind": 136, "shape": 40, "color": 56}
WEIGHTS = {"pattern": 0.35, "kind": 1.0, "shape": 0.3, "color": 0.5}


def rounded(matrix):
    """int8 values and the scale of each row."""
    scale = np.abs(matrix).max(axis=1) / 127
    scale[scale == 0] = 1
    return np.round(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def rounded_network(net):
    """The backbone with its batch normalisation inside and its weights as they are shipped, and its tables by name.

    A table has int8 weights as [output][ky][kx][input], row scales and the bias.
    """
    net, tables = copy.deepcopy(net).eval(), {}
    with torch.no_grad():
        for name, layer in net.layers():
            weight, bias = layer.folded()
            turned = weight.permute(0, 2, 3, 1)
            values, scale = rounded(turned.reshape(len(weight), -1).numpy())
            tables[name] = values, scale, bias.numpy().astype(np.float32)
            layer.fold(torch.from_numpy(values * scale[:, None]).reshape(turned.shape).permute(0, 3, 1, 2), bias)
    return net, tables


def features(net, squares, device="cpu"):
    """What `pattern` and `kind` are projected from: the means of two stages, and those of the head."""
    out, net = [], net.to(device, memory_format=torch.channels_last)
    with torch.no_grad():
        for start in range(0, len(squares), 128):
            out.append(net(network.normalised(torch.as_tensor(squares[start:start + 128]).to(device))).cpu().numpy())
    out = np.concatenate(out)
    return {"pattern": out[:, :net.maps], "kind": out[:, net.maps:]}


def handmade(squares):
    """What the blocks that no network is needed for are projected from."""
    with multiprocessing.Pool() as pool:
        return {"shape": np.stack(pool.map(blocks.edges, squares, chunksize=64)),
                "color": np.stack(pool.map(blocks.colors, squares, chunksize=64))}


def widest(x, dimensions):
    """Rows of the `dimensions` directions in which `x` varies most (principal components)."""
    values, vectors = np.linalg.eigh(np.cov(x.T.astype(np.float64)))
    return vectors[:, np.argsort(-values)[:dimensions]].T


def steady(x, labels, dimensions):
    """Rows of the within-class whitening of `x`, shrunk by half, cut to its widest directions.

    Directions in which pictures of one class differ count less. That helps edges and colors in data sets that it was
    not fitted to; for maps and the head, which have learned from a million pictures already, it takes away there.
    """
    x, labels = x - x.mean(0, dtype=np.float64), np.unique(labels, return_inverse=True)[1]
    count = np.bincount(labels)
    centers = np.stack([np.bincount(labels, column, len(count)) for column in x.T], 1) / count[:, None]
    residual = (x - centers[labels]) * (1 / np.sqrt(count[labels]))[:, None]
    within = residual.T @ residual / len(count)
    within = 0.5 * within + 0.5 * np.trace(within) / len(within) * np.eye(len(within))
    values, vectors = np.linalg.eigh(within)
    whiten = (vectors / np.sqrt(values)) @ vectors.T
    return widest(x @ whiten, dimensions) @ whiten


def fit(x, labels, dimensions=DIMENSIONS):
    """Rounded projection of every block to pictures of which `x` are the inputs: int8 rows, row scales, offset."""
    out = {}
    for name, count in dimensions.items():
        first = np.ones(x[name].shape[1])
        if name == "color":
            first[:blocks.LAB_BINS] = blocks.GLOBAL_WEIGHT
        given = x[name] * first
        rows = widest(given, count) if name in ("pattern", "kind") else steady(given, labels, count)
        values, scale = rounded(rows * first)
        offset = -(values * scale[:, None].astype(np.float64)) @ x[name].mean(0, dtype=np.float64)
        out[name] = (values, scale, offset.astype(np.float32))
    return out


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12)


def vectors(x, projections, weights=WEIGHTS):
    """Descriptors as floats of length 1: each block normalised, weighted, joined."""
    length = np.sqrt(sum(w * w for w in weights.values()))
    return np.concatenate([
        unit(x[name] @ (values * scale[:, None]).T + offset) * (weights[name] / length)
        for name, (values, scale, offset) in projections.items()], 1).astype(np.float32)


def stored(vectors):
    return np.clip(np.round(vectors * SCALE), -127, 127).astype(np.int8)


def stored_colors(x):
    """The color block of its own: square roots of the 144 shares, as bytes."""
    return np.round(x["color"][:, :blocks.LAB_BINS] * 255).astype(np.uint8)
