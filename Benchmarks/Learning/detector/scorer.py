"""The scorer of candidates: a perceptron that learns how much each has in common with an object."""

import struct

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import export
import proposals
import recall

HIDDEN = (32, 16)
# The target rises from 0 to 1 between these overlaps with an object.
LOW, HIGH = 0.3, 0.8


def examples(candidates, sides, boxes, states, random, share=0.35):
    """Features and overlaps: all candidates that have an object in common, and a share of the others."""
    scale = np.array(sides * 2)
    overlaps = [recall.overlap(candidates["box"].astype(float), boxes[states == state] * scale) for state in (1, 0)]
    counted, other = (o.max(1, initial=0) for o in overlaps)
    keep = (counted >= 0.35) | ((other < 0.5) & ((random.random(len(counted)) < share) | (candidates["node"] < 0)))
    return candidates["features"][keep], counted[keep].astype(np.float32)


class Scorer(nn.Module):
    def __init__(self, mean, spread):
        super().__init__()
        self.mean, self.spread = torch.from_numpy(mean), torch.from_numpy(spread)
        sizes = (proposals.FEATURES, *HIDDEN, 1)
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])

    def forward(self, x):
        x = (x - self.mean) / self.spread
        for layer in self.layers[:-1]:
            x = F.relu(layer(x))
        return self.layers[-1](x)[:, 0]


def train(features, overlaps, weights, seed, epochs, rate=4e-3):
    torch.manual_seed(seed)
    net = Scorer(features.mean(0), features.std(0) + 1e-3)
    x, y = torch.from_numpy(features), torch.from_numpy(np.clip((overlaps - LOW) / (HIGH - LOW), 0, 1))
    w, steps = torch.from_numpy(weights), epochs * len(y) // 1024
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1)
    for _ in range(steps):
        index = torch.randint(len(y), (1024,))
        loss = F.binary_cross_entropy_with_logits(net(x[index]), y[index], w[index])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return net.eval()


def write(path, net, sureness):
    """The resource file; mean and spread of the features go into the first layer. `sureness`: the numbers of the odds."""
    tables = []
    for index, layer in enumerate(net.layers):
        weight, bias = layer.weight.detach().double(), layer.bias.detach().double()
        if index == 0:
            weight = weight / net.spread
            bias = bias - weight @ net.mean.double()
        tables += [(f"weights{index + 1}", weight.numpy()), (f"bias{index + 1}", bias.numpy()[None])]
    tables.append(("sureness", np.array(sureness)[None]))
    content = [export.table(name, values.astype(np.float32), None) for name, values in tables]
    with open(path, "wb") as file:
        file.write(b"MAGPIEDS" + struct.pack("<II", 1, len(content)) + b"".join(content))


def read(tables):
    """The scorer of a resource file, given its tables."""
    net = Scorer(np.zeros(proposals.FEATURES, np.float32), np.ones(proposals.FEATURES, np.float32))
    for index, layer in enumerate(net.layers):
        layer.weight.data.copy_(torch.tensor(tables[f"weights{index + 1}"]))
        layer.bias.data.copy_(torch.tensor(tables[f"bias{index + 1}"][0]))
    return net.eval()


def chosen(net, candidates, limit=10, most=0.5):
    """Indexes of the best candidates without those that repeat a better one."""
    with torch.no_grad():
        scores = net(torch.from_numpy(candidates["features"])).numpy()
    boxes, keep = candidates["box"].astype(float), []
    free = np.ones(len(scores), bool)
    while free.any() and len(keep) < limit:
        best = int(np.where(free, scores, -np.inf).argmax())
        keep.append(best)
        free &= recall.overlap(boxes, boxes[best:best + 1])[:, 0] <= most
        free[best] = False
    return keep
