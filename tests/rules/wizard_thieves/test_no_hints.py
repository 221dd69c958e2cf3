"""Nothing that leaves the engine says whether the Pot may be grabbed, before somebody pressed.

Pairs of games differ only in cards that lie hidden in the Pot, so that the top card has a partner
in one and none in the other. Every byte that people or sensors could get must be the same.
"""

import random
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.bench.playout import Playout
from rules import wizard_thieves as game
from rules.core import Illegal
from rules.wizard_thieves.cards import GEMS, KEYS
from tests.rules.wizard_thieves.test_laws import every_action
from tests.support.wizard import PACK, A, B, C, Table, table

AUDIENCES = (0, 1, 2, 3, "table")


def told(state: game.State) -> bytes:
    """Everything about a state that may reach anybody."""
    seats = range(state.config.seats)
    views = [game.observe(state, audience) for audience in (*seats, "table")]
    parts = {
        "views": views,
        "choices": [game.choices(state, actor) for actor in (*seats, "table")],
        "acting": sorted(map(str, game.acting(state))),
        "expects": game.expects(views[-1]),
        "rulings": [game.check(state, action) for action in every_action(state)],
    }
    return msgspec.json.encode(parts)


def public(events: tuple[game.Event, ...]) -> bytes:
    """A list of events as each audience gets it."""
    lists = [
        [kept for event in events if (kept := game.redact(event, audience)) is not None]
        for audience in AUDIENCES
    ]
    return msgspec.json.encode(lists)


def hide(state: game.State, pot: tuple[str, ...]) -> game.State:
    """The same table with other cards in the Pot: treasures stay, since they were announced."""
    return replace(state, pot=pot)


def disguises(state: game.State, card: str, rng: random.Random) -> Iterator[game.State]:
    """Tables whose Pot would match `card`, and would not, though its visible top is the same.

    The visible top stays; below it, non-treasures are exchanged. Treasures and items were told when
    they were played, and what they set is in the state.
    """
    pot = state.pot
    for below in (card, *rng.sample(GEMS, 3)):
        if len(pot) > 1 and pot[-2] in GEMS:
            yield hide(state, (*pot[:-2], below, pot[-1]))


def agree(first: game.State, second: game.State, action: game.Action) -> bool:
    """Play the action in both; compare all that may be told. True if their windows differ."""
    assert told(first) == told(second)
    one, first = game.apply(first, action)
    two, second = game.apply(second, action)
    assert public(one) == public(two), (one, two)
    assert told(first) == told(second)
    return first.window != second.window


@settings(derandomize=True, deadline=None, max_examples=10, database=None)
@given(seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 2**32), before_end=st.booleans())
def test_hidden_cards_change_nothing_that_is_told(seats: int, seed: int, before_end: bool) -> None:
    """Sandwiches: the card below the top is exchanged, then the same card is played on both."""
    rng = random.Random(seed)
    playout = Playout(game, seats, seed, game.Options(grab_before_end=before_end), PACK)
    for move in playout.moves():
        if isinstance(move.action, game.Reveal) and not move.before.collecting:
            for other in disguises(move.before, move.action.card, rng):
                agree(move.before, other, move.action)


def test_the_exchange_really_opens_and_shuts_windows() -> None:
    """Otherwise the law above would compare nothing."""
    differing = 0
    for seed in range(12):
        rng = random.Random(seed)
        for move in Playout(game, 2 + seed % 3, seed, game.Options(), PACK).moves():
            if isinstance(move.action, game.Reveal) and not move.before.collecting:
                for other in disguises(move.before, move.action.card, rng):
                    differing += agree(move.before, other, move.action)
    assert differing > 50


def pair(build: "Builder", card: str) -> tuple[Table, Table]:
    """Two tables that differ below the top of the Pot; `card` matches in the first only."""
    return build(card), build("g9" if card != "g9" else "g8")


class Builder:
    """A table by what lies hidden under the top of its Pot."""

    def __init__(self, decks: list[int], challenge: tuple[int, int, int] | None, **more: object):
        self._decks, self._challenge, self._more = decks, challenge, more

    def __call__(self, hidden: str) -> Table:
        return table(
            self._decks,
            pot=f"x3 {hidden} g7",
            challenge=self._challenge,
            recent=[0],
            **self._more,  # type: ignore[arg-type]
        )


AWARDS = {
    "failed challenge": (Builder([5, 5, 5], (A, B, 1)), "g1"),
    "failed, out of cards": (Builder([5, 1, 5], (A, B, 3)), "g1"),
    "failed, and the setter wins the game": (Builder([0, 1, 0], (A, B, 3)), "g1"),
    "failed, and the setter alone has cards": (Builder([5, 1, 0], (A, B, 3)), "g1"),
    "king coin": (Builder([5, 5, 5], (A, B, 2)), "coin"),
    "king coin, last card": (Builder([5, 1, 5], (A, B, 2)), "coin"),
    "king coin that wins the game": (Builder([0, 3, 0], (A, B, 2)), "coin"),
    "nobody holds cards": (Builder([1, 0, 0], None), "g1"),
    "nobody holds cards after a treasure": (Builder([1, 0, 0], None), "x2"),
    "one holder, grabs first": (Builder([1, 5, 0], None, grab_before_end=True), "g1"),
}


@pytest.mark.parametrize("name", AWARDS)
def test_an_award_looks_the_same_with_a_window_and_without(name: str) -> None:
    """R-WT-11 and R-WT-33, R-WT-18 and R-WT-30, R-WT-14: states differ, what is told does not."""
    build, card = AWARDS[name]
    open_, shut = pair(build, card)
    seat = open_.turn
    open_.flip(seat, card)
    shut.flip(seat, card)
    assert public(open_.events) == public(shut.events)
    assert told(open_.state) == told(shut.state)
    collecting = open_.state.collecting
    assert collecting is not None
    assert open_.view().outcome is None
    if "alone" not in name:
        assert open_.may_grab
    open_.take(collecting.seat)
    shut.take(collecting.seat)
    assert public(open_.events) == public(shut.events)
    assert told(open_.state) == told(shut.state)


@pytest.mark.parametrize("name", AWARDS)
def test_the_collector_s_next_card_takes_the_pot_first(name: str) -> None:
    """Reveal instead of TakePot: where the Pot ends the game refused in both, else legal."""
    build, card = AWARDS[name]
    open_, shut = pair(build, card)
    seat = open_.turn
    open_.flip(seat, card)
    shut.flip(seat, card)
    collector = open_.view().turn
    assert collector is not None
    action = game.Reveal(seat=collector, card="gem:5")
    ruling = game.check(open_.state, action)
    assert ruling == game.check(shut.state, action)
    if not isinstance(ruling, Illegal):
        open_.do(action)
        shut.do(action)
        assert public(open_.events) == public(shut.events)
        assert told(open_.state) == told(shut.state)


@pytest.mark.parametrize("name", AWARDS)
def test_sliding_a_card_back_while_a_pot_is_collected(name: str) -> None:
    build, card = AWARDS[name]
    open_, shut = pair(build, card)
    seat = open_.turn
    for game_ in (open_, shut):
        game_.flip(seat, card)
    for sliding in range(3):
        action = game.MisReveal(seat=sliding)
        assert game.check(open_.state, action) == game.check(shut.state, action)
        if not isinstance(game.check(open_.state, action), Illegal):
            open_.do(action)
            shut.do(action)
            assert told(open_.state) == told(shut.state)


def test_the_end_is_told_after_the_pot_is_taken() -> None:
    game_ = table([5, 1], pot="x2", challenge=(A, B, 2)).flip(B, "g1")
    assert game_.winners == (A,)
    assert game_.view().outcome is None
    assert game_.view().turn == A
    assert game_.flip_rule(A) == "Game End"
    game_.take(A)
    assert game_.view().outcome == game.outcome(game_.state)
    assert game_.view().turn is None


def test_a_press_tells_the_truth() -> None:
    """Once somebody pressed nothing is left to hide."""
    game_ = table([5, 1, 0], pot="x2", challenge=(A, B, 2)).flip(B, "g1").press(C)
    assert game_.tags == ["press_ignored", "pot_collected", "game_ended"]
    assert game_.view().outcome is not None


def test_views_show_the_pot_s_top_only() -> None:
    game_ = table([5, 5], pot="g1 g2").flip(A, "g3")
    view = msgspec.json.encode(game_.view())
    assert b"gem:3" in view
    assert b"gem:1" not in view
    assert b"gem:2" not in view


def test_weights_do_not_count_what_lies_under_the_top() -> None:
    game_ = table([5, 5], pot="g1 g1 g2")
    (expected,) = game.expects(game_.view())
    assert expected.zone == "pot"
    assert set(expected.prior) == set(KEYS)
    assert expected.prior["gem:1"] == 4
    assert expected.prior["gem:2"] == 3
    due = table([5, 5], pot="g1", portal="g4").flip(A, "caster").cast(A, B)
    assert [item.zone for item in game.expects(due.view())] == ["pot", "portal"]
    assert game.expects(due.view())[1].prior["gem:4"] == 3
