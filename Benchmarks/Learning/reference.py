"""The network in integers by its definition, in numpy: what the loops must give, byte for byte."""

import numpy as np

from calibrate import GRAY
from data import INPUT as SIDE


def narrowed(layer, sums, base=None):
    """The stored values of sums, which have no bias yet; outputs go along the last axis."""
    sums = np.clip((sums + layer.bias) >> layer.shift, -32768, 32767)
    return np.clip((sums * layer.factor + (1 << 14) >> 15) + (layer.zero if base is None else base), 0, 255)


def product(values, layer):
    """Sums over the last axis. Floats of 64 bits hold each of them exactly."""
    return (values.astype(np.float64) @ layer.values.T.astype(np.float64)).astype(np.int64)


def filtered(values, layer, kernel, stride):
    side, total = values.shape[0], kernel - stride
    padded = np.pad(values, ((total // 2, total - total // 2),) * 2 + ((0, 0),))
    half, out = side // stride, 0
    for tap in range(kernel * kernel):
        y, x = divmod(tap, kernel)
        inside = padded[y:y + stride * half:stride, x:x + stride * half:stride]
        out = out + inside * layer.values[:, tap].astype(np.int64)
    return narrowed(layer, out)


def sums(net, layers, square):
    """The sums of the channels of the three maps that features are made of, for one square; all in integers."""
    framed = np.pad(square.astype(np.int64), ((0, 1), (0, 1), (0, 0)), constant_values=GRAY)
    half = SIDE // 2
    windows = np.concatenate([framed[y:y + 2 * half:2, x:x + 2 * half:2] for y in range(3) for x in range(3)], 2)
    x = narrowed(layers["stem"], product(windows, layers["stem"]))
    out = []
    for index, block in enumerate(net.blocks):
        name = f"block{index}"
        expand, project = layers.get(f"{name}-expand"), layers[f"{name}-project"]
        wide = narrowed(expand, product(x, expand)) if expand else x
        conv = block.depth.conv
        y = filtered(wide, layers[f"{name}-depth"], conv.kernel_size[0], conv.stride[0])
        x = narrowed(project, product(y, project), x if block.residual else None)
        if index in net.ends:
            out.append(x.sum((0, 1)))
    return np.concatenate(out + [narrowed(layers["head"], product(x, layers["head"])).sum((0, 1))])
