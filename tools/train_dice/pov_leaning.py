# ruff: noqa: D102, D103, PLR0917, PLR2004 - a recipe of numbers, run by hand
"""Render dice that lean on things, and flat ones beside the same things, with their poses.

pov_leaning.py OUT COUNT SEED [judged]. Output as by pov_dice.py; besides, each die has `axes`, its
three axes as seen along its own line of sight (x right, y down, z away from the camera), and
`lean`, the degrees by which the nearest of its axes departs from the vertical. With `judged` they
are photographs by a phone, of bodies and grounds, and with things to lean on, that training never
saw.
"""

import numpy as np
from pov_dice import HEAD, KNOWN_BODIES, KNOWN_TABLES, Camera, about, keep, rendered
from pov_parts import BODIES, TABLES, die_sdl, hue, lights, render_missing, rgb, style, table

KNOWN_PROPS = ("pencil", "step", "step", "wall", "wall", "neighbour", "none")
PROPS = ("six-sided pencil", "coin", "rim", "neighbour", "cards")
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
LEANING = 0.5
"""Share of dice that lean, by 3 to 50 degrees; in judged pictures by 15 to 46."""
CELL = 2.9
"""Room for a die and what it leans on, in sides of a die."""


class Place:
    """A die at x, y that rises along `way`; s runs along it, t across it, from x, y."""

    def __init__(self, rng, at, way, lean):
        axis = np.array([-np.sin(way), np.cos(way), 0.0])
        self.turn = about(axis, -np.radians(lean)) @ about((0, 0, 1), rng.uniform(0, 2 * np.pi))
        if rng.random() < 0.4:  # along an edge
            self.turn = about(axis, -np.radians(lean)) @ about((0, 0, 1), way)
        self.at, self.way, self.low = np.array(at), way, 0.0
        self.along = np.array([np.cos(way), np.sin(way), 0.0])
        self.corners = CORNERS @ self.turn.T
        self.slope = np.tan(np.radians(lean))
        s = self.corners @ self.along
        self.first = float(s[self.corners[:, 2].argmin()])
        self.last = float(s.max())
        under = self.corners[CORNERS[:, 2] < 0] @ self.along
        self.under = float(under.max()) - self.first

    @property
    def middle(self):
        return np.array([*self.at, self.low - self.corners[:, 2].min()])

    def moved(self, text):
        """What is described in s and t (as x and y), turned and moved to where the die is."""
        x, y = self.at
        degrees = np.degrees(self.way)
        return f"object{{{text} rotate z*{degrees:.3f} translate <{x:.4f},{y:.4f},{self.low:.4f}>}}"


def box(low, high):
    numbers = ",".join(f"{v:.4f}" for v in low), ",".join(f"{v:.4f}" for v in high)
    return "box{{<{}>,<{}>".format(*numbers)


def paint(rng, ground):
    if rng.random() < 0.35:
        return ground
    body = hue(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 0.95))
    return f"texture{{pigment{{{rgb(body)}}} finish{{diffuse .7 specular .2 roughness .03}}}}"


def pencil(rng, place, ground):
    if place.slope > 0.02:
        far = rng.uniform(0.35, 0.95) * place.under
        thick = far * np.tan(np.arctan(place.slope) / 2)
        s = place.first + far
    else:
        thick = rng.uniform(0.06, 0.35)
        s = place.last + thick + rng.uniform(0, 0.4)
    low, high = -rng.uniform(0.4, 3), rng.uniform(0.4, 3)
    ends = f"<{s:.4f},{low:.3f},{thick:.4f}>,<{s:.4f},{high:.3f},{thick:.4f}>"
    return f"cylinder{{{ends},{thick:.4f} {paint(rng, ground)}}}"


def six_sided(rng, place, ground):
    """Its flat sides up and down: the die rests on an upper edge."""
    far = rng.uniform(0.35, 0.95) * place.under if place.slope > 0.02 else rng.uniform(0.3, 0.6)
    high = far * place.slope if place.slope > 0.02 else rng.uniform(0.15, 0.5)
    s = place.first + far if place.slope > 0.02 else place.last + rng.uniform(0.3, 0.7)
    half = high / 1.732
    points = [(0, 0), (half, 0), (1.5 * half, high / 2), (half, high), (0, high)]
    points += [(-half / 2, high / 2), (0, 0)]
    rim = ",".join(f"<{x:.4f},{y:.4f}>" for x, y in points)
    low, far_end = -rng.uniform(0.5, 4), rng.uniform(0.5, 4)
    prism = f"prism{{linear_spline {low:.3f},{far_end:.3f},7,{rim} {paint(rng, ground)}}}"
    # A prism lies along y, its outline in x and z.
    return f"object{{{prism} translate x*{s:.4f}}}"


def raised(rng, place, least=0.1):
    """Where an edge stands, and how high, so that the die rests on it; beside a flat die."""
    if place.slope > 0.02:
        far = rng.uniform(least, 0.95) * place.under
        return place.first + far, far * place.slope
    return place.last + rng.uniform(0, 0.4), float(np.exp(rng.uniform(np.log(0.04), 0)))


def step(rng, place, ground):
    s, high = raised(rng, place)
    low, far = -rng.uniform(0.5, 1.4), rng.uniform(0.5, 1.4)
    return box((s, low, 0), (s + rng.uniform(0.5, 1.6), far, high)) + f" {paint(rng, ground)}}}"


def cards(rng, place, ground):
    """A few cards, one over the other and each a little askew."""
    s, high = raised(rng, place, 0.05)
    low, far = -rng.uniform(0.6, 2), rng.uniform(0.6, 2)
    count = max(int(high / 0.08), 1)
    sheets = []
    for n in range(count):
        turn = rng.uniform(-5, 5) if n < count - 1 else 0
        sheet = box((0, low, high * n / count), (2, far, high * (n + 0.85) / count))
        sheets.append(f"{sheet} {paint(rng, ground)} rotate z*{turn:.2f} translate x*{s:.4f}}}")
    return f"union{{{' '.join(sheets)}}}"


def coin(rng, place, ground):
    s, high = raised(rng, place)
    wide = rng.uniform(0.5, 1)
    return (
        f"cylinder{{<{s + wide:.4f},0,0>,<{s + wide:.4f},0,{high:.4f}>,{wide:.4f} "
        f"{paint(rng, ground)}}}"
    )


def wall(rng, place, ground):
    s = place.last + (0 if place.slope > 0.02 else rng.uniform(0, 0.4))
    low, far = -rng.uniform(0.5, 1.4), rng.uniform(0.5, 1.4)
    high = rng.uniform(0.5, 2)
    return box((s, low, 0), (s + rng.uniform(0.15, 1), far, high)) + f" {paint(rng, ground)}}}"


def rim(rng, place, ground):
    """Part of a bowl's wall, which widens upwards."""
    wide, high, splay = rng.uniform(2.5, 7), rng.uniform(0.6, 1.8), rng.uniform(0, 0.5)
    s = place.last + (0 if place.slope > 0.02 else rng.uniform(0, 0.4))
    touch = float(
        place.corners[np.argmax(place.corners @ place.along), 2] - place.corners.min(0)[2]
    )
    centre = s - wide - splay * touch
    upper, outer = wide + splay * high, wide + splay * high + rng.uniform(0.2, 0.6)
    part = box((s - 0.9, -1.8, -0.1), (s + 2, 1.8, 9)) + "}"
    shell = (
        f"difference{{cylinder{{<0,0,0>,<0,0,{high:.3f}>,{outer:.3f}}} "
        f"cone{{<0,0,-.001>,{wide:.3f},<0,0,{high + 0.001:.3f}>,{upper:.3f}}}}}"
    )
    moved = f"object{{{shell} translate x*{centre:.4f}}}"
    return f"intersection{{{moved} {part} {paint(rng, ground)}}}"


SHAPES = {
    "pencil": pencil,
    "step": step,
    "wall": wall,
    "six-sided pencil": six_sided,
    "cards": cards,
    "coin": coin,
    "rim": rim,
}


def neighbour(rng, place):
    """A flat die against which the die leans, or beside which it stands."""
    turn = place.way + (rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else 0)
    flat = about((0, 0, 1), turn)
    half = float(np.abs(place.along @ flat).sum()) / 2
    off = place.last + half + (0.0 if place.slope > 0.02 else rng.uniform(0, 0.3))
    across = np.array([-np.sin(place.way), np.cos(place.way)]) * rng.uniform(-0.4, 0.4)
    return flat, np.array([*(place.at + place.along[:2] * off + across), place.low + 0.5])


def seen_axes(camera, turn, middle):
    """A die's axes as columns, along its line of sight: x right, y down, z away."""
    whole = np.stack([camera.right, -camera.up, camera.forward])
    sight = whole @ (middle - camera.eye)
    sight /= np.linalg.norm(sight)
    axis = np.cross(sight, (0, 0, 1))
    size = float(np.linalg.norm(axis))
    back = about(axis / size, np.arcsin(min(size, 1))) if size > 1e-6 else np.eye(3)
    return back @ whole @ turn


def told_of(camera, kind, value, turn, middle, prop):
    lean = float(np.degrees(np.arccos(min(np.abs(turn[2]).max(), 1))))
    return {
        "value": value,
        "box": camera.box(turn, middle),
        "style": kind["kind"],
        "axes": seen_axes(camera, turn, middle).tolist(),
        "lean": lean,
        "away": float((middle - camera.eye) @ camera.forward),
        "prop": prop,
    }


def whole(dice, size):
    """The dice that are in the picture and not behind another one."""
    kept = []
    for die in dice:
        x, y, w, h = die["box"]
        inside = x > -2 and y > -2 and x + w < size[0] + 2 and y + h < size[1] + 2
        if inside and all(shared(die, o) < 0.3 for o in dice if o["away"] < die["away"] - 0.05):
            kept.append(die)
    return kept


def shared(die, other):
    (x, y, w, h), (a, b, c, d) = die["box"], other["box"]
    across, down = min(x + w, a + c) - max(x, a), min(y + h, b + d) - max(y, b)
    return max(across, 0) * max(down, 0) / (w * h)


def scene(rng, out, size, *, judged):
    columns, rows = (int(rng.choice([1, 2, 2, 3, 3, 4])) for _ in range(2))
    tilt = np.radians(
        rng.uniform(*((0, 12), (8, 35), (25, 45))[rng.choice(3, p=[0.5, 0.35, 0.15])])
    )
    px = min(size[0] / (columns * CELL + 0.3), size[1] / (rows * CELL + 0.3)) * rng.uniform(
        0.85, 1.1
    )
    px = min(px, size[0] * 0.22)
    camera = Camera(size, px, rng.uniform(7, 30) * max(columns, rows, 2) / 3, tilt)
    bodies = BODIES if judged else KNOWN_BODIES
    kinds = [style(rng, bodies) for _ in range(int(rng.choice([1, 1, 2, 3])))]
    ground, texture = table(rng, TABLES if judged else KNOWN_TABLES)
    parts = [HEAD, camera.sdl(), *lights(rng, 0.0 if judged else 0.2), f"plane{{z,0 {texture}}}"]
    dice = []
    for cell in range(columns * rows):
        at = np.array([cell % columns, cell // columns]) - np.array([columns - 1, rows - 1]) / 2
        place, prop = placed(rng, at * CELL + rng.uniform(-0.25, 0.25, 2), tilt, judged=judged)
        stands = [(place.turn, place.middle)]
        if rng.random() < 0.1 and not judged:  # all of it on a board or a card
            place.low = high = float(np.exp(rng.uniform(np.log(0.03), np.log(0.5))))
            stands = [(place.turn, place.middle)]
            slab = box((-1.3, -1.2, -high), (1.3, 1.2, 0)) + f" {paint(rng, texture)}}}"
            parts.append(place.moved(slab))
        if prop == "neighbour":
            stands.append(neighbour(rng, place))
        elif prop != "none":
            parts.append(place.moved(SHAPES[prop](rng, place, texture)))
        for turn, middle in stands:
            kind, value = kinds[rng.integers(len(kinds))], int(rng.integers(1, 7))
            parts.append(die_sdl(rng, kind, value, turn, middle))
            dice.append(told_of(camera, kind, value, turn, middle, prop))
    image = rendered("\n".join(parts), out, size)
    camera_of = {"focal": camera.focal, "tilt": float(np.degrees(tilt))}
    keep(rng, image, out, {"dice": whole(dice, size), "ground": ground, **camera_of}, judged=judged)


def placed(rng, at, tilt, *, judged):
    """A die, leaning or flat, and what is beside it: not between it and a camera that leans."""
    leans = rng.random() < LEANING
    lean = float(rng.uniform(15, 46) if judged else rng.uniform(3, 50)) if leans else 0.0
    prop = str(rng.choice(PROPS if judged else KNOWN_PROPS))
    if not leans and rng.random() < 0.4:
        prop = "none"
    way = rng.uniform(0, 2 * np.pi)
    while tilt > 0.17 and np.sin(way) < -0.3 and prop in {"wall", "rim", "neighbour", "step"}:
        way = rng.uniform(0, 2 * np.pi)
    place = Place(rng, at, way, lean)
    # The die stands in the middle of its cell with what it leans on.
    place.at = place.at - place.along[:2] * (0.0 if prop == "none" else 0.35)
    return place, prop


def main() -> None:
    """Render what is not there yet."""
    render_missing(scene, (640,), (0.5625, 0.75, 1.0))


if __name__ == "__main__":
    main()
