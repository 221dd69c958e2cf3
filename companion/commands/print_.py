"""`companion print`: the mat with its corner markers, as a PDF to print at 100 %."""

import io
import math
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from companion.commands.game_choice import forgiven
from companion.whole_file import write_whole
from vision.mat import MARKER_CELLS, Mat, MatError, load_mat

MM = 72.0 / 25.4
"""PDF points in a millimetre."""
CHECK_MM = 100.0
"""Length of the line by which a print is checked with a ruler."""
PAPERS = {"a3": (420.0, 297.0), "a4": (297.0, 210.0)}
"""Landscape pages, mm. `whole` is a page of the sheet's own size, for a print shop."""
EDGE_MM = 6.0
"""Printers leave about 5 mm at a page's edge white; parts overlap, so nothing is lost."""


@click.group()
def command() -> None:
    """Make printable things."""


@command.command()
@click.argument("game")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="PDF to write.")
@click.option(
    "--paper",
    type=click.Choice((*PAPERS, "whole")),
    default="a3",
    show_default=True,
    help="Where the mat is larger than the paper: parts to cut at the dashed lines and glue.",
)
def mat(game: str, out: Path, paper: str) -> None:
    """The mat of GAME: lay it under the camera; cards are read inside its zones."""
    try:
        sheet = load_mat(forgiven(game))
        write_whole(out, mat_pdf(sheet, paper=paper))
    except MatError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}. Nothing was written.") from error
    how = _how(sheet, paper)
    click.echo(f"{out}: print it {how}, at 100 % (not 'fit to page'). Check the 100 mm line.")


def _how(mat: Mat, paper: str) -> str:
    across, down = parts(mat, paper)
    if across * down > 1:
        return f"on {across * down} {paper.upper()} sheets to cut at the dashed lines and glue"
    width, height = mat.size_mm
    return f"on one sheet of {width:.0f} x {height:.0f} mm" if paper == "whole" else "on A3"


def parts(mat: Mat, paper: str) -> tuple[int, int]:
    """How many pages lie side by side, and how many one below the other."""
    page = PAPERS.get(paper, mat.size_mm)
    if all(side <= room for side, room in zip(mat.size_mm, page, strict=True)):
        return (1, 1)
    across, down = (
        math.ceil(side / (room - 2 * EDGE_MM)) for side, room in zip(mat.size_mm, page, strict=True)
    )
    return (across, down)


def mat_pdf(mat: Mat, *, paper: str = "a3") -> bytes:
    """The PDF's bytes: the sheet on one page where it fits on the paper, else on several."""
    from reportlab.pdfgen.canvas import Canvas

    page = PAPERS.get(paper, mat.size_mm)
    across, down = parts(mat, paper)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(page[0] * MM, page[1] * MM), invariant=1)
    canvas.setTitle(f"{mat.title}: mat")
    for row in reversed(range(down)):
        for column in range(across):
            if across * down == 1:
                _sheet(canvas, mat)
            else:
                x = _shift(column, across, mat.size_mm[0], page[0])
                y = _shift(row, down, mat.size_mm[1], page[1])
                _part(canvas, mat, (x, y), (across, down))
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _shift(part: int, parts_: int, side: float, room: float) -> float:
    """How far the sheet is moved on the page of this part: outer parts lie at the page's edge."""
    if part == 0:
        return EDGE_MM
    if part == parts_ - 1:
        return room - EDGE_MM - side
    return room / 2 - (part + 0.5) * side / parts_


def _part(canvas: Any, mat: Mat, at: tuple[float, float], count: tuple[int, int]) -> None:
    """One page: the sheet moved so that its part lies on it, the lines between parts dashed."""
    width, height = mat.size_mm
    canvas.saveState()
    canvas.translate(at[0] * MM, at[1] * MM)
    _sheet(canvas, mat)
    canvas.setDash(2, 3)
    canvas.setLineWidth(0.2 * MM)
    canvas.setStrokeGray(0.5)
    for part in range(1, count[0]):
        x = width * part / count[0] * MM
        canvas.line(x, 0, x, height * MM)
    for part in range(1, count[1]):
        y = height * part / count[1] * MM
        canvas.line(0, y, width * MM, y)
    canvas.restoreState()


def _sheet(canvas: Any, mat: Mat) -> None:
    for zone in mat.zones:
        canvas.setFillColorRGB(*_share(zone.fill))
        canvas.setStrokeColorRGB(*_share(zone.line))
        canvas.setLineWidth(mat.outline_mm * MM)
        x, y = _place(mat, zone.x_mm, zone.y_mm + zone.height_mm)
        canvas.rect(x, y, zone.width_mm * MM, zone.height_mm * MM, stroke=1, fill=1)
        canvas.setFillColorRGB(*_share(zone.line))
        canvas.setFont("Helvetica-Bold", mat.label_mm / 0.72 * MM)
        below = zone.y_mm + zone.height_mm + 2.0 + mat.label_mm
        canvas.drawString(*_place(mat, zone.x_mm, below), zone.label)
    for ident in mat.markers:
        _marker(canvas, mat, ident)
    _rule(canvas, mat)


def _marker(canvas: Any, mat: Mat, ident: int) -> None:
    """The marker as vector squares: crisp on any printer."""
    cells = marker_cells(mat, ident)
    side = mat.marker_mm / MARKER_CELLS
    left, top = mat.markers[ident]
    canvas.setFillGray(0)
    x, y = _place(mat, left, top + mat.marker_mm)
    canvas.rect(x, y, mat.marker_mm * MM, mat.marker_mm * MM, stroke=0, fill=1)
    canvas.setFillGray(1)
    for row, column in np.argwhere(cells):
        x, y = _place(mat, left + float(column) * side, top + float(row + 1) * side)
        canvas.rect(x, y, side * MM, side * MM, stroke=0, fill=1)


def marker_cells(mat: Mat, ident: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """White cells of a marker, its black border included: bool (6, 6)."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary))
    picture = cv2.aruco.generateImageMarker(dictionary, ident, MARKER_CELLS * 4)
    return np.asarray(picture[2::4, 2::4] > 127)  # noqa: PLR2004 - black or white


def _rule(canvas: Any, mat: Mat) -> None:
    """The line to check the print by, and what the sheet is."""
    left, level = mat.rule_mm
    canvas.setStrokeGray(0.3)
    canvas.setLineWidth(0.3 * MM)
    for x in (left, left + CHECK_MM):
        canvas.line(*_place(mat, x, level - 2), *_place(mat, x, level + 2))
    canvas.line(*_place(mat, left, level), *_place(mat, left + CHECK_MM, level))
    canvas.setFillGray(0.3)
    canvas.setFont("Helvetica", 3.2 * MM)
    text = "This line is 100 mm long. If not, print again at 100 %."
    canvas.drawString(*_place(mat, left, level - 3.5), text)
    canvas.drawString(
        *_place(mat, *mat.note_mm),
        f"{mat.title}. Keep the four corner markers in sight of the camera.",
    )


def _place(mat: Mat, x_mm: float, y_mm: float) -> tuple[float, float]:
    """PDF counts from the bottom left, in points."""
    return x_mm * MM, (mat.size_mm[1] - y_mm) * MM


def _share(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
