"""Thieves of Eldris at the simulated table: the functions of `companion.twin.stage.Stage`.

The camera is shown a dark table: people play it by their phones alone.
"""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.twin.mat import MATS
from companion.twin.optics import Image
from companion.twin.renderer import BACK
from companion.twin.scene import Pictured
from companion.twin.stage import Hands, Sitting
from companion.twin.thieves_of_eldris.cards import KEYS, Card
from companion.twin.thieves_of_eldris.faces import all_faces, draw_back
from companion.twin.thieves_of_eldris.play import Game

NAME = "thieves-of-eldris"
SEATS = range(1, 7)
PILES: tuple[str, ...] = ("grid",)
SHOWN_ON = "grid"
LIT = False
FAULTS: tuple[str, ...] = ("mute-people", "misread-aloud")


def mat(_seats: int) -> Path:
    """One mat for every number of seats."""
    return MATS / "thieves-of-eldris.toml"


def faces(style: str) -> Mapping[str, Image]:
    """Both sides of the 24 characters, by the stem of their file."""
    return all_faces(style)


def pictures(style: str) -> Mapping[str, Image]:
    """All faces and the back."""
    return {**all_faces(style), BACK: draw_back()}


def card(word: str) -> Card:
    """`str1`, `str1-dark`. Raises ValueError."""
    key, _, side = word.partition("-")
    if key not in KEYS or side not in {"", "dark"}:
        raise ValueError(f"{word!r} is no card: {', '.join(KEYS)}, each with -dark too")
    return Card(key, dark=bool(side))


def other_picture(card: Pictured, rng: random.Random) -> str:
    """Another character."""
    return rng.choice([key for key in KEYS if key != card.picture])


def open(sitting: Sitting) -> Game:  # noqa: A001 - the stage's own word
    """Shuffle and deal."""
    return Game(sitting)


def hands(_names: dict[int, str], _humans: frozenset[int], _url: str) -> Hands | None:
    """Humans have no hands at this table; they play with real cards."""
    return None
