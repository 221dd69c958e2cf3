"""The content pack, setup and states from outside."""

import tomllib
from collections import Counter
from typing import Any

import msgspec
import pytest

from rules import eldris as game
from rules.core import PackError, SetupError
from rules.eldris.cards import CHARACTERS, TRAITS
from tests.support.eldris import PACK, PACK_TOML, deal, solo, table

OWN = tomllib.loads(PACK_TOML)
TWO = ("str1 dex1 int1", "wis1 cha1 con1")


def test_four_and_twenty_rows_with_their_origin() -> None:
    """Spec section 1: 24 rows, four a trait, twelve names known, six traits deduced."""
    assert set(PACK.names) == set(PACK.traits) == set(CHARACTERS)
    assert Counter(PACK.trait_of().values()) == dict.fromkeys(TRAITS, 4)
    known = {str(fact.value) for fact in PACK.names.values() if fact.origin == "text"}
    assert known == {
        *("Fighter", "Alchemist", "Monk", "Bard", "Assassin", "Ranger"),
        *("Ninja", "Warlock", "Necromancer", "Barbarian", "Beastmaster", "Lightpriest"),
    }
    deduced = {
        PACK.name(key): fact.value for key, fact in PACK.traits.items() if fact.origin == "deduced"
    }
    assert deduced == {
        "Fighter": "strength",
        "Alchemist": "constitution",
        "Warlock": "constitution",
        "Monk": "wisdom",
        "Ranger": "dexterity",
        "Ninja": "dexterity",
    }
    others = [*PACK.names.values(), *PACK.traits.values()]
    assert {fact.origin for fact in others} == {"text", "deduced", "assumption"}
    assert PACK.name("elf") == "elf"


def test_the_owner_completes_names_and_traits() -> None:
    pack = game.load_pack(
        [
            OWN,
            {
                "characters": {
                    "cha1": {"trait": "wisdom"},
                    "wis2": {"trait": "charisma"},
                    "cha3": {"name": "Jester"},
                }
            },
        ]
    )
    assert pack.trait_of()["cha1"] == "wisdom"
    assert pack.traits["cha1"].origin == pack.names["cha3"].origin == "owner"
    assert pack.name("cha3") == "Jester"
    state = game.setup(range(2), 0, game.Options(), pack)
    assert state.config.traits["wis2"] == "charisma"


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ({"people": {}}, r"\[people\]: unknown section"),
        ({"characters": 3}, "characters: must be a table"),
        ({"characters": {"elf1": {}}}, "characters.elf1: no such character. Use one of: cha1"),
        ({"characters": {"str1": 3}}, "characters.str1: must be a table with name and trait"),
        ({"characters": {"str1": {"age": 3}}}, "characters.str1.age: unknown. Use: name, trait"),
        ({"characters": {"str1": {"name": ""}}}, "characters.str1.name: a name is a text"),
        ({"characters": {"str1": {"name": {"origin": "owner"}}}}, "characters.str1.name: .*value"),
        ({"characters": {"str1": {"trait": "luck"}}}, "'luck' is no trait. Use one of: charisma"),
        (
            {"characters": {"str1": {"trait": "wisdom"}}},
            "exactly 4 characters, not 3 of strength, 5 of wisdom",
        ),
        ({"characters": {"str1": {"name": "monk"}}}, "both called"),
    ],
)
def test_a_malformed_pack_names_field_and_cure(layer: dict[str, Any], message: str) -> None:
    with pytest.raises(PackError, match=message):
        game.load_pack([OWN, layer])


def test_all_rows_are_needed() -> None:
    rows = {key: row for key, row in OWN["characters"].items() if key != "str4"}
    with pytest.raises(PackError, match=r"characters.str4.name: missing. All 24 rows"):
        game.load_pack([{"characters": rows}])


@pytest.mark.parametrize(
    ("seats", "first", "message"),
    [
        (range(7), 0, "seats: 7 players; Thieves of Eldris is for 1 to 6"),
        (range(0), 0, "seats: 0 players"),
        ([0, 2], 0, "number them 0 to 1 clockwise"),
        (range(2), 2, "first: no seat 2"),
    ],
)
def test_a_game_that_cannot_be_set_up(seats: Any, first: int, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        game.setup(seats, first, game.Options(), PACK)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": []}, "state.players: give one entry"),
        ({"solo": {}}, "state.solo: one player plays solo"),
        ({"turn": 2}, "state.turn: no seat 2"),
        ({"grid": ["str1"]}, "state.grid: each of the 24"),
        ({"grid": []}, "state.phase: without a Square"),
        ({"deck": 17}, "state.deck: 23 townsfolk cards in all; there are 24"),
        ({"bank": 151}, "state.bank: 151 half-dollars in all; the box has 152"),
        ({"dark": ["str1"]}, "state.dark: those are unoccupied"),
        ({"display": ["str1", "str1"], "deck": 16}, "'str1' cannot lie open like that"),
    ],
)
def test_a_state_from_outside_must_hang_together(change: dict[str, Any], message: str) -> None:
    sound = msgspec.to_builtins(table(TWO).state)
    game.require_sound(msgspec.convert(sound, game.State))
    with pytest.raises(SetupError, match=message):
        game.require_sound(msgspec.convert({**sound, **change}, game.State))


def test_told_cards_are_as_many_as_lie_there() -> None:
    told = msgspec.to_builtins(table(TWO).state)
    told["players"][0]["others"] = ["dex1"]
    with pytest.raises(SetupError, match=r"state.players\[0\]: 2 of 3 cards are named"):
        game.require_sound(msgspec.convert(told, game.State))


def test_nobody_owes_money() -> None:
    owing = msgspec.to_builtins(solo("str1").state)
    owing["players"][0]["haul"] = -2
    owing["bank"] += 4
    with pytest.raises(SetupError, match="nobody owes money"):
        game.require_sound(msgspec.convert(owing, game.State))


def test_traits_of_a_state_from_outside() -> None:
    odd = msgspec.to_builtins(deal(2).state)
    odd["config"]["traits"]["str1"] = "wisdom"
    with pytest.raises(SetupError, match="give 4 characters to each"):
        game.require_sound(msgspec.convert(odd, game.State))
