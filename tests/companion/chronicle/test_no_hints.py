"""What looks back tells no more than the table did: nothing of a grab that nobody made."""

import random

import msgspec
import pytest

from companion.chronicle import chronicle, moment, summarise
from companion.history import fold
from rules.wizard_thieves.cards import KEYS
from tests.companion.table.scripted import Script


def looked_back(game: Script) -> bytes:
    """The newest line, its moment, and all statistics, as bytes."""
    told = chronicle(fold(game.rows))
    assert told is not None
    seq = game.rows[-1].seq
    found = moment(told, seq)
    summary = summarise(told)
    numbers = (summary.finished, summary.winners, summary.slaps, len(summary.readings))
    return msgspec.json.encode((found, numbers))


def play(*keys: str, seats: int = 4) -> tuple[bytes, bool]:
    """Reveal these; what is told of the last one, and whether the Pot may be grabbed."""
    game = Script(seats).begin()
    for key in keys:
        at = game.table.now // 1_000_000 + 1000
        game.card(key, at)
        game.until(at + 100)
    return looked_back(game), bool(game.state.window)


@pytest.mark.parametrize(
    ("plain", "open_", "seats"),
    [
        (("gem:3", "gem:1", "gem:2"), ("gem:3", "gem:2", "gem:2"), 4),
        (("gem:1", "gem:3", "gem:2"), ("gem:2", "gem:3", "gem:2"), 4),
        (("treasure:2", "gem:1", "gem:2"), ("treasure:2", "gem:2", "gem:2"), 4),
        (
            ("treasure:4", "gem:1", "gem:3", "item:king_coin"),
            ("treasure:4", "gem:3", "gem:3", "item:king_coin"),
            2,
        ),
    ],
    ids=["doubles", "sandwich", "a challenge that fails", "a king coin"],
)
def test_a_pot_that_may_be_grabbed_looks_like_one_that_may_not(plain, open_, seats):
    told, other = play(*plain, seats=seats), play(*open_, seats=seats)
    assert not told[1]
    assert other[1] or plain[-1] == "item:king_coin"  # which makes a race of it (R-WT-18)
    assert told[0] == other[0]


def test_random_pots_look_alike():
    """The top card decides everything that is told of it, not what lies below."""
    rng = random.Random(11)
    gems = [key for key in KEYS if key.startswith("gem:")]
    compared = 0
    while compared < 40:
        top, below, other = (rng.choice(gems) for _ in range(3))
        first, second = play("gem:1", below, top), play("gem:1", other, top)
        assert first[0] == second[0], (top, below, other)
        compared += first[1] != second[1]
