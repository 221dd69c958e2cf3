"""The mat's plan, and the sheet that is printed from it."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import vision.mat
from companion.commands.print_ import command, marker_cells, mat_pdf
from vision.mat import MAT_WIZARD_THIEVES, MatError, Zone, known_mats, load_mat, parse_mat

MAT = MAT_WIZARD_THIEVES
CARD_MM = (63.0, 88.0)
CARD_DIAGONAL_MM = float(np.hypot(*CARD_MM))
MATS_DIR = Path(vision.mat.__file__).parent / "mats"
MATS = tuple(map(load_mat, known_mats()))
PLACES = [pytest.param(m, z, id=f"{m.game}-{z.name}") for m in MATS for z in m.zones]


def test_there_is_a_mat_for_each_game_that_the_camera_can_read():
    assert known_mats() == ("skullduggery", "thieves-of-eldris", "wizard-thieves")
    assert MAT.size_mm == (420.0, 297.0)


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.game)
def test_a_sheet_has_a_marker_in_each_corner(mat):
    width, height = mat.size_mm
    assert [ident % 4 for ident in sorted(mat.markers)] == [0, 1, 2, 3]
    for ident in mat.markers:
        left, top = {0: (1, 1), 1: (0, 1), 2: (0, 0), 3: (1, 0)}[ident % 4]
        middle = mat.marker_corners_mm(ident).mean(0)
        assert (middle[0] < width / 2) == bool(left)
        assert (middle[1] < height / 2) == bool(top)


def test_no_two_mats_share_a_marker():
    """So the mat of another game is never taken for this one's."""
    every = [ident for mat in MATS for ident in mat.markers]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(("mat", "zone"), PLACES)
def test_a_card_fits_into_a_pile_at_any_turn_and_upright_into_a_cell(mat, zone):
    if zone.kind == "pile":
        assert min(zone.width_mm, zone.height_mm) > CARD_DIAGONAL_MM
    for place in range(zone.cells):
        corners = zone.cell_mm(place)
        across, along = (
            np.linalg.norm(corners[1] - corners[0]),
            np.linalg.norm(corners[3] - corners[0]),
        )
        assert across > CARD_MM[0] + 2
        assert along > CARD_MM[1] + 2


def test_the_square_counts_row_by_row_from_the_top_left():
    """Eldris spec, section 2: `grid[4][6]`."""
    square = load_mat("thieves-of-eldris").zone("grid")
    assert (square.columns, square.rows, square.cells) == (6, 4, 24)
    assert square.cell_mm(0)[0].tolist() == [square.x_mm, square.y_mm]
    assert square.cell_mm(7)[0].tolist() == square.cell_mm(1)[3].tolist()
    with pytest.raises(IndexError):
        square.cell_mm(24)


@pytest.mark.parametrize(
    ("facing", "first", "way"),
    [
        ("bottom", (0, 0), (1, 0)),
        ("top", (400, 100), (-1, 0)),
        ("left", (100, 0), (0, 1)),
        ("right", (0, 400), (0, -1)),
    ],
)
def test_a_line_counts_from_its_owners_left(facing, first, way):
    """Skullduggery spec, section 2: a camera opposite a player sees the line mirrored.

    Whoever sits at the left edge of the sheet and looks across it has its top edge at the left.
    """
    size = (400.0, 100.0) if facing in {"bottom", "top"} else (100.0, 400.0)
    line = Zone("line:0", "1", 0, 0, *size, (0, 0, 0), (0, 0, 0), "line", 4, 1, facing)
    assert line.cell_mm(0)[0].tolist() == list(first)
    assert (line.cell_mm(1)[0] - line.cell_mm(0)[0]).tolist() == [100 * step for step in way]


@pytest.mark.parametrize(
    ("says", "field"),
    [
        ("kind of zone", 'kind = "heap"'),
        ("faces", 'facing = "north"'),
        ("needs columns", 'kind = "grid"'),
    ],
)
def test_a_zone_that_makes_no_sense_is_named(says, field):
    text = (MATS_DIR / "wizard-thieves.toml").read_text(encoding="utf-8")
    with pytest.raises(MatError, match=says) as caught:
        parse_mat(text.replace('name = "pot"', f'name = "pot"\n{field}'))
    assert "pot" in str(caught.value)


@pytest.mark.parametrize(("mat", "zone"), PLACES)
def test_the_ring_around_a_zone_is_bare_paper(mat, zone):
    """The hand gate watches 10 mm around a zone: no marker and no other zone may reach into it."""
    ring = (
        zone.x_mm - 10,
        zone.y_mm - 10,
        zone.x_mm + zone.width_mm + 10,
        zone.y_mm + zone.height_mm + 10,
    )
    assert ring[0] >= 0
    assert ring[2] <= mat.size_mm[0]
    boxes = [
        (*mat.marker_corners_mm(i).min(0), *mat.marker_corners_mm(i).max(0)) for i in mat.markers
    ]
    boxes += [
        (*z.corners_mm().min(0), *z.corners_mm().max(0)) for z in mat.zones if z.name != zone.name
    ]
    for box in boxes:
        apart = box[2] <= ring[0] or box[0] >= ring[2] or box[3] <= ring[1] or box[1] >= ring[3]
        assert apart, (zone.name, box)


def test_an_unknown_mat_names_those_there_are():
    with pytest.raises(MatError, match="wizard-thieves"):
        load_mat("chess")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("format = 1\nsheet =", "not valid TOML"),
        ("format = 9", "format is 9"),
        ("format = 1\ngame = 'x'", "missing or wrong field"),
    ],
)
def test_a_damaged_plan_is_refused_with_its_name(text, says):
    with pytest.raises(MatError, match=says) as caught:
        parse_mat(text, name="my.toml")
    assert "my.toml" in str(caught.value)


def test_printed_markers_are_those_that_opencv_finds():
    """Drawn from the cells that are printed, each marker is found as itself."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MAT.dictionary))
    detector = cv2.aruco.ArucoDetector(dictionary)
    for ident in MAT.markers:
        cells = marker_cells(MAT, ident).astype(np.uint8) * 255
        picture = cv2.copyMakeBorder(
            cv2.resize(cells, (120, 120), interpolation=cv2.INTER_NEAREST),
            40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255,
        )  # fmt: skip
        _, found, _ = detector.detectMarkers(picture)
        assert np.asarray(found).ravel().tolist() == [ident]


@pytest.mark.parametrize(
    ("mat", "paper", "pages"),
    [
        ("wizard-thieves", "a3", 1),
        ("wizard-thieves", "a4", 4),
        ("thieves-of-eldris", "a3", 4),
        ("thieves-of-eldris", "a4", 9),
        ("skullduggery", "a3", 4),
        ("skullduggery", "whole", 1),
    ],
)
def test_the_pdf_has_the_pages_of_its_paper(mat, paper, pages):
    data = mat_pdf(load_mat(mat), paper=paper)
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == pages


def test_print_mat_writes_the_file_and_refuses_an_unknown_game(tmp_path):
    out = tmp_path / "mat.pdf"
    done = CliRunner().invoke(command, ["mat", "wizard-thieves", "-o", str(out)])
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")
    refused = CliRunner().invoke(command, ["mat", "chess", "-o", str(tmp_path / "x.pdf")])
    assert refused.exit_code == 1
    assert "wizard-thieves" in refused.output
    assert not (tmp_path / "x.pdf").exists()
