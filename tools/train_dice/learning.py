# ruff: noqa: D102, D103, PLR2004, T201 - a recipe of numbers, run by hand
"""The loop by which every network here is trained, and the files that come out of it."""

import time

import numpy as np
import torch
from torch import nn

STEADY = 0.5
"""Share of a training in which the rate stays at its highest; then it falls by a cosine."""


def block(a, b, stride=1):
    return nn.Sequential(
        nn.Conv2d(a, b, 3, stride, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


class More(nn.Module):
    """A block that adds to what it is given, and begins by adding nothing."""

    def __init__(self, a):
        super().__init__()
        self.add = nn.Sequential(nn.Conv2d(a, a, 3, 1, 1, bias=False), nn.BatchNorm2d(a))
        nn.init.zeros_(self.add[1].weight)

    def forward(self, x):
        return torch.relu(x + self.add(x))


class Mean:
    """The running mean of a network's weights: steadier than the last ones."""

    KEPT = 0.998

    def __init__(self, net):
        self.state = {name: value.detach().clone() for name, value in net.state_dict().items()}
        self._names = [name for name, value in self.state.items() if value.is_floating_point()]

    def saw(self, net, step):
        now, kept = net.state_dict(), min(self.KEPT, 1 - 1 / (step / 4 + 1))
        mean = [self.state[name] for name in self._names]
        torch._foreach_lerp_(mean, [now[name] for name in self._names], 1 - kept)


def learn(net, loss_of, out, minutes, peak):
    """Go on for so many minutes of CPU; `loss_of()` draws a batch and tells what was lost on it.

    The rate rises for a hundred steps to `peak`. OUT.pt is kept as it goes, so that one can go on
    from a run that was ended early; at the end `net` holds the running mean of its weights.
    """
    net.train()
    heavy = [p for p in net.parameters() if p.dim() > 1]
    light = [p for p in net.parameters() if p.dim() < 2]
    groups = [{"params": heavy, "weight_decay": 1e-2}, {"params": light, "weight_decay": 0.0}]
    best, mean = torch.optim.AdamW(groups, lr=peak), Mean(net)
    start, step, total = time.process_time(), 0, 0.0
    while (done := (time.process_time() - start) / 60 / minutes) < 1:
        fallen = max(done - STEADY, 0) / (1 - STEADY)
        rate = min((step + 1) / 100, 1) * (0.5 + 0.5 * np.cos(np.pi * fallen)) + 0.003
        for group in best.param_groups:
            group["lr"] = peak * rate
        loss = loss_of()
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5)
        best.step()
        step += 1
        mean.saw(net, step)
        total = 0.98 * total + 0.02 * float(loss.detach())
        if step % 100 == 0:
            print(f"step {step} {done:.2f} loss {total / (1 - 0.98**step):.4f}", flush=True)
            torch.save(mean.state, out + ".pt")
    net.load_state_dict(mean.state)
    print(step, "steps, parameters", sum(p.numel() for p in net.parameters()))


def exported(net, out, shape, *, any_size=False):
    """Write the weights as OUT.pt, and as OUT for OpenCV; `shape` is that of one picture.

    OUT holds them in half precision, which OpenCV widens when it reads them.
    """
    import onnx

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
    model = onnx.load(out)
    for held in model.graph.initializer:
        values = onnx.numpy_helper.to_array(held)
        if values.dtype == np.float32 and values.ndim > 1:
            half = values.astype(np.float16)
            held.CopyFrom(onnx.numpy_helper.from_array(half, held.name))
    onnx.save(model, out)


def answers(net, x):
    """What the net makes of x, reckoned in bfloat16: twice as quick where the CPU has it."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return net(x.contiguous(memory_format=torch.channels_last)).float()


def pictures(images):
    """BGR uint8 (N, H, W, 3) as the networks take them: float32 (N, 3, H, W), 0..1."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
