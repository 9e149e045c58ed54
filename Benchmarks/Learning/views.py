"""Two views of a picture that must be known as the same: cut, turned and recolored."""

import torch
import torch.nn.functional as F


def affine(w, h, angle, mirror, dx, dy):
    c, s = torch.cos(angle), torch.sin(angle)
    return torch.stack([torch.stack([c * w * mirror, -s * h, dx], 1), torch.stack([s * w * mirror, c * h, dy], 1)], 1)


def rectangle(size, at, side):
    """Mask of the pixels in one rectangle of each picture; `size` and `at` are shares of the side."""
    line = (torch.arange(side, device=size.device) + 0.5) / side
    inside = [(line >= at[:, i:i + 1]) & (line < at[:, i:i + 1] + size[:, i:i + 1]) for i in (0, 1)]
    return inside[0][:, None, :, None] & inside[1][:, None, None, :]


def views(pictures, side, generator, least=0.3, erase=0.3):
    """Random crops, turns, mirrors and mild color changes of a float batch (n, 3, h, w) in 0...1."""
    n, device = len(pictures), pictures.device

    def uniform(low, high, *shape):
        return torch.rand(n, *shape, generator=generator, device=device) * (high - low) + low

    def spread(deviation, *shape):
        return torch.exp(torch.randn(n, *shape, generator=generator, device=device) * deviation)

    area, aspect = uniform(least, 1.05), torch.exp(uniform(-0.25, 0.25))
    w, h = (area * aspect).sqrt(), (area / aspect).sqrt()
    angle = torch.log(spread(0.12))
    mirror = torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    dx, dy = (uniform(-1, 1) * (1 - length).clamp(min=0.03) for length in (w, h))
    grid = F.affine_grid(affine(w, h, angle, mirror, dx, dy), (n, 3, side, side), align_corners=False)
    x = F.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)

    x = x * spread(0.18, 1, 1, 1) * spread(0.06, 3, 1, 1)
    luma = x.mean(dim=1, keepdim=True)
    x = luma + (x - luma) * spread(0.25, 1, 1, 1)
    middle = x.mean(dim=(1, 2, 3), keepdim=True)
    x = (middle + (x - middle) * spread(0.18, 1, 1, 1)).clamp(0, 1)
    size = uniform(0.15, 0.45, 2) * (uniform(0, 1, 1) < erase)
    x = torch.where(rectangle(size, uniform(0, 1, 2) * (1 - size), side), uniform(0, 1, 3, 1, 1), x)
    return x
