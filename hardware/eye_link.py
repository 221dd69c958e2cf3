"""What the eye process and the companion say to each other over `hardware.channel.Channel`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from hardware.events import DiceSeen, GridSeen, KnownUntil, Observation, SensorStatus
from hardware.timing import Interval


class EvidenceImage(Struct, frozen=True, kw_only=True, tag="evidence_image"):
    """A picture kept as evidence: the zone around a moment, at most 60 kB of JPEG.

    Attributes:
        id: Unique within a run; the `frames` of an observation refer to it.
        at: Start of exposure to end of readout.
    """

    id: str
    at: Interval
    jpeg: bytes


class ZoneNow(Struct, frozen=True, kw_only=True):
    """How a zone stands.

    Attributes:
        zone: `pot`, `portal`, `grid`, `tray`.
        state: `unknown` (not looked at yet), `busy` (motion, or a hand in it), `empty`, `card`;
            `laid` for a grid or a line, `dice` for a tray that is not empty.
        key: The card on top of a pile where the eye is sure of it.
    """

    zone: str
    state: str
    key: str | None = None


Level = Literal["good", "amber", "red"]
"""Of a condition: fine; reading becomes harder; readings fail."""


class Condition(Struct, frozen=True, array_like=True):
    """One number about light, lens or the camera's place, and how bad it is.

    Attributes:
        name: `light`, `distance`, `sharpness`, `markers`, `exposure`, `glare`, `evenness`,
            `flicker`, `dirt`, `shift`, `likeness` (docs/vision.md, "Conditions").
    """

    name: str
    value: float
    level: Level


class Conditions(Struct, frozen=True, kw_only=True, tag="conditions"):
    """Light, sharpness and the camera's place: numbers, and the cure where one is bad.

    Attributes:
        ok: Whether cards can be read now.
        text: What is wrong and what to do, where `ok` what makes reading harder; empty where all
            is well.
        template: `text` with its parts in braces, for other languages; `parts` what they hold.
        measures: Every number with its level.
        markers: Corner markers in sight when last looked for.
        shift_px: How far the camera moved since the mat was found.
        fps: Frames a second looked at.
        zones: How each zone stands.
        catalogue: Digest of the taught cards in use, empty without.
    """

    ok: bool
    text: str = ""
    template: str = ""
    parts: Mapping[str, str | int] = {}
    measures: tuple[Condition, ...] = ()
    markers: int = 0
    shift_px: float = 0.0
    fps: float = 0.0
    zones: tuple[ZoneNow, ...] = ()
    catalogue: str = ""
    run: int = 0


class Expect(Struct, frozen=True, kw_only=True, tag="expect"):
    """What may turn up, and where nobody may look.

    Attributes:
        zones: Zone to the unseen copies by key. A weight, never a licence.
        cells: Grid or line to the face that should lie in each cell, empty where that is not known.
            A weight likewise; and where all are known and differ, the only cards that may lie
            under tokens.
        counts: Tray to the number of dice that a roll must show.
        masked: Zones (`pile`), or single cells of a line (`line:2:0`), that are neither read nor
            kept in a picture.
    """

    zones: Mapping[str, Mapping[str, int]]
    cells: Mapping[str, tuple[str, ...]] = {}
    counts: Mapping[str, int] = {}
    masked: tuple[str, ...] = ()


class Recheck(Struct, frozen=True, kw_only=True, tag="recheck"):
    """Forget what was known of a zone (all zones where empty) and take what lies there as given."""

    zone: str = ""


class MeasureLight(Struct, frozen=True, kw_only=True, tag="measure_light"):
    """Measure exposure and white balance anew, and hold them; answered by `LightHeld`."""


class LightHeld(Struct, frozen=True, kw_only=True, tag="light_held"):
    """What the camera holds; empty where it cannot hold, or is just measuring.

    Attributes:
        able: Whether this camera can measure and hold at all.
    """

    held: Mapping[str, float | tuple[float, ...]] = {}
    able: bool = True


class Teach(Struct, frozen=True, kw_only=True, tag="teach"):
    """Look at single cards on the Pot to learn them (`on`), or at the table again.

    Sent once more while it is on, the card that lies there is taken anew.
    """

    on: bool


class TeachPhoto(Struct, frozen=True, kw_only=True, tag="teach_photo"):
    """A phone's photo of one card, as the file it was; answered by a `TeachShot` of this ident."""

    ident: int
    data: bytes


class TaughtPicture(Struct, frozen=True):
    """A face that was taken, as PNG, and what a person says it is."""

    key: str
    face: bytes


class TeachBuild(Struct, frozen=True, kw_only=True, tag="teach_build"):
    """Compare these faces; with a `path` write the catalogue there and use it. See `Taught`."""

    ident: int
    pictures: tuple[TaughtPicture, ...]
    path: str = ""


class TeachLoad(Struct, frozen=True, kw_only=True, tag="teach_load"):
    """Check a catalogue's bytes, write them to `path` and use them. See `Taught`."""

    ident: int
    data: bytes
    path: str


class TeachShot(Struct, frozen=True, kw_only=True, tag="teach_shot"):
    """A card's face was taken, or why not.

    Attributes:
        ident: Of the photo; 0 for the camera.
        why: Code of what hinders: `hand`, `none`, `cut`, `several`, `shape`, `far`, `glare`,
            `bright`, `blur`, `blank`, `mat`, `picture`, `photo`.
        text: What is wrong with a photo, in words, and `cure`; the other codes need none.
        face: PNG at the catalogue's size.
        thumb: JPEG to look at.
    """

    ident: int
    ok: bool
    why: str = ""
    text: str = ""
    cure: str = ""
    face: bytes = b""
    thumb: bytes = b""


class Alike(Struct, frozen=True):
    """Two cards and how far apart they are: under 1 they cannot be told apart reliably."""

    first: str
    second: str
    distance: float


class Taught(Struct, frozen=True, kw_only=True, tag="taught"):
    """The answer to `TeachBuild` and `TeachLoad`; `text` says what was wrong."""

    ident: int
    ok: bool
    text: str = ""
    keys: tuple[str, ...] = ()
    digest: str = ""
    pairs: tuple[Alike, ...] = ()


class LooksLike(Struct, frozen=True, kw_only=True, tag="looks_like"):
    """Which taught cards each card may be taken for, nearest first; of the catalogue in use now."""

    nearest: Mapping[str, tuple[str, ...]]


class PileLies(Struct, frozen=True, kw_only=True, tag="pile_lies"):
    """How a pile came to rest. The companion keeps it and gives it to an eye that starts anew.

    Attributes:
        depth: Settled pictures that the eye remembers of this pile, with this one.
        key: The card on top where the eye is sure of it.
        quad_mm: Its corners in mm from the picture's corner; empty where its place is not known.
        small: JPEG of the zone with its ring; `fine` likewise at the finer scale.
        until_ns: Given back: up to when nothing else happened there.
        run: Which boot, or which start of the twin's clock, the time belongs to.
    """

    zone: str
    depth: int
    empty: bool
    key: str | None = None
    quad_mm: tuple[tuple[float, float], ...] = ()
    small: bytes
    fine: bytes
    until_ns: int = 0
    run: int = 0


class Stop(Struct, frozen=True, kw_only=True, tag="stop"):
    """Give the camera back and end."""


FromEye = (
    Observation
    | GridSeen
    | DiceSeen
    | KnownUntil
    | LooksLike
    | SensorStatus
    | EvidenceImage
    | Conditions
    | LightHeld
    | TeachShot
    | Taught
    | PileLies
)
ToEye = (
    Expect | Recheck | MeasureLight | Teach | TeachPhoto | TeachBuild | TeachLoad | PileLies | Stop
)
