"""Measures the recipe of `learn.py` on data sets that it never saw, one left out whole at a time.

For each data set D of both pools the network learns without D, the projections are fitted without D, and D is then searched:
every second picture of the sample asks for all others. Points on the way between the published and the learned network are
compared. D that no network learns from (terms that are not clear) need no network of their own.
With `--learned` one network stands for all: then the columns of what it learned from say nothing of the world, and the
table marks them.
"""

import json
import os

import numpy as np
import torch

import data
import describe
import export
import network
import scores
from learn import SHARE, arguments, compared, trained


def main():
    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--shares", type=float, nargs="*", default=(0, SHARE, 1), help="points between the two networks")
    p.add_argument("--sets", nargs="*", help="data sets to leave out; all by default")
    p.add_argument("--record", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "left-out.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    squares, datasets, classes, clear = data.sample(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)
    hand, given_hand = describe.handmade(squares[data.SIDE]), describe.handmade(given[data.SIDE])
    known = set(datasets[clear])
    published, features = network.published(), {}
    table = {}
    for name in o.sets or sorted(set(datasets)) + ["magento"]:
        seen = bool(o.learned) and name in known
        key = name if name in known and not o.learned else None
        for share in o.shares:
            if (key, share) not in features:
                learned = export.read(o.learned) if o.learned else trained(
                    o, f"without-{key}" if key else "learned", *(["--without", key] if key else []))
                net, _ = describe.rounded_network(network.between(published, learned, share))
                features[key, share] = (describe.features(net, squares[data.INPUT], o.device),
                                        describe.features(net, given[data.INPUT], o.device))
            x, tests = ({**f, **h} for f, h in zip(features[key, share], (hand, given_hand)))
            here = datasets == name
            others = clear & ~here
            projections = describe.fit({block: value[others] for block, value in x.items()}, classes[others])
            if here.any():
                found = scores.within(compared({block: v[here] for block, v in x.items()}, projections), classes[here])
            else:
                found = scores.given(compared(tests, projections), rows)[name]
            row = table.setdefault(name, {"learned from": seen and share > 0})
            row["learned from"] |= seen and share > 0
            row[str(share)] = [round(float(v), 1) for v in found[:2]]
        print(name, table[name], flush=True)
        if key:
            features = {k: v for k, v in features.items() if k[0] != key}
    rows_of_sets = list(table.values())
    for title, learned in (("never learned from", False), ("learned from", True)):
        chosen = [row for row in rows_of_sets if row["learned from"] == learned]
        if chosen:
            table[f"mean, {title}"] = {str(s): [round(float(v), 1) for v in np.mean([r[str(s)] for r in chosen], 0)]
                                       for s in o.shares}
            print(title, table[f"mean, {title}"])
    with open(o.record, "w") as file:
        json.dump({"scores": "mAP, R@1 in percent by share of what was learned on", **table}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
