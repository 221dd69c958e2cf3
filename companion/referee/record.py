"""The evidence record: all that a verdict rests on, in a published format (docs/evidence.md)."""

from typing import Any

from msgspec import Struct

from hardware.events import FrameRef
from hardware.timing import Interval

FORMAT = 1
"""Rises when an older reader would misunderstand a record."""


class PressEvidence(Struct, frozen=True, kw_only=True):
    """One press.

    Attributes:
        seat: Whose button.
        at: ns, the stamp with its error, as the sensor gave it.
        bounce: Further edges, ns after `at[0]`.
        exact: False for a key or a phone.
        button: `grab`, `apply`, ...
        judged: True where this verdict is about it; others are earlier ones on the same top.
    """

    seat: int
    at: Interval
    bounce: tuple[int, ...] = ()
    exact: bool = True
    button: str = "grab"
    judged: bool = False


class ChangeEvidence(Struct, frozen=True, kw_only=True):
    """One change of a pile.

    Attributes:
        zone: `pot` or `portal`.
        kind: `card`, `emptied`, `taken_back`.
        ident: The eye's number of it.
        onset: ns, from the last clear frame without it to the first with it.
        identity: The card's key, or None where the eye was unsure.
        onset_basis: How the onset was found.
        frames: The frames around it.
    """

    zone: str
    kind: str
    ident: int
    onset: Interval
    identity: str | None = None
    onset_basis: str = "frames"
    frames: tuple[FrameRef, ...] = ()


class TapEvidence(Struct, frozen=True, kw_only=True):
    """One tap whose order to the presses is in question."""

    audience: str
    choice: str
    at: Interval
    ident: int = 0


class Bands(Struct, frozen=True, kw_only=True):
    """The options in force, ns; `band_ns` is the wider of the first two."""

    tie_ns: int
    measured_band_ns: int
    band_ns: int
    grace_ns: int
    debounce_ns: int
    anticipation_ns: int
    inexact_ns: int


class Marks(Struct, frozen=True, kw_only=True):
    """How far the sensors had promised to have told everything; None where a sensor is absent."""

    edges_until: int | None
    known_until: int | None


class Reaction(Struct, frozen=True, kw_only=True):
    """How long after the reveal a seat pressed, ns: between `ns[0]` and `ns[1]`."""

    seat: int
    ns: Interval


class IgnoredPress(Struct, frozen=True, kw_only=True):
    """A press without a consequence, and the ruling that says so."""

    seat: int
    rule: str


class Consequences(Struct, frozen=True, kw_only=True):
    """What the rules made of the presses, from the record's state.

    Attributes:
        legal: False where the rules refuse the grab as a whole; `rule` and `reason` say why.
        won: Who took the Pot by this grab.
        tied: Seats between whom the table must decide.
        rules: Every ruling named.
        events: The facts, as JSON.
    """

    legal: bool = True
    reason: str = ""
    won: int | None = None
    cursed: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    ignored: tuple[IgnoredPress, ...] = ()
    tied: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    events: tuple[Any, ...] = ()


class Verdict(Struct, frozen=True, kw_only=True):
    """What follows from a record, and from nothing else.

    Attributes:
        groups: Seats, first group first; the order inside a group is undecided.
        margins_ns: Between neighbouring groups: the least time by which the first of the later came
            after the last of the earlier, negative where that is not certain.
        behind_ns: The least time by which the first of them came after the last press before them
            on the same top that counted; None where there was none.
        chained: Two neighbouring groups are not certainly apart.
        undecided: The evidence alone does not tell; `why` says what is missing.
        why: `tie` (where the state is known: and it matters); `chain` (the order behind the first
            is open as well, and it matters, R-WT-7: everybody is asked about); `overlap`, `late`,
            `restart`, `camera`, `buttons`; empty where decided.
        orders: With `overlap`: what may have happened, each a list such as
            `["press 0", "pot card 7", "press 2=3"]`.
        anticipated: Seats that pressed too soon after the reveal to have seen it: a flag.
        reactions: After the onset of the present top card; only for seats that count.
        repeated: Seats of which a further press counted once with an earlier one (R-WT-8).
        grace: Seats that pressed within the grace time of a taken Pot (R-WT-5, R-WT-28).
        consequences: By the rules; None where the record holds no state, or nothing to judge.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    margins_ns: tuple[int, ...] = ()
    behind_ns: int | None = None
    chained: bool = False
    undecided: bool = False
    why: str = ""
    orders: tuple[tuple[str, ...], ...] = ()
    anticipated: tuple[int, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    repeated: tuple[int, ...] = ()
    grace: tuple[int, ...] = ()
    consequences: Consequences | None = None


class EvidenceRecord(Struct, frozen=True, kw_only=True):
    """All that a verdict rests on.

    Attributes:
        format: Of this record.
        game: Name of the game, `wizard-thieves`; empty before the table completed the record.
        run: Which boot all stamps belong to.
        bands: The options in force.
        presses: Every press since the Pot last changed, by its earliest bound.
        marks: At the time of judging.
        top: The change that put the present top card on the Pot; None for an empty Pot.
        next: The following change of the Pot, where known.
        others: Changes of other piles whose order to the presses is in question.
        taps: Taps whose order to the presses is in question.
        taken: ns, when the Pot was last taken, where no card has been played since.
        settled_by: `time`; or, where intervals overlap, `rules` (the order makes no difference)
            or `people` (somebody said so).
        why: Why the referee could not decide by itself; empty where it could.
        state: The rules' state before the grab, as JSON.
        verdict: What was said at the table.
    """

    format: int = FORMAT
    game: str = ""
    run: int = 0
    bands: Bands
    presses: tuple[PressEvidence, ...] = ()
    marks: Marks
    top: ChangeEvidence | None = None
    next: ChangeEvidence | None = None
    others: tuple[ChangeEvidence, ...] = ()
    taps: tuple[TapEvidence, ...] = ()
    taken: Interval | None = None
    settled_by: str = "time"
    why: str = ""
    state: Any = None
    verdict: Verdict | None = None
