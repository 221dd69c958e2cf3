"""Render the pool of dice: python render_pool.py OUT.npz COUNT SEED."""

import sys

import numpy as np
from dice3d import render

if __name__ == "__main__":
    out, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = np.random.default_rng(seed)
    sprites = [render(rng) for _ in range(count)]
    np.savez(
        out,
        colour=np.stack([s.colour for s in sprites]),
        alpha=np.stack([s.alpha for s in sprites]),
        ground=np.stack([s.ground for s in sprites]),
        value=np.array([s.value for s in sprites]),
        box=np.array([s.box for s in sprites]),
    )
