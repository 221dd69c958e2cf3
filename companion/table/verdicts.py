"""A verdict explained from its evidence record: who, when, how sure, and by which ruling."""

from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.readmodels import Choice, SeatView
from companion.referee import EvidenceRecord, verdict_of
from companion.referee.record import ChangeEvidence
from companion.storymodels import StoryEntry
from companion.table.desk import Told
from companion.table.desks import desk_of, told_of
from companion.table.presenter import amendments_of
from companion.table.slaps import counting, disputable, spoken_of
from companion.table.state import Step, Table
from companion.table.translating import in_language
from companion.table.verdict_hands import Hand, Reader, read_hands
from companion.table.verdict_words import WORDS, phrase, plain_ms, span_text
from companion.verdictmodels import (
    FrameModel,
    MarginModel,
    OnsetModel,
    RulingModel,
    Span,
    VerdictModel,
    ZoneModel,
)
from companion.words import Text, Words
from hardware.timing import MS

HIDDEN_MS = 70.0
"""An onset longer than two frames of a slow camera: something hid the card meanwhile."""


def verdict_model(
    table: Table, record: EvidenceRecord, entry: StoryEntry, view: SeatView
) -> VerdictModel:
    """The verdict of `entry` for the reader whose view this is.

    Args:
        table: As it stands now: what became of the entry, and how it may be disputed.
        record: Sealed, from the journal.
        entry: The line of the story.
        view: The reader's.
    """
    told = told_of(table)
    reader = Reader(table, record, told, seq=entry.seq, seat=view.seat)
    hands = read_hands(reader)
    newest = disputable(table)
    standing, standing_text = _standing(table, entry, told)
    disputed = newest is not None and newest.seq == entry.seq and standing != "undone"
    disputes = desk_of(table).DISPUTES
    model = VerdictModel(
        ident=entry.evidence,
        seq=entry.seq,
        version=view.version,
        title=entry.text,
        standing=standing,
        standing_text=standing_text,
        zero_label=reader.zero_label,
        sentences=_sentences(reader, hands),
        rulings=_rulings(reader, hands),
        presses=tuple(hand.model for hand in hands),
        onsets=_onsets(reader),
        zones=_zones(reader, hands),
        margins=_margins(reader, hands),
        frames=_frames(reader),
        taps=tuple(c for c in view.my_choices if c.id in disputes) if disputed else (),
        overrules=_overrules(table, entry.seq) if disputed and view.audience != "public" else (),
        amends=() if view.audience == "public" else amendments_of(table, entry.seq),
        band_ms=record.bands.band_ns / MS,
    )
    return in_language(model, view.language)


def exported(record: EvidenceRecord, *, over: bool) -> EvidenceRecord:
    """The record to take home, such that `companion judge` finds its verdict.

    While a game runs the rules' state stays inside, since it says what may be grabbed; with it go
    the consequences, and what is left is the order of the hands, which the record proves by itself.
    """
    if over:
        return record
    timed = replace(record, state=None, verdict=None)
    return replace(timed, verdict=verdict_of(timed, None))


def _overrules(table: Table, seq: int) -> tuple[Choice, ...]:
    if table.failed or table.prompts:
        return ()
    return tuple(
        Choice(id=f"{seq}={value}", label=label)
        for value, label in desk_of(table).overrules(table.game)
    )


def _standing(table: Table, entry: StoryEntry, told: Told) -> Any:
    if entry.undone:
        return "undone", phrase("undone")
    if entry.was:
        return "corrected", phrase("corrected", was=entry.was)
    steps = counting(table)
    place = next((n for n, step in enumerate(steps) if step.seq == entry.seq), None)
    said = "" if place is None else _said_last(table, steps, place, told)
    return ("overruled", said) if said else ("counts", "")


def _said_last(table: Table, steps: tuple[Step, ...], place: int, told: Told) -> str:
    said = ""
    for step in spoken_of(table, steps, place):
        said = desk_of(table).said_of_grab(step.action, told)
    return said


def _sentences(reader: Reader, hands: tuple[Hand, ...]) -> tuple[Words, ...]:
    record, verdict = reader.record, reader.record.verdict
    said: list[Words] = []
    if record.settled_by in {"rules", "people"}:
        said.append(phrase(f"by_{record.settled_by}"))
    why = record.why or (verdict.why if verdict is not None and verdict.undecided else "")
    if why in WORDS:
        said.append(phrase(why))
    judged = [hand for hand in hands if hand.model.judged and hand.counted]
    said += [
        phrase("behind", name=second.model.name, other=first.model.name, ms=text)
        for first, second, text in _neighbours(judged)
    ]
    top = record.top
    if top is not None:
        low, high = reader.span(top.onset.earliest, top.onset.latest)
        if high - low > HIDDEN_MS:
            card = reader.label(top)
            said.append(phrase("hidden", card=card, ms=plain_ms(round(high - low))))
    if any(not press.exact for press in record.presses):
        said.append(phrase("inexact", ms=plain_ms(record.bands.inexact_ns / MS)))
    if record.bands.band_ns and len(judged) > 1:
        said.append(phrase("band", ms=plain_ms(record.bands.band_ns / MS)))
    return tuple(said)


def _neighbours(hands: list[Hand]) -> list[tuple[Hand, Hand, Words]]:
    found: list[tuple[Hand, Hand, Words]] = []
    for first, second in pairwise(hands):
        low, high = _gap(first, second)
        if low > 0:
            found.append((first, second, span_text(low, high)))
    return found


def _gap(first: Hand, second: Hand) -> Span:
    (a, b), (c, d) = first.model.at, second.model.at
    return (round(c - b, 4), round(d - a, 4))


def _rulings(reader: Reader, hands: tuple[Hand, ...]) -> tuple[RulingModel, ...]:
    """Those named, each once, most telling first."""
    desk = desk_of(reader.table)
    named = [rule for hand in hands if hand.model.judged for rule in hand.rules]
    verdict = reader.record.verdict
    if verdict is not None and verdict.why in desk.CITES:
        named.append(desk.CITES[verdict.why])
    named.append(desk.CITES["judged"])
    return tuple(
        RulingModel(rule=rule, text=Text(desk.RULINGS[rule]))
        for rule in dict.fromkeys(named)
        if rule in desk.RULINGS
    )


def _onsets(reader: Reader) -> tuple[OnsetModel, ...]:
    record = reader.record
    named: list[tuple[str, ChangeEvidence]] = []
    if record.top is not None:
        named.append(("top", record.top))
    if record.next is not None:
        named.append(("next", record.next))
    named += [("other", change) for change in record.others]
    return tuple(
        msgspec.convert(
            {
                "role": role,
                "label": reader.label(change),
                "icon": reader.icon(change),
                "at": reader.span(change.onset.earliest, change.onset.latest),
            },
            OnsetModel,
        )
        for role, change in named
    )


def _zones(reader: Reader, hands: tuple[Hand, ...]) -> tuple[ZoneModel, ...]:
    record, bands = reader.record, reader.record.bands
    found = []
    if record.top is not None and bands.anticipation_ns:
        start = record.top.onset.latest
        at = reader.span(start, start + bands.anticipation_ns)
        found.append(ZoneModel(kind="anticipation", label=phrase("zone_anticipation"), at=at))
    first = next((hand for hand in hands if hand.counted), None)
    if first is not None and bands.band_ns:
        low, high = first.model.at
        at = (low, high + bands.band_ns / MS)
        found.append(ZoneModel(kind="tie", label=phrase("zone_tie"), at=at))
    if record.taken is not None and bands.grace_ns:
        at = reader.span(record.taken.earliest, record.taken.latest + bands.grace_ns)
        found.append(ZoneModel(kind="grace", label=phrase("zone_grace"), at=at))
    return tuple(found)


def _margins(reader: Reader, hands: tuple[Hand, ...]) -> tuple[MarginModel, ...]:
    counted = [hand for hand in hands if hand.counted]
    band = reader.record.bands.band_ns / MS
    found = []
    for first, second in pairwise(counted):
        if not second.model.judged:
            continue
        gap = _gap(first, second)
        exact = first.model.exact and second.model.exact
        names = {"first": first.model.name, "second": second.model.name}
        found.append(
            MarginModel(
                **names,
                gap=gap,
                text=span_text(*gap),
                sure=gap[0] >= band if exact else gap[0] > 0,
            )
        )
    return tuple(found)


def _frames(reader: Reader) -> tuple[FrameModel, ...]:
    """Each picture once, in time order."""
    record = reader.record
    found: dict[str, FrameModel] = {}
    for change in (record.top, record.next, *record.others):
        for frame in change.frames if change is not None else ():
            assert change is not None  # noqa: S101 - it has frames
            if frame.at.earliest <= change.onset.earliest:
                word = "frame_before"
            elif frame.at.latest >= change.onset.latest:
                word = "frame_after"
            else:
                word = "frame_between"
            label = phrase(word, card=reader.label(change))
            at = reader.span(frame.at.earliest, frame.at.latest)
            found.setdefault(frame.id, FrameModel(ident=frame.id, at=at, label=label))
    return tuple(sorted(found.values(), key=lambda frame: frame.at))
