"""How good the conditions are for reading: light, glare, flicker, focus, exposure, dirt. Numbers.

Measured where the mat is known: at its markers, which are black on white, and on the ring of bare
paper around each zone. What a number means for the game is said elsewhere.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.levels import least_channel
from vision.readings import Floats, Image

BLOWN_OUT = 250
"""A channel this bright has lost what was there."""
WHITE_PAPER = 0.1
"""Share of the paper that is blown out, from which white cards are so too and say nothing."""
BANDS = 24
"""Rows of the reduced picture are averaged to so many bands: mains light wanders down a frame."""
COLUMNS = 32
FLICKER_FRAMES = 16
"""Half a second at 30 fps: any beat of 100 or 120 Hz with the frame rate shows within it."""
SWITCHED = 2
"""Steps left out of them: a lamp that is switched on, or a cloud, is one or two and no flicker."""
SPOT_PX = 12.0
"""A marker narrower than this says nothing of dirt."""


@dataclass(frozen=True, slots=True)
class Measures:
    """One look at the conditions.

    Attributes:
        light: Brightness of the mat's paper, 0 dark .. 1 white.
        evenness: The darkest side of the mat's paper over the brightest, 0..1.
        exposure: Share of the mat that is blown out, its white paper and its zones for a half each.
        glare: Share of the worst zone that is blown out while the paper is not, 0..1.
        sharpness: Steepest edges of the markers, 0 blurred .. 1 crisp.
        dirt: How much contrast and sharpness the worst marker lacks beside the others, 0..1.
    """

    light: float
    evenness: float
    exposure: float
    glare: float
    sharpness: float
    dirt: float


def measure(
    image: Image, corners_px: Mapping[int, Floats], seen: Sequence[int], zones: Sequence[Image]
) -> Measures:
    """Look at one frame.

    Args:
        image: BGR uint8.
        corners_px: Where the markers lie, by id: float32 (4, 2).
        seen: Those that are in sight now: a hand over a marker is no dirt.
        zones: Rectified pictures of the zones, each with its ring of paper, BGR uint8.
    """
    spots = {ident: _spot(image, corners) for ident, corners in corners_px.items()}
    good = [spot for spot in spots.values() if spot is not None]
    papers = [np.concatenate([side.reshape(-1, 3) for side in _ring(zone)]) for zone in zones]
    white = max(map(blown, papers), default=0.0)
    inside = max((blown(_inside(zone)) for zone in zones), default=0.0)
    levels = [spot.paper for ident in seen if (spot := spots.get(ident)) is not None]
    levels += [float(np.median(side.max(axis=-1))) for zone in zones for side in _ring(zone)]
    return Measures(
        light=float(np.median([spot.paper for spot in good])) / 255 if good else 0.0,
        evenness=min(levels) / max(*levels, 1.0) if len(levels) > 1 else 0.0,
        exposure=(white + inside) / 2 if white >= WHITE_PAPER else white,
        glare=inside if white < WHITE_PAPER else 0.0,
        sharpness=min(float(np.median([s.sharpness for s in good])) * 2.0, 1.0) if good else 0.0,
        dirt=_dirt([spot for ident in seen if (spot := spots.get(ident)) is not None]),
    )


def blown(picture: Image) -> float:
    """Share of BGR px of which every channel is blown out, 0..1; a picture or a list of px."""
    return float((least_channel(picture.reshape(-1, 1, 3)) >= BLOWN_OUT).mean())


@dataclass(frozen=True, slots=True)
class _Spot:
    """A marker as it looks: brightness of its paper, black over white, steepest step over all."""

    paper: float
    contrast: float
    sharpness: float
    width: float


def _spot(image: Image, corners: Floats) -> _Spot | None:
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 3, 0)
    high = np.ceil(corners.max(0)).astype(int) + 3
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return None
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    dark, bright = (float(v) for v in np.percentile(grey, (5, 95)))
    slope = np.hypot(
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8),
    )
    step = float(np.percentile(slope, 98)) / max(bright - dark, 1.0)
    contrast = (bright - dark) / max(bright, 1.0)
    return _Spot(bright, contrast, step, float(np.ptp(corners[:, 0])))


def _dirt(spots: Sequence[_Spot]) -> float:
    """A smear lies over one part of the picture; bad focus and dim light lie over all of it."""
    large = [spot for spot in spots if spot.width >= SPOT_PX]
    if len(large) < 3:  # noqa: PLR2004 - of two nobody knows which is the dirty one
        return 0.0
    losses = []
    for values in ([s.contrast for s in large], [s.sharpness for s in large]):
        usual = float(np.median(values))
        losses.append(1.0 - min(values) / max(usual, 1e-6))
    return max(0.0, *losses)


RING_MM = 7
"""Of the 10 mm of paper around a zone, the outer part: the printed outline is not paper."""


def _ring(zone: Image) -> tuple[Image, Image, Image, Image]:
    """The four sides of the paper around a zone, at 1 px/mm."""
    w = RING_MM
    return zone[:w], zone[-w:], zone[:, :w], zone[:, -w:]


def _inside(zone: Image) -> Image:
    return zone[RING_MM:-RING_MM, RING_MM:-RING_MM]


class FlickerWatch:
    """How much the light swings from frame to frame, whatever moves on the table.

    The mains' light wanders down the picture in bands as wide as the picture; a hand covers but a
    part of a band. So each band's change is the median over its columns.
    """

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._steps: deque[Floats] = deque(maxlen=FLICKER_FRAMES)

    def add(self, reduced: Image) -> None:
        """The next frame, reduced and grey."""
        grid = cv2.resize(reduced, (COLUMNS, BANDS), interpolation=cv2.INTER_AREA)
        cells = np.maximum(grid.astype(np.float32), 1.0)
        if self._before is not None:
            self._steps.append(np.median(cells / self._before, axis=1))
        self._before = cells

    @property
    def share(self) -> float:
        """Swing of the middle one of the bands, over its brightness: 0..1. Arms move but some."""
        if len(self._steps) < FLICKER_FRAMES:
            return 0.0
        steps = np.asarray(self._steps)
        away = np.sort(np.abs(steps - np.median(steps, axis=0)), axis=0)[:-SWITCHED]
        # Two frames of a swing differ by 1.4 times its spread.
        return float(np.median(np.sqrt(np.square(away).mean(0)))) / 1.414
