"""Makes the built-in descriptor: one command from the labelled pictures to the file that is shipped and its record.

A network learns on from the published weights; the one that is shipped lies between them, in integers. Its
features are projected to fewer values, fitted to an even sample of the pictures. `leave_out.py` measures this recipe.
"""

import argparse
import json
import os
import subprocess
import sys

import numpy as np
import torch

import calibrate
import copies
import data
import describe
import export
import integers
import network
import scores
from loops import Loops

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Of the way from the published network to the one that learned on.
SHARE = 0.35


def arguments(description):
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "learning"), help="arrays and checkpoints")
    p.add_argument("--steps", type=int, default=1500, help="of each network that learns")
    p.add_argument("--device", default="cpu", help="cpu or cuda")
    p.add_argument("--learned", help="a descriptor.bin of which the network is taken, in place of learning one")
    return p


def trained(options, name, **told):
    """The network `name`, learned on from its last checkpoint unless that is of the last step; `told` is for train.py."""
    told = {"steps": options.steps, "device": options.device, "shared": options.shared, "work": options.work, **told}
    path = os.path.join(options.work, name + ".pt")
    if not os.path.exists(path) or torch.load(path, weights_only=False, map_location="cpu")["step"] < told["steps"]:
        subprocess.run([sys.executable, os.path.join(HERE, "train.py"), "--name", name,
                        *(f"--{key.replace('_', '-')}={value}" for key, value in told.items())], check=True)
    state = torch.load(path, weights_only=False, map_location="cpu")
    net = network.Network(classes=state["classes"])
    net.load_state_dict(state["average"])
    return net.eval()


def compared(x, projections):
    """Vectors of length 1 as a search compares them: rounded to bytes first."""
    return describe.unit(describe.stored(describe.vectors(x, projections)).astype(np.float32))


def in_integers(options, net):
    """The layers of `net` in integers, compared with the definition, and the features that they make of squares."""
    layers = integers.quantized(net, *calibrate.seen(net, calibrate.pictures(options.shared)))
    loops = Loops(ROOT, options.work, net, layers)
    loops.check(calibrate.pictures(options.shared, 0)[:2])
    return layers, lambda squares: integers.features(net, layers, loops.sums(squares))


def shipped(options):
    """The network of the built-in describer: on the way from the published one to the one that learned on."""
    learned = export.read(options.learned) if options.learned else trained(options, "learned")
    return network.between(network.published(), learned, SHARE)


def table(result):
    return {name: [round(float(v), 1) for v in row] for name, row in {**result, "mean": scores.mean(result)}.items()}


def main():
    p = arguments(__doc__.splitlines()[0])
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "Search", "CSearchData", "Descriptor", "descriptor.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "record.json"))
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "Search", "VisualSearchTests", "Describe", "described.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    net = shipped(o)
    layers, features = in_integers(o, net)

    def inputs(squares):
        return {**features(squares[data.INPUT]), **describe.handmade(squares[data.SIDE])}

    squares, datasets, classes, clear = data.sample(o.shared, o.work)
    projections = describe.fit(inputs({side: s[clear] for side, s in squares.items()}), classes[clear])
    given, rows = data.retrieval(o.shared, o.work)
    tests = compared(inputs(given), projections)
    result = scores.given(tests, rows)
    scores.show("retrieval tests", result)
    gallery = np.array([row["split"] == "gallery" for row in rows])
    near = copies.measure(o.shared, rows, gallery, tests,
                          lambda found: compared(inputs(found), projections))
    print("near copies, R@1 and R@10", near)
    record = {"scores": "mAP, R@1, R@10, P@10 in percent", "dimensions": describe.DIMENSIONS, "weights": describe.WEIGHTS,
              "share of what was learned on": SHARE,
              "pictures that the projections are fitted to": {
                  str(name): int((clear & (datasets == name)).sum()) for name in np.unique(datasets[clear])},
              "retrieval tests": table(result), "near copies, R@1 and R@10": near,
              "bytes": integers.write(o.resource, net, layers, projections)}
    export.fixture(o.fixture, inputs, projections)
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
