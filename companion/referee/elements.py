"""What the referee is told, and what it answers: plain frozen values."""

from msgspec import Struct

from companion.referee.record import EvidenceRecord
from hardware.events import Observation, Press
from hardware.timing import MS, Interval


class RefereeConfig(Struct, frozen=True, kw_only=True):
    """The bands of judging, ns. Defaults are the specification's where it names them.

    Attributes:
        tie_ns: Presses closer than this are a tie (R-WT-6).
        measured_band_ns: How far apart these very buttons must be to be told apart, as measured.
        grace_ns: A press this long after a taken Pot belongs to the same moment (R-WT-5).
        debounce_ns: A second press of one seat within this, with no change of the Pot in between,
            counts once (R-WT-8).
        anticipation_ns: A press sooner than this after the reveal was a guess, not a reaction
            (the false-start limit of athletics). A flag without consequence.
        limit_ns: How long evidence may wait for marks before the table is asked.
        tap_ns: How far before its arrival a phone's tap may have been made: touch screens take
            55 to 123 ms, the network the rest. A grab that may race with a tap waits as long.
        inexact_ns: How far before its stamp an inexact press (a key, a phone) may have been made.
    """

    tie_ns: int = 2 * MS
    measured_band_ns: int = 0
    grace_ns: int = 1500 * MS
    debounce_ns: int = 800 * MS
    anticipation_ns: int = 100 * MS
    limit_ns: int = 3000 * MS
    tap_ns: int = 130 * MS
    inexact_ns: int = 150 * MS

    @property
    def band_ns(self) -> int:
        """The band within which two presses are a tie: the wider of option and measurement."""
        return max(self.tie_ns, self.measured_band_ns)


class TimedTap(Struct, frozen=True, kw_only=True, tag="timed_tap"):
    """A choice made at a time that is known only as an interval.

    Attributes:
        audience: Whose it was: `seat:0`, `table`.
        choice: The id of the choice; for a button on the table its name (`apply`).
        at: For a phone see `phone_tap`; for a button on the table its stamp.
        ident: The request that waits for an answer; 0 for none.
        run: Which boot `at` belongs to.
    """

    audience: str
    choice: str
    at: Interval
    ident: int = 0
    run: int = 0


Element = Press | Observation | TimedTap
"""One piece of evidence that has a place in time."""


def phone_tap(
    config: RefereeConfig,
    *,
    audience: str,
    choice: str,
    arrived: int,
    offered: int,
    ident: int = 0,
    run: int = 0,
) -> TimedTap:
    """A phone's tap as the wide interval before its arrival (R-WT-18).

    Args:
        config: For `tap_ns`.
        audience: Whose page.
        choice: The id of the choice.
        arrived: ns, when the server had it.
        offered: ns, when this choice was first shown; nobody taps a button before it is there.
        ident: The request.
        run: Which boot.
    """
    earliest = min(max(arrived - config.tap_ns, offered), arrived)
    at = Interval(earliest, arrived)
    return TimedTap(audience=audience, choice=choice, at=at, ident=ident, run=run)


class DueChange(Struct, frozen=True, kw_only=True, tag="due_change"):
    """A pile changed, and every press before it has been told."""

    observation: Observation


class DuePresses(Struct, frozen=True, kw_only=True, tag="due_presses"):
    """Buttons were pressed, all against the same Pot.

    Attributes:
        groups: Seats, first group first; the order inside a group is undecided.
        presses: The presses that count, by their earliest bound.
        record: The evidence; `seal` completes it with the rules' state.
        chained: True where two neighbouring groups are not certainly apart: the first group holds
            exactly those who may have been first, but one of it may have come after one of the
            second. Where that matters (R-WT-7) the sealed record's verdict says `chain`, and the
            rules must be asked about all in one group.
    """

    groups: tuple[tuple[int, ...], ...]
    presses: tuple[Press, ...]
    record: EvidenceRecord
    chained: bool = False


class DueTap(Struct, frozen=True, kw_only=True, tag="due_tap"):
    """A tap, or a button other than the buzzer, in its place in time.

    Attributes:
        tap: For a button `choice` is its name and `audience` is `seat:<n>`, or `table` for one that
            all share.
        exact: True for a button on the table.
    """

    tap: TimedTap
    exact: bool = False


Elementary = DueChange | DuePresses | DueTap


class DueUndecided(Struct, frozen=True, kw_only=True, tag="due_undecided"):
    """The evidence does not tell what came first, or cannot be used.

    Attributes:
        elements: What it is about.
        orders: Every order that is possible, each as what would be due; empty where too many are
            possible or nothing can be said. Where the rules make the same of all, nobody need
            be asked.
        reason: `overlap` (intervals overlap), `camera` or `buttons` (that sensor did not say in
            time that it knows), `late` (came after a later thing was settled: its sensor broke
            its promise), `restart` (of another boot).
        record: The evidence.
    """

    elements: tuple[Element, ...]
    orders: tuple[tuple[Elementary, ...], ...] = ()
    reason: str
    record: EvidenceRecord


Due = DueChange | DuePresses | DueTap | DueUndecided
