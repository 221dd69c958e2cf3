"""What people at this table tell their phones, and what they read off them."""

from collections.abc import Callable, Generator, Sequence

from companion.twin.people_phone import Phone, Question
from companion.twin.stage import Sitting
from companion.twin.talk import OFFER_NS, QUESTION_NS, Talk
from companion.twin.timeline import S, Until
from hardware.timing import MS

SEEN_NS = 2500 * MS
"""So long people wait whether the camera has seen what they did, before they tap it."""

Tapping = Generator[int | Until, bool, bool]


class Telling:
    """The phones of one game.

    Args:
        sitting: Whose.
        answer: What people say to a question of the companion, None where they see no sense in it.
    """

    def __init__(self, sitting: Sitting, answer: Callable[[Question], str | None]) -> None:
        self.talk = Talk(sitting.phones)
        self._people, self._timeline = sitting.people, sitting.world.timeline
        self._watched = not sitting.by_phone
        self._answer = answer

    def page(self, seat: int) -> Phone | None:
        """This seat's page, or where its owner has none, somebody else's."""
        phones = self.talk.phones
        return phones.get(seat) or next(iter(phones.values()), None)

    def tell(self, seat: int, ident: str, values: str = "") -> Tapping:
        """Tap what was done, once the page offers it."""
        talk = self.talk
        if seat not in talk.phones:
            return False
        yield from self.attend()
        if not (yield talk.until(lambda: ident in talk.offers(seat), OFFER_NS)):
            talk.in_vain(f"seat {seat} was not offered {ident}")
            return False
        yield self._people[seat].tap_pause_ns() // 3
        return (yield from talk.tap_until_done(seat, ident, values))

    def fill_in(self, seat: int, ident: str, what: Sequence[str]) -> Tapping:
        """Find each card or trait among the page's keys, and send them."""
        talk = self.talk
        if seat not in talk.phones:
            return False
        yield talk.until(lambda: ident in talk.offers(seat), OFFER_NS)
        keys = talk.phones[seat].keys(ident)
        if not set(what) <= keys.keys():
            talk.in_vain(f"seat {seat} cannot fill in {ident}")
            return False
        return (yield from self.tell(seat, ident, "".join(keys[one] for one in what)))

    def seen(self, seat: int, met: Callable[[Phone], bool]) -> Tapping:
        """Whether a page shows in time what the camera saw; its questions are answered."""
        page = self.page(seat)
        if page is None:
            return True
        if not self._watched:
            return False
        while True:
            yield Until(lambda: met(page) or bool(self.talk.questions()), SEEN_NS)
            if not self.talk.questions():
                return met(page)
            if not (yield from self.attend()):
                return met(page)

    def attend(self) -> Tapping:
        """Answer what the companion asks, from what lies on the table; whether all is answered."""
        talk, start = self.talk, self._timeline.now
        while asked := talk.questions():
            if self._timeline.now - start > QUESTION_NS:
                talk.in_vain(f"a question stayed: {asked[0][1].title}")
                return False
            seat, question = asked[0]
            yield self._people[seat].tap_pause_ns()
            value = self._answer(question)
            if value is not None and not talk.gone(question):
                yield from talk.tap_until_done(seat, question.values[value])
            yield Until(lambda q=question: talk.gone(q), 2 * S)  # type: ignore[misc]
        return True
