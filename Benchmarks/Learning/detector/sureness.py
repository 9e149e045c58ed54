"""How probable it is that a chosen candidate is an object, given its rank and that of the best one of its picture."""

import numpy as np
import torch

import recall
import scorer

# Ranks of the best one below this count as this much (CKS_LEAST_BEST).
LEAST_BEST = -1.0
# Boxes of a picture that are looked at.
LIMIT = 30
EDGES = (0, 0.02, 0.06, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1)


def examples(net, candidates, sides, truth):
    """Inputs of the odds for the boxes that are chosen, best first, and which is the first to meet an object."""
    index = scorer.chosen(net, candidates, LIMIT)
    with torch.no_grad():
        ranks = net(torch.from_numpy(candidates["features"][index])).numpy().astype(float)
    overlaps = recall.overlap(candidates["box"][index].astype(float), truth * np.array(sides * 2))
    met, free = np.zeros(len(index)), np.ones(len(truth), bool)
    for place, row in enumerate(overlaps):
        row = np.where(free, row, 0)
        if row.max(initial=0) >= 0.5:
            met[place], free[row.argmax()] = 1, False
    best = np.maximum(ranks[0], LEAST_BEST)
    return np.stack([np.ones(len(ranks)), ranks, np.full(len(ranks), best), ranks * best], 1), met


def learn(inputs, met, steps=50, decay=1e-3):
    """Logistic regression by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(steps):
        p = probabilities(inputs, weights)
        curve = (inputs * (p * (1 - p))[:, None]).T @ inputs + decay * np.eye(len(weights))
        weights += np.linalg.solve(curve, inputs.T @ (met - p) - decay * weights)
    return weights


def probabilities(inputs, weights):
    return 1 / (1 + np.exp(-inputs @ weights))


def table(inputs, met, weights):
    """For boxes between two probabilities: how many, their mean probability, and the share that meets an object."""
    p, rows = probabilities(inputs, weights), {}
    for low, high in zip(EDGES, EDGES[1:]):
        at = (p >= low) & (p < high)
        if at.any():
            rows[f"{low} to {high}"] = f"{at.sum()}: {p[at].mean():.3f}, {met[at].mean():.3f}"
    return rows
