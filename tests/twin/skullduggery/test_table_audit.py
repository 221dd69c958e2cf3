"""Undo and corrections on the twin's own table: the moves that pages ask for satisfy the camera.

No process and no time of the machine: frames are drawn one after the other.
"""

import itertools
import random

import pytest

from companion.eye.look import Eye
from companion.table.presenter import amendments_of
from companion.twin import skullduggery
from companion.twin.skullduggery.cards import Card
from companion.twin.skullduggery.layout import Layout
from companion.twin.skullduggery.truth import SIDES, Truth
from tests.companion.table.skullduggery.people import Game
from tests.companion.table.skullduggery.test_back_and_again import carried_out, places
from tests.twin.filmed import Filmed
from vision.catalogue import build
from vision.mat import load_mat
from vision.symbol_dice import build_dice
from vision.teaching import key_of
from vision.tokens import TokenReader

ROWS = ("discard", "spyglass")


@pytest.fixture(scope="module")
def learned():
    made = build([(key_of(s), face) for s, face in skullduggery.faces("distinct").items()])
    made.warm_up()
    sides = [(key_of(stem), face) for stem, face in skullduggery.dice().items()]
    return made, TokenReader(build_dice(sides))


class Evening(Filmed):
    """People tap; their cards are laid on the twin's table, where an eye looks at them."""

    def __init__(self, learned, seats: int, rng: random.Random) -> None:
        self._learned = learned
        self.game = Game(seats, rng, camera=True)
        super().__init__(skullduggery, self.game.script)
        self.cards = [Card(ref, value) for ref, value in enumerate(self.game.dealt.faces)]
        self._truth = Truth(self.cards, seats)
        self._layout = Layout(self.scene, self._truth)

    def new_eye(self) -> Eye:
        cards, tokens = self._learned
        return Eye(load_mat("skullduggery"), cards, tokens=tokens)

    def lay(self, lies: dict) -> None:
        """Hands lay all cards and tokens like this, and leave."""
        seats = range(self.game.seats)
        line = {seat: [lies[f"line:{seat}:{slot}"] for slot in range(4)] for seat in seats}
        self._layout.lines = [[self.cards[ref] for ref, _ in line[seat]] for seat in seats]
        self._truth.up = {self.cards[ref] for seat in seats for ref, up in line[seat] if up}
        sides = itertools.product(seats, SIDES)
        self._layout.turned = {one for one in sides if lies[f"token:{one[0]}:{one[1]}"]}
        self._truth.pile = [self.cards[ref] for ref in lies["pile"]]
        for row in ROWS:
            lay = {card: (card, placed) for card, placed in self.scene.piles[row]}
            wanted = [self.cards[ref] for ref in lies[row]]
            spots = [lay.get(c) or (c, self._layout.spot(c, row, 0)) for c in wanted]
            self.scene.piles[row][:] = spots
        self._layout.refresh()

    def put_right(self) -> dict:
        """What the page asks of people's hands, ticked off; how the cards lie then."""
        tasks = self.script.table.tasks
        lies = carried_out(self.lay_as, [task.move for task in tasks if not task.done])
        for task in tasks:
            assert self.script.ask("tick", "seat:0", value=task.id).status == 200
        return lies

    def play(self, rng: random.Random, taps: int) -> None:
        """By phones; then the camera looks at the table as it lies."""
        for _ in range(taps):
            if self.script.table.phase == "playing" and not self.script.table.prompts:
                self.game.act(rng)

    def look(self, lies: dict) -> None:
        self.lay_as = self.script.state
        self.lay(lies)
        self.run(4)


@pytest.mark.parametrize("seed", range(3))
def test_the_moves_of_undos_leave_nothing_for_the_audit(learned, seed):
    """Design, section 5: undo says how to put the real table back, and that is enough."""
    rng = random.Random(seed)
    evening = Evening(learned, (2, 4, 6)[seed], rng)
    evening.play(rng, 34)
    evening.look(places(evening.script.state))
    assert evening.told == []
    moved = 0
    for _ in range(4):
        assert evening.script.ask("undo", "seat:0").status == 200
        moved += len(evening.script.table.tasks)
        evening.look(evening.put_right())
        assert evening.told == []
        assert not evening.script.table.held
    assert moved > 0


def test_without_the_moves_the_audit_complains(learned):
    """The negative control: middle cards that stay open after an undo are told."""
    rng = random.Random(next(n for n in range(500) if first_drawn(n) == 2))
    evening = Evening(learned, 3, rng)
    for choice in ("draw", "discard", "shown:2"):
        assert evening.script.tap(0, choice).status == 200
    for seat in range(3):
        for slot in (
            "turn:1",
            f"read:1:{evening.cards[evening.script.state.lines[seat][1]].value}",
        ):
            assert evening.script.tap(seat, slot).status == 200
    evening.look(places(evening.script.state))
    assert evening.told == []
    while evening.script.state.face_up:
        assert evening.script.ask("undo", "seat:0").status == 200
    for task in evening.script.table.tasks:
        evening.script.ask("tick", "seat:0", value=task.id)
    evening.look_again()
    evening.run(4)
    assert sum("middle" in text for text in evening.told) == 3


def test_the_moves_of_a_correction_leave_nothing_for_the_audit(learned):
    """Somebody tapped 5 for a 1; said right, all pass a card, and the pages say which."""
    seed = next(n for n in range(500) if first_drawn(n) == 1)
    rng = random.Random(seed)
    evening = Evening(learned, 3, rng)
    for choice in ("draw", "discard", "shown:5"):
        assert evening.script.tap(0, choice).status == 200
    evening.look(places(evening.script.state))
    assert "the camera sees 1" in evening.told[0]
    newest = next(line for line in reversed(evening.script.view().log) if line.amendable)
    choices = amendments_of(evening.script.table, newest.seq)
    right = next(choice.id for choice in choices if choice.id.endswith("number:1"))
    assert evening.script.ask("amend", "seat:0", value=right).status == 200
    assert evening.script.table.tasks
    evening.look(evening.put_right())
    assert evening.told == []


def first_drawn(seed: int) -> int:
    """The number of the first card that is drawn in the game that this seed deals."""
    dealt = Game(3, random.Random(seed), camera=True).dealt
    return int(dealt.faces[dealt.pile[0]])
