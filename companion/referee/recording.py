"""From elements to evidence records and back, and which presses count."""

from collections.abc import Sequence

from msgspec import Struct

from companion.referee.elements import Element, RefereeConfig, TimedTap
from companion.referee.ordering import Item, is_grab, item_of
from companion.referee.record import (
    Bands,
    ChangeEvidence,
    EvidenceRecord,
    Marks,
    PressEvidence,
    TapEvidence,
)
from hardware.events import Observation, Press

_TOPS = 8
"""How many cards of the Pot are remembered, for cards that are taken back."""
_PRESSES = 64
"""How many presses on one top are remembered."""


class Context(Struct, frozen=True):
    """The Pot as presses meet it.

    Attributes:
        tops: The changes that put cards on it, the present top last.
        presses: Every press since it last changed, sorted.
    """

    tops: tuple[Observation, ...] = ()
    presses: tuple[Item, ...] = ()

    def pressed(self, items: Sequence[Item]) -> "Context":
        """The same with further presses."""
        return Context(self.tops, (*self.presses, *items)[-_PRESSES:])

    def changed(self, change: Observation) -> "Context":
        """After a change of a pile; only the Pot's own matters to presses."""
        if change.zone != "pot":
            return self
        if change.kind == "emptied":
            return Context()
        if change.kind == "taken_back":
            return Context(self.tops[:-1])
        under = () if change.on_empty else self.tops
        return Context((*under, change)[-_TOPS:])


def counting(presses: Sequence[Item], config: RefereeConfig) -> tuple[Item, ...]:
    """The presses that count of those on one top: again within the debounce time counts once.

    The time runs from the press that counted (R-WT-8), so that leaning on a button is not one
    endless press. Where errors leave it open, the press is taken as the same attempt.
    """
    last: dict[tuple[int, str], int] = {}
    counted = []
    for item in sorted(presses, key=lambda item: item.key):
        press = item.element
        assert isinstance(press, Press)  # noqa: S101
        who = (press.seat, press.button)
        if who in last and item.lo - last[who] < config.debounce_ns:
            continue
        last[who] = item.hi
        counted.append(item)
    return tuple(counted)


def record_of(
    context: Context,
    items: Sequence[Item],
    *,
    config: RefereeConfig,
    run: int,
    marks: Marks,
    following: Observation | None = None,
    settled_by: str = "time",
    why: str = "",
) -> EvidenceRecord:
    """The record of a question about `items`.

    Args:
        context: The Pot they met.
        items: Presses, changes and taps that are judged together.
        config: The options.
        run: Which boot.
        marks: Of the sensors, now.
        following: The next change of the Pot, where `items` hold none.
        settled_by: See EvidenceRecord.
        why: See EvidenceRecord.
    """
    presses = [_press_evidence(item, judged=False) for item in context.presses]
    taps = []
    others = []
    following_pot = following
    for item in items:
        match item.element:
            case Press():
                presses.append(_press_evidence(item, judged=True))
            case TimedTap() as tap:
                taps.append(_tap_evidence(tap))
            case Observation() as change if change.zone == "pot" and following_pot is None:
                following_pot = change
            case Observation() as change:
                others.append(_change_evidence(change))
    top = context.tops[-1] if context.tops else None
    return EvidenceRecord(
        run=run,
        bands=_bands(config),
        presses=tuple(presses),
        marks=marks,
        top=_change_evidence(top) if top else None,
        next=_change_evidence(following_pot) if following_pot else None,
        others=tuple(others),
        taps=tuple(taps),
        settled_by=settled_by,
        why=why,
    )


def config_of(record: EvidenceRecord) -> RefereeConfig:
    """The options under which a record was made."""
    bands = record.bands
    return RefereeConfig(
        tie_ns=bands.tie_ns,
        measured_band_ns=max(bands.measured_band_ns, bands.band_ns),
        grace_ns=bands.grace_ns,
        debounce_ns=bands.debounce_ns,
        anticipation_ns=bands.anticipation_ns,
        inexact_ns=bands.inexact_ns,
    )


def items_of(record: EvidenceRecord) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """What a record is about, and all presses it knows, as sorted items."""
    config = config_of(record)
    presses = [(item_of(_press(p, record.run), config), p.judged) for p in record.presses]
    judged = [item for item, in_question in presses if in_question]
    if record.settled_by == "time":
        changes = (record.next, *record.others)
        elements: list[Element] = [_change(c, record.run) for c in changes if c is not None]
        elements += [_tap(tap, record.run) for tap in record.taps]
        judged += [item_of(element, config) for element in elements]
    ordered = tuple(sorted(judged, key=lambda item: item.key))
    return ordered, tuple(sorted((item for item, _ in presses), key=lambda item: item.key))


def describe(step: Item | tuple[Item, ...], groups: Sequence[Sequence[int]]) -> str:
    """One step of a possible order, in the words of a verdict."""
    if isinstance(step, tuple):
        return "press " + " ".join("=".join(str(seat) for seat in group) for group in groups)
    match step.element:
        case Observation(zone=zone, kind=kind, ident=ident):
            return f"{zone} {kind} {ident}"
        case TimedTap(audience=audience, choice=choice):
            return f"tap {audience} {choice}"
        case Press(seat=seat, button=button):
            return f"{button} {seat}"


def seats_of(items: Sequence[Item]) -> tuple[int, ...]:
    """The seats of these presses, in their order."""
    return tuple(item.element.seat for item in items if isinstance(item.element, Press))


def seat_groups(groups: Sequence[Sequence[Item]]) -> tuple[tuple[int, ...], ...]:
    """Groups of presses as groups of seats; inside a group the order says nothing."""
    return tuple(tuple(sorted(seats_of(members))) for members in groups)


def grabs(items: Sequence[Item]) -> tuple[Item, ...]:
    """Those that are presses of a buzzer."""
    return tuple(item for item in items if is_grab(item))


def _bands(config: RefereeConfig) -> Bands:
    return Bands(
        tie_ns=config.tie_ns,
        measured_band_ns=config.measured_band_ns,
        band_ns=config.band_ns,
        grace_ns=config.grace_ns,
        debounce_ns=config.debounce_ns,
        anticipation_ns=config.anticipation_ns,
        inexact_ns=config.inexact_ns,
    )


def _press_evidence(item: Item, *, judged: bool) -> PressEvidence:
    press = item.element
    assert isinstance(press, Press)  # noqa: S101
    return PressEvidence(
        seat=press.seat,
        at=press.at,
        bounce=press.bounce,
        exact=press.exact,
        button=press.button,
        judged=judged,
    )


def _change_evidence(change: Observation) -> ChangeEvidence:
    return ChangeEvidence(
        zone=change.zone,
        kind=change.kind,
        ident=change.ident,
        onset=change.onset,
        identity=change.identity,
        onset_basis=change.onset_basis,
        frames=change.frames,
    )


def _tap_evidence(tap: TimedTap) -> TapEvidence:
    return TapEvidence(audience=tap.audience, choice=tap.choice, at=tap.at, ident=tap.ident)


def _press(press: PressEvidence, run: int) -> Press:
    return Press(
        seat=press.seat,
        at=press.at,
        run=run,
        bounce=press.bounce,
        exact=press.exact,
        button=press.button,
    )


def _change(change: ChangeEvidence, run: int) -> Observation:
    return Observation(
        zone=change.zone,
        kind=change.kind,
        onset=change.onset,
        settled_at=change.onset.latest,
        identity=change.identity,
        run=run,
        ident=change.ident,
    )


def _tap(tap: TapEvidence, run: int) -> TimedTap:
    return TimedTap(audience=tap.audience, choice=tap.choice, at=tap.at, ident=tap.ident, run=run)
