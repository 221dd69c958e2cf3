# ruff: noqa: D102, D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Train what tells of hands: train_hands.py DATA OUT.onnx MINUTES SEED [FROM [RATE]].

DATA may be several files with commas between. Of each the last tenth of the pictures is never
trained on: at the end it is told how well hands in them are seen. FROM is an .onnx or .pt file to
go on from. Needs PyTorch.
"""

import sys

import numpy as np
import torch
from learning import answers, block, exported, learn, pictures
from torch import nn
from torch.nn import functional as f
from train import resume


class Hands(nn.Module):
    """Picture / 255 (3, 128, 128) to (1, 16, 16): logit that a hand or arm covers the cell."""

    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(block(3, 16, 2), block(16, 24, 2), block(24, 40, 2), block(40, 40))
        self.b = nn.Sequential(block(40, 64, 2), block(64, 64))
        self.c = nn.Sequential(block(64, 72, 2), block(72, 72))
        self.down = nn.Conv2d(72, 64, 1)
        self.up = nn.Conv2d(64, 40, 1)
        self.last = block(40, 32)
        self.head = nn.Conv2d(32, 1, 1)

    def forward(self, x):
        grow = lambda t: f.interpolate(t, scale_factor=2.0, mode="nearest")  # noqa: E731
        a = self.a(x)
        b = self.b(a)
        b = b + grow(self.down(self.c(b)))
        return self.head(self.last(a + grow(self.up(b))))


def batch_of(data, pick, rng):
    x = pictures(data["pictures"][pick])
    y = torch.from_numpy(data["covered"][pick]).float()[:, None] / 255
    if rng.random() < 0.5:
        x, y = x.flip(3), y.flip(3)
    turn = int(rng.integers(4))
    x, y = torch.rot90(x, turn, (2, 3)), torch.rot90(y, turn, (2, 3))
    gain = 0.8 + 0.4 * torch.rand(len(x), 3, 1, 1)
    return (x * gain).clamp(0, 1), y


def judged(net, shown, covered):
    net.eval()
    with torch.no_grad():
        x = pictures(shown)
        p = torch.sigmoid(torch.cat([net(part) for part in x.split(64)]))[:, 0]
    large = torch.from_numpy(covered > 127).sum((1, 2))
    seen = (p > 0.5).sum((1, 2))
    print("hands:", [int((seen[large > 4] >= n).sum()) for n in (1, 4, 8)], int((large > 4).sum()))
    print("none:", [int((seen[large == 0] >= n).sum()) for n in (1, 4, 8)], int((large == 0).sum()))


def parted(files):
    """What is trained on, and of each file what is not."""
    data, held = {"pictures": [], "covered": []}, []
    for file in files:
        kept = len(file["pictures"]) * 9 // 10
        for name, arrays in data.items():
            arrays.append(file[name][:kept])
        held.append({name: file[name][kept:] for name in data})
    return {name: np.concatenate(arrays) for name, arrays in data.items()}, held


def main():
    files = [np.load(path) for path in sys.argv[1].split(",")]
    data, held = parted(files)
    out, minutes, seed = sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    net = Hands()
    if len(sys.argv) > 5:
        resume(net, sys.argv[5], pictures(data["pictures"][:512]))
    peak = float(sys.argv[6]) if len(sys.argv) > 6 else 3e-3
    net = net.to(memory_format=torch.channels_last)

    def loss_of():
        x, y = batch_of(data, rng.choice(len(data["pictures"]), size=32), rng)
        return f.binary_cross_entropy_with_logits(answers(net, x), y)

    learn(net, loss_of, out, minutes, peak)
    for part in held:
        judged(net, part["pictures"], part["covered"])
    exported(net, out, (1, 3, 128, 128))


if __name__ == "__main__":
    main()
