"""The resource file, in the format that Sources/Search/VisualSearch/Describe/ParameterFile.swift documents, and the fixture."""

import json
import struct

import numpy as np
import torch

import data
import describe
import network


def table(name, values, scale=None):
    values = np.atleast_2d(values)
    head = struct.pack("<B", len(name)) + name.encode() + struct.pack("<BII", scale is not None, *values.shape)
    if scale is None:
        return head + values.astype("<f4").tobytes()
    return head + scale.astype("<f4").tobytes() + values.astype(np.int8).tobytes()


def read(path):
    """The network in a file of version 0.2.0 or of the one after it: rows of bytes, each with a scale."""
    with open(path, "rb") as file:
        data = file.read()
    tables, at = {}, 16
    for _ in range(struct.unpack_from("<I", data, 12)[0]):
        name = data[at + 1:at + 1 + data[at]].decode()
        at += 1 + data[at]
        kind, rows, columns = struct.unpack_from("<BII", data, at)
        at += 9
        scale = np.frombuffer(data, "<f4", rows if kind else 0, at)
        at += scale.nbytes
        values = np.frombuffer(data, "i1" if kind else "<f4", rows * columns, at).reshape(rows, columns)
        at += values.nbytes
        tables[name] = torch.from_numpy(values * scale[:, None] if kind else values.copy())
    net = network.Network().eval()
    with torch.no_grad():
        for name, layer in net.layers():
            outputs, inputs, height, width = layer.conv.weight.shape
            weight = tables[name].reshape(outputs, height, width, inputs).permute(0, 3, 1, 2)
            layer.fold(weight, tables[f"{name}-bias"][0])
    return net


def drawn(width, height, seed):
    """A picture by a formula that the Swift tests repeat: bands, a ring and a texture, all in integers."""
    y, x = np.indices((height, width))
    band = (x * (3 + seed) + y * (seed % 5)) // 7 % 256
    ring = ((2 * x - width) ** 2 + (2 * y - height) ** 2) // (16 + 3 * seed) % 256
    texture = (x * 37 + y * 101 + x * y * (seed + 1)) % 64
    inside = (2 * x - width) ** 2 + (2 * y - height) ** 2 < width * height // 2
    picture = np.stack([np.where(inside, ring, 255 - band // 4), np.where(inside, (ring + 60 * seed) % 256, band),
                        np.where(inside, 64 + texture, 200 - texture)], 2)
    return picture.astype(np.uint8)


PICTURES = [(320, 240, 1), (240, 320, 2), (512, 384, 3), (96, 96, 4), (50, 130, 5), (301, 299, 6)]


def squares(side):
    """The drawn pictures, brought to squares."""
    return np.stack([data.squash(drawn(*picture), side) for picture in PICTURES])


def fixture(path, inputs, projections):
    """Descriptors of the drawn pictures by this program, for the tests to compare with."""
    x = inputs({side: squares(side) for side in (data.SIDE, data.INPUT)})
    rows(path, vector=describe.stored(describe.vectors(x, projections)), colors=describe.stored_colors(x))


def rows(path, **values):
    """A line for each of the drawn pictures, with its row of each of `values`."""
    lines = [json.dumps({"width": width, "height": height, "seed": seed, **{k: v[i].tolist() for k, v in values.items()}},
                        separators=(",", ":")) for i, (width, height, seed) in enumerate(PICTURES)]
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
