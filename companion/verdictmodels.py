"""What pages show of one verdict: its evidence in people's words, with times in milliseconds.

Plain values, ready to draw; the web package renders them and knows no rules.
"""

from typing import Literal

from msgspec import Struct

from companion.readmodels import Choice
from companion.words import Words

Span = tuple[float, float]
"""Milliseconds after the verdict's zero: earliest and latest."""

Fate = Literal["won", "cursed", "out", "tied", "late", "repeated", "earlier", "asked"]


class PressModel(Struct, frozen=True, kw_only=True):
    """One hand that came down.

    Attributes:
        at: The stamp with its error.
        bounce: Further edges of the same press, ms after zero.
        exact: False for a key or a phone.
        judged: False for an earlier press on the same card, shown for comparison.
        fate: What followed.
        fate_label: The same in words.
        mine: It is the reader's own.
        reasons: Why it brought what it brought, a sentence each.
    """

    seat: int
    name: Words
    colour: str
    at: Span
    bounce: tuple[float, ...] = ()
    exact: bool = True
    judged: bool = True
    fate: Fate = "asked"
    fate_label: Words = ""
    mine: bool = False
    reasons: tuple[Words, ...] = ()


class OnsetModel(Struct, frozen=True, kw_only=True):
    """A card became visible somewhere in this stretch: the camera cannot say it better."""

    role: Literal["top", "next", "other"]
    label: Words
    icon: str
    at: Span


class ZoneModel(Struct, frozen=True, kw_only=True):
    """A stretch of time with a meaning: too soon to be a reaction, too close to call, excused."""

    kind: Literal["anticipation", "tie", "grace"]
    label: Words
    at: Span


class MarginModel(Struct, frozen=True, kw_only=True):
    """How long one hand came after another; `sure` where it is more than the tie band."""

    first: Words
    second: Words
    gap: Span
    text: Words
    sure: bool


class FrameModel(Struct, frozen=True, kw_only=True):
    """A picture: exposed during `at`; `label` says what it shows."""

    ident: str
    at: Span
    label: Words


class RulingModel(Struct, frozen=True, kw_only=True):
    """A ruling that the verdict rests on, with its one sentence."""

    rule: str
    text: Words


class VerdictModel(Struct, frozen=True, kw_only=True):
    """A verdict explained.

    Attributes:
        ident: Of the evidence.
        seq: Journal entry.
        version: Of the reader's view, for a tap on one of `taps`.
        title: The verdict in the announcer's words.
        standing: Whether it counts: as said, corrected, overruled, or taken back.
        standing_text: The same as a sentence; empty where it counts as said.
        zero_label: What the times count from.
        sentences: The evidence in words.
        taps: Choices of the game that dispute it, as for `tap`.
        overrules: What the table may say against it, as for `host(action="overrule")`.
        amends: What the entry could have been, as for `host(action="amend")`.
        band_ms: Hands closer than this are a tie.
    """

    ident: str
    seq: int
    version: int
    title: Words
    standing: Literal["counts", "corrected", "overruled", "undone"] = "counts"
    standing_text: Words = ""
    zero_label: Words = ""
    sentences: tuple[Words, ...] = ()
    rulings: tuple[RulingModel, ...] = ()
    presses: tuple[PressModel, ...] = ()
    onsets: tuple[OnsetModel, ...] = ()
    zones: tuple[ZoneModel, ...] = ()
    margins: tuple[MarginModel, ...] = ()
    frames: tuple[FrameModel, ...] = ()
    taps: tuple[Choice, ...] = ()
    overrules: tuple[Choice, ...] = ()
    amends: tuple[Choice, ...] = ()
    band_ms: float = 0.0
