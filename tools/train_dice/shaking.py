# ruff: noqa: D103 - a recipe of numbers, run by hand
"""What cameras and lamps do to a batch of pictures, drawn anew whenever they are learned from.

Batches are float32 (N, 3, H, W), 0..1.
"""

import math

import torch
from torch.nn import functional as f


def chance(count, share):
    return torch.rand(count) < share


def where(count, share, values):
    """`values` (N,) with this chance, else 0; to be laid over a batch."""
    return torch.where(chance(count, share), values, torch.zeros(count)).view(count, 1, 1, 1)


def turned(x):
    """By quarters and mirrored; half of them turned, sized, squeezed and moved a little besides."""
    n = len(x)
    free = chance(n, 0.5).float()
    turn = torch.randint(0, 4, (n,)) * math.pi / 2 + free * (torch.rand(n) - 0.5) * math.pi / 2
    size, squeeze = torch.exp(free * torch.randn(n) * 0.07), torch.exp(free * torch.randn(n) * 0.05)
    slant, mirror = free * torch.randn(n) * 0.04, 1 - 2 * chance(n, 0.5).float()
    move = free * torch.randn(2, n) * 0.04
    c, s = torch.cos(turn), torch.sin(turn)
    across = torch.stack([c * size * squeeze * mirror, -s * size + slant, move[0]], 1)
    down = torch.stack([s * size * mirror, c * size / squeeze, move[1]], 1)
    way = f.affine_grid(torch.stack([across, down], 1), x.shape, align_corners=False)
    return f.grid_sample(x, way, padding_mode="border", align_corners=False)


def edges(count, side):
    """A straight edge across each picture, hard or soft: 0 on one side to 1, (N, 1, H, W)."""
    line = (torch.arange(side) + 0.5) / side - 0.5
    turn, off = torch.rand(count) * 2 * math.pi, (torch.rand(count) - 0.5) * 0.9
    soft = torch.exp(torch.rand(count) * 3 - 4.2)
    c, s, off, soft = (v.view(count, 1, 1) for v in (torch.cos(turn), torch.sin(turn), off, soft))
    return (((line * c + line[:, None] * s - off) / soft) + 0.5).clamp(0, 1)[:, None]


def shadowed(x):
    """A hard shadow, or a strip of light or shadow."""
    n, side = len(x), x.shape[-1]
    edge = edges(n, side)
    edge = torch.where(chance(n, 0.3).view(n, 1, 1, 1), edge * edges(n, side), edge)
    return x * (1 - where(n, 0.2, 0.2 + 0.6 * torch.rand(n)) * edge)


def mirrored_lamp(x):
    n, side = len(x), x.shape[-1]
    line = (torch.arange(side) + 0.5) / side
    at, size = torch.rand(n, 2, 1, 1) * 0.7 + 0.15, torch.exp(torch.rand(n, 1, 1) * 1.3 - 3.4)
    off = ((line - at[:, 0]) ** 2 + (line[:, None] - at[:, 1]) ** 2) / size**2
    spot = torch.exp(-(off**2))[:, None]
    return x + where(n, 0.08, 0.3 + 0.7 * torch.rand(n)) * spot * (1 - x)


def blurred(x):
    """Softer, or as from further off."""
    n, side = len(x), x.shape[-1]
    soft = f.avg_pool2d(f.pad(x, (1,) * 4, mode="replicate"), 3, 1)
    x = x + (soft - x) * where(n, 0.15, torch.rand(n))
    far = torch.nonzero(chance(n, 0.06))[:, 0]
    if len(far):
        less = int(side * (0.42 + 0.33 * torch.rand(1)))
        small = f.interpolate(x[far], size=(less, less), mode="area")
        x[far] = f.interpolate(small, size=(side, side), mode="bilinear", align_corners=False)
    return x


def coloured(x):
    """Channels permuted, now and then a negative, less contrast, another gamma and white."""
    n = len(x)
    order = torch.where(chance(n, 0.4)[:, None], torch.rand(n, 3).argsort(1), torch.arange(3))
    x = x.gather(1, order[:, :, None, None].expand_as(x))
    x = torch.where(chance(n, 0.04).view(n, 1, 1, 1), 1 - x, x)
    mean = x.mean((2, 3), keepdim=True)  # pips nearly of the body's brightness
    x = mean + (x - mean) * (1 - where(n, 0.14, 0.55 * torch.rand(n)))
    return x.clamp(1e-3, 1) ** torch.exp(where(n, 0.15, torch.randn(n) * 0.22))


def shaken(x):
    """No colour is a die's colour, and no light its light."""
    n = len(x)
    x = mirrored_lamp(shadowed(coloured(x)))
    x = blurred(x * (0.85 + 0.3 * torch.rand(n, 3, 1, 1)) + 0.05 * torch.randn(n, 3, 1, 1))
    noise = torch.randn_like(x) * where(n, 0.25, torch.rand(n) * 0.03)
    return (x + noise).clamp(0, 1)
