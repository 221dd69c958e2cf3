"""The mat's plan, and the sheet that is printed from it."""

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.print_ import command, marker_cells, mat_pdf
from vision.mat import MAT_WIZARD_THIEVES, MatError, load_mat, parse_mat

MAT = MAT_WIZARD_THIEVES
CARD_DIAGONAL_MM = float(np.hypot(63, 88))


def test_the_sheet_is_a3_and_has_a_marker_in_each_corner():
    assert MAT.size_mm == (420.0, 297.0)
    assert sorted(MAT.markers) == [0, 1, 2, 3]
    for ident, (left, top) in {0: (1, 1), 1: (0, 1), 2: (0, 0), 3: (1, 0)}.items():
        middle = MAT.marker_corners_mm(ident).mean(0)
        assert (middle[0] < 210) == bool(left)
        assert (middle[1] < 148) == bool(top)


@pytest.mark.parametrize("zone", MAT.zones, ids=lambda zone: zone.name)
def test_a_card_fits_into_a_zone_at_any_turn(zone):
    assert min(zone.width_mm, zone.height_mm) > CARD_DIAGONAL_MM


@pytest.mark.parametrize("zone", MAT.zones, ids=lambda zone: zone.name)
def test_the_ring_around_a_zone_is_bare_paper(zone):
    """The hand gate watches 10 mm around a zone: no marker and no other zone may reach into it."""
    ring = (
        zone.x_mm - 10,
        zone.y_mm - 10,
        zone.x_mm + zone.width_mm + 10,
        zone.y_mm + zone.height_mm + 10,
    )
    assert ring[0] >= 0
    assert ring[2] <= MAT.size_mm[0]
    boxes = [
        (*MAT.marker_corners_mm(i).min(0), *MAT.marker_corners_mm(i).max(0)) for i in MAT.markers
    ]
    boxes += [
        (*z.corners_mm().min(0), *z.corners_mm().max(0)) for z in MAT.zones if z.name != zone.name
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


@pytest.mark.parametrize(("paper", "pages"), [("a3", 1), ("a4", 4)])
def test_the_pdf_has_the_pages_of_its_paper(paper, pages):
    data = mat_pdf(MAT, paper=paper)
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
