"""How people at the table use their phones: tap until it is done, wait for an offer, give up."""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future
from typing import Any

from companion.twin.people_phone import Answer, Phone, Question
from companion.twin.timeline import S, Steps, Until
from hardware.timing import MS

QUESTION_NS = 20 * S
"""So long people wait for a question to go away once somebody has answered."""
TRUST = 4
"""After so many vain waits people have little patience with the companion ..."""
LITTLE = 8
"""... a part of it, one in so many, ..."""
GIVE_UP = 8
"""... and after so many they play without it."""
OFFER_NS = 8 * S
"""And so long for their own page to offer what they want to do."""
FOREVER_NS = 10**15
"""No limit at all: where a human plays, everybody waits."""
OVER_NS = 6 * S
"""And so long for the pages to say that the game is over."""
TRIES = 6
"""How often a refused tap is tried again."""


class Talk:
    """The phones of one game, and the patience that people have left with them."""

    def __init__(self, phones: Mapping[int, Phone], *, patient: bool = False) -> None:
        """`phones`: of the people who use the companion at all; `patient` they wait for humans."""
        self.phones = phones
        self._patient = patient
        self.tapped = 0
        self.refused: list[str] = []
        self.waited_in_vain: list[str] = []

    def facts(self) -> dict[str, Any]:
        """For the report."""
        return {
            "tapped": self.tapped,
            "refused": self.refused,
            "in_vain": self.waited_in_vain,
        }

    def until(self, met: Callable[[], bool], limit_ns: int) -> Until:
        """Wait with the patience that is left."""
        if self._patient:
            return Until(met, FOREVER_NS)
        return Until(met, limit_ns // LITTLE if len(self.waited_in_vain) >= TRUST else limit_ns)

    def in_vain(self, what: str) -> None:
        """The companion did not do what people expected; at last they play without it."""
        self.waited_in_vain.append(what)
        if len(self.waited_in_vain) >= GIVE_UP and not self._patient:
            self.phones = {}

    def offers(self, seat: int) -> set[str]:
        """What this seat's page offers; nothing where nobody looks at one."""
        phone = self.phones.get(seat)
        return phone.offers() if phone is not None else set()

    def tap_if_offered(self, seat: int, idents: tuple[str, ...]) -> Steps:
        """Tap the first of these that is on the page."""
        for ident in idents:
            if ident in self.offers(seat):
                yield from self.tap_until_done(seat, ident)
                return

    def tap_until_done(
        self, seat: int, ident: str, values: str = ""
    ) -> Generator[int | Until, bool, bool]:
        """Tap, and again while it is refused and still offered; whether it was done.

        `values`: what the person filled in, where the page has boxes for it.
        """
        phone = self.phones[seat]
        for _ in range(TRIES):
            answer: Future[Answer] = phone.tap(f"{ident}={values}" if values else ident)
            self.tapped += 1
            # The request has its own limit in real time: however slow the machine is, nobody taps
            # a second time before the first tap was answered, and may have counted.
            yield Until(answer.done, FOREVER_NS)
            if answer.result().accepted:
                return True
            self.refused.append(f"{ident}: {answer.result().status} {answer.result().reason}")
            yield 250 * MS
            if answer.result().unknown:
                yield self.until(lambda: ident not in _on_page(phone), OFFER_NS)
                if ident not in _on_page(phone):
                    return True
            if ident not in _on_page(phone):
                break
        return False

    def questions(self) -> list[tuple[int, Question]]:
        """Open prompts with a seat that could answer."""
        return [(seat, q) for seat, phone in self.phones.items() for q in phone.questions()]

    def notices(self, place: str) -> bool:
        """Whether a page says that something lies otherwise at this place."""
        return any(phone.complains_of(place) for phone in self.phones.values())

    def gone(self, question: Question) -> bool:
        """Whether nobody is asked this any more."""
        return all(open_.ident != question.ident for _, open_ in self.questions())

    def until_over(self) -> Until:
        """Until all pages say that the game is over, or ask something."""
        return Until(
            lambda: (
                all(phone.phase == "over" for phone in self.phones.values())
                or bool(self.questions())
            ),
            OVER_NS,
        )


def _on_page(phone: Phone) -> set[str]:
    """All that may be tapped there."""
    return phone.offers() | {c for q in phone.questions() for c in q.values.values()}
