"""Trains one network, on the CPU or a GPU. Checkpoints often and goes on from the last one when started again."""

import argparse
import copy
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import data
import network
from views import views

def shares(datasets, labels, balance):
    """Odds of each picture: a data set of n pictures has n^balance, a class of it the square root of its pictures."""
    odds = 1 / np.sqrt(np.bincount(labels))[labels]
    for dataset in np.unique(datasets):
        here = datasets == dataset
        odds[here] *= here.sum() ** balance / odds[here].sum()
    return torch.from_numpy(odds / odds.sum())


def contrasts(z, labels, temperature):
    """Two losses of views, of which each half holds one of every picture: finding the other view of the same picture
    among all that are not of its class, and finding all views of its class.
    """
    z = F.normalize(z, dim=1)
    logits = z @ z.T / temperature
    index = torch.arange(len(z), device=z.device)
    partner = (index + len(z) // 2) % len(z)
    same = labels[:, None] == labels[None, :]
    others = same.clone()
    others[index, partner] = False
    same[index, index] = False
    odds = F.log_softmax(logits.masked_fill(torch.eye(len(z), dtype=torch.bool, device=z.device), -1e4), 1)
    return F.cross_entropy(logits.masked_fill(others, -1e4), partner), -((odds * same).sum(1) / same.sum(1)).mean()


def kept(features, wanted, maps):
    """How far the directions of features, and their likeness to each other, are from those of another network.

    The first `maps` count as one vector, and the rest as another.
    """
    loss = 0
    for part in slice(0, maps), slice(maps, None):
        middle = wanted[:, part].mean(0)
        a, b = (F.normalize(x[:, part] - middle, dim=1) for x in (features, wanted))
        loss = loss + 20 * ((a @ a.T - b @ b.T) ** 2).mean() + (1 - (a * b).sum(1)).mean()
    return loss


def options():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", required=True)
    p.add_argument("--work", required=True)
    p.add_argument("--name", required=True)
    p.add_argument("--device", default="cpu")
    p.add_argument("--steps", type=int, default=1500)
    p.add_argument("--batch", type=int, default=128, help="pictures a step, two views each")
    p.add_argument("--without", nargs="*", default=(), help="data sets to leave out")
    p.add_argument("--balance", type=float, default=0.25, help="power of a data set's pictures that it is drawn with")
    p.add_argument("--scale", type=float, default=16)
    p.add_argument("--margin", type=float, default=0.1)
    p.add_argument("--smoothing", type=float, default=0.05)
    p.add_argument("--contrast", type=float, default=0.75, help="weight of the loss that wants the other view")
    p.add_argument("--supervised", type=float, default=0.75, help="weight of the loss that wants the class")
    p.add_argument("--temperature", type=float, default=0.12)
    p.add_argument("--erase", type=float, default=0.3, help="share of views that lose a rectangle")
    p.add_argument("--least", type=float, default=0.3, help="least area of a crop")
    p.add_argument("--rate", type=float, default=3e-4, help="of the published layers")
    p.add_argument("--head-rate", type=float, default=3e-3, help="of the layers that begin with random numbers")
    p.add_argument("--decay", type=float, default=0.02)
    p.add_argument("--pull", type=float, default=0, help="decay toward the published weights, in place of zero")
    p.add_argument("--keep", type=float, default=0.998, help="share of the averaged network that a step keeps")
    p.add_argument("--frozen", type=int, default=0, help="1: batch normalisation keeps the published means and deviations")
    p.add_argument("--guard", type=float, default=0, help="weight of the loss that wants the published features kept")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    return p.parse_args()


def main():
    o = options()
    torch.set_num_threads(o.threads)
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(o.seed)
    pictures, datasets, classes = data.training(o.shared, o.work)
    keep = ~np.isin(datasets, o.without)
    pictures, datasets, classes = torch.from_numpy(pictures[keep]).to(o.device), datasets[keep], classes[keep]
    names, labels = np.unique(classes, return_inverse=True)
    odds = shares(datasets, labels, o.balance).to(o.device)
    labels = torch.from_numpy(labels).to(o.device)

    generator = torch.Generator(o.device).manual_seed(o.seed)
    net = network.Network(classes=len(names))
    network.begin(net)
    net = net.to(o.device, memory_format=torch.channels_last)
    average = copy.deepcopy(net).eval().requires_grad_(False)
    published = list(net.backbone().parameters())
    begun = {id(p) for p in published}
    heads = [p for p in net.parameters() if id(p) not in begun]
    optimizer = torch.optim.AdamW([
        {"params": published, "base": o.rate, "weight_decay": 0 if o.pull else o.decay},
        {"params": heads, "base": o.head_rate, "weight_decay": o.decay}], fused=True)
    start = [p.detach().clone() for p in published]
    if o.frozen:
        for layer in net.modules():
            if isinstance(layer, torch.nn.BatchNorm2d):
                layer.eval()
    if o.guard:
        teacher = network.published().requires_grad_(False).to(o.device, memory_format=torch.channels_last)
    path = os.path.join(o.work, o.name + ".pt")
    step, before = 0, 0.0
    if os.path.exists(path):
        state = torch.load(path, weights_only=False, map_location=o.device)
        net.load_state_dict(state["net"]), average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"]), generator.set_state(state["generator"].cpu())
        step, before = state["step"], state["wall"]
    clock = time.time() - before

    while step < o.steps:
        for group in optimizer.param_groups:
            group["lr"] = group["base"] * min(1.0, (step + 1) / min(100, o.steps / 10)) * 0.5 * (1 + np.cos(np.pi * (step + 1) / o.steps))
        pick = torch.multinomial(odds, o.batch, replacement=False, generator=generator)
        x = pictures[pick].permute(0, 3, 1, 2).float() / 255
        x = views(torch.cat([x, x]), data.VIEW, generator, o.least, o.erase)
        both = labels[pick].repeat(2)
        seen = ((x * 255 - 127) / 128).contiguous(memory_format=torch.channels_last)
        with torch.autocast(o.device, torch.bfloat16):
            features = net(seen)
        cosine = F.normalize(net.embed(features), dim=1) @ F.normalize(net.classes, dim=1).T
        margins = o.margin * F.one_hot(both, len(names))
        loss = F.cross_entropy(o.scale * (cosine - margins), both, label_smoothing=o.smoothing)
        others, kinds = contrasts(net.project(features), both, o.temperature)
        loss = loss + o.contrast * others + o.supervised * kinds
        if o.guard:
            with torch.no_grad(), torch.autocast(o.device, torch.bfloat16):
                wanted = teacher(seen)
            loss = loss + o.guard * kept(features, wanted, net.maps)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(published, 5.0)
        optimizer.step()
        if o.pull:
            with torch.no_grad():
                torch._foreach_lerp_(published, start, optimizer.param_groups[0]["lr"] * o.pull)
        step += 1
        share = min(o.keep, step / (step + 10))
        with torch.no_grad():
            for a, b in zip(average.buffers(), net.buffers()):
                a.lerp_(b, 1 - share) if a.is_floating_point() else a.copy_(b)
            torch._foreach_lerp_(list(average.parameters()), list(net.parameters()), 1 - share)
        if step % (20 if o.device == "cpu" else 100) == 0 or step == o.steps:
            wall = time.time() - clock
            print(json.dumps({"name": o.name, "step": step, "loss": round(float(loss.detach()), 3),
                              "wall": round(wall)}), flush=True)
            torch.save({"net": net.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(),
                        "generator": generator.get_state(), "step": step, "wall": wall, "classes": len(names),
                        "options": vars(o)}, path + ".part")
            os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
