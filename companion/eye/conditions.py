"""Are the conditions good enough to read cards? Every number with its level, and what to mend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.eye.limits import LIMITS, Limit
from companion.eye.usual import Usual
from hardware.errors import filled
from hardware.eye_link import Condition, Level
from vision.conditions import FlickerWatch, measure
from vision.markers import TablePlane
from vision.readings import Floats, Image

PUSH_TOLD_NS = 30_000_000_000
"""How long it is told that the camera was pushed."""
BETTER_NS = 300_000_000
"""That something is well again is believed at the second look."""
_WORSE: Mapping[Level, int] = {"good": 0, "amber": 1, "red": 2}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether cards can be read, and what is wrong; empty where nothing.

    Attributes:
        text: In English.
        template: The same with its parts in braces, where it has any; `parts` what they hold.
    """

    ok: bool
    text: str = ""
    template: str = ""
    parts: Mapping[str, str | int] = field(default_factory=dict)


FINE = Verdict(ok=True)


@dataclass(frozen=True, slots=True)
class Look:
    """One frame to be measured.

    Attributes:
        image: BGR uint8.
        plane: Where the mat lies.
        seen: The markers that are in sight now.
        zones: Each zone rectified at 1 px/mm with its ring.
        shift_px: How far the markers lie from where the plane has them.
    """

    image: Image
    plane: TablePlane
    seen: Mapping[int, Floats]
    zones: Sequence[Image]
    shift_px: float
    now_ns: int


class ConditionsWatch:
    """What is known of the conditions now. A level counts when it has lasted."""

    def __init__(self) -> None:
        self._flicker = FlickerWatch()
        self._values: dict[str, float] = {}
        self._levels: dict[str, Level] = {}
        self._last: dict[str, tuple[Level, int]] = {}
        self._push_px, self._pushed_ns = 0.0, -PUSH_TOLD_NS

    def frame(self, reduced: Image) -> None:
        """Every frame, reduced and grey: how its brightness swings."""
        self._flicker.add(reduced)

    def pushed(self, shift_px: float, now_ns: int) -> None:
        """The camera was pushed so far, and the mat found again; told for a while."""
        self._push_px, self._pushed_ns = shift_px, now_ns

    def look(self, look: Look, usual: Usual) -> None:
        """Measure one frame."""
        found = measure(look.image, look.plane.corners_px, tuple(look.seen), look.zones)
        told = look.now_ns - self._pushed_ns < PUSH_TOLD_NS
        self._values = {
            "light": found.light,
            "distance": look.plane.px_per_mm,
            "sharpness": found.sharpness,
            "markers": float(len(look.seen)),
            "exposure": found.exposure,
            "glare": found.glare,
            "evenness": found.evenness,
            "flicker": self._flicker.share,
            "dirt": found.dirt,
            "shift": self._push_px if told else look.shift_px,
        }
        if usual.margin is not None:
            self._values["likeness"] = usual.margin
        for limit in LIMITS:
            if (value := self._values.get(limit.name)) is not None:
                self._judge(limit, value, look.now_ns)

    def _judge(self, limit: Limit, value: float, now_ns: int) -> None:
        level = limit.level(value)
        last, since_ns = self._last.get(limit.name, (level, now_ns - limit.hold_ns))
        since_ns = since_ns if level == last else now_ns
        self._last[limit.name] = (level, since_ns)
        at_once = limit.name == "shift" or (limit.stops and level == "red")
        worse = _WORSE[level] > _WORSE[self._levels.get(limit.name, "good")]
        hold_ns = limit.hold_ns if worse else BETTER_NS
        if at_once or now_ns - since_ns >= hold_ns:
            self._levels[limit.name] = level

    @property
    def undecided(self) -> bool:
        """Whether a level is about to change, and the next look should come soon."""
        return any(self._levels.get(name) != level for name, (level, _) in self._last.items())

    @property
    def now(self) -> tuple[Condition, ...]:
        """Every number with its level, in the order of `LIMITS`."""
        return tuple(
            Condition(name=limit.name, value=round(self._values[limit.name], 4), level=level)
            for limit in LIMITS
            if limit.name in self._values and (level := self._levels.get(limit.name)) is not None
        )

    @property
    def verdict(self) -> Verdict:
        """What most needs a cure: what stops reading, then red, then amber, as in `LIMITS`."""
        pairs = [(limit, one) for one in self.now for limit in LIMITS if limit.name == one.name]
        bad = [(limit, one) for limit, one in pairs if one.level != "good"]
        if not bad:
            return FINE
        limit, one = min(bad, key=lambda pair: (not _stops(*pair), pair[1].level != "red"))
        parts = {"value": limit.shown(one.value)}
        text = filled(limit.template, parts)
        return Verdict(not _stops(limit, one), text, limit.template, parts)


def _stops(limit: Limit, one: Condition) -> bool:
    return limit.stops and one.level == "red"
