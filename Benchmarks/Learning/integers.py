"""Brings the network into integers, and writes the file of the descriptor.

Sources/Pictures/CKernels/include/ckernels_integers.h is the specification.
"""

import struct

import numpy as np

import blocks
import data
import describe
import export
from calibrate import GRAY

# The largest sum of two weights of one sign that are multiplied together: 128 times 255 is within 16 bits.
PAIR = 128
# Factors have 12 bits: 2048 to 4095, with the shift that this takes.
FACTOR_BITS = 12


def limited(values):
    """`values` with the pairs of neighbors whose sum is too large made smaller, both alike."""
    values = np.pad(values, ((0, 0), (0, values.shape[1] % 2)))
    x, y = values[:, ::2], values[:, 1::2]
    over = np.where(x * y > 0, np.maximum(np.abs(x) + np.abs(y) - PAIR, 0), 0)
    return np.stack([x - np.sign(x) * ((over + 1) // 2), y - np.sign(y) * (over // 2)], 2).reshape(values.shape)


def rounded(rows, least, line):
    """int8 rows and their scales, of those tried the ones that are nearest to `rows`; scales are `least` or more.

    Pairs are limited within lines of `line` values; with 0, none is.
    """
    largest = np.maximum(np.abs(rows).max(1) / 127, least)
    best, found, scales = np.full(len(rows), np.inf), np.zeros(rows.shape), largest.copy()
    for stretch in np.linspace(0.75, 2, 51):
        scale = np.maximum(largest * stretch, least)
        values = np.clip(np.round(rows / scale[:, None]), -127, 127)
        if line:
            lines = values.reshape(-1, line)
            values = limited(lines)[:, :line].reshape(values.shape)
        error = ((values * scale[:, None] - rows) ** 2).sum(1)
        better = error < best
        best[better], found[better], scales[better] = error[better], values[better], scale[better]
    return found.astype(np.int8), scales


class Layer:
    """One layer in integers. `scale` is that of each channel of its output, `zero` the stored value of zero."""

    def __init__(self, rows, bias, means, incoming, given, scale, zero, line):
        """`incoming` is the scale of the input, one or one a row; `given` the stored value of its zero; `means` are
        those of each value of a row, by which the bias makes up for the rounding of the weights.
        """
        incoming = np.broadcast_to(np.asarray(incoming, float), len(rows))
        self.values, weights = rounded(rows, np.abs(bias) / incoming / 2 ** 28 + 1e-12, line)
        bias = bias + ((rows - self.values * weights[:, None]) * means).sum(1)
        self.scale, self.zero = np.broadcast_to(np.asarray(scale, float), len(rows)), zero
        ratio = incoming * weights / self.scale
        self.shift = np.clip(np.floor(FACTOR_BITS - 15 - np.log2(ratio)), 0, 24).astype(int)
        self.factor = np.minimum(np.round(ratio * 2.0 ** (15 + self.shift)), 32767).astype(int)
        sums = self.values.astype(int).sum(1)
        half = np.where(self.shift > 0, 1 << np.maximum(self.shift - 1, 0), 0)
        exact = np.round(bias / (incoming * weights)) - given * sums + half
        # As the file has it: a whole number in 32 bits of floating point.
        self.bias = exact.astype(np.float32).astype(np.int64)

    def table(self, name):
        then = np.stack([self.bias, self.shift, self.factor]).astype(np.float32)
        return [export.table(name, self.values, np.ones(len(self.values))), export.table(f"{name}-then", then),
                export.table(f"{name}-scale", self.scale)]


def chains(net):
    """Blocks whose outputs are added to each other, by their first."""
    out = []
    for index, block in enumerate(net.blocks):
        out.append(out[-1] if block.residual else index)
    return out


def quantized(net, most, means, ends):
    """The layers of `net` in integers, by name, from what `seen` gave."""
    flat = {name: (weight.detach().permute(0, 2, 3, 1).reshape(len(weight), -1).double().numpy(),
                   bias.detach().double().numpy())
            for name, layer in net.layers() for weight, bias in [layer.folded()]}

    def clipped(name):
        return np.clip(most[name], 0.05, 6) / 255

    first, scales = chains(net), {}
    for chain in set(first):
        same = [ends[i] for i, c in enumerate(first) if c == chain]
        low, high = min(a.min() for a, _ in same), max(b.max() for _, b in same)
        scale = (high - low) / 255
        scales[chain] = scale, int(np.clip(round(-low / scale), 0, 255))
    layers, incoming, zero = {}, 1 / 128, GRAY

    def add(name, entering, given, scale, zero, mean, line):
        rows, bias = flat[name]
        layers[name] = Layer(rows, bias, mean, entering, given, scale, zero, line)
        return layers[name].scale

    wide = add("stem", incoming, zero, clipped("stem"), 0, np.tile(means["stem"], 9), 9)
    for index in range(len(net.blocks)):
        name = f"block{index}"
        if index:
            expand = f"{name}-expand"
            wide = add(expand, incoming, zero, clipped(expand), 0, means[expand], len(means[expand]))
        depth, project = f"{name}-depth", f"{name}-project"
        inner = clipped(depth).max()
        add(depth, wide, 0, inner, 0, means[depth][:, None], 0)
        incoming, zero = scales[first[index]]
        add(project, inner, 0, incoming, zero, means[project], len(means[project]))
    add("head", incoming, zero, clipped("head"), 0, means["head"], len(means["head"]))
    return layers


def features(net, layers, sums):
    """What `pattern` and `kind` are projected from: means of channels as floats, from their sums."""
    pixels = np.repeat([(data.INPUT // 16) ** 2, (data.INPUT // 32) ** 2, (data.INPUT // 32) ** 2],
                       [len(layers[f"block{i}-project"].scale) for i in net.ends] + [len(layers["head"].scale)])
    last = [layers[f"block{i}-project"] for i in net.ends] + [layers["head"]]
    scale = np.concatenate([layer.scale for layer in last])
    zero = np.concatenate([np.full(len(layer.scale), layer.zero) for layer in last])
    means = ((sums - pixels * zero) * (scale / pixels)).astype(np.float32)
    return {"pattern": means[:, :net.maps], "kind": means[:, net.maps:]}


def write(path, net, layers, projections, weights=describe.WEIGHTS):
    """The file in the format of `export.py`: layers as values of scale 1, and what becomes of their sums."""
    tables = [export.table("strides", [block.depth.conv.stride[0] for block in net.blocks]),
              export.table("zeros", [layer.zero for layer in layers.values()])]
    for name, layer in layers.items():
        tables += layer.table(name)
    for name, (values, scale, offset) in projections.items():
        tables += [export.table(name, values, scale), export.table(f"{name}-offset", offset)]
    tables += [export.table("weights", [weights[name] for name in projections]),
               export.table("scale", [describe.SCALE])]
    if "color" in projections:
        tables.append(export.table("srgb", blocks.LINEAR))
    data = b"MAGPIEDS" + struct.pack("<II", 1, len(tables)) + b"".join(tables)
    with open(path, "wb") as file:
        file.write(data)
    return len(data)
