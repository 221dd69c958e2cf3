# ruff: noqa: D102, D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Train what tells of hands: train_hands.py DATA OUT.onnx MINUTES SEED [FROM [RATE]].

DATA may be several files of hand_scenes.py with commas between. Hands are laid over the pictures
as they are drawn from. Of each file the last tenth of the pictures is never trained on: at the end
it is told how well the hands in them are seen. FROM is an .onnx or .pt file to
go on from. Needs PyTorch.
"""

import sys

import numpy as np
import torch
from learning import answers, block, exported, learn, pictures
from shaking import blurred, shadowed
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


LAID = 0.45
"""Share of pictures over which a hand is laid as they are drawn."""
COUNT = 32
"""Pictures of a batch."""


def turned(rng, *parts):
    """By quarters and mirrored, all alike."""
    if rng.random() < 0.5:
        parts = [part.flip(3) for part in parts]
    turn = int(rng.integers(4))
    return [torch.rot90(part, turn, (2, 3)) for part in parts]


def laid(rng, x, layers):
    """Pictures with a hand over some of them, and the hands' alpha (N, 1, 128, 128)."""
    layers = torch.cat([turned(rng, layer[None])[0] for layer in layers])
    alpha = layers[:, 3:] * (torch.rand(len(x)) < LAID).float().view(-1, 1, 1, 1)
    shade = torch.cat([cast(rng, each[None]) for each in alpha])
    tint = 1 + 0.25 * (torch.rand(len(x), 3, 1, 1) - 0.5)  # no two of one skin
    skin = layers[:, :3]
    mean = (skin * layers[:, 3:]).sum((2, 3), keepdim=True) / layers[:, 3:].sum(
        (2, 3), keepdim=True
    ).clamp(1)
    flat = torch.rand(len(x), 1, 1, 1) * (torch.rand(len(x), 1, 1, 1) < 0.4)  # light from all sides
    skin = skin + (mean - skin) * 0.9 * flat
    skin = (skin * tint * (0.7 + 0.5 * torch.rand(len(x), 1, 1, 1))).clamp(0, 1)
    x = x * (1 - 0.75 * torch.rand(len(x), 1, 1, 1) * shade)
    return skin * alpha + x * (1 - alpha), alpha


def cast(rng, alpha):
    """The shadow of a hand: hard and far off, or soft."""
    reach, soft = (20, 1) if rng.random() < 0.5 else (8, int(rng.integers(3, 9)))
    shift = tuple(int(v) for v in rng.integers(-reach, reach + 1, 2))
    kernel = 2 * soft + 1
    return f.avg_pool2d(alpha.roll(shift, (2, 3)), kernel, 1, soft, count_include_pad=False)


def batch_of(data, rng):
    pick = rng.choice(len(data["pictures"]), size=COUNT)
    x = pictures(data["pictures"][pick])
    y = torch.from_numpy(data["covered"][pick]).float()[:, None] / 255
    x, y = turned(rng, x, y)
    layers = pictures(data["layers"][rng.choice(len(data["layers"]), size=COUNT)])
    x, alpha = laid(rng, x, layers)
    y = torch.maximum(y, f.avg_pool2d(alpha, x.shape[3] // y.shape[3]))
    gain = (0.8 + 0.4 * torch.rand(len(x), 3, 1, 1)) * (0.75 + 0.4 * torch.rand(len(x), 1, 1, 1))
    return blurred(shadowed(x * gain)).clamp(0, 1), y


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
    data, held = {"pictures": [], "covered": [], "layers": []}, []
    for file in files:
        kept = len(file["pictures"]) * 9 // 10
        for name, arrays in data.items():
            arrays.append(file[name][: kept if name != "layers" else None])
        held.append({name: file[name][kept:] for name in ("pictures", "covered")})
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
        x, y = batch_of(data, rng)
        return f.binary_cross_entropy_with_logits(answers(net, x), y)

    learn(net, loss_of, out, minutes, peak)
    for part in held:
        judged(net, part["pictures"], part["covered"])
    exported(net, out, (1, 3, 128, 128))


if __name__ == "__main__":
    main()
