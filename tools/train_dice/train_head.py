# ruff: noqa: D103, T201 - a recipe of numbers, run by hand
"""Train the reader's last two layers anew: train_head.py OLD.npz NEW.npz READER.pt OUT.onnx SEED.

A minute of CPU where train.py takes many: what the convolutions see of each crop is computed once.
NEW is used whole, of OLD as many crops of each class as are told below.
"""

import sys

import numpy as np
import torch
from learning import exported, pictures, shaken
from torch import nn
from torch.nn import functional as f
from train import Reader

EACH = 2000
"""Crops of each class taken of OLD."""
ROUNDS, BATCH, RATE = 14, 256, 1e-3


def chosen(old, new, rng):
    labels = old["labels"]
    kept = np.concatenate([rng.permutation(np.flatnonzero(labels == n))[:EACH] for n in range(9)])
    crops = np.concatenate([old["crops"][kept], new["crops"]])
    return crops, np.concatenate([labels[kept], new["labels"]]).astype(np.int64)


def seen(net, crops):
    """What the convolutions make of each crop, its colours shaken once: (N, 864)."""
    parts = []
    with torch.no_grad():
        for start in range(0, len(crops), 256):
            x = shaken(pictures(crops[start : start + 256]))
            parts.append(net.flat[:3](net.body(x)))
    return torch.cat(parts)


def main():
    old, new = np.load(sys.argv[1]), np.load(sys.argv[2])
    seed = int(sys.argv[5])
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    crops, labels = chosen(old, new, np.random.default_rng(seed))
    net = Reader()
    net.load_state_dict(torch.load(sys.argv[3]))
    net.eval()
    x, y = seen(net, crops), torch.from_numpy(labels)
    head = nn.Sequential(net.flat[3], net.flat[4], net.drop, net.head).train()
    best = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=1e-2)
    for turn in range(ROUNDS):
        for group in best.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * turn / ROUNDS))
        lost = []
        for pick in torch.randperm(len(y)).split(BATCH):
            loss = f.cross_entropy(head(x[pick]), y[pick], label_smoothing=0.02)
            best.zero_grad()
            loss.backward()
            best.step()
            lost.append(float(loss.detach()))
        print(f"round {turn} loss {np.mean(lost):.4f}", flush=True)
    exported(net, sys.argv[4], (1, 3, 48, 48))


if __name__ == "__main__":
    main()
