"""Where taught dice lie in a photograph: by edges, and by what the taught faces explain there."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.coarse import CoarseFaces
from vision.fits import least_left
from vision.geometry import area, cut_out
from vision.outlines import overlap, reduced, regions
from vision.readings import CardReading, Floats, Image
from vision.upper_faces import stretch, upper_faces

MOST_LEFT = 0.25
"""Share that the likeliest face may leave unexplained once it is laid there at the coarse size. Of
212 places on rendered tables (two sets of twelve symbols) 125 are named and leave 0.08 and less."""
ASK = 0.2
"""Likeness from which an unread thing is asked about rather than left out."""
LITTLE_LEFT = 0.1
"""The same from which it is read at once, before other places of the die are looked at."""
TRIES, READS = 4, 2
"""Places of one die on which the taught faces are laid, at most, and how many are read of those at
which none is named."""
ONE_DIE = 0.3
"""Shared area, of the smaller one's, from which two places are of one die."""
SIDED = 0.6
"""Share of each side that lies along an edge where a face is known by its edges alone."""
UPPER_SHARE, AS_SQUARE = 0.55, 0.05
"""Of a die's outline that the upper face takes, at least; and by how much the stretch of a face and
of a square that is printed on it may differ."""
AS_LARGE = 0.25
"""By how much the sides of two dice on one table may differ."""
ALONG = np.linspace(0.2, 0.8, 24)[:, None, None, None]
"""Where along a side is looked: its ends may be rounded corners."""
BATCH = 16

ReadFace = Callable[[Image], CardReading]


class DiePlaces:
    """One photograph with dice."""

    def __init__(self, image: Image, least_share: float, most_share: float) -> None:
        """image: BGR uint8. Shares: of the picture, that a die takes at least and at most."""
        self._image = image
        self._small, scale = reduced(image)
        self._scale = np.float32(scale)
        masks = regions(self._small)
        self._quads = upper_faces(masks, least_share, most_share)
        self._sided = _sided(self._quads, cv2.bitwise_not(masks[0]))

    def read(
        self, catalogue: Catalogue, patch_px: int, read_face: ReadFace
    ) -> list[tuple[Floats, CardReading]]:
        """Each die once, with its upper face in px of the photograph: named, or to be asked about.

        Args:
            catalogue: The taught faces that show figures.
            patch_px: Side at which faces are cut out.
            read_face: Names the face in a square crop, whichever way it lies.
        """
        named: list[tuple[Floats, CardReading]] = []
        asked: list[tuple[Floats, CardReading]] = []

        def read_at(place: Floats) -> None:
            reading = read_face(cut_out(self._image, place, (patch_px, patch_px)))
            (asked if reading.key is None else named).append((place, reading))

        tried: list[Floats] = []
        later: list[tuple[float, int]] = []
        for quad, turned in self._ranked(catalogue.coarse):
            place = quad / self._scale
            if _is_one(place, named) or sum(overlap(place, q) > ONE_DIE for q in tried) >= TRIES:
                continue
            tried.append(place)
            face = cut_out(self._image, place, (patch_px, patch_px))
            left = least_left(np.ascontiguousarray(np.rot90(face)) if turned else face, catalogue)
            if left < LITTLE_LEFT:
                read_at(place)
            elif left < MOST_LEFT:
                later.append((left, len(tried) - 1))
        for _, at in sorted(later):
            reads = sum(overlap(tried[at], place) > ONE_DIE for place, _ in asked)
            if reads < READS and not _is_one(tried[at], named):
                read_at(tried[at])
        for place, reading in sorted(asked, key=lambda read: -read[1].likeness):
            if reading.likeness >= ASK and not _is_one(place, named):
                named.append((place, reading))
        return named

    def lone(self) -> Floats | None:
        """The upper face of a die that lies alone: large, all its sides edges, and most square.

        Together with a face beside it, it is larger, but longer one way.
        """
        sided = [q for q, share in zip(self._quads, self._sided, strict=True) if share > SIDED]
        if not sided:
            return None
        least = UPPER_SHARE * max(area(quad) for quad in sided)
        large = [quad for quad in sided if area(quad) >= least]
        best = min(large, key=lambda quad: (round(stretch(quad) / AS_SQUARE), -area(quad)))
        return np.asarray(best / self._scale)

    def others(self, known: Sequence[Floats]) -> list[Floats]:
        """Faces by their edges alone, apart from those known and about as large."""
        if not known:
            return []
        size = float(np.median([area(quad) for quad in known])) ** 0.5
        found: list[Floats] = []
        sided = [q for q, share in zip(self._quads, self._sided, strict=True) if share > SIDED]
        for quad in sorted(sided, key=area, reverse=True):
            place = quad / self._scale
            alike = abs(area(place) ** 0.5 / size - 1) < AS_LARGE
            apart = all(overlap(place, other) <= ONE_DIE for other in [*known, *found])
            if alike and apart:
                found.append(place)
        return found

    def _ranked(self, faces: CoarseFaces) -> list[tuple[Floats, bool]]:
        """The likeliest first, and whether each looks more like a face when turned by a quarter."""
        found: list[tuple[float, int, bool]] = []
        for start in range(0, len(self._quads), BATCH):
            some = self._quads[start : start + BATCH]
            patches = [
                cut_out(self._small, quad, faces.size).astype(np.float32) / np.float32(255)
                for quad in some
            ]
            turned = [np.ascontiguousarray(np.rot90(p, turn)) for turn in range(4) for p in patches]
            misfits = faces.misfits(turned).min(1).reshape(2, 2, -1).min(0)
            for i, either in enumerate(misfits.T):
                worth = float(either.min()) - self._sided[start + i]
                found.append((worth, start + i, bool(either[1] < either[0])))
        return [(self._quads[i], turned) for _, i, turned in sorted(found)]


def _sided(quads: Sequence[Floats], edges: Image) -> list[float]:
    """Of each quad's side that lies least along an edge, the share that does; corners left out.

    edges: uint8, 255 on edges and a px beside them.
    """
    if not quads:
        return []
    near = cv2.dilate(edges, np.ones((3, 3), np.uint8))
    starts = np.stack(quads)
    ends = np.roll(starts, -1, axis=1)
    points = np.round(starts + (ends - starts) * ALONG).astype(int)  # (24, N, 4, 2)
    inside = np.clip(points, 0, np.array(near.shape[1::-1]) - 1)
    shares = (near[inside[..., 1], inside[..., 0]] > 0).mean(0).min(1)
    return [float(share) for share in shares]


def _is_one(place: Floats, dice: Sequence[tuple[Floats, CardReading]]) -> bool:
    """Whether one of these dice lies there."""
    return any(overlap(place, other) > ONE_DIE for other, _ in dice)
