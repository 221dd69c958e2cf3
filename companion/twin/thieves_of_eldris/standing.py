"""What lies where at the simulated table, and what follows: the part of the truth below the acts.

A second, independent reading of the rulebook and its rulings (`R-EL-n`), written as one object that
changes in place. Nothing of the rules under test is used here. Money is in half-dollars.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.twin.thieves_of_eldris.cards import COLUMNS, ROWS, beside

ALL_MONEY = 152
GOAL = 16
DISPLAY = 3
MANY = 5
"""Players from which on Targets lie in a Display and everybody has a Shadow."""
DOLLAR = 2


class ImpossibleError(RuntimeError):
    """Somebody in the world tried what the rules forbid: the world itself is wrong."""


Listener = Callable[[int, dict[str, Any], dict[str, Any]], None]
"""Called with instant, step and canonical state whenever the state changed."""


@dataclass(slots=True)
class Seat:
    """One player. `hand`: the Cutpurse first once it is chosen; `shown`: all know it."""

    hand: list[str]
    haul: int = 0
    sigil: bool = True
    started: bool = False
    out: bool = False
    told: bool = False
    shown: bool = False
    lost: int = 0
    taken: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Standing:
    """Where everything lies in a game for two to six, and what follows from what was done.

    Attributes:
        grid: Characters row by row; empty until they are laid out.
        deck: Townsfolk cards, top first.
        trusted: The companion is told hidden cards.
        unspent: Dice of this turn that no move has spent.
        benefit: What doubles brought this turn.
        due: What has to happen next; the names are those of `phase` in the specification.
        passes: In a row, since the deck is empty.
    """

    square: list[str]
    deck: list[str]
    count: int
    trusted: bool = False
    listener: Listener = lambda at, step, state: None
    seats: list[Seat] = field(init=False)
    grid: list[str] = field(default_factory=list)
    dark: list[str] = field(default_factory=list)
    display: list[str] = field(default_factory=list)
    bank: int = ALL_MONEY
    turn: int = 0
    dice: list[str] = field(default_factory=list)
    unspent: list[str] = field(default_factory=list)
    benefit: str = ""
    due: str = "lay_out"
    then: str = ""
    accused: int | None = None
    named: str = ""
    passes: int = 0
    winners: list[int] | None = None
    turns: int = 0
    _last: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        """Deal."""
        each = 0 if self.count == 1 else 2 if self.many else 3
        self.seats = [Seat([self.deck.pop(0) for _ in range(each)]) for _ in range(self.count)]
        self._last = self.canonical()

    # ---- looking -------------------------------------------------------------------------------

    @property
    def many(self) -> bool:
        """Five or six players."""
        return self.count >= MANY

    @property
    def uses_display(self) -> bool:
        """Targets lie open."""
        return self.many

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.turn]

    @property
    def alike(self) -> str:
        """The trait of doubles or triples, or nothing."""
        return next((one for one in self.dice if self.dice.count(one) > 1), "")

    @property
    def strong(self) -> bool:
        """Whether diagonal neighbours count (R-EL-9)."""
        triples = len(set(self.dice)) == 1
        return not self.benefit and bool(self.dice) and (self.alike == "strength" or triples)

    def near(self, card: str) -> list[str]:
        """Who stands beside this character, as adjacency counts this turn."""
        return [self.grid[c] for c in beside(self.grid.index(card), diagonal=self.strong)]

    def drawer(self) -> int:
        """Who draws, or replaces a Cutpurse."""
        return self.turn if self.accused is None else self.accused

    def targets(self) -> list[str]:
        """What the active player may rob now."""
        own = self.display if self.uses_display else self.active.hand[1:]
        return [card for card in own if card in self.near(self.active.hand[0])]

    def canonical(self) -> dict[str, Any]:
        """The exact state in plain words and numbers, as the companion's is written too."""
        return {
            "grid": [
                self.grid[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS) if self.grid
            ],
            "dark": sorted(self.dark),
            "deck": len(self.deck),
            "bank": self.bank,
            "display": sorted(self.display),
            "turn": None if self.winners is not None else self.turn,
            "dice": sorted(self.unspent),
            "players": [self._player(seat) for seat in self.seats],
            "solo": self._solo(),
            "over": None if self.winners is None else {"winners": self.winners},
        }

    def _player(self, seat: Seat) -> dict[str, Any]:
        known = self.trusted and seat.told
        chosen = known and seat.started and bool(seat.hand)
        return {
            "haul": seat.haul,
            "sigil": seat.sigil,
            "out": seat.out,
            "cards": len(seat.hand),
            "taken": sorted(seat.taken),
            "cutpurse": seat.hand[0] if chosen else None,
            "others": sorted(seat.hand[1 if chosen else 0 :]) if known else [],
        }

    def _solo(self) -> dict[str, Any] | None:
        return None

    # ---- consequences --------------------------------------------------------------------------

    def _resolve(self, *, right: bool) -> None:
        if not right:
            if self.active.shown or self.trusted:
                self.active.shown = True
                self._end_turn()
            else:
                self.due = "show"
            return
        accused = self.seats[self.accused or 0]
        card = accused.hand.pop(0)
        accused.shown, accused.lost = False, accused.lost + 1
        self.active.taken.append(card)
        self.dark.append(card)
        fine = min(DOLLAR, accused.haul)
        accused.haul -= fine
        self.active.haul += fine + 2 * DOLLAR
        self.bank -= 2 * DOLLAR
        self._succeed(accused)

    def _succeed(self, accused: Seat) -> None:
        """The Shadow, a Target, or nobody (R-EL-6, R-EL-28)."""
        won = self.active.haul >= GOAL
        if not accused.hand:
            accused.out = True
            self._end_turn()
        elif self.many or (len(accused.hand) == 1 and (won or not self.deck)):
            self._end_turn()
        elif len(accused.hand) == 1:
            self._draw_or_wait()
        elif won:
            accused.started = False  # no Cutpurse was chosen any more
            self._end_turn()
        else:
            accused.started = False
            self.due = "promote"

    def _draw_or_wait(self) -> None:
        if self.trusted:
            self.due, self.then = "draw", ""
        else:
            self._draw(self.drawer())
            self._end_turn()

    def _draw(self, seat: int) -> str:
        card = self.deck.pop(0)
        self.seats[seat].hand.append(card)
        return card

    def _first(self, seat: Seat, card: str) -> None:
        seat.hand.remove(card)
        seat.hand.insert(0, card)
        seat.started = True

    def _fill(self, then: str) -> None:
        """Cards for the Display, then what follows."""
        if self.uses_display and len(self.display) < DISPLAY and self.deck:
            self.due, self.then = "turn_up", then
        elif then == "end":
            self._end_turn()
        else:
            self.due, self.then = then, ""

    def _end_turn(self) -> None:
        """$8 wins; a last player has won; else the next one who is in (R-EL-1, R-EL-8)."""
        still = [number for number, seat in enumerate(self.seats) if not seat.out]
        self.turns += 1
        if self.active.haul >= GOAL:
            self.winners = [self.turn]
        elif len(still) == 1:
            self.winners = still
        else:
            later = [number for number in still if number > self.turn]
            self.turn = later[0] if later else still[0]
            self.dice, self.unspent, self.benefit = [], [], ""
            self.accused, self.named, self.then = None, "", ""
            self.due = "roll" if self.active.started else "choose"

    def _must(self, *due: str) -> None:
        if self.due not in due:
            raise ImpossibleError(f"{self.due} is due, not {due}")

    def _record(self, at: int, what: str) -> None:
        state = self.canonical()
        if state != self._last:
            self._last = state
            self.listener(at, {"type": what, "seat": self.turn}, state)
