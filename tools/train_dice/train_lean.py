# ruff: noqa: D102, D103, PLR2004 - a recipe of numbers, run by hand
"""Train what tells how a die lies: train_lean.py DATA OUT.onnx CPU_MINUTES SEED [FROM.pt].

DATA are files of lean_crops.py, commas between. Out of a crop (64 px) come 18 numbers: x and y of
the normal of the face that is turned most towards the camera, the fifteen products of four parts
of a die's axes, summed over the axes (they are the same however a cube is named), and how sure it
is, as a logit, that the die leans. Needs PyTorch.
"""

import math
import sys
from itertools import combinations_with_replacement

import numpy as np
import torch
from learning import More, answers, block, exported, learn, pictures
from shaking import shaken
from torch import nn
from torch.nn import functional as f
from train import joined

SIDE, STORED = 64, 88
FLAT, LEANS = 5.0, 13.0
"""Degrees to which a die lies, and from which it leans; between, either may be said."""
NEAR = 0.12
"""Two faces are turned towards the camera alike where their parts along the line of sight differ
by less."""
POWERS = list(combinations_with_replacement(range(3), 4))
"""Which four of x, y, z are multiplied."""


class Lean(nn.Module):
    """Crop / 255 (64 px) to 18 numbers."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2),
            block(16, 32),
            block(32, 48, 2),
            More(48),
            block(48, 64, 2),
            More(64),
            block(64, 48),
        )
        self.flat = nn.Sequential(
            nn.Conv2d(48, 12, 1), nn.ReLU(), nn.Flatten(), nn.Linear(12 * 64, 48), nn.ReLU()
        )
        self.head = nn.Linear(48, 3 + len(POWERS))

    def forward(self, x):
        return self.head(self.flat(self.body(x)))


def placed(x, axes):
    """Turned by any angle, mirrored, moved and sized a little; the axes with it."""
    n = len(x)
    turn, mirror = torch.rand(n) * 2 * math.pi, torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    size = SIDE / STORED * torch.exp(torch.randn(n) * 0.06)
    c, s = torch.cos(turn), torch.sin(turn)
    move = torch.randn(2, n) * 0.035
    # Points of the crop are looked up in the stored picture: mirrored, then turned.
    across = torch.stack([c * mirror * size, -s * size, move[0]], 1)
    down = torch.stack([s * mirror * size, c * size, move[1]], 1)
    way = f.affine_grid(torch.stack([across, down], 1), (n, 3, SIDE, SIDE), align_corners=False)
    x = f.grid_sample(x, way, padding_mode="border", align_corners=False)
    one, none = torch.ones(n), torch.zeros(n)
    back = [c * mirror, s * mirror, none, -s, c, none, none, none, one]
    return x, torch.stack(back, 1).view(n, 3, 3) @ axes


def products(axes):
    """(N, 3, 3) to (N, 15)."""
    return torch.stack([axes[:, list(p)].prod(1).sum(1) for p in POWERS], 1)


def lost(out, axes, lean):
    """Of each crop; what is not known of it counts nothing."""
    posed = ~torch.isnan(axes[:, 0, 0])
    axes = torch.nan_to_num(axes)
    towards = axes * -torch.sign(axes[:, 2:3] + 1e-9)  # (N, xyz, axis), z away from the camera
    deep = -towards[:, 2]
    off = f.smooth_l1_loss(
        out[:, :2, None].expand(-1, -1, 3), towards[:, :2], reduction="none", beta=0.05
    ).sum(1)
    off = torch.where(deep > deep.max(1, keepdim=True)[0] - NEAR, off, torch.full_like(off, 9.0))
    near = off.min(1)[0]
    shape = f.smooth_l1_loss(out[:, 2:17], products(axes), reduction="none", beta=0.05).sum(1)
    known = (lean <= FLAT) | (lean >= LEANS)
    says = f.binary_cross_entropy_with_logits(
        out[:, 17], 0.02 + 0.96 * (lean >= LEANS).float(), reduction="none"
    )
    return posed * (near + 0.5 * shape) + known * 0.25 * says


def step_of(net, data, rng):
    crops, axes, lean = data["crops"], data["axes"], data["lean"]
    worth = np.where(np.isnan(lean), 0.6, np.where(np.isnan(axes[:, 0, 0]), 0.25, 1.0))

    def loss_of():
        pick = rng.choice(len(crops), size=64, p=worth / worth.sum())
        x, seen = placed(pictures(crops[pick]), torch.from_numpy(axes[pick]))
        return lost(answers(net, shaken(x)), seen, torch.from_numpy(lean[pick])).mean()

    return loss_of


def main():
    paths, out, minutes, seed = sys.argv[1:5]
    data = joined(paths.split(","), ("crops", "axes", "lean"))
    torch.manual_seed(int(seed))
    torch.set_num_threads(1)
    net = Lean()
    if len(sys.argv) > 5:
        net.load_state_dict(torch.load(sys.argv[5]))
    net = net.to(memory_format=torch.channels_last)
    step = step_of(net, data, np.random.default_rng(int(seed)))
    learn(net, step, out, float(minutes), 2e-3)
    exported(net, out, (1, 3, SIDE, SIDE))


if __name__ == "__main__":
    main()
