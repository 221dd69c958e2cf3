"""The twin's truth plays by the rulebook: worked examples of the specification, by number."""

from typing import Any, ClassVar

import pytest

from companion.twin.wizard_thieves.cards import Card
from companion.twin.wizard_thieves.pieces import ImpossibleError
from companion.twin.wizard_thieves.truth import Truth

S = 1_000_000_000


class Table:
    """Decks are given as short words: `a`-`i` gems, `x1`-`x4`, `bomb`, `coin`, `glove`, `cast`."""

    WORDS: ClassVar = {
        "bomb": "bomb",
        "coin": "king_coin",
        "glove": "gauntlet",
        "cast": "portal_caster",
    }

    def __init__(self, *decks: str, first: int = 0, portal: str = "", cursed: str = "") -> None:
        ident = iter(range(1000))
        cards = [[Card(next(ident), self.key(w), 1) for w in deck.split()] for deck in decks]
        self.states: list[dict[str, Any]] = []
        self.truth = Truth(cards, first, None, lambda at, step, state: self.states.append(state))
        self.truth.portal = [Card(next(ident), self.key(w), 1) for w in portal.split()]
        for seat in cursed.split():
            self.truth.status[int(seat)] = "cursed"
        self.now = 0

    @classmethod
    def key(cls, word: str) -> str:
        if word in cls.WORDS:
            return f"item:{cls.WORDS[word]}"
        return f"treasure:{word[1]}" if word[0] == "x" else f"gem:{'abcdefghi'.index(word) + 1}"

    def flip(self, *seats: int) -> None:
        for seat in seats:
            self.now += S
            self.truth.reveal(self.now, seat)

    def slap(self, seat: int, after_ms: int = 400) -> str:
        self.now += after_ms * 1_000_000
        return self.truth.press(self.now, seat)

    def use(self, what: str, value: int | None = None) -> None:
        self.now += S
        self.truth.use_item(self.now, (what, value))

    @property
    def decks(self) -> list[int]:
        return [len(deck) for deck in self.truth.decks]


def test_example_2_a_failed_challenge_gives_the_pot_to_the_setter():
    game = Table("x3 a b", "c d e f g", "a b")
    game.flip(0, 1, 1, 1)
    assert game.decks == [6, 2, 2]
    assert game.truth.turn == 0
    assert game.truth.pot == []


def test_example_3_a_treasure_passes_the_challenge_on():
    game = Table("x3 a", "c x4 d", "a b")
    game.flip(0, 1, 1)
    challenge = game.truth.challenge
    assert challenge is not None
    assert (challenge.setter, challenge.facing, challenge.remaining) == (1, 2, 4)


@pytest.mark.parametrize("top", ["a a", "x2 x2", "bomb bomb"])
def test_example_4_doubles(top: str):
    one, two = top.split()
    game = Table(f"{one} c d e", f"{two} c d e", "f g h i")
    game.flip(0)
    if one == "bomb":
        game.use("bomb")
    game.truth.decks[1].insert(0, Card(900, Table.key(two), 2))
    game.flip(1)
    assert game.truth.window == ("doubles",)


def test_example_5_sandwiches():
    game = Table("a c a", "b d", "e f")
    game.flip(0, 1)
    game.truth.decks[2].insert(0, Card(900, "gem:1", 2))
    game.flip(2)
    assert game.truth.window == ("sandwich",)
    plain = Table("a d", "b e", "c f", "a g")
    plain.flip(0, 1, 2, 3)
    assert plain.truth.window == ()


def test_examples_6_and_7_the_portal():
    game = Table("c a b", "d e", portal="c")
    game.flip(0)
    assert game.truth.window == ("portal",)
    assert game.slap(1) == "won"
    assert len(game.truth.portal) == 1
    last = Table("a b", "c", "d e", first=1, portal="c")
    last.flip(1)
    assert last.truth.window == ()


def test_example_8_curse_and_elimination():
    game = Table("a b", "c d", "e f")
    game.flip(0)
    assert game.slap(2) == "cursed"
    assert game.truth.turn == 1
    assert game.slap(2, 300) == "same_attempt"
    assert game.slap(2, 1000) == "out"
    assert game.decks[2] == 0
    assert len(game.truth.aside[2]) == 2


def test_example_9_two_cursed_players_20_ms_apart():
    game = Table("a b", "c d", cursed="0 1")
    game.flip(0)
    assert game.slap(1) == "out"
    assert game.slap(0, 20) == "game_over"
    assert game.truth.winners == [0]


def test_example_11_an_eliminated_facing_player_takes_the_pot_along():
    game = Table("x2 a", "b c", "d e", cursed="1")
    game.flip(0)
    assert game.slap(1) == "out"
    assert len(game.truth.removed) == 1
    assert game.truth.turn == 2
    assert game.truth.challenge is None


def test_example_12_king_coin():
    game = Table("x3 a", "b coin c d", "e f")
    game.flip(0, 1, 1)
    assert game.decks == [1, 5, 2]
    assert game.truth.turn == 1
    cursed = Table("x3 a", "b coin c d", "e f", cursed="1")
    cursed.flip(0, 1, 1)
    assert cursed.truth.challenge is not None
    assert cursed.truth.challenge.remaining == 1


def test_example_13_and_14_bomb_and_gauntlet():
    game = Table("bomb a b", "c d", "e f", "")
    game.flip(0)
    game.use("bomb")
    assert game.decks == [2, 1, 1, 0]
    thief = Table("glove a b", "c", "e f")
    thief.flip(0)
    thief.use("deck", 1)
    assert thief.decks == [3, 0, 2]
    assert thief.truth.decks[0][-1].key == "gem:3"


def test_example_15_the_portal_swallows_treasures_and_items():
    game = Table("cast a b", "x4 c d", "e f")
    game.flip(0)
    game.use("caster", 1)
    game.truth.portal_card(game.now + S)
    assert game.truth.challenge is None
    assert [card.key for card in game.truth.portal] == ["treasure:4"]
    assert game.truth.turn == 1


def test_example_17_the_last_holder():
    gem = Table("a", "b c d e f")
    gem.flip(0)
    assert gem.truth.winners == [1]
    treasure = Table("x2", "b c d e f")
    treasure.flip(0, 1, 1)
    assert treasure.truth.winners is None
    assert treasure.decks == [3, 3]


def test_example_20_king_coin_or_grab_whoever_is_first():
    def race() -> Table:
        game = Table("x3 a b", "coin coin c", "d e")
        game.truth.portal = [Card(800, "item:king_coin", 0)]
        game.flip(0, 1)
        return game

    grabbed = race()
    assert grabbed.slap(2) == "won"
    assert grabbed.truth.pending is None
    assert grabbed.truth.turn == 2
    kinged = race()
    kinged.use("coin")
    assert kinged.truth.turn == 1
    assert kinged.slap(2) == "no_pot"


def test_example_25_a_grab_before_the_setter_takes_the_pot():
    def table() -> Table:
        game = Table("x1 a", "a", "b", first=0)
        game.truth.decks[0].pop()
        game.truth.decks[2].clear()
        game.flip(0)
        game.truth.portal = [Card(801, "gem:1", 1)]
        game.flip(1)
        return game

    grabbed = table()
    assert grabbed.truth.collector == 0
    assert grabbed.slap(2) == "won"
    assert grabbed.truth.winners == [2]
    taken = table()
    taken.truth.take_pot(taken.now + S, 0)
    assert taken.truth.winners == [0]


def test_example_27_the_setter_role_passes_back():
    game = Table("x1 a b", "x2 a b", "c d e", "f g", cursed="1")
    game.flip(0, 1)
    assert game.slap(1) == "out"
    assert game.truth.challenge is not None
    assert game.truth.challenge.setter == 0
    game.flip(2, 2)
    assert game.truth.turn == 0


def test_example_28_a_cursed_owner_loses_the_pending_item():
    game = Table("glove a", "b c", "d e")
    game.flip(0)
    assert game.slap(0) == "cursed"
    assert game.truth.pending is None
    assert game.truth.turn == 1


def test_example_30_an_effect_stands_if_stated_before_the_grab():
    def bombs() -> Table:
        game = Table("a b", "bomb c d", "e f g")
        game.truth.pot = [(Card(802, "item:bomb", 0), 0)]
        game.truth.turn = 1
        game.flip(1)
        return game

    stated = bombs()
    stated.use("bomb")
    assert stated.slap(2) == "won"
    assert len(stated.truth.aside[0]) == 1
    lost = bombs()
    assert lost.slap(2) == "won"
    assert lost.truth.pending is None
    assert not lost.truth.aside[0]


def test_a_mistake_changes_the_order_of_a_deck_and_nothing_else():
    """R-WT-31, example 21."""
    game = Table("a b c", "d e")
    before = game.truth.canonical()
    top = game.truth.decks[0][0]
    game.truth.mis_reveal(0, top, 1)
    assert game.truth.canonical() == before
    assert game.truth.decks[0][1] is top


def test_truth_refuses_what_the_rules_forbid():
    game = Table("a b", "c d")
    with pytest.raises(ImpossibleError):
        game.truth.reveal(1, 1)
    with pytest.raises(ImpossibleError):
        game.truth.take_pot(1, 0)


def test_every_change_is_told_once():
    game = Table("a b", "c d", "e f")
    game.flip(0, 1)
    game.slap(2)
    game.slap(2, 10)
    assert len(game.states) == 3
    assert all(a != b for a, b in zip(game.states, game.states[1:], strict=False))
