# ruff: noqa: D102, D103 - a recipe of numbers, run by hand
"""Train the gate, which tells dice from what only looks like them.

train_gate.py DATA OUT CPU_MINUTES SEED. DATA are files of surroundings.py with commas between, or a
folder of them, which is read anew every so often: what was drawn meanwhile is learned from too.
Needs PyTorch.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from learning import More, answers, block, exported, learn, pictures
from shaking import shaken, turned
from torch import nn
from torch.nn import functional as f
from train import STRANGER, Hardest

GATE = 64
"""Px of what the gate sees: as much of the table as crops of 96 px show."""
ANEW = 400
"""Steps after which a folder is looked at again."""


class Gate(nn.Module):
    """Crop / 255 (64 px, a die spans 24 of them) to a logit: over 0 it is a die."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 48),
            More(48),
            block(48, 64, 2),
            More(64),
            block(64, 64, 2),
        )
        self.flat = nn.Sequential(
            nn.Conv2d(64, 24, 1), nn.ReLU(), nn.Flatten(), nn.Linear(24 * 16, 48), nn.ReLU()
        )
        self.head = nn.Linear(48, 1)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.head(self.drop(self.flat(self.body(x))))


def shrunk(crops):
    size = (GATE, GATE)
    return np.stack([cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops])


class Drawn:
    """Crops of all files so far; what was learned of each of them is kept when more come."""

    def __init__(self, source):
        self.source, self.names = source, []
        self.crops, self.real = np.zeros((0, GATE, GATE, 3), np.uint8), np.zeros(0, np.int64)
        self.hardest = None

    def look(self):
        source = Path(self.source)
        paths = sorted(source.glob("[!t]*.npz")) if source.is_dir() else self.source.split(",")
        fresh = [str(p) for p in paths if str(p) not in self.names]
        for path in fresh:
            held = np.load(path)
            kept = held["labels"] != 0
            self.crops = np.concatenate([self.crops, shrunk(held["crops"][kept])])
            real = held["labels"][kept] != STRANGER
            self.real = np.concatenate([self.real, real.astype(np.int64)])
        if fresh:
            lost = [] if self.hardest is None else self.hardest._lost  # noqa: SLF001
            self.hardest = Hardest(self.real)
            self.hardest._lost[: len(lost)] = lost  # noqa: SLF001
            self.names += fresh
            print(len(self.names), "files", np.bincount(self.real), flush=True)  # noqa: T201


def gate_step(net, data, rng):
    steps = [0]

    def loss_of():
        if steps[0] % ANEW == 0:
            data.look()
        steps[0] += 1
        pick = data.hardest.pick(rng, 64)
        x = shaken(turned(pictures(data.crops[pick])))
        y = torch.from_numpy(data.real[pick]).float() * 0.98 + 0.01
        each = f.binary_cross_entropy_with_logits(answers(net, x)[:, 0], y, reduction="none")
        data.hardest.saw(pick, each.detach().numpy())
        return each.mean()

    return loss_of


def main():
    source, out, minutes, seed = sys.argv[1:5]
    torch.manual_seed(int(seed))
    torch.set_num_threads(1)
    net = Gate().to(memory_format=torch.channels_last)
    step = gate_step(net, Drawn(source), np.random.default_rng(int(seed)))
    learn(net, step, out, float(minutes), 3e-3)
    exported(net, out, (1, 3, GATE, GATE))


if __name__ == "__main__":
    main()
