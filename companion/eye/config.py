"""What the eye process needs to know, as it stands under `[eye]` in the configuration."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

Source = Literal["auto", "picamera2", "opencv", "twin", "video", "pictures", "none"]


USUAL_MAT = "wizard-thieves"


class EyeConfigError(ValueError):
    """A value under [eye] makes no sense; the message names the field and the cure."""


class EyeConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of the eye.

    Attributes:
        source: Where frames come from. `auto`: the twin where a rendezvous directory is given, else
            the Pi's camera, else the first webcam.
        device: Number or path of the webcam.
        path: Video file or picture folder, for `video` and `pictures`.
        rendezvous: The twin's directory.
        catalogue: File of taught cards; empty: changes are seen, but no card is named.
        dice: File of taught dice; empty: dice in a tray are read as pip dice.
        mat: Which printed mat lies on the table; empty: that of the game.
        width: Wanted frame width, px; likewise `height`.
        fps: Wanted frames a second.
        paced: Recordings: play at their own pace.
        run: Which boot the times belong to (the twin tells its own).
        exposure: Exposure and white balance that an earlier eye measured, by the names of the
            camera's driver; empty: measured when the camera is opened.
    """

    source: Source = "auto"
    device: int | str = 0
    path: str = ""
    rendezvous: str = ""
    catalogue: str = ""
    dice: str = ""
    mat: str = ""
    width: int = 1280
    height: int = 720
    fps: float = 30.0
    paced: bool = True
    run: int = 0
    exposure: Mapping[str, float | tuple[float, ...]] = {}

    @property
    def sheet(self) -> str:
        """The mat's name, also where no game was told."""
        return self.mat or USUAL_MAT


def eye_config_from(data: Any) -> EyeConfig:
    """From builtins or JSON bytes. Raises EyeConfigError."""
    try:
        if isinstance(data, bytes | str):
            return msgspec.json.decode(data, type=EyeConfig)
        return msgspec.convert(data, EyeConfig)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise EyeConfigError(f"[eye]: {error}. docs/vision.md lists every field.") from error
