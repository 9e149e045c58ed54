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


def train(options, name, steps, *more):
    path = os.path.join(options.work, name + ".pt")
    command = [sys.executable, os.path.join(HERE, "train.py"), "--shared", options.shared, "--work", options.work,
               "--name", name, "--steps", str(steps), *more]
    return path, subprocess.Popen(command)


def load(path):
    state = torch.load(path, weights_only=False)
    net = network.Network(state["widths"], state["depths"], classes=state["classes"])
    net.load_state_dict(state["average"])
    return net.eval(), state


def table(result):
    return {name: [round(float(v), 1) for v in row] for name, row in {**result, "mean": scores.mean(result)}.items()}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "learning"), help="arrays and checkpoints")
    p.add_argument("--steps", type=int, default=4000, help="of each network")
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "CDescriptorData", "descriptor.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "record.json"))
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "VisualSearchTests", "Describe", "described.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(1)
    _, small, datasets, classes = data.training(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)
    runs = [train(o, "validation", o.steps), train(o, "shipped", o.steps, "--all")]
    small_blocks, given_blocks = describe.handmade(small), describe.handmade(given)
    if any([process.wait() for _, process in runs]):
        sys.exit("a training run failed")
    (validation, _), (shipped, _) = runs

    held = data.held_out(datasets, classes)
    labels = np.unique(np.char.add(np.char.add(datasets, "/"), classes), return_inverse=True)[1]
    record = {"scores": "mAP, R@1, R@10, P@10 in percent", "dimensions": describe.DIMENSIONS,
              "weights": describe.WEIGHTS, "pictures": {d: int((datasets == d).sum()) for d in np.unique(datasets)}}

    def vectors(x, projections):
        v = describe.stored(describe.vectors(x, projections)).astype(np.float32)
        return v / np.linalg.norm(v, axis=1, keepdims=True)

    def measured(name, path, keep):
        net, state = load(path)
        layers = describe.layers(net)
        pool = {"pattern": describe.pooled(layers, small), **small_blocks}
        tests = {"pattern": describe.pooled(layers, given), **given_blocks}
        seen = np.unique(labels[keep], return_inverse=True)[1]
        projections = describe.fit({k: v[keep] for k, v in pool.items()}, seen, net.embed.weight.detach().numpy())
        record[name] = {"steps": state["step"], "cpu_seconds": round(state["spent"]),
                        "wall_seconds": round(state["wall"]),
                        "options": {k: v for k, v in state["options"].items() if k not in ("shared", "work")}}
        return layers, pool, tests, projections

    layers, pool, tests, projections = measured("validation", validation, ~held)
    result = scores.unseen(vectors(pool, projections), vectors(tests, projections), datasets, classes, rows)
    scores.show("classes never seen", result)
    record["validation"]["unseen classes"] = table(result)
    layers, pool, tests, projections = measured("shipped", shipped, np.ones(len(labels), bool))
    result = scores.given(vectors(tests, projections), rows)
    scores.show("retrieval tests", result)
    record["shipped"]["retrieval tests"] = table(result)
    gallery = np.array([row["split"] == "gallery" for row in rows])
    record["shipped"]["near copies, R@1 and R@10"] = copies.measure(
        o.shared, rows, gallery, vectors(tests, projections),
        lambda squares: vectors(describe.inputs(layers, squares), projections))
    print("near copies", record["shipped"]["near copies, R@1 and R@10"])
    record["shipped"]["bytes"] = export.write(o.resource, layers, projections)
    export.fixture(o.fixture, layers, projections)
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
