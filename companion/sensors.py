"""Brings up buttons, camera and voice, and keeps the page told of what is missing."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from companion.camera_desk import CameraDesk
from companion.catalogues import catalogue_for, dice_for
from companion.config import Config, voices_of
from companion.eye.client import EyeClient
from companion.images import ImageShelf
from companion.outputs import TableOutputs
from companion.practising.service import Practising
from companion.settings import Settings, cache_dir
from companion.table.signals import Signal, Tick
from companion.teaching.service import Teaching
from companion.zones import RestingZones
from hardware.board_client import BoardClient
from hardware.board_link import ToCompanion
from hardware.config import MAX_SEATS, MIN_SEATS, BoardConfig, default_wiring
from hardware.events import EdgesUntil, Lit, SensorStatus, sensor_status
from hardware.eye_link import Conditions, LightHeld
from hardware.keyboard import KeyboardButtons
from hardware.timing import MS
from hardware.voice_pyttsx3 import AplayPlayer, EspeakRenderer, PyttsxVoice
from vision.mat import known_mats

TICK_NS = 100 * MS
OnSignal = Callable[[Signal], None]


class Sensors:
    """Everything with a driver. Each part may be missing; play goes on by phone."""

    def __init__(
        self,
        settings: Settings,
        config: Config,
        on_signal: OnSignal,
        images: ImageShelf,
        outputs: TableOutputs,
        *,
        run: int,
        lessons: Teaching | None = None,
        camera: CameraDesk | None = None,
        practice: Practising | None = None,
    ) -> None:
        self._settings = settings
        self._config = config
        self._on_signal = on_signal
        self._images = images
        self._outputs = outputs
        self._run = run
        self._lessons = lessons
        self._camera = camera
        self._practice = practice
        self._ticked = 0
        self._keyboard: KeyboardButtons | None = None
        self._eye: EyeClient | None = None
        self._voice: PyttsxVoice | None = None
        self._board: BoardClient | None = None
        self._closed = threading.Event()
        self._zones = RestingZones()
        self._light: tuple[bool, str] | None = None

    def start(self) -> None:
        """Returns at once; statuses arrive as signals."""
        self._start_buttons()
        self._start_voice()
        threading.Thread(target=self._start_eye, name="eye start", daemon=True).start()

    def stop(self) -> None:
        """Idempotent."""
        self._closed.set()
        for part in (self._keyboard, self._eye, self._voice, self._board):
            if part is not None:
                part.close()

    # ---------------------------------------------------------------- buttons
    def _start_buttons(self) -> None:
        board = self._board_config()
        if self._settings.keyboard:
            self._keyboard = KeyboardButtons(self._settings.seats, self._on_signal, run=self._run)
            return
        if self._settings.twin_dir is not None:
            write_pins(self._settings.twin_dir, board)
        self._board = BoardClient(
            board, self._from_board, rendezvous=self._settings.twin_dir, run=self._run
        )
        self._outputs.connect_board(self._board)
        if self._practice is not None:
            self._practice.connect(self._outputs)

    def _board_config(self) -> BoardConfig:
        board = wiring_of(self._settings, self._config)
        return replace(
            board,
            delay_edges_ms=self._settings.delay_edges_ms or board.delay_edges_ms,
            shuffle_edges=self._settings.shuffle_edges or board.shuffle_edges,
        )

    def _from_board(self, signal: ToCompanion) -> None:
        mine = self._practice is not None and self._practice.heard(signal)
        if mine or isinstance(signal, Lit):
            return
        self._on_signal(signal)
        if not isinstance(signal, EdgesUntil) or self._settings.twin_dir is None:
            return
        if signal.ns - self._ticked >= TICK_NS:
            # The twin's clock is what its board tells; real tables tick by the kernel's.
            self._ticked = signal.ns
            self._on_signal(Tick(ns=signal.ns, run=self._run))

    # ---------------------------------------------------------------- eye
    def _start_eye(self) -> None:
        config = self._config.eye
        twin = self._settings.twin_dir
        try:
            catalogue = catalogue_for(self._settings)
        except OSError as error:
            self._on_signal(_no_eye(str(error)))
            return
        config = replace(
            config,
            catalogue=config.catalogue or str(catalogue or ""),
            dice=config.dice or str(dice_for(self._settings) or ""),
            mat=config.mat or self._settings.game,
            run=self._run,
        )
        if config.mat not in known_mats():
            self._on_signal(_no_eye(f"there is no mat for {config.mat}."))
            return
        if twin is not None:
            config = replace(config, source="twin", rendezvous=str(twin))
        if self._closed.is_set():
            return
        self._eye = EyeClient(
            config,
            self._on_signal,
            self._images.put,
            self._look_at,
            on_teaching=self._lessons.heard if self._lessons is not None else None,
        )
        self._outputs.connect_eye(self._eye)
        if self._camera is not None:
            self._camera.connect(self._eye)
        if self._lessons is not None:
            self._lessons.connect(self._eye)

    def _look_at(self, conditions: Conditions | LightHeld) -> None:
        """Light, sharpness and the camera's place, and how the zones lie where that changed."""
        if self._camera is not None:
            self._camera.heard(conditions)
        if isinstance(conditions, LightHeld):
            return
        told = (conditions.ok, conditions.template or conditions.text)
        if told != self._light:  # not at every new number: pages would never come to rest
            self._light = told
            self._on_signal(light_status(conditions))
        seen = self._zones.seen(conditions)
        if seen is not None:
            self._on_signal(seen)

    # ---------------------------------------------------------------- voice
    def _start_voice(self) -> None:
        if not (self._settings.voice and self._config.voice.enabled):
            return
        render = EspeakRenderer(
            cache_dir() / "voice",
            voices=voices_of(self._config.voice),
            rate=self._config.voice.rate,
        )
        self._voice = PyttsxVoice(self._on_signal, render=render, play=AplayPlayer())
        self._outputs.voice = self._voice


def wiring_of(settings: Settings, config: Config) -> BoardConfig:
    """The owner's wiring, or the one that is drawn for so many seats."""
    return config.board or default_wiring(max(MIN_SEATS, min(MAX_SEATS, settings.seats)))


def write_pins(directory: Path, board: BoardConfig) -> None:
    """Tell the twin which pin each seat's buzzer hangs on."""
    directory.mkdir(parents=True, exist_ok=True)
    pins = {str(seat): wiring.button for seat, wiring in enumerate(board.seats)}
    pull_ups = all(wiring.pull_up for wiring in board.seats)
    text = json.dumps({"buttons": pins, "pressed_level": 0 if pull_ups else 1})
    (directory / "pins.json").write_text(text, encoding="utf-8")


def light_status(conditions: Conditions) -> SensorStatus:
    """What people are told of light, lens and the camera's place."""
    if not conditions.text:
        return SensorStatus(
            sensor="light", ok=conditions.ok, text="Light and camera are fine.", source="eye"
        )
    return SensorStatus(
        sensor="light",
        ok=conditions.ok,
        text=conditions.text,
        source="eye",
        template=conditions.template,
        parts=conditions.parts,
        warning=conditions.ok,
    )


def _no_eye(why: str) -> SensorStatus:
    return sensor_status(
        "camera",
        ok=False,
        source="none",
        template="The camera cannot read cards: {why} Cards are entered by phone until then.",
        parts={"why": why},
    )
