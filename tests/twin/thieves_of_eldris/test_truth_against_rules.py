"""Two independent readings of one rulebook: the twin's truth and the rules under test.

The twin's people play whole games; whatever they would tell their phones is told to the rules
instead, and the canonical states must agree after every step.
"""

import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from companion.packs import content_pack
from companion.table.eldris import ids
from companion.twin import thieves_of_eldris
from companion.twin.mat import load_sheet
from companion.twin.people import Person
from companion.twin.scene import Scene
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
SHEET = load_sheet(thieves_of_eldris.mat(4))


class Told:
    """Phones that tell the rules what people do, as `Telling` tells pages."""

    def __init__(self, truth: Truth, options: game.Options) -> None:
        self.truth = truth
        self.state = game.setup(range(truth.count), 0, options, PACK)
        self.told: list[str] = []
        self.talk = SimpleNamespace(phones={})

    def attend(self) -> Any:
        """Nobody asks anything here."""
        yield 0
        return True

    def seen(self, _seat: int, _met: Any) -> Any:
        """No camera looks."""
        yield 0
        return False

    def tell(self, seat: int, ident: str, values: str = "") -> Any:
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

    def fill_in(self, seat: int, ident: str, what: Sequence[str]) -> Any:
        keys: dict[str, str] = {**ids.LETTER, **ids.DIGIT}  # type: ignore[dict-item]
        return (yield from self.tell(seat, ident, "".join(keys.get(one, one) for one in what)))

    def page(self, _seat: int) -> Any:
        """The dice as the rules have them."""
        return SimpleNamespace(
            dice_left=lambda: [one.capitalize() for one in self.state.unspent], offers=set
        )


class Now:
    """A timeline on which everything happens at once."""

    now = 0

    def at(self, _ns: int, do: Callable[[], None]) -> None:
        do()

    def watch(self, *_times: int, **_every: int) -> None:
        """No camera."""

    watch_visit = watch


def people(seats: int, seed: int, options: game.Options) -> tuple[Director, Told]:
    """A fresh deal, and who tells the rules of it."""
    rng = random.Random(seed)
    kind = SoloTruth if seats == 1 else Truth
    trusted = options.secrecy == "trusted" and seats > 1
    truth = kind(shuffled(rng), shuffled(rng), seats, trusted=trusted)
    scene = Scene(SHEET, seats, random.Random(seed), thieves_of_eldris.PILES)
    sitting: Any = SimpleNamespace(
        world=SimpleNamespace(timeline=Now(), scene=scene),
        phones={},
        people={seat: Person(seat, str(seed)) for seat in range(seats)},
        report=SimpleNamespace(face=lambda *_args, **_meant: None),
        rng=rng,
        options={},
        by_phone=True,
        misread_aloud=0.0,
    )
    director = Director(sitting, truth)
    director.phones = told = Told(truth, options)  # type: ignore[assignment]
    return director, told


TABLES = [(1, "sealed"), *((seats, s) for seats in range(2, 7) for s in ("sealed", "trusted"))]


@pytest.mark.parametrize(("seats", "secrecy"), TABLES)
def test_truth_and_rules_agree_on_every_state(seats: int, secrecy: Any):
    """Rulebook and rulings as a whole, from the deal to the winner."""
    words: set[str] = set()
    for seed in range(GAMES):
        director, told = people(seats, seed, game.Options(secrecy=secrecy))
        for _ in director.play():
            pass
        words |= {one.split()[1].split(":")[0].split("=")[0] for one in told.told}
        assert told.state.over is not None
        assert list(told.state.over.winners) == director.truth.winners
        lies = director.acts.layout
        assert lies.cells == director.truth.grid, "hands moved the cards as the game has them"
        assert lies.dark == set(director.truth.dark)
    expected = {"layout", "roll", "reroll", "reset", "use", "move"}
    many = {"run", "swap", "steal", "accuse", "pass"}  # four rounds alone bring few doubles
    expected |= {"fan", "foes", "wager"} if seats == 1 else many
    assert expected <= words


def test_the_twin_knows_the_square_and_the_box_as_the_rules_do():
    """Worked examples 1 and 2, by both accounts."""
    for cell in range(24):
        assert sorted(beside(cell)) == sorted(square.BESIDE[cell])
        assert sorted(beside(cell, diagonal=True)) == sorted(square.AROUND[cell])
        assert loot(cell) == LOOT[square.PLACE[cell]]
    assert PACK.trait_of() == TRAIT_OF
