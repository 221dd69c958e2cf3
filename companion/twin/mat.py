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


_ACROSS = {"bottom": (1.0, 0.0), "left": (0.0, 1.0), "top": (-1.0, 0.0), "right": (0.0, -1.0)}
"""Where the right hand of somebody is who sits at that side and looks at the sheet."""
_TURNS = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}


@dataclass(frozen=True, slots=True)
class Area:
    """A printed rectangle, millimetres from the sheet's top left corner.

    Attributes:
        columns: Cards that lie side by side there, 0 for a pile; `rows` of them.
        facing: At which side of the sheet its owner sits.
    """

    x: float
    y: float
    width: float
    height: float
    columns: int = 0
    facing: str = "bottom"
    rows: int = 1

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre, mm."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    @property
    def turn(self) -> float:
        """By how many degrees a card is turned that its owner sees upright."""
        return _TURNS[self.facing]

    def cell(self, place: int) -> tuple[float, float]:
        """The middle of a place, counted row by row from the owner's top left, mm."""
        dx, dy = _ACROSS[self.facing]
        row, column = divmod(place, self.columns)
        sideways = self.facing in {"left", "right"}
        long, deep = (self.height, self.width) if sideways else (self.width, self.height)
        across = ((column + 0.5) / self.columns - 0.5) * long
        down = ((row + 0.5) / self.rows - 0.5) * deep
        x, y = self.middle
        return (x + dx * across - dy * down, y + dy * across + dx * down)

    def home(self, sheet_mm: tuple[float, float]) -> tuple[float, float]:
        """Where its owner's hand rests, well outside the sheet, mm."""
        (x, y), (width, height) = self.middle, sheet_mm
        if self.facing in {"left", "right"}:
            return (width * (-0.6 if self.facing == "left" else 1.6), y)
        return (x, height * (1.8 if self.facing == "bottom" else -0.8))


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
    zones = {zone["name"]: _area(zone) for zone in data["zones"]}
    return Sheet(width, height, zones, _print(data))


def _area(zone: dict[str, Any]) -> Area:
    x, y, width, height = zone["rect_mm"]
    columns, facing = zone.get("columns", 0), zone.get("facing", "bottom")
    return Area(x, y, width, height, columns, facing, zone.get("rows", 1))


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
