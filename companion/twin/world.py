"""The physical world: one table, its camera, its buttons and its clock."""

import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.twin.board import BoardPort, press_edges
from companion.twin.box import Box
from companion.twin.camera import CameraPort
from companion.twin.mat import load_sheet
from companion.twin.optics import Image
from companion.twin.pace import Pace
from companion.twin.renderer import Renderer
from companion.twin.sabotage import Sabotage
from companion.twin.scene import Pictured, Scene
from companion.twin.timeline import Timeline
from hardware.timing import MS

EXPOSURE_NS = 8 * MS
READOUT_NS = 12 * MS
LATE_MS = (20, 60)
"""A frame reaches the eye so long after its readout."""
JUMP_NS = 100 * MS
"""At full speed the world waits for the eye and the companion as often as this."""
PATIENCE_S = 30.0
"""Real seconds the world waits for an eye that does not take its frames, or for a companion that
does not say what it has heard."""
IDLE_S = 0.004
"""Real pause a frame while people wait for the companion at full speed."""


class World:
    """Everything that exists at the simulated table."""

    def __init__(
        self,
        directory: Path,
        box: Box,
        *,
        seed: int,
        seats: int,
        style: str,
        real: bool,
        sabotage: Sabotage,
    ) -> None:
        self._rng = random.Random(f"world {seed}")
        self._pins: dict[int, int] = {}
        self._pressed = 0
        self._swaps = random.Random(f"swaps {seed}")
        self._sabotage = sabotage
        self._box = box
        sheet = load_sheet(box.mat(seats))
        self.scene = Scene(
            sheet,
            seats,
            random.Random(f"mess {seed}"),
            box.PILES,
            disguise=self._picture_of,
        )
        self.renderer = Renderer(seed, sheet, box.pictures(style), box.dice())
        self.renderer.black = sabotage.camera_black or not box.LIT
        self.camera = CameraPort(directory)
        shuffle = random.Random(f"edges {seed}") if sabotage.shuffle_edges else None
        self.board = BoardPort(
            directory, delay_ns=round(sabotage.delay_edges_ms * MS), shuffle=shuffle
        )
        self._delivered_ns = 0
        self._synced_ns = 0
        self._pace = Pace(directory)
        self._eye_stuck = False
        self.frames = 0
        self.swapped = 0
        self.spent_s = {"eye": 0.0, "companion": 0.0, "idle": 0.0, "render": 0.0}
        """Real seconds spent on waiting for the eye, for the companion, for pages, on drawing."""
        self.on_picture: Callable[[Image], None] | None = None
        """Called with every picture taken, for whoever looks over the camera's shoulder."""
        self.timeline = Timeline(
            real=real, on_frame=self._expose, before=self._before, idle=self._idle
        )

    def wire(self, pins: Mapping[int, int], pressed_level: int) -> None:
        """Which pin each seat's button hangs on, and its level while it is pressed."""
        self._pins, self._pressed = dict(pins), pressed_level

    def press(self, seat: int, hold_ns: int) -> None:
        """A button goes down at this very instant."""
        gpio = self._pins.get(seat)
        if gpio is None:
            return
        now = self.timeline.now
        for edge in press_edges(gpio, now, hold_ns, self._rng, self._pressed):
            self.board.edge(edge)
        self.timeline.watch(now, now + 200 * MS, every=2)

    def close(self) -> None:
        """Take the table away."""
        self.timeline.stop()
        self.camera.close()
        self.board.close()

    def _before(self, now_ns: int) -> None:
        if not self.timeline.real and now_ns - self._synced_ns > JUMP_NS:
            self._wait_for_eye(unread=0)
            self._wait_for_companion()
            self._synced_ns = now_ns
        self.board.until(now_ns)

    def _idle(self) -> None:
        self._wait_for_eye(unread=1)
        # A real moment for the companion's other processes; nothing else can be waited for.
        time.sleep(IDLE_S)
        self.spent_s["idle"] += IDLE_S

    def _wait_for_eye(self, unread: int) -> None:
        started = time.perf_counter()
        patience = 0.0 if self._eye_stuck else PATIENCE_S
        self._eye_stuck = not self.camera.wait_for_room(patience, unread=unread)
        self.spent_s["eye"] += time.perf_counter() - started

    def _wait_for_companion(self) -> None:
        """Until it has handled what its buttons told; so how fast it runs makes no difference."""
        started = time.perf_counter()
        self._pace.wait(self.board, PATIENCE_S)
        self.spent_s["companion"] += time.perf_counter() - started

    def _expose(self, at_ns: int) -> None:
        """Take a picture now; it arrives later, after those before it."""
        if not self.camera.watched and self.on_picture is None:
            return
        started = time.perf_counter()
        cards, hands = self.scene.view(at_ns)
        frame = self.renderer.frame(cards, hands, self.scene.dice(at_ns))
        self.frames += 1
        self.spent_s["render"] += time.perf_counter() - started
        if self.on_picture is not None:
            self.on_picture(frame)
        start, end = at_ns - EXPOSURE_NS // 2, at_ns + EXPOSURE_NS // 2 + READOUT_NS
        late = round(self._rng.uniform(*LATE_MS) * MS)
        self._delivered_ns = max(self._delivered_ns + 1, end + late)
        self.timeline.at(self._delivered_ns, lambda: self._deliver(frame, start, end))

    def _deliver(self, frame: Image, start: int, end: int) -> None:
        if not self.timeline.real:
            self._wait_for_eye(unread=3)
        self.camera.send(frame, start, end)

    def _picture_of(self, card: Pictured) -> str:
        """Its own face; under sabotage sometimes another one, for the camera alone."""
        if self._swaps.random() >= self._sabotage.swap_faces:
            return card.picture
        self.swapped += 1
        return self._box.other_picture(card, self._swaps)
