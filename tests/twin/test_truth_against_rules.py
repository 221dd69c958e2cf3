"""Two independent readings of one rulebook: the twin's truth and the rules under test.

Random games are played on both at once; their canonical states must agree after every step.
"""

import random
from typing import Any

import pytest

from companion.twin.wizard_thieves.cards import deal
from companion.twin.wizard_thieves.truth import Truth
from rules import wizard_thieves as game
from rules.core import Legal

STEPS = 900


class Pair:
    """One game on both."""

    def __init__(self, seats: int, seed: int, options: dict[str, Any]) -> None:
        self.rng = random.Random(seed)
        self.truth = Truth(deal(seats, self.rng), 0, options)
        pack = game.load_pack([])
        self.state = game.setup(range(seats), 0, game.Options(**options), pack)
        self.story: list[str] = []
        self.now = 0

    def both(self, action: Any) -> None:
        """Apply `action` to the rules and compare with what truth has become."""
        ruling = game.check(self.state, action)
        self.story.append(repr(action))
        assert isinstance(ruling, Legal), (ruling, self.story[-12:])
        for event in game.decide(self.state, action):
            self.state = game.evolve(self.state, event)
        assert game.canonical(self.state) == self.truth.canonical(), "\n".join(self.story[-14:])

    def step(self, slap_rate: float) -> None:
        self.now += 2_000_000_000
        truth, rng = self.truth, self.rng
        if rng.random() < slap_rate and truth.pot:
            self.slap(rng.choice(truth.playing()))
        elif truth.collector is not None:
            seat = truth.collector
            truth.take_pot(self.now, seat)
            self.both(game.TakePot(seat=seat))
        elif truth.caster is not None:
            seat = truth.caster.target
            card = truth.portal_card(self.now)
            self.both(game.ToPortal(seat=seat, card=card.key))
        elif truth.pending is not None:
            self.item()
        elif truth.turn is not None:
            seat = truth.turn
            card = truth.reveal(self.now, seat)
            self.both(game.Reveal(seat=seat, card=card.key))

    def slap(self, seat: int) -> None:
        self.truth.press(self.now, seat)
        self.both(game.Grab(presses=((seat,),)))

    def item(self) -> None:
        pending = self.truth.pending
        assert pending is not None
        seat, item = pending.seat, pending.item
        what, value = choice = self.rng.choice(self.truth.item_choices())
        self.truth.use_item(self.now, choice)
        if item == "king_coin":
            self.both(game.ApplyKingCoin(seat=seat))
        elif what == "bomb":
            self.both(game.UseBomb(seat=seat, target=value))
        elif what == "deck":
            self.both(game.UseGauntlet(seat=seat, deck=value))
        elif what == "portal":
            self.both(game.UseGauntlet(seat=seat, portal=value))
        else:
            assert value is not None
            self.both(game.UsePortalCaster(seat=seat, target=value))

    def conserved(self) -> int:
        truth = self.truth
        piles = [*truth.decks, *truth.aside, truth.portal, truth.removed, truth.pot]
        return sum(map(len, piles))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("slap_rate", [0.02, 0.25])
@pytest.mark.parametrize("options", [{}, {"grab_before_end": True}], ids=["plain", "before_end"])
def test_truth_and_rules_agree_on_every_state(seats: int, slap_rate: float, options: dict):
    """Rulebook and rulings as a whole; conservation is worked example 22."""
    ended = 0
    for seed in range(60):
        pair = Pair(seats, seed, options)
        total = {2: 60, 3: 45, 4: 60}[seats]
        for _ in range(STEPS):
            if pair.truth.winners is not None:
                break
            pair.step(slap_rate)
            assert pair.conserved() == total
        ended += pair.truth.winners is not None
    assert ended > 40
