"""A verdict drawn to scale: when cards became visible, when hands came down, and how sure that is.

Pure arithmetic from a `VerdictModel` to places in user units; the template draws it.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from companion.verdictmodels import PressModel, Span, VerdictModel

WIDTH = 340  # user units of the drawing: about a pixel each on a small phone
LEFT = 94  # room for names
RIGHT = 14
ROW = 34
HEAD = 8
FOOT = 40  # axis
PAD = 0.06  # of the span, on both sides
TICKS = 4
CLOSE = 0.34  # a second drawing helps where the hands fill less than this part of the first
LEAST_MS = 0.5  # no drawing shows less than this
FATE_SIGNS = {"won": "crown", "cursed": "totem", "out": "out", "tied": "info"}
NAME_LETTERS = 12


class Mark(Struct, frozen=True, kw_only=True):
    """A press or a card on its row: a bar as wide as its doubt, a middle, and what bounced.

    Attributes:
        kind: `press`, `earlier` or `onset`.
        sign: Symbol that says what followed, or empty.
        bounce: Places of the further edges.
    """

    kind: Literal["press", "earlier", "onset"]
    label: str
    y: int
    x: float
    width: float
    middle: float
    colour: str = ""
    sign: str = ""
    mine: bool = False
    bounce: tuple[float, ...] = ()


class Band(Struct, frozen=True, kw_only=True):
    """A stretch of time through all rows."""

    kind: str
    x: float
    width: float


class Tick(Struct, frozen=True, kw_only=True):
    """A mark on the axis, ms."""

    x: float
    label: str


class Chart(Struct, frozen=True, kw_only=True):
    """One drawing.

    Attributes:
        close: The close-up of the hands alone.
        left: Where time begins, after the names.
        frames: Where the pictures were exposed.
    """

    close: bool
    left: int
    height: int
    floor: int
    marks: tuple[Mark, ...]
    bands: tuple[Band, ...]
    ticks: tuple[Tick, ...]
    frames: tuple[Band, ...] = ()


class _Scale:
    """ms to user units."""

    def __init__(self, spans: Sequence[Span]) -> None:
        low, high = min(span[0] for span in spans), max(span[1] for span in spans)
        pad = max((high - low) * PAD, LEAST_MS / 2)
        self.low, self.high = low - pad, high + pad
        self.unit = (WIDTH - LEFT - RIGHT) / (self.high - self.low)

    def place(self, at: float) -> float:
        return round(LEFT + (min(max(at, self.low), self.high) - self.low) * self.unit, 2)

    def shows(self, span: Span) -> bool:
        return span[1] >= self.low and span[0] <= self.high


def charts(model: VerdictModel) -> tuple[Chart, ...]:
    """The whole moment; and, where the hands are close together, those again larger."""
    hands = [_whole(press) for press in model.presses]
    everything = [*hands, *(onset.at for onset in model.onsets if onset.role != "other")]
    if not everything:
        return ()
    found = [_chart(model, everything, close=False)]
    judged = [_whole(press) for press in model.presses if press.judged]
    for closer in (hands, judged):
        tells = len(closer) > 1 or any(press.bounce for press in model.presses if press.judged)
        if closer and tells and _length(closer) < CLOSE * _length(everything):
            found.append(_chart(model, closer, close=True))
            break
    return tuple(found)


def _whole(press: PressModel) -> Span:
    """With its bounce."""
    return (press.at[0], max((press.at[1], *press.bounce)))


def _length(spans: Sequence[Span]) -> float:
    return max(span[1] for span in spans) - min(span[0] for span in spans)


def _chart(model: VerdictModel, spans: Sequence[Span], *, close: bool) -> Chart:
    scale = _Scale(spans)
    marks = tuple(_marks(model, scale, close=close))
    floor = HEAD + ROW * len(marks)
    bands = [(f"onset-{onset.role}", onset.at) for onset in model.onsets if onset.role != "other"]
    bands += [(zone.kind, zone.at) for zone in model.zones]
    return Chart(
        close=close,
        left=LEFT,
        height=floor + FOOT,
        floor=floor,
        marks=marks,
        bands=tuple(_bands(bands, scale)),
        ticks=tuple(_ticks(scale)),
        frames=tuple(_bands([("frame", frame.at) for frame in model.frames], scale)),
    )


def _marks(model: VerdictModel, scale: _Scale, *, close: bool) -> Iterable[Mark]:
    row = 0
    for onset in () if close else model.onsets:
        if scale.shows(onset.at):
            yield _mark("onset", str(onset.label), onset.at, row, scale)
            row += 1
    for press in model.presses:
        if scale.shows(_whole(press)):
            mark = _mark(
                "press" if press.judged else "earlier", str(press.name), press.at, row, scale
            )
            yield Mark(
                kind=mark.kind,
                label=mark.label,
                y=mark.y,
                x=mark.x,
                width=mark.width,
                middle=mark.middle,
                colour=press.colour,
                sign=FATE_SIGNS.get(press.fate, "") if press.judged else "",
                mine=press.mine,
                bounce=tuple(scale.place(edge) for edge in press.bounce),
            )
            row += 1


def _mark(
    kind: Literal["press", "earlier", "onset"], label: str, at: Span, row: int, scale: _Scale
) -> Mark:
    low, high = scale.place(at[0]), scale.place(at[1])
    short = label if len(label) <= NAME_LETTERS else f"{label[: NAME_LETTERS - 1]}…"
    return Mark(
        kind=kind,
        label=short,
        y=HEAD + ROW * row,
        x=low,
        width=round(high - low, 2),
        middle=scale.place((at[0] + at[1]) / 2),
    )


def _bands(found: Iterable[tuple[str, Span]], scale: _Scale) -> Iterable[Band]:
    for kind, span in found:
        if scale.shows(span):
            low, high = scale.place(span[0]), scale.place(span[1])
            yield Band(kind=kind, x=low, width=round(high - low, 2))


def _ticks(scale: _Scale) -> Iterable[Tick]:
    step = _step((scale.high - scale.low) / TICKS)
    number = int(-(-scale.low // step))
    while number * step <= scale.high:
        yield Tick(x=scale.place(number * step), label=f"{number * step:g}")
        number += 1


def _step(rough_ms: float) -> float:
    """1, 2 or 5 times a power of ten, not below `rough_ms`."""
    power = 0.01
    while power * 10 < rough_ms:
        power *= 10
    return round(next(power * times for times in (1, 2, 5, 10) if power * times >= rough_ms), 6)
