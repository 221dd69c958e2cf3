"""Thieves of Eldris at the simulated table: the functions of `companion.twin.stage.Stage`.

People lay the Square, move and turn its cards and throw dice; what no camera sees they tell.
"""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.twin.mat import MATS
from companion.twin.optics import Image
from companion.twin.renderer import BACK
from companion.twin.scene import Pictured
from companion.twin.stage import Hands, Sitting
from companion.twin.thieves_of_eldris.cards import KEYS, TRAITS, Card
from companion.twin.thieves_of_eldris.faces import all_faces, draw_back
from companion.twin.thieves_of_eldris.layout import PIECES
from companion.twin.thieves_of_eldris.play import Game
from companion.twin.thieves_of_eldris.slip_dice import all_dice
from companion.twin.thieves_of_eldris.tokens import all_tokens

NAME = "thieves-of-eldris"
SEATS = range(1, 7)
PILES: tuple[str, ...] = ("grid", PIECES, "tray")
SHOWN_ON = "tray"
LIT = True
FAULTS: tuple[str, ...] = ("swap-faces", "camera-black", "mute-people", "misread-aloud")


def mat(_seats: int) -> Path:
    """One mat for every number of seats."""
    return MATS / "thieves-of-eldris.toml"


def faces(style: str) -> Mapping[str, Image]:
    """Both sides of the 24 characters, by the stem of their file."""
    return all_faces(style)


def pictures(style: str) -> Mapping[str, Image]:
    """All faces and the back, and what lies on characters."""
    return {**all_faces(style), BACK: draw_back(), **all_tokens()}


def dice() -> Mapping[str, Image]:
    """The six faces of a slip die."""
    return all_dice()


def card(word: str) -> Card:
    """`str1`, `str1-dark`. Raises ValueError."""
    key, _, side = word.partition("-")
    if key not in KEYS or side not in {"", "dark"}:
        raise ValueError(f"{word!r} is no card: {', '.join(KEYS)}, each with -dark too")
    return Card(key, dark=bool(side))


def other_picture(card: Pictured, rng: random.Random) -> str:
    """Another character with this side up, or another trait of a die."""
    if card.picture in TRAITS:
        return rng.choice([trait for trait in TRAITS if trait != card.picture])
    key, dash, dark = card.picture.partition("-")
    return rng.choice([other for other in KEYS if other != key]) + dash + dark


def open(sitting: Sitting) -> Game:  # noqa: A001 - the stage's own word
    """Shuffle and deal."""
    return Game(sitting)


def hands(_names: dict[int, str], _humans: frozenset[int], _url: str) -> Hands | None:
    """Humans have no hands at this table; they play with real cards."""
    return None
