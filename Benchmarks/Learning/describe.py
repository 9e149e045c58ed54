"""From squares to descriptors: pooled features and the other blocks, their projections, and the int8 rounding.

This is the reference of Sources/VisualSearch/Describe; every weight it uses is already rounded as it is shipped.
"""

import numpy as np
import torch

import blocks
import network

# Values of a vector per unit of length: a value v is stored as round(v * SCALE), at most 127 either way.
SCALE = 512
DIMENSIONS = {"pattern": 112, "kind": 40, "shape": 48, "color": 56}
WEIGHTS = {"pattern": 1.0, "kind": 0.8, "shape": 0.9, "color": 0.9}

# The block whose values another one is projected from too.
SOURCES = {"kind": "pattern"}


def rounded(matrix):
    """int8 values and the scale of each row."""
    scale = np.abs(matrix).max(axis=1) / 127
    scale[scale == 0] = 1
    return np.round(matrix / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def layers(net):
    """Folded convolutions in order: int8 weights as [output][ky][kx][input], row scales, bias, stride."""
    out = []
    convs = [(net.stem, 2)]
    for stage in net.stages:
        convs += [(stage.down, 2)] + [(layer, 1) for layer in stage.residual]
    for conv, stride in convs:
        weight, bias = (t.detach().numpy() for t in conv.folded())
        values, scale = rounded(weight.transpose(0, 2, 3, 1).reshape(len(weight), -1))
        out.append((values, scale, bias.astype(np.float32), stride))
    return out


def pooled(layers, squares, precision=torch.float32, device="cpu"):
    """Pooled features of the last two stages, of the square and its mirror image added."""
    out = []
    with torch.no_grad():
        weights = []
        for values, scale, bias, stride in layers:
            w = torch.from_numpy(values * scale[:, None]).reshape(len(values), 3, 3, -1).permute(0, 3, 1, 2)
            weights.append((w.to(device, precision).contiguous(memory_format=torch.channels_last),
                            torch.from_numpy(bias).to(device, precision), stride))
        for start in range(0, len(squares), 128):
            x = network.normalised(squares[start:start + 128]).to(device)
            total = 0
            for picture in (x, x.flip(3)):
                m, ends = picture.to(precision), []
                for i, (w, bias, stride) in enumerate(weights):
                    y = torch.nn.functional.conv2d(m, w, bias, stride, 1)
                    m = torch.relu(y if stride == 2 else y + m)
                    if i + 1 == len(weights) or weights[i + 1][2] == 2:
                        ends.append(m)
                total = total + torch.cat([m.float().pow(3).mean(dim=(2, 3)).pow(1 / 3) for m in ends[-2:]], 1)
            out.append(total.cpu().numpy())
    return np.concatenate(out)


def handmade(squares):
    """What the blocks that no network is needed for are projected from."""
    return {"shape": np.stack([blocks.edges(s) for s in squares]),
            "color": np.stack([blocks.colors(s) for s in squares])}


def inputs(layers, squares, precision=torch.float32):
    """What each block is projected from."""
    return {"pattern": pooled(layers, squares, precision), **handmade(squares)}


def projection(x, labels, dimensions):
    """Rows and offset of the within-class whitening of `x`, shrunk by half, cut to its widest directions.

    Directions in which pictures of one class differ count less; this carries over to classes never seen better than
    projections that pull classes apart do.
    """
    x = x.astype(np.float64)
    mean = x.mean(0)
    x = x - mean
    count = np.bincount(labels)
    centers = np.stack([np.bincount(labels, column, len(count)) for column in x.T], 1) / count[:, None]
    residual = (x - centers[labels]) * (1 / np.sqrt(count[labels]))[:, None]
    within = residual.T @ residual / len(count)
    within = 0.5 * within + 0.5 * np.trace(within) / len(within) * np.eye(len(within))
    values, vectors = np.linalg.eigh(within)
    whiten = (vectors / np.sqrt(values)) @ vectors.T
    values, vectors = np.linalg.eigh(np.cov((x @ whiten).T))
    rows = (whiten @ vectors[:, np.argsort(-values)[:dimensions]]).T
    return rows, mean


def fit(x, labels, embedding, dimensions=DIMENSIONS):
    """Rounded projection of every block: int8 rows, row scales, offset. `embedding` is that of the network."""
    color = np.eye(x["color"].shape[1])
    color[:blocks.LAB_BINS] *= blocks.GLOBAL_WEIGHT
    before = {"kind": embedding, "color": color}
    out = {}
    for name, count in dimensions.items():
        block = x[SOURCES.get(name, name)]
        first = before.get(name, np.eye(block.shape[1]))
        rows, _ = projection(block @ first.T, labels, count)
        values, scale = rounded(rows @ first)
        offset = -(values * scale[:, None].astype(np.float64)) @ block.mean(0, dtype=np.float64)
        out[name] = (values, scale, offset.astype(np.float32))
    return out


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12)


def vectors(x, projections, weights=WEIGHTS):
    """Descriptors as floats of length 1: each block normalised, weighted, joined."""
    length = np.sqrt(sum(w * w for w in weights.values()))
    return np.concatenate([
        unit(x[SOURCES.get(name, name)] @ (values * scale[:, None]).T + offset) * (weights[name] / length)
        for name, (values, scale, offset) in projections.items()], 1).astype(np.float32)


def stored(vectors):
    return np.clip(np.round(vectors * SCALE), -127, 127).astype(np.int8)


def stored_colors(x):
    """The color block of its own: square roots of the 144 shares, as bytes."""
    return np.round(x["color"][:, :blocks.LAB_BINS] * 255).astype(np.uint8)
