"""What the eye process and the companion say to each other over `hardware.channel.Channel`."""

from collections.abc import Mapping

from msgspec import Struct

from hardware.events import KnownUntil, Observation, SensorStatus
from hardware.timing import Interval


class EvidenceImage(Struct, frozen=True, kw_only=True, tag="evidence_image"):
    """A picture kept as evidence: the zone around a moment, at most 60 kB of JPEG.

    Attributes:
        id: Unique within a run; `Observation.frames` refers to it.
        at: Start of exposure to end of readout.
    """

    id: str
    at: Interval
    jpeg: bytes


class ZoneNow(Struct, frozen=True, kw_only=True):
    """How a zone stands.

    Attributes:
        zone: `pot`, `portal`.
        state: `unknown` (not looked at yet), `busy` (motion, or a hand in it), `empty`, `card`.
        key: The card on top where the eye is sure of it.
    """

    zone: str
    state: str
    key: str | None = None


class Conditions(Struct, frozen=True, kw_only=True, tag="conditions"):
    """Light, sharpness and the camera's place: numbers, and the cure where one is bad.

    Attributes:
        ok: Whether cards can be read now.
        text: What is wrong and what to do, where `ok` what makes reading harder; empty where all
            is well.
        markers: Corner markers in sight when last looked for.
        shift_px: How far the camera moved since the mat was found.
        light: Brightness of the mat's paper, 0..1.
        glare: Share of the zones that is blown out, 0..1.
        sharpness: Steepest edges of the markers, 0 blurred .. 1 crisp.
        px_per_mm: Camera px per mm on the mat.
        fps: Frames a second looked at.
        zones: How each zone stands.
        catalogue: Digest of the taught cards in use, empty without.
    """

    ok: bool
    text: str = ""
    markers: int = 0
    shift_px: float = 0.0
    light: float = 0.0
    glare: float = 0.0
    sharpness: float = 0.0
    px_per_mm: float = 0.0
    fps: float = 0.0
    zones: tuple[ZoneNow, ...] = ()
    catalogue: str = ""
    run: int = 0


class Expect(Struct, frozen=True, kw_only=True, tag="expect"):
    """What may turn up: for each zone the unseen copies by key. A weight, never a licence."""

    zones: Mapping[str, Mapping[str, int]]


class Recheck(Struct, frozen=True, kw_only=True, tag="recheck"):
    """Forget what was known of a zone (all zones where empty) and take what lies there as given."""

    zone: str = ""


class Stop(Struct, frozen=True, kw_only=True, tag="stop"):
    """Give the camera back and end."""


FromEye = Observation | KnownUntil | SensorStatus | EvidenceImage | Conditions
ToEye = Expect | Recheck | Stop
