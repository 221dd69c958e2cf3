"""The simulated table, the eye over it and the companion's core, frame by frame in one thread."""

import random

from companion.eye.look import Eye
from companion.outputs import wanted
from companion.table.effects import Expect
from companion.twin.mat import load_sheet
from companion.twin.renderer import Renderer
from companion.twin.scene import Scene
from companion.twin.stage import Stage
from companion.zones import RestingZones
from hardware.camera import Frame
from hardware.events import DiceSeen, EdgesUntil, GridSeen, KnownUntil, Observation
from hardware.eye_link import Conditions
from hardware.timing import MS, Interval
from tests.companion.table.scripted import Script

TICK = 33_333_333
SECOND = 1000 * MS
SEEN = Observation | KnownUntil | GridSeen | DiceSeen


class Filmed:
    """What hands do to `scene` is filmed, looked at, and told to the core of `script`."""

    def __init__(self, stage: Stage, script: Script, seed: int = 4):
        sheet = load_sheet(stage.mat(4))
        seats = script.table.seats
        self.scene = Scene(sheet, seats, random.Random(seed), stage.PILES)
        self.renderer = Renderer(seed, sheet, stage.pictures("distinct"), stage.dice())
        self.script = script
        self.frames = 300
        self.zones = RestingZones()
        self.look_again()

    def new_eye(self) -> Eye:
        """An eye that knows nothing of before."""
        raise NotImplementedError

    @property
    def now(self) -> int:
        return self.frames * TICK

    def look_again(self) -> None:
        """The eye's process was started anew: it knows nothing, and is told what to expect."""
        self.eye = self.new_eye()
        self.expected = None

    def run(self, seconds: float, until=lambda: False) -> None:
        end = self.now + round(seconds * SECOND)
        while self.now < end and not until():
            self.frames += 1
            self.happen()
            self._expect()
            picture = self.renderer.frame(*self.scene.view(self.now), self.scene.dice(self.now))
            at = Interval(self.now - 4 * MS, self.now + 16 * MS)
            for message in self.eye.look(Frame(image=picture, at=at, seq=self.frames)):
                self._tell(message)
            self.script.send(EdgesUntil(ns=self.now))

    def _expect(self) -> None:
        """Tell the eye what the table last wished it to know."""
        orders = [one for one in self.script.effects if isinstance(one, Expect)]
        if orders and orders[-1] is not self.expected:
            self.expected = orders[-1]
            self.eye.expect(wanted(self.expected.expectations))

    def happen(self) -> None:
        """What is due at this instant."""

    def _tell(self, message) -> None:
        if isinstance(message, SEEN):
            self.script.send(message)
        elif isinstance(message, Conditions):
            seen = self.zones.seen(message)
            if seen is not None:
                self.script.send(seen)

    def alarm_s(self, most: float) -> float | None:
        """Twin time until a page shows a difference."""
        start = self.now
        self.run(most, until=lambda: bool(self.told))
        return (self.now - start) / SECOND if self.told else None

    @property
    def told(self) -> list[str]:
        return [str(n.text) for n in self.script.view().notices if n.place]
