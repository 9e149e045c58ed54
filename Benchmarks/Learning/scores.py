"""Retrieval quality, counted as in the README of the data: mAP over the whole ranking, R@1, R@10, P@10."""

import numpy as np


def count(queries, gallery, query_classes, gallery_classes, same=None):
    """Mean scores in percent. `same[i]` is the gallery row that is query i itself and is left out."""
    similarity = queries @ gallery.T
    if same is not None:
        similarity[np.arange(len(queries)), same] = -np.inf
    order = np.argsort(-similarity, axis=1, kind="stable")
    if same is not None:
        order = order[:, :-1]
    hits = gallery_classes[order] == query_classes[:, None]
    hits = hits[hits.any(axis=1)]
    ranks = np.arange(1, hits.shape[1] + 1)
    precision = np.cumsum(hits, axis=1) / ranks
    average = (precision * hits).sum(axis=1) / hits.sum(axis=1)
    return 100 * np.array([average.mean(), hits[:, 0].mean(), hits[:, :10].any(axis=1).mean(), hits[:, :10].mean()])


def tests(rows):
    """Name, query rows and gallery rows of each retrieval test."""
    dataset = np.array([row["dataset"] for row in rows])
    split = np.array([row["split"] for row in rows])
    for query, gallery in [(d, d) for d in ("caltech", "clothing", "grocery", "magento")] + [("grocery", "grocery-iconic")]:
        yield (gallery, np.flatnonzero((dataset == query) & (split == "query")),
               np.flatnonzero((dataset == gallery) & (split == "gallery")))


def given(vectors, rows):
    """Scores of the five tests of the retrieval folder."""
    classes = np.array([row["class"] for row in rows])
    return {name: count(vectors[q], vectors[g], classes[q], classes[g]) for name, q, g in tests(rows)}


def within(vectors, classes):
    """Scores of one data set: every second picture is a query to all others."""
    queries = np.arange(len(classes))[::2]
    return count(vectors[queries], vectors, classes[queries], classes, queries)


def mean(table):
    return np.mean(list(table.values()), axis=0)


def show(title, table):
    cells = "  ".join(f"{name} {row[0]:.1f}/{row[1]:.1f}" for name, row in table.items())
    m = mean(table)
    print(f"{title:28s} mean {m[0]:.1f} / {m[1]:.1f} / {m[2]:.1f} / {m[3]:.1f}   {cells}", flush=True)
