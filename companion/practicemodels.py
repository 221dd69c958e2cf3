"""What pages show of a practice without cards: numbers by seat; the pages put the words to them."""

from typing import Literal

from msgspec import Struct

from companion.words import Words

Kind = Literal["lamp", "beep", "both", "screen", "bar"]
"""What is given as the signal; `screen` flashes on phones, `bar` measures the buttons instead."""


class PracticeButton(Struct, frozen=True, kw_only=True):
    """One buzzer.

    Attributes:
        seat: From 0.
        presses: That it was judged by here.
        bounce_edges: Further edges of a press, median; a clean contact has none.
        bounce_edges_max: The most.
        bounce_ms: How long the contact went on bouncing, median, ms.
        bounce_ms_max: The longest.
        delay_ms: How much later than the quickest button it reports; None without a bar.
        fault: `dead` (felt no stroke of the bar), `stuck` (down all the time), `worn` (bounces
            longer than a sound contact); empty where it is well.
    """

    seat: int
    presses: int = 0
    bounce_edges: float | None = None
    bounce_edges_max: int | None = None
    bounce_ms: float | None = None
    bounce_ms_max: float | None = None
    delay_ms: float | None = None
    fault: str = ""


class PracticePerson(Struct, frozen=True, kw_only=True):
    """How quick one seat is so far.

    Attributes:
        measured: Presses with a time.
        median_ms: None where `measured` is too few to mean anything; so is the spread `iqr_ms`.
        fastest_ms: None where nothing was measured.
        false_starts: Presses before the signal, or too soon after it to have seen it.
    """

    seat: int
    measured: int = 0
    median_ms: float | None = None
    iqr_ms: float | None = None
    fastest_ms: float | None = None
    false_starts: int = 0


class PracticeHand(Struct, frozen=True, kw_only=True):
    """A hand in one round: its time, or how it jumped the gun (`before`, `early`)."""

    seat: int
    ms: float | None = None
    jumped: str = ""


class PracticeRound(Struct, frozen=True, kw_only=True):
    """A round that is over.

    Attributes:
        first: Who was first: several are too close to call, none in a round of phones.
        void: Nobody knows when the signal was given; the round does not count.
    """

    number: int
    signal: str
    first: tuple[int, ...] = ()
    hands: tuple[PracticeHand, ...] = ()
    void: bool = False


class PracticeModel(Struct, frozen=True, kw_only=True):
    """A practice that is on.

    Attributes:
        phase: `ready` (the signal comes at a moment that nobody knows), `go` (phones flash now),
            `over`.
        round: The present round or stroke, from 1; `rounds` is how many there will be.
        last: The round before.
        people: By seat; empty where buttons are measured.
        buttons: By seat; empty for phones.
        spread_ms: Of the last stroke of the bar, from the first button to the last.
        missed: Seats whose button did not feel the last stroke.
        band_ms: The tie band that these buttons ask for.
        kept: That band is in use now.
        why: Why there is no band.
        trouble: Why nothing can be measured just now.
        exact: False where phones stand in for buttons.
    """

    kind: Kind
    phase: Literal["ready", "go", "over"] = "ready"
    round: int = 1
    rounds: int = 0
    last: PracticeRound | None = None
    people: tuple[PracticePerson, ...] = ()
    buttons: tuple[PracticeButton, ...] = ()
    spread_ms: float | None = None
    missed: tuple[int, ...] = ()
    band_ms: float | None = None
    kept: bool = False
    why: Words = ""
    trouble: Words = ""
    exact: bool = True
