"""The content pack: how many cards of each value; the owner's count overrides it."""

import tomllib
from typing import Any

import pytest

from rules import skullduggery as game
from rules.core import PackError, SetupError
from tests.support.skullduggery import PACK, PACK_TOML, A, Table

OWN = tomllib.loads(PACK_TOML)


def test_six_of_each_is_an_assumption() -> None:
    """Spec section 1."""
    assert PACK.counts() == (6,) * 9
    assert {fact.origin for fact in PACK.copies.values()} == {"assumption"}


def test_the_owner_s_count_overrides_and_changes_hints_only() -> None:
    pack = game.load_pack([OWN, {"copies": {"2": 3, "9": 9}}])
    assert pack.counts() == (6, 3, 6, 6, 6, 6, 6, 6, 9)
    assert pack.copies["9"].origin == "owner"
    playing = Table(game.setup(range(2), 0, game.Options(), pack), [5] * 54)
    prior = next(one.prior for one in game.expects(playing.view()) if one.zone == "spyglass")
    assert prior == {"number:2": 3}
    for _ in range(3):
        playing.throw(9)
    assert playing.said("overcounted") == []


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ({"copy": {}}, r"\[copy\]: unknown section. Use one of: copies"),
        ({"copies": 3}, "copies: must be a table"),
        ({"copies": {"10": 6}}, "copies.10: no such card. Use a number from 1 to 9"),
        ({"copies": {"1": {"value": 6, "colour": "red"}}}, "copies.1.colour: unknown"),
        ({"copies": {"1": {"origin": "owner"}}}, "copies.1: .*value"),
        ({"copies": {"1": "six"}}, "copies.1: a number from 0 to 54, not 'six'"),
        ({"copies": {"1": True}}, "copies.1: a number from 0 to 54"),
        ({"copies": {"1": 7}}, "they make 55 cards, the box has 54"),
    ],
)
def test_a_malformed_pack_is_named_with_its_cure(layer: dict[str, Any], message: str) -> None:
    with pytest.raises(PackError, match=message):
        game.load_pack([OWN, layer])


@pytest.mark.parametrize(
    ("seats", "first", "message"),
    [
        (range(1), 0, "seats: 1 players; Skullduggery is for 2 to 6"),
        (range(7), 0, "seats: 7 players"),
        ((0, 2), 0, "number them 0 to 1"),
        (range(3), 3, "first: no seat 3"),
    ],
)
def test_a_game_that_cannot_be_set_up(seats: Any, first: int, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        game.setup(seats, first, game.Options(), PACK)


def test_the_starter_is_the_table_s_choice() -> None:
    """ "Playing the Game": the best pirate impression."""
    state = game.setup(range(4), 2, game.Options(), PACK)
    assert state.turn == 2
    assert game.acting(state) == {2, "table"}
    assert game.choices(state, A) == (game.LookAtMiddle(seat=A),)
