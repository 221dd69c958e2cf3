# ruff: noqa: D102, D103, PLR2004, T201 - a recipe of numbers, run by hand
"""Train what tells of hands: train_hands.py DATA OUT.onnx CPU_MINUTES SEED [FROM.pt].

The last tenth of the pictures is never trained on: at the end it is told how well hands in them
are seen. Needs PyTorch.
"""

import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as f
from train import block


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
    x = torch.from_numpy(data["pictures"][pick]).permute(0, 3, 1, 2).float() / 255
    y = torch.from_numpy(data["covered"][pick]).float()[:, None] / 255
    if rng.random() < 0.5:
        x, y = x.flip(3), y.flip(3)
    turn = int(rng.integers(4))
    x, y = torch.rot90(x, turn, (2, 3)), torch.rot90(y, turn, (2, 3))
    gain = 0.8 + 0.4 * torch.rand(len(x), 3, 1, 1)
    return (x * gain).clamp(0, 1), y


def judged(net, pictures, covered):
    net.eval()
    with torch.no_grad():
        x = torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255
        p = torch.sigmoid(torch.cat([net(part) for part in x.split(64)]))[:, 0]
    large = torch.from_numpy(covered > 127).sum((1, 2))
    seen = (p > 0.5).sum((1, 2))
    print("hands:", [int((seen[large > 4] >= n).sum()) for n in (1, 4, 8)], int((large > 4).sum()))
    print("none:", [int((seen[large == 0] >= n).sum()) for n in (1, 4, 8)], int((large == 0).sum()))


def main():
    data = dict(np.load(sys.argv[1]))
    out, minutes, seed = sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    kept = len(data["pictures"]) * 9 // 10
    net = Hands()
    if len(sys.argv) > 5:
        net.load_state_dict(torch.load(sys.argv[5]))
    net = net.to(memory_format=torch.channels_last)
    net.train()
    best = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=2e-3)
    start, step, total = time.process_time(), 0, 0.0
    while (done := (time.process_time() - start) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = 3e-3 * (
                min((step + 1) / 100, 1) * (0.5 + 0.5 * np.cos(np.pi * done)) + 0.01
            )
        x, y = batch_of(data, rng.choice(kept, size=32), rng)
        loss = f.binary_cross_entropy_with_logits(net(x), y)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        best.step()
        step += 1
        total = 0.98 * total + 0.02 * float(loss.detach())
        if step % 100 == 0:
            print(f"step {step} {done:.2f} loss {total / (1 - 0.98**step):.4f}", flush=True)
            torch.save(net.state_dict(), out + ".pt")
    net = net.to(memory_format=torch.contiguous_format)
    judged(net, data["pictures"][kept:], data["covered"][kept:])
    torch.save(net.state_dict(), out + ".pt")
    torch.onnx.export(
        net,
        torch.zeros(1, 3, 128, 128),
        out,
        input_names=["in"],
        output_names=["out"],
        opset_version=11,
        dynamo=False,
    )
    print(step, "steps, parameters", sum(p.numel() for p in net.parameters()))


if __name__ == "__main__":
    main()
