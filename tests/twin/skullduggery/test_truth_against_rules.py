"""Two independent readings of one rulebook: the twin's truth and the rules under test.

Random games are played on both at once; their canonical states must agree after every step.
"""

import random
from typing import Any

import pytest

from companion.packs import content_pack
from companion.twin.skullduggery.cards import shuffled
from companion.twin.skullduggery.truth import SIDES, Truth
from rules import skullduggery as game
from rules.core import Legal

GAMES = 40


class Pair:
    """One game on both."""

    def __init__(self, seats: int, seed: int) -> None:
        self.rng = random.Random(seed)
        first = self.rng.randrange(seats)
        self.truth = Truth(shuffled(self.rng), seats, first)
        self.state = game.setup(range(seats), first, game.Options(), content_pack(game))
        self.story: list[str] = []

    def both(self, action: Any) -> None:
        """Apply `action` to the rules and compare with what truth has become."""
        ruling = game.check(self.state, action)
        self.story.append(repr(action))
        assert isinstance(ruling, Legal), (ruling, self.story[-12:])
        self.state = game.apply(self.state, action)[1]
        assert game.canonical(self.state) == self.truth.canonical(), "\n".join(self.story[-14:])

    def turn(self) -> None:
        truth, rng, seat = self.truth, self.rng, self.truth.turn
        truth.draw(0)
        self.both(game.Draw(seat=seat))
        sides = [None, *(side for side in SIDES if (seat, side) not in truth.used)]
        if rng.random() < 0.4:
            truth.let_go()
            self.both(game.DiscardDrawn(seat=seat))
        else:
            self.place(seat, rng.choice(sides), rng.randrange(4))
        if truth.leaving is not None:
            card = truth.show(0)
            self.both(game.ShowDiscard(seat=seat, value=card.value))
        if truth.look_due:
            self.look(seat)
        for owing in rng.sample(truth.owing, len(truth.owing)):
            slot = rng.choice(truth.middle(owing))
            card = truth.turn_up(0, owing, slot)
            self.both(game.TurnUp(seat=owing, slot=slot, value=card.value))

    def place(self, seat: int, side: str | None, slot: int) -> None:
        truth, value = self.truth, self.truth.drawn.value
        owner = seat if side is None else truth.neighbour(seat, side)
        told = value if truth.at((owner, slot)) in truth.up else None
        truth.place(0, side, slot)
        if side is None:
            self.both(game.ReplaceOwn(seat=seat, slot=slot, value=told))
        else:
            self.both(game.ReplaceNeighbour(seat=seat, side=side, slot=slot, value=told))

    def look(self, seat: int) -> None:
        due = self.truth.look_due
        place = self.rng.choice([None, *due])
        side = SIDES[0 if place is None else due.index(place)]
        peeks = due[0][0] == seat
        self.truth.look(0, place)
        if peeks:
            self.both(game.ChoosePeek(seat=seat, end=side, look=place is not None))
        else:
            self.both(game.ChooseSneak(seat=seat, side=side, look=place is not None))

    def reveal(self) -> None:
        for seat in range(self.truth.seats):
            self.truth.reveal(0, seat)
            values = tuple(card.value for card in self.truth.lines[seat])
            self.both(game.RevealAll(seat=seat, values=values))


@pytest.mark.parametrize("seats", range(2, 7))
def test_truth_and_rules_agree_on_every_state(seats: int):
    """Rulebook and rulings as a whole, from the deal to the scores."""
    reasons = set()
    for seed in range(GAMES):
        pair = Pair(seats, seed)
        while not pair.truth.ended:
            pair.turn()
        pair.reveal()
        reasons.add(pair.state.over.reason)
        assert list(pair.state.over.scores) == pair.truth.scores()
    assert reasons == {"third_spyglass", "pile_empty"} or seats < 4
