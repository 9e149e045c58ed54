"""Trains one network. Checkpoints every 100 steps and goes on from the last one when started again."""

import argparse
import copy
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F

import data
import network


def views(pictures, side, generator, erase):
    """Random crops, turns, mirrors and mild color changes of a float batch (n, 3, h, w) in 0...1."""
    n = len(pictures)

    def uniform(low, high, *shape):
        return torch.rand(n, *shape, generator=generator) * (high - low) + low

    area = uniform(0.3, 1.05)
    aspect = torch.exp(uniform(-0.25, 0.25))
    w, h = (area * aspect).sqrt(), (area / aspect).sqrt()
    angle = torch.randn(n, generator=generator) * 0.12
    mirror = torch.where(torch.rand(n, generator=generator) < 0.5, -1.0, 1.0)
    dx = uniform(-1, 1) * (1 - w).clamp(min=0.03)
    dy = uniform(-1, 1) * (1 - h).clamp(min=0.03)
    c, s = torch.cos(angle), torch.sin(angle)
    theta = torch.stack([torch.stack([c * w * mirror, -s * h, dx], 1), torch.stack([s * w * mirror, c * h, dy], 1)], 1)
    grid = F.affine_grid(theta, (n, 3, side, side), align_corners=False)
    x = F.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)

    gain = torch.exp(torch.randn(n, 1, 1, 1, generator=generator) * 0.18)
    balance = torch.exp(torch.randn(n, 3, 1, 1, generator=generator) * 0.06)
    contrast = torch.exp(torch.randn(n, 1, 1, 1, generator=generator) * 0.18)
    saturation = torch.exp(torch.randn(n, 1, 1, 1, generator=generator) * 0.25)
    x = x * gain * balance
    luma = x.mean(dim=1, keepdim=True)
    x = luma + (x - luma) * saturation
    middle = x.mean(dim=(1, 2, 3), keepdim=True)
    x = (middle + (x - middle) * contrast).clamp(0, 1)
    size = uniform(0.15, 0.45, 2) * (uniform(0, 1, 1) < erase)
    at = uniform(0, 1, 2) * (1 - size)
    line = (torch.arange(side) + 0.5) / side
    inside = [(line >= at[:, i:i + 1]) & (line < at[:, i:i + 1] + size[:, i:i + 1]) for i in (0, 1)]
    mask = inside[0][:, None, :, None] & inside[1][:, None, None, :]
    x = torch.where(mask, torch.rand(n, 3, 1, 1, generator=generator), x)
    return ((x - 0.5) / network.SPREAD).contiguous(memory_format=torch.channels_last)


def contrast(a, b, labels, temperature):
    """Two-view instance loss; other pictures of the same class are not counted as negatives."""
    z = F.normalize(torch.cat([a, b]), dim=1)
    n = len(a)
    logits = z @ z.T / temperature
    both = torch.cat([labels, labels])
    index = torch.arange(2 * n)
    partner = (index + n) % (2 * n)
    drop = both[:, None] == both[None, :]
    drop[index, partner] = False
    return F.cross_entropy(logits.masked_fill(drop, -1e4), partner)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--shared", required=True)
    p.add_argument("--work", required=True)
    p.add_argument("--name", required=True)
    p.add_argument("--steps", type=int, default=4000)
    p.add_argument("--fine", type=float, default=0.4, help="share of the steps at 96 px; the first ones are at 64 px")
    p.add_argument("--batch", type=int, default=96, help="pictures a step, two views each")
    p.add_argument("--all", action="store_true", help="learn the validation classes too")
    p.add_argument("--depths", type=int, nargs=3, default=(1, 1, 1))
    p.add_argument("--widths", type=int, nargs=4, default=(32, 64, 128, 256))
    p.add_argument("--contrast", type=float, default=1.5, help="weight of the two-view loss")
    p.add_argument("--temperature", type=float, default=0.12)
    p.add_argument("--erase", type=float, default=0.3, help="share of views that lose a rectangle")
    p.add_argument("--rate", type=float, default=3e-3)
    p.add_argument("--decay", type=float, default=0.02)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--threads", type=int, default=1)
    o = p.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    large, small, datasets, classes = data.training(o.shared, o.work)
    keep = np.ones(len(classes), bool) if o.all else ~data.held_out(datasets, classes)
    large, small = torch.from_numpy(large[keep]), torch.from_numpy(small[keep])
    names, labels = np.unique(np.char.add(np.char.add(datasets[keep], "/"), classes[keep]), return_inverse=True)
    weight = torch.from_numpy(1 / np.sqrt(np.bincount(labels))[labels])
    labels = torch.from_numpy(labels)

    generator = torch.Generator().manual_seed(o.seed)
    net = network.Network(o.widths, o.depths, classes=len(names)).to(memory_format=torch.channels_last)
    average = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=o.decay)
    path = os.path.join(o.work, o.name + ".pt")
    step, spent, before = 0, 0.0, 0.0
    if os.path.exists(path):
        state = torch.load(path, weights_only=False)
        net.load_state_dict(state["net"]), average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"]), generator.set_state(state["generator"])
        step, spent, before = state["step"], state["spent"], state["wall"]
    started, clock = time.process_time(), time.time() - before

    def batch(step):
        fine = step >= (1 - o.fine) * o.steps
        pick = torch.multinomial(weight, o.batch, replacement=False, generator=generator)
        x = (large if fine else small)[pick].permute(0, 3, 1, 2).float() / 255
        return views(torch.cat([x, x]), 96 if fine else 64, generator, o.erase), labels[pick]

    ahead = ThreadPoolExecutor(1)
    waiting = ahead.submit(batch, step)
    while step < o.steps:
        rate = o.rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * (step + 1) / o.steps))
        for group in optimizer.param_groups:
            group["lr"] = rate
        (x, y), waiting = waiting.result(), ahead.submit(batch, step + 1)
        with torch.autocast("cpu", torch.bfloat16):
            maps = net.maps(x)
        features = torch.cat([network.pooled(maps[1]), network.pooled(maps[2])], 1)
        embedding = net.embed(features)
        both = torch.cat([y, y])
        cosine = F.normalize(embedding, dim=1) @ F.normalize(net.classes, dim=1).T
        margin = torch.zeros_like(cosine).scatter_(1, both[:, None], 0.1)
        loss = F.cross_entropy(16 * (cosine - margin), both, label_smoothing=0.05)
        projected = net.project(features)
        loss = loss + o.contrast * contrast(projected[: o.batch], projected[o.batch:], y, o.temperature)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        keep = min(0.998, step / (step + 10))
        with torch.no_grad():
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.is_floating_point() else a.copy_(b)
        if step % 100 == 0 or step == o.steps:
            used = spent + time.process_time() - started
            print(json.dumps({"name": o.name, "step": step, "loss": round(float(loss.detach()), 3),
                              "cpu": round(used), "wall": round(time.time() - clock)}), flush=True)
            torch.save({"net": net.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(),
                        "generator": generator.get_state(), "step": step, "spent": used,
                        "wall": time.time() - clock, "widths": o.widths, "depths": o.depths, "classes": len(names),
                        "options": vars(o)}, path + ".part")
            os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
