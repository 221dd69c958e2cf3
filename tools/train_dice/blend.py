# ruff: noqa: T201 - run by hand
"""Mix two trainings of the reader: python blend.py BEFORE.pt AFTER.pt SHARE_OF_AFTER OUT.onnx.

AFTER went on from BEFORE, so that the mean of their weights reads as well as either; it forgets
less of what only BEFORE was taught.
"""

import sys

import torch
from learning import exported
from train import Reader


def main() -> None:
    """Write the mixed weights."""
    before, after = (torch.load(path) for path in sys.argv[1:3])
    share = float(sys.argv[3])
    net = Reader()
    net.load_state_dict(
        {
            name: (1 - share) * value + share * after[name] if value.is_floating_point() else value
            for name, value in before.items()
        }
    )
    exported(net, sys.argv[4], (1, 3, 48, 48))
    print("mixed", share)


if __name__ == "__main__":
    main()
