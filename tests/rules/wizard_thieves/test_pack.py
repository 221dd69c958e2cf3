"""The content pack: facts the rulebook does not print, with their origin."""

import tomllib
from typing import Any

import msgspec
import pytest

from rules import wizard_thieves as game
from rules.core import PackError, SetupError
from rules.wizard_thieves.cards import KEYS
from rules.wizard_thieves.knowledge import overcounted, unseen
from tests.support.wizard import PACK, PACK_TOML, A, B, Table, deal, table

OWN = tomllib.loads(PACK_TOML)
WAND = {"items": {"wand": {"name": "Wand", "copies": 3, "effect": "none"}}}


def test_every_card_has_a_name_with_its_origin() -> None:
    assert set(PACK.names) == set(KEYS)
    assert PACK.name("item:bomb") == "Alchemical Bomb"
    assert PACK.names["gem:1"].origin == "assumption"
    assert PACK.names["treasure:1"].origin == "text"
    assert PACK.name("item:unheard_of") == "item:unheard_of"


def test_the_owner_s_values_override() -> None:
    pack = game.load_pack([OWN, {"gems": {"1": "Moonstone"}}])
    assert pack.name("gem:1") == "Moonstone"
    assert pack.names["gem:1"].origin == "owner"
    assert pack.name("gem:2") == PACK.name("gem:2")


def test_further_items_match_and_do_nothing() -> None:
    """Spec section 1: advanced items, `effect: none`."""
    pack = game.load_pack([OWN, WAND])
    assert pack.extra == {"item:wand": 3}
    playing = Table(game.setup(range(2), 0, game.Options(), pack))
    playing.flip(A, "item:wand")
    assert playing.said("item_without_effect")[0].why == "unknown_item"
    assert playing.flip(B, "item:wand").reasons == ("doubles",)
    assert game.expects(playing.view())[0].prior["item:wand"] == 2
    assert deal(2).flip_rule(A, "item:wand") == "Core Game Components"


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ({"gem": {}}, r"\[gem\]: unknown section. Use one of: gems"),
        ({"gems": 3}, "gems: must be a table"),
        ({"gems": {"10": "Jade"}}, "gems.10: no such card. Use a number from 1 to 9"),
        ({"treasures": {"x1": "Cup"}}, "treasures.x1: no such card"),
        ({"gems": {"1": {"value": "Jade", "colour": "green"}}}, "gems.1.colour: unknown"),
        ({"gems": {"1": {"origin": "owner"}}}, "gems.1: .*value"),
        ({"gems": {"1": {"value": "Jade", "origin": "rumour"}}}, "gems.1: .*origin"),
        ({"gems": {"1": ""}}, "gems.1: a name is a text of 1 to 40"),
        ({"gems": {"1": 7}}, "gems.1: a name is a text"),
        ({"gems": {"1": "Pearl"}}, "are both called 'Pearl'"),
        ({"items": {"bomb": {"copies": 3}}}, "items.bomb.copies: fixed by the rulebook"),
        ({"items": {"Wand": {}}}, "items.Wand: use lower-case"),
        ({"items": {"wand": 3}}, "items.wand: must be a table"),
        ({"items": {"wand": {"power": 3}}}, "items.wand.power: unknown"),
        ({"items": {"wand": {"name": "Wand", "effect": "boom"}}}, "items.wand.effect: further"),
        (
            {"items": {"wand": {"name": "Wand", "effect": "none", "copies": 0}}},
            "items.wand.copies: a number from 1",
        ),
        ({"items": {"wand": {"effect": "none"}}}, "items.wand.name: missing"),
    ],
)
def test_a_malformed_pack_names_field_and_cure(layer: dict[str, Any], message: str) -> None:
    with pytest.raises(PackError, match=message):
        game.load_pack([OWN, layer])


@pytest.mark.parametrize(
    ("seats", "first", "message"),
    [
        (range(5), 0, "seats: 5 players; Wizard Thieves is for 2 to 4"),
        (range(1), 0, "seats: 1 players"),
        ([0, 2], 0, "number them 0 to 1 clockwise"),
        (range(2), 2, "first: no seat 2; choose one of 0 to 1"),
    ],
)
def test_a_game_that_cannot_be_set_up(seats: Any, first: int, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        game.setup(seats, first, game.Options(), PACK)


def test_what_lies_face_down() -> None:
    """Exact, so it must stay inside the engine: it knows the whole Pot."""
    playing = table([5, 5, 5, 5], pot="g1 g1 bomb", portal="x1")
    left = unseen(playing.state)
    assert (left["gem:1"], left["item:bomb"], left["treasure:1"], left["gem:2"]) == (2, 1, 3, 4)
    assert overcounted(playing.state) == ()
    assert overcounted(table([5, 5], pot="coin coin coin").state) == ("item:king_coin",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"decks": [[]]}, "state.decks: give one entry for each of the 2 seats"),
        ({"turn": 2}, "state.turn: no seat 2"),
        ({"pot": ["gem:1"]}, "state.pot_by: say for each card"),
        ({"portal": ["gem:77"]}, "state.portal: no card 'gem:77'"),
        ({"status": ["out", "safe"]}, r"state.decks\[0\]: an eliminated player has no deck"),
        ({"item": {"seat": 9, "item": "item:bomb", "facing": False}}, "state.item.seat: no seat 9"),
        (
            {"collecting": {"seat": 0, "count": 1, "why": "challenge", "top": "gem:1"}},
            "state.collecting: there is no Pot",
        ),
    ],
)
def test_a_state_from_outside_must_hang_together(change: dict[str, Any], message: str) -> None:
    sound = msgspec.to_builtins(table([5, 5]).state)
    game.require_sound(msgspec.convert(sound, game.State))
    with pytest.raises(SetupError, match=message):
        game.require_sound(msgspec.convert({**sound, **change}, game.State))
