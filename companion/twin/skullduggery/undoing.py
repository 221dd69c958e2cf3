"""A whole turn taken back by phone, and the table put back as the pages say it, card by card."""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.twin.people_phone import Phone
from companion.twin.report import Report
from companion.twin.skullduggery.acts import Acts
from companion.twin.skullduggery.cards import LINE, Card
from companion.twin.skullduggery.truth import Truth
from companion.twin.talk import FOREVER_NS, OFFER_NS, Talk
from companion.twin.timeline import Steps, Until
from hardware.timing import MS

MOST = 24
"""Entries of one turn that anybody takes back: a Spyglass of six with all cards read has 15."""
LATEST_NS = 250 * MS
"""So long people look at the page before they tap again."""
BY_BUTTON = 0.5
"""Share of lists that people tick off by a press."""
PRESS_NS = 120 * MS
ROWS = ("discard", "spyglass")

Waiting = Generator[int | Until, bool, bool]
Places = dict[str, list[Card]]
"""What lies where, the top card last: `line:2:0`, `pile`, `discard`, `spyglass`."""


@dataclass(frozen=True, slots=True)
class Lying:
    """How all of it lies on the table."""

    places: Places
    up: frozenset[Card]
    turned: frozenset[tuple[int, str]]

    @staticmethod
    def now(acts: Acts) -> "Lying":
        """As hands have left it."""
        layout, truth = acts.layout, acts.truth
        places: Places = {
            f"line:{seat}:{slot}": [card]
            for seat, line in enumerate(layout.lines)
            for slot, card in enumerate(line)
        }
        places |= {row: list(getattr(truth, row)) for row in ROWS}
        places["pile"] = truth.pile[::-1]
        up = frozenset({*truth.up, *truth.discard, *truth.spyglass})
        return Lying(places, up, frozenset(layout.turned))

    def after(self, moves: Sequence[Mapping[str, Any]]) -> "Lying":
        """Once people have done what these moves say: all moved cards up, then down in order.

        Whoever forgot to turn a token over finds that it lies right.

        Raises LookupError for a move of a card that does not lie there.
        """
        if not moves:
            return self
        passing = next((n for n, move in enumerate(moves) if move["source"] == "lines"), None)
        if passing is None:
            return self._after(moves)
        left = moves[passing]["target"] == "pass_left"
        earlier, later = self.after(moves[:passing]), moves[passing + 1 :]
        return earlier.handed_on(left=left).after(later)

    def handed_on(self, *, left: bool) -> "Lying":
        """Once everybody has handed on a card at the same time."""
        seats = sum(place.endswith(":0") for place in self.places if place.startswith("line"))
        lines = [[self.places[f"line:{s}:{n}"] for n in range(LINE)] for s in range(seats)]
        given = [line.pop(0 if left else -1) for line in lines]
        for seat, cards in enumerate(given):
            to = lines[(seat + (1 if left else -1)) % seats]
            to.insert(LINE - 1 if left else 0, cards)
        laid = {f"line:{s}:{n}": lines[s][n] for s in range(seats) for n in range(LINE)}
        return Lying({**self.places, **laid}, self.up, self.turned)

    def _after(self, moves: Sequence[Mapping[str, Any]]) -> "Lying":
        places = {place: list(cards) for place, cards in self.places.items()}
        up, turned = set(self.up), set(self.turned)
        flown = [m for m in moves if m["source"] != m["target"]]
        for card, target in [(places[m["source"]].pop(), m["target"]) for m in flown]:
            places[target].append(card)
        for move in moves:
            if move["source"] != move["target"]:
                continue
            word, seat, which = move["source"].split(":")
            if word == "token":
                unused = "pistol side up" in move["text"]
                (turned.discard if unused else turned.add)((int(seat), which))
            else:
                up ^= {places[move["source"]][-1]}
        return Lying(places, frozenset(up), frozenset(turned))

    def leads(self, moves: Sequence[Mapping[str, Any]], wanted: "Lying") -> bool:
        """Whether these moves can be made and lead there."""
        try:
            return self.after(moves).alike(wanted)
        except LookupError:
            return False

    def alike(self, other: "Lying") -> bool:
        """Whether nobody sees a difference: of cards on piles it does not matter which lie open."""
        return (
            self.places == other.places
            and self.turned == other.turned
            and self.open() == other.open()
        )

    def open(self) -> frozenset[Card]:
        """Cards of lines that lie face up."""
        lines = {cards[0] for place, cards in self.places.items() if place.startswith("line")}
        return self.up & lines


@dataclass(slots=True)
class Undoing:
    """Takes turns back.

    Attributes:
        undone: Turns that were taken back.
        redone: Of these, brought back before anybody moved a card.
        misled: Of these, the moves on the pages did not lead back to how it lay.
        pressed: Lists that were ticked off by a button.
    """

    acts: Acts
    talk: Talk
    report: Report
    rng: random.Random
    undone: int = 0
    redone: int = 0
    misled: int = 0
    pressed: int = 0
    _before: tuple[dict[str, Any], Lying, int] | None = None

    @property
    def truth(self) -> Truth:
        """What is true."""
        return self.acts.truth

    def begin(self) -> Steps:
        """A turn begins: to this it may be taken back."""
        yield from self.tick_off(self.host())
        self._before = (self.truth.saved(), Lying.now(self.acts), self.report.count)

    def host(self) -> Phone | None:
        """Whoever may take something back."""
        return next((phone for phone in self.talk.phones.values() if phone.is_host), None)

    def tick_off(self, host: Phone | None) -> Steps:
        """All lies as it should: what the page lists was done, or was never done wrongly.

        Somebody presses a button and says so for all of it, or it is ticked off on the page.
        """
        if host is None:
            return
        if host.view.get("tasks") and self.rng.random() < BY_BUTTON:
            self.acts.world.press(self.truth.turn, PRESS_NS)
            yield Until(lambda: not host.view.get("tasks"), OFFER_NS)
            self.pressed += not host.view.get("tasks")
        for task in host.view.get("tasks", ()):
            yield from self._wish(host, "tick", task["id"])

    def counts(self) -> list[int]:
        """Cards on the piles, as a page tells them."""
        truth = self.truth
        return [len(truth.pile), len(truth.discard), len(truth.spyglass)]

    @staticmethod
    def shows(phone: Phone, counts: list[int]) -> bool:
        """Whether this page has so many cards on its piles."""
        return [pile["count"] for pile in phone.view.get("piles", ())] == counts

    def take_back(self, seat: int, *, again: bool) -> Waiting:
        """Undo after undo until the page is as before this seat's turn; True: it is to be played.

        `again`: somebody changes their mind and brings all of it back.
        """
        host = self.host()
        if host is None or self._before is None or not self.shows(host, self.counts()):
            return False
        saved, lay, states = self._before
        counts = [len(saved["pile"]), len(saved["discard"]), len(saved["spyglass"])]
        steps = 0
        while not (self.shows(host, counts) and "draw" in self.talk.offers(seat)):
            if steps == MOST or not (yield from self._wish(host, "undo")):
                self.talk.in_vain(f"seat {seat}'s turn was not taken back")
                return False
            steps += 1
        self.undone += 1
        if again:
            for _ in range(steps):
                yield from self._wish(host, "redo")
            self.redone += 1
            return False
        moves = [task["move"] for task in host.view.get("tasks", ()) if not task["done"]]
        self.misled += not Lying.now(self.acts).leads(moves, lay)
        yield from self._put_back(seat, host, saved, lay)
        self.report.undo(states)
        return True

    def _wish(self, host: Phone, what: str, value: str = "") -> Waiting:
        """One tap, and the page that shows what came of it; False where it was refused."""
        version = host.view.get("version", 0)
        answer = host.wish(what, value)
        yield Until(answer.done, FOREVER_NS)
        if not (answer.result().accepted or answer.result().unknown):
            return False
        yield self.talk.until(lambda: host.view.get("version", 0) > version, OFFER_NS)
        yield LATEST_NS
        return True

    def _put_back(self, seat: int, host: Phone, saved: dict[str, Any], lay: Lying) -> Steps:
        """All lies as before, which is how the pages say it; and what they list is ticked off."""
        lines = [
            [lay.places[f"line:{s}:{n}"][0] for n in range(LINE)] for s in range(self.truth.seats)
        ]
        yield from self.acts.put_back(seat, saved, lines, lay.turned)
        yield from self.tick_off(host)
