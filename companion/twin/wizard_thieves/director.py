"""One game as people play it: whose turn it is, what they wait for, when they ask their phones."""

import random
from collections.abc import Callable, Generator, Mapping

from companion.twin.people import BOLD_AFTER, Person
from companion.twin.people_phone import Phone
from companion.twin.report import Report
from companion.twin.talk import OFFER_NS, QUESTION_NS, Talk
from companion.twin.timeline import S, Steps, Until
from companion.twin.wizard_thieves.acts import Acts
from companion.twin.wizard_thieves.choices import choice_id
from companion.twin.wizard_thieves.memory import Face, Memory
from companion.twin.wizard_thieves.truth import Truth
from companion.twin.world import World
from hardware.timing import MS

SLAP_TIME_NS = 1150 * MS
"""After a card, so long nobody takes the Pot without a slap: hands may still be on their way."""
VERDICT_NS = 6 * S
"""People wait so long for the companion's verdict, then play on."""
OWN_UP_NS = 1200 * MS
"""After taking a card back people wait so long whether the companion asks whose it was."""


def _no_hands() -> Steps:
    yield 100 * MS


class Director:
    """Drives one game to its end. `phones` holds the people who use the companion at all."""

    def __init__(
        self,
        world: World,
        truth: Truth,
        people: Mapping[int, Person],
        *,
        phones: Mapping[int, Phone],
        report: Report,
        rng: random.Random,
        by_phone: bool = False,
    ) -> None:
        self.world, self.truth, self.people = world, truth, people
        self.talk = Talk(phones)
        self.memory = Memory({seat: person.name for seat, person in people.items()})
        self.acts = Acts(world, truth, people, memory=self.memory, report=report, rng=rng)
        self.by_phone = by_phone
        self._rng = rng
        self.hands: Callable[[], Steps] = _no_hands
        """What humans at the table do next; a moment's pause where there is none."""
        self.human_waits: Callable[[], bool] = lambda: False

    def play(self) -> Steps:
        """The whole game."""
        yield 600 * MS
        while self.truth.winners is None:
            yield from self._attend()
            if self.truth.winners is None:
                yield from self._next()
        yield 400 * MS
        yield from self._attend()
        if self.acts.wrong is not None:
            yield from self._own_up()
        if self.world.scene.piles["pot"]:
            # Taking the last Pot is what ends the game for everybody to hear.
            yield from self.acts.take_pot((self.truth.winners or [0])[0])
        yield from self._finish()

    def _next(self) -> Steps:
        """Whatever is to be done next at the table."""
        truth, acts = self.truth, self.acts
        taker = self.taker()
        if self.human_waits() or (acts.wrong is not None and acts.wrong[0] in acts.humans):
            yield from self.hands()
        elif acts.wrong is not None:
            yield from self._own_up()
        elif self._untold() is not None:
            yield from self._declare()
        elif taker is not None:
            yield from self._take(taker)
        elif truth.caster is not None:
            yield from self._portal(truth.caster.target)
        elif truth.pending is not None:
            yield from self._item()
        elif truth.turn is not None:
            yield from self._flip(truth.turn)

    def taker(self) -> int | None:
        """Who is to take what lies on the Pot: a winner, or who may close the window by taking."""
        truth = self.truth
        if truth.collector is not None:
            return truth.collector
        coin = self.acts.coin_owner()
        if coin is not None:
            return coin
        if self.world.scene.piles["pot"] and not truth.pot:
            return truth.turn
        return None

    # ---- acts with their pauses --------------------------------------------------------------

    def _flip(self, seat: int) -> Steps:
        person = self.people[seat]
        if seat in self.acts.humans:
            yield from self.hands()
            return
        if not (yield from self._quiet(person.flip_pause_ns(bold=self.acts.reveals > BOLD_AFTER))):
            return
        if self._rng.random() < person.manners.mis_reveal and not self.truth.window:
            others = [s for s in self.truth.holders() if s != seat and s not in self.acts.humans]
            if others and self.truth.pot:
                yield from self.acts.flip(self._rng.choice(others), mistake=True)
                return
        yield from self.acts.flip(seat)

    def _quiet(self, pause_ns: int) -> Generator[int | Until, bool, bool]:
        """Wait before acting; False if a slap, a question or a real person came in between."""
        end = self.acts.now + pause_ns
        slap = self.acts.last_slap_ns
        while self.acts.now < end:
            yield min(60 * MS, end - self.acts.now)
            stop = self.truth.winners is not None or self.human_waits()
            if stop or self.acts.last_slap_ns != slap:
                return False
        return not self.talk.questions()

    def _take(self, seat: int) -> Steps:
        last = self.memory.faces[-1].at_ns if self.memory.faces else 0
        open_to_slaps = self.truth.collector is not None or self.acts.coin_owner() is not None
        pause = 450 * MS
        if open_to_slaps:
            pause = max(pause, last + SLAP_TIME_NS + 350 * MS - self.acts.now)
        if seat in self.acts.humans:
            yield from self.hands()
            return
        if not (yield from self._quiet(pause)):
            return
        if self.taker() == seat:
            if self.by_phone:
                yield from self.talk.tap_if_offered(seat, ("take_pot", "apply_king_coin"))
            yield from self.acts.take_pot(seat)

    def _portal(self, seat: int) -> Steps:
        if seat in self.acts.humans:
            yield from self.hands()
            return
        yield 500 * MS
        yield from self.acts.to_portal(seat)

    def _own_up(self) -> Steps:
        """A card flipped by mistake: everybody laughs, then it goes back."""
        yield 700 * MS
        yield from self.acts.take_back()
        if self.talk.phones:
            yield Until(lambda: bool(self.talk.questions()), OWN_UP_NS)

    def _item(self) -> Steps:
        """The owner of a Magic Item waits for the page, chooses, taps, and carries it out."""
        pending = self.truth.pending
        if pending is None:
            return
        seat, person = pending.seat, self.people[pending.seat]
        if seat in self.acts.humans:
            yield from self.hands()
            return
        if seat in self.talk.phones:
            wanted = [choice_id(choice) for choice in self.truth.item_choices()]
            offered = yield self.talk.until(
                lambda: bool(self._offered(seat, wanted) or self._stale(seat)), OFFER_NS
            )
            if self._stale(seat):
                return
            if not offered:
                self.talk.in_vain(f"seat {seat} was not offered {wanted}")
        if not (yield from self._quiet(person.tap_pause_ns())) or self.truth.pending is not pending:
            return
        choices = self.truth.item_choices()
        if seat in self.talk.phones:
            shown = [c for c in choices if choice_id(c) in self.talk.phones[seat].offers()]
            if not shown and self.talk.questions():
                return
            choices = shown or choices
        yield from self.carry_out(seat, person.likes(choices))

    def carry_out(self, seat: int, choice: tuple[str, int | None]) -> Steps:
        """The owner states the choice, on the phone too, and moves the cards."""
        self.memory.chosen.append(self.acts.now)
        self.truth.use_item(self.acts.now, choice)
        if seat in self.talk.phones:
            yield from self.talk.tap_until_done(seat, choice_id(choice))
        if choice[0] == "portal" and choice[1] is not None:
            yield 250 * MS
            yield from self.acts.from_portal(seat, choice[1])

    def _stale(self, seat: int) -> bool:
        """Something else needs attention before the owner can choose."""
        pending = self.truth.pending
        gone = pending is None or pending.seat != seat or self.truth.winners is not None
        return gone or bool(self.talk.questions()) or self.acts.unheard is not None

    def _offered(self, seat: int, wanted: list[str]) -> list[str]:
        phone = self.talk.phones.get(seat)
        offers = phone.offers() if phone is not None else set()
        return [ident for ident in wanted if ident in offers]

    # ---- phones ------------------------------------------------------------------------------

    def _untold(self) -> Face | None:
        """Without a camera: the newest card, if its player has not told the companion yet."""
        if not self.by_phone or len(self.memory.faces) <= self.memory.told:
            return None
        face = self.memory.faces[-1]
        known = face.zone == "pot" and any(
            phone.pile_count("pot") > face.number for phone in self.talk.phones.values()
        )
        gone = bool(self.memory.taken) and self.memory.taken[-1] > face.at_ns
        if known or gone or not face.meant or face.seat not in self.talk.phones:
            self.memory.told = len(self.memory.faces)
            return None
        return face

    def _declare(self) -> Steps:
        """The player says on the phone which card it was."""
        face = self._untold()
        if face is None:
            return
        phone = self.talk.phones[face.seat]
        word = "reveal" if face.zone == "pot" else "to_portal"
        wanted = f"{word}:{face.key}"
        offered = yield self.talk.until(
            lambda: wanted in phone.offers() or bool(self.talk.questions()), OFFER_NS
        )
        if self.talk.questions():
            return
        yield self.people[face.seat].tap_pause_ns() // 3
        if wanted in phone.offers():
            faces = len(self.memory.faces)
            if (yield from self.talk.tap_until_done(face.seat, wanted)):
                self.memory.told = faces
        elif not offered:
            self.memory.told = len(self.memory.faces)
            self.talk.in_vain(f"seat {face.seat} was not offered {wanted}")

    def _attend(self) -> Steps:
        """Listen for the verdict of a slap, and answer what the companion asks."""
        yield from self._listen()
        start = self.acts.now
        while True:
            asked = self.talk.questions()
            if not asked:
                return
            if self.acts.now - start > QUESTION_NS:
                self.talk.in_vain(f"a question stayed: {asked[0][1].title}")
                return
            seat, question = self._rng.choice(asked)
            yield self.people[seat].tap_pause_ns()
            believed = self.talk.phones[seat].pile_count("pot")
            value = self.memory.answer(question, self.acts.now, believed)
            if value is not None and any(
                q.ident == question.ident for _, q in self.talk.questions()
            ):
                yield from self.talk.tap_until_done(seat, question.values[value])
                if question.kind == "which_card":
                    self.memory.told = len(self.memory.faces)
            yield Until(lambda q=question: self.talk.gone(q), 2 * S)  # type: ignore[misc]
            yield from self._listen()

    def _listen(self) -> Steps:
        """After a slap people play on when they heard what it meant."""
        slap = self.acts.unheard
        if slap is None or not self.talk.phones:
            self.acts.unheard = None
            return
        heard = yield self.talk.until(
            lambda: bool(self.talk.questions()) or self._heard_since(slap.at_ns), VERDICT_NS
        )
        self.acts.unheard = None
        if not heard:
            self.talk.in_vain(f"no verdict on seat {slap.seat}'s slap")

    def _heard_since(self, at_ns: int) -> bool:
        return any(
            heard.at_ns >= at_ns and heard.priority == "verdict"
            for phone in self.talk.phones.values()
            for heard in phone.captions[-6:]
        )

    def _finish(self) -> Steps:
        """Wait until the pages say that it is over."""
        if self.talk.phones:
            done = yield self.talk.until_over()
            yield from self._attend()
            if not done:
                self.talk.waited_in_vain.append("the companion did not say that the game is over")
