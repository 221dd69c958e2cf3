"""A real person at the simulated table: choices on its page become acts of one seat's hands."""

import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.twin.skullduggery.cards import Card
from companion.twin.skullduggery.player import (
    Choosing,
    Deciding,
    Deed,
    Looking,
    Player,
    Turning,
)
from companion.twin.skullduggery.truth import Truth
from companion.twin.talk import FOREVER_NS
from companion.twin.timeline import Steps, Until

SLOTS = ("left end", "left middle", "right middle", "right end")
TOKENS = {"left": "red", "right": "blue"}


class Hands:
    """What humans may do now, and what they chose; for all games of an evening."""

    def __init__(self, names: dict[int, str], humans: frozenset[int], url: str) -> None:
        self.names, self.humans, self._url = names, humans, url
        self._lock = threading.Lock()
        self._asked: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._chosen: dict[int, int] = {}
        self._seen: dict[int, str] = {}
        self.truth: Truth | None = None
        self.press: Callable[[int], None] = lambda seat: None
        """A hand on a button while no game runs: for practice."""
        self.wants_new_game = False

    @property
    def playing(self) -> bool:
        """Whether a game of ours is under way or lies on the table."""
        return self.truth is not None

    def leave(self) -> None:
        """That game is over."""
        with self._lock:
            self.truth = None
            self._asked, self._chosen, self._seen = {}, {}, {}

    def act(self, action: str, seat: int, value: int | None) -> None:
        """From the page's threads: one of the offered choices, or a wish for a new game."""
        if action == "new":
            self.wants_new_game = True
        if action == "slap" and seat in self.humans and self.truth is None:
            self.press(seat)
        if action != "item" or value is None:
            return
        with self._lock:
            _, labels = self._asked.get(seat, ("", ()))
            if 0 <= value < len(labels):
                self._chosen[seat] = value

    def ask(self, seat: int, says: str, labels: Sequence[str]) -> Generator[int | Until, bool, int]:
        """Offer these, and wait for however long it takes; the number of the chosen one."""
        with self._lock:
            self._chosen.pop(seat, None)
            self._asked[seat] = (says, tuple(labels))
        yield Until(lambda: seat in self._chosen, FOREVER_NS)
        with self._lock:
            self._asked.pop(seat, None)
            self._seen.pop(seat, None)
            return self._chosen.pop(seat, 0)

    def show(self, seat: int, what: str) -> None:
        """What this seat saw, until its next choice; the page is for its eyes alone."""
        self._seen[seat] = what

    def look(self) -> dict[str, Any]:
        """What the page shows."""
        truth, humans = self.truth, sorted(self.humans)
        says = "Join with your phone and start the game; the others are waiting."
        return {
            "humans": humans,
            "people": [
                {"name": name, "status": "", "says": self._tokens(seat)}
                for seat, name in sorted(self.names.items())
            ],
            "me": {seat: self._mine(seat) for seat in humans},
            "turn": truth.turn if truth is not None and not truth.ended else None,
            "over": truth is not None and truth.over,
            "says": says,
            "plain": True,
            "url": self._url,
        }

    def _mine(self, seat: int) -> dict[str, Any]:
        if self.truth is None:
            return {}
        with self._lock:
            asked, labels = self._asked.get(seat, (self._meanwhile(self.truth), ()))
            says = f"{self._seen[seat]} {asked}" if seat in self._seen else asked
        choices = [{"index": index, "label": label} for index, label in enumerate(labels)]
        return {"says": says, "choices": choices}

    def _meanwhile(self, truth: Truth) -> str:
        if truth.over:
            best = " and ".join(self.names[seat] for seat in truth.winners())
            return f"{best}: {max(truth.scores())}. The game is over."
        if truth.ended:
            return "The lines are turned up."
        return f"{self.names[truth.turn]}'s turn. Tell your phone what you have done."

    def _tokens(self, seat: int) -> str:
        if self.truth is None:
            return ""
        left = [word for side, word in TOKENS.items() if (seat, side) not in self.truth.used]
        return ", ".join(left) or "no token"


@dataclass(slots=True)
class Guest(Player):
    """A human's seat: the hands do what the page was told."""

    hands: Hands | None = None

    def _ask(self, says: str, labels: Sequence[str]) -> Generator[int | Until, bool, int]:
        assert self.hands is not None  # noqa: S101 - guests are made with hands
        return (yield from self.hands.ask(self.seat, says, labels))

    def first_look(self) -> Choosing:
        """Before the first draw."""
        labels = ("Look at my two middle cards", "Do not look")
        if (yield from self._ask("The cards are dealt.", labels)):
            return False
        if self.hands is not None:
            values = [str(card.value) for card in self.truth.lines[self.seat][1:3]]
            self.hands.show(self.seat, f"Your middle cards: {' and '.join(values)}.")
        return True

    def begins(self) -> Steps:
        """Before their draw."""
        yield from self._ask("Your turn.", ("Draw a card",))

    def decides(self, card: Card) -> Deciding:
        """Where the drawn card goes."""
        deeds = self.deeds()
        says = f"You drew {card.value}: tell your phone, and do the same here."
        return deeds[(yield from self._ask(says, [self._deed(deed) for deed in deeds]))]

    def looks_at(self) -> Looking:
        """Which card of a Peek or Sneak."""
        due = self.truth.look_due
        labels = [f"Look at {self._owner(seat)} {SLOTS[slot]}" for seat, slot in due]
        chosen = yield from self._ask("You may look at a card.", (*labels, "Do not look"))
        if chosen == len(due):
            return None
        if self.hands is not None:
            self.hands.show(self.seat, f"It is a {self.truth.at(due[chosen]).value}.")
        return due[chosen]

    def turns_token(self) -> str:
        """The hands do it with the card."""
        return "first"

    def takes_care(self) -> bool:
        """They look below the table's edge."""
        return True

    def turns_up(self) -> Turning:
        """Which middle card for a Spyglass."""
        slots = self.truth.middle(self.seat)
        labels = [f"Turn up my {SLOTS[slot]}" for slot in slots]
        return slots[(yield from self._ask("A Spyglass: turn up a middle card.", labels))]

    def opens(self) -> Steps:
        """Before their line is turned up at the end."""
        yield from self._ask("The end: turn up your line.", ("Turn up my line",))

    def _deed(self, deed: Deed) -> str:
        whose, slot = deed
        if whose is None:
            return "Discard it"
        if whose == "own":
            return f"In place of my {SLOTS[slot]}"
        owner = self._owner(self.truth.neighbour(self.seat, whose))
        return f"{TOKENS[whose].capitalize()} token: {owner} {SLOTS[slot]}"

    def _owner(self, seat: int) -> str:
        if seat == self.seat:
            return "my"
        return "their" if self.hands is None else f"{self.hands.names[seat]}'s"
