"""Ranges and means of what the layers of the network make of pictures, by which it is brought into integers."""

import glob
import os

import numpy as np
import torch

import data
import network

# Stored value of zero in a picture.
GRAY = 127


def pictures(shared, pooled=120):
    """Squares of pictures that no test of retrieval has: photos, real scenes, and some of the pools, made larger."""
    paths = sorted(glob.glob(os.path.join(shared, "photos", "p*.*")))
    paths += sorted(glob.glob(os.path.join(shared, "retrieval", "boxes", "coco", "*.jpg")))
    _, pools = data.rows_of_pools(shared)
    paths += [pools[i] for i in np.linspace(0, len(pools) - 1, pooled).astype(int)]
    return np.stack([data.squashed(path, data.INPUT) for path in paths])


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
