"""What a practice without cards knows, and what it wants done. All times are ns of one boot."""

from collections.abc import Iterator

from msgspec import Struct

from companion.referee import Referee, RefereeConfig
from companion.words import Words
from hardware.events import Bounced, EdgesUntil, Lit, Press, SensorStatus
from hardware.timing import MS, Interval

FOREPERIOD_MS = (1500, 4000)
"""Between these the signal comes: long enough to be ready, too uncertain to be guessed."""

Signal = Press | Bounced | EdgesUntil | Lit | SensorStatus


class Plan(Struct, frozen=True, kw_only=True):
    """What will be played; all that is chance in it comes from outside.

    Attributes:
        seats: Buttons that take part.
        foreperiods_ns: How long each round waits before its signal.
        signals: `lamp` or `beep`, one a round.
        rest_ns: Between two rounds.
        patience_ns: How long a round waits for hands after its signal.
        answer_ns: How long the board may take to say that the signal was given.
        referee: The bands; slaps are judged as in a game.
    """

    seats: int
    foreperiods_ns: tuple[int, ...]
    signals: tuple[str, ...]
    rest_ns: int = 1200 * MS
    patience_ns: int = 1500 * MS
    answer_ns: int = 2000 * MS
    referee: RefereeConfig = RefereeConfig()


class Answer(Struct, frozen=True, kw_only=True):
    """One hand in one round.

    Attributes:
        reaction: From the signal to the press, ns; None for a false start.
        jumped: `before` the signal, or so `early` after it that nobody can have seen it; empty for
            a fair press.
    """

    seat: int
    reaction: Interval | None = None
    jumped: str = ""


class Round(Struct, frozen=True, kw_only=True):
    """One signal and the hands that answered.

    Attributes:
        number: From 1.
        signal: `lamp` or `beep`.
        lit: When it really went on; None where that is not known.
        answers: In the order of their stamps; seats without one slept.
        first: Who was first: one seat, several that are too close to call, or nobody.
        void: Why the round counts for nothing; empty where it does count.
    """

    number: int
    signal: str
    lit: Interval | None = None
    answers: tuple[Answer, ...] = ()
    first: tuple[int, ...] = ()
    void: str = ""


class Practice(Struct, frozen=True, kw_only=True):
    """Everything.

    Attributes:
        phase: `resting`, `waiting` (for the signal to be due), `asked` (the board was told to give
            it), `lit`, `over`.
        since: When this phase began; None before the first mark.
        referee: Of the present round.
        round: The present round, so far.
        rounds: Those that are over.
        presses: Every press of a buzzer, for what they say about the buttons.
        missing: Why there are no buttons; empty where there are.
    """

    plan: Plan
    phase: str = "resting"
    since: int | None = None
    referee: Referee
    round: Round
    rounds: tuple[Round, ...] = ()
    presses: tuple[Press, ...] = ()
    missing: Words = ""


class Give(Struct, frozen=True, kw_only=True):
    """Give this round's signal now, and say when it really went on (`Lit` with this ident)."""

    ident: int
    signal: str


class Dark(Struct, frozen=True, kw_only=True):
    """All lamps off."""


class RoundOver(Struct, frozen=True, kw_only=True):
    """Tell people how it went."""

    round: Round


class Over(Struct, frozen=True, kw_only=True):
    """That was the last one, or the buttons are gone."""


Effect = Give | Dark | RoundOver | Over


def draw(stream: Iterator[float], rounds: int) -> tuple[int, ...]:
    """Foreperiods, ns, from a stream of numbers from 0 to 1 that somebody seeded."""
    least, most = FOREPERIOD_MS
    return tuple(round((least + (most - least) * next(stream)) * MS) for _ in range(rounds))
