"""Skullduggery at the simulated table: the functions of `companion.twin.stage.Stage`."""

import random
from collections.abc import Mapping
from pathlib import Path

from companion.twin.mat import MATS
from companion.twin.optics import Image
from companion.twin.renderer import BACK
from companion.twin.scene import Pictured
from companion.twin.skullduggery.cards import NUMBERS, Card
from companion.twin.skullduggery.faces import all_faces, draw_back
from companion.twin.skullduggery.human import Hands
from companion.twin.skullduggery.play import Game
from companion.twin.skullduggery.tokens import all_sides, all_taught
from companion.twin.stage import Sitting

NAME = "skullduggery"
SEATS = range(2, 7)
PILES: tuple[str, ...] = ("tokens", "pile", "discard", "spyglass", "lines")
LIT = True
SHOWN_ON = "discard"
FAULTS: tuple[str, ...] = ("swap-faces", "camera-black", "mute-people", "misread-aloud")


def mat(_seats: int) -> Path:
    """One mat for every number of seats."""
    return MATS / "skullduggery.toml"


def faces(style: str) -> Mapping[str, Image]:
    """Nine numbers and the back, by the stem of their file."""
    return {**all_faces(style), BACK: draw_back()}


def pictures(style: str) -> Mapping[str, Image]:
    """All faces and the back, and the tokens."""
    return {**faces(style), **all_sides()}


def dice() -> Mapping[str, Image]:
    """Its tokens are taught likewise."""
    return all_taught()


def card(word: str) -> Card:
    """`number:5`. Raises ValueError."""
    keys = {f"number:{value}": value for value in NUMBERS}
    if word not in keys:
        raise ValueError(f"{word!r} is no card: {', '.join(keys)}")
    return Card(-1, keys[word])


def other_picture(card: Pictured, rng: random.Random) -> str:
    """Another number."""
    others = [Card(-1, value).picture for value in NUMBERS]
    return rng.choice([picture for picture in others if picture != card.picture])


def open(sitting: Sitting) -> Game:  # noqa: A001 - the stage's own word
    """Shuffle and deal."""
    return Game(sitting)


def hands(names: dict[int, str], humans: frozenset[int], url: str) -> Hands:
    """Hands that draw, lay, look and turn up."""
    return Hands(names, humans, url)
