"""A Wizard Thieves table in the middle of a game, in few words."""

import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from rules import wizard_thieves as game
from rules.wizard_thieves.state import Challenge, Config
from tests.support.played import Played

PACK_TOML = resources.files(game).joinpath("pack.toml").read_text(encoding="utf-8")
PACK = game.load_pack([tomllib.loads(PACK_TOML)])

A, B, C, D = range(4)

SHORT = {
    "gauntlet": "item:gauntlet",
    "bomb": "item:bomb",
    "coin": "item:king_coin",
    "caster": "item:portal_caster",
}


def key(word: str) -> str:
    """`g3` a gem, `x4` a treasure, `bomb` an item; keys stay as they are."""
    if word in SHORT:
        return SHORT[word]
    if word[0] == "g" and word[1:].isdigit():
        return f"gem:{word[1:]}"
    if word[0] == "x" and word[1:].isdigit():
        return f"treasure:{word[1:]}"
    return word


def keys(words: str) -> tuple[str, ...]:
    return tuple(key(word) for word in words.split())


class Table(Played):
    game = game

    # what people do

    def flip(self, seat: int, words: str) -> "Table":
        """Reveal these cards one after another."""
        for card in keys(words):
            self.do(game.Reveal(seat=seat, card=card))
        return self

    def press(self, *groups: int | tuple[int, ...]) -> "Table":
        presses = tuple((group,) if isinstance(group, int) else group for group in groups)
        return self.do(game.Grab(presses=presses))

    def take(self, seat: int) -> "Table":
        return self.do(game.TakePot(seat=seat))

    def coin(self, seat: int) -> "Table":
        return self.do(game.ApplyKingCoin(seat=seat))

    def steal(self, seat: int, deck: int | None = None, portal: int | None = None) -> "Table":
        return self.do(game.UseGauntlet(seat=seat, deck=deck, portal=portal))

    def bomb(self, seat: int, target: int | None = None) -> "Table":
        return self.do(game.UseBomb(seat=seat, target=target))

    def cast(self, seat: int, target: int, word: str | None = None) -> "Table":
        card = None if word is None else key(word)
        return self.do(game.UsePortalCaster(seat=seat, target=target, card=card))

    def to_portal(self, seat: int, word: str) -> "Table":
        return self.do(game.ToPortal(seat=seat, card=key(word)))

    def first(self, seat: int) -> "Table":
        return self.do(game.AdjudicateGrab(seat=seat))

    def override(self, *, valid: bool) -> "Table":
        return self.do(game.OverrideGrab(valid=valid))

    # what can be asked

    def flip_rule(self, seat: int, word: str = "g1") -> str:
        return self.rule(game.Reveal(seat=seat, card=key(word)))

    @property
    def cards(self) -> list[int]:
        return [len(deck) for deck in self.state.decks]

    @property
    def status(self) -> list[str]:
        return list(self.state.status)

    @property
    def aside(self) -> list[int]:
        return [len(cards) for cards in self.state.aside]

    @property
    def may_grab(self) -> bool:
        return bool(self.state.window)

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.state.window

    @property
    def facing(self) -> tuple[int, int, int] | None:
        """(setter, facing, remaining) of the challenge."""
        challenge = self.state.challenge
        if challenge is None:
            return None
        return challenge.setter, challenge.facing, challenge.remaining


def deal(seats: int, first: int = 0, **options: Any) -> Table:
    """A fresh game."""
    return Table(game.setup(range(seats), first, game.Options(**options), PACK))


def table(
    decks: Sequence[int],
    *,
    turn: int = 0,
    pot: str = "",
    by: Sequence[int] | None = None,
    portal: str = "",
    cursed: Sequence[int] = (),
    out: Sequence[int] = (),
    recent: Sequence[int] = (),
    challenge: tuple[int, int, int] | None = None,
    **options: Any,
) -> Table:
    """A game in the middle: cards in each deck, the Pot bottom first with who revealed each.

    `challenge`: (setter, facing, chances), with the turn at the facing player.
    """
    pot_keys = keys(pot)
    status = ["out" if s in out else "cursed" if s in cursed else "safe" for s in range(len(decks))]
    in_force = None
    if challenge is not None:
        setter, facing, chances = challenge
        in_force = Challenge(value=chances, remaining=chances, setter=setter, facing=facing)
        turn = facing
    return Table(
        game.State(
            config=Config(seats=len(decks), options=game.Options(**options)),
            decks=tuple((None,) * count for count in decks),
            status=tuple(status),  # type: ignore[arg-type]
            aside=((),) * len(decks),
            turn=turn,
            pot=pot_keys,
            pot_by=tuple(by) if by is not None else (0,) * len(pot_keys),
            portal=keys(portal),
            recent=tuple(recent),
            challenge=in_force,
        )
    )
