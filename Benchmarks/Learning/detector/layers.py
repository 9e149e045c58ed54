"""3x3 convolutions and residual stages, which the detection head is made of."""

import torch
import torch.nn.functional as F
from torch import nn


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
