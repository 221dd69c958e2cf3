"""What the camera's page shows; like `companion.readmodels`, ready to be drawn."""

from typing import Literal

from msgspec import Struct


class CameraMeasure(Struct, frozen=True, kw_only=True):
    """One number about light, lens or the camera's place.

    Attributes:
        name: Its code.
        label: In the reader's language.
        value: With its unit.
        level: `good`, `amber` (reading becomes harder), `red` (readings fail).
        limits: From where on it is amber and red, in words.
        cure: What it means and what to do; empty where it is good.
    """

    name: str
    label: str
    value: str
    level: Literal["good", "amber", "red"]
    limits: str = ""
    cure: str = ""


class CameraModel(Struct, frozen=True, kw_only=True):
    """Everything on the page.

    Attributes:
        ok: Whether the eye sees the table well enough to read it.
        text: Why not, where the table is not even found; or that nothing was heard yet.
        measures: Empty where the table is not found.
        light: What became of exposure and white balance, in words.
    """

    ok: bool
    text: str = ""
    measures: tuple[CameraMeasure, ...] = ()
    light: str = ""
