"""The printed mat as a thing on the twin's table: read from the same TOML that the printer uses."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MATS = Path(__file__).parents[2] / "vision" / "mats"
PRINT_PX_MM = 3.0
"""Resolution of the printed picture before the camera looks at it."""


@dataclass(frozen=True, slots=True)
class Area:
    """A printed rectangle, millimetres from the sheet's top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre, mm."""
        return (self.x + self.width / 2, self.y + self.height / 2)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What lies on the table: size (mm), zones by name, and the print, BGR uint8 at PRINT_PX_MM."""

    width: float
    height: float
    zones: dict[str, Area]
    print: NDArray[np.uint8]


def load_sheet(path: Path) -> Sheet:
    """Read the mat's description and print it."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    width, height = data["sheet"]["size_mm"]
    zones = {zone["name"]: Area(*zone["rect_mm"]) for zone in data["zones"]}
    return Sheet(width, height, zones, _print(data))


def _print(data: dict[str, Any]) -> NDArray[np.uint8]:
    width, height = (round(side * PRINT_PX_MM) for side in data["sheet"]["size_mm"])
    paper = np.full((height, width, 3), _bgr(data["sheet"]["colour"]), np.uint8)
    line = max(1, round(data["outline"]["width_mm"] * PRINT_PX_MM))
    for zone in data["zones"]:
        x, y, w, h = (round(side * PRINT_PX_MM) for side in zone["rect_mm"])
        cv2.rectangle(paper, (x, y), (x + w, y + h), _bgr(zone["fill"]), -1)
        cv2.rectangle(paper, (x, y), (x + w, y + h), _bgr(zone["line"]), line)
        place = (x, y + h + round((data["outline"]["label_height_mm"] + 2) * PRINT_PX_MM))
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(paper, zone["label"], place, font, 0.7, _bgr(zone["line"]), 2, cv2.LINE_AA)
    markers = data["markers"]
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers["dictionary"]))
    side = round(markers["size_mm"] * PRINT_PX_MM)
    for marker in markers["at"]:
        x, y = (round(at * PRINT_PX_MM) for at in marker["top_left_mm"])
        picture = cv2.aruco.generateImageMarker(dictionary, marker["id"], side)
        paper[y : y + side, x : x + side] = picture[:, :, None]
    return paper


def _bgr(rgb: list[int]) -> tuple[int, int, int]:
    red, green, blue = rgb
    return (blue, green, red)
