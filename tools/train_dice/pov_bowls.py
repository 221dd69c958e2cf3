# ruff: noqa: D103, PLR2004 - a recipe of numbers, run by hand
"""Render dice in bowls and trays with POV-Ray: pov_bowls.py OUT COUNT SEED [judged].

Turned and hollowed wooden bowls and trays with felt or bare floors; one or two small lamps, so that
the rims and the dice cast hard shadows over the dice; dice beside the rim and leaning on it. Output
as by pov_dice.py. With `judged` they are photographs by a phone, in vessels and of bodies that
training never saw: eight-sided trays, bowls of stone and striped bamboo, pearl, speckle and wood.
"""

import numpy as np
from pov_dice import HEAD, KNOWN_BODIES, Camera, about, free, keep, rendered
from pov_parts import BODIES, die_sdl, hue, render_missing, rgb, style, swirl

KNOWN_VESSELS, VESSELS = ("turned", "hollow", "tray"), ("turned", "hollow", "eight", "stone")
LEAST_LEAN, MOST_FLAT = 30, 14
"""Degrees from which a die beside the rim is cocked, and to which one on a hollow floor lies."""


def wood(rng, *, striped=False):
    """Planks, a turned bowl's rings, or bamboo: from birch to walnut."""
    tone = np.array([0.66, 0.44, 0.25]) * rng.uniform(0.25, 1.35)
    tone = tone * np.array([1, rng.uniform(0.8, 1.1), rng.uniform(0.6, 1.1)])
    shades = [tone * share for share in (1, rng.uniform(0.6, 0.95), rng.uniform(0.45, 0.9))]
    lie = f"rotate <{rng.uniform(0, 95):.0f},0,{rng.integers(180)}>"
    pattern = f"wood turbulence {rng.uniform(0.03, 0.2):.2f} octaves 4 scale"
    if striped:
        pattern, lie = "gradient x scale", f"rotate z*{rng.integers(180)}"
    pigment = swirl(f"{pattern} {rng.uniform(0.25, 1.6):.2f} {lie}", *shades)
    shine = rng.uniform(0, 0.4) if rng.random() < 0.5 else 0.0
    return f"texture{{{pigment} finish{{diffuse .75 specular {shine:.2f} roughness .02}}}}"


def felt(rng):
    body = hue(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.06, 0.55))
    pattern = swirl("bozo scale .03", body * 0.9, body)
    return f"texture{{{pattern} normal{{bumps .6 scale .02}} finish{{diffuse .75}}}}"


def stone(rng):
    low, high = np.full(3, rng.uniform(0.1, 0.4)), np.full(3, rng.uniform(0.5, 0.8))
    pattern = swirl(f"granite scale {rng.uniform(0.4, 2):.2f}", low, high)
    return f"texture{{{pattern} finish{{diffuse .7 specular .3 roughness .02}}}}"


class Vessel:
    """What dice lie in: its shape for POV-Ray, and how its floor lies at a place."""

    def __init__(self, rng, kind, wide):
        self.kind, self.wide = kind, wide
        self.high, rim = rng.uniform(0.5, 2.4), rng.uniform(0.2, 0.7)
        self.deep = wide * rng.uniform(4, 8)
        rim_texture = {"stone": stone}.get(kind, wood)(rng)
        if kind == "eight":
            rim_texture = wood(rng, striped=True)
        floor = felt(rng) if kind in {"tray", "eight"} and rng.random() < 0.6 else rim_texture
        outer = wide * 1.05 + rim
        cut = f"cylinder{{<0,0,0>,<0,0,9>,{wide:.2f}}}"
        shape = f"cylinder{{<0,0,-.2>,<0,0,{self.high:.2f}>,{outer:.2f}}}"
        if kind in {"turned", "stone"}:
            upper = wide + self.high * rng.uniform(0.02, 0.6)
            cut = f"cone{{<0,0,0>,{wide:.2f},<0,0,{self.high + 0.01:.2f}>,{upper:.2f}}}"
            shape = shape.replace(f"{outer:.2f}", f"{upper + rim:.2f}")
        elif kind == "hollow":
            rise = wide**2 / (2 * self.deep) + self.high
            ball = f"sphere{{<0,0,{self.deep:.2f}>,{self.deep:.2f}}}"
            cut = f"union{{{cut.replace('<0,0,0>', f'<0,0,{rise - self.high:.2f}>')} {ball}}}"
            shape = f"cylinder{{<0,0,-.2>,<0,0,{rise:.2f}>,{outer:.2f}}}"
        elif kind in {"tray", "eight"}:
            box = "box{{<{0:.2f},{0:.2f},{1}>,<{2:.2f},{2:.2f},{3:.2f}>}}"
            inner = box.format(-wide, 0, wide, 9)
            whole = box.format(-outer, -0.2, outer, self.high)
            if kind == "eight":
                inner = f"intersection{{{inner} object{{{inner} rotate z*45}}}}"
                whole = f"intersection{{{whole} object{{{whole} rotate z*45}}}}"
            cut, shape = inner, whole
        edge = f"difference{{object{{{shape}}} object{{{cut}}} {rim_texture}}}"
        bottom = f"plane{{z,.001 clipped_by{{object{{{cut} translate -z*.05}}}} {floor}}}"
        self.sdl = edge if kind == "hollow" else f"{edge}\n{bottom}"

    def floor(self, at):
        """Height of the floor at x, y and its lean as a rotation (3, 3), and the degrees of it."""
        if self.kind != "hollow":
            return 0.0, np.eye(3), 0.0
        off = float(np.hypot(*at))
        lean = np.arcsin(min(off / self.deep, 1))
        axis = np.array([at[1], -at[0], 0.0]) / max(off, 1e-6)
        return self.deep * (1 - np.cos(lean)), about(axis, lean), float(np.degrees(lean))

    def hides(self, points, eye):
        """Of points (N, 3): whether the near rim stands between them and the eye."""
        steps = np.linspace(0, 1, 200)[:, None, None] ** 2
        way = points + (eye - points) * steps
        if self.kind in {"tray", "eight"}:
            off = np.abs(way[..., :2]).max(-1)
        else:
            off = np.hypot(way[..., 0], way[..., 1])
        top = self.high + (self.wide**2 / (2 * self.deep) if self.kind == "hollow" else 0)
        return ((off > self.wide) & (off < self.wide * 1.3 + 0.7) & (way[..., 2] < top)).any(0)

    def holds(self, at, turn):
        """Whether a die at x, y lies on the floor, clear of the rim."""
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        corners = corners @ about((0, 0, 1), turn)[:2, :2].T + at
        if self.kind in {"turned", "stone", "hollow"}:
            return bool((np.hypot(*corners.T) < self.wide - 0.02).all())
        reach = np.abs(corners).max()
        if self.kind == "eight":
            reach = max(reach, np.abs(corners @ about((0, 0, 1), np.pi / 4)[:2, :2]).max())
        return bool(reach < self.wide - 0.02)


def places(rng, vessel, count):
    """x, y, turn: anywhere on the floor, beside another die, or pushed against the rim."""
    taken = []
    for _ in range(300 * count):
        way = rng.uniform(0, 2 * np.pi)
        step = np.array([np.cos(way), np.sin(way)])
        at = step * vessel.wide * np.sqrt(rng.random())
        turn = rng.uniform(0, 2 * np.pi)
        roll = rng.random()
        if taken and roll < 0.3:
            at = taken[rng.integers(len(taken))][:2] + step * rng.uniform(1.02, 1.2)
        elif roll < 0.6:
            while vessel.holds(at + step * 0.04, turn):
                at = at + step * 0.04
        here = np.array([*at, turn])
        if vessel.holds(at, turn) and all(free(here, p) for p in taken):
            taken.append(here)
        if len(taken) == count:
            break
    return taken


def lamps(rng):
    """One or two small lamps, some so low that the rim's shadow falls on the dice; a grey room."""
    parts, count = [], int(rng.choice([1, 1, 1, 2]))
    for _ in range(count):
        high, turn, far = rng.uniform(0.3, 1.35), rng.uniform(0, 2 * np.pi), rng.uniform(12, 60)
        at = np.array([np.cos(high) * np.cos(turn), np.cos(high) * np.sin(turn), np.sin(high)])
        tint = np.array([1, rng.uniform(0.78, 1), rng.uniform(0.5, 1.1)])
        colour = rgb(np.clip(tint * rng.uniform(0.7, 1.25) / count, 0, 1))
        parts.append("light_source{{<{:.2f},{:.2f},{:.2f}> color {}}}".format(*at * far, colour))
    fill = rng.uniform(0.06, 0.35)
    parts.append(f"light_source{{<0,0,80> color rgb {fill:.2f} shadowless}}")
    glow = f"finish{{ambient 0 emission {rng.uniform(0.3, 0.8):.2f} diffuse 0}}"
    steps = "[0 rgb .25][.7 rgb .45][.72 rgb .9][1 rgb .7]"
    room = f"gradient z color_map{{{steps}}} scale 600 translate -z*300"
    parts.append(f"sphere{{0,300 hollow texture{{pigment{{{room}}} {glow}}} no_shadow}}")
    return parts


def leaning(rng, turn):
    """A die that leans on the rim: cocked."""
    way, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(LEAST_LEAN, 50))
    return about((np.cos(way), np.sin(way), 0), lean) @ turn


def scene(rng, out, size, *, judged):
    count = int(rng.choice([2, 3, 4, 5, 6, 8]) if judged else rng.choice([3, 5, 6, 8, 10, 12]))
    kind = str(rng.choice(VESSELS if judged else KNOWN_VESSELS))
    wide = max(np.sqrt(count) * rng.uniform(0.75, 1.6), 1.3)
    vessel = Vessel(rng, kind, wide)
    px = min(size) / (2 * wide) * rng.uniform(0.62, 1.25)
    tilt = np.radians(rng.uniform(*((0, 15), (10, 35), (30, 46))[rng.integers(3)]))
    camera = Camera(size, px, rng.uniform(6, 20) + wide, tilt)
    kinds = [
        style(rng, BODIES if judged else KNOWN_BODIES) for _ in range(int(rng.choice([1, 1, 2, 3])))
    ]
    parts = [HEAD, camera.sdl(), *lamps(rng), f"plane{{z,-.2 {felt(rng)}}}", vessel.sdl]
    dice = []
    for x, y, yaw in places(rng, vessel, count):
        body, value = kinds[rng.integers(len(kinds))], int(rng.integers(1, 7))
        low, lie, degrees = vessel.floor((x, y))
        if degrees > MOST_FLAT:
            continue
        turn, told = lie @ about((0, 0, 1), yaw), value
        if not judged and tilt < 0.25 and rng.random() < 0.1:
            turn, told = leaning(rng, turn), 7
        up = lie @ np.array([0.0, 0.0, 1.0])
        middle = np.array([x, y, low]) + up * float(np.abs(up @ turn).sum()) / 2
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        hidden = vessel.hides(corners / 2 @ turn.T + middle, camera.eye)
        if hidden[1::2].any() or hidden.sum() > 2:
            continue
        parts.append(die_sdl(rng, body, value, turn, middle))
        told_of = {"style": body["kind"], "px": px, "tilt": float(np.degrees(tilt))}
        dice.append({"value": told, "box": camera.box(turn, middle), **told_of})
    image = rendered("\n".join(parts), out, size)
    keep(rng, image, out, {"dice": dice, "ground": kind}, judged=judged)


def main() -> None:
    """Render what is not there yet."""
    render_missing(scene, (640, 800), (0.75, 1.0))


if __name__ == "__main__":
    main()
