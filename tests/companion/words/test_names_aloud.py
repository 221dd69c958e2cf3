"""How a name sounds is that person's affair: cards, numbers and titles are read as ever."""

import random
from collections.abc import Sequence

import pytest

from companion.words import KINDS
from tests.companion.table.scripted import Script
from tests.companion.table.skullduggery.people import Game
from tests.companion.table.test_amend import act_at_random

NEUTRAL = ("Qaqa", "Qbqb", "Qcqc", "Qdqd")


def called(game: Script, names: Sequence[str], says: Sequence[str] = ()) -> None:
    for seat, name in enumerate(names[: game.table.seats]):
        assert game.ask("rename", f"seat:{seat}", seat=seat, value=name).status == 200
    for seat, sound in enumerate(says[: game.table.seats]):
        assert game.ask("says", f"seat:{seat}", value=sound).status == 200
    for kind in KINDS:
        assert game.ask("spoken", value=f"{kind}=true").status == 200


def wizards(seed: int, names: Sequence[str], says: Sequence[str] = ()) -> list[str]:
    rng = random.Random(seed)
    game = Script(4).begin()
    called(game, names, says)
    for _ in range(120):
        if game.table.phase != "playing":
            break
        act_at_random(game, rng)
    return [say.text for say in game.spoken]


def pirates(seed: int, names: Sequence[str], says: Sequence[str] = ()) -> list[str]:
    rng = random.Random(seed)
    game = Game(4, rng)
    called(game.script, names, says)
    for _ in range(80):
        step = game.honest(rng)
        if step is None:
            break
        game.script.tap(*step)
    return [say.text for say in game.script.spoken]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("play", "names"),
    [
        (wizards, ("Ruby", "King Coin", "Doubles", "3")),
        (wizards, ("Pot", "2", "Everyone", "Safe")),
        (pirates, ("5", "8", "left end", "Pass Left")),
    ],
)
def test_people_who_are_called_like_cards_change_nothing_but_their_own_name(play, names, seed):
    heard = play(seed, names, NEUTRAL)
    assert any(sound in text for text in heard for sound in NEUTRAL)
    begun = next(place for place, text in enumerate(heard) if NEUTRAL[0] in text)
    plain = play(seed, NEUTRAL)
    assert heard[begun:] == plain[begun:]
