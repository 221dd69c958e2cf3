"""Dice whose faces are plain colours: named by hue, and only where the light leaves no doubt.

The light on a table changes colours: its strength by a factor, its tint by some degrees of hue. A
plain face shows nothing else to go by, so brightness weighs little, and two colours that a tint
may turn into each other are asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.catalogue import Catalogue
from vision.faces import contrast
from vision.readings import CardReading, Floats, Image, Pair, Ranked

PLAIN = 24.0
"""Grey levels of contrast (`vision.faces.contrast`) in the middle of a face under which it shows
no figure: what is less cannot be read as one either."""
MIDDLE = 0.2
"""Of a face, at each side, that is left out: rounded edges catch light."""
DARK = 14.0
"""Brightest channel under which nothing was seen: a lens cap."""
BRIGHTNESS = 0.3
"""Weight of the logarithm of brightness against those of the channels' ratios: a lamp changes it
by a factor of two while it changes a ratio by a tenth."""
FLOOR = 10.0
"""Grey levels that are added to every channel, so that black has a colour."""
SPREAD = 0.13
"""Standard deviation, in each of the three numbers of `colour_of`, of one colour in other light.
Measured on rendered tables with tints of up to 12 % a channel: docs/vision.md."""
STRANGE = 0.34
"""A colour farther than this from every taught one was not taught: 92 in 100 readings of a taught
colour lie nearer, 1 in 100 of another of eight."""
NONE_OF_THEM = 0.002
"""Weight of "not taught" beside that of a colour that fits exactly, which is 1."""
SURE = 0.97
"""Probability from which a colour is told."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Plain faces that were taught: keys, and their colours float32 (N, 3)."""

    keys: tuple[str, ...]
    colours: Floats

    @staticmethod
    def of(catalogue: Catalogue) -> "Colours":
        """The plain faces of a catalogue; none where all show figures."""
        plain = [view for view in catalogue.views if is_plain(view.face)]
        colours = [colour_of(view.face) for view in plain]
        return Colours(tuple(v.key for v in plain), np.array(colours, np.float32).reshape(-1, 3))

    def read(self, face: Image) -> CardReading:
        """The taught colour of a plain square crop, BGR uint8."""
        away = np.linalg.norm(self.colours - colour_of(face), axis=1)
        ranked = _ranked(self.keys, away)
        quad = _edges(face)
        best, near = ranked[0], float(away.min())
        likeness = max(1 - near / (2 * STRANGE), 0.0)
        if near > STRANGE:
            why = f"its colour is like none that was taught; the nearest is {best.key}"
            return CardReading(None, ranked, why, quad, likeness)
        if best.p < SURE:
            other = ranked[1].key if len(ranked) > 1 else "another colour"
            why = f"it could be {best.key} or {other}: this light does not part their colours"
            return CardReading(None, ranked, why, quad, likeness)
        return CardReading(best.key, ranked, "", quad, likeness)

    def pairs(self, most: float) -> list[Pair]:
        """Colours nearer than `most`, nearest first: under 1 light alone can exchange them."""
        found: dict[tuple[str, str], float] = {}
        for i, first in enumerate(self.keys):
            for j, second in enumerate(self.keys[:i]):
                if first != second:
                    pair = (min(first, second), max(first, second))
                    apart = float(np.linalg.norm(self.colours[i] - self.colours[j])) / APART
                    found[pair] = min(found.get(pair, np.inf), round(apart, 2))
        near = [Pair(*pair, distance) for pair, distance in found.items() if distance < most]
        return sorted(near, key=lambda pair: pair.distance)


APART = 4.0 * SPREAD
"""Two colours this far apart: light would have to shift one by four SPREAD to make it the other."""


def is_plain(face: Image) -> bool:
    """Whether a square crop shows one colour and no figure."""
    return contrast(_middle(face)) < PLAIN


def is_dark(face: Image) -> bool:
    """Whether so little light came that no colour shows."""
    return bool(np.median(_middle(face).reshape(-1, 3), axis=0).max() < DARK)


def colour_of(face: Image) -> Floats:
    """The colour of a face's middle: float32 (3,).

    Logarithms of blue over green, of red over green, and of brightness, weighed down: a lamp of
    another tint or strength adds about the same to each, whatever the colour.
    """
    median = np.median(_middle(face).reshape(-1, 3), axis=0) + FLOOR
    blue, green, red = np.log(median)
    grey = BRIGHTNESS * (0.114 * blue + 0.587 * green + 0.299 * red)
    return np.array([blue - green, red - green, grey], np.float32)


def _middle(face: Image) -> Image:
    height, width = face.shape[:2]
    top, left = round(height * MIDDLE), round(width * MIDDLE)
    return np.ascontiguousarray(face[top : height - top, left : width - left])


def _ranked(keys: Sequence[str], away: Floats) -> tuple[Ranked, ...]:
    """Probabilities of the distinct keys, best first, at most five; the rest was not taught."""
    nearest = {key: min(a for k, a in zip(keys, away, strict=True) if k == key) for key in keys}
    weights = {key: float(np.exp(-0.5 * (a / SPREAD) ** 2)) for key, a in nearest.items()}
    total = sum(weights.values()) + NONE_OF_THEM
    order = sorted(weights, key=lambda key: -weights[key])[:5]
    return tuple(Ranked(key, round(weights[key] / total, 4)) for key in order)


def _edges(face: Image) -> Floats:
    height, width = face.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
