"""Learns the detection head: one command from pictures to the file that is shipped, its fixture and its record."""

import argparse
import glob
import json
import os
import pickle
import sys
import time

import torch
from PIL import Image, ImageOps

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.append(os.path.dirname(HERE))

import cutouts
import head
import recall
import scenes
import ship
import teach


def kept(path, make):
    """What `make` gives, stored on the first call."""
    if not os.path.exists(path):
        made = make()
        with open(path + ".part", "wb") as file:
            pickle.dump(made, file, protocol=5)
        os.replace(path + ".part", path)
    with open(path, "rb") as file:
        return pickle.load(file)


def photos(shared):
    out = []
    for path in sorted(glob.glob(os.path.join(shared, "photos", "*.*p*"))):
        picture = Image.open(path)
        picture.draft("RGB", (1400, 1400))
        picture = ImageOps.exif_transpose(picture).convert("RGB")
        picture.thumbnail((1200, 1200))
        out.append(picture)
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", default=os.path.join(ROOT, "..", "shared", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, ".build", "detector"), help="cut-outs, scenes, checkpoints")
    p.add_argument("--steps", type=int, default=5000)
    p.add_argument("--minutes", type=float, default=1e9, help="wall time of the training, at most")
    p.add_argument("--until", type=float, default=0.665,
                   help="share of the schedule to train: later, more is found in composed scenes and less in real ones")
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--shards", type=int, default=8, help="scenes are drawn anew this often")
    p.add_argument("--scenes", type=int, default=4000, help="scenes of a shard")
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--decay", type=float, default=0.02)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--resource", default=os.path.join(ROOT, "Sources", "Search", "CSearchData", "Detector", "detector.bin"))
    p.add_argument("--record", default=os.path.join(HERE, "record.json"))
    p.add_argument("--fixture", default=os.path.join(
        ROOT, "Tests", "VisualSearchTests", "Detect", "detected.json"))
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    torch.set_num_threads(1)
    cuts = kept(os.path.join(o.work, "cuts.pkl"),
                lambda: cutouts.make(o.shared, os.path.join(ROOT, "samples", "images")))
    grounds = photos(o.shared)

    def shard(number):
        started = time.process_time()
        out = [torch.from_numpy(a) for a in scenes.compose(cuts, grounds, o.scenes, [o.seed, number])]
        print(json.dumps({"shard": number, "cpu": round(time.process_time() - started)}), flush=True)
        return out

    path = os.path.join(o.work, "head.pt")
    teach.train(shard, path, o)
    state = torch.load(path, weights_only=False)
    net = head.Head()
    net.load_state_dict(state["average"])
    net.eval()
    given, missed = recall.given(o.shared, o.work), []
    found = {name: recall.measure(head.quantised(net), given, mirror, missed=missed if mirror else None)
             for name, mirror in (("one pass", False), ("with mirror", True))}
    paths = ("shared", "work", "resource", "record", "fixture")
    options = {k: v for k, v in state["options"].items() if k not in paths}
    record = {"pictures": {name: len(items) for name, items in cuts.items()}, "photos": len(grounds),
              "steps": state["step"], "cpu_seconds": round(state["spent"]), "wall_seconds": round(state["wall"]),
              "options": options, "bytes": ship.write(o.resource, net),
              "found at IoU 0.5 with 10 boxes, % of all, even and odd pictures": found,
              "odd pictures with objects missed": [row for row in missed if row[3]]}
    ship.fixture(o.fixture, net)
    print(json.dumps(found))
    with open(o.record, "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
