"""Laws of every reachable state, over random games played with real cards."""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bench.playout import Move, Playout
from rules import wizard_thieves as game
from rules.core import Illegal, IllegalActionError
from rules.wizard_thieves.cards import KEYS, cards_in_play
from rules.wizard_thieves.folding import evolve
from tests.support.wizard import PACK

ACTORS = (0, 1, 2, 3, "table")
LONGEST = 2_000
"""Almost three times the longest of 10,000 random games, see `companion.bench.playout`."""

seeds = st.integers(min_value=0, max_value=2**32)
seat_counts = st.sampled_from([2, 3, 4])
laws = settings(derandomize=True, deadline=None, max_examples=60, database=None)


def moves(seats: int, seed: int, *, before_end: bool = False) -> Iterator[Move]:
    return Playout(game, seats, seed, game.Options(grab_before_end=before_end), PACK).moves()


@lru_cache(maxsize=1)
def many_moves() -> tuple[Move, ...]:
    """A few thousand moves of many games, for the laws that look at each state closely."""
    found: list[Move] = []
    for seed in range(60):
        found.extend(moves(2 + seed % 3, seed, before_end=seed % 4 == 3))
    return tuple(found)


@laws
@given(seats=seat_counts, seed=seeds, before_end=st.booleans())
def test_random_play_ends_and_conserves_cards(seats: int, seed: int, before_end: bool) -> None:
    """Promise 6. The playout compares every pile with the real cards after each action."""
    playout = Playout(game, seats, seed, game.Options(grab_before_end=before_end), PACK)
    count = sum(1 for _ in islice(playout.moves(), LONGEST))
    assert count < LONGEST
    state = playout.state
    over = game.outcome(state)
    assert over is not None
    assert len(over.winners) == 1
    assert state.status[over.winners[0]] != "out"
    zones = (*state.decks, *state.aside, state.pot, state.portal, state.removed)
    assert sum(map(len, zones)) == cards_in_play(seats)


@laws
@given(seats=seat_counts, seed=seeds)
def test_the_fold_is_deterministic(seats: int, seed: int) -> None:
    """Same start, same actions: same events and states; events alone give the states too."""
    first = list(moves(seats, seed))
    second = list(moves(seats, seed))
    assert [move.events for move in first] == [move.events for move in second]
    state = first[0].before
    for move in first:
        for event in move.events:
            state = evolve(state, event)
        assert state == move.after


def every_action(state: game.State) -> Iterator[game.Action]:
    """Whatever could be tried at all, sensible or not."""
    seats = range(-1, state.config.seats + 1)
    for seat in seats:
        yield game.TakePot(seat=seat)
        yield game.ApplyKingCoin(seat=seat)
        yield game.MisReveal(seat=seat)
        yield game.AdjudicateGrab(seat=seat)
        yield game.Grab(presses=((seat,),))
        for card in ("gem:1", "item:bomb", "treasure:4", "gem:10", ""):
            yield game.Reveal(seat=seat, card=card)
            yield game.ToPortal(seat=seat, card=card)
        for target in (None, *seats):
            yield game.UseBomb(seat=seat, target=target)
            yield game.UseGauntlet(seat=seat, deck=target)
            yield game.UseGauntlet(seat=seat, portal=target)
            if target is not None:
                yield game.UsePortalCaster(seat=seat, target=target)
    yield game.CheckGrab()
    yield game.OverrideGrab(valid=True)
    yield game.OverrideGrab(valid=False)
    yield game.Grab(presses=())
    yield game.Grab(presses=((0, 0),))


def concrete(choice: game.Choice) -> tuple[game.Action, ...]:
    """The actions a choice stands for."""
    if isinstance(choice, game.RevealPattern):
        return tuple(game.Reveal(seat=choice.seat, card=card) for card in KEYS)
    if isinstance(choice, game.ToPortalPattern):
        return tuple(game.ToPortal(seat=choice.seat, card=card) for card in KEYS)
    return (choice,)


def test_choices_check_and_decide_agree() -> None:
    """What is offered is legal; what is legal is offered (or is a press); decide obeys check."""
    for move in many_moves()[::21]:
        state = move.before
        offered = {
            action
            for actor in ACTORS
            for choice in game.choices(state, actor)
            for action in concrete(choice)
        }
        for action in offered:
            assert game.check(state, action) == game.check(state, action)
            assert not isinstance(game.check(state, action), Illegal), action
        for action in (*offered, *every_action(state)):
            if isinstance(game.check(state, action), Illegal):
                with pytest.raises(IllegalActionError):
                    game.decide(state, action)
            else:
                game.decide(state, action)
                if not isinstance(action, game.Grab):
                    assert action in offered, action


def test_somebody_can_always_go_on() -> None:
    """No dead ends: whom the game waits for has something to do, until the end is told."""
    for move in many_moves():
        waiting = game.acting(move.after)
        if not waiting:
            assert game.observe(move.after, "table").outcome is not None
        for actor in waiting:
            assert game.choices(move.after, actor)


def test_encoding_and_decoding_is_identity() -> None:
    for move in many_moves()[::11]:
        for value, kind in (
            (move.after, game.State),
            (move.action, game.Action),
            (move.events, tuple[game.Event, ...]),
            (game.observe(move.after, 0), game.View),
        ):
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def test_predictions_never_refuse_a_card() -> None:
    """R-WT-22: whatever the companion expects, any card may turn up."""
    for move in many_moves()[::5]:
        if isinstance(move.action, game.Reveal):
            for card in ("gem:1", "item:king_coin"):
                other = game.Reveal(seat=move.action.seat, card=card)
                assert not isinstance(game.check(move.before, other), Illegal)


@laws
@given(seats=seat_counts, seed=seeds)
def test_presses_of_one_moment_are_presses_one_after_another(seats: int, seed: int) -> None:
    """R-WT-4: however the referee bundles them, the table stands the same."""
    rng = random.Random(seed)
    for move in moves(seats, seed):
        state = move.before
        if state.tied is not None or not game.acting(state) or rng.random() < 0.7:
            continue
        order = rng.sample(range(seats), rng.randint(1, seats))
        together = game.apply(state, game.Grab(presses=tuple((seat,) for seat in order)))[1]
        apart = state
        for seat in order:
            action = game.Grab(presses=((seat,),))
            if not isinstance(game.check(apart, action), Illegal):
                apart = game.apply(apart, action)[1]
        assert game.canonical(apart) == game.canonical(together)
