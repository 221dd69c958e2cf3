"""A Skullduggery table in the middle of a game, with its real cards, in few words."""

import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from rules import skullduggery as game
from rules.knowledge import Sight
from rules.skullduggery.cards import SPYGLASS, Side
from rules.skullduggery.state import Config, Tokens
from tests.support.played import Played

PACK_TOML = resources.files(game).joinpath("pack.toml").read_text(encoding="utf-8")
PACK = game.load_pack([tomllib.loads(PACK_TOML)])

A, B, C, D = range(4)

DULL = 5
"""A value whose discard does nothing."""


class Table(Played):
    """A game that tests play; `faces` are the real cards."""

    game = game

    def __init__(self, state: game.State, faces: Sequence[int]) -> None:
        super().__init__(state)
        self.faces = list(faces)

    # what people do

    def draw(self, value: int, *, tell: bool = False) -> "Table":
        """The active player draws; the top card turns out to be this one."""
        self.faces[self.state.pile[0]] = value
        return self.do(game.Draw(seat=self.state.turn, value=value if tell else None))

    def discard(self) -> "Table":
        """The active player discards the drawn card."""
        assert self.state.drawn is not None
        shown = self.faces[self.state.drawn]
        return self.do(game.DiscardDrawn(seat=self.state.turn, discard=shown))

    def throw(self, value: int) -> "Table":
        """Draw and discard."""
        return self.draw(value).discard()

    def own(self, slot: int, *, value: int | None = None) -> "Table":
        """The drawn card goes into the own line."""
        seat = self.state.turn
        old = self.faces[self.state.lines[seat][slot]]
        return self.do(game.ReplaceOwn(seat=seat, slot=slot, discard=old, value=value))

    def other(self, side: Side, slot: int) -> "Table":
        """The drawn card goes into a neighbour's line."""
        seat, seats = self.state.turn, self.state.config.seats
        owner = (seat + (1 if side == "left" else -1)) % seats
        old = self.faces[self.state.lines[owner][slot]]
        return self.do(game.ReplaceNeighbour(seat=seat, side=side, slot=slot, discard=old))

    def turn_up(self, seat: int, slot: int) -> "Table":
        value = self.faces[self.state.lines[seat][slot]]
        return self.do(game.TurnUp(seat=seat, slot=slot, value=value))

    def peek(self, end: Side, *, look: bool = True, value: int | None = None) -> "Table":
        seat = self.state.turn
        return self.do(game.ChoosePeek(seat=seat, end=end, look=look, value=value))

    def sneak(self, side: Side, *, look: bool = True) -> "Table":
        return self.do(game.ChooseSneak(seat=self.state.turn, side=side, look=look))

    def reveal(self) -> "Table":
        """Everybody who has not yet turns up the whole line."""
        for seat in range(self.state.config.seats):
            if seat in self.state.revealed:
                continue
            first, second, third, fourth = self.line(seat)
            self.do(game.RevealAll(seat=seat, values=(first, second, third, fourth)))
        return self

    def pass_turns(self, count: int) -> "Table":
        for _ in range(count):
            self.throw(DULL)
        return self

    # what can be asked

    def line(self, seat: int) -> list[int]:
        """What really lies there."""
        return [self.faces[ref] for ref in self.state.lines[seat]]

    @property
    def lines(self) -> list[list[int]]:
        return [self.line(seat) for seat in range(self.state.config.seats)]

    def up(self, seat: int) -> list[int]:
        """Slots that lie face up."""
        line = self.state.lines[seat]
        return [slot for slot, ref in enumerate(line) if ref in self.state.face_up]

    def knows(self, seat: int, owner: int) -> list[int]:
        """Slots of this line whose card `seat` has seen."""
        sights = [self.state.sights[ref] for ref in self.state.lines[owner]]
        return [slot for slot, one in enumerate(sights) if one and seat in one.seen_by]

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def discards(self) -> list[int]:
        return [self.faces[ref] for ref in self.state.discard]

    @property
    def scores(self) -> list[int]:
        over = game.outcome(self.state)
        assert over is not None
        return [over.scores[seat] for seat in sorted(over.scores)]


def deal(seats: int, first: int = 0, **options: Any) -> Table:
    """A fresh game; its cards count as dull until a test says otherwise."""
    state = game.setup(range(seats), first, game.Options(**options), PACK)
    return Table(state, [DULL] * 54)


def table(
    lines: Sequence[Sequence[int]],
    *,
    pile: int = 20,
    turn: int = 0,
    up: Sequence[tuple[int, int]] = (),
    spyglasses: int = 0,
    red: Sequence[int] = (),
    blue: Sequence[int] = (),
    **options: Any,
) -> Table:
    """A game in the middle.

    `up`: (seat, slot) of face-up cards. `red`, `blue`: seats that used that token.
    """
    seats = len(lines)
    faces = [value for line in lines for value in line]
    dealt, shown = len(faces), [DULL, *[SPYGLASS] * spyglasses]
    faces += [*shown, *[DULL] * pile]
    everybody = tuple(range(seats))
    sights: list[Sight[int] | None] = [None] * len(faces)
    face_up = [seat * 4 + slot for seat, slot in up]
    for ref in (*face_up, *range(dealt, dealt + len(shown))):
        sights[ref] = Sight(face=faces[ref], seen_by=everybody)
    state = game.State(
        config=Config(seats=seats, options=game.Options(**options), copies=(6,) * 9),
        pile=tuple(range(dealt + len(shown), len(faces))),
        lines=tuple(tuple(range(seat * 4, seat * 4 + 4)) for seat in range(seats)),
        sights=tuple(sights),
        tokens=tuple(Tokens(red=seat in red, blue=seat in blue) for seat in range(seats)),
        turn=turn,
        face_up=frozenset(face_up),
        discard=(dealt,),
        spyglass=tuple(range(dealt + 1, dealt + len(shown))),
    )
    game.require_sound(state)
    return Table(state, faces)
