"""Practice on phones: all screens flash, each phone measures its own time. Inexact, and so told.

A touch screen adds 55 to 170 ms of its own (published measurements of phones and tablets), and each
phone another amount: the times compare a person with the same person, not people with each other.
"""

import threading
from collections.abc import Callable, Sequence

from companion.practice import Answer, Round
from companion.practicemodels import PracticeModel
from companion.practising.runs import people, shown_round
from hardware.timing import MS, Interval

REST_S = 1.5
PATIENCE_S = 2.5
"""A tap that comes later was none."""
LEAST_MS, MOST_MS = 100.0, 2000.0
"""Sooner nobody can have seen it; later is no reaction."""
EARLY = "early"


class Flashes:
    """Rounds in a thread of their own, until `stop`."""

    def __init__(
        self, seats: Sequence[int], waits_s: Sequence[float], changed: Callable[[], None]
    ) -> None:
        """Args.

        seats: Whose phones take part.
        waits_s: Of each round, before its flash.
        changed: Called from the thread whenever there is something new to show.
        """
        self._seats = tuple(seats)
        self._waits = tuple(waits_s)
        self._changed = changed
        self._news = threading.Condition()
        self._phase = "ready"
        self._answers: tuple[Answer, ...] = ()
        self._rounds: tuple[Round, ...] = ()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="flashes", daemon=True)

    def start(self) -> None:
        """Begin with the first round."""
        self._thread.start()

    def stop(self) -> None:
        """Idempotent; does not wait for the thread."""
        with self._news:
            self._stopped = True
            self._news.notify_all()

    def tap(self, seat: int, value: str) -> bool:
        """`3:212.5`, or `3:early`: what the phone measured in this round. False for nonsense."""
        number, _, text = value.partition(":")
        with self._news:
            if number != str(len(self._rounds) + 1) or self._phase == "over":
                return True  # a tap that was under way when the round ended
            answer = _answer(seat, text)
            if answer is None or seat not in self._seats:
                return False
            if not any(one.seat == seat for one in self._answers):
                self._answers = (*self._answers, answer)
                self._news.notify_all()
        return True

    def model(self) -> PracticeModel:
        """What pages show."""
        with self._news:
            rounds, phase = self._rounds, self._phase
        return PracticeModel(
            kind="screen",
            phase=phase,  # type: ignore[arg-type]
            round=min(len(rounds) + 1, len(self._waits)),
            rounds=len(self._waits),
            last=shown_round(rounds),
            people=people(rounds, self._seats),
            exact=False,
        )

    def _run(self) -> None:
        for number, wait_s in enumerate(self._waits, 1):
            self._pause(REST_S + wait_s)
            self._turn("go")
            self._pause(PATIENCE_S, until_all=True)
            with self._news:
                if self._stopped:
                    return
                over = Round(number=number, signal="screen", answers=self._answers)
                self._rounds, self._answers = (*self._rounds, over), ()
            self._turn("over" if number == len(self._waits) else "ready")

    def _turn(self, phase: str) -> None:
        with self._news:
            if self._stopped:
                return
            self._phase = phase
        self._changed()

    def _pause(self, seconds: float, *, until_all: bool = False) -> None:
        def done() -> bool:
            return self._stopped or (until_all and len(self._answers) == len(self._seats))

        with self._news:
            self._news.wait_for(done, seconds)


def _answer(seat: int, text: str) -> Answer | None:
    """None where it is no time that a hand can take."""
    if text == EARLY:
        return Answer(seat=seat, jumped="before")
    try:
        ms = float(text)
    except ValueError:
        return None
    if not 0 <= ms <= MOST_MS:
        return None
    if ms < LEAST_MS:
        return Answer(seat=seat, jumped="early")
    stamp = round(ms * MS)
    return Answer(seat=seat, reaction=Interval(stamp, stamp))
