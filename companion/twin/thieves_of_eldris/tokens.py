"""Tokens and wagers that lie on characters, drawn by us: the rulebook lays them on the cards."""

from collections.abc import Mapping

from companion.twin.optics import Image
from companion.twin.shapes import Canvas, Colour, regular, star
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.truth import Truth

NAMES = ("target", "cutpurse", "rival", "threat", "coin")
_SIDE = 400
_RING: dict[str, tuple[Colour, Colour]] = {
    "target": ((235, 235, 240), (190, 90, 30)),
    "cutpurse": ((60, 110, 50), (230, 235, 230)),
    "rival": ((40, 40, 130), (235, 235, 240)),
    "threat": ((225, 230, 238), (40, 40, 150)),
    "coin": ((70, 190, 235), (30, 90, 120)),
}
"""Ground and drawing, BGR."""


def due(truth: Truth, options: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """What lies on which characters by the rulebook, for tables that use the tokens."""
    found: dict[str, tuple[str, ...]] = {}
    if not truth.grid or not truth.uses_display:
        return found
    tokens = options.get("solo_tokens" if isinstance(truth, SoloTruth) else "target_tokens")
    if tokens != "false":
        found.update(dict.fromkeys(truth.display, ("target",)))
    if isinstance(truth, SoloTruth):
        if tokens != "false":
            found.update(dict.fromkeys(truth.rivals, ("rival",)))
            found.update(dict.fromkeys(truth.threats, ("threat",)))
            if truth.cutpurse:
                found[truth.cutpurse] = ("cutpurse",)
        for card in truth.wagers:
            found[card] = (*found.get(card, ()), "coin")
    return found


def picture(name: str) -> str:
    """The renderer's name of it."""
    return f"token-{name}"


def draw(name: str) -> Image:
    """One of them: BGR uint8, (400, 400, 3); the renderer cuts out the disc."""
    ground, ink = _RING[name]
    canvas = Canvas(_SIDE, _SIDE, ground)
    middle = (_SIDE / 2, _SIDE / 2)
    if name == "target":
        for radius, colour in ((150, ink), (100, ground), (50, ink)):
            canvas.poly(middle, regular(48, radius), colour)
    elif name == "cutpurse":
        canvas.poly(middle, regular(3, 140, turn=-90), ink)
    elif name == "coin":
        canvas.word("1", middle, 200, ink)
    else:
        canvas.poly(middle, star(4 if name == "rival" else 3, 150, 50), ink)
    return canvas.pixels


def all_tokens() -> dict[str, Image]:
    """By the renderer's names."""
    return {picture(name): draw(name) for name in NAMES}
