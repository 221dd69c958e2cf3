"""What is true at the simulated table: lines, piles and tokens, moved card by card.

A second, independent reading of the rulebook and its rulings (`R-SK-n`), written as one object that
changes in place. Nothing of the rules under test is used here.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.twin.skullduggery.cards import LINE, Card

PASS_LEFT, SPYGLASS, PASS_RIGHT, PEEK, SNEAK, SWITCH = 1, 2, 3, 4, 7, 8
LAST_SPYGLASS = 3
SIDES = ("left", "right")
STANDING = (
    *("pile", "turn", "up", "used", "discard", "spyglass", "drawn", "leaving"),
    *("look_due", "owing", "ended", "revealed", "turns"),
)
"""What changes in a game, beside the lines."""
Place = tuple[int, int]
"""(seat, slot from its owner's left)."""


class ImpossibleError(RuntimeError):
    """Somebody in the world tried what the rules forbid: the world itself is wrong."""


Listener = Callable[[int, dict[str, Any], dict[str, Any]], None]
"""Called with instant, step and canonical state whenever the state changed."""


@dataclass(slots=True)
class Truth:
    """One game. Every act takes the exact instant (ns) at which it happened.

    Attributes:
        deck: In the order of the deal.
        first: Who has the best pirate voice.
        up: Cards of the lines that lie face up.
        used: (seat, side) of tokens that were flipped.
        leaving: The replaced card, on its way to the discard; nobody has seen it yet.
        look_due: The active player may look at one of these.
        owing: Who has to turn up a middle card.
        ended: No more turns; lines are turned up.
    """

    deck: list[Card]
    seats: int
    first: int = 0
    listener: Listener = lambda at, step, state: None
    pile: list[Card] = field(init=False)
    lines: list[list[Card]] = field(init=False)
    turn: int = field(init=False)
    up: set[Card] = field(default_factory=set)
    used: set[tuple[int, str]] = field(default_factory=set)
    discard: list[Card] = field(default_factory=list)
    spyglass: list[Card] = field(default_factory=list)
    drawn: Card | None = None
    leaving: Card | None = None
    look_due: tuple[Place, ...] = ()
    owing: list[int] = field(default_factory=list)
    ended: bool = False
    revealed: list[int] = field(default_factory=list)
    turns: int = 0
    _last: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        """Deal four cards to each; the rest is the pile."""
        dealt = self.seats * LINE
        self.lines = [self.deck[start : start + LINE] for start in range(0, dealt, LINE)]
        self.pile = self.deck[dealt:]
        self.turn = self.first
        self._last = self.canonical()

    # ---- what can be asked -------------------------------------------------------------------

    def canonical(self) -> dict[str, Any]:
        """The state in the form that is compared with the companion's."""
        scores = self.scores() if self.over else []
        return {
            "pile": len(self.pile),
            "discard": [card.value for card in self.discard],
            "spyglass": len(self.spyglass),
            "lines": [
                [{"ref": card.ident, "up": card in self.up} for card in line] for line in self.lines
            ],
            "tokens": [
                {"red": (seat, "left") in self.used, "blue": (seat, "right") in self.used}
                for seat in range(self.seats)
            ],
            "turn": None if self.ended else self.turn,
            "over": {"winners": self.winners(), "scores": scores} if self.over else None,
        }

    @property
    def over(self) -> bool:
        """Whether all lines are turned up."""
        return len(self.revealed) == self.seats

    def neighbour(self, seat: int, side: str) -> int:
        """Left is the next player clockwise (R-SK-1)."""
        return (seat + (1 if side == "left" else -1)) % self.seats

    def at(self, place: Place) -> Card:
        """The card that lies there."""
        seat, slot = place
        return self.lines[seat][slot]

    def middle(self, seat: int) -> list[int]:
        """Middle slots that lie face down (R-SK-6, R-SK-19)."""
        return [slot for slot in (1, 2) if self.at((seat, slot)) not in self.up]

    def scores(self) -> list[int]:
        """Each line read as a number from its owner's left."""
        return [int("".join(str(card.value) for card in line)) for line in self.lines]

    def winners(self) -> list[int]:
        """Equal numbers share the win (R-SK-9)."""
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    # ---- taking back ---------------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """How it stands, to be restored when people take something back."""
        standing = {name: copy.copy(getattr(self, name)) for name in STANDING}
        return {**standing, "lines": [list(line) for line in self.lines]}

    def restore(self, saved: dict[str, Any]) -> None:
        """It stands as it stood then."""
        for name in STANDING:
            setattr(self, name, copy.copy(saved[name]))
        self.lines = [list(line) for line in saved["lines"]]
        self._last = self.canonical()

    # ---- a turn --------------------------------------------------------------------------------

    def draw(self, at: int) -> Card:
        """The active player takes the top card, unseen by the others."""
        if self.ended or self.drawn or self.leaving or self.look_due or self.owing:
            raise ImpossibleError(f"seat {self.turn} draws although it may not")
        self.drawn = self.pile.pop(0)
        self.turns += 1
        self._record(at, {"type": "draw", "seat": self.turn})
        return self.drawn

    def let_go(self) -> None:
        """The drawn card itself is to be discarded."""
        self.leaving, self.drawn = self._held(), None

    def place(self, at: int, side: str | None, slot: int) -> None:
        """The drawn card takes the place of another, which then leaves.

        In the own line (`side` None), or for the token of that side in the neighbour's.
        A card that lay face up is replaced face up (R-SK-3); all have seen it, so that it is the
        discard at once.
        """
        card, seat = self._held(), self.turn
        owner = seat
        if side is not None:
            if (seat, side) in self.used:
                raise ImpossibleError(f"seat {seat} has used that token")
            self.used.add((seat, side))
            owner = self.neighbour(seat, side)
        old = self.lines[owner][slot]
        self.lines[owner][slot] = card
        self.drawn, self.leaving = None, old
        step = {"type": "place", "seat": seat, "owner": owner, "slot": slot}
        if old in self.up:
            self.up.remove(old)
            self.up.add(card)
            self._resolve()
        self._record(at, step)

    def show(self, at: int) -> Card:
        """The discard lies face up; its action follows (by the active player, R-SK-4)."""
        card = self.leaving
        if card is None:
            raise ImpossibleError("nothing is on its way to the discard")
        seat = self.turn
        self._resolve()
        self._record(at, {"type": "show", "seat": seat, "card": card.key})
        return card

    def look(self, at: int, place: Place | None) -> Card | None:
        """The active player looks at one of the cards that may be looked at, or at none."""
        if not self.look_due or (place is not None and place not in self.look_due):
            raise ImpossibleError(f"nobody may look at {place}")
        self.look_due = ()
        seat = self.turn
        self._end_turn()
        self._record(at, {"type": "look", "seat": seat})
        return None if place is None else self.at(place)

    def turn_up(self, at: int, seat: int, slot: int) -> Card:
        """A middle card is turned up for a Spyglass."""
        if seat not in self.owing or slot not in self.middle(seat):
            raise ImpossibleError(f"seat {seat} turns up slot {slot}")
        card = self.at((seat, slot))
        self.up.add(card)
        self.owing.remove(seat)
        if not self.owing:
            self._end_turn()
        self._record(at, {"type": "turn_up", "seat": seat, "slot": slot})
        return card

    def reveal(self, at: int, seat: int) -> None:
        """The end: this line is turned up where it lies."""
        if not self.ended or seat in self.revealed:
            raise ImpossibleError(f"seat {seat} turns up its line")
        self.up |= set(self.lines[seat])
        self.revealed.append(seat)
        self._record(at, {"type": "reveal", "seat": seat})

    # ---- consequences --------------------------------------------------------------------------

    def _held(self) -> Card:
        if self.drawn is None:
            raise ImpossibleError(f"seat {self.turn} holds no card")
        return self.drawn

    def _resolve(self) -> None:
        card, self.leaving = self.leaving, None
        if card is None:
            return
        (self.spyglass if card.value == SPYGLASS else self.discard).append(card)
        seat = self.turn
        if card.value == PEEK:
            self.look_due = ((seat, 0), (seat, LINE - 1))
        elif card.value == SNEAK:
            left, right = self.neighbour(seat, "left"), self.neighbour(seat, "right")
            self.look_due = ((left, LINE - 1), (right, 0))
        elif card.value == SPYGLASS:
            self._spyglass()
        else:
            self._move(card.value)
            self._end_turn()

    def _spyglass(self) -> None:
        """R-SK-6, R-SK-7."""
        if len(self.spyglass) >= LAST_SPYGLASS:
            self.ended = True
            return
        self.owing = [seat for seat in range(self.seats) if self.middle(seat)]
        if not self.owing:
            self._end_turn()

    def _move(self, value: int) -> None:
        """All at the same time: the given cards leave all lines before any arrives."""
        if value == PASS_LEFT:
            given = [line.pop(0) for line in self.lines]
            for seat, card in enumerate(given):
                self.lines[self.neighbour(seat, "left")].append(card)
        elif value == PASS_RIGHT:
            given = [line.pop() for line in self.lines]
            for seat, card in enumerate(given):
                self.lines[self.neighbour(seat, "right")].insert(0, card)
        elif value == SWITCH:
            line = self.lines[self.turn]
            line[0], line[-1] = line[-1], line[0]

    def _end_turn(self) -> None:
        """Clockwise, until the last card of the pile has been played (R-SK-8)."""
        if self.pile:
            self.turn = self.neighbour(self.turn, "left")
        else:
            self.ended = True

    def _record(self, at: int, step: dict[str, Any]) -> None:
        state = self.canonical()
        if state != self._last:
            self._last = state
            self.listener(at, step, state)
