"""Measures recipes of `learn.py` on data sets that they never saw, one left out whole at a time.

For each data set D of both pools the networks learn without D, the projections are fitted without D, and D is then searched:
every second picture of the sample asks for all others. Points on the way between the published and the learned network are
compared. D that no network learns from (terms that are not clear) need no networks of their own.
With `--learned` one network stands for all: then the columns of what it learned from say nothing of the world, and the
table marks them.
"""

import functools
import json
import os

import numpy as np
import torch

import calibrate
import data
import describe
import export
import integers
import network
import scores
from learn import ROOT, SHARE, arguments, compared, trained
from loops import Loops

# What train.py is told of each network of a recipe; of several, the mean of the weights is taken.
RECIPES = {
    "learned": [{}],
    "soup": [{"steps": 500}, {"steps": 500, "seed": 2, "least": 0.5, "erase": 0.1},
             {"steps": 500, "seed": 3, "rate": 1.5e-4, "head_rate": 1.5e-3}],
    "pull": [{"steps": 500, "rate": 1e-4, "pull": 100}],
    "frozen": [{"steps": 500, "frozen": 1}],
    "mild": [{"steps": 500, "frozen": 1, "rate": 1e-4, "least": 0.5, "erase": 0.1}],
    "guard": [{"steps": 500, "frozen": 1, "guard": 2}],
}


def runs(recipe, without):
    """Name and options of each network that `recipe` needs, learned without the data set `without`."""
    base = f"without-{without}" if without else "learned"
    for place, told in enumerate(RECIPES[recipe]):
        yield base if recipe == "learned" else f"{base}-{recipe}-{place}", {**told, **({"without": without} if without else {})}


def learned(options, recipe, without):
    if options.learned:
        return export.read(options.learned)
    return network.soup([trained(options, name, **told) for name, told in runs(recipe, without)])


def main():
    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--shares", type=float, nargs="*", default=(0, SHARE, 1), help="points between the two networks")
    p.add_argument("--sets", nargs="*", help="data sets to leave out; all by default")
    p.add_argument("--recipes", nargs="*", default=["learned"], choices=list(RECIPES))
    p.add_argument("--published", default="Lite0", choices=("Lite0", "Lite2"), help="Lite2 with --shares 0 alone")
    p.add_argument("--floats", type=int, metavar="SIDE", help="networks in floats that see pictures of this side")
    p.add_argument("--record", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "left-out.json"))
    o = p.parse_args()
    if o.learned and o.recipes != ["learned"]:
        p.error("--learned is one network, and takes no other recipes")
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    data.INPUT = o.floats or data.INPUT
    squares, datasets, classes, clear = data.sample(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)
    hand, given_hand = describe.handmade(squares[data.SIDE]), describe.handmade(given[data.SIDE])
    known, published = set(datasets[clear]), network.published(o.published)

    @functools.lru_cache(maxsize=2 * len(o.recipes) * len(o.shares))
    def features(recipe, without, share):
        net = network.between(published, learned(o, recipe, without), share) if share else network.soup([published])
        if o.floats:
            net, _ = describe.rounded_network(net)
            return [describe.features(net, x[data.INPUT], o.device) for x in (squares, given)]
        layers = integers.quantized(net, *calibrate.seen(net, calibrate.pictures(o.shared)))
        loops = Loops(ROOT, o.work, net, layers)
        return [integers.features(net, layers, loops.sums(x[data.INPUT])) for x in (squares, given)]

    table = {}
    points = [("published", 0)] * (0 in o.shares) + [(r, s) for r in o.recipes for s in o.shares if s]
    for name in o.sets or sorted(set(datasets)) + ["magento"]:
        seen = bool(o.learned) and name in known
        row = table[name] = {"learned from": seen}
        for recipe, share in points:
            key = name if name in known and not o.learned and share else None
            x, tests = ({**f, **h} for f, h in zip(features(recipe, key, share), (hand, given_hand)))
            here = datasets == name
            others = clear & ~here
            projections = describe.fit({block: value[others] for block, value in x.items()}, classes[others])
            if here.any():
                found = scores.within(compared({block: v[here] for block, v in x.items()}, projections), classes[here])
            else:
                found = scores.given(compared(tests, projections), rows)[name]
            row[f"{recipe} {share:g}"] = [round(float(v), 1) for v in found[:2]]
        print(name, row, flush=True)
    for title, chosen in (("never learned from", False), ("learned from", True)):
        of = [row for row in table.values() if row.get("learned from") == chosen]
        if of:
            table[f"mean, {title}"] = {key: [round(float(v), 1) for v in np.mean([r[key] for r in of], 0)]
                                       for key in of[0] if key != "learned from"}
            print(title, table[f"mean, {title}"])
    with open(o.record, "w") as file:
        json.dump({"scores": "mAP, R@1 in percent by recipe and share of what was learned on", **table}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
