"""The detection head: residual 3x3 stages down to 1/32, two levels merged upwards, and one score and box a cell."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from describe import rounded
from layers import Conv, Stage

SIDE = 192
# Cells a side of each level, fine to coarse, and the box sides (root of the area, in 0...1) that it learns.
LEVELS = ((24, 0.0, 0.40), (12, 0.22, 2.0))
# Box reaches are exp(v) times this many cells.
REACH = 2.0


class Head(nn.Module):
    def __init__(self, widths=(16, 32, 64, 128, 128), depths=(1, 2, 1, 1), merged=64):
        super().__init__()
        self.stem = Conv(3, widths[0], 2)
        self.stages = nn.ModuleList([Stage(widths[i], widths[i + 1], depths[i]) for i in range(4)])
        self.merge = nn.ModuleList([Conv(widths[3], merged), Conv(widths[2], merged)])
        self.refine = nn.ModuleList([Conv(merged, merged), Conv(merged, merged)])
        self.out = nn.ModuleList([nn.Linear(merged, 5) for _ in range(2)])
        for out in self.out:
            nn.init.normal_(out.weight, std=0.01)
            nn.init.zeros_(out.bias)
            out.bias.data[0] = -3.5

    def convolutions(self):
        """(name, convolution, stride) in the order of Sources/Search/VisualSearch/Detect."""
        out = [("stem", self.stem, 2)]
        for index, stage in enumerate(self.stages):
            out.append((f"stage{index}", stage.down, 2))
            out += [(f"stage{index}-{step}", layer, 1) for step, layer in enumerate(stage.residual)]
        for index, name in enumerate(("coarse", "fine")):
            out += [(f"{name}-merge", self.merge[index], 1), (f"{name}-refine", self.refine[index], 1)]
        return out

    def forward(self, x):
        """Scores (logits) and boxes (left, top, right, bottom in 0...1) of all cells, fine level first."""
        x = F.relu(self.stem(x))
        maps = []
        for stage in self.stages:
            x = stage(x)
            maps.append(x)
        levels = []
        for index, below in enumerate((maps[2], maps[1])):
            x = F.relu(self.merge[index](F.interpolate(x, scale_factor=2.0) + below))
            x = F.relu(x + self.refine[index](x))
            levels.append(self.out[index](x.permute(0, 2, 3, 1)).float())
        return decode(levels[::-1])


def centers():
    """Cell centers (x, y) of all levels and the side of each cell, in 0...1."""
    points, sides = [], []
    for cells, _, _ in LEVELS:
        at = (torch.arange(cells) + 0.5) / cells
        y, x = torch.meshgrid(at, at, indexing="ij")
        points.append(torch.stack([x.reshape(-1), y.reshape(-1)], 1))
        sides.append(torch.full((cells * cells,), 1 / cells))
    return torch.cat(points), torch.cat(sides)


POINTS, CELLS = centers()


def decode(levels):
    flat = torch.cat([level.flatten(1, 2) for level in levels], 1)
    reach = torch.exp(flat[..., 1:].clamp(-4, 4)) * (REACH * CELLS[:, None])
    return flat[..., 0], torch.cat([POINTS - reach[..., :2], POINTS + reach[..., 2:]], -1)


def normalised(pictures):
    """Network input from uint8 (n, SIDE, SIDE, 3): value / 255, less a half, times four."""
    x = torch.as_tensor(pictures).permute(0, 3, 1, 2).float() * (4 / 255) - 2
    return x.contiguous(memory_format=torch.channels_last)


def shipped(net):
    """Tables of the resource file: (name, int8 rows or floats, row scales or None), rows as [output][ky][kx][input]."""
    tables = []
    for name, conv, _ in net.convolutions():
        weight, bias = (t.detach().numpy() for t in conv.folded())
        values, scale = rounded(weight.transpose(0, 2, 3, 1).reshape(len(weight), -1))
        tables += [(name, values, scale), (f"{name}-bias", bias.astype(np.float32), None)]
    for index, name in enumerate(("coarse", "fine")):
        tables += [(f"{name}-out", net.out[index].weight.detach().numpy(), None),
                   (f"{name}-out-bias", net.out[index].bias.detach().numpy(), None)]
    return tables


def quantised(net):
    """The network with the weights that are shipped, batch normalisations folded away."""
    import copy
    out = copy.deepcopy(net).eval()
    for _, conv, _ in out.convolutions():
        weight, bias = (t.detach() for t in conv.folded())
        values, scale = rounded(weight.numpy().transpose(0, 2, 3, 1).reshape(len(weight), -1))
        back = torch.from_numpy(values * scale[:, None]).reshape(len(weight), 3, 3, -1).permute(0, 3, 1, 2)
        conv.conv.weight.data.copy_(back)
        conv.norm.running_mean.zero_(), conv.norm.running_var.fill_(1 - conv.norm.eps)
        conv.norm.weight.data.fill_(1), conv.norm.bias.data.copy_(bias)
    return out
