"""`companion print`: the mat with its corner markers, as a PDF to print at 100 %."""

import io
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from companion.commands.whole_file import write_whole
from vision.mat import MARKER_CELLS, Mat, MatError, load_mat

MM = 72.0 / 25.4
"""PDF points in a millimetre."""
CHECK_MM = 100.0
"""Length of the line by which a print is checked with a ruler."""
PAPERS = ("a3", "a4")
A4_MM = (297.0, 210.0)
EDGE_MM = 6.0
"""Printers leave about 5 mm at a page's edge white; quarters overlap, so nothing is lost."""


@click.group()
def command() -> None:
    """Make printable things."""


@command.command()
@click.argument("game")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), help="PDF to write.")
@click.option(
    "--paper",
    type=click.Choice(PAPERS),
    default="a3",
    show_default=True,
    help="a4: four A4 sheets to cut at the dashed lines and glue together.",
)
def mat(game: str, out: Path, paper: str) -> None:
    """The mat of GAME: lay it under the camera; cards are read inside its zones."""
    try:
        write_whole(out, mat_pdf(load_mat(game), paper=paper))
    except MatError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}. Nothing was written.") from error
    how = "on A3" if paper == "a3" else "on four A4 sheets to cut at the dashed lines and glue"
    click.echo(f"{out}: print it {how}, at 100 % (not 'fit to page'). Check the 100 mm line.")


def mat_pdf(mat: Mat, *, paper: str = "a3") -> bytes:
    """The PDF's bytes. `paper`: `a3` (the sheet itself) or `a4` (its quarters on four pages)."""
    from reportlab.pdfgen.canvas import Canvas

    width, height = mat.size_mm
    buffer = io.BytesIO()
    page = (width, height) if paper == "a3" else A4_MM
    canvas = Canvas(buffer, pagesize=(page[0] * MM, page[1] * MM), invariant=1)
    canvas.setTitle(f"{mat.title}: mat")
    if paper == "a3":
        _sheet(canvas, mat)
        canvas.showPage()
    else:
        for bottom in (True, False):
            for left in (True, False):
                _quarter(canvas, mat, left=left, bottom=bottom)
    canvas.save()
    return buffer.getvalue()


def _quarter(canvas: Any, mat: Mat, *, left: bool, bottom: bool) -> None:
    """One A4 page: the sheet shifted to one corner, the middle lines of the sheet dashed."""
    width, height = mat.size_mm
    x = EDGE_MM if left else A4_MM[0] - EDGE_MM - width
    y = EDGE_MM if bottom else A4_MM[1] - EDGE_MM - height
    canvas.saveState()
    canvas.translate(x * MM, y * MM)
    _sheet(canvas, mat)
    canvas.setDash(2, 3)
    canvas.setLineWidth(0.2 * MM)
    canvas.setStrokeGray(0.5)
    canvas.line(width / 2 * MM, 0, width / 2 * MM, height * MM)
    canvas.line(0, height / 2 * MM, width * MM, height / 2 * MM)
    canvas.restoreState()
    canvas.showPage()


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
    width, height = mat.size_mm
    left, level = (width - CHECK_MM) / 2 + 40.0, height - 12.0
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
        *_place(mat, 52.0, 26.0),
        f"{mat.title}. Keep the four corner markers in sight of the camera.",
    )


def _place(mat: Mat, x_mm: float, y_mm: float) -> tuple[float, float]:
    """PDF counts from the bottom left, in points."""
    return x_mm * MM, (mat.size_mm[1] - y_mm) * MM


def _share(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
