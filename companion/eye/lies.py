"""How a pile lies, packed for whoever keeps it, and unpacked by an eye that starts anew."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.eye.evidence import Glimpse
from companion.eye.memory import Settled
from hardware.eye_link import PileLies
from hardware.timing import Interval
from vision.readings import Image

QUALITY = 95
"""Of the JPEGs: what is lost is less than what counts as changed (`vision.changes.MIN_STEP`)."""


def lies_of(zone: str, stack: Sequence[Settled], run: int) -> PileLies:
    """What is told of a pile's top."""
    top = stack[-1]
    quad = () if top.quad_mm is None else tuple((float(x), float(y)) for x, y in top.quad_mm)
    return PileLies(
        zone=zone,
        depth=len(stack),
        empty=top.empty,
        key=top.key,
        quad_mm=quad,
        small=_packed(top.small),
        fine=b"" if top.fine is None else _packed(top.fine),
        run=run,
    )


def settled_as(lies: PileLies) -> Settled:
    """What an eye remembers of it."""
    return Settled(
        small=_unpacked(lies.small),
        fine=_unpacked(lies.fine) if lies.fine else None,
        empty=lies.empty,
        key=lies.key,
        quad_mm=np.array(lies.quad_mm, np.float32) if lies.quad_mm else None,
    )


def last_shown(top: Settled, lies: PileLies) -> Glimpse:
    """The last picture of before, as evidence."""
    return Glimpse(top.small, lies.small, Interval(lies.until_ns, lies.until_ns))


def _packed(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _unpacked(data: bytes) -> Image:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None  # noqa: S101 - an eye of ours packed it
    return picture.astype(np.uint8, copy=False)
