"""A Wizard Thieves table in the middle of a game, in few words."""

import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from rules import wizard_thieves as game
from rules.core import Illegal
from rules.wizard_thieves.state import Challenge, Config

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


class Table:
    """A game that tests play. `events` are those of the last action."""

    def __init__(self, state: game.State) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()

    # what people do

    def do(self, action: game.Action) -> "Table":
        self.events, after = game.apply(self.state, action)
        folded = self.state
        for event in self.events:
            folded = game.evolve(folded, event)
        assert folded == after
        self.state = after
        return self

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

    def rule(self, action: game.Action) -> str:
        """The rule by which this is refused, or `legal`."""
        ruling = game.check(self.state, action)
        return ruling.rule if isinstance(ruling, Illegal) else "legal"

    def flip_rule(self, seat: int, word: str = "g1") -> str:
        return self.rule(game.Reveal(seat=seat, card=key(word)))

    def said(self, kind: str) -> list[Any]:
        """Events of the last action with this tag."""
        return [event for event in self.events if event.__struct_config__.tag == kind]

    @property
    def tags(self) -> list[str]:
        return [str(event.__struct_config__.tag) for event in self.events]

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
    def turn(self) -> int:
        return self.state.turn

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

    @property
    def winners(self) -> tuple[int, ...] | None:
        over = game.outcome(self.state)
        return None if over is None else over.winners

    def view(self, audience: int | str = "table") -> game.View:
        return game.observe(self.state, audience)  # type: ignore[arg-type]


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
