"""Pictures for teaching: taken by themselves when sharp, whole and alone; else the reason."""

import random

import cv2
import numpy as np
import pytest

from companion.eye.lessons import compared, imported, written
from companion.eye.shots import Shots, from_photo
from companion.twin import wizard_thieves
from companion.twin.mat import load_sheet
from companion.twin.renderer import Placed, Renderer
from companion.twin.scene import Scene
from companion.twin.wizard_thieves.cards import Card, all_keys
from companion.twin.wizard_thieves.faces import draw
from hardware.camera import Frame
from hardware.eye_link import TaughtPicture
from hardware.timing import Interval
from vision.catalogue import CARD_MM, load
from vision.mat import load_mat

SHEET = load_sheet(wizard_thieves.mat(4))
POT = SHEET.zones["pot"].middle


def card(key: str) -> Card:
    return Card(0, key, 0 if key.startswith("item:") else 1)


class Booth:
    """The simulated camera over single cards."""

    def __init__(self, seed: int = 5, style: str = "distinct"):
        self.scene = Scene(SHEET, 2, random.Random(seed), wizard_thieves.PILES)
        self.renderer = Renderer(seed, SHEET, wizard_thieves.pictures(style))
        self.shots = Shots(load_mat("wizard-thieves"), CARD_MM)
        self.frames = 0

    def look(self, count: int = 8, change=lambda image: image) -> list:
        said = []
        for _ in range(count):
            self.frames += 1
            at = self.frames * 33_000_000
            picture = change(self.renderer.frame(*self.scene.view(at)))
            frame = Frame(image=picture, at=Interval(at, at + 1), seq=self.frames)
            said += self.shots.look(frame)
        return said

    def lay(self, key: str, at=None, turn: float | None = None) -> None:
        placed = self.scene.place_for(card(key), "pot", 0)
        if at is not None:
            placed = Placed(placed.picture, at, placed.turn if turn is None else turn)
        self.scene.piles["pot"] = [(card(key), placed)]


@pytest.fixture
def booth() -> Booth:
    return Booth()


def codes(said) -> list[str]:
    return ["ok" if one.ok else one.why for one in said]


def test_a_card_is_taken_once_when_it_lies_still(booth):
    assert codes(booth.look(12)) == ["none"]
    booth.lay("gem:1")
    assert codes(booth.look(30)) == ["ok"]
    booth.lay("gem:2")
    assert codes(booth.look(10)) == ["ok"]


def test_the_same_kind_again_is_taken_after_the_pot_was_bare(booth):
    booth.lay("gem:1")
    assert codes(booth.look(20)) == ["ok"]
    booth.scene.piles["pot"].clear()
    assert codes(booth.look(10)) == ["none"]
    booth.lay("gem:1")
    assert codes(booth.look(10)) == ["ok"]


def test_a_hand_is_named_and_the_picture_comes_when_it_is_gone(booth):
    booth.lay("gem:3")
    now, second = booth.frames * 33_000_000, 10**9
    booth.scene.fetch(
        0, POT, enter_ns=now, take_ns=now + second, leave_ns=now + second + 200_000_000, load=False
    )
    assert codes(booth.look(28)) == ["hand"]
    assert codes(booth.look(20)) == ["ok"]


def test_over_the_edge_and_two_at_once_are_refused(booth):
    area = SHEET.zones["pot"]
    booth.look(3)
    booth.lay("gem:3", at=(POT[0], area.y + 10), turn=0)
    assert codes(booth.look(8)) in (["cut"], ["hand"])
    one, two = card("gem:3"), card("gem:4")
    booth.scene.piles["pot"] = [
        (one, Placed(one.picture, (POT[0] - 36, POT[1]), 0)),
        (two, Placed(two.picture, (POT[0] + 36, POT[1]), 0)),
    ]
    assert codes(booth.look(8)) == ["several"]


def test_blur_and_a_mirrored_lamp_are_refused(booth):
    booth.lay("gem:3", at=POT, turn=0)
    booth.look(2)

    def lamp(image):
        bright = image.copy()
        middle = booth.renderer._optics.pixels(np.array([POT], float))[0]
        cv2.circle(bright, tuple(int(v) for v in middle), 26, (255, 255, 255), -1)
        return bright

    (said,) = booth.look(8, lamp)
    assert said.why == "glare"
    (said,) = booth.look(8, lambda image: cv2.GaussianBlur(image, (0, 0), 6))
    assert said.why == "blur"
    assert codes(booth.look(8)) == ["ok"]


def test_without_a_mat_it_says_so():
    booth = Booth()
    assert codes(booth.look(12, lambda image: image * 0)) == ["mat"]


@pytest.fixture(scope="module")
def pictures() -> tuple[TaughtPicture, ...]:
    booth = Booth(seed=6)
    taken = []
    for key in all_keys():
        booth.lay(key)
        (shot,) = [one for one in booth.look(12) if one.ok]
        taken.append(TaughtPicture(key, shot.face))
        booth.scene.piles["pot"].clear()
        booth.look(5)
    return tuple(taken)


def test_all_kinds_are_learned_and_none_is_taken_for_another(pictures, tmp_path):
    taught, learned = written(7, pictures, tmp_path / "made" / "cards.catalogue")
    assert taught.ok
    assert taught.ident == 7
    assert set(taught.keys) == set(all_keys())
    assert learned.cards is not None
    assert load((tmp_path / "made" / "cards.catalogue").read_bytes()).digest == taught.digest
    assert all(pair.distance >= 1 for pair in taught.pairs)


def test_the_same_card_shown_for_two_kinds_is_told(pictures):
    twice = (*pictures[:4], TaughtPicture("gem:9", pictures[0].face))
    taught, _ = compared(1, twice)
    nearest = taught.pairs[0]
    assert (nearest.first, nearest.second) == ("gem:1", "gem:9")
    assert nearest.distance < 0.2


def test_a_file_that_cannot_be_written_changes_nothing(pictures, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    taught, learned = written(1, pictures[:2], blocked / "cards.catalogue")
    assert not taught.ok
    assert "Nothing was changed" in taught.text
    assert learned.cards is None


def test_another_tables_file_is_checked_before_it_is_used(pictures, tmp_path):
    source, here = tmp_path / "theirs", tmp_path / "ours"
    written(1, pictures[:3], source)
    data = source.read_bytes()
    taught, _ = imported(2, data, here)
    assert taught.ok
    assert here.read_bytes() == data
    for bad in (b"", b"PK\x03\x04 no", data[: len(data) // 2], data[:900] + b"\x00" + data[901:]):
        taught, learned = imported(3, bad, here)
        assert not taught.ok
        assert taught.text
        assert learned.cards is None
        assert here.read_bytes() == data


def test_photos_of_single_cards():
    face = draw(card("gem:5"), "distinct")
    ground = np.full((700, 900, 3), 60, np.uint8)
    ground[150:500, 300:550] = face
    photo = cv2.imencode(".jpg", ground)[1].tobytes()
    assert from_photo(4, photo, CARD_MM).ok
    for bad in (b"", b"not a picture", photo[:200]):
        answer = from_photo(4, bad, CARD_MM)
        assert (answer.ok, answer.why) == (False, "picture")
    blank = cv2.imencode(".png", np.full((700, 500, 3), 90, np.uint8))[1].tobytes()
    assert not from_photo(4, blank, CARD_MM).ok
