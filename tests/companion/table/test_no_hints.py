"""Before a press nothing tells whether the Pot may be grabbed: not in content, not in order.

Two tables that differ only in cards buried in the Pot get the same card on top. What every audience
gets from that must be the same bytes, though on one table the Pot may be grabbed and on the other
it may not.
"""

import random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.table.effects import Commit, Expect, Say
from companion.table.presenter import audiences
from rules.wizard_thieves.cards import KEYS
from tests.companion.table.scripted import Script

NOT_OF_THE_PAST = {"log": (), "captions": (), "version": 0}
"""What was told of the buried cards when they were on top; not part of this moment."""


def everything_told(game: Script, before: int) -> bytes:
    """All bytes of this moment for all audiences: pages, sentences, lamps, beeps, in order."""
    told: list[Any] = []
    for effect in game.effects[before:]:
        if isinstance(effect, Commit | Expect):
            continue  # the disk and the eye are no audience
        told.append(replace(effect, ident=0, seq=0) if isinstance(effect, Say) else effect)
    for audience in audiences(game.table):
        view = game.table.shown[audience].view
        told.append(replace(view, **NOT_OF_THE_PAST))
        told.append(replace(view.log[-1], seq=0))
    return msgspec.json.encode(told)


def reveal(game: Script, key: str, at: int) -> None:
    game.card(key, at)
    game.until(at + 100)


def play(buried: list[str], top: str, seats: int) -> tuple[bytes, bool]:
    game = Script(seats).begin()
    for n, key in enumerate(buried):
        reveal(game, key, 1000 * (n + 1))
    before = len(game.effects)
    reveal(game, top, 1000 * (len(buried) + 1))
    return everything_told(game, before), bool(game.state.window)


def same_kind(key: str, other: str) -> bool:
    """Cards that lead to the same game but for matching: gems for gems, treasures of one value."""
    return key.partition(":")[0] == other.partition(":")[0] == "gem"


def test_a_pot_with_and_without_a_grab_are_told_alike():
    rng = random.Random(7)
    compared = 0
    while compared < 150:
        seats = rng.choice((2, 3, 4))
        buried = [rng.choice(KEYS) for _ in range(rng.randint(1, 5))]
        if any(key.startswith("item:") for key in buried):
            continue  # an item waits for a choice; its own tests follow
        top = rng.choice(KEYS)
        swapped = list(buried)
        place = rng.choice((-1, -2)) if len(buried) > 1 else -1
        if not swapped[place].startswith("gem:"):
            continue
        swapped[place] = top if top.startswith("gem:") else rng.choice(KEYS[:9])
        if place == -1 and not top.startswith("gem:"):
            continue
        told, window = play(buried, top, seats)
        other, other_window = play(swapped, top, seats)
        if window == other_window:
            continue
        assert told == other, (buried, swapped, top)
        compared += 1


def test_a_failed_challenge_is_told_alike_with_and_without_a_grab():
    """R-WT-11 waits for a grab, R-WT-33 does not: nobody may see which it is."""
    plain = play(["treasure:2", "gem:1"], "gem:2", 4)
    doubles = play(["treasure:2", "gem:2"], "gem:2", 4)
    assert (plain[1], doubles[1]) == (False, True)
    assert plain[0] == doubles[0]


def test_a_king_coin_is_told_alike_with_and_without_a_grab():
    """R-WT-30 applies it at once, R-WT-18 makes it a race."""

    def kinged(second: str) -> tuple[bytes, bool]:
        game = Script(2).begin()
        reveal(game, "treasure:4", 1000)
        reveal(game, second, 2000)
        reveal(game, "gem:3", 3000)
        before = len(game.effects)
        reveal(game, "item:king_coin", 4000)
        return everything_told(game, before), bool(game.state.window)

    assert kinged("gem:1")[0] == kinged("gem:2")[0]


def test_the_last_card_of_a_game_is_told_alike_until_the_pot_is_taken():
    """R-WT-16: running out ends the game, unless somebody may still grab."""

    def last(buried: str) -> tuple[bytes, bool]:
        game = Script(2).begin()
        state = game.state
        game.table = replace(
            game.table, game=replace(state, decks=(state.decks[0][:1], state.decks[1][:2]))
        )
        reveal(game, "treasure:4", 1000)
        reveal(game, buried, 2000)
        before = len(game.effects)
        reveal(game, "gem:2", 3000)
        return everything_told(game, before), bool(game.state.window)

    plain, doubles = last("gem:1"), last("gem:2")
    assert (plain[1], doubles[1]) == (False, True)
    assert plain[0] == doubles[0]
