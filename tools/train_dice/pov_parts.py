# ruff: noqa: D103, PLR2004 - a recipe of numbers, run by hand
"""Dice, tables and lamps as POV-Ray reads them. The side of a die is 1, the table lies at z = 0."""

import colorsys
import sys
from pathlib import Path

import numpy as np

from companion.bench.pips import PIPS

BODIES = ("ivory", "red", "black", "vivid", "marble", "clear", "pearl", "speckle", "wood die")
TABLES = ("wood", "felt", "paper", "cloth", "dark", "leather", "stone", "bowl", "glass")


def rgb(values):
    return "rgb <{:.3f},{:.3f},{:.3f}>".format(*np.clip(values, 0, 1))


def hue(h, s, v):
    return np.array(colorsys.hsv_to_rgb(h % 1, s, v))


def swirl(pattern, *colours):
    """A pigment that runs through the colours."""
    stops = np.linspace(0, 1, len(colours))
    steps = "".join(f"[{stop:.2f} {rgb(c)}]" for stop, c in zip(stops, colours, strict=True))
    return f"pigment{{{pattern} color_map{{{steps}}}}}"


def style(rng, bodies):
    """One kind of dice: textures, and how the cube is rounded and its pips lie."""
    kind = str(rng.choice(bodies))
    pale = np.array([0.95, 0.95, 0.93])
    body, pip = hue(rng.random(), rng.uniform(0.5, 1), rng.uniform(0.3, 0.8)), pale
    if kind == "ivory":
        body = np.array([0.93, 0.91, 0.86]) * rng.uniform(0.85, 1)
        pip = np.full(3, 0.03) if rng.random() < 0.75 else hue(rng.random(), 0.9, 0.5)
    elif kind == "red":
        body = hue(rng.uniform(-0.03, 0.03), rng.uniform(0.8, 1), rng.uniform(0.45, 0.75))
    elif kind == "black":
        body = np.full(3, rng.uniform(0.01, 0.05))
        pip = pale if rng.random() < 0.7 else hue(rng.choice([0, 0.12, 0.35]), 0.8, 0.7)
    elif kind == "wood die":
        body, pip = np.array([0.72, 0.5, 0.3]) * rng.uniform(0.8, 1.2), np.full(3, 0.03)
    elif kind != "clear" and body @ [0.3, 0.59, 0.11] > 0.4:
        pip = np.full(3, 0.03)
    texture = f"texture{{{pigment(rng, kind, body)} {finish(rng)}}}"
    return {
        "kind": kind,
        "body": f"{texture} interior{{ior 1.49}}",
        "pip": inked(pip),
        "one": inked([0.7, 0.05, 0.05]) if rng.random() < 0.12 else inked(pip),
        "edge": rng.uniform(0.025, 0.17),
        "ball": rng.uniform(0.69, 0.8) if rng.random() < 0.5 else None,
        "apart": rng.uniform(0.21, 0.29),
        "radius": rng.uniform(0.06, 0.115),
        "large one": rng.uniform(1, 1.6),
        "depth": rng.choice([0.35, 0.6, 1.0]),
        "tight six": rng.uniform(0.85, 1),
    }


def pigment(rng, kind, body):
    dark, bright = body * rng.uniform(0.3, 0.8), body * rng.uniform(1.2, 1.7)
    if kind == "marble":
        return swirl(
            f"agate scale {rng.uniform(0.3, 1):.2f} turbulence 1", body, bright, dark, body
        )
    if kind == "clear":
        return "pigment{{rgbf <{:.3f},{:.3f},{:.3f},{:.2f}>}}".format(
            *body**0.5, rng.uniform(0.5, 0.85)
        )
    if kind == "wood die":
        return swirl(
            f"wood turbulence .05 scale .15 rotate x*{rng.integers(90)}", body, body * 0.75
        )
    if kind == "pearl":
        return swirl("bozo scale .4 turbulence .8", body, body * 1.5)
    if kind == "speckle":
        return swirl("granite scale .8", body, body, body, hue(rng.random(), 0.5, 0.9), body)
    return f"pigment{{{rgb(body)}}}"


def finish(rng):
    shine, rough = rng.uniform(0.05, 0.55), 10 ** rng.uniform(-2.7, -1.3)
    return (
        f"finish{{ambient .02 diffuse .75 specular {shine:.2f} roughness {rough:.4f} "
        f"reflection{{0,{rng.uniform(0, 0.5):.3f} fresnel on}} conserve_energy}}"
    )


def inked(colour):
    return f"texture{{pigment{{{rgb(colour)}}} finish{{ambient .02 diffuse .8 specular .1}}}}"


def die_sdl(rng, kind, value, turn, middle):
    """A die of this style with `value` on the face that `turn` (3, 3) leaves uppermost."""
    sharp = kind["edge"] < 0.06
    power = max(kind["edge"] * 1.6, 0.04)
    cube = "box{-.5,.5}" if sharp else f"superellipsoid{{<{power:.3f},{power:.3f}> scale .5}}"
    if kind["ball"]:
        cube = f"intersection{{object{{{cube}}} sphere{{0,{kind['ball']:.3f}}}}}"
    hollows = "\n".join(
        hollow
        for axis, sign, number in faces(rng, value)
        for hollow in pips(rng, kind, axis, sign, number)
    )
    numbers = ",".join(f"{v:.5f}" for v in [*turn.T.ravel(), *middle])
    texture = f"cutaway_textures {kind['body']}"
    return f"difference{{object{{{cube}}} {hollows} {texture} matrix<{numbers}>}}"


def faces(rng, value):
    """Axis, sign and number of the six faces, opposite ones making seven."""
    one = int(rng.choice([n for n in PIPS if n not in (value, 7 - value)]))
    two = int(rng.choice([n for n in PIPS if n not in (value, 7 - value, one, 7 - one)]))
    for axis, number in ((2, value), (0, one), (1, two)):
        yield from ((axis, 1, number), (axis, -1, 7 - number))


def pips(rng, kind, axis, sign, number):
    """Balls that are cut out of a face."""
    across = [n for n in range(3) if n != axis]
    if rng.random() < 0.5:
        across.reverse()
    radius = kind["radius"] * (kind["large one"] if number == 1 else 1)
    deep = radius * kind["depth"]
    ball = (radius**2 + deep**2) / (2 * deep)
    row = kind["tight six"] if number == 6 else 1.0
    for a, b in PIPS[number]:
        at = np.zeros(3)
        at[across] = a * kind["apart"], b * kind["apart"] * row
        at[axis] = sign * (0.5 + ball - deep)
        ink = kind["one"] if number == 1 else kind["pip"]
        yield "sphere{{<{:.4f},{:.4f},{:.4f}>,{:.4f} {}}}".format(*at, ball, ink)


def table(rng, tables):
    """Kind of the ground and its texture."""
    kind = str(rng.choice(tables))
    body = hue(rng.random(), rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.6))
    grain = np.array([0.6, 0.4, 0.24]) * rng.uniform(0.4, 1.4)
    size, turn = rng.uniform(0.3, 1.4), rng.integers(180)
    rough = {
        "felt": "normal{bumps .6 scale .02}",
        "leather": "normal{crackle .5 scale .12 turbulence .3}",
        "cloth": "normal{bumps .2 scale .03}",
        "dark": "normal{bumps .15 scale .05}",
    }
    wood = swirl(
        f"wood turbulence .06 octaves 4 scale {size:.2f} rotate <88,0,{turn}>",
        *(grain * share for share in (1, 0.8, 0.55)),
    )
    two = body, body + rng.uniform(-0.3, 0.4, 3)
    colour = {
        "wood": wood,
        "bowl": wood,
        "felt": swirl("bozo scale .03", body * 0.9, body),
        "leather": f"pigment{{{rgb(hue(rng.uniform(0.02, 0.1), 0.6, rng.uniform(0.1, 0.5)))}}}",
        "paper": f"pigment{{{rgb(np.full(3, rng.uniform(0.6, 0.95)))}}}",
        "stone": swirl(f"granite scale {size * 2:.2f}", np.full(3, 0.4), np.full(3, 0.75)),
        "cloth": "pigment{{checker {} {} scale {:.2f} rotate z*{}}}".format(
            *map(rgb, two), size * 2, turn
        ),
        "glass": f"pigment{{{rgb(body * 0.5)}}}",
        "dark": f"pigment{{{rgb(np.full(3, rng.uniform(0.01, 0.08)))}}}",
    }
    mirrors = "finish{diffuse .5 reflection .25 specular .4}" if kind == "glass" else ""
    shine = mirrors or f"finish{{diffuse .7 specular {rng.uniform(0, 0.25):.2f} roughness .03}}"
    return kind, f"texture{{{colour[kind]} {rough.get(kind, '')} {shine}}}"


def walls(rng, kind, texture, reach):
    """The rim of a bowl or a tray around `reach` (x, y) from the middle; of other tables seldom."""
    high, wide = rng.uniform(0.7, 2.2), max(reach) * 1.15 + 0.6
    if kind == "bowl":
        ring = f"cylinder{{<0,0,-.1>,<0,0,{high:.2f}>,{wide + 0.4:.2f}}}"
        return f"difference{{{ring} cylinder{{<0,0,-.2>,<0,0,9>,{wide:.2f}}} {texture}}}"
    if rng.random() > 0.15:
        return ""
    x, y = (r * 1.2 + 0.8 for r in reach)
    outer = f"box{{<{-x - 0.4:.2f},{-y - 0.4:.2f},-.1>,<{x + 0.4:.2f},{y + 0.4:.2f},{high:.2f}>}}"
    return f"difference{{{outer} box{{<{-x:.2f},{-y:.2f},-1>,<{x:.2f},{y:.2f},9>}} {texture}}}"


def lights(rng, soft):
    """One or two lamps, hard or soft, a room that is mirrored, and now and then a window."""
    count = int(rng.choice([1, 1, 2]))
    parts = []
    for _ in range(count):
        high, turn, far = rng.uniform(0.35, 1.45), rng.uniform(0, 2 * np.pi), rng.uniform(15, 60)
        at = (
            np.array([np.cos(high) * np.cos(turn), np.cos(high) * np.sin(turn), np.sin(high)]) * far
        )
        tint = np.array([1, rng.uniform(0.8, 1), rng.uniform(0.55, 1.05)])
        lamp = rng.uniform(2, 10)
        area = (
            f"area_light x*{lamp:.1f},y*{lamp:.1f},3,3 adaptive 1 jitter"
            if rng.random() < soft
            else ""
        )
        colour = rgb(tint * rng.uniform(0.55, 1.1) / count)
        parts.append("light_source{{<{:.2f},{:.2f},{:.2f}> color {} {}}}".format(*at, colour, area))
    fill = rng.uniform(0.1, 0.4)
    for at, share in (("<0,0,80>", 1.0), ("<40,-30,30>", 0.5)):
        parts.append(f"light_source{{{at} color rgb {fill * share:.2f} shadowless}}")
    steps = "[0 rgb .25][.7 rgb .45][.72 rgb .9][1 rgb .7]"
    room = f"gradient z color_map{{{steps}}} scale 600 translate -z*300"
    glow = "finish{ambient 0 emission .7 diffuse 0}"
    parts.append(f"sphere{{0,300 hollow texture{{pigment{{{room}}} {glow}}} no_shadow}}")
    if rng.random() < 0.6:
        x, y, z = rng.uniform(-20, 20), rng.uniform(-25, -8), rng.uniform(10, 25)
        parts.append(
            "box{<-6,-.1,-4>,<6,.1,4> texture{pigment{rgb 1} finish{emission 1.2 diffuse 0}} "
            f"rotate x*{rng.integers(90)} translate <{x:.1f},{y:.1f},{z:.1f}> no_shadow}}"
        )
    return parts


def render_missing(scene, widths, shapes):
    """Render what is not there yet: `DIR COUNT SEED [judged]` on the command line.

    scene: Called with a generator, a file without its ending, a size, and whether it judges.
    widths: Of pictures that judge, px; others are 416 wide. shapes: Height over width.
    """
    folder, count, seed, judged = Path(sys.argv[1]), *map(int, sys.argv[2:4]), len(sys.argv) > 4
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        out = folder / f"{number:04d}"
        wide = 416
        if judged:  # to choose among one would draw from the generator
            wide = int(rng.choice(widths)) if len(widths) > 1 else widths[0]
        size = wide, int(wide * rng.choice(shapes))
        if not out.with_suffix(".json").exists():
            scene(rng, out, size, judged=judged)
