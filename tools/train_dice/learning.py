# ruff: noqa: D103, PLR2004, T201 - a recipe of numbers, run by hand
"""The loop by which every network here is trained, and the files that come out of it."""

import time

import numpy as np
import torch
from torch import nn


def block(a, b, stride=1):
    return nn.Sequential(
        nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


def learn(net, loss_of, out, minutes, peak):
    """Go on for so many minutes of CPU; `loss_of()` draws a batch and tells what was lost on it.

    The rate rises for a hundred steps to `peak` and falls by a cosine. OUT.pt is kept as it goes,
    so that one can go on from a run that was ended early.
    """
    net.train()
    best = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=2e-3)
    start, step, total = time.process_time(), 0, 0.0
    while (done := (time.process_time() - start) / 60 / minutes) < 1:
        rate = min((step + 1) / 100, 1) * (0.5 + 0.5 * np.cos(np.pi * done)) + 0.01
        for group in best.param_groups:
            group["lr"] = peak * rate
        loss = loss_of()
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        best.step()
        step += 1
        total = 0.98 * total + 0.02 * float(loss.detach())
        if step % 100 == 0:
            print(f"step {step} {done:.2f} loss {total / (1 - 0.98**step):.4f}", flush=True)
            torch.save(net.state_dict(), out + ".pt")
    print(step, "steps, parameters", sum(p.numel() for p in net.parameters()))


def exported(net, out, shape, *, any_size=False):
    """Write the weights as OUT.pt, and as OUT for OpenCV; `shape` is that of one picture."""
    net = net.to(memory_format=torch.contiguous_format)
    torch.save(net.state_dict(), out + ".pt")
    net.eval()
    torch.onnx.export(
        net,
        torch.zeros(shape),
        out,
        input_names=["in"],
        output_names=["out"],
        dynamic_axes={
            "in": {0: "n", 2: "h", 3: "w"} if any_size else {0: "n"},
            "out": {0: "n"},
        },
        opset_version=11,
        dynamo=False,
    )


def answers(net, x):
    """What the net makes of x, reckoned in bfloat16: twice as quick where the CPU has it."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return net(x).float()


def pictures(images):
    """BGR uint8 (N, H, W, 3) as the networks take them: float32 (N, 3, H, W), 0..1."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255


def shaken(x):
    """Channels permuted, gains, now and then a negative: no colour is a die's colour."""
    n = len(x)
    for i in range(n):
        if torch.rand(1) < 0.4:
            x[i] = x[i, torch.randperm(3)]
        if torch.rand(1) < 0.05:
            x[i] = 1 - x[i]
    gain = 0.75 + 0.5 * torch.rand(n, 3, 1, 1)
    return (x * gain + 0.1 * torch.randn(n, 3, 1, 1)).clamp(0, 1)
