"""A die turned before the camera: each face is learned where it lies still."""

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.teach import command as teach_command
from tests.vision.drawn_dice import die_face, symbol_tray
from vision.catalogue import load
from vision.die_turning import Turning, named
from vision.symbol_dice import SymbolDiceReader, build_dice

FIGURES = ("S", "H", "4", "X")
STILL = 4


def lying(figure, degrees=12.0, seed=2):
    return symbol_tray(
        (die_face(figure), 320, 240, degrees), size=(640, 480), across=110, seed=seed
    )


def hand_over(picture):
    scene = picture.copy()
    cv2.rectangle(scene, (0, 150), (430, 330), (120, 150, 200), -1)
    return cv2.GaussianBlur(scene, (0, 0), 6)


def turned(figures=FIGURES, still=STILL):
    for n, figure in enumerate(figures):
        yield from (lying(figure, 12.0 + 8 * n, seed) for seed in range(still))
        yield hand_over(lying(figure, 12.0 + 8 * n))


def faces_of(pictures):
    turning = Turning()
    for picture in pictures:
        turning.look(picture)
    return turning.faces()


def test_each_face_that_lies_still_is_learned_in_order():
    faces = faces_of(turned())
    assert len(faces) == len(FIGURES)
    reader = SymbolDiceReader(build_dice(named(faces, FIGURES)))
    assert [reader.read_face(die_face(figure)).key for figure in FIGURES] == list(FIGURES)


def test_a_face_that_is_shown_again_is_another_view_of_the_first():
    faces = faces_of(turned(("S", "H", "S")))
    assert [len(views) for views in faces] == [4, 2]


def test_a_face_that_only_passes_by_is_not_learned():
    assert len(faces_of([*turned(("S",)), lying("X"), *turned(("H",))])) == 2


def test_as_many_names_as_faces_are_needed():
    with pytest.raises(ValueError, match="shows 2 faces lying still, but 3 names"):
        named([[np.zeros((4, 4, 3), np.uint8)]] * 2, ["a", "b", "c"])


def film(path, pictures):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 6.0, (640, 480))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path


def teach(source, out, *more):
    return CliRunner().invoke(
        teach_command, ["dice", "--from", str(source), "--out", str(out), *more]
    )


def test_the_command_learns_from_a_film(tmp_path):
    clip, out = film(tmp_path / "turn.avi", turned(("S", "H"))), tmp_path / "my.dice"
    done = teach(clip, out, "--faces", "shield, horse")
    assert done.exit_code == 0, done.output
    assert load(out.read_bytes()).keys == ("horse", "shield")


@pytest.mark.parametrize(
    ("names", "says"),
    [("", "name the faces"), ("S,H", "shows 1 faces"), ("S,S", "names one face twice")],
)
def test_a_film_without_fitting_names_teaches_nothing(tmp_path, names, says):
    clip, out = film(tmp_path / "turn.avi", turned(("S",))), tmp_path / "my.dice"
    done = teach(clip, out, "--faces", names)
    assert done.exit_code == 1
    assert says in done.stderr
    assert not out.exists()


def test_a_broken_film_is_named(tmp_path):
    clip = tmp_path / "turn.mp4"
    clip.write_bytes(b"no film")
    done = teach(clip, tmp_path / "my.dice", "--faces", "S,H")
    assert done.exit_code == 1
    assert "turn.mp4" in done.stderr
