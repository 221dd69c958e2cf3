"""Laws that hold for every game, over random games with real cards."""

import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from companion.bench.players import PLAYERS
from companion.bench.playout import Move, Playout
from companion.history import state_hash
from companion.packs import content_pack
from rules import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
ACTIONS = 1_500
SOAK_GAMES = 100_000


def games_of(game: Any, first: int) -> Iterator[Playout]:
    """Games without end, all seat counts in turn, each from its own seed."""
    seed, pack = first, content_pack(game)
    while True:
        seats = game.SEATS[seed % len(game.SEATS)]
        yield Playout(game, seats, seed, game.Options(), pack)
        seed += 1


@cache
def moves_of(name: str) -> tuple[Move, ...]:
    """So many actions of whole random games."""
    found: list[Move] = []
    for playout in games_of(GAMES[name], zlib.crc32(name.encode()) % 1000):
        found.extend(playout.moves())
        if len(found) >= ACTIONS:
            break
    return tuple(found)


def test_every_game_can_be_played_at_random() -> None:
    assert set(PLAYERS) == set(GAMES)


@every_game
def test_decide_and_evolve_give_what_apply_gives(game: Any) -> None:
    """The fold is deterministic: same state, same action, same facts, same next state."""
    for move in moves_of(game.NAME):
        events = game.decide(move.before, move.action)
        assert events == move.events
        state = move.before
        for event in events:
            state = game.evolve(state, event)
        assert state == move.after


@every_game
def test_somebody_can_always_go_on(game: Any) -> None:
    """No dead ends: whom the game waits for has something to do, until the end."""
    for move in moves_of(game.NAME):
        waiting = game.acting(move.after)
        if not waiting:
            assert game.observe(move.after, "table").outcome is not None
        for actor in waiting:
            assert game.choices(move.after, actor)


@every_game
def test_encoding_and_decoding_is_identity(game: Any) -> None:
    """As JSON, and as the builtins that a journal keeps."""
    for move in moves_of(game.NAME)[::9]:
        view = game.observe(move.after, 0)
        events = tuple[game.Event, ...]
        kinds = (game.State, game.Action, events, game.View)
        for value, kind in zip((move.after, move.action, move.events, view), kinds, strict=True):
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value
        kept = msgspec.json.decode(msgspec.json.encode(move.events))
        assert msgspec.convert(kept, type=events) == move.events


@every_game
def test_every_reachable_state_is_sound(game: Any) -> None:
    """So that play can go on from any of them, and each can be told in plain words."""
    for move in moves_of(game.NAME)[::5]:
        game.require_sound(move.after)
        msgspec.json.encode(game.canonical(move.after))


@every_game
def test_every_state_has_a_hash(game: Any) -> None:
    """`companion replay` compares by it, finished games too."""
    moves = moves_of(game.NAME)
    ends = [move for move in moves if game.outcome(move.after) is not None]
    assert ends
    for move in (*moves[::200], *ends):
        assert len(state_hash(move.after)) == 32


@every_game
def test_views_name_audience_seats_and_outcome(game: Any) -> None:
    """What shared parts of the companion ask of every view."""
    for move in moves_of(game.NAME)[::50]:
        table = game.observe(move.after, "table")
        assert table.audience == "table"
        assert table.seats in game.SEATS
        for seat in range(table.seats):
            view = game.observe(move.after, seat)
            assert (view.audience, view.seats, view.outcome) == (seat, table.seats, table.outcome)


@pytest.mark.slow
@pytest.mark.timeout(0)
@every_game
def test_no_dead_end_in_very_many_games(game: Any) -> None:
    """The playout compares all cards with the real ones after every action."""
    for number, playout in enumerate(games_of(game, 1_000_000)):
        if number == SOAK_GAMES:
            return
        for _ in playout.moves():
            pass
