"""The Square, lines and trays: what the eye tells of them, frame by frame."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.eye.look import Eye
from companion.eye.tray import taught as taught_dice
from hardware.events import DiceSeen, GridSeen, KnownUntil
from hardware.eye_link import EvidenceImage, Expect
from tests.eye.film import PERIOD_NS, Film
from tests.vision.drawn_table import SHAPES, DrawnTable, Hand, Laid, face
from vision.catalogue import build
from vision.mat import load_mat
from vision.symbol_dice import build_dice

ELDRIS = load_mat("thieves-of-eldris")
SQUARE, TRAY = ELDRIS.zone("grid"), ELDRIS.zone("tray")
LINES = load_mat("skullduggery")
TRAITS = ("charisma", "constitution", "dexterity", "intelligence", "strength", "wisdom")


def two_sided() -> dict[str, np.ndarray]:
    """24 characters, the light side and the dark one of each."""
    light = {f"{s}:{c}": face(s, c) for s in SHAPES for c in ("red", "blue", "green")}
    tint = np.array([20, 4, 0], np.float32)
    dark = {
        f"{k}:dark": np.clip(p * 0.35 + tint, 0, 255).astype(np.uint8) for k, p in light.items()
    }
    return light | dark


def back() -> np.ndarray:
    picture = np.full((352, 252, 3), (90, 50, 40), np.uint8)
    for n in range(0, 352, 88):
        cv2.circle(picture, (126, n + 44), 30, (190, 160, 140), -1, cv2.LINE_AA)
    return picture


def symbol(trait: str) -> np.ndarray:
    """A face of a die: a figure without any symmetry that a turn could hide."""
    picture = np.full((96, 96, 3), (225, 232, 235), np.uint8)
    figure = cv2.resize(face(SHAPES[TRAITS.index(trait)], "black"), (96, 134))[30:104, 12:84]
    picture[11:85, 12:84] = figure
    return picture


@pytest.fixture(scope="module")
def pictures():
    return two_sided() | {"back": back()}


@pytest.fixture(scope="module")
def cards(pictures):
    return build(list(pictures.items()))


@pytest.fixture(scope="module")
def dice():
    return taught_dice(build_dice([(trait, symbol(trait)) for trait in TRAITS]))


class Square:
    """A Square that lies a little untidily, seen by an eye."""

    def __init__(self, pictures, cards, dice, seed=3):
        self.pictures = pictures
        self.rng = np.random.default_rng(seed)
        keys = [key for key in pictures if key.count(":") == 1]
        self.keys = [str(key) for key in self.rng.permutation(keys)]
        self.film = Film(Eye(ELDRIS, cards, dice=dice), DrawnTable(seed, mat=ELDRIS))
        self.dice: list[Laid] = []
        self.laid = [self._laid(place) for place in range(24)]
        self.show(5)

    def _laid(self, place):
        x, y = SQUARE.cell_mm(place).mean(0) + self.rng.uniform(-2.5, 2.5, 2)
        turn = float(self.rng.normal(0, 3)) + 180.0 * bool(self.rng.random() < 0.3)
        return Laid(self.pictures[self.keys[place]], (float(x), float(y)), turn)

    def put(self, place, key):
        self.keys[place] = key
        self.laid[place] = self._laid(place)

    def show(self, frames=5, hand=None):
        self.film.cards = [one for one in (*self.laid, *self.dice) if one is not None]
        self.film.show(hand, frames=frames)

    def roll(self, *traits, at=((30, 40), (70, 60), (50, 110))):
        spots = [(TRAY.x_mm + x, TRAY.y_mm + y) for x, y in at]
        turns = self.rng.uniform(0, 360, len(traits))
        self.dice = [
            Laid(symbol(trait), spot, float(turn), (16.0, 16.0))
            for trait, spot, turn in zip(traits, spots, turns, strict=False)
        ]

    @property
    def grids(self):
        return self.film.all(GridSeen)

    @property
    def rolls(self):
        return self.film.all(DiceSeen)

    def token(self, place):
        """A large token on a corner of a character, beside its figure."""
        x, y = SQUARE.cell_mm(place).mean(0)
        picture = np.full((80, 80, 3), (40, 40, 170), np.uint8)
        cv2.circle(picture, (40, 40), 20, (235, 235, 235), -1, cv2.LINE_AA)
        self.dice.append(Laid(picture, (float(x) - 15, float(y) - 27), 20.0, (25.0, 25.0)))

    def expect(self, keys):
        self.film.eye.expect(Expect(zones={}, cells={"grid": tuple(keys)}))


@pytest.fixture
def square(pictures, cards, dice):
    return Square(pictures, cards, dice)


def test_the_whole_square_is_read_once(square):
    (seen,) = square.grids
    assert (seen.zone, seen.columns, len(seen.cells)) == ("grid", 6, 24)
    assert [cell.key for cell in seen.cells] == square.keys
    square.show(20)
    assert len(square.grids) == 1


def test_a_swap_is_two_cells_that_changed(square):
    keys = square.keys
    first, second = keys[8], keys[9]
    square.put(8, second)
    square.put(9, first)
    square.show()
    seen = square.grids[-1]
    assert seen.changed == (8, 9)
    assert [cell.key for cell in seen.cells] == square.keys
    assert len(seen.frames) == 2


def test_a_card_that_is_turned_over_shows_its_dark_side(square):
    key = square.keys[20]
    square.put(20, f"{key}:dark")
    square.show()
    assert square.grids[-1].changed == (20,)
    assert square.grids[-1].cells[20].key == f"{key}:dark"


def test_a_card_pushed_a_little_is_told_to_nobody(square):
    for _ in range(3):
        square.put(13, square.keys[13])
        square.show()
    assert len(square.grids) == 1


def test_nothing_is_read_under_a_hand_and_the_mark_stands(square):
    first, second = square.keys[14], square.keys[15]
    hand = Hand((float(SQUARE.cell_mm(14).mean(0)[0]), 250.0))
    square.show(3, hand)
    known = square.film.all(KnownUntil)[-1].ns
    square.put(14, second)
    square.put(15, first)
    square.show(60, hand)
    assert len(square.grids) == 1
    assert square.film.all(KnownUntil)[-1].ns == known
    square.show()
    assert square.grids[-1].changed == (14, 15)


def test_an_empty_cell_and_a_back_are_told_as_such(square):
    square.laid[5] = None
    square.put(6, "back")
    square.show()
    seen = square.grids[-1]
    assert seen.changed == (5, 6)
    assert seen.cells[5].empty
    assert seen.cells[6].back
    assert seen.cells[6].key is None


def test_a_strange_thing_in_a_cell_is_asked(square):
    rng = np.random.default_rng(9)
    noise = cv2.resize(rng.integers(0, 255, (22, 16, 3), np.uint8), (252, 352))
    square.laid[2] = Laid(noise.astype(np.uint8), square.laid[2].at, 0.0)
    square.show()
    cell = square.grids[-1].cells[2]
    assert cell.key is None
    assert cell.unsure


def test_cards_under_tokens_are_named_where_the_game_leaves_no_other(square):
    square.expect(square.keys)
    for place in (3, 9, 10):
        square.token(place)
    square.show(5)
    assert len(square.grids) == 1, "they lie as they lay"
    square.keys[9], square.keys[10] = square.keys[10], square.keys[9]
    square.put(9, square.keys[9])
    square.put(10, square.keys[10])
    square.show(5)
    told = square.grids[-1]
    assert told.changed == (9, 10)
    assert [told.cells[place].key for place in (9, 10)] == square.keys[9:11]


@pytest.mark.parametrize("known", ["nothing", "one face that was not taught"])
def test_cards_under_tokens_are_asked_about_where_others_may_lie_there(square, known):
    if known != "nothing":
        square.expect([*square.keys[:23], "owl"])
    square.token(9)
    square.show(5)
    assert square.grids[-1].cells[9].unsure
    assert square.grids[-1].cells[9].key is None


def test_a_card_that_lies_elsewhere_is_not_named_under_a_token(square):
    """A copy of another character: the game has each once."""
    square.expect(square.keys)
    square.put(9, square.keys[4])
    square.token(9)
    square.show(5)
    assert square.grids[-1].cells[9].key is None


def test_a_card_between_two_cells_is_no_card_of_either(square):
    key = square.keys[0]
    square.laid[0] = None
    x, y = (SQUARE.cell_mm(0).mean(0) + SQUARE.cell_mm(6).mean(0)) / 2
    square.laid[6] = None
    square.laid.append(Laid(square.pictures[key], (float(x), float(y)), 0.0))
    square.show()
    assert all(square.grids[-1].cells[place].key is None for place in (0, 6))


# ---------------------------------------------------------------- dice


def test_three_dice_that_come_to_rest_are_a_roll(square):
    square.roll("strength", "wisdom", "strength")
    square.show()
    (roll,) = square.rolls
    assert sorted(die.value for die in roll.dice) == ["strength", "strength", "wisdom"]
    assert not any(die.stayed for die in roll.dice)
    square.show(30)
    assert len(square.rolls) == 1


def test_a_hand_over_dice_and_dice_taken_out_are_no_roll(square):
    square.roll("strength", "wisdom", "charisma")
    square.show()
    hand = Hand((TRAY.x_mm + 55, TRAY.y_mm + 90))
    square.show(20, hand)
    square.show(10)
    assert len(square.rolls) == 1
    square.show(5, hand)
    square.dice = []
    square.show(5, hand)
    square.show()
    assert [len(roll.dice) for roll in square.rolls] == [3, 0]


def test_the_same_faces_rolled_again_are_another_roll(square):
    square.roll("dexterity", "wisdom", "charisma")
    square.show()
    square.roll("dexterity", "wisdom", "charisma", at=((60, 30), (30, 90), (80, 120)))
    square.show()
    assert len(square.rolls) == 2


def test_a_reroll_tells_which_dice_stayed(square):
    square.roll("dexterity", "wisdom", "charisma")
    square.show()
    kept = square.dice[0]
    square.roll("dexterity", "strength", "charisma", at=((30, 40), (80, 100), (20, 120)))
    square.dice[0] = kept
    square.show()
    stayed = {die.value: die.stayed for die in square.rolls[-1].dice}
    assert stayed == {"dexterity": True, "strength": False, "charisma": False}


def test_dice_that_lie_there_at_the_first_look_are_no_roll(pictures, cards, dice):
    square = Square(pictures, cards, dice)
    square.roll("dexterity", "wisdom", "charisma")
    square.film.eye.recheck("tray")
    square.show(10)
    assert square.rolls == []


def test_a_die_with_a_strange_face_has_no_value(square):
    square.roll("dexterity", "wisdom", "charisma")
    rng = np.random.default_rng(4)
    noise = cv2.resize(rng.integers(0, 255, (7, 7, 3), np.uint8), (96, 96))
    square.dice[1] = Laid(noise, square.dice[1].at, 20.0, (16.0, 16.0))
    square.show()
    values = [die.value for die in square.rolls[-1].dice]
    assert sorted(map(str, values)) == ["None", "charisma", "dexterity"]


# ---------------------------------------------------------------- lines and masks


def line_cards(pictures, seat, keys):
    """A line as its owner lays it: the first key at their left, cards upright for them."""
    zone = LINES.zone(f"line:{seat}")
    turn = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}[zone.facing]
    middles = [zone.cell_mm(place).mean(0) for place in range(4)]
    return [
        Laid(pictures[key], (float(x), float(y)), turn)
        for key, (x, y) in zip(keys, middles, strict=True)
    ]


@pytest.mark.parametrize("seat", range(6))
def test_a_line_is_told_from_its_owners_left(pictures, cards, seat):
    """Skullduggery spec, section 2: slots count from the owner's left, wherever they sit."""
    keys = ["star:red", "back", "moon:blue", "ring:green"]
    film = Film(Eye(LINES, cards), DrawnTable(2, mat=LINES))
    film.cards = line_cards(pictures, seat, keys)
    film.show(frames=5)
    seen = {one.zone: one for one in film.all(GridSeen)}[f"line:{seat}"]
    assert [cell.key or ("back" if cell.back else "?") for cell in seen.cells] == keys
    others = [one for zone, one in film_lines(film).items() if zone != f"line:{seat}"]
    assert all(cell.empty for one in others for cell in one.cells)


def film_lines(film):
    return {one.zone: one for one in film.all(GridSeen)}


# ---------------------------------------------------------------- over the edge


def towards_owner(card, seat, mm):
    """The card drawn so far towards the owner of its line: out of the line beyond 1.5 mm."""
    x, y = {"bottom": (0, 1), "left": (-1, 0), "top": (0, -1), "right": (1, 0)}[
        LINES.zone(f"line:{seat}").facing
    ]
    return replace(card, at=(card.at[0] + x * mm, card.at[1] + y * mm))


def line_film(pictures, cards, seat, *, out_mm=0.0):
    """A line of two faces and two backs; the second card, a face, lies so far out."""
    film = Film(Eye(LINES, cards), DrawnTable(2, mat=LINES))
    film.cards = line_cards(pictures, seat, ["back", "moon:blue", "back", "ring:green"])
    film.cards[1] = towards_owner(film.cards[1], seat, out_mm)
    film.show(frames=5)
    return film


def keys_of(film, seat):
    cells = film_lines(film)[f"line:{seat}"].cells
    return [cell.key or ("back" if cell.back else "?") for cell in cells]


def state_of(film, zone):
    return next(one.state for one in film.conditions.zones if one.zone == zone)


FAR_MM = 14.0
"""So far out a card crosses the outer edge of the ring around its line, by 2.5 mm."""
LYING_STILL = 40
"""Frames, 1.3 s: the second after which what hangs over an edge is tried, and the reading."""


@pytest.mark.parametrize("seat", [0, 2, 5])
def test_a_card_that_sticks_out_of_its_line_is_read_after_a_second(pictures, cards, seat):
    film = line_film(pictures, cards, seat)
    film.cards[1] = towards_owner(line_cards(pictures, seat, ["star:red"] * 4)[1], seat, FAR_MM)
    film.show(frames=20)
    assert keys_of(film, seat)[1] == "moon:blue"
    assert state_of(film, f"line:{seat}") == "busy"
    film.show(frames=LYING_STILL - 20)
    assert keys_of(film, seat) == ["back", "star:red", "back", "ring:green"]
    assert film.known_ns >= (film.number - 2) * PERIOD_NS


def test_a_card_pushed_back_into_its_line_keeps_nothing_busy(pictures, cards):
    film = line_film(pictures, cards, 0)
    inside = film.cards[1]
    film.cards[1] = towards_owner(inside, 0, FAR_MM)
    film.show(frames=LYING_STILL)
    film.cards[1] = inside
    film.show(frames=LYING_STILL)
    assert keys_of(film, 0) == ["back", "moon:blue", "back", "ring:green"]
    assert state_of(film, "line:0") == "laid"


def test_a_line_with_a_card_sticking_out_at_the_first_look_is_read(pictures, cards):
    film = line_film(pictures, cards, 0, out_mm=FAR_MM)
    assert state_of(film, "line:0") == "unknown"
    film.show(frames=LYING_STILL)
    first, out, *rest = film_lines(film)["line:0"].cells
    assert "moon:blue" in [out.key, *(one.key for one in out.candidates)]
    assert [first.back, rest[0].back, rest[1].key] == [True, True, "ring:green"]


def test_a_hand_that_rests_on_a_line_is_never_read(pictures, cards):
    """However still: nothing of what it covers is told, and the mark stands."""
    film = line_film(pictures, cards, 0)
    told = len(film.all(GridSeen))
    x, y = LINES.zone("line:0").cell_mm(1).mean(0)
    film.show(Hand((float(x), float(y) - 20.0)), frames=3)
    known = film.known_ns
    film.show(Hand((float(x), float(y) - 20.0)), frames=90)
    assert len(film.all(GridSeen)) == told
    assert film.known_ns == known


def test_a_hand_over_a_card_that_sticks_out_is_never_read(pictures, cards):
    """Not even where only the card sticking out lies under it."""
    film = line_film(pictures, cards, 0)
    film.cards[1] = towards_owner(film.cards[1], 0, FAR_MM)
    film.show(frames=LYING_STILL)
    told = len(film.all(GridSeen))
    x, y = film.cards[1].at
    film.show(Hand((x, y + 20.0)), frames=90)
    assert len(film.all(GridSeen)) == told
    assert state_of(film, "line:0") == "busy"


def secret_film(pictures, cards, seat, *, masked):
    """A line of backs; the first card is turned over for a while, as in a peek."""
    film = Film(Eye(LINES, cards), DrawnTable(2, mat=LINES))
    film.cards = line_cards(pictures, seat, ["back"] * 4)
    film.show(frames=5)
    if masked:
        film.eye.expect(Expect(zones={}, masked=(f"line:{seat}:0",)))
        film.show(frames=5)
    film.cards = line_cards(pictures, seat, ["star:red", "back", "back", "back"])
    film.show(frames=8)
    film.cards = line_cards(pictures, seat, ["back"] * 4)
    film.show(frames=8)
    film.eye.expect(Expect(zones={}))
    film.show(frames=8)
    return film


@pytest.mark.parametrize("seat", [0, 2, 4])
def test_a_masked_card_is_never_read(pictures, cards, seat):
    told = [
        cell.key
        for one in secret_film(pictures, cards, seat, masked=True).all(GridSeen)
        for cell in one.cells
    ]
    assert set(told) == {None}
    open_ = secret_film(pictures, cards, seat, masked=False)
    assert any(cell.key == "star:red" for one in open_.all(GridSeen) for cell in one.cells)


def test_a_masked_card_stands_in_no_picture(pictures, cards):
    """The red star is in the pictures of the unmasked film and in none of the masked one."""

    def red(film):
        jpegs = [np.frombuffer(one.jpeg, np.uint8) for one in film.all(EvidenceImage)]
        shown = [cv2.imdecode(jpeg, cv2.IMREAD_COLOR) for jpeg in jpegs]
        return max(cv2.countNonZero(cv2.inRange(p, (0, 0, 120), (90, 80, 255))) for p in shown)

    assert red(secret_film(pictures, cards, 0, masked=False)) > 200
    assert red(secret_film(pictures, cards, 0, masked=True)) < 20


def test_what_was_masked_is_told_as_it_lay_before(pictures, cards):
    film = secret_film(pictures, cards, 0, masked=True)
    masked = [one.cells[0].masked for one in film.all(GridSeen) if one.zone == "line:0"]
    assert masked == [False, True, False]
    assert film_lines(film)["line:0"].cells[0].back
