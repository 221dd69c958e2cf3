# ruff: noqa: D102, D103, PLR2004 - a recipe of numbers, run by hand
"""Render dice on tables with POV-Ray: pov_dice.py OUT COUNT SEED [judged].

A renderer of its own kind: pips are hollows cut out of the body, light is mirrored and refracted,
shadows fall on walls. NNNN.png and NNNN.json (value, 7 for cocked, and box) come out for training.
With `judged` they are photographs by a phone (NNNN.jpg), sharper tilted, with bodies and grounds
beside the known ones that training never saw. Needs povray, and the project's environment.
"""

import json
import subprocess

import cv2
import numpy as np
from pov_parts import BODIES, TABLES, die_sdl, lights, render_missing, style, table, walls

KNOWN_BODIES, KNOWN_TABLES = BODIES[:6], TABLES[:5]
"""What training has: no pearl, speckle or wood dice; no leather, stone, bowl or glass."""
HEAD = "#version 3.7; global_settings{assumed_gamma 1.0 max_trace_level 6}"
COCKED = 0.12
"""Share of dice that lean by 32 to 54 degrees where the camera looks down."""


class Camera:
    """Above the table, leaning by `tilt` radians; `px` is the width of a die in the middle."""

    def __init__(self, size, px, away, tilt):
        self.width, self.height = size
        self.focal = px * away
        self.eye = np.array([0, -np.sin(tilt), np.cos(tilt)]) * away
        self.forward = -self.eye / away
        self.right = np.array([1.0, 0.0, 0.0])
        self.up = np.cross(self.right, self.forward)

    def sdl(self):
        axes = {
            "location": self.eye,
            "direction": self.forward * self.focal,
            "right": self.right * self.width,
            "up": self.up * self.height,
        }
        told = " ".join("{} <{:.5f},{:.5f},{:.5f}>".format(n, *v) for n, v in axes.items())
        return f"camera{{perspective {told}}}"

    def box(self, turn, middle):
        """Of a die in the picture: x, y, width, height in px."""
        corner = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.485
        off = corner @ turn.T + middle - self.eye
        deep = off @ self.forward
        at = np.stack(
            [
                self.width / 2 + self.focal * (off @ self.right) / deep,
                self.height / 2 - self.focal * (off @ self.up) / deep,
            ],
            1,
        )
        low, high = at.min(0), at.max(0)
        return [float(v) for v in (*low, *(high - low))]


def about(axis, angle):
    """Rotation matrix."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def places(rng, count, reach):
    """Where dice stand, x, y and turn: apart, or with a side to another one."""
    taken = []
    for _ in range(200 * count):
        at = rng.uniform(-1, 1, 2) * reach
        if taken and rng.random() < 0.35:
            turn = rng.uniform(0, 2 * np.pi)
            way = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(1.02, 1.2)
            at = taken[rng.integers(len(taken))][:2] + way
        here = np.array([*at, rng.uniform(0, 2 * np.pi)])
        if (np.abs(at) < np.array(reach) * 1.05).all() and all(free(here, p) for p in taken):
            taken.append(here)
        if len(taken) == count:
            break
    return taken


def free(one, two):
    squares = [
        (
            np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 @ about((0, 0, 1), p[2])[:2, :2].T
            + p[:2]
        )
        for p in (one, two)
    ]
    return cv2.intersectConvexConvex(*(s.astype(np.float32) for s in squares))[0] < 1e-4


def scene(rng, out, size, *, judged):
    count = int(rng.choice([1, 2, 3, 4, 5, 6, 8, 12]) if judged else rng.integers(6, 18))
    px = float(np.exp(rng.uniform(np.log(24), np.log(size[0] * 0.28 if judged else 80))))
    px = min(px, size[0] * 0.62 / np.sqrt(count)) if judged else px
    steep = rng.choice([0, 1, 2], p=[0.45, 0.38, 0.17])
    tilt = np.radians(rng.uniform((0, 10, 30)[steep], (12, 35, 52 if judged else 42)[steep]))
    camera = Camera(size, px, rng.uniform(7, 30), tilt)
    kinds = [
        style(rng, BODIES if judged else KNOWN_BODIES)
        for _ in range(1 if rng.random() < 0.45 else int(rng.integers(2, 4)))
    ]
    reach = [max(side * 0.38 / px, 1.2) for side in size]
    ground, texture = table(rng, TABLES if judged else KNOWN_TABLES)
    parts = [HEAD, camera.sdl(), *lights(rng, 0.5 if judged else 0.2), f"plane{{z,0 {texture}}}"]
    parts.append(walls(rng, ground, texture, reach))
    dice = []
    for x, y, yaw in places(rng, count, reach):
        kind, value = kinds[rng.integers(len(kinds))], int(rng.integers(1, 7))
        turn, told = about((0, 0, 1), yaw), value
        if not judged and tilt < 0.25 and rng.random() < COCKED:
            way = rng.uniform(0, 2 * np.pi)
            lean = np.radians(rng.uniform(32, 54))
            turn, told = about((np.cos(way), np.sin(way), 0), lean) @ turn, 7
        middle = np.array([x, y, np.abs(turn[2]).sum() / 2])
        parts.append(die_sdl(rng, kind, value, turn, middle))
        told_of = {"style": kind["kind"], "px": px, "tilt": float(np.degrees(tilt))}
        dice.append({"value": told, "box": camera.box(turn, middle), **told_of})
    image = rendered("\n".join(parts), out, size)
    keep(rng, image, out, {"dice": dice, "ground": ground}, judged=judged)


def keep(rng, image, out, truth, *, judged):
    """Write a picture and its truth; a judged one as a phone takes it."""
    name = out.with_suffix(".jpg" if judged else ".png")
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(60, 95))] if judged else []
    cv2.imwrite(str(name), by_phone(rng, image) if judged else image, quality)
    out.with_suffix(".json").write_text(json.dumps(truth))


def rendered(text, out, size):
    source, picture = out.with_suffix(".pov"), out.with_suffix(".raw.png")
    source.write_text(text)
    command = ["povray", f"+I{source}", f"+O{picture}", f"+W{size[0]}", f"+H{size[1]}"]
    subprocess.run([*command, "-D", "+A0.4", "+R2", "+WT1", "-GA"], check=True, capture_output=True)
    image = cv2.imread(str(picture))
    picture.unlink()
    source.unlink()
    return image


def by_phone(rng, image):
    """Darker corners, white balance, blur, noise that grows with light, sharpened again."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    away = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width / 2) ** 2
    balance = [rng.uniform(0.75, 1.15), 1, rng.uniform(0.85, 1.2)]
    work = (image / np.float32(255)) ** 2.2 * (1 - rng.uniform(0, 0.25) * away)[..., None]
    work = work * rng.uniform(0.75, 1.45) * balance
    if rng.random() < 0.5:
        work = cv2.GaussianBlur(work, (0, 0), rng.uniform(0.4, 1.3))
    grain = rng.normal(0, 1, work.shape)
    work = work + grain * (np.sqrt(np.clip(work, 0, 1)) * rng.uniform(0, 0.035) + 0.004)
    work = (np.clip(work, 0, 1) ** (1 / 2.2) - 0.5) * rng.uniform(0.9, 1.15) + 0.5
    out = (np.clip(work, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = cv2.addWeighted(out, 1.6, cv2.GaussianBlur(out, (0, 0), 1.2), -0.6, 0)
    return out


def main() -> None:
    """Render what is not there yet."""
    render_missing(scene, (640, 960, 1280), (0.5625, 0.75, 1.0))


if __name__ == "__main__":
    main()
