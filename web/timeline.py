"""A verdict's evidence drawn to scale: when the card appeared, when each hand came down.

Reads the published record (docs/evidence.md) by name and tolerates what it does not know, so that
a record of a later format still shows its frames, its rules and its text.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

WIDTH = 360  # user units of the drawing: one is a pixel on a small phone
LEFT = 84  # room for names
ROW = 40
PAD = 0.08  # of the span, on both sides
MS = 1_000_000
TICKS = 4

Span = tuple[int, int]


class _Frame(Struct, frozen=True):
    id: str


class _Change(Struct, frozen=True):
    onset: Span
    identity: str | None = None
    zone: str = "pot"
    frames: tuple[_Frame, ...] = ()


class _Press(Struct, frozen=True):
    seat: int
    at: Span
    exact: bool = True
    judged: bool = True
    button: str = "grab"


class _Ignored(Struct, frozen=True):
    seat: int
    rule: str = ""


class _Consequences(Struct, frozen=True):
    reason: str = ""
    won: int | None = None
    cursed: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    ignored: tuple[_Ignored, ...] = ()
    tied: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()


class _Verdict(Struct, frozen=True):
    groups: tuple[tuple[int, ...], ...] = ()
    undecided: bool = False
    why: str = ""
    anticipated: tuple[int, ...] = ()
    consequences: _Consequences | None = None


class _Bands(Struct, frozen=True):
    band_ns: int = 0


class _Record(Struct, frozen=True):
    presses: tuple[_Press, ...] = ()
    top: _Change | None = None
    next: _Change | None = None
    bands: _Bands = _Bands()
    verdict: _Verdict | None = None
    why: str = ""


class Bar(Struct, frozen=True, kw_only=True):
    """Something on the time line: place in user units, time and doubt in words."""

    label: str
    x: float
    width: float
    y: float
    at_ms: str
    doubt_ms: str
    kind: str


class Tick(Struct, frozen=True, kw_only=True):
    """A mark on the axis."""

    x: float
    label: str


class Story(Struct, frozen=True, kw_only=True):
    """A record ready to draw.

    Attributes:
        readable: False where the record is not of the published kind.
        bars: One row each: reveals, then presses in their order.
        ticks: Axis, ms after the first press that is judged.
        sentences: What followed, in words.
        rules: Rulings named.
        frames: Ids of pictures, in time order.
        text: The record itself.
    """

    readable: bool
    height: int = 0
    bars: tuple[Bar, ...] = ()
    ticks: tuple[Tick, ...] = ()
    sentences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    text: str = ""


def read_record(raw: bytes, names: Mapping[int, str]) -> Story:
    """The story of an evidence record.

    Args:
        raw: The record as JSON.
        names: Who sits where.
    """
    text = _pretty(raw)
    try:
        record = msgspec.json.decode(raw, type=_Record)
    except msgspec.DecodeError:
        return Story(readable=False, text=text)
    presses = sorted(record.presses, key=lambda press: press.at)
    bars, ticks = _draw(_rows(record, presses, names), presses)
    return Story(
        readable=True,
        height=ROW * len(bars) + ROW + 10,
        bars=bars,
        ticks=ticks,
        sentences=tuple(_sentences(record, names)),
        rules=_rules(record),
        frames=_frames(record),
        text=text,
    )


def _pretty(raw: bytes) -> str:
    try:
        return msgspec.json.format(raw, indent=2).decode(errors="replace")
    except msgspec.DecodeError:
        return raw.decode(errors="replace")


def _rows(
    record: _Record, presses: list[_Press], names: Mapping[int, str]
) -> list[tuple[str, str, Span]]:
    rows = [
        ("reveal", _card(change), change.onset)
        for change in (record.top, record.next)
        if change is not None
    ]
    for press in presses:
        kind = "press" if press.judged else "earlier"
        rows.append((kind, _name(press.seat, names), press.at))
    return rows


def _draw(
    rows: list[tuple[str, str, Span]], presses: list[_Press]
) -> tuple[tuple[Bar, ...], tuple[Tick, ...]]:
    if not rows:
        return (), ()
    judged = [sum(press.at) // 2 for press in presses if press.judged]
    zero = min(judged) if judged else min(span[0] for _, _, span in rows)
    low = min(span[0] for _, _, span in rows)
    high = max(span[1] for _, _, span in rows)
    pad = max((high - low) * PAD, MS)
    scale = (WIDTH - LEFT - 20) / (high - low + 2 * pad)

    def place(at: float) -> float:
        return round(LEFT + (at - low + pad) * scale, 2)

    bars = tuple(
        Bar(
            label=label,
            x=place(span[0]),
            width=max(round((span[1] - span[0]) * scale, 2), 0.0),
            y=ROW * row + 8,
            at_ms=_ms((span[0] + span[1]) / 2 - zero),
            doubt_ms=f"{(span[1] - span[0]) / 2 / MS:.3g}",
            kind=kind,
        )
        for row, (kind, label, span) in enumerate(rows)
    )
    step = _step((high - low + 2 * pad) / MS / TICKS)
    first = int(-(-(low - pad - zero) // (step * MS)))
    ticks = []
    while (at := first * step * MS + zero) <= high + pad:
        ticks.append(Tick(x=place(at), label=f"{first * step:g}"))
        first += 1
    return bars, tuple(ticks)


def _step(rough_ms: float) -> float:
    """1, 2 or 5 times a power of ten, not below `rough_ms`."""
    power = 10.0 ** (len(f"{int(rough_ms)}") - 1) if rough_ms >= 1 else 0.1
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough_ms)


def _ms(ns: float) -> str:
    return f"{ns / MS:+.2f}"


def _name(seat: int, names: Mapping[int, str]) -> str:
    return names.get(seat) or f"Seat {seat + 1}"


def _card(change: _Change) -> str:
    return (change.identity or "card").replace(":", " ").replace("_", " ").removeprefix("item ")


def _sentences(record: _Record, names: Mapping[int, str]) -> list[str]:
    verdict = record.verdict
    if verdict is None:
        return []
    said = []
    if verdict.undecided:
        said.append(_UNDECIDED.get(verdict.why or record.why, "The evidence did not decide it."))
    told = verdict.consequences
    if told is not None:
        said += _followed(told, names)
    said += [
        f"{_name(seat, names)} pressed too soon after the reveal to have seen the card."
        for seat in verdict.anticipated
    ]
    if record.bands.band_ns:
        said.append(f"Presses closer than {record.bands.band_ns / MS:g} ms count as a tie.")
    return said


def _followed(told: _Consequences, names: Mapping[int, str]) -> list[str]:
    said = [told.reason] if told.reason else []
    if told.won is not None:
        said.append(f"{_name(told.won, names)} takes the Pot.")
    if told.tied:
        who = " and ".join(_name(seat, names) for seat in told.tied)
        said.append(f"Too close to call between {who}.")
    said += [f"{_name(seat, names)} is cursed." for seat in told.cursed]
    said += [f"{_name(seat, names)} is out." for seat in told.eliminated]
    said += [
        f"{_name(one.seat, names)}'s press has no consequence ({one.rule})." for one in told.ignored
    ]
    return said


_UNDECIDED = {
    "tie": "Too close to call.",
    "overlap": "What came first cannot be told from the evidence.",
    "late": "A press was reported too late to be put in order.",
    "restart": "The companion was restarted in between.",
    "camera": "The camera could not see the Pot.",
    "buttons": "The buttons did not report in time.",
}


def _rules(record: _Record) -> tuple[str, ...]:
    if record.verdict is None or record.verdict.consequences is None:
        return ()
    told = record.verdict.consequences
    named = (*told.rules, *(one.rule for one in told.ignored if one.rule))
    return tuple(dict.fromkeys(named))


def _frames(record: _Record) -> tuple[str, ...]:
    changes: tuple[Any, ...] = (record.top, record.next)
    return tuple(dict.fromkeys(frame.id for change in changes if change for frame in change.frames))
