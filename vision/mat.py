"""The printed mat: where its markers and zones lie, in millimetres.

The numbers live in `vision/mats/<game>.toml`, so that the printer, the eye and any simulated table
read the same ones. Origin: top left corner of the sheet, x to the right, y down.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

FORMAT = 1
MARKER_CELLS = 6
"""Cells along a side of a 4x4 marker, its black border included."""
_HERE = Path(__file__).parent / "mats"

Floats = npt.NDArray[np.float32]
Colour = tuple[int, int, int]
Kind = Literal["pile", "line", "grid", "tray", "tokens", "place"]
Side = Literal["bottom", "left", "top", "right"]
_QUARTERS: Mapping[Side, int] = {"bottom": 0, "left": 1, "top": 2, "right": 3}
"""Quarter turns clockwise by which what a side sees as its top left lies from the sheet's."""


class MatError(ValueError):
    """A mat file is missing or makes no sense; the message names the field and the cure."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle of the mat that is watched.

    Attributes:
        name: `pot`, `portal`.
        label: As printed.
        x_mm: Left edge; likewise `y_mm` top, `width_mm`, `height_mm`.
        fill: Printed colour inside, sRGB.
        line: Printed colour of the outline, sRGB.
        kind: `pile` (the card on top counts), `line` (a row of cards), `grid` (rows of them),
            `tray` (dice), `tokens` (round ones with two sides), or `place` (printed, never read).
        columns: Cells side by side of a line or grid, as its owner sees them; likewise `rows`.
        facing: The side of the sheet at which its owner sits. Their left to right is counted, so a
            line that faces `top` reads mirrored for the camera.
        holds: The tokens that lie there, by the key of their first side; anywhere inside.
    """

    name: str
    label: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    fill: Colour
    line: Colour
    kind: Kind = "pile"
    columns: int = 0
    rows: int = 0
    facing: Side = "bottom"
    holds: tuple[str, ...] = ()

    @property
    def cells(self) -> int:
        """How many cards lie side by side there; 0 for a pile or a tray."""
        return self.columns * self.rows

    def cell_mm(self, place: int) -> Floats:
        """Corners of one cell as its owner sees it, clockwise from its top left: float32 (4, 2).

        Cells count row by row from the owner's top left. Raises IndexError.
        """
        if not 0 <= place < self.cells:
            raise IndexError(f"{self.name} has {self.cells} cells, not a cell {place}")
        row, column = divmod(place, self.columns)
        corners = np.roll(self.corners_mm(), -_QUARTERS[self.facing], axis=0)
        right = (corners[1] - corners[0]) / self.columns
        down = (corners[3] - corners[0]) / self.rows
        start = corners[0] + right * column + down * row
        return np.array([start, start + right, start + right + down, start + down], np.float32)

    def corners_mm(self) -> Floats:
        """float32 (4, 2), clockwise from top left."""
        x, y, w, h = self.x_mm, self.y_mm, self.width_mm, self.height_mm
        return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


@dataclass(frozen=True, slots=True)
class Mat:
    """A printed mat.

    Attributes:
        size_mm: Width and height of the sheet.
        colour: Of the bare sheet, sRGB.
        dictionary: Name of the ArUco dictionary in cv2.aruco.
        marker_mm: Side of a marker's black square.
        markers: Marker id to the top left corner of its black square.
        zones: Watched rectangles.
        outline_mm: Width of the zones' outline.
        label_mm: Height of the capitals of the labels.
        rule_mm: Left end of the line by which a print is checked; likewise `note_mm`, the sentence
            about the markers.
    """

    game: str
    title: str
    size_mm: tuple[float, float]
    colour: Colour
    dictionary: str
    marker_mm: float
    markers: Mapping[int, tuple[float, float]]
    zones: tuple[Zone, ...]
    outline_mm: float
    label_mm: float
    rule_mm: tuple[float, float]
    note_mm: tuple[float, float]

    def marker_corners_mm(self, ident: int) -> Floats:
        """float32 (4, 2), clockwise from top left, in the order cv2.aruco reports them."""
        x, y = self.markers[ident]
        side = self.marker_mm
        return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)

    def zone(self, name: str) -> Zone:
        """By name. Raises KeyError."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)


def known_mats() -> tuple[str, ...]:
    """Games whose mat ships, in order."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.toml")))


def load_mat(game: str) -> Mat:
    """The mat that ships for `game`. Raises MatError."""
    path = _HERE / f"{game}.toml"
    if not path.is_file():
        raise MatError(f"There is no mat for {game!r}. Choose one of: {', '.join(known_mats())}.")
    return parse_mat(path.read_text(encoding="utf-8"), name=path.name)


def parse_mat(text: str, *, name: str = "mat") -> Mat:
    """A mat from the text of its TOML file. Raises MatError naming `name` and the field."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MatError(f"{name} is not valid TOML ({error}). Restore the shipped file.") from error
    if data.get("format") != FORMAT:
        raise MatError(f"{name}: format is {data.get('format')!r}, this version reads {FORMAT}.")
    try:
        return _build(data)
    except (KeyError, TypeError, ValueError) as error:
        raise MatError(f"{name}: missing or wrong field ({error}). Restore it.") from error


def _build(data: Mapping[str, Any]) -> Mat:
    width, height = data["sheet"]["size_mm"]
    return Mat(
        game=data["game"],
        title=data["title"],
        size_mm=(float(width), float(height)),
        colour=_colour(data["sheet"]["colour"]),
        dictionary=data["markers"]["dictionary"],
        marker_mm=float(data["markers"]["size_mm"]),
        markers={
            int(m["id"]): (float(m["top_left_mm"][0]), float(m["top_left_mm"][1]))
            for m in data["markers"]["at"]
        },
        zones=tuple(_zone(z) for z in data["zones"]),
        outline_mm=float(data["outline"]["width_mm"]),
        label_mm=float(data["outline"]["label_height_mm"]),
        rule_mm=_point(data["rule"]["at_mm"]),
        note_mm=_point(data["note"]["at_mm"]),
    )


def _point(value: Any) -> tuple[float, float]:
    x, y = (float(v) for v in value)
    return (x, y)


def _zone(data: Mapping[str, Any]) -> Zone:
    x, y, w, h = (float(v) for v in data["rect_mm"])
    return Zone(
        name=data["name"],
        label=data["label"],
        x_mm=x,
        y_mm=y,
        width_mm=w,
        height_mm=h,
        fill=_colour(data["fill"]),
        line=_colour(data["line"]),
        **_layout(data),
    )


def _layout(data: Mapping[str, Any]) -> dict[str, Any]:
    """Kind, cells and side of a zone. Raises ValueError with what is wrong."""
    kind, facing = data.get("kind", "pile"), data.get("facing", "bottom")
    columns, rows = int(data.get("columns", 0)), int(data.get("rows", 0))
    if kind not in get_args(Kind):
        raise ValueError(f"kind of zone {data['name']} is {kind!r}, not one of {get_args(Kind)}")
    if facing not in get_args(Side):
        raise ValueError(f"zone {data['name']} faces {facing!r}, not one of {get_args(Side)}")
    if kind == "line":
        rows = 1
    if kind in {"line", "grid"} and min(columns, rows) < 1:
        raise ValueError(f"zone {data['name']} needs columns, and a grid rows as well")
    holds = tuple(map(str, data.get("holds", ())))
    if (kind == "tokens") != bool(holds):
        raise ValueError(f"zone {data['name']}: a zone of tokens, and no other, says what it holds")
    return {"kind": kind, "columns": columns, "rows": rows, "facing": facing, "holds": holds}


def _colour(value: Any) -> Colour:
    red, green, blue = (int(v) for v in value)
    return (red, green, blue)


MAT_WIZARD_THIEVES = load_mat("wizard-thieves")
