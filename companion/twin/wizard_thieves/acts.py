"""What hands do at the table: flip, slap, take the Pot, put a card on the Portal, take a card back.

Each act moves the scene and the truth at the same exact instant.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.twin.people import Person, boldness
from companion.twin.report import Report
from companion.twin.scene import Motion
from companion.twin.timeline import LOOK_AFTER_NS, LOOK_BEFORE_NS, Steps
from companion.twin.wizard_thieves.cards import Card
from companion.twin.wizard_thieves.memory import Face, Memory, Slap
from companion.twin.wizard_thieves.truth import Truth
from companion.twin.world import World
from hardware.timing import MS

ABORT_NS = 120 * MS
"""A hand on its way can still turn back so long before the card would lie there."""
GRAB_BAND_NS = MS
HANDS_MEET_NS = 130 * MS
"""So long after a slap the others have seen it and can hold back."""


@dataclass(slots=True)
class Flight:
    """A card on its way to the Pot."""

    seat: int
    motion: Motion
    lands_ns: int
    cancelled: bool = False


class Acts:
    """The hands of everybody, over one game's scene and truth."""

    def __init__(
        self,
        world: World,
        truth: Truth,
        people: Mapping[int, Person],
        *,
        memory: Memory,
        report: Report,
        rng: random.Random,
    ) -> None:
        self.world, self.truth, self.people = world, truth, people
        self.memory, self.report, self.rng = memory, report, rng
        self.reveals = 0
        self.wrong: tuple[int, Card, int] | None = None
        """(seat, card, place in the deck) of a card on the Pot that was flipped by mistake."""
        self.last_slap_ns = 0
        self.unheard: Slap | None = None
        """A slap of consequence whose verdict nobody has heard yet."""
        self._flight: Flight | None = None
        self._planned: dict[int, int] = {}
        self.humans: frozenset[int] = frozenset()
        """Seats played by a real person at the twin's own page."""

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self.world.timeline.now

    # ---- flipping ----------------------------------------------------------------------------

    def flip(self, seat: int, *, mistake: bool = False) -> Steps:
        """The top card of `seat` goes onto the Pot; ends when hand and picture have settled."""
        card = self.truth.decks[seat][0]
        scene, person = self.world.scene, self.people[seat]
        enter = self.now + LOOK_BEFORE_NS
        lands = enter + 120 * MS + person.hide_ns()
        leaves = lands + round(person.rng.uniform(150, 230) * MS)
        placed = scene.place_for(card, "pot", seat)
        motion = scene.lay(seat, placed, enter_ns=enter, seen_ns=lands, leave_ns=leaves)
        flight = self._flight = Flight(seat, motion, lands)
        self.world.timeline.watch_visit(enter, lands, leaves)
        if not mistake:
            self._plan_guesses(lands)

        def land() -> None:
            if not flight.cancelled:
                self._flight = None
                scene.piles["pot"].append((card, placed))
                self._landed(seat, card, mistake=mistake)

        self.world.timeline.at(lands, land)
        while self.now < flight.motion.ends + LOOK_AFTER_NS:
            yield min(40 * MS, flight.motion.ends + LOOK_AFTER_NS - self.now)

    def _landed(self, seat: int, card: Card, *, mistake: bool) -> None:
        now = self.now
        meant = not mistake and self.truth.may_reveal(seat)
        number = len(self.truth.pot)
        self.memory.faces.append(Face("pot", number, card.key, now, seat, meant=meant))
        self.report.face("pot", card.key, now, seat, meant=meant)
        if not meant:
            deck = self.truth.decks[seat]
            self.wrong = (seat, card, self.rng.randint(0, max(0, len(deck) - 1)))
            return
        self.reveals += 1
        self.truth.reveal(now, seat)
        self._plan_slaps(now)

    # ---- slapping ----------------------------------------------------------------------------

    def _plan_guesses(self, lands: int) -> None:
        for seat in self._awake():
            early = self.people[seat].guess_before()
            if early is not None:
                self._plan(seat, lands + early)

    def _plan_slaps(self, seen: int) -> None:
        match = bool(self.truth.window)
        bold = boldness(self.reveals)
        times: list[int] = []
        for seat in self._awake():
            person = self.people[seat]
            after = person.slap_after(match=match, boldness=bold)
            if after is None:
                continue
            at = seen + after
            if times and person.rng.random() < person.manners.together:
                at = times[0] + person.rng.randint(-GRAB_BAND_NS, GRAB_BAND_NS)
            times.append(at)
            self._plan(seat, at)

    def _awake(self) -> list[int]:
        return [seat for seat in self.truth.playing() if seat not in self.humans]

    def _plan(self, seat: int, at_ns: int) -> None:
        """A hand is on its way to the button; until it is there its owner may hold it back."""
        if seat in self._planned:
            return
        self._planned[seat] = at_ns

        def arrive() -> None:
            self._planned.pop(seat, None)
            held_back = self.last_slap_ns and at_ns - self.last_slap_ns > HANDS_MEET_NS
            fresh = held_back and self.last_slap_ns > at_ns - 1500 * MS
            if fresh and self.people[seat].rng.random() < self.people[seat].manners.stop:
                return
            self.slap(seat)

        self.world.timeline.at(at_ns, arrive)

    def slap(self, seat: int) -> str:
        """A button goes down now; truth says what it meant."""
        now, person = self.now, self.people[seat]
        hold = person.hold_ns()
        self.world.press(seat, hold)
        outcome = self.truth.press(now, seat)
        slap = Slap(seat, now, outcome)
        self.memory.slaps.append(slap)
        self.report.press(seat, now, outcome)
        self.last_slap_ns = now
        if outcome in {"won", "cursed", "out"}:
            self.unheard = slap
        self._turn_back()
        if seat not in self.humans and outcome == "cursed":
            again = person.rng.random() < person.manners.twice
            if again and seat not in self._planned:
                self._planned[seat] = now + hold + 90 * MS
                self.world.timeline.at(now + hold + 90 * MS, lambda: self._again(seat))
        return outcome

    def _again(self, seat: int) -> None:
        """The same hand hits the button twice, unless a new card has come in between."""
        self._planned.pop(seat, None)
        mine = next(slap for slap in reversed(self.memory.slaps) if slap.seat == seat)
        if self.memory.faces and self.memory.faces[-1].at_ns > mine.at_ns:
            return
        if not self.truth.window:
            self.slap(seat)

    def _turn_back(self) -> None:
        """Whoever is about to flip sees the slap and takes the hand back, if there is time."""
        flight = self._flight
        if flight is None or flight.lands_ns - self.now < ABORT_NS:
            return
        flight.cancelled = True
        self._flight = None
        at = flight.motion.where(self.now)
        scene = self.world.scene
        scene.motions = [motion for motion in scene.motions if motion is not flight.motion]
        if at is None:
            flight.motion = replace(flight.motion, stops=[(self.now, (0.0, 0.0))])
            return
        out = scene.out_of_view(flight.seat, at)
        stops = [(self.now, at), (self.now + 160 * MS, out)]
        flight.motion = replace(flight.motion, stops=stops, drops_at=self.now + 161 * MS)
        scene.motions.append(flight.motion)

    # ---- taking ------------------------------------------------------------------------------

    def take_pot(self, seat: int) -> Steps:
        """A hand takes the whole Pot away (and closes what taking closes: R-WT-11, R-WT-18)."""
        scene = self.world.scene
        enter = self.now + LOOK_BEFORE_NS
        takes = enter + round(self.people[seat].rng.uniform(230, 420) * MS)
        leaves = takes + 190 * MS
        pot = scene.piles["pot"]
        top = pot[-1][1].at if pot else scene.sheet.zones["pot"].middle
        scene.fetch(seat, top, enter_ns=enter, take_ns=takes, leave_ns=leaves, load=True)
        self.world.timeline.watch_visit(enter, takes, leaves)

        def take() -> None:
            scene.piles["pot"].clear()
            self.memory.taken.append(self.now)
            if self.truth.collector == seat:
                self.truth.take_pot(self.now, seat)
            elif self.coin_owner() == seat:
                self.truth.use_item(self.now, ("coin", None))

        self.world.timeline.at(takes, take)
        yield leaves + LOOK_AFTER_NS - self.now

    def coin_owner(self) -> int | None:
        """Whoever may take the Pot with a King Coin that also opened a window (R-WT-18)."""
        pending = self.truth.pending
        return pending.seat if pending is not None and pending.item == "king_coin" else None

    def take_back(self) -> Steps:
        """The card that was flipped by mistake goes back into the middle of its deck (R-WT-31)."""
        if self.wrong is None:
            return
        seat, card, place = self.wrong
        scene = self.world.scene
        enter = self.now + LOOK_BEFORE_NS
        takes, leaves = enter + 260 * MS, enter + 450 * MS
        at = scene.piles["pot"][-1][1].at
        scene.fetch(seat, at, enter_ns=enter, take_ns=takes, leave_ns=leaves, load=True)
        self.world.timeline.watch_visit(enter, takes, leaves)

        def take() -> None:
            scene.piles["pot"].pop()
            self.truth.mis_reveal(seat, card, place)
            self.wrong = None

        self.world.timeline.at(takes, take)
        yield leaves + LOOK_AFTER_NS - self.now

    # ---- the Portal --------------------------------------------------------------------------

    def to_portal(self, seat: int) -> Steps:
        """The chosen player's top card goes face up onto the Portal."""
        scene = self.world.scene
        card = self.truth.decks[seat][0]
        placed = scene.place_for(card, "portal", seat)
        enter = self.now + LOOK_BEFORE_NS
        lands = enter + 300 * MS
        leaves = lands + 200 * MS
        scene.lay(seat, placed, enter_ns=enter, seen_ns=lands, leave_ns=leaves)
        self.world.timeline.watch_visit(enter, lands, leaves)

        def land() -> None:
            scene.piles["portal"].append((card, placed))
            due = self.truth.caster
            number = len(self.truth.portal)
            self.memory.faces.append(Face("portal", number, card.key, self.now, seat))
            self.report.face("portal", card.key, self.now, seat, meant=due is not None)
            if due is not None:
                self.truth.portal_card(self.now)

        self.world.timeline.at(lands, land)
        yield leaves + LOOK_AFTER_NS - self.now

    def from_portal(self, seat: int, index: int) -> Steps:
        """A stolen card leaves the Portal, from wherever it lay in the pile (R-WT-21)."""
        scene = self.world.scene
        enter = self.now + LOOK_BEFORE_NS
        takes, leaves = enter + 280 * MS, enter + 480 * MS
        at = scene.piles["portal"][index][1].at
        scene.fetch(seat, at, enter_ns=enter, take_ns=takes, leave_ns=leaves, load=True)
        self.world.timeline.watch_visit(enter, takes, leaves)

        def take() -> None:
            scene.piles["portal"].pop(index)

        self.world.timeline.at(takes, take)
        yield leaves + LOOK_AFTER_NS - self.now
