# ruff: noqa: D102, D103, PLR2004 - a recipe of numbers, run by hand
"""Train finder and reader: train.py {finder|reader} DATA OUT.onnx CPU_MINUTES SEED [FROM [RATE]].

DATA may be several files with commas between. FROM is an .onnx or .pt file to go on from,
RATE the highest learning rate. Needs PyTorch; the product itself needs only the .onnx files that
come out.
"""

import sys

import numpy as np
import torch
from learning import More, answers, block, exported, learn, pictures
from shaking import shaken, turned
from torch import nn
from torch.nn import functional as f


class Finder(nn.Module):
    """Picture / 255 to (6, H/4, W/4): centre, offset x, y in cells, log w, log h in 32 px, hand."""

    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(block(3, 16, 2), block(16, 24, 2))
        self.b = nn.Sequential(block(24, 48, 2), block(48, 48))
        self.c = nn.Sequential(block(48, 80, 2), block(80, 80), block(80, 80))
        self.d = nn.Sequential(block(80, 96, 2), block(96, 96))
        self.down = nn.Conv2d(96, 80, 1)
        self.up = nn.Conv2d(80, 48, 1)
        self.fuse = block(48, 48)
        self.out = nn.Conv2d(48, 24, 1)
        self.last = block(24, 24)
        self.head = nn.Conv2d(24, 6, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)
        nn.init.constant_(self.head.bias[5:], -2.0)

    def forward(self, x):
        grow = lambda t: f.interpolate(t, scale_factor=2.0, mode="nearest")  # noqa: E731
        a = self.a(x)
        b = self.b(a)
        c = self.c(b)
        c = c + grow(self.down(self.d(c)))
        b = self.fuse(b + grow(self.up(c)))
        return self.head(self.last(a + grow(self.out(b))))


class Reader(nn.Module):
    """Crop / 255 (48 px) to 9 logits: no die, 1..6, cocked, moving."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16),
            block(16, 32, 2),
            block(32, 64, 2),
            block(64, 64),
            More(64),
            More(64),
            block(64, 128, 2),
            block(128, 128),
            More(128),
        )
        self.flat = nn.Sequential(
            nn.Conv2d(128, 24, 1), nn.ReLU(), nn.Flatten(), nn.Linear(24 * 36, 96), nn.ReLU()
        )
        self.head = nn.Linear(96, 9)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        return self.head(self.drop(self.flat(self.body(x))))


def targets(truth):
    """Heat (B, 64, 64), offsets, log sizes and where they count."""
    n, side = len(truth), 64
    ys, xs = torch.meshgrid(torch.arange(side) + 0.5, torch.arange(side) + 0.5, indexing="ij")
    heat, reg, mask = (
        torch.zeros(n, side, side),
        torch.zeros(n, 4, side, side),
        torch.zeros(n, side, side),
    )
    for i in range(n):
        for x0, y0, x1, y1, value in truth[i]:
            if value == 0:
                continue
            cx, cy, w, h = (x0 + x1) / 8, (y0 + y1) / 8, x1 - x0, y1 - y0
            spread = max(float(min(w, h)) / 4 * 0.16, 0.6)
            bump = torch.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread**2))
            r, c = min(int(cy), side - 1), min(int(cx), side - 1)
            bump[r, c] = 1
            heat[i] = torch.maximum(heat[i], bump)
            for a in range(max(r - 1, 0), min(r + 2, side)):
                for b in range(max(c - 1, 0), min(c + 2, side)):
                    mask[i, a, b] = 1
                    reg[i, :, a, b] = torch.tensor(
                        [cx - b - 0.5, cy - a - 0.5, np.log(w / 32), np.log(h / 32)]
                    )
    return heat, reg, mask


def finder_loss(out, truth, hands):
    heat, reg, mask = targets(truth)
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    hot = (heat == 1).float()
    focal = -hot * (1 - p) ** 2 * p.log() - (1 - hot) * (1 - heat) ** 4 * p**2 * (1 - p).log()
    off = f.smooth_l1_loss(out[:, 1:5], reg, reduction="none", beta=0.1).sum(1)
    seen = f.binary_cross_entropy_with_logits(out[:, 5], hands)
    return (focal.sum() + (off * mask).sum() * 0.15) / hot.sum().clamp(min=1) + seen


def resume(net, path, images):
    """Go on from a .pt file, or an .onnx file: its batch norms are folded into plain biases.

    They are unfolded again over `images` (N, 3, H, W), so that the net answers as it did and its
    batch norms go on learning.
    """
    if path.endswith(".pt"):
        net.load_state_dict(torch.load(path))
        return
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    held = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    kept = iter([[held[n] for n in o.input[1:3]] for o in graph.node if o.op_type in LAYERS])
    last = None
    hooks = []
    for module in net.modules():
        if isinstance(module, (nn.Conv2d, nn.Linear)):
            weight, bias = next(kept)
            weight, bias = weight.astype(np.float32), bias.ravel().astype(np.float32)
            module.weight.data = torch.tensor(weight.reshape(module.weight.shape))
            if module.bias is not None:
                module.bias.data = torch.tensor(bias)
            last = bias
        elif isinstance(module, nn.BatchNorm2d):
            module.bias.data = torch.tensor(last)
            hooks.append(module.register_forward_pre_hook(unfold))
    net.eval()
    with torch.no_grad():
        net(images)
    for hook in hooks:
        hook.remove()


LAYERS = ("Conv", "Gemm")


def unfold(norm, inputs):
    """Give a batch norm the statistics of what reaches it, and undo them by its own factors."""
    x = inputs[0]
    mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
    norm.running_mean, norm.running_var = mean, var
    norm.weight.data = torch.sqrt(var + norm.eps)
    norm.bias.data = norm.bias.data + mean


class Hardest:
    """Which crops are picked: rare classes more often, and what the net still gets wrong.

    Most crops are soon read by far; a step spent on them teaches nothing. What was lost on a crop
    when it was last seen, within bounds (a few labels are wrong), is its chance to be seen again.
    """

    LEAST, MOST, FIRST = 0.06, 1.5, 0.5

    def __init__(self, labels):
        self._rare = 1 / np.sqrt(np.bincount(labels)[labels])
        self._lost = np.full(len(labels), self.FIRST, np.float32)

    def pick(self, rng, count):
        chance = self._rare * np.clip(self._lost, self.LEAST, self.MOST) ** 0.7
        return rng.choice(len(chance), size=count, p=chance / chance.sum())

    def saw(self, picked, lost):
        self._lost[picked] = 0.5 * self._lost[picked] + 0.5 * lost


def joined(paths, names):
    """The arrays of all files, one after the other."""
    files = [np.load(path) for path in paths]
    return {name: np.concatenate([file[name] for file in files]) for name in names}


def finder_step(net, data, rng):
    """A function that draws a batch of scenes and tells what the finder lost on it."""

    def loss_of():
        pick = rng.choice(len(data["scenes"]), size=12)
        x = pictures(data["scenes"][pick])
        covered = torch.from_numpy(data["hands"][pick]).float() / 255
        truth = torch.from_numpy(data["truth"][pick])
        if rng.random() < 0.5:
            x, covered = x.flip(3), covered.flip(2)
            truth[..., [0, 2]] = x.shape[3] - truth[..., [2, 0]]
        if rng.random() < 0.5:
            x, covered = x.transpose(2, 3), covered.transpose(1, 2)
            truth = truth[..., [1, 0, 3, 2, 4]]
        return finder_loss(answers(net, shaken(x)), truth, covered)

    return loss_of


STRANGER, FACE = 9, 48
"""A label of surroundings.py that is no die to the reader, and px of what the reader sees."""


def inner(x):
    """What the reader sees of crops that show more than that."""
    off = (x.shape[-1] - FACE) // 2
    return x[..., off : off + FACE, off : off + FACE]


def reader_step(net, data, rng):
    """A function that draws a batch of crops and tells what the reader lost on it."""
    crops, labels = data["crops"], data["labels"]
    hardest = Hardest(labels)

    def loss_of():
        pick = hardest.pick(rng, 64)
        x = shaken(inner(turned(pictures(crops[pick]))))
        y = torch.from_numpy(np.where(labels[pick] == STRANGER, 0, labels[pick]).astype(np.int64))
        each = f.cross_entropy(answers(net, x), y, label_smoothing=0.02, reduction="none")
        hardest.saw(pick, each.detach().numpy())
        return each.mean()

    return loss_of


def main():
    what, paths, out, minutes, seed = sys.argv[1:6]
    finder = what == "finder"
    names = ("scenes", "truth", "hands") if finder else ("crops", "labels")
    data = joined(paths.split(","), names)
    torch.manual_seed(int(seed))
    torch.set_num_threads(1)
    rng = np.random.default_rng(int(seed))
    net = Finder() if finder else Reader()
    if len(sys.argv) > 6:
        images = data[names[0]]
        some = images[rng.integers(len(images), size=24 if finder else 512)]
        resume(net, sys.argv[6], pictures(some) if finder else inner(pictures(some)))
    net = net.to(memory_format=torch.channels_last)  # a third quicker on a CPU
    peak = float(sys.argv[7]) if len(sys.argv) > 7 else (2e-3 if finder else 3e-3)
    step = (finder_step if finder else reader_step)(net, data, rng)
    learn(net, step, out, float(minutes), peak)
    exported(net, out, (1, 3, 640, 640) if finder else (1, 3, 48, 48), any_size=finder)


if __name__ == "__main__":
    main()
