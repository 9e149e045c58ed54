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
    net = network.Network(state["widths"], state["depths"], classes=state["classes"])
    net.load_state_dict(state["average"])
    return net.eval(), state


def table(result):
    return {name: [round(float(v), 1) for v in row] for name, row in {**result, "mean": scores.mean(result)}.items()}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "learning"), help="arrays and checkpoints")
    p.add_argument("--steps", type=int, default=25000, help="of each network")
    p.add_argument("--device", default="cpu", help="cpu or cuda")
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "CDescriptorData", "descriptor.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "record.json"))
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "VisualSearchTests", "Describe", "described.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(2)
    _, small, datasets, classes = data.training(o.shared, o.work)
    given, rows = data.retrieval(o.shared, o.work)
    counted = {str(name): int((datasets == name).sum()) for name in np.unique(datasets)}
    runs = [train(o, "shipped", "--all"), train(o, "validation")]

    # What is described of the pools: the pictures that projections are fitted to, and those that are scored.
    fitted, held, sets = data.fitted(datasets), data.held_out(datasets, classes), data.scored(datasets, classes)
    some = fitted.copy()
    some[np.concatenate(list(sets.values()))] = True
    sets = {name: np.cumsum(some)[places] - 1 for name, places in sets.items()}
    small, datasets, classes, fitted, held = small[some], datasets[some], classes[some], fitted[some], held[some]
    labels = np.unique(np.char.add(np.char.add(datasets, "/"), classes), return_inverse=True)[1]
    small_blocks, given_blocks = describe.handmade(small), describe.handmade(given)
    if any([process is not None and process.wait() for _, process in runs]):
        sys.exit("a training run failed")
    (shipped, _), (validation, _) = runs
    record = {"scores": "mAP, R@1, R@10, P@10 in percent", "dimensions": describe.DIMENSIONS,
              "weights": describe.WEIGHTS, "pictures": counted}

    def vectors(x, projections):
        v = describe.stored(describe.vectors(x, projections)).astype(np.float32)
        return v / np.linalg.norm(v, axis=1, keepdims=True)

    def measured(name, path, described, keep):
        net, state = load(path)
        layers = describe.layers(net)
        pool = {"pattern": np.zeros((len(small), net.embed.in_features), np.float32), **small_blocks}
        pool["pattern"][described] = describe.pooled(layers, small[described], device=o.device)
        tests = {"pattern": describe.pooled(layers, given, device=o.device), **given_blocks}
        seen = np.unique(labels[keep], return_inverse=True)[1]
        projections = describe.fit({k: v[keep] for k, v in pool.items()}, seen, net.embed.weight.detach().numpy())
        record[name] = {"steps": state["step"], "wall_seconds": round(state["wall"]),
                        "options": {k: v for k, v in state["options"].items() if k not in ("shared", "work")}}
        return layers, pool, tests, projections

    layers, pool, tests, projections = measured("shipped", shipped, fitted, fitted)
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
    layers, pool, tests, projections = measured("validation", validation, fitted | held, fitted & ~held)
    result = scores.unseen(vectors(pool, projections), classes, sets, vectors(tests, projections), rows)
    scores.show("classes never seen", result)
    record["validation"]["unseen classes"] = table(result)
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
