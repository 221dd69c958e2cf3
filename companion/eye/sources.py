"""Which camera: the adapter the configuration asks for, or the first that is there."""

import importlib.util
from pathlib import Path

from companion.eye.config import EyeConfig
from hardware.camera import CameraUnavailableError, FrameSource


def open_source(config: EyeConfig) -> FrameSource:
    """Open it. Raises CameraUnavailableError with the cure."""
    match config.source:
        case "auto":
            return _first_found(config)
        case "twin":
            return _twin(config)
        case "picamera2":
            return _picamera2(config)
        case "opencv":
            return _webcam(config)
        case "video" | "pictures":
            return _recording(config)
        case "none":
            raise no_camera()


def no_camera() -> CameraUnavailableError:
    """Nothing to look through, by choice or for want of one."""
    return CameraUnavailableError.of(
        template="There is no camera: cards are entered by phone. Plug one in, or name one under "
        "[eye] in the configuration."
    )


def _first_found(config: EyeConfig) -> FrameSource:
    if config.rendezvous:
        return _twin(config)
    if importlib.util.find_spec("picamera2") is not None:
        return _picamera2(config)
    if isinstance(config.device, int) and not Path(f"/dev/video{config.device}").exists():
        raise no_camera()
    return _webcam(config)


def _twin(config: EyeConfig) -> FrameSource:
    from hardware.camera_twin import TwinCamera

    return TwinCamera(Path(config.rendezvous))


def _picamera2(config: EyeConfig) -> FrameSource:
    from hardware.camera_picamera2 import PiCamera

    size = (config.width, config.height)
    return PiCamera(size=size, fps=config.fps, run=config.run, exposure=config.exposure)


def _webcam(config: EyeConfig) -> FrameSource:
    from hardware.camera_opencv import Webcam

    size = (config.width, config.height)
    return Webcam(
        config.device, size=size, fps=config.fps, run=config.run, exposure=config.exposure
    )


def _recording(config: EyeConfig) -> FrameSource:
    from hardware.camera_opencv import Recording

    return Recording(Path(config.path), fps=config.fps, paced=config.paced, run=config.run)
