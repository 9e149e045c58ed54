"""The network of the descriptor in integers: calibrates, rounds, writes `integers.bin`, and is the reference of the loops.

Sources/Pictures/CKernels/describe/INTEGERS.md is the specification.

    python Benchmarks/Learning/integers.py --out integers.bin
"""

import argparse
import glob
import os
import struct

import numpy as np
import torch

import data
import export
import network
from learn import ROOT

SIDE = 224
# The largest sum of two weights of one sign that are multiplied together: 128 times 255 is within 16 bits.
PAIR = 128
# Factors have 12 bits: 2048 to 4095, with the shift that this takes.
FACTOR_BITS = 12
# Stored value of zero in a picture.
GRAY = 127


def calibration(shared, pooled=60):
    """Squares of pictures that no test of retrieval has: photos, scenes of `boxes`, and a few of the pools, made larger."""
    paths = sorted(glob.glob(os.path.join(shared, "photos", "p*.*")))
    paths += sorted(glob.glob(os.path.join(shared, "retrieval", "boxes", "*", "*.jpg")))
    _, pools = data.rows_of_pools(shared)
    paths += [pools[i] for i in np.linspace(0, len(pools) - 1, pooled).astype(int)]
    return np.stack([data.squashed(path, SIDE) for path in paths])


def seen(net, squares):
    """What the layers of `net` make of `squares`: the largest value of each channel that leaves a clipped layer, the mean
    of each channel that enters a layer, and the least and the largest value of each channel that leaves a block.
    """
    most, means, ends = {}, {}, {}

    def layer(name):
        def watch(module, given, out):
            high = out.amax((0, 2, 3)).numpy()
            most[name] = np.maximum(most.get(name, high), high)
            means[name] = means.get(name, 0) + given[0].mean((2, 3), dtype=torch.float64).sum(0).numpy() / len(squares)
        return watch

    def block(index):
        def watch(module, given, out):
            low, high = out.amin((0, 2, 3)).numpy(), out.amax((0, 2, 3)).numpy()
            was = ends.get(index, (low, high))
            ends[index] = np.minimum(was[0], low), np.maximum(was[1], high)
        return watch

    hooks = [module.register_forward_hook(layer(name)) for name, module in net.layers()]
    hooks += [module.register_forward_hook(block(index)) for index, module in enumerate(net.blocks)]
    with torch.no_grad():
        for start in range(0, len(squares), 16):
            net(network.normalised(squares[start:start + 16].copy()))
    for hook in hooks:
        hook.remove()
    return most, means, ends


def limited(values):
    """`values` with the pairs of neighbors whose sum is too large for 16 bits made smaller, both alike."""
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

    def narrowed(self, sums, base=None):
        """The stored values of sums over the last axis's channels, without the bias."""
        sums = np.clip((sums + self.bias) >> self.shift, -32768, 32767)
        return np.clip((sums * self.factor + (1 << 14) >> 15) + (self.zero if base is None else base), 0, 255)

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


def product(values, layer):
    """Sums over the last axis. Floats of 64 bits hold each of them exactly."""
    return (values.astype(np.float64) @ layer.values.T.astype(np.float64)).astype(np.int64)


def filtered(values, layer, kernel, stride):
    side, total = values.shape[0], kernel - stride
    padded = np.pad(values, ((total // 2, total - total // 2),) * 2 + ((0, 0),))
    half, sums = side // stride, 0
    for tap in range(kernel * kernel):
        y, x = divmod(tap, kernel)
        sums = sums + padded[y:y + stride * half:stride, x:x + stride * half:stride] * layer.values[:, tap].astype(np.int64)
    return layer.narrowed(sums)


def reference(net, layers, square):
    """The sums of the channels of the three maps that features are made of, for one square; all in integers."""
    framed = np.pad(square.astype(np.int64), ((0, 1), (0, 1), (0, 0)), constant_values=GRAY)
    half = SIDE // 2
    windows = np.concatenate([framed[y:y + 2 * half:2, x:x + 2 * half:2] for y in range(3) for x in range(3)], 2)
    x = layers["stem"].narrowed(product(windows, layers["stem"]))
    out = []
    for index, block in enumerate(net.blocks):
        name = f"block{index}"
        wide = layers[f"{name}-expand"].narrowed(product(x, layers[f"{name}-expand"])) if index else x
        conv = block.depth.conv
        y = filtered(wide, layers[f"{name}-depth"], conv.kernel_size[0], conv.stride[0])
        x = layers[f"{name}-project"].narrowed(product(y, layers[f"{name}-project"]), x if block.residual else None)
        if index in net.ends:
            out.append(x.sum((0, 1)))
    return np.concatenate(out + [layers["head"].narrowed(product(x, layers["head"])).sum((0, 1))])


def features(net, layers, sums):
    """Means as floats, from the sums of the reference or of the loops."""
    pixels = np.repeat([(SIDE // 16) ** 2, (SIDE // 32) ** 2, (SIDE // 32) ** 2],
                       [len(layers[f"block{i}-project"].scale) for i in net.ends] + [len(layers["head"].scale)])
    last = [layers[f"block{i}-project"] for i in net.ends] + [layers["head"]]
    scale = np.concatenate([layer.scale for layer in last])
    zero = np.concatenate([np.full(len(layer.scale), layer.zero) for layer in last])
    return ((sums - pixels * zero) * (scale / pixels)).astype(np.float32)


def write(path, net, layers):
    tables = [export.table("strides", [block.depth.conv.stride[0] for block in net.blocks]),
              export.table("zeros", [layer.zero for layer in layers.values()])]
    for name, layer in layers.items():
        tables += layer.table(name)
    with open(path, "wb") as file:
        file.write(b"MAGPIEDS" + struct.pack("<II", 1, len(tables)) + b"".join(tables))


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--descriptor", default=os.path.join(ROOT, "Sources", "Search", "CSearchData", "Descriptor", "descriptor.bin"))
    p.add_argument("--out", required=True)
    o = p.parse_args()
    net = export.read(o.descriptor)
    layers = quantized(net, *seen(net, calibration(o.shared)))
    write(o.out, net, layers)


if __name__ == "__main__":
    main()
