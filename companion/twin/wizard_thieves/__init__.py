"""Wizard Thieves at the simulated table: the functions of `companion.twin.stage.Stage`."""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.twin.mat import MATS
from companion.twin.optics import Image
from companion.twin.renderer import BACK
from companion.twin.scene import Pictured
from companion.twin.stage import Sitting
from companion.twin.wizard_thieves.cards import Card, all_keys, all_pictures
from companion.twin.wizard_thieves.faces import draw, draw_back
from companion.twin.wizard_thieves.human import Hands
from companion.twin.wizard_thieves.play import Game

NAME = "wizard-thieves"
SEATS = range(2, 5)
PILES: tuple[str, ...] = ("portal", "pot")
LIT = True
SHOWN_ON = "pot"
FAULTS: tuple[str, ...] = (
    "swap-faces",
    "camera-black",
    "delay-edges",
    "shuffle-edges",
    "mute-people",
)


def mat(_seats: int) -> Path:
    """One mat for every number of seats."""
    return MATS / "wizard-thieves.toml"


def faces(style: str) -> Mapping[str, Image]:
    """The 56 pictures of a set, by the stem of their file."""
    return {card.picture: draw(card, style) for card in all_pictures()}


def pictures(style: str) -> Mapping[str, Image]:
    """All faces and the back."""
    return {**faces(style), BACK: draw_back()}


def dice() -> Mapping[str, Image]:
    """There are none in the box."""
    return {}


def card(word: str) -> Card:
    """`gem:1`, or `gem:1/3` with its third border. Raises ValueError."""
    key, _, border = word.partition("/")
    if key not in all_keys() or border not in {"", "1", "2", "3", "4"}:
        raise ValueError(f"{word!r} is no card: {', '.join(all_keys())}")
    return Card(all_keys().index(key), key, 0 if key.startswith("item:") else int(border or 1))


def other_picture(card: Pictured, rng: random.Random) -> str:
    """Another kind of card, with the same border where it has one."""
    assert isinstance(card, Card)  # noqa: S101 - the scene of this game holds no others
    other = rng.choice([key for key in all_keys() if key != card.key])
    border = 0 if other.startswith("item:") else card.border or 1
    return Card(-1, other, border).picture


def open(sitting: Sitting) -> Game:  # noqa: A001 - the stage's own word
    """Shuffle and deal; decks lie before the players, out of the camera's sight."""
    return Game(sitting)


def hands(names: dict[int, str], humans: frozenset[int], url: str) -> Hands:
    """Hands that flip, slap and take."""
    return Hands(names, humans, url)
