"""Photographs of cards on tables that never were: the rendered rows of the vision bench.

Grounds are drawn; faces come from scans or drawings. A phone is held at a slant, a lamp shines from
one side, its mirror image may lie on a card, and the picture is blurred, noisy and saved as JPEG.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import card_corners, cut_out, rectangle, transform
from vision.readings import Floats, Image

Face = tuple[str, Image]
"""Key and upright picture of a card."""
CORNER = 0.05
"""Radius of a card's corners over its width: 3 mm of 63 mm."""


@dataclass(frozen=True, slots=True)
class Light:
    """How hard the light is.

    Attributes:
        slope: Share by which one side of the picture is brighter.
        glare: Chance that a lamp is mirrored in a card.
        shadow: Darkness of the shadows, 0 to 1.
        tint: Largest shift of a channel.
        blur: Largest blur, px.
        noise: Largest noise, grey levels.
    """

    slope: float = 0.35
    glare: float = 0.1
    shadow: float = 0.4
    tint: float = 0.12
    blur: float = 1.1
    noise: float = 5.0


HARD = Light(slope=0.7, glare=0.35, shadow=0.7, tint=0.2, blur=1.3, noise=7.0)


@dataclass(frozen=True, slots=True)
class Laid:
    """One card on the table: its key and its corners in the photograph, from its own top left."""

    key: str
    quad: Floats


@dataclass(frozen=True, slots=True)
class Cover:
    """A thing that lies over the cards: a polygon (N, 2), px of the flat table, and its colour."""

    outline: Floats
    colour: tuple[float, float, float]


def photograph(
    cards: Sequence[tuple[Face, Floats]],
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = (1280, 960),
    light: Light | None = None,
    ground: Image | None = None,
    covers: Sequence[Cover] = (),
) -> tuple[Image, list[Laid]]:
    """Cards laid in order at their quads (px on the flat table), as a phone sees them.

    The camera and the light are drawn from `rng` first: two pictures with equal seeds and one
    `ground` are taken by one camera that stands still, however many cards there are.
    """
    light = light or Light()
    slant, develop = _slant(rng, size), _Developer.drawn(rng, light)
    table = (ground if ground is not None else drawn_ground(rng, size)).astype(np.float32)
    for (_, face), quad in cards:
        lay_card(table, face, quad, rng, light)
    for cover in covers:
        _put(table, cover)
    picture = cv2.warpPerspective(table, slant, size, borderMode=cv2.BORDER_REFLECT)
    return develop(picture, rng), [Laid(key, transform(quad, slant)) for (key, _), quad in cards]


def _put(table: Floats, cover: Cover) -> None:
    """Draw a thing over the cards, rounded a little by light from above."""
    mask = np.zeros(table.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(cover.outline).astype(np.int32)], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None]
    round_ = cv2.GaussianBlur(mask, (0, 0), 9.0)[..., None]
    table += (np.array(cover.colour, np.float32) * (0.55 + 0.45 * round_) - table) * soft


def lay_card(
    table: Floats, face: Image, quad: Floats, rng: np.random.Generator, light: Light
) -> None:
    """Draw one card with its shadow, and perhaps the lamp in it, into the table."""
    shape = (face.shape[1], face.shape[0])
    mask = np.zeros(face.shape[:2], np.float32)
    r = round(CORNER * shape[0])
    cv2.rectangle(mask, (r, 0), (shape[0] - r - 1, shape[1] - 1), 1.0, -1)
    cv2.rectangle(mask, (0, r), (shape[0] - 1, shape[1] - r - 1), 1.0, -1)
    for x in (r, shape[0] - r - 1):
        for y in (r, shape[1] - r - 1):
            cv2.circle(mask, (x, y), r, 1.0, -1)
    shown = face.astype(np.float32)
    if rng.random() < light.glare:
        shown = _mirrored_lamp(shown, rng)
    away = rng.uniform(1, 5), rng.uniform(1, 5)
    dark = rng.uniform(0.3, 1.0) * light.shadow
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - AROUND_PX, 0)
    x1, y1 = np.ceil(quad.max(0)).astype(int) + AROUND_PX
    part = table[y0:y1, x0:x1]  # the rest stays as it is
    size = (part.shape[1], part.shape[0])
    if min(size) == 0:  # it lies off the picture
        return
    corners = np.ascontiguousarray(quad - np.array([x0, y0], np.float32), np.float32)
    place = cv2.getPerspectiveTransform(card_corners(shape), corners)
    on = cv2.warpPerspective(mask, place, size, flags=cv2.INTER_AREA)
    drawn = cv2.warpPerspective(shown, place, size, flags=cv2.INTER_AREA)
    moved = cv2.warpAffine(on, np.array([[1, 0, away[0]], [0, 1, away[1]]]), size)
    part *= 1.0 - (cv2.GaussianBlur(moved, (0, 0), 2.5) * dark)[..., None]
    part += (drawn - part) * on[..., None]


AROUND_PX = 20
"""Around a card, as far as its shadow reaches."""


def _mirrored_lamp(face: Floats, rng: np.random.Generator) -> Floats:
    """A soft bright spot over up to a third of the card."""
    height, width = face.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    wide = rng.uniform(0.12, 0.3) * width
    spot = np.exp(-((xs - x) ** 2 + ((ys - y) / rng.uniform(0.7, 1.8)) ** 2) / (2 * wide**2))
    return np.asarray(face + spot[..., None] * rng.uniform(60, 220), np.float32)


def _slant(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """A homography: the picture's corners pulled, as a hand-held camera does."""
    corners = card_corners((float(size[0]), float(size[1])))
    pulled = corners + rng.uniform(-0.05, 0.05, (4, 2)) * np.array(size)
    pulled[[0, 1], 0] += np.array([1, -1]) * rng.uniform(-0.02, 0.12) * size[0]
    slant: Floats = cv2.getPerspectiveTransform(corners, pulled.astype(np.float32))
    return slant


@dataclass(frozen=True, slots=True)
class _Developer:
    """What light and camera make of a picture: slope and tint, blur, noise, JPEG."""

    turn: float
    gain: float
    slope: float
    tint: Floats
    blur: float
    noise: float
    quality: int

    @staticmethod
    def drawn(rng: np.random.Generator, light: Light) -> "_Developer":
        return _Developer(
            turn=rng.uniform(0, 2 * np.pi),
            gain=rng.uniform(0.6, 1.05),
            slope=rng.uniform(0, light.slope),
            tint=1 + rng.uniform(-light.tint, light.tint, 3),
            blur=rng.uniform(0.3, light.blur),
            noise=rng.uniform(1, light.noise),
            quality=int(rng.integers(70, 95)),
        )

    def __call__(self, picture: Floats, rng: np.random.Generator) -> Image:
        height, width = picture.shape[:2]
        down = (np.arange(height, dtype=np.float32) / height - 0.5) * np.sin(self.turn)
        across = (np.arange(width, dtype=np.float32) / width - 0.5) * np.cos(self.turn)
        gain = self.gain * (1 + self.slope * (down[:, None] + across))
        lit = picture * (gain[..., None] * self.tint).astype(np.float32)
        lit = cv2.GaussianBlur(lit, (0, 0), self.blur)
        lit += rng.standard_normal(lit.shape, np.float32) * np.float32(self.noise)
        saved = np.clip(lit, 0, 255).astype(np.uint8)
        _, data = cv2.imencode(".jpg", saved, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def drawn_ground(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Wood, cloth, felt or a pale table with writing on it: BGR uint8 of `size`."""
    width, height = size
    kind = int(rng.integers(4))
    if kind == 0:  # wood: noise stretched along the grain
        noise = rng.normal(0, 1, (height, width)).astype(np.float32)
        long, fine = rng.uniform(20, 60), rng.uniform(0.8, 3)
        grain: Floats = cv2.GaussianBlur(noise, (0, 0), long, sigmaY=fine)
        grain = grain / grain.std()
        base = np.array([60, 100, 150]) * rng.uniform(0.4, 1.4)
        table = base + grain[..., None] * np.array([0.6, 0.8, 1.0]) * rng.uniform(4, 18)
    else:
        colour = (
            rng.uniform(20, 130, 3),
            np.array([50, 110, 40]) * rng.uniform(0.6, 1.4),
            rng.uniform(165, 225) + rng.uniform(-14, 14, 3),
        )[kind - 1]
        noise = rng.normal(0, rng.uniform(2, 14), (height, width, 1)).astype(np.float32)
        table = colour + cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.5, 1.6))[..., None]
    ground: Image = np.clip(table, 0, 255).astype(np.uint8)
    if kind == 3:  # noqa: PLR2004 - the pale one
        _scribble(ground, rng)
    return ground


def _scribble(ground: Image, rng: np.random.Generator) -> None:
    """Handwriting and a token: what lies around in games."""
    height, width = ground.shape[:2]
    ink = tuple(int(v) for v in rng.uniform(0, 120, 3))
    for _ in range(int(rng.integers(1, 5))):
        start = rng.uniform(0, 1, 2) * (width, height)
        steps = np.cumsum(rng.normal(0, 12, (25, 2)) + np.array([6, 0]), axis=0) + start
        cv2.polylines(ground, [steps.astype(np.int32)], isClosed=False, color=ink, thickness=2)
    at = rng.uniform(0.1, 0.9, 2) * (width, height)
    colour = tuple(int(v) for v in rng.uniform(0, 255, 3))
    cv2.circle(ground, (int(at[0]), int(at[1])), int(rng.uniform(20, 45)), colour, -1)


def taught_view(
    face: Face, rng: np.random.Generator, *, width: int = 171, light: Light | None = None
) -> Image:
    """One phone picture of a card alone, cut out along its edges about as a person cuts."""
    aspect = face[1].shape[0] / face[1].shape[1]
    quad = rectangle((480.0, 360.0), (300.0, 300.0 * aspect), rng.uniform(-8, 8))
    size = (960, 720)
    calm = light or Light(glare=0.0, blur=0.8)
    picture, laid = photograph([(face, quad)], rng, size=size, light=calm)
    cut = laid[0].quad + rng.normal(0, 1.5, (4, 2)).astype(np.float32)
    return cut_out(picture, cut.astype(np.float32), (width, round(width * aspect)))


Layout = Callable[[int, float, float, np.random.Generator, tuple[int, int]], list[Floats]]
"""(cards, width px, aspect, chance, picture size) -> quads on the flat table."""


def scattered(
    count: int, width: float, aspect: float, rng: np.random.Generator, size: tuple[int, int]
) -> list[Floats]:
    """Apart from each other, each turned as it fell; fewer where there is no room."""
    quads: list[Floats] = []
    reach = float(np.hypot(width, width * aspect)) / 2
    for _ in range(400):
        if len(quads) == count:
            break
        x, y = (rng.uniform(reach + 0.08 * s, s * 0.92 - reach) for s in size)
        quad = rectangle((x, y), (width, width * aspect), rng.uniform(0, 360))
        if all(_apart(quad, other) for other in quads):
            quads.append(quad)
    return quads


def _apart(quad: Floats, other: Floats) -> bool:
    grown = (other - other.mean(0)) * np.float32(1.06) + other.mean(0)
    return float(cv2.intersectConvexConvex(quad, grown.astype(np.float32))[0]) < 1.0


def in_grid(
    count: int, width: float, aspect: float, rng: np.random.Generator, size: tuple[int, int]
) -> list[Floats]:
    """In rows of up to six, a little crooked, all about the same way up or by half turned."""
    columns = min(count, 6)
    rows = -(-count // columns)
    step = width * rng.uniform(1.06, 1.3), width * aspect * rng.uniform(1.04, 1.2)
    quads = []
    for i in range(count):
        x = size[0] / 2 + (i % columns - (columns - 1) / 2) * step[0]
        y = size[1] / 2 + (i // columns - (rows - 1) / 2) * step[1]
        turn = rng.normal(0, 1.5) + 180 * int(rng.integers(2))
        quads.append(rectangle((x, y), (width, width * aspect), turn))
    return quads


def four_sided(
    count: int, width: float, aspect: float, rng: np.random.Generator, size: tuple[int, int]
) -> list[Floats]:
    """One before each of four players, each towards its owner."""
    reach = min(size) * rng.uniform(0.27, 0.32)
    quads = []
    for i in range(min(count, 4)):
        turn = 90 * i + rng.normal(0, 6)
        angle = np.radians(90 * i + 90)
        middle = np.array(size) / 2 + reach * np.array([np.cos(angle), np.sin(angle)])
        middle += rng.normal(0, 10, 2)
        quads.append(rectangle((middle[0], middle[1]), (width, width * aspect), turn))
    return quads


def fanned(
    count: int, width: float, aspect: float, rng: np.random.Generator, size: tuple[int, int]
) -> list[Floats]:
    """A hand of cards spread out: each lies over the one before."""
    quads = []
    spread = rng.uniform(14, 24)
    pivot = np.array(size) / 2 + (0, width * aspect * 0.7)
    for i in range(count):
        turn = (i - (count - 1) / 2) * spread
        angle = np.radians(turn - 90)
        middle = pivot + width * aspect * 0.95 * np.array([np.cos(angle), np.sin(angle)])
        quads.append(rectangle((middle[0], middle[1]), (width, width * aspect), turn))
    return quads
