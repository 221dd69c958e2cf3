"""What sensors deliver: frozen values with their times (docs/architecture.md)."""

import re
from collections.abc import Mapping

from msgspec import Struct

from hardware.timing import Instant, Interval


class Press(Struct, frozen=True, kw_only=True, tag="press"):
    """One button was pressed.

    Attributes:
        seat: Whose button, 0 for the first.
        at: The kernel's edge stamp with its error.
        run: Which boot the stamp belongs to; stamps of two runs are not comparable.
        bounce: Further edges of the same press, ns after `at.earliest`, at most 32.
        exact: False for a keyboard key or a phone: never judged to the millisecond.
        button: `grab`, or an extra one: `apply`, `undo`, `dispute`.
    """

    seat: int
    at: Interval
    run: int = 0
    bounce: tuple[int, ...] = ()
    exact: bool = True
    button: str = "grab"


class EdgesUntil(Struct, frozen=True, kw_only=True, tag="edges_until"):
    """The mark of the buttons: every edge up to `ns` has been delivered."""

    ns: Instant
    run: int = 0


class Candidate(Struct, frozen=True, array_like=True):
    """One possible answer of a reading: key and calibrated probability 0..1."""

    key: str
    p: float


class FrameRef(Struct, frozen=True, kw_only=True):
    """A frame kept as evidence: `id` names its JPEG; `at` is the exposure interval, ns."""

    id: str
    at: Interval


class Observation(Struct, frozen=True, kw_only=True, tag="observation"):
    """A reading that held still.

    Attributes:
        zone: `pot` or `portal`.
        kind: `card` (a new card on top), `emptied` (the cards were taken away), `taken_back` (the
            top card was lifted off and the one below is on top again).
        on_empty: For `card`: it lies on the bare mat, so the zone was seen empty before it.
        onset: From the last clear frame of the old top to the first frame that shows the new face.
        settled_at: Start of exposure of the first settled frame.
        identity: The key, where the eye is sure; None where it asks.
        candidates: Ranked, best first; at most five.
        unsure: Why not sure, in plain words; empty where sure.
        frames: Evidence around the moment.
        onset_basis: `frames` (clear before and after) or `partial` (narrowed by a partly visible
            face).
    """

    zone: str
    kind: str
    on_empty: bool = False
    onset: Interval
    settled_at: Instant
    identity: str | None = None
    candidates: tuple[Candidate, ...] = ()
    unsure: str = ""
    frames: tuple[FrameRef, ...] = ()
    onset_basis: str = "frames"
    run: int = 0
    ident: int = 0


class KnownUntil(Struct, frozen=True, kw_only=True, tag="known_until"):
    """The mark of the eye: every change that began before `ns` is identified or refused."""

    ns: Instant
    run: int = 0


class SensorStatus(Struct, frozen=True, kw_only=True, tag="sensor_status"):
    """A sensor came, went, or has something to say.

    Attributes:
        sensor: `camera`, `buttons`, `lamps`, `voice`.
        ok: Whether it works now.
        text: What it is, or what is missing, what that means for the game, and the cure.
        source: `gpio`, `mock`, `keyboard`, `picamera2`, `opencv`, `twin`, `none`.
        template: The text with its parts in braces, for other languages; empty where there is none
            and the text is shown in English.
        parts: What the template's braces hold.
        warning: It works, but `text` names something that people should mend.
    """

    sensor: str
    ok: bool
    text: str
    source: str = ""
    template: str = ""
    parts: Mapping[str, str | int] = {}
    warning: bool = False


def sensor_status(
    sensor: str, *, ok: bool, source: str, template: str, parts: Mapping[str, str | int]
) -> SensorStatus:
    """A status whose text has parts: `{code}` in the template is `parts["code"]`."""
    text = re.sub(r"\{(\w+)\}", lambda name: str(parts.get(name[1], name[0])), template)
    return SensorStatus(
        sensor=sensor, ok=ok, text=text, source=source, template=template, parts=parts
    )


class Lamps(Struct, frozen=True, kw_only=True, tag="lamps"):
    """What the lamps show, by seat: `green`, `purple` or `off`; `turn` is the seat to play.

    Attributes:
        ident: Where not 0, the board answers with `Lit` when a lamp went on by this.
    """

    status: tuple[str, ...]
    turn: int | None = None
    ident: int = 0


class Beep(Struct, frozen=True, kw_only=True, tag="beep"):
    """A short sound of the beeper: `verdict` or `refused`.

    Attributes:
        ident: Where not 0, the board answers with `Lit` when the beeper went on by this.
    """

    kind: str = "verdict"
    ident: int = 0


class Lit(Struct, frozen=True, kw_only=True, tag="lit"):
    """A lamp or the beeper really went on: the signal itself, not the wish for it.

    Attributes:
        ident: Of the `Lamps` or `Beep`.
        at: On the clock of the presses: from before the first pin was set to after the last.
        run: Which boot.
    """

    ident: int
    at: Interval
    run: int = 0
