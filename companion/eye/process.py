"""The loop of the eye process: one thread reads the camera and thinks, another listens."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
from msgspec.structs import replace

from companion.eye.config import EyeConfig
from companion.eye.lessons import Learned, compared, imported, written
from companion.eye.look import Eye
from companion.eye.shots import Shots, from_photo
from companion.eye.tray import pips, taught
from companion.eye.unseen import Unseen
from hardware.camera import (
    CameraUnavailableError,
    ComparesClocks,
    Frame,
    FramesEndedError,
    FrameSource,
    FrozenWatch,
    HoldsLight,
    no_pictures,
)
from hardware.channel import Channel, ChannelClosedError
from hardware.events import SensorStatus, sensor_status, trouble_status
from hardware.eye_link import (
    Conditions,
    Expect,
    LightHeld,
    LooksLike,
    MeasureLight,
    PileLies,
    Recheck,
    Stop,
    Taught,
    Teach,
    TeachBuild,
    TeachLoad,
    TeachPhoto,
    ToEye,
)
from hardware.heart import Heart
from vision.catalogue import CARD_MM, Catalogue, load
from vision.catalogue_head import CatalogueError
from vision.mat import load_mat
from vision.teaching import nearest_keys
from vision.tokens import TokenReader

_LOG = logging.getLogger(__name__)
RETRY_S = 1.0
"""How often a camera that is away is looked for."""
PATIENCE_S = 2.0
"""Silence of a live camera that counts as trouble. The twin may rest: it has no such limit."""
POLL_S = 0.25
ALIKE = 3
"""So many look-alikes of each card are told; questions offer three at first."""

Open = Callable[[EyeConfig], FrameSource]


class EyeProcess:
    """Runs until it is told to stop or the companion hangs up.

    Args:
        channel: To the companion.
        config: Settings.
        open_source: Opens the camera; replaced in tests.
        heart: Told of each round; one that beats tells the companion of a hang.
    """

    def __init__(
        self,
        channel: Channel[ToEye],
        config: EyeConfig,
        *,
        open_source: Open,
        heart: Heart | None = None,
    ) -> None:
        self._channel = channel
        self._config = config
        self._open_source = open_source
        self._orders: queue.SimpleQueue[ToEye] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._told: tuple[bool, str] | None = None
        self._source_name = "none"
        self._clock_ms: float | None = None
        self._run_seen: int | None = None
        self._shots: Shots | None = None
        self._source: FrameSource | None = None
        self._held: LightHeld | None = None
        self._heart = heart or Heart(channel)

    def run(self) -> None:
        """Blocks. Never raises for a missing camera."""
        cv2.setNumThreads(1)
        threading.Thread(target=self._listen, name="companion", daemon=True).start()
        try:
            catalogue = self._catalogue()
            small = self._small()
            eye = Eye(
                load_mat(self._config.sheet),
                catalogue,
                dice=pips if small is None else taught(small),
                tokens=None if small is None else TokenReader(small),
            )
            self._compare(catalogue)
            while not self._stopping.is_set():
                self._one_camera(eye)
        except ChannelClosedError:
            pass  # the companion is gone: end quietly
        finally:
            self._channel.close()

    def _listen(self) -> None:
        try:
            while True:
                order = self._channel.receive()
                if isinstance(order, Stop):
                    break
                self._orders.put(order)
        except (ChannelClosedError, ValueError):  # ValueError: damaged; the stream is lost
            pass
        self._stopping.set()

    def _catalogue(self) -> Catalogue | None:
        """The taught cards, with everything computed that the first reading needs."""
        path = self._config.catalogue
        if not path:
            return None
        try:
            catalogue = load(Path(path).read_bytes(), name=path)
        except (OSError, CatalogueError) as error:
            text = f"{error} Until then the camera sees changes but names no card."
            self._status(ok=False, text=text)
            return None
        catalogue.warm_up()
        return catalogue

    def _small(self) -> Catalogue | None:
        """Taught faces of dice or sides of tokens; without any, dice are read as pip dice."""
        path = self._config.dice
        if not path:
            return None
        try:
            faces = load(Path(path).read_bytes(), name=path)
            taught(faces)
        except (OSError, CatalogueError) as error:
            self._status(ok=False, text=f"{error} Until then only pip dice are read.")
            return None
        return faces

    def _one_camera(self, eye: Eye) -> None:
        """Open the camera and look until it fails."""
        self._heart.begins()
        try:
            source = self._open_source(self._config)
        except CameraUnavailableError as error:
            self._trouble(error)
            self._rest(eye)
            return
        self._source, self._source_name, self._clock_ms = source, source.name, source.clock_ms
        try:
            self._watch(source, eye)
        except CameraUnavailableError as error:
            eye.lost()
            self._trouble(error)
            if isinstance(error, FramesEndedError):
                self._heart.rests()
                self._stopping.wait()
        finally:
            source.close()
            self._source, self._source_name = None, "none"
        self._rest(eye)

    def _rest(self, eye: Eye) -> None:
        self._stopping.wait(RETRY_S)
        self._obey(eye)

    def _watch(self, source: FrameSource, eye: Eye) -> None:
        frozen = FrozenWatch()
        unseen = Unseen(steady=source.live and source.name != "twin")
        silent_since = time.monotonic()
        while not self._stopping.is_set():
            self._heart.begins()
            self._obey(eye)
            self._tell_light(source)
            frame = source.read(POLL_S)
            if frame is None:
                if source.name != "twin" and time.monotonic() - silent_since > PATIENCE_S:
                    raise no_pictures()
                continue
            silent_since = time.monotonic()
            if source.live:
                frozen.check(frame)
            if unseen.before(frame):
                _LOG.info("pictures are missing before %d ns", frame.at.earliest)
                eye.missed()
            self._take(frame, eye)

    def _take(self, frame: Frame, eye: Eye) -> None:
        if self._run_seen is not None and frame.run != self._run_seen:
            eye.recheck()  # another clock: nothing seen before has a time in it
        self._run_seen = frame.run
        if self._shots is not None:
            shots = self._shots.look(frame)
            if shots:
                self._channel.send(*shots)
            return
        messages = eye.look(frame)
        if messages:
            self._channel.send(*messages)
        for message in messages:
            if isinstance(message, Conditions):
                if message.ok:
                    self._well()
                else:
                    self._tell(
                        SensorStatus(
                            sensor="camera",
                            ok=False,
                            text=message.text,
                            source=self._source_name,
                            template=message.template,
                            parts=message.parts,
                        )
                    )

    def _obey(self, eye: Eye) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except queue.Empty:
                return
            match order:
                case Expect():
                    eye.expect(order)
                case Recheck(zone=zone):
                    eye.recheck(zone)
                case PileLies():
                    eye.remember(order)
                case MeasureLight():
                    self._measure_light()
                case Stop():
                    self._stopping.set()
                case _:
                    self._learn(order, eye)

    def _measure_light(self) -> None:
        """Where there is a camera that can; the next `LightHeld` says what came of it."""
        self._held = None
        if isinstance(self._source, HoldsLight):
            self._source.measure_light()
        else:
            self._channel.send(LightHeld(able=False))

    def _tell_light(self, source: FrameSource) -> None:
        """What the camera holds, once it holds something else: a later eye need not measure."""
        if not isinstance(source, HoldsLight) or not source.held:
            return
        told = LightHeld(held=source.held)
        if told != self._held:
            self._held = told
            self._config = replace(self._config, exposure=source.held)
            self._channel.send(told)

    def _learn(self, order: Teach | TeachPhoto | TeachBuild | TeachLoad, eye: Eye) -> None:
        match order:
            case Teach(on=on):
                self._teach(eye, on=on)
            case TeachPhoto(ident=ident, data=data):
                self._channel.send(from_photo(ident, data, CARD_MM))
            case TeachBuild(ident=ident, pictures=pictures, path=""):
                self._channel.send(compared(ident, pictures)[0])
            case TeachBuild(ident=ident, pictures=pictures, path=path):
                self._use(eye, *written(ident, pictures, Path(path)))
            case TeachLoad(ident=ident, data=data, path=path):
                self._use(eye, *imported(ident, data, Path(path)))

    def _teach(self, eye: Eye, *, on: bool) -> None:
        """While cards are shown to be learned, nothing that lies there counts."""
        self._shots = Shots(load_mat(self._config.sheet), CARD_MM) if on else None
        if not on:
            eye.recheck()

    def _use(self, eye: Eye, told: Taught, learned: Learned) -> None:
        if learned.cards is not None:
            eye.use(learned.cards)
            self._compare(learned.cards)
        if learned.dice is not None:
            eye.use_dice(taught(learned.dice))
            eye.use_tokens(TokenReader(learned.dice))
        self._channel.send(told)

    def _well(self) -> None:
        if isinstance(self._source, ComparesClocks) and self._source.foreign_ms is not None:
            self._tell(_foreign(self._source_name, self._source.foreign_ms))
            return
        if self._clock_ms is None:
            self._status(ok=True, text="The camera sees the mat.")
            return
        self._tell(
            sensor_status(
                "camera",
                ok=True,
                source=self._source_name,
                template="The camera sees the mat. Its clock is that of the buttons: a picture was "
                "{ms} ms old when it came.",
                parts={"ms": round(self._clock_ms)},
            )
        )

    def _trouble(self, error: CameraUnavailableError) -> None:
        self._tell(trouble_status("camera", error, source=self._source_name))

    def _compare(self, catalogue: Catalogue | None) -> None:
        """Tell what each card may be taken for: questions begin with it."""
        if catalogue is not None:
            self._channel.send(LooksLike(nearest=nearest_keys(catalogue, ALIKE)))

    def _status(self, *, ok: bool, text: str) -> None:
        self._tell(SensorStatus(sensor="camera", ok=ok, text=text, source=self._source_name))

    def _tell(self, status: SensorStatus) -> None:
        told = (status.ok, status.template or status.text)  # numbers alone are nothing new
        if self._told == told:
            return
        self._told = told
        _LOG.info("camera %s: %s", "ok" if status.ok else "not ok", status.text)
        self._channel.send(status)


def _foreign(source: str, away_ms: float) -> SensorStatus:
    """Cards are read all the same, with times so wide that no close slap is judged by them."""
    status = sensor_status(
        "camera",
        ok=True,
        source=source,
        template="The camera sees the mat, but its clock is {ms} ms away from that of the buttons, "
        "so the camera cannot judge: it reads cards, and a slap close to a new card is put before "
        "you. The buttons still judge who was first. Restart the Pi to mend it.",
        parts={"ms": round(away_ms)},
    )
    return replace(status, warning=True)
