"""Who hands which card to whom: one account for state, text and arrows ("Card Actions")."""

import pytest

from rules import skullduggery as game
from rules.skullduggery import world as real
from rules.skullduggery.cards import ACTION_OF, neighbour
from rules.skullduggery.events import CardsPassed
from tests.support.skullduggery import table

SEATS = range(2, 7)
VALUE_OF = {action: value for value, action in ACTION_OF.items()}


def numbered(seats: int) -> list[list[int]]:
    """Lines whose cards a test can tell apart by their refs."""
    return [[5, 6, 9, 5] for _ in range(seats)]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("action", ["pass_left", "pass_right"])
def test_arrows_and_state_agree(seats: int, action: str) -> None:
    """Every card of an arrow lies at its point afterwards; all others moved up by one."""
    before = table(numbered(seats)).state.lines
    after = table(numbered(seats)).throw(VALUE_OF[action]).state.lines  # type: ignore[index]
    arrows = game.passes(seats, action)  # type: ignore[arg-type]
    for arrow in arrows:
        card = before[arrow.from_seat][arrow.from_slot]
        assert after[arrow.to_seat][arrow.to_slot] == card
    for seat in range(seats):
        stay = before[seat][1:] if action == "pass_left" else before[seat][:-1]
        assert (after[seat][:-1] if action == "pass_left" else after[seat][1:]) == stay


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("action", ["pass_left", "pass_right"])
def test_everybody_gives_one_and_gets_one(seats: int, action: str) -> None:
    arrows = game.passes(seats, action)  # type: ignore[arg-type]
    assert sorted(arrow.from_seat for arrow in arrows) == list(range(seats))
    assert sorted(arrow.to_seat for arrow in arrows) == list(range(seats))
    side, gives, gets = ("left", 0, 3) if action == "pass_left" else ("right", 3, 0)
    for arrow in arrows:
        assert arrow.to_seat == neighbour(seats, arrow.from_seat, side)  # type: ignore[arg-type]
        assert (arrow.from_slot, arrow.to_slot) == (gives, gets)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("action", ["pass_left", "pass_right"])
def test_the_simulated_table_passes_the_same_way(seats: int, action: str) -> None:
    """It was written by itself, from the rulebook."""
    world = real.lay_out(seats, [5] * 54)
    moved = real.follow(world, CardsPassed(seat=0, action=action))  # type: ignore[arg-type]
    for arrow in game.passes(seats, action):  # type: ignore[arg-type]
        card = world.lines[arrow.from_seat][arrow.from_slot]
        assert moved.lines[arrow.to_seat][arrow.to_slot] == card


@pytest.mark.parametrize("seats", SEATS)
def test_a_pass_to_the_left_and_one_to_the_right_undo_each_other(seats: int) -> None:
    playing = table(numbered(seats))
    before = playing.state.lines
    assert playing.throw(1).throw(3).state.lines == before


@pytest.mark.parametrize("action", ["switch", "peek", "sneak", "spyglass"])
def test_other_actions_pass_nothing(action: str) -> None:
    assert game.passes(4, action) == ()  # type: ignore[arg-type]
