"""A table of Thieves of Eldris in the middle of a game, in few words."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from msgspec.structs import replace

from rules import eldris as game
from rules.core import Illegal
from rules.eldris.cards import CHARACTERS, TRAITS, Trait
from rules.eldris.events import Awaiting
from rules.eldris.money import BANK
from rules.eldris.square import COLUMNS
from rules.eldris.state import Config, Player, Solo
from tests.support.played import Played

PACK_TOML = resources.files(game).joinpath("pack.toml").read_text(encoding="utf-8")
PACK = game.load_pack([tomllib.loads(PACK_TOML)])

A, B, C, D, E, F = range(6)

_SHORT: Mapping[str, Trait] = {trait[:3]: trait for trait in TRAITS}


def traits(words: str) -> tuple[Trait, ...]:
    """`con str wis`."""
    return tuple(_SHORT[word] for word in words.split())


def cell(row: int, column: int) -> int:
    """Rows from the top, columns from the left, both from 0."""
    return row * COLUMNS + column


def square(at: Mapping[str, int]) -> tuple[str, ...]:
    """The Square with these characters in these cells, the others wherever there is room."""
    cells: list[str | None] = [None] * len(CHARACTERS)
    for card, where in at.items():
        assert cells[where] is None
        cells[where] = card
    rest = iter([card for card in CHARACTERS if card not in at])
    return tuple(card if card is not None else next(rest) for card in cells)


class Table(Played):
    game = game

    # what people do

    def roll(self, words: str) -> "Table":
        first, second, third = traits(words)
        return self.do(game.Roll(seat=self.state.turn, dice=(first, second, third)))

    def reroll(self, which: Sequence[int], words: str) -> "Table":
        return self.do(game.Reroll(seat=self.state.turn, which=tuple(which), dice=traits(words)))

    def reset(self) -> "Table":
        return self.do(game.ClaimReset(seat=self.state.turn))

    def use(self, word: str) -> "Table":
        return self.do(game.ClaimAbility(seat=self.state.turn, ability=_SHORT[word]))

    def move(self, card: str, other: str) -> "Table":
        return self.do(game.Move(seat=self.state.turn, card=card, other=other))

    def run(self, card: str, other: str) -> "Table":
        return self.do(game.AbilityMove(seat=self.state.turn, card=card, other=other))

    def exchange(self, first: str, second: str) -> "Table":
        return self.do(game.Exchange(seat=self.state.turn, first=first, second=second))

    def choose(self, card: str | None = None) -> "Table":
        return self.do(game.ChooseCutpurse(seat=self.state.turn, card=card))

    def draw(self, seat: int, card: str) -> "Table":
        return self.do(game.DrawTarget(seat=seat, card=card))

    def give_back(self, card: str) -> "Table":
        return self.do(game.GiveBack(seat=self.state.turn, card=card))

    def turn_up(self, card: str) -> "Table":
        return self.do(game.TurnUp(card=card))

    def steal(self, card: str) -> "Table":
        return self.do(game.Steal(seat=self.state.turn, card=card))

    def accuse(self, character: str, player: int) -> "Table":
        return self.do(game.Accuse(seat=self.state.turn, character=character, player=player))

    def answer(self, *, correct: bool) -> "Table":
        assert self.state.accusation is not None
        return self.do(game.Answer(seat=self.state.accusation.player, correct=correct))

    def show(self, card: str) -> "Table":
        return self.do(game.ShowCutpurse(seat=self.state.turn, card=card))

    def promote(self, seat: int, card: str | None = None) -> "Table":
        return self.do(game.Promote(seat=seat, card=card))

    def pass_(self) -> "Table":
        return self.do(game.Pass(seat=self.state.turn))

    def spend(self) -> "Table":
        """All unspent dice on moves, back and forth where possible."""
        while self.state.phase == "slip":
            moves = self.offers(game.Move)
            self.do(moves[0])
        return self

    def fan(self, rival: str, words: str) -> "Table":
        return self.do(game.FanFoes(rival=rival, traits=traits(words)))

    def wager(self, *characters: str) -> "Table":
        return self.do(game.Wager(seat=A, characters=characters))

    def foes(self, *cards: str) -> "Table":
        return self.do(game.RevealFoes(cards=cards))

    def skip_to(self, phase: Any, after: Any = None) -> "Table":
        """The same table where this is awaited, as if the dice had been spent on nothing."""
        return Table(game.evolve(self.state, Awaiting(phase=phase, after=after)))

    # what one sees

    def refusal(self, action: game.Action) -> Illegal:
        ruling = game.check(self.state, action)
        assert isinstance(ruling, Illegal)
        return ruling

    def offers(self, kind: type, actor: int | str | None = None) -> list[Any]:
        whose = self.state.turn if actor is None else actor
        return [one for one in game.choices(self.state, whose) if isinstance(one, kind)]

    def told(self, audience: int | str) -> list[Any]:
        """The last events as this audience gets them."""
        kept = (game.redact(event, audience) for event in self.events)  # type: ignore[arg-type]
        return [event for event in kept if event is not None]

    @property
    def hauls(self) -> list[float]:
        """In dollars."""
        return [player.haul / 2 for player in self.state.players]

    @property
    def pool(self) -> float:
        assert self.state.solo is not None
        return self.state.solo.pool / 2

    @property
    def phase(self) -> str:
        return self.state.phase

    def player(self, seat: int) -> Player:
        return self.state.players[seat]


def table(
    hands: Sequence[str],
    *,
    at: Mapping[str, int] | None = None,
    hauls: Sequence[float] = (),
    display: str = "",
    deck: int | None = None,
    dice: str = "cha con dex",
    phase: str = "nick",
    turn: int = A,
    lost: Sequence[int] = (),
    inactive: Sequence[int] = (),
    waiting: Sequence[int] = (),
    **options: Any,
) -> Table:
    """A game for two to six in which each seat holds `"cutpurse other other"`.

    `deck`: what else is left of it; the other cards were taken by the last seat, so that their
    characters are dark. `waiting`: seats before their first turn. `lost`: seats whose lead is gone;
    their hand is what is left of it, and the lead is taken by the last seat. A `"."` is a seat that
    is out.
    """
    secrecy = options.setdefault("secrecy", "trusted")
    seats = len(hands)
    own = [hand.split() if hand != "." else [] for hand in hands]
    shown = display.split()
    held = {key for cards in own for key in cards} | set(shown)
    free = [key for key in CHARACTERS if key not in held]
    left = len(free) if deck is None else deck
    gone = free[left:]
    if lost:
        gone = [*gone, free.pop(0)]
        left -= 1
    halves = [round(2 * amount) for amount in hauls] or [0] * seats
    told = secrecy == "trusted"
    players = [
        Player(
            haul=halves[seat],
            sigil=seat not in inactive,
            started=seat not in waiting,
            out=hands[seat] == ".",
            cards=len(cards),
            lost=int(seat in lost),
            entered=told,
            cutpurse=cards[0] if told and cards and seat not in waiting else None,
            others=() if not told else tuple(cards if seat in waiting else cards[1:]),
            taken=tuple(gone) if seat == seats - 1 else (),
        )
        for seat, cards in enumerate(own)
    ]
    rolled = traits(dice)
    state = game.State(
        config=Config(seats=seats, options=game.Options(**options), traits=PACK.trait_of()),
        players=tuple(players),
        turn=turn,
        phase=phase,  # type: ignore[arg-type]
        grid=square(at or {}),
        dark=tuple(gone),
        deck=left,
        bank=BANK - sum(halves),
        display=tuple(shown),
        dice=() if phase == "roll" else rolled,
        unspent=rolled if phase == "slip" else (),
    )
    game.require_sound(state)
    return Table(state)


def deal(
    seats: int, *, first: int = A, at: Mapping[str, int] | None = None, **options: Any
) -> Table:
    """A game that begins: the Square lies."""
    start = game.setup(range(seats), first, game.Options(**options), PACK)
    return Table(start).do(game.LayOut(grid=square(at or {})))


def solo(
    cutpurse: str,
    *,
    at: Mapping[str, int] | None = None,
    display: str = "",
    rivals: str = "",
    threats: str = "",
    concealed: str = "",
    haul: float = 1,
    pool: float = 0,
    round: int = 1,  # noqa: A002 - what the rulebook calls it
    discarded: str = "",
    dice: str = "cha con dex",
    phase: str = "wager",
    **options: Any,
) -> Table:
    """A solo game, after the moves of a round unless `phase` says otherwise."""
    rolled = traits(dice)
    shown, known, gone = display.split(), rivals.split(), discarded.split()
    hidden = traits(concealed)
    halves = round_(haul)
    state = game.State(
        config=Config(seats=1, options=game.Options(**options), traits=PACK.trait_of()),
        players=(Player(haul=halves, started=True, cards=0),),
        turn=A,
        phase=phase,  # type: ignore[arg-type]
        grid=square(at or {}),
        dark=tuple(gone),
        deck=len(CHARACTERS) - 1 - len(shown) - len(known) - len(hidden) - len(gone),
        bank=BANK - halves - round_(pool),
        display=tuple(shown),
        dice=rolled,
        unspent=rolled if phase == "slip" else (),
        solo=Solo(
            round=round,
            pool=round_(pool),
            cutpurse=cutpurse,
            rivals=tuple(known),
            concealed=hidden,
            threats=tuple(threats.split()),
            discarded=tuple(gone),
        ),
    )
    game.require_sound(state)
    return Table(state)


def round_(dollars: float) -> int:
    """Dollars in half-dollars."""
    return round(2 * dollars)


def with_player(playing: Table, seat: int, **changes: Any) -> Table:
    """The same table with another fact about one seat."""
    players = list(playing.state.players)
    players[seat] = replace(players[seat], **changes)
    return Table(replace(playing.state, players=tuple(players)))
