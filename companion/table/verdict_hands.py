"""Each hand of a verdict: when it came down, what followed, and why, told to this reader."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from companion.referee import EvidenceRecord, Verdict
from companion.referee.record import ChangeEvidence, PressEvidence
from companion.referee.recording import config_of, counting, items_of
from companion.table.desk import Told
from companion.table.desks import desk_of, game_of
from companion.table.presenter import COLOURS
from companion.table.state import Table
from companion.table.verdict_words import FATES, phrase, plain_ms, span_text
from companion.verdictmodels import Fate, PressModel, Span
from companion.words import Part, Text, Words
from hardware.events import Press
from hardware.timing import MS


class Hand(Struct, frozen=True, kw_only=True):
    """One press, explained.

    Attributes:
        counted: Not the same hand again.
        rules: Rulings behind it.
    """

    model: PressModel
    counted: bool
    rules: tuple[str, ...] = ()


class Reader:
    """The record with names, cards and a zero. Lives while one page is made."""

    def __init__(
        self, table: Table, record: EvidenceRecord, told: Told, *, seq: int, seat: int | None
    ) -> None:
        """`seq` is the verdict's entry, `seat` the reader's (None: the table's screen)."""
        self.table, self.record, self.told = table, record, told
        self.seq, self.seat = seq, seat
        self.verdict = record.verdict or Verdict()
        self.zero, self.zero_label = self._zero()

    def _zero(self) -> tuple[int, Words]:
        judged = sorted((p for p in self.record.presses if p.judged), key=self.reach)
        if judged:
            name = self.told.name(judged[0].seat)
            at = judged[0].at
            return (at.earliest + at.latest) // 2, phrase("zero", name=name)
        if self.record.top is not None:
            label = phrase("zero_card", card=self.label(self.record.top))
            return self.record.top.onset.earliest, label
        return min((p.at.earliest for p in self.record.presses), default=0), ""

    def span(self, low: int, high: int) -> Span:
        """Two instants of the record, ns, as ms after zero."""
        return (self.ms(low), self.ms(high))

    def ms(self, at: int) -> float:
        """An instant of the record, ns, as ms after zero."""
        return round((at - self.zero) / MS, 4)

    def label(self, change: ChangeEvidence) -> Words:
        """The card's name, or what happened to the pile."""
        if change.kind != "card":
            return phrase(change.kind)
        if change.identity is None:
            return phrase("some_card")
        name = self.told.names.get(change.identity)
        label: Words = Text(name) if name else self._face(change.identity).label
        return label

    def icon(self, change: ChangeEvidence) -> str:
        """The card's picture."""
        known = change.kind == "card" and change.identity is not None
        return str(self._face(change.identity).icon) if known else "card"

    def _face(self, key: Any) -> Any:
        return desk_of(self.table).face(key)

    def reach(self, press: PressEvidence) -> tuple[int, int]:
        """When it may have been pressed, ns: a key may be older than its stamp."""
        early = 0 if press.exact else self.record.bands.inexact_ns
        return press.at.earliest - early, press.at.latest


def read_hands(reader: Reader) -> tuple[Hand, ...]:
    """Every press on this top, in the order of its earliest instant."""
    record = reader.record
    _, presses = items_of(record)
    counted = {
        (item.element.seat, item.element.at)
        for item in counting(presses, config_of(record))
        if isinstance(item.element, Press)
    }
    ordered = sorted(record.presses, key=reader.reach)
    fates = _fates(reader)
    first = _leader(ordered, counted, fates)
    return tuple(
        _hand(reader, press, first, fates, counted=(press.seat, press.at) in counted)
        for press in ordered
        if press.button == "grab" or press.judged
    )


def _fates(reader: Reader) -> dict[int, tuple[Fate, str, str]]:
    """Seat to what followed, why, and the ruling: as said then, or as people settled it."""
    told = reader.verdict.consequences
    events: Sequence[Any] = () if told is None else told.events
    if told is None:
        events = _settled_events(reader)
    found: dict[int, tuple[Fate, str, str]] = {}
    for event in events:
        match event.get("type"):
            case "pot_won" if event.get("why") == "grab":
                found[event["seat"]] = ("won", "", "")
            case "cursed":
                found[event["seat"]] = ("cursed", "", "")
            case "eliminated":
                found[event["seat"]] = ("out", "", "")
            case "press_ignored":
                found[event["seat"]] = ("late", event["why"], event["rule"])
            case "grab_tied":
                cites = desk_of(reader.table).CITES
                for seat in (*event["seats"], *(s for rest in event["rest"] for s in rest)):
                    found[seat] = ("tied", "", cites["tie"])
            case _:
                pass
    return found


def _settled_events(reader: Reader) -> Sequence[Any]:
    """What the rules made of what people said, where the evidence alone said nothing."""
    step = next((one for one in reader.table.steps if one.seq == reader.seq), None)
    if step is None:
        return ()
    events = game_of(reader.table).decide(step.before, step.action)
    return tuple(to_builtins(event) for event in events)


def _leader(
    ordered: list[PressEvidence], counted: set[Any], fates: dict[int, tuple[Fate, str, str]]
) -> PressEvidence | None:
    """Whom the others are compared with: the winner, else the first hand."""
    valid = [press for press in ordered if (press.seat, press.at) in counted]
    won = [p for p in valid if p.judged and fates.get(p.seat, ("",))[0] == "won"]
    return next(iter(won or valid), None)


def _hand(
    reader: Reader,
    press: PressEvidence,
    leader: PressEvidence | None,
    fates: dict[int, tuple[Fate, str, str]],
    *,
    counted: bool,
) -> Hand:
    low, high = reader.reach(press)
    fate, why, rule = fates.get(press.seat, ("asked", "", ""))
    if not press.judged:
        fate = "earlier"
    elif not counted:
        fate, rule = "repeated", desk_of(reader.table).CITES["repeated"]
    mine = press.seat == reader.seat
    reasons: tuple[Words, ...] = ()
    if press.judged:
        reasons = tuple(_reasons(reader, press, leader, fate=fate, why=why, mine=mine))
    name = reader.told.name(press.seat)
    return Hand(
        model=PressModel(
            seat=press.seat,
            name=name,
            colour=COLOURS[press.seat],
            at=reader.span(low, high),
            bounce=tuple(reader.ms(press.at.earliest + after) for after in press.bounce),
            exact=press.exact,
            judged=press.judged,
            fate=fate,
            fate_label=Text(FATES[fate]),
            mine=mine,
            reasons=reasons,
        ),
        counted=counted,
        rules=(rule,) if rule else (),
    )


def _reasons(
    reader: Reader,
    press: PressEvidence,
    leader: PressEvidence | None,
    *,
    fate: Fate,
    why: str,
    mine: bool,
) -> list[Words]:
    """Before or after which card, how far behind whom, and what the rules say to that."""
    bands = reader.record.bands
    if fate == "repeated":
        return [phrase("repeated", ms=plain_ms(bands.debounce_ns / MS))]
    said = [*_of_cards(reader, press, mine=mine), *_of_leader(reader, press, leader, mine=mine)]
    top = reader.record.top
    card = reader.label(top) if top is not None else phrase("some_card")
    name = reader.told.name(press.seat)
    if fate == "won":
        said.append(_word("won", mine=mine, name=name))
    elif fate in {"cursed", "out"}:
        said.append(phrase(fate, card=card))
    elif fate == "late":
        graced = press.seat in reader.verdict.grace
        word = "grace" if graced else "late_hand" if why == "late" else why
        said.append(phrase(word, ms=plain_ms(bands.grace_ns / MS)))
    if press.seat in reader.verdict.anticipated:
        said.append(phrase("anticipated", ms=plain_ms(bands.anticipation_ns / MS)))
    return said


def _of_cards(reader: Reader, press: PressEvidence, *, mine: bool) -> list[Words]:
    record, name = reader.record, reader.told.name(press.seat)
    low, high = reader.reach(press)
    said: list[Words] = []
    top = reader.label(record.top) if record.top is not None else phrase("some_card")
    if record.top is not None:
        early = (low - record.top.onset.latest) / MS
        late = (high - record.top.onset.earliest) / MS
        word = "after_card" if early >= 0 else "around_card"
        said.append(
            _word(
                word,
                mine=mine,
                name=name,
                card=top,
                ms=span_text(early, late),
                early=plain_ms(round(-early)),
                late=plain_ms(round(late)),
            )
        )
    if record.next is not None:
        left = (record.next.onset.earliest - high) / MS
        most = (record.next.onset.latest - low) / MS
        word = "before_next" if left > 0 else "overlap_next"
        card = reader.label(record.next)
        said.append(phrase(word, ms=span_text(left, most), card=card, top=top))
    return said


def _of_leader(
    reader: Reader, press: PressEvidence, leader: PressEvidence | None, *, mine: bool
) -> list[Words]:
    if leader is None or leader.seat == press.seat:
        return []
    (first_low, first_high), (low, high) = reader.reach(leader), reader.reach(press)
    least, most = (low - first_high) / MS, (high - first_low) / MS
    band = reader.record.bands.band_ns / MS
    names = {"name": reader.told.name(press.seat), "other": reader.told.name(leader.seat)}
    if least < 0 < most and not (press.exact and leader.exact):
        doubt = {"early": plain_ms(round(-least)), "late": plain_ms(round(most))}
        return [_word("unsure", mine=mine, **names, **doubt)]
    if least < band and most > -band:
        return [_word("close", mine=mine, **names, band=plain_ms(band))]
    if least < 0:
        return []
    return [_word("behind", mine=mine, **names, ms=span_text(least, most))]


def _word(key: str, /, *, mine: bool, **parts: Part) -> Text:
    return phrase(f"{key}_you" if mine else key, **parts)
