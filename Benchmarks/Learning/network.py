"""The small convolutional network: residual 3x3 stages, pooled by a generalised mean, and its two heads."""

import torch
import torch.nn.functional as F
from torch import nn

MEAN = (0.5, 0.5, 0.5)
SPREAD = 0.25


class Conv(nn.Module):
    """3x3 convolution and batch normalisation, folded into one when exported."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        """Weights and bias with the batch normalisation inside."""
        gain = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * gain[:, None, None, None], self.norm.bias - self.norm.running_mean * gain


class Stage(nn.Module):
    """Halves the side, then adds `depth` residual convolutions."""

    def __init__(self, inputs, outputs, depth):
        super().__init__()
        self.down = Conv(inputs, outputs, 2)
        self.residual = nn.ModuleList([Conv(outputs, outputs) for _ in range(depth)])

    def forward(self, x):
        x = F.relu(self.down(x))
        for layer in self.residual:
            x = F.relu(x + layer(x))
        return x


def pooled(x):
    """Generalised mean over the picture, power 3."""
    return x.float().clamp(min=1e-6).pow(3).mean(dim=(2, 3)).pow(1 / 3)


class Network(nn.Module):
    def __init__(self, widths=(32, 64, 128, 256), depths=(1, 1, 1), embedding=128, classes=0):
        super().__init__()
        self.stem = Conv(3, widths[0], 2)
        self.stages = nn.ModuleList(
            [Stage(widths[i], widths[i + 1], depths[i]) for i in range(3)])
        features = widths[2] + widths[3]
        self.embed = nn.Linear(features, embedding)
        self.project = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 128))
        self.classes = nn.Parameter(torch.randn(classes, embedding)) if classes else None

    def maps(self, x):
        x = F.relu(self.stem(x))
        out = []
        for stage in self.stages:
            x = stage(x)
            out.append(x)
        return out

    def forward(self, x):
        """Pooled features, the embedding and the projection of the two-view loss (each before normalisation)."""
        maps = self.maps(x)
        features = torch.cat([pooled(maps[1]), pooled(maps[2])], 1)
        return features, self.embed(features), self.project(features)


def normalised(pictures):
    """Network input from a uint8 array or tensor of (n, 96, 96, 3)."""
    x = torch.as_tensor(pictures).permute(0, 3, 1, 2).float() / 255
    return ((x - 0.5) / SPREAD).contiguous(memory_format=torch.channels_last)
