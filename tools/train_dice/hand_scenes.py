# ruff: noqa: FBT003, PLR0917, PLR2004, T201 - a recipe of numbers, run by hand
"""Pictures with and without hands: python hand_scenes.py POOL_DIR PHOTOS OUT COUNT SEED [BOWLS].

What comes out are pictures of 128 px, squeezed to a square as the product does, and for each cell
of 8 px the share that a hand or its arm covers. Most of them show no hand, but boxes, bottles, rims
of bowls, cloth, cables and cards that reach in from the border as well. Beside them come COUNT
hands, colour and alpha, which are laid over these anew whenever one is learned from. Half of all
show bowls, trays and baskets in hard light (vessels.py), for wood has the colours of skin; with
BOWLS half of the others show what pov_bowls.py rendered there.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from backgrounds import SIDE, ground
from hands import hand, lay_hand
from scenes import composed, cutouts, grounds, load_pool, photo_window, real_photos, spoil
from vessels import in_vessel

SMALL, CELL = 128, 8
PALE_WOOD = np.array([95, 150, 200])
"""BGR of a thing that has the colour of skin and is none."""
VESSELS = 0.5
"""Share of pictures that show a drawn bowl, plate, tray or basket."""
SHOWN = 0.2
"""Share of pictures in which a hand is drawn before the camera spoils them."""


def thing(rng: np.random.Generator, scene: np.ndarray) -> np.ndarray:
    """Something that lies across the border and is no hand."""
    layer, mask = scene.astype(np.float32), np.zeros((SIDE, SIDE), np.uint8)
    colour = rng.uniform(10, 245, 3)
    if rng.random() < 0.35:
        colour = PALE_WOOD * rng.uniform(0.4, 1.25) * rng.uniform(0.9, 1.1, 3)
    kind = int(rng.integers(5))
    at = np.array([rng.uniform(0, SIDE), rng.choice([0.0, SIDE])])[:: int(rng.choice([-1, 1]))]
    if kind == 0:  # box, book, card, telephone
        size = tuple(float(v) for v in rng.uniform(30, 180, 2))
        corners = cv2.boxPoints(((float(at[0]), float(at[1])), size, rng.uniform(0, 90)))
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 255, cv2.LINE_AA)
    elif kind == 1:  # bottle, pen, roll: round across, straight along
        inward = rng.uniform(0.2, 0.8, 2) * SIDE
        cv2.line(mask, _point(at), _point(inward), 255, int(rng.uniform(6, 70)), cv2.LINE_AA)
        square = rng.random() < 0.5
        if square:  # cut off straight, not round
            cv2.circle(mask, _point(inward), int(rng.uniform(4, 30)), 0, -1)
    elif kind == 2:  # rim of a bowl or plate
        radius = int(rng.uniform(60, 240))
        width = int(rng.uniform(4, 40))
        cv2.circle(mask, _point(rng.uniform(0.1, 0.9, 2) * SIDE), radius, 255, width, cv2.LINE_AA)
    elif kind == 3:  # cloth or bag: a soft blob
        points = at + rng.normal(0, 45, (9, 2))
        cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 255, cv2.LINE_AA)
    else:  # cable
        steps = np.cumsum(rng.normal(0, 14, (16, 2)), axis=0) + at
        cv2.polylines(mask, [steps.astype(np.int32)], False, 255, int(rng.uniform(2, 9)))
    shape = (mask > 127).astype(np.uint8)
    height = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    rounded = np.sqrt(np.clip(height / max(height.max(), 1), 0, 1)) if kind in {1, 2} else 1.0
    light = np.asarray(0.45 + 0.55 * rounded * np.ones((SIDE, SIDE)), np.float32)
    paint = colour * light[..., None] + rng.normal(0, rng.uniform(0, 9), (SIDE, SIDE, 1))
    if rng.random() < 0.4:  # what is printed on it
        stripes = np.sin(np.mgrid[0:SIDE, 0:SIDE][int(rng.integers(2))] / rng.uniform(2, 20)) > 0
        paint = paint * (1 - rng.uniform(0, 0.6) * stripes[..., None])
    shade = cv2.GaussianBlur(mask, (0, 0), rng.uniform(2, 12))[..., None] / np.float32(255)
    layer *= 1 - rng.uniform(0, 0.5) * shade
    alpha = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 2))[..., None] / np.float32(255)
    return np.clip(paint * alpha + layer * (1 - alpha), 0, 255).astype(np.uint8)


def _point(at: np.ndarray) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def bare_scene(rng, pool, cut, photos, real, bowls) -> np.ndarray:
    """Dice on a table, photographed or drawn, or a table alone: BGR uint8 (256, 256)."""
    if rng.random() < VESSELS:
        scene = in_vessel(rng, pool, photos)[0]
        return photo_window(rng, scene) if rng.random() < 0.4 else scene
    if bowls and rng.random() < 0.5:
        return photo_window(rng, bowls[rng.integers(len(bowls))])
    roll = rng.random()
    if roll < 0.3:
        return photo_window(rng, real[rng.integers(len(real))][0])
    if roll < 0.65:
        return composed(rng, pool, cut, photos, hands=0.0)[0]
    return ground(rng, photos)


def hand_size(rng) -> float:
    """Width of the dice beside the hand, px of a scene."""
    return float(np.exp(rng.uniform(np.log(7), np.log(28))))


def layer(rng) -> np.ndarray:
    """A hand to be laid over a picture: BGR and alpha uint8 (128, 128, 4)."""
    both = np.dstack(hand(rng, hand_size(rng)))
    return cv2.resize(both, (SMALL, SMALL), interpolation=cv2.INTER_AREA)


def example(rng, pool, cut, photos, real, bowls) -> tuple[np.ndarray, np.ndarray]:
    """One picture uint8 (128, 128, 3) and the covered share of its cells, uint8 (16, 16)."""
    scene = bare_scene(rng, pool, cut, photos, real, bowls)
    for _ in range(int(rng.integers(0, 3))):
        if rng.random() < 0.5:
            scene = thing(rng, scene)
    covered = np.zeros((SIDE, SIDE), bool)
    for _ in range(int(rng.choice([0, 1, 2], p=[1 - SHOWN, SHOWN * 0.8, SHOWN * 0.2]))):
        scene, more = lay_hand(rng, scene, hand_size(rng))
        covered |= more
    scene = spoil(rng, scene)
    wide = int(SIDE * rng.uniform(0.56, 1.0))
    off = int(rng.integers(SIDE - wide + 1))
    strip = np.s_[off : off + wide] if rng.random() < 0.5 else np.s_[:, off : off + wide]
    small = cv2.resize(scene[strip], (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    share = cv2.resize(covered[strip].astype(np.float32), (SMALL // CELL,) * 2, None, 0, 0, 3)
    return small, (share * 255).astype(np.uint8)


def main() -> None:
    """Write the arrays."""
    pool, photos, out = load_pool(Path(sys.argv[1])), Path(sys.argv[2]), sys.argv[3]
    rng = np.random.default_rng(int(sys.argv[5]))
    real, bare = real_photos(photos), grounds(photos)
    cut = cutouts(real)
    folder = Path(sys.argv[6]) if len(sys.argv) > 6 else None
    bowls = [cv2.imread(str(p)) for p in sorted(folder.glob("*.png"))] if folder else []
    made = [example(rng, pool, cut, bare, real, bowls) for _ in range(int(sys.argv[4]))]
    shown = np.stack([cells for _, cells in made])
    print(len(made), "pictures, hands in", int((shown > 127).any((1, 2)).sum()))
    layers = np.stack([layer(rng) for _ in made])
    np.savez(out, pictures=np.stack([p for p, _ in made]), covered=shown, layers=layers)


if __name__ == "__main__":
    main()
