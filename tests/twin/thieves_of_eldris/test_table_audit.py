"""The Square and the dice through the twin's camera: what is read, what is told, how it is mended.

No process and no time of the machine: frames are drawn one after the other.
"""

import random

import pytest

from companion.eye.look import Eye
from companion.eye.tray import taught
from companion.table.cells import face_seen
from companion.table.layouts import layout
from companion.twin import thieves_of_eldris
from companion.twin.thieves_of_eldris.layout import Layout
from companion.twin.thieves_of_eldris.slip_dice import Side, Tray
from hardware.timing import MS
from rules.eldris.cards import CHARACTERS
from tests.companion.table.eldris.people import taps
from tests.companion.table.eldris.wandering import any_action
from tests.companion.table.scripted import Script
from tests.support.eldris import traits
from tests.twin.filmed import SECOND, Filmed
from vision.catalogue import build
from vision.mat import load_mat
from vision.symbol_dice import build_dice
from vision.teaching import key_of


class Evening(Filmed):
    """A sealed game of two; hands move cards of `square` and dice of `tray`."""

    def __init__(self, catalogue, dice, cards=CHARACTERS, seed=4):
        self._eye = (catalogue, dice)
        self._due = []
        game = Script(seats=2, game="thieves-of-eldris", buttons=False)
        super().__init__(thieves_of_eldris, game, seed)
        self.square = Layout(self.scene)
        self.tray = Tray(self.scene.sheet.zones["tray"], random.Random(seed))
        self.scene.dice = self.tray.at
        self.run(0.4)
        self.script.begin()
        self.square.lay(0, cards)
        self.square.refresh()
        self.run(1, until=lambda: bool(self.state.grid))
        self.run(0.2)
        assert self.script.tap(0, "cutpurse").status == 200

    def new_eye(self) -> Eye:
        catalogue, dice = self._eye
        return Eye(load_mat("thieves-of-eldris"), catalogue, dice=dice)

    @property
    def state(self):
        return self.script.state

    @property
    def asked(self) -> list[str]:
        return [str(prompt.title) for prompt in self.script.table.prompts]

    def happen(self) -> None:
        for at_ns, do in [one for one in self._due if one[0] <= self.now]:
            self._due.remove((at_ns, do))
            do()
            self.square.refresh()

    def by_hand(self, cell: int, do, *, seconds: float = 0.8) -> None:
        """A hand comes to this cell, does something, and goes after so long."""
        acts, leaves = self.now + 400 * MS, self.now + round(seconds * SECOND)
        goes, place = leaves - 200 * MS, self.square.at(cell)
        self.scene.fetch(0, place, enter_ns=self.now, take_ns=goes, leave_ns=leaves, load=False)
        self._due.append((acts, do))

    def exchange(self, one: str, other: str, **seconds: float) -> None:
        cells = self.square.where(one), self.square.where(other)
        self.by_hand(cells[0], lambda: self.square.exchange(*cells), **seconds)

    def laid(self, card: str, piece: str):
        """What a hand does that lays this on a character."""

        def lay() -> None:
            self.square.pieces[card] = (piece,)

        return lay

    def throw(self, words: str) -> None:
        sides = [Side(trait) for trait in traits(words)]
        self.tray.throw((0, 1, 2), sides, self.now + 100 * MS, self.tray.area.middle)

    def slip(self, do) -> None:
        """Something is moved while no eye looks."""
        do()
        self.square.refresh()
        self.look_again()

    def put_right(self) -> None:
        """People do what the page asks of their hands, and tick it off."""
        for task in [task for task in self.script.table.tasks if not task.done]:
            move, square = task.move, self.square
            source, target = move.source, move.target
            if target == "box":
                square.cells = [None] * len(square.cells)
            elif source == "box":
                square.lay(int(target.partition(":")[2]), move.cards)
            elif source == target and source.startswith("grid"):
                square.dark ^= {move.cards[0]}
            elif source.startswith("grid"):
                square.exchange(int(source.partition(":")[2]), int(target.partition(":")[2]))
            assert self.script.ask("tick", value=task.id).status == 200
        self.square.refresh()

    def wrong(self) -> list[int]:
        """Cells that the eye sees otherwise than the game has them."""
        wanted = layout(self.script.table, self.state).get("grid", ())
        seen = self.script.table.sights["grid"].cells
        faces = [face_seen(cell) for cell in seen]
        return [n for n, face in enumerate(wanted) if face != faces[n]]


@pytest.fixture(scope="module")
def learned():
    faces = thieves_of_eldris.faces("distinct")
    catalogue = build([(key_of(stem), face) for stem, face in faces.items()])
    catalogue.warm_up()
    return catalogue, taught(build_dice(list(thieves_of_eldris.dice().items())))


@pytest.fixture
def evening(learned):
    evening = Evening(*learned)
    assert evening.state.grid == CHARACTERS
    return evening


def test_dice_that_tumble_are_read_when_they_lie_and_a_move_by_hand_is_a_move(evening):
    evening.throw("str con wis")
    evening.run(0.6)
    assert evening.state.phase == "roll", "they still roll"
    evening.run(1.0)
    assert sorted(evening.state.dice) == sorted(traits("str con wis"))
    evening.exchange("str1", "int4")
    evening.run(0.7)
    assert evening.state.grid == CHARACTERS, "a hand is over the Square"
    evening.run(1.0)
    assert evening.state.grid == tuple(evening.square.cells)
    assert sorted(evening.state.unspent) == sorted(traits("con wis"))
    evening.run(3)
    assert evening.told == []
    assert evening.asked == []


def test_two_cards_in_each_others_place_are_told_in_three_seconds_with_the_cure(evening):
    evening.slip(lambda: evening.square.exchange(8, 15))
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3
    (told,) = evening.told
    assert "have changed places: row 2, column 3 and row 3, column 4." in told
    cure = next(str(notice.cure) for notice in evening.script.view().notices if notice.place)
    assert "Exchange these two cards" in cure
    evening.exchange(evening.square.cells[8], evening.square.cells[15])
    evening.run(2.5, until=lambda: not evening.told)
    assert evening.told == []


def test_a_card_on_its_other_side_is_told_and_gone_when_it_is_turned_back(evening):
    card = evening.square.cells[20]
    evening.slip(lambda: evening.square.dark.add(card))
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3
    assert "row 4, column 3" in evening.told[0]
    assert "shows its other side" in evening.told[0]
    evening.by_hand(20, lambda: evening.square.dark.discard(card))
    evening.run(2.5, until=lambda: not evening.told)
    assert evening.told == []


def test_nothing_is_told_while_a_hand_is_in_view(evening):
    evening.throw("int int dex")
    evening.run(1.4)
    evening.exchange("str1", "str2", seconds=3.5)
    evening.run(3.3)
    assert evening.told == []
    took = evening.alarm_s(4)
    assert took is not None, "no die moves a card of Strength"
    assert took <= 3.2


def test_tokens_on_characters_neither_nag_nor_hide_a_move(evening):
    """Setup, and "Identify Threats and Rivals": tokens lie on the cards, and move with them."""
    names = ("target", "cutpurse", "rival", "threat", "coin")
    bearers = evening.square.cells[:5]
    for card, name in zip(bearers, names, strict=True):
        evening.by_hand(evening.square.where(card), evening.laid(card, name))
        evening.run(0.9)
    evening.run(3)
    assert evening.told == []
    assert evening.asked == []
    assert evening.wrong() == []
    evening.throw("cha con wis")
    evening.run(1.6)
    evening.exchange(bearers[0], bearers[1])
    evening.run(2.5)
    assert evening.state.grid == tuple(evening.square.cells)
    assert evening.state.grid[:2] == (bearers[1], bearers[0])
    evening.slip(lambda: evening.square.exchange(3, 9))
    took = evening.alarm_s(5)
    assert took is not None
    assert took <= 3
    assert "have changed places: row 1, column 4 and row 2, column 4." in evening.told[0]


@pytest.mark.parametrize("seed", range(2))
def test_undo_and_the_hands_it_asks_for_leave_the_audit_clean(learned, seed):
    """Design, section 5, on the twin's own table: what people are told to move is enough."""
    rng = random.Random(seed)
    evening = Evening(*learned, cards=rng.sample(CHARACTERS, 24), seed=seed)
    for _ in range(25):
        found = any_action(evening.state, rng)
        if evening.script.table.phase != "playing" or found is None:
            break
        for choice in taps(found[1]):
            assert evening.script.tap(found[0], choice).status == 200, choice
    evening.square.cells = list(evening.state.grid)
    evening.square.dark = set(evening.state.dark)
    evening.square.refresh()
    evening.run(2.5, until=lambda: not evening.wrong())
    assert evening.wrong() == []
    for _ in range(3):
        undone = [evening.script.ask("undo", "seat:0") for _ in range(rng.randint(1, 3))]
        assert {reply.status for reply in undone} == {200}
        evening.put_right()
        evening.run(2.5, until=lambda: not evening.wrong())
        evening.run(1.5)
        assert evening.wrong() == []
        assert evening.told == []
    while evening.script.table.steps:
        assert evening.script.ask("undo", "seat:0").status == 200
    assert any(task.move.target == "box" for task in evening.script.table.tasks)
