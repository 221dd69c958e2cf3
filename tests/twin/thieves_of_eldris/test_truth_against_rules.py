"""Two independent readings of one rulebook: the twin's truth and the rules under test.

The twin's people play whole games; whatever they would tell their phones is told to the rules
instead, and the canonical states must agree after every step.
"""

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from companion.packs import content_pack
from companion.table.eldris import ids
from companion.twin.people import Person
from companion.twin.thieves_of_eldris.cards import TRAIT_OF, beside, loot, shuffled
from companion.twin.thieves_of_eldris.director import Director
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.truth import Truth
from rules import eldris as game
from rules.core import Legal
from rules.eldris import square
from rules.eldris.money import LOOT

GAMES = 12
PACK = content_pack(game)


class Told(Director):
    """People who tell the rules what they do."""

    def __init__(self, seats: int, seed: int, options: game.Options) -> None:
        rng = random.Random(seed)
        kind = SoloTruth if seats == 1 else Truth
        trusted = options.secrecy == "trusted" and seats > 1
        truth = kind(shuffled(rng), shuffled(rng), seats, trusted=trusted)
        sitting: Any = SimpleNamespace(
            world=SimpleNamespace(timeline=SimpleNamespace(now=0)),
            phones={},
            people={seat: Person(seat, str(seed)) for seat in range(seats)},
            rng=rng,
            misread_aloud=0.0,
        )
        super().__init__(sitting, truth)
        self.state = game.setup(range(seats), 0, options, PACK)
        self.told: list[str] = []

    def _tell(self, seat: int, ident: str, values: str = "") -> Any:
        choice = f"{ident}={values}" if values else ident
        self.told.append(f"{seat} {choice}")
        action = ids.action(seat, choice)
        assert action is not None, choice
        ruling = game.check(self.state, action)
        assert isinstance(ruling, Legal), (ruling, self.told[-10:])
        self.state = game.apply(self.state, action)[1]
        assert game.canonical(self.state) == self.truth.canonical(), self.told[-12:]
        yield 0
        return True

    def _fill_in(self, seat: int, ident: str, what: Sequence[str]) -> Any:
        keys: dict[str, str] = {**ids.LETTER, **ids.DIGIT}  # type: ignore[dict-item]
        return (yield from self._tell(seat, ident, "".join(keys.get(one, one) for one in what)))


TABLES = [(1, "sealed"), *((seats, s) for seats in range(2, 7) for s in ("sealed", "trusted"))]


@pytest.mark.parametrize(("seats", "secrecy"), TABLES)
def test_truth_and_rules_agree_on_every_state(seats: int, secrecy: Any):
    """Rulebook and rulings as a whole, from the deal to the winner."""
    words: set[str] = set()
    for seed in range(GAMES):
        people = Told(seats, seed, game.Options(secrecy=secrecy))
        for _ in people.play():
            pass
        words |= {one.split()[1].split(":")[0].split("=")[0] for one in people.told}
        assert people.state.over is not None
        assert list(people.state.over.winners) == people.truth.winners
    expected = {"layout", "roll", "reroll", "reset", "use", "move", "run", "swap"}
    expected |= {"fan", "foes", "wager"} if seats == 1 else {"steal", "accuse", "pass"}
    assert expected <= words


def test_the_twin_knows_the_square_and_the_box_as_the_rules_do():
    """Worked examples 1 and 2, by both accounts."""
    for cell in range(24):
        assert sorted(beside(cell)) == sorted(square.BESIDE[cell])
        assert sorted(beside(cell, diagonal=True)) == sorted(square.AROUND[cell])
        assert loot(cell) == LOOT[square.PLACE[cell]]
    assert PACK.trait_of() == TRAIT_OF
