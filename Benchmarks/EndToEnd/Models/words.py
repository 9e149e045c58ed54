"""Measures the rules by which words find pictures (TextJoin, TextBackground), on labelled pictures and the names of their classes.

    words.py MADE/pair-immich [--data ../shared/data/retrieval]

First: each picture says its class with a chance of one half; mAP of words alone, of the model alone, of reciprocal ranks,
and of both together by weight. Then: the bounds of which pictures count, by the lead that one of them must have; and of the
texts that find nothing, the six pictures that come near, by their least lead.
"""

import argparse
import csv
import re
import pathlib

import numpy

from reference import Model

SOURCE = pathlib.Path(__file__).parents[3] / "Sources/Search/VisualSearch/Describe/TextBackground.swift"


def background():
    text = re.search(r'"""\n(.*?)"""', SOURCE.read_text(), re.S).group(1)
    return [name for name in "".join(line.strip().rstrip("\\") for line in text.split("\n")).split("|") if name]


def average_precision(relevant):
    hits = numpy.cumsum(relevant)
    return (hits / numpy.arange(1, len(relevant) + 1))[relevant].mean() if relevant.any() else 0.0


def together(pictures, classes, texts):
    random = numpy.random.default_rng(1)
    says, order = random.random(len(classes)) < 0.5, random.random(len(classes)) * 1e-6
    found = {}
    for name, text in texts.items():
        near = pictures @ text
        height = numpy.clip((near - near.mean()) / (near.max() - near.mean()), 0, 1)
        words, relevant = (says & (classes == name)).astype(float), classes == name
        first, second = [numpy.argsort(numpy.argsort(-score)) for score in (words + order, height)]
        scores = {
            "words": words + order,
            "model": height,
            "reciprocal ranks": numpy.where(words > 0, 1 / (60 + first), 0) + 1 / (60 + second),
        }
        scores |= {f"weight {weight}": words + weight * height + order for weight in (0.3, 0.5, 0.7, 1, 1.5, 2)}
        for rule, score in scores.items():
            found.setdefault(rule, []).append(average_precision(relevant[numpy.argsort(-score, kind="stable")]))
    print("  mAP:", ", ".join(f"{rule} {numpy.mean(values):.3f}" for rule, values in found.items()))


def bounds(pictures, classes, texts, strangers, things):
    centered = things - things.mean(0)
    near, deviation = pictures @ things.T, (pictures @ things.T).std(1)

    def measures(text):
        middle = text - things.mean(0)
        cosine = centered @ middle / numpy.linalg.norm(centered, axis=1) / numpy.linalg.norm(middle)
        dots = pictures @ text
        lead = (dots - near[:, cosine < 0.6].max(1)) / deviation
        return lead, (dots - dots.mean()) / (dots.max() - dots.mean()), dots

    def shown(text, convincing):
        lead, height, _ = measures(text)
        return (lead >= 0) & (height >= 0.5) & (lead.max() >= convincing)

    for convincing in (0, 0.3, 0.6, 1.0, 1.5):
        hits = [(shown(text, convincing), classes == name) for name, text in texts.items()]
        some = [(seen & relevant).sum() / seen.sum() for seen, relevant in hits if seen.any()]
        recall = numpy.mean([(seen & relevant).sum() / relevant.sum() for seen, relevant in hits])
        strange = numpy.mean([shown(text, convincing).any() for text in strangers])
        print(
            f"  lead {convincing}: {len(some) / len(hits):.2f} of the names show something, {numpy.mean(some or [0]):.2f} "
            f"of it right, recall {recall:.2f}; strange names {strange:.2f}")

    for bound in (-2.0, -1.5, -1.0, -0.5, 0.0):
        shares = {}
        for kind, searched in (("names", texts.items()), ("strange names", [(None, text) for text in strangers])):
            near_by = []
            for name, text in searched:
                if shown(text, 1.0).any():
                    continue
                lead, height, dots = measures(text)
                kept = (lead >= bound) & (height >= 0.5)
                key = numpy.where(kept, height * numpy.minimum((lead - bound) / max(-bound, 0.1), 1), -1)
                best = numpy.argsort(-key)[:6]
                near_by.append((classes[best[key[best] >= 0]] == name))
            some = [right.mean() for right in near_by if len(right)]
            shares[kind] = (len(near_by), len(some), numpy.mean(some or [0]))
        print(
            f"  near, lead {bound}: of {shares['names'][0]} names that show nothing {shares['names'][1]} have pictures near, "
            f"{shares['names'][2]:.2f} of them right; {shares['strange names'][1]} of {shares['strange names'][0]} strange names")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("model")
    arguments.add_argument("--data", default=str(pathlib.Path(__file__).parents[4] / "shared/data/retrieval"))
    given = arguments.parse_args()
    model, data = Model(given.model), pathlib.Path(given.data)
    with open(data / "labels.csv") as file:
        rows = [row for row in csv.DictReader(file)]
    names = {row["class"]: row["class"].replace("_", " ").lower() for row in rows}
    texts = {name: model.text(text) for name, text in names.items()}
    things = numpy.array([model.text(text) for text in background()])
    for dataset in ("caltech", "clothing", "grocery"):
        part = [row for row in rows if row["dataset"] == dataset]
        pictures = numpy.array([model.picture(data / row["file"]) for row in part])
        classes = numpy.array([row["class"] for row in part])
        own = {name: texts[name] for name in sorted(set(classes))}
        print(f"{dataset}: {len(part)} pictures, {len(own)} names")
        together(pictures, classes, own)
        bounds(pictures, classes, own, [text for name, text in texts.items() if name not in own], things)


if __name__ == "__main__":
    main()
