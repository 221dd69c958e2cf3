"""An eye that cannot see for want of a package: it says so once, and waits until it is stopped.

One that died instead would be started again for ever, and nobody would be told what is missing.
"""

import contextlib
import socket

from hardware.channel import Channel, ChannelClosedError
from hardware.events import sensor_status
from hardware.eye_link import (
    LightHeld,
    MeasureLight,
    Stop,
    Taught,
    TeachBuild,
    TeachLoad,
    TeachPhoto,
    TeachShot,
    ToEye,
)
from hardware.heart import Heart


def stay_blind(fd: int, error: ImportError) -> None:
    """Blocks until the companion, at the other end of socket `fd`, says stop or hangs up."""
    channel: Channel[ToEye] = Channel(socket.socket(fileno=fd), ToEye)
    Heart(channel).start()
    package = (error.name or "cv2").partition(".")[0]
    told = sensor_status(
        "camera",
        ok=False,
        source="none",
        template="The package {package} cannot be used ({error}), so the camera sees nothing and "
        "cards are entered by phone. Cure: sudo make install in the companion's folder; on a PC "
        "make clean run. Then start it again.",
        parts={"package": package, "error": str(error)},
    )
    with contextlib.suppress(ChannelClosedError):
        channel.send(told)
        while not isinstance(asked := channel.receive(), Stop):
            if (answer := _answer(asked, told.text)) is not None:
                channel.send(answer)


def _answer(asked: ToEye, why: str) -> TeachShot | Taught | LightHeld | None:
    match asked:
        case TeachPhoto(ident=ident):
            return TeachShot(ident=ident, ok=False, why="photo", text=why)
        case TeachBuild(ident=ident) | TeachLoad(ident=ident):
            return Taught(ident=ident, ok=False, text=why)
        case MeasureLight():
            return LightHeld(able=False)
        case _:
            return None
