"""Teaching on the mat of Eldris: cards and dice are shown in the tray."""

import cv2
import pytest

from companion.eye.lessons import compared, dice_path, imported, written
from companion.eye.shots import Shots, decode, teaching_zone
from companion.twin import thieves_of_eldris
from companion.twin.cubes import Cube
from companion.twin.mat import load_sheet
from companion.twin.renderer import Placed, Renderer
from hardware.camera import Frame
from hardware.eye_link import TaughtPicture
from hardware.timing import Interval
from tests.eye.test_grids import ELDRIS, TRAITS, TRAY, symbol
from tests.vision.drawn_table import DrawnTable, Laid, face
from vision.catalogue import CARD_MM, load
from vision.mat import load_mat
from vision.symbol_dice import SymbolDiceReader, build_dice

MIDDLE = (TRAY.x_mm + TRAY.width_mm / 2, TRAY.y_mm + TRAY.height_mm / 2)


def shown(*laid):
    """What is said while these lie in the tray, the first frames of a bare tray left out."""
    table, shots = DrawnTable(2, mat=ELDRIS), Shots(ELDRIS, CARD_MM)
    said = []
    for number in range(16):
        at = Interval(number * 33_000_000, number * 33_000_000 + 1)
        picture = table.frame(laid if number > 5 else ())
        said += shots.look(Frame(image=picture, at=at, seq=number))
    return said


def at_the_twins_table(frames, seed=1, cards=(), dice=()):
    """Shots that are taken while these lie in its tray, after some frames of the bare tray."""
    stage = thieves_of_eldris
    renderer = Renderer(seed, load_sheet(stage.mat(4)), stage.pictures("distinct"), stage.dice())
    shots, taken = Shots(ELDRIS, CARD_MM), []
    for number in range(frames):
        at = Interval(number * 33_000_000, number * 33_000_000 + 1)
        lies = (cards, (), dice) if number > 5 else ((), ())
        picture = renderer.frame(*lies)
        taken += [one for one in shots.look(Frame(image=picture, at=at, seq=number)) if one.ok]
    return taken


@pytest.mark.parametrize(
    ("trait", "x", "y", "turn"),
    [("constitution", 85, 30, 20.0), ("strength", 30, 120, 300.0), ("wisdom", 80, 120, 75.0)],
)
def test_a_die_seen_from_aside_is_cut_out_at_its_upper_face(trait, x, y, turn):
    """The tray lies at the edge of the picture, so that a side face shows, symbol and all."""
    die = Cube(trait, (TRAY.x_mm + x, TRAY.y_mm + y), turn)
    (shot,) = at_the_twins_table(14, dice=(die,))
    reader = SymbolDiceReader(build_dice(list(thieves_of_eldris.dice().items())))
    assert reader.read_face(decode(shot.face)).key == trait


def test_a_card_that_stays_is_taken_once_whatever_the_sensor_adds():
    shots = at_the_twins_table(70, seed=2, cards=(Placed("str1-dark", MIDDLE, 3.0),))
    assert len(shots) == 1


def test_cards_are_shown_on_the_pot_or_the_first_pile_or_in_the_tray():
    places = {
        name: teaching_zone(load_mat(name)).name for name in ("wizard-thieves", "skullduggery")
    }
    assert places == {"wizard-thieves": "pot", "skullduggery": "spyglass"}
    assert teaching_zone(ELDRIS) is TRAY


def test_a_card_in_the_tray_is_taken_as_a_card():
    shot = shown(Laid(face("star", "red"), MIDDLE, 25.0))[-1]
    assert shot.ok
    height, width = decode(shot.face).shape[:2]
    assert abs(height / width - 88 / 63) < 0.02


def test_a_die_in_the_tray_is_taken_as_a_square():
    shot = shown(Laid(symbol("wisdom"), MIDDLE, 25.0, (16.0, 16.0)))[-1]
    assert shot.ok
    height, width = decode(shot.face).shape[:2]
    assert height == width


def test_two_dice_at_once_are_refused():
    x, y = MIDDLE
    dice = [Laid(symbol("wisdom"), (x + dx, y), 25.0, (16.0, 16.0)) for dx in (-20, 20)]
    assert shown(*dice)[-1].why == "several"


def pictures(keys, make):
    return tuple(TaughtPicture(key, cv2.imencode(".png", make(key))[1].tobytes()) for key in keys)


def test_cards_and_dice_of_one_round_go_into_two_files(tmp_path):
    cards = pictures(("star:red", "moon:blue"), lambda key: face(*key.split(":")))
    dice = pictures((f"die:{t}" for t in TRAITS), lambda key: symbol(key[4:]))
    path = tmp_path / "eldris.catalogue"
    taught, learned = written(1, (*cards, *dice), path)
    assert taught.ok, taught.text
    assert {"star:red", "die:wisdom"} <= set(taught.keys)
    assert load(path.read_bytes()).keys == ("moon:blue", "star:red")
    read = SymbolDiceReader(load(dice_path(path).read_bytes())).read_face(symbol("strength"))
    assert read.key == "strength"
    assert learned.cards is not None
    assert learned.dice is not None


def test_a_round_of_dice_alone_leaves_the_cards_as_they_were(tmp_path):
    path = tmp_path / "eldris.catalogue"
    path.write_bytes(b"cards")
    taught, learned = written(1, pictures(("die:wisdom",), lambda key: symbol(key[4:])), path)
    assert taught.ok
    assert learned.cards is None
    assert path.read_bytes() == b"cards"


def test_a_card_shown_for_a_die_is_refused_by_its_name():
    taught, _ = compared(1, pictures(("die:wisdom",), lambda _: face("star", "red")))
    assert not taught.ok
    assert "die:wisdom" in taught.text


def test_a_file_of_dice_from_another_table_is_kept_as_dice(tmp_path):
    path = tmp_path / "eldris.catalogue"
    written(1, pictures(("die:wisdom",), lambda key: symbol(key[4:])), path)
    data = dice_path(path).read_bytes()
    other = tmp_path / "other.catalogue"
    taught, learned = imported(2, data, other)
    assert taught.ok
    assert learned.dice is not None
    assert dice_path(other).exists()
    assert not other.exists()


@pytest.mark.parametrize("turn", [0.0, 90.0, 200.0])
def test_a_taken_die_is_read_again_whichever_way_it_lay(turn):
    shot = shown(Laid(symbol("strength"), MIDDLE, turn, (16.0, 16.0)))[-1]
    others = pictures((f"die:{t}" for t in TRAITS if t != "strength"), lambda key: symbol(key[4:]))
    _, learned = compared(1, (TaughtPicture("die:strength", shot.face), *others))
    reading = SymbolDiceReader(learned.dice).read_face(symbol("strength"))
    assert reading.candidates[0].key == "strength"
