"""Render the pool of dice: python render_pool.py OUT.npz COUNT SEED [NAME=SHARE...].

NAME is a share of dice3d.py that is to be another one: TINTED=0.7.
"""

import sys

import dice3d
import numpy as np

if __name__ == "__main__":
    out, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for told in sys.argv[4:]:
        name, share = told.split("=")
        if not isinstance(getattr(dice3d, name), float):
            raise SystemExit(f"{name} is no share")
        setattr(dice3d, name, float(share))
    rng = np.random.default_rng(seed)
    sprites = [dice3d.render(rng) for _ in range(count)]
    np.savez(
        out,
        colour=np.stack([s.colour for s in sprites]),
        alpha=np.stack([s.alpha for s in sprites]),
        ground=np.stack([s.ground for s in sprites]),
        value=np.array([s.value for s in sprites]),
        box=np.array([s.box for s in sprites]),
    )
