"""Learns the pair of a picture space and texts: a whitened space of the head of EfficientNet-Lite, and a matrix from MiniLM's
vectors into it.

A class of the classifier is a direction of that space: the more a picture's vector points to it, the more evidence. The
matrix is a ridge regression from what the classes and the senses above them are called to their directions. Space and ridge
are chosen by the pool `training` alone, whose pictures are searched by the names of their classes.
"""

import dataclasses

import numpy as np

from names import TEMPLATES, said

SIZE = 512


def unit(x):
    return x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), 1e-12)


@dataclasses.dataclass
class Space:
    """`(features - mean) @ matrix` is a vector, `rows @ directions` that of a classifier's row."""
    mean: np.ndarray
    matrix: np.ndarray
    directions: np.ndarray

    @classmethod
    def fitted(cls, features, power, size=SIZE):
        """Principal values divided by the `power` of their deviation: 0 keeps them, 1 whitens."""
        mean = features.mean(0)
        values, axes = np.linalg.eigh(np.cov(features.T))
        values, axes = values[::-1][:size], axes[:, ::-1][:, :size]
        deviation = np.sqrt(values + 1e-3 * values.mean())
        return cls(mean, axes / deviation ** power, axes * deviation ** power)

    def vectors(self, features):
        return unit((features - self.mean) @ self.matrix)


def targets(space, rows, senses):
    """The direction of each sense: the mean of its classes' rows."""
    rows = rows - rows.mean(0)
    return unit(np.stack([rows[numbers].mean(0) for _, numbers in senses]) @ space.directions)


def phrases(senses):
    """Each phrase with the number of its sense and its weight; the first words of a sense count most."""
    found = []
    for number, (words, _) in enumerate(senses):
        for place, word in enumerate(words[:4]):
            found += [(template.format(word), number, 1 / (1 + place) / (1 + 3 * index))
                      for index, template in enumerate(TEMPLATES)]
    return found


def ridge(texts, wanted, weights, strength):
    """The matrix and the offset from texts to what is wanted."""
    weights = weights / weights.sum()
    mean, goal = weights @ texts, weights @ wanted
    x = texts - mean
    square = (x * weights[:, None]).T @ x
    matrix = np.linalg.solve(square + strength * np.trace(square) / len(square) * np.eye(len(square)),
                             (x * weights[:, None]).T @ (wanted - goal))
    return matrix, goal - mean @ matrix


def found_by_name(texts, vectors, labels):
    """mAP, R@1, P@8 and P@10 in percent, of each name over all pictures. `texts` has the vector of each label, sorted."""
    names = np.unique(labels)
    order = np.argsort(-(texts @ vectors.T), axis=1, kind="stable")
    hits = labels[order] == names[:, None]
    precision = np.cumsum(hits, 1) / np.arange(1, hits.shape[1] + 1)
    average = (precision * hits).sum(1) / hits.sum(1)
    return 100 * np.array([average.mean(), hits[:, 0].mean(), hits[:, :8].mean(), hits[:, :10].mean()])


def names_of(labels):
    return [said(label) for label in np.unique(labels)]


@dataclasses.dataclass
class Learned:
    """What the pair has learned, and the scale and the bias by which a cosine becomes the log of odds."""
    space: Space
    matrix: np.ndarray
    offset: np.ndarray
    scale: float = 0
    bias: float = 0

    def texts(self, vectors):
        return unit(vectors @ self.matrix + self.offset)


def calibrated(cosines, right):
    """Scale and bias of the logistic regression of what is right on the cosine."""
    scale, bias = 10.0, -5.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(scale * cosines + bias)))
        slope, weight = p - right, p * (1 - p) + 1e-9
        hessian = np.array([[(weight * cosines ** 2).sum(), (weight * cosines).sum()],
                            [(weight * cosines).sum(), weight.sum()]])
        step = np.linalg.solve(hessian, [(slope * cosines).sum(), slope.sum()])
        scale, bias = scale - step[0], bias - step[1]
    return float(scale), float(bias)
