"""Trains the head on composed scenes. Checkpoints and goes on from the last one when started again."""

import copy
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import head


def views(pictures, boxes, states, generator):
    """Random windows, mirrors, light and noise of uint8 scenes; the boxes follow, cut to the window."""
    n = len(pictures)

    def uniform(low, high, *shape):
        return torch.rand(n, *shape, generator=generator) * (high - low) + low

    zoom = (uniform(0.62, 1.0, 1) * torch.exp(uniform(-0.12, 0.12, 2))).clamp(max=1)
    zoom = torch.where(uniform(0, 1, 1) < 0.25, torch.ones(()), zoom)
    side = pictures.shape[1]
    size = (zoom * side).round().long()
    start = (uniform(0, 1, 2) * (side - size + 1)).long().clamp(max=side - size)
    zoom, corner = size / side, start / side
    mirror = torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    x = torch.empty(n, head.SIDE, head.SIDE, 3, dtype=torch.uint8)
    for index, ((w, h), (left, top)) in enumerate(zip(size.tolist(), start.tolist())):
        part = pictures[index:index + 1, top:top + h, left:left + w].permute(0, 3, 1, 2)
        part = F.interpolate(part, (head.SIDE, head.SIDE), mode="bilinear", antialias=True)[0].permute(1, 2, 0)
        x[index] = part.flip(1) if mirror[index] < 0 else part

    low, high = (boxes[..., :2] - corner[:, None]) / zoom[:, None], (boxes[..., 2:] - corner[:, None]) / zoom[:, None]
    whole = (high - low).clamp(min=1e-6).prod(-1)
    low, high = low.clamp(0, 1), high.clamp(0, 1)
    left = torch.where(mirror[:, None] < 0, 1 - high[..., 0], low[..., 0])
    right = torch.where(mirror[:, None] < 0, 1 - low[..., 0], high[..., 0])
    boxes = torch.stack([left, low[..., 1], right, high[..., 1]], -1)
    visible = (high - low).clamp(min=0).prod(-1) / whole
    states = torch.where((states >= 0) & (visible < 0.05), -1, torch.where((states == 1) & (visible < 0.3), 0, states))

    # Gain, balance of color, saturation and contrast are one affine map of each picture's colors.
    gain = torch.exp(torch.randn(n, 1, 1, generator=generator) * 0.2)
    balance = torch.exp(torch.randn(n, 3, 1, generator=generator) * 0.06)
    saturation = torch.exp(torch.randn(n, 1, 1, generator=generator) * 0.3)
    contrast = torch.exp(torch.randn(n, 1, 1, generator=generator) * 0.2)
    mix = gain * balance * (saturation * torch.eye(3) + (1 - saturation) / 3)
    x = x.view(n, -1, 3).float()
    level = (x[:, ::16].mean(1, keepdim=True) @ mix).mean(2, keepdim=True)
    scale = 4 / 255
    x = torch.baddbmm(level * (1 - contrast) * scale - 2, x, mix * contrast * scale).clamp_(-2, 2)
    return x.view(n, head.SIDE, head.SIDE, 3).permute(0, 3, 1, 2), boxes, states


def targets(boxes, states):
    """For each cell the box it learns (n, cells, 4), whether it has one, and whether it counts at all."""
    side = (boxes[..., 2:] - boxes[..., :2]).clamp(min=1e-6)
    root = side.prod(-1).sqrt()
    low = torch.cat([torch.full((c * c,), a) for c, a, _ in head.LEVELS])
    high = torch.cat([torch.full((c * c,), b) for c, _, b in head.LEVELS])
    fits = (root[:, None] >= low[:, None]) & (root[:, None] < high[:, None])
    away = (head.POINTS[None, :, None] - (boxes[:, None, :, :2] + boxes[:, None, :, 2:]) / 2).abs()
    reach = torch.minimum(torch.maximum(0.22 * side[:, None], 0.75 * head.CELLS[None, :, None, None]),
                          torch.maximum(0.5 * side[:, None], 0.5 * head.CELLS[None, :, None, None]))
    near = (away < reach).all(-1)
    inside = (away < 0.5 * side[:, None]).all(-1)
    cost = torch.where(near & fits & (states == 1)[:, None], root[:, None].expand_as(near), torch.inf)
    best, index = cost.min(-1)
    positive = best < torch.inf
    # What is half hidden or belongs to the other level is neither object nor ground.
    unsure = (inside & (states == 0)[:, None]) | (near & ~fits & (states == 1)[:, None])
    return torch.gather(boxes, 1, index[..., None].expand(-1, -1, 4)), positive, positive | ~unsure.any(-1)


def overlap(a, b):
    """IoU and the generalised IoU of boxes in pairs."""
    both = (torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    union = (a[..., 2:] - a[..., :2]).clamp(min=0).prod(-1) + (b[..., 2:] - b[..., :2]).prod(-1) - both
    hull = (torch.maximum(a[..., 2:], b[..., 2:]) - torch.minimum(a[..., :2], b[..., :2])).prod(-1)
    iou = both / union.clamp(min=1e-9)
    return iou, iou - (hull - union) / hull.clamp(min=1e-9)


def loss_of(scores, boxes, truth, positive, counts):
    """Quality focal loss of the scores (the aim is the IoU reached) and generalised IoU loss of the boxes."""
    iou, general = overlap(boxes[positive], truth[positive])
    aim = torch.zeros_like(scores)
    aim[positive] = iou.detach()
    cross = F.binary_cross_entropy_with_logits(scores, aim, reduction="none")
    number = positive.sum().clamp(min=1)
    quality = ((aim - scores.sigmoid()).abs().pow(2) * cross)[counts].sum() / number
    return 1.5 * quality + 2.0 * (1 - general).mean()


def train(scenes, path, o):
    """`scenes` gives (pictures, boxes, states) of numbered shards; `o` has the options of learn.py."""
    torch.manual_seed(o.seed)
    generator = torch.Generator().manual_seed(o.seed)
    net = head.Head().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=o.decay)
    step, spent, before, progress = 0, 0.0, 0.0, 0.0
    if os.path.exists(path):
        state = torch.load(path, weights_only=False)
        net.load_state_dict(state["net"]), average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"]), generator.set_state(state["generator"])
        step, spent, before, progress = (state[key] for key in ("step", "spent", "wall", "progress"))
    started, clock, shard = time.process_time(), time.time() - before, None
    while progress < o.until:
        # Each shard of scenes serves an equal share of the training.
        wanted = int(progress * o.shards)
        if wanted != shard:
            shard, (pictures, boxes, states) = wanted, scenes(wanted)
        progress = max((step + 1) / o.steps, (time.time() - clock) / 60 / o.minutes)
        pick = torch.randint(len(pictures), (o.batch,), generator=generator)
        with torch.no_grad():
            x, truth, state = views(pictures[pick], boxes[pick], states[pick], generator)
            aim = targets(truth, state)
        rate = o.rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * min(progress, 1)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16):
            scores, found = net(x)
        loss = loss_of(scores, found, *aim)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        keep = min(0.998, step / (step + 10))
        with torch.no_grad():
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.is_floating_point() else a.copy_(b)
        if step % 100 == 0 or progress >= o.until:
            used = spent + time.process_time() - started
            print(json.dumps({"step": step, "loss": round(float(loss.detach()), 3), "progress": round(progress, 3),
                              "cpu": round(used)}), flush=True)
            torch.save({"net": net.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict(),
                        "generator": generator.get_state(), "step": step, "progress": progress, "spent": used,
                        "wall": time.time() - clock, "options": vars(o)}, path + ".part")
            os.replace(path + ".part", path)
