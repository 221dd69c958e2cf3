"""The games that the simulated table knows."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import cv2

from companion.twin import skullduggery, thieves_of_eldris, wizard_thieves
from companion.twin.stage import Stage

STAGES: Mapping[str, Stage] = MappingProxyType(
    {stage.NAME: stage for stage in (wizard_thieves, skullduggery, thieves_of_eldris)}
)
"""By name, as the companion under test calls them."""


def write_faces(stage: Stage, style: str, out: Path, *, dice: bool = False) -> list[Path]:
    """Write a set of cards, or the faces of dice, as PNG named for `companion teach`.

    Returns the paths.
    """
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for stem, picture in (stage.dice() if dice else stage.faces(style)).items():
        path = out / f"{stem}.png"
        cv2.imwrite(str(path), picture)
        paths.append(path)
    return paths
