"""Makes the second half of the fine describer: one command from the labelled pictures to its file and its record.

The network is Lite2 as it was published, in integers; nothing learns. Its head is projected to fewer values, fitted to an
even sample of the pictures. A fine vector is the built-in one with these values behind it. The record compares both, each
data set left out of the fit of both.
"""

import json
import os

import numpy as np
import torch

import data
import describe
import export
import integers
import network
import scores
from learn import HERE, ROOT, arguments, in_integers, shipped, table

# Values behind the built-in ones, and their length beside those, which have the length 1.
DIMENSIONS, WEIGHT = 128, 0.5


def fitted(kind):
    """The projection of the head to the widest directions of `kind`, each divided by the fourth root of its variance, rounded.

    Without that the pose of a person counts more than what is worn.
    """
    rows = describe.widest(kind, DIMENSIONS)
    values, scale = describe.rounded(rows / ((kind - kind.mean(0)) @ rows.T).var(0)[:, None] ** 0.25)
    offset = -(values * scale[:, None].astype(np.float64)) @ kind.mean(0, dtype=np.float64)
    return values, scale, offset.astype(np.float32)


def behind(kind, projection, weight=WEIGHT):
    """The values behind the built-in ones, as they are stored."""
    values, scale, offset = projection
    return describe.stored(describe.unit(kind @ (values * scale[:, None]).T + offset) * weight)


def main():
    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "Command", "magpie", "fine.describer"))
    p.add_argument("--record", default=os.path.join(HERE, "fine.json"))
    p.add_argument("--weights", type=float, nargs="*", default=[], help="further weights, to compare")
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "Search", "VisualSearchTests", "Describe", "described-fine.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    net = network.published("Lite2")
    layers, second = in_integers(o, net)
    _, first = in_integers(o, shipped(o))
    squares, datasets, classes, clear = data.sample(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)

    def inputs(squares):
        return {**first(squares[data.INPUT]), **describe.handmade(squares[data.SIDE])}

    x, tests = inputs(squares), inputs(given)
    kind, tests_kind = second(squares[data.INPUT])["kind"], second(given[data.INPUT])["kind"]

    def forms(pick):
        """Vectors of `x`, and those of the tests, in each form; fitted to the pictures that `pick` says."""
        projections = describe.fit({block: v[pick] for block, v in x.items()}, classes[pick])
        projection, out = fitted(kind[pick]), {}
        for weight in (0, WEIGHT, *o.weights):
            out["built-in" if weight == 0 else f"fine {weight:g}"] = [
                describe.unit(np.concatenate([
                    describe.stored(describe.vectors(a, projections)), behind(b, projection, weight)], 1).astype(np.float32))
                for a, b in ((x, kind), (tests, tests_kind))]
        return projection, out

    left, known = {}, set(datasets[clear])
    for name in [name for name in sorted(set(datasets)) if name not in known] + ["magento"]:
        here = datasets == name
        _, out = forms(clear & ~here)
        left[name] = {form: scores.within(pool[here], classes[here]) if here.any() else scores.given(test, rows)[name]
                      for form, (pool, test) in out.items()}
        print(name, {form: [round(float(v), 1) for v in found[:2]] for form, found in left[name].items()}, flush=True)
    projection, out = forms(clear)
    for form, (_, test) in out.items():
        scores.show(form, scores.given(test, rows))
    record = {"scores": "mAP, R@1, R@10, P@10 in percent", "dimensions": DIMENSIONS, "weight": WEIGHT,
              "left out of both fits": {form: table({name: found[form] for name, found in left.items()}) for form in out},
              "retrieval tests": {form: table(scores.given(test, rows)) for form, (_, test) in out.items()},
              "bytes": integers.write(o.resource, net, layers, {"kind": projection}, {"kind": WEIGHT})}
    export.rows(o.fixture, vector=behind(second(export.squares(data.INPUT))["kind"], projection))
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
