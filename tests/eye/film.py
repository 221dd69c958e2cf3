"""A film of a drawn table, shown frame by frame to the eye; knows when things happened."""

from dataclasses import dataclass, field

from companion.eye.look import Eye
from hardware.camera import Frame
from hardware.events import KnownUntil, Observation
from hardware.eye_link import Conditions, EvidenceImage
from hardware.timing import MS, Interval
from tests.vision.drawn_table import DrawnTable, Hand, Laid, middle

PERIOD_NS = 33_333_333
EXPOSURE_NS = 20 * MS
REACH = (150, 110, 70, 30, 0)
"""Millimetres below its goal at which a hand is seen on its way."""


@dataclass
class Film:
    """Frames go to `eye`; what it says is kept in order, each with the number of its frame."""

    eye: Eye
    table: DrawnTable
    cards: list[Laid] = field(default_factory=list)
    number: int = 0
    said: list[tuple[int, object]] = field(default_factory=list)

    def show(self, hand: Hand | None = None, *, frames: int = 1) -> None:
        """So many exposures of the table as it is."""
        for _ in range(frames):
            self.look_at(self.table.frame(self.cards, hand))

    def look_at(self, image) -> None:
        """Any picture as the next frame."""
        start = self.number * PERIOD_NS
        at = Interval(start, start + EXPOSURE_NS)
        for message in self.eye.look(Frame(image=image, at=at, seq=self.number)):
            self.said.append((self.number, message))
        self.number += 1

    def visit(self, change=lambda: None, *, zone="pot", stay: int = 4, rest: int = 5) -> int:
        """A hand comes, `change` happens under it, it goes; returns the first frame after it."""
        for below in REACH:
            self.show(Hand(middle(zone, 0, below)))
        self.show(Hand(middle(zone)), frames=stay // 2)
        self.changed_ns = self.number * PERIOD_NS - PERIOD_NS // 2
        change()
        self.show(Hand(middle(zone)), frames=stay - stay // 2)
        for below in reversed(REACH):
            self.show(Hand(middle(zone, 0, below)))
        gone = self.number
        self.show(frames=rest)
        return gone

    def lay(self, *cards: Laid, zone="pot", **how) -> int:
        """A hand lays cards on top."""
        return self.visit(lambda: self.cards.extend(cards), zone=zone, **how)

    def lift(self, count: int = 1, **how) -> int:
        """A hand takes the last cards away."""
        return self.visit(
            lambda: self.cards.__delitem__(slice(len(self.cards) - count, None)), **how
        )

    def all(self, kind) -> list:
        """Everything of one kind that was said."""
        return [message for _, message in self.said if isinstance(message, kind)]

    @property
    def observations(self) -> list[Observation]:
        return self.all(Observation)

    @property
    def known_ns(self) -> int:
        return self.all(KnownUntil)[-1].ns

    @property
    def images(self) -> dict[str, bytes]:
        return {image.id: image.jpeg for image in self.all(EvidenceImage)}

    @property
    def conditions(self) -> Conditions:
        return self.all(Conditions)[-1]
