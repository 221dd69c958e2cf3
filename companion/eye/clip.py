"""A film through the eye: what landed when, as the eye would have told it at the table."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.eye.look import Eye
from hardware.camera import Frame
from hardware.events import Candidate, Observation
from hardware.eye_link import Conditions
from hardware.timing import Instant, Interval
from vision.readings import Floats


@dataclass(frozen=True, slots=True)
class Landing:
    """A card that came to lie on top.

    Attributes:
        identity: Its key, where the eye is sure.
        candidates: Ranked, best first.
        unsure: Why there is no identity, in plain words.
        visible: Between which instants (ns from the film's start) its face appeared.
        settled_ns: Start of the first frame in which all was still.
        quad_px: float32 (4, 2), its corners in the frame, clockwise from its own top left; None
            where its place is not known.
    """

    zone: str
    identity: str | None
    candidates: tuple[Candidate, ...]
    unsure: str
    visible: Interval
    settled_ns: Instant
    quad_px: Floats | None


@dataclass(frozen=True, slots=True)
class Removal:
    """Cards that went: `emptied` (all of a zone's) or `taken_back` (the top card)."""

    zone: str
    kind: str
    visible: Interval


@dataclass(frozen=True, slots=True)
class Story:
    """A whole film.

    Attributes:
        start: Zone to the card that lay on top at the beginning: a key, "" for a card that is not
            known, None for nothing. A zone that never came to rest is not in it.
        landings: In the order of being settled; likewise `removals`.
        busy: Zones in which something still moved, or a hand rested, when the film ended.
        remarks: What was wrong with light, sharpness or the camera's place, each once.
    """

    start: dict[str, str | None]
    landings: tuple[Landing, ...]
    removals: tuple[Removal, ...]
    busy: tuple[str, ...]
    remarks: tuple[str, ...]


class FilmWatch(Protocol):
    """Takes a film's frames, in order, and tells its story."""

    starts: list[Instant]

    def look(self, frame: Frame) -> None:
        """The next frame."""

    def story(self) -> Story:
        """Everything so far."""


def frame_at(starts: Sequence[Instant], ns: Instant) -> int:
    """Number of the frame, from 0, that was being exposed at `ns`."""
    return max(bisect_right(starts, ns) - 1, 0)


@dataclass(slots=True)
class ClipWatch:
    """Shows a film's frames to an eye, in order, and keeps what it says."""

    eye: Eye
    starts: list[Instant] = field(default_factory=list)
    _landings: list[Landing] = field(default_factory=list)
    _removals: list[Removal] = field(default_factory=list)
    _start: dict[str, str | None] = field(default_factory=dict)
    _now: dict[str, str] = field(default_factory=dict)
    _remarks: dict[str, None] = field(default_factory=dict)

    def look(self, frame: Frame) -> None:
        """The next frame."""
        self.starts.append(frame.at.earliest)
        for message in self.eye.look(frame):
            if isinstance(message, Observation):
                self._observed(message)
            elif isinstance(message, Conditions):
                self._told(message)

    def _observed(self, said: Observation) -> None:
        if said.kind != "card":
            self._removals.append(Removal(said.zone, said.kind, said.onset))
            return
        self._landings.append(
            Landing(
                zone=said.zone,
                identity=said.identity,
                candidates=said.candidates,
                unsure=said.unsure,
                visible=said.onset,
                settled_ns=said.settled_at,
                quad_px=self.eye.top_quad_px(said.zone),
            )
        )

    def _told(self, conditions: Conditions) -> None:
        if conditions.text:
            self._remarks[conditions.text] = None
        for zone in conditions.zones:
            self._now[zone.zone] = zone.state
            if zone.state in {"empty", "card"} and zone.zone not in self._start:
                self._start[zone.zone] = None if zone.state == "empty" else zone.key or ""

    def story(self) -> Story:
        """Everything so far."""
        return Story(
            start=dict(self._start),
            landings=tuple(self._landings),
            removals=tuple(self._removals),
            busy=tuple(sorted(zone for zone, state in self._now.items() if state == "busy")),
            remarks=tuple(self._remarks),
        )
