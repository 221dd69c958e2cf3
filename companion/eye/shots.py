"""Teaching through the camera: one card, die or token after another, pictured when it is still.

No clock and no thread; frames in, shots out. What it is, the person says elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.eye.fitting import fitted, upper_face
from hardware.camera import Frame
from hardware.eye_link import TeachShot
from vision.catalogue import FACE_WIDTH
from vision.face_quality import (
    GLARE_SHARE,
    MIN_CONTRAST,
    MIN_SHARPNESS,
    MIN_WIDTH,
    blown_share,
)
from vision.faces import contrast, sharpness
from vision.geometry import ZoneView, cut_out, rectangle, sides
from vision.markers import TablePlane, find_plane
from vision.mat import Mat, MatError, Zone
from vision.occupancy import BARE_SHARE, bare_mask, bare_share, foreign_on_ring, reaches_over_edge
from vision.readings import Floats, Image, Unreadable
from vision.symbol_dice import DIE_MM
from vision.teaching import face_from
from vision.tokens import ACROSS_MM, FIGURE_MM, outlines
from vision.tray import NEARER

ZONE = "pot"
"""Where cards are shown; a mat without one has them shown on its first pile, else in its tray."""
DIE_PX = 96
"""Side of the picture that is taken of a die."""
MARGIN_MM = 10.0
FINE, SMALL = 3.0, 1.0
"""px/mm: for the face, which is kept at 2.5 px/mm, and for everything else."""
STILL = 4
"""Frames alike in a row before a picture is taken."""
STILL_LEVEL = 6.0
"""Mean difference of two small pictures, grey levels, that counts as alike: the twin's noise stays
under 2 on an A2 sheet (2026-11-30)."""
SAME_LEVEL = 4.0
"""Mean difference over the card's part under which the card shown before still lies there: two
cards of the sets that look alike are 8 apart (likewise)."""
SIZE_TOLERANCE = 0.13
"""Of a card's sides: perspective, shadow and a printed mat that is a little too small."""
TOO_BRIGHT = 0.3
"""Share of a face that is blown out from which it is no lamp's mirror image: all of it is."""
REACH_MM = 3.0
"""How far the middle of a card may be from that of the card with its shadow."""
LARGE = 1.35
"""Of a card's area from which it is more than one card."""
THUMB_WIDTH = 120
DIE_SPECK, DIE_LARGE, DIE_ASIDE = 0.4, 1.6, 1.25
"""Of a die's face: less is dirt; of its side: more is no die; longer over shorter side of an
outline beyond which the die is seen too much from aside."""
DIE_LEAST_PX = 18.0
"""A die narrower than this in the camera's picture has no readable face."""
TOKEN_LEAST_PX = 15.0
"""Likewise the middle of a token, as wide, with a larger figure. On the simulated table all
of 360 were read where it has 17 to 20 (2026-11-30)."""
TOKEN_SHARPNESS = 0.05
"""So few px, drawn out to a picture, are never as sharp as a card: twelve pictures on the simulated
table had 0.056 to 0.106, blurred by a pixel more 0.041 to 0.056 (likewise)."""


@dataclass(frozen=True, slots=True)
class _Place:
    plane: TablePlane
    small: ZoneView
    fine: ZoneView


class Shots:
    """Takes a picture of whatever single card is shown, once each time it is laid."""

    def __init__(self, mat: Mat, card_mm: tuple[float, float]) -> None:
        self._mat = mat
        self._zone = teaching_zone(mat)
        self._tokens = any(zone.kind == "tokens" for zone in mat.zones)
        self._card_mm = card_mm
        self._place: _Place | None = None
        self._previous: Image | None = None
        self._alike: list[Image] = []
        self._taken: Image | None = None
        self._told = ""
        self._unfound = 0

    def look(self, frame: Frame) -> list[TeachShot]:
        """One frame. A shot when one was taken, or when what hinders it changed."""
        if self._place is None and not self._find(frame):
            return self._hindered("mat")
        place = self._place
        assert place is not None  # noqa: S101 - found above
        small = place.small.rectify(frame.image)
        still = self._previous is not None and _apart(self._previous, small) < STILL_LEVEL
        self._previous = small
        self._alike = [*self._alike[1 - STILL :], frame.image] if still else [frame.image]
        if len(self._alike) < STILL:
            return []
        if self._taken is not None and self._same(small):
            return []
        return self._judge(frame, small, place)

    def _find(self, frame: Frame) -> bool:
        """Look for the mat, every tenth frame while it is not there."""
        self._unfound += 1
        if self._unfound % 10 != 1:
            return False
        plane = find_plane(frame.image, self._mat)
        if isinstance(plane, Unreadable):
            return False
        views = (
            ZoneView(self._zone, plane.mm_to_frame, px_per_mm=scale, margin_mm=MARGIN_MM)
            for scale in (SMALL, FINE)
        )
        self._place = _Place(plane, *views)
        return True

    def _same(self, small: Image) -> bool:
        return self._taken is not None and _apart(self._taken, small) < SAME_LEVEL

    def _judge(self, frame: Frame, small: Image, place: _Place) -> list[TeachShot]:
        if bare_share(small, self._zone, SMALL, MARGIN_MM) >= BARE_SHARE:
            self._taken = None
            return self._hindered("none")
        if foreign_on_ring(small, SMALL, MARGIN_MM):
            return self._hindered("hand")
        self._place = None if not self._still_there(frame, place) else place
        if self._place is None:
            return []
        pictures = [place.fine.rectify(image) for image in self._alike]
        fine = np.asarray(np.mean(pictures, axis=0, dtype=np.float32)).astype(np.uint8)
        quad = self._card(fine)
        if isinstance(quad, str):
            return self._hindered(quad)
        die = max(sides(quad)) < DIE_LARGE * DIE_MM[0] * FINE
        size = (round(self._card_mm[0] * FINE), round(self._card_mm[1] * FINE))
        face = cut_out(fine, quad, (DIE_PX, DIE_PX) if die else size)
        least = MIN_WIDTH / self._card_mm[0]
        if die:
            least = (TOKEN_LEAST_PX if self._tokens else DIE_LEAST_PX) / DIE_MM[0]
        sharp = TOKEN_SHARPNESS if die and self._tokens else MIN_SHARPNESS
        why = self._poor(face, place, least, sharp)
        if why:
            return self._hindered(why)
        self._taken, self._told = small, ""
        return [shot(0, face)]

    def _still_there(self, frame: Frame, place: _Place) -> bool:
        """The camera may have been pushed while cards were changed."""
        plane = find_plane(frame.image, self._mat)
        if isinstance(plane, Unreadable):
            return True
        shift = np.abs(plane.mm_to_frame - place.plane.mm_to_frame).max()
        return bool(shift < np.abs(place.plane.mm_to_frame).max() * 0.01)

    def _card(self, fine: Image) -> Floats | str:
        """The one card's corners in the fine picture, clockwise with a short side first."""
        bare = bare_mask(fine, self._zone, FINE, MARGIN_MM)
        kernel = np.ones((7, 7), np.uint8)
        covered = cv2.morphologyEx(cv2.bitwise_not(bare), cv2.MORPH_OPEN, kernel)
        covered = cv2.morphologyEx(covered, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
        contours, _ = cv2.findContours(covered, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        card_px = self._card_mm[0] * self._card_mm[1] * FINE**2
        die_px = DIE_MM[0] * FINE
        large = [one for one in contours if cv2.contourArea(one) > card_px * 0.15]
        if not large:
            if self._tokens:
                return _token(list(outlines(fine, self._zone, FINE, MARGIN_MM)))
            small = [one for one in contours if cv2.contourArea(one) > DIE_SPECK * die_px**2]
            return _die(fine, small, (fine.shape[0] - bare.shape[0]) / 2)
        box = cv2.minAreaRect(np.concatenate(large))
        if box[1][0] * box[1][1] > LARGE * card_px:
            return "several"
        if reaches_over_edge(covered, FINE):
            return "cut"
        around: Floats = cv2.boxPoints(box).astype(np.float32)
        around += np.float32((fine.shape[0] - bare.shape[0]) / 2)
        wanted = (self._card_mm[0] * FINE, self._card_mm[1] * FINE)
        quad = _clockwise(around)
        if np.abs(np.array(sides(quad)) / wanted - 1).max() > SIZE_TOLERANCE:
            return "shape"
        return fitted(fine, quad, wanted, REACH_MM * FINE)

    def _poor(self, face: Image, place: _Place, least_px_per_mm: float, sharp: float) -> str:
        """Why this face cannot be learned, or nothing."""
        if place.plane.px_per_mm < least_px_per_mm:
            return "far"
        blown = blown_share(face)
        if blown > GLARE_SHARE:
            return "bright" if blown > TOO_BRIGHT else "glare"
        if contrast(face) < MIN_CONTRAST:
            return "blank"
        return "blur" if sharpness(face) < sharp else ""

    def _hindered(self, why: str) -> list[TeachShot]:
        """Told once, until something else hinders."""
        if self._told == why:
            return []
        self._told = why
        return [TeachShot(ident=0, ok=False, why=why)]


def _die(fine: Image, small: Sequence[Image], edge: float) -> Floats | str:
    """The lone die's upper face, where nothing so large as a card lies there.

    Its outline shows side faces as well.
    """
    if len(small) != 1:
        return "several" if small else "none"
    die = DIE_MM[0] * FINE
    (x, y), (across, along), degrees = cv2.minAreaRect(small[0])
    side, longer = min(across, along), max(across, along)
    if longer > min(DIE_LARGE * die, DIE_ASIDE * side):
        return "shape"
    face = die * NEARER
    quad = rectangle((x + edge, y + edge), (face, face), degrees)
    return upper_face(fine, quad, face, max(longer - face, 0) / 2 + FINE)


def _token(small: Sequence[Floats]) -> Floats | str:
    """The middle of the lone token, as it lies."""
    if len(small) != 1:
        return "several" if small else "none"
    (x, y), radius = cv2.minEnclosingCircle(small[0])
    if not ACROSS_MM[0] <= 2 * radius / FINE <= ACROSS_MM[1]:
        return "shape"
    return rectangle((x, y), (FIGURE_MM * FINE, FIGURE_MM * FINE), 0.0)


def teaching_zone(mat: Mat) -> Zone:
    """Where cards and dice are laid to be learned. Raises MatError where there is no such place."""
    piles = [zone for zone in mat.zones if zone.kind == "pile"]
    trays = [zone for zone in mat.zones if zone.kind == "tray"]
    named = [zone for zone in piles if zone.name == ZONE]
    for zone in (*named, *piles, *trays):
        return zone
    raise MatError(f"The mat of {mat.title} has no place to show a card.")


def _clockwise(quad: Floats) -> Floats:
    """Corners clockwise in the picture, a short side first."""
    middle = quad.mean(0)
    around = np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))
    ordered = quad[around]
    across, along = sides(ordered)
    return np.ascontiguousarray(np.roll(ordered, 1, axis=0) if across > along else ordered)


def _apart(first: Image, second: Image) -> float:
    """Mean difference of two small pictures where they differ most: the worst of 36 tiles.

    Both are smoothed a little first, so that the sensor's noise counts for less.
    """
    smooth = (cv2.blur(picture, (3, 3)) for picture in (first, second))
    grey = cv2.absdiff(*smooth).max(axis=2).astype(np.float32)
    tiles: Image = cv2.resize(grey, (6, 6), interpolation=cv2.INTER_AREA)
    return float(tiles.max())


def shot(ident: int, face: Image) -> TeachShot:
    """A face as it is sent: PNG at the size of a catalogue, and a small JPEG to look at."""
    height = round(FACE_WIDTH * face.shape[0] / face.shape[1])
    small = cv2.resize(face, (FACE_WIDTH, height), interpolation=cv2.INTER_AREA)
    thumb_height = round(THUMB_WIDTH * height / FACE_WIDTH)
    thumb = cv2.resize(small, (THUMB_WIDTH, thumb_height), interpolation=cv2.INTER_AREA)
    png = cv2.imencode(".png", small)[1].tobytes()
    jpeg = cv2.imencode(".jpg", thumb, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
    return TeachShot(ident=ident, ok=True, face=png, thumb=jpeg)


PHOTO_PX = 1600
"""Longer side to which a phone's photo is brought before a card is looked for."""


def from_photo(ident: int, data: bytes, card_mm: tuple[float, float]) -> TeachShot:
    """A phone's photo of one card. Never raises: what is wrong is in the answer."""
    image = decode(data)
    if image is None:
        return TeachShot(ident=ident, ok=False, why="picture")
    scale = PHOTO_PX / max(image.shape[:2])
    if scale < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        ).astype(np.uint8)
    face = face_from(image, card_mm)
    if isinstance(face, Unreadable):
        text = f"Of this photo: {face.reason}."
        return TeachShot(ident=ident, ok=False, why="photo", text=text)
    return shot(ident, face)


def decode(data: bytes) -> Image | None:
    """BGR uint8, or None. How large it may be is set where the process is started."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None or min(image.shape[:2]) < 2 else np.asarray(image, np.uint8)  # noqa: PLR2004
