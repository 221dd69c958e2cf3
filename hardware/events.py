"""What sensors deliver: frozen values with their times (docs/architecture.md)."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hardware.errors import HardwareError, Parts, filled
from hardware.timing import Instant, Interval


class Press(Struct, frozen=True, kw_only=True, tag="press"):
    """One button was pressed.

    Attributes:
        seat: Whose button, 0 for the first.
        at: The kernel's edge stamp with its error.
        run: Which boot the stamp belongs to; stamps of two runs are not comparable.
        bounce: Further edges of the same press, ns after `at.earliest`, at most 32; a board tells
            them later, by `Bounced`.
        exact: False for a keyboard key or a phone: never judged to the millisecond.
        button: `grab`, or an extra one: `apply`, `undo`, `dispute`.
    """

    seat: int
    at: Interval
    run: int = 0
    bounce: tuple[int, ...] = ()
    exact: bool = True
    button: str = "grab"


class Bounced(Struct, frozen=True, kw_only=True, tag="bounced"):
    """The bounce train of a press that was told is whole. Comes before a mark passes that press.

    Attributes:
        seat, button, at, run: Those of the press.
        bounce: Further edges, ns after `at.earliest`, at most 32; a clean press has none and is not
            followed by this.
    """

    seat: int
    button: str
    at: Interval
    bounce: tuple[int, ...]
    run: int = 0

    def is_of(self, press: Press) -> bool:
        """Whether it tells of this press."""
        return (self.seat, self.button, self.at, self.run) == (
            press.seat,
            press.button,
            press.at,
            press.run,
        )


def with_train(presses: Iterable[Press], train: Bounced) -> tuple[Press, ...]:
    """The same presses; the one that the train is of has it now."""
    return tuple(
        replace(press, bounce=train.bounce) if train.is_of(press) else press for press in presses
    )


class EdgesUntil(Struct, frozen=True, kw_only=True, tag="edges_until"):
    """The mark of the buttons: every edge up to `ns` has been delivered, bounce trains and all."""

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


class CellSeen(Struct, frozen=True, kw_only=True):
    """What lies in one cell of a grid, or at one place of a line of cards.

    Attributes:
        key: The face that lies up, where the eye is sure; the two sides of a two-sided card are
            two faces: `str1`, `str1:dark`. None where nothing or a back lies there, where the eye
            asks, and where it may not look.
        empty: The bare mat.
        back: A card lies face down.
        masked: Not looked at: somebody may be looking at that card in secret.
        candidates: Ranked, best first; at most five.
        unsure: Why it is not sure what lies there, in plain words; empty where it is.
    """

    key: str | None = None
    empty: bool = False
    back: bool = False
    masked: bool = False
    candidates: tuple[Candidate, ...] = ()
    unsure: str = ""


class GridSeen(Struct, frozen=True, kw_only=True, tag="grid_seen"):
    """How a grid or a line of cards lies at rest: all of it, each time some of it changed.

    Attributes:
        zone: `grid`, `line:2`, `tokens:2` (a cell for each token, wherever it lies there).
        columns: Cells in a row, as the zone's owner counts.
        cells: Row by row from the top left as its owner sees it (the mat says where that is).
        changed: Places in `cells` that look otherwise than last told; all of them at first.
        settled_at: Start of exposure of the first settled frame.
        frames: Evidence: how it lay before, where there was one, and how it lies now.
    """

    zone: str
    columns: int
    cells: tuple[CellSeen, ...]
    changed: tuple[int, ...] = ()
    settled_at: Instant
    frames: tuple[FrameRef, ...] = ()
    run: int = 0
    ident: int = 0


class DieSeen(Struct, frozen=True, kw_only=True):
    """One die at rest.

    Attributes:
        value: What it shows where the eye is sure: `4`, or a taught face: `strength`.
        candidates: Ranked, best first; at most five.
        unsure: Why there is no value, in plain words; empty where there is.
        cocked: It leans on something: no face lies on top.
        stayed: It lies as it lay before the others moved: it was not rolled.
    """

    value: str | None = None
    candidates: tuple[Candidate, ...] = ()
    unsure: str = ""
    cocked: bool = False
    stayed: bool = False


class DiceSeen(Struct, frozen=True, kw_only=True, tag="dice_seen"):
    """A tray at rest, told each time its dice came to lie otherwise than before.

    Dice that move, that a hand is over, or that were taken out are no roll and are not told.

    Attributes:
        zone: `tray`.
        dice: Row by row as they lie, from the top left; nothing for a tray that was emptied.
        settled_at: Start of exposure of the first settled frame.
        frames: Evidence around the moment.
    """

    zone: str
    dice: tuple[DieSeen, ...]
    settled_at: Instant
    frames: tuple[FrameRef, ...] = ()
    run: int = 0
    ident: int = 0

    @property
    def total(self) -> int | None:
        """The sum, only where every die is read and shows a number."""
        numbers = [int(die.value) for die in self.dice if die.value and die.value.isdecimal()]
        return sum(numbers) if self.dice and len(numbers) == len(self.dice) else None


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
    sensor: str, *, ok: bool, source: str, template: str, parts: Parts
) -> SensorStatus:
    """A status whose text has parts: `{code}` in the template is `parts["code"]`."""
    return SensorStatus(
        sensor=sensor,
        ok=ok,
        text=filled(template, parts),
        source=source,
        template=template,
        parts=parts,
    )


def trouble_status(sensor: str, error: HardwareError, *, source: str = "none") -> SensorStatus:
    """A sensor that does not work, and why."""
    return SensorStatus(
        sensor=sensor,
        ok=False,
        text=str(error),
        source=source,
        template=error.template,
        parts=error.parts,
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
