"""The places of tokens on the mat of Skullduggery: what the eye tells of them, frame by frame."""

import numpy as np
import pytest

from companion.eye.look import Eye
from companion.eye.shots import Shots, decode, teaching_zone
from companion.twin import skullduggery
from companion.twin.mat import load_sheet
from companion.twin.renderer import Placed, Renderer
from companion.twin.skullduggery.tokens import all_taught
from hardware.camera import Frame
from hardware.events import GridSeen, KnownUntil
from hardware.timing import Interval
from vision.catalogue import CARD_MM
from vision.mat import load_mat
from vision.symbol_dice import build_dice
from vision.teaching import key_of
from vision.tokens import TokenReader

MAT = load_mat("skullduggery")
SHEET = load_sheet(skullduggery.mat(6))
PERIOD_NS = 33_000_000


def reader(*left_out: str) -> TokenReader:
    pairs = [(key_of(stem), face) for stem, face in all_taught().items()]
    return TokenReader(build_dice([pair for pair in pairs if pair[0] not in left_out]))


@pytest.fixture(scope="module")
def taught():
    return reader()


class Table:
    """Tokens on the simulated table, and an eye over it. Faces by seat: `red blue:dark`."""

    def __init__(self, tokens: TokenReader | None, seed: int = 1) -> None:
        self.eye = Eye(MAT, None, tokens=tokens)
        self.renderer = Renderer(seed, SHEET, skullduggery.pictures("distinct"))
        self.rng = np.random.default_rng(seed)
        self.lies: list[Placed] = []
        self.told: list[object] = []
        self.number = 0

    def lay(self, seat: int, faces: str) -> "Table":
        """Tokens side by side, at any angle; what lay there is gone."""
        zone = MAT.zone(f"tokens:{seat}")
        inside = zone.corners_mm()
        self.lies = [
            one
            for one in self.lies
            if not (inside[0] <= one.at).all() or not (one.at <= inside[2]).all()
        ]
        for face, share in zip(faces.split(), (0.25, 0.75), strict=False):
            at = (zone.x_mm + share * zone.width_mm, zone.y_mm + zone.height_mm / 2)
            turn = float(self.rng.uniform(0, 360))
            self.lies.append(Placed(f"token-{face.replace(':', '-')}", at, turn))
        return self

    def show(self, frames: int = 5) -> "Table":
        for _ in range(frames):
            self.number += 1
            at = Interval(self.number * PERIOD_NS, self.number * PERIOD_NS + 1)
            image = self.renderer.frame(tuple(self.lies), ())
            self.told += self.eye.look(Frame(image=image, at=at, seq=self.number))
        return self

    def grids(self, seat: int) -> list[GridSeen]:
        zone = f"tokens:{seat}"
        return [one for one in self.told if isinstance(one, GridSeen) and one.zone == zone]

    def faces(self, seat: int) -> list[str | None]:
        return [cell.key for cell in self.grids(seat)[-1].cells]


RED, BLUE, RED_USED, BLUE_USED = "token:red", "token:blue", "token:red:dark", "token:blue:dark"


def test_before_every_seat_both_tokens_are_read_whichever_way_they_lie(taught):
    """Skullduggery spec, section 7, Camera: token side (pistol or used)."""
    table = Table(taught)
    for seat, faces in enumerate(
        ("red blue", "red:dark blue", "red blue:dark", "red:dark blue:dark", "blue red", "red blue")
    ):
        table.lay(seat, faces)
    table.show()
    assert [table.faces(seat) for seat in range(6)] == [
        [RED, BLUE],
        [RED_USED, BLUE],
        [RED, BLUE_USED],
        [RED_USED, BLUE_USED],
        [RED, BLUE],
        [RED, BLUE],
    ]


def test_a_token_that_is_turned_over_is_told_by_itself(taught):
    table = Table(taught).lay(0, "red blue").show().lay(0, "red blue:dark").show(8)
    seen = table.grids(0)[-1]
    assert seen.changed == (1,)
    assert [cell.key for cell in seen.cells] == [RED, BLUE_USED]
    assert len(seen.frames) == 2


def test_one_that_is_taken_away_is_missing_and_one_too_many_is_asked_about(taught):
    table = Table(taught).lay(2, "red blue").show().lay(2, "blue").show(8)
    assert [cell.empty for cell in table.grids(2)[-1].cells] == [True, False]
    table.lay(2, "red red:dark").show(8)
    red, blue = table.grids(2)[-1].cells
    assert (red.key, red.unsure) == (None, "two of these lie here")
    assert blue.empty


def test_of_a_place_without_tokens_nothing_is_said(taught):
    """Whoever keeps the tokens elsewhere is not asked about them."""
    table = Table(taught).show(8)
    assert not table.grids(1)
    assert any(isinstance(one, KnownUntil) for one in table.told)


def test_nothing_is_said_before_tokens_are_taught_and_all_of_it_after(taught):
    table = Table(None).lay(0, "red blue:dark").show()
    assert not table.grids(0)
    table.eye.use_tokens(taught)
    assert table.show().faces(0) == [RED, BLUE_USED]


@pytest.mark.parametrize("seed", range(3))
def test_a_side_that_was_not_taught_has_no_name(seed):
    table = Table(reader(RED_USED), seed).lay(0, "red:dark blue").lay(1, "red blue").show()
    assert table.faces(0) == [None, BLUE]
    assert table.grids(0)[-1].cells[0].unsure
    assert table.faces(1) == [RED, BLUE]


@pytest.mark.parametrize("face", ["red", "red-dark", "blue", "blue-dark"])
def test_a_token_shown_for_teaching_is_known_on_its_place(face, taught):
    """Laid alone on the mat's first pile, as cards and dice are."""
    zone, table = teaching_zone(MAT), Table(taught, seed=5)
    middle = (zone.x_mm + zone.width_mm / 2 + 7, zone.y_mm + zone.height_mm / 2 - 4)
    shots, taken = Shots(MAT, CARD_MM), []
    for number in range(14):
        lies = (Placed(f"token-{face}", middle, 40.0),) if number > 5 else ()
        at = Interval(number * PERIOD_NS, number * PERIOD_NS + 1)
        frame = Frame(image=table.renderer.frame(lies, ()), at=at, seq=number)
        taken += [one for one in shots.look(frame) if one.ok]
    (shot,) = taken
    others = [(key_of(s), p) for s, p in all_taught().items() if s != f"token-{face}"]
    picture = decode(shot.face)
    assert picture is not None
    learned = TokenReader(build_dice([(f"token:{face.replace('-', ':')}", picture), *others]))
    seen = Table(learned, seed=6).lay(3, face).show().grids(3)[-1].cells
    assert f"token:{face.replace('-', ':')}" in {cell.key for cell in seen}
