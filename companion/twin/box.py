"""What comes out of a game's box and can be seen on the table."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from companion.twin.optics import Image
from companion.twin.scene import Pictured

SETS = ("distinct", "similar")
"""Sets of card pictures: easily told apart, and as similar as printed cards can be."""


class Box(Protocol):
    """Mat, pictures and piles of one game."""

    PILES: tuple[str, ...]
    """What can lie on the mat, as the scene names it: the lowest first."""
    LIT: bool
    """Whether the camera is shown the table; where not, people play by phones alone."""

    def mat(self, seats: int) -> Path:
        """The printed mat's description."""

    def pictures(self, style: str) -> Mapping[str, Image]:
        """Every picture that the renderer needs: faces by `Pictured.picture`, and backs."""

    def dice(self) -> Mapping[str, Image]:
        """Faces of its dice or sides of its tokens, as they are taught, by name: square."""

    def other_picture(self, card: Pictured, rng: random.Random) -> str:
        """A picture of another kind of card (a fault of the renderer alone)."""
