"""Learns the built-in descriptor: one command from the labelled pictures to the file that is shipped and its record.

Two networks are trained by the same recipe: one on two thirds of the classes, whose scores on the other third tell
what the descriptor gives on classes never seen, and one on all classes, which is shipped.
"""

import argparse
import json
import os
import subprocess
import sys

import numpy as np
import torch

import copies
import data
import describe
import export
import network
import scores

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def train(options, name, *more):
    """The path of the network `name`, and the process that learns it, unless its last checkpoint is of the last step."""
    path = os.path.join(options.work, name + ".pt")
    if os.path.exists(path) and load(path)[1]["step"] >= options.steps:
        return path, None
    command = [sys.executable, os.path.join(HERE, "train.py"), "--shared", options.shared, "--work", options.work,
               "--name", name, "--steps", str(options.steps), "--device", options.device, *more]
    return path, subprocess.Popen(command)


def load(path):
    state = torch.load(path, weights_only=False, map_location="cpu")
    net = network.Network(classes=state["classes"])
    net.load_state_dict(state["average"])
    return net, state


def table(result):
    return {name: [round(float(v), 1) for v in row] for name, row in {**result, "mean": scores.mean(result)}.items()}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "learning"), help="arrays and checkpoints")
    p.add_argument("--steps", type=int, default=1500, help="of each network")
    p.add_argument("--device", default="cpu", help="cpu or cuda")
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "Search", "CDescriptorData", "descriptor.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "record.json"))
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "VisualSearchTests", "Describe", "described.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    squares, datasets, classes = data.training(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)
    counted = {str(name): int((datasets == name).sum()) for name in np.unique(datasets)}
    runs = [train(o, "shipped", "--all"), train(o, "validation")]

    labels = np.unique(np.char.add(np.char.add(datasets, "/"), classes), return_inverse=True)[1]
    fitted, held, sets = data.fitted(datasets), data.held_out(datasets, classes), data.scored(datasets, classes)
    pool_blocks, given_blocks = describe.handmade(squares[data.SIDE]), describe.handmade(given[data.SIDE])
    if any([process is not None and process.wait() for _, process in runs]):
        sys.exit("a training run failed")
    record = {"scores": "mAP, R@1, R@10, P@10 in percent", "dimensions": describe.DIMENSIONS,
              "weights": describe.WEIGHTS, "pictures": counted}

    def vectors(x, projections):
        v = describe.stored(describe.vectors(x, projections)).astype(np.float32)
        return v / np.linalg.norm(v, axis=1, keepdims=True)

    def measured(name, path, keep):
        """The network and its tables, its projections fitted to `keep`, and the vectors of both folders."""
        net, state = load(path)
        net, layers = describe.rounded_network(net)
        pool = {**describe.features(net, squares[data.INPUT], o.device), **pool_blocks}
        tests = {**describe.features(net, given[data.INPUT], o.device), **given_blocks}
        projections = describe.fit({k: v[keep] for k, v in pool.items()}, labels[keep], fitted[keep])
        record[name] = {"steps": state["step"], "wall_seconds": round(state["wall"]),
                        "options": {k: v for k, v in state["options"].items() if k not in ("shared", "work")}}
        return net, layers, projections, vectors(pool, projections), vectors(tests, projections)

    (shipped, _), (validation, _) = runs
    _, _, _, pool, tests = measured("validation", validation, ~held)
    result = scores.unseen(pool, classes, sets, tests, rows)
    scores.show("classes never seen", result)
    record["validation"]["unseen classes"] = table(result)
    net, layers, projections, _, tests = measured("shipped", shipped, np.ones(len(labels), bool))
    result = scores.given(tests, rows)
    scores.show("retrieval tests", result)
    record["shipped"]["retrieval tests"] = table(result)
    gallery = np.array([row["split"] == "gallery" for row in rows])
    record["shipped"]["near copies, R@1 and R@10"] = copies.measure(
        o.shared, rows, gallery, tests, lambda found: vectors(describe.inputs(net, found, o.device), projections))
    print("near copies", record["shipped"]["near copies, R@1 and R@10"])
    record["shipped"]["bytes"] = export.write(o.resource, net, layers, projections)
    export.fixture(o.fixture, net.to("cpu"), projections)
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
