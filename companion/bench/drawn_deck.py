"""A deck of 52 playing cards that is drawn here, so that no picture of others is needed.

In print, with pips and simple courts, or with ranks written by hand.
"""

import cv2
import numpy as np

from companion.bench.handwriting import Pen, write
from companion.bench.suit_shapes import RED, SUITS, suit_parts
from vision.readings import Image

WIDTH, HEIGHT = 280, 392
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_LEFT, _RIGHT, _MIDDLE = 0.3, 0.7, 0.5
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "ace": ((_MIDDLE, 0.5),),
    "2": ((_MIDDLE, 0.2), (_MIDDLE, 0.8)),
    "3": ((_MIDDLE, 0.2), (_MIDDLE, 0.5), (_MIDDLE, 0.8)),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0.2, 0.8)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0.2, 0.5, 0.8)),
    "9": tuple((x, y) for x in (_LEFT, _RIGHT) for y in (0.2, 0.4, 0.6, 0.8)),
}
_PIPS["5"] = (*_PIPS["4"], (_MIDDLE, 0.5))
_PIPS["7"] = (*_PIPS["6"], (_MIDDLE, 0.35))
_PIPS["8"] = (*_PIPS["6"], (_MIDDLE, 0.35), (_MIDDLE, 0.65))
_PIPS["10"] = (*_PIPS["9"], (_MIDDLE, 0.3), (_MIDDLE, 0.7))
_PIPS["9"] = (*_PIPS["9"], (_MIDDLE, 0.5))
_INK = {True: (45.0, 40.0, 200.0), False: (35.0, 30.0, 30.0)}
_PAPER = 246
BACK = "back"


def printed_deck() -> list[tuple[str, Image]]:
    """Key and face of each card, `king-hearts`: BGR uint8 of `WIDTH` and `HEIGHT`."""
    return [(f"{rank}-{suit}", _printed(rank, suit)) for suit in SUITS for rank in RANKS]


def written_deck(rng: np.random.Generator) -> list[tuple[str, Image]]:
    """The same with one large rank in the middle, each written anew, and suits in two corners."""
    return [(f"{rank}-{suit}", _written(rank, suit, rng)) for suit in SUITS for rank in RANKS]


def drawn_back() -> Image:
    """A lattice within a white rim: BGR uint8 of `WIDTH` and `HEIGHT`."""
    back = _blank()
    for at in range(-HEIGHT, WIDTH + HEIGHT, 14):
        for end in (at - HEIGHT, at + HEIGHT):
            cv2.line(back, (at, 0), (end, HEIGHT), (130, 50, 40), 4, cv2.LINE_AA)
    cv2.rectangle(back, (0, 0), (WIDTH, HEIGHT), (_PAPER,) * 3, 36)
    return back


def _blank() -> Image:
    return np.full((HEIGHT, WIDTH, 3), _PAPER, np.uint8)


def _pip(face: Image, suit: str, at: tuple[float, float], size: float, *, turned: bool) -> None:
    middle = np.array(at) * (WIDTH, HEIGHT)
    for part in suit_parts(suit):
        points = middle + part * size * (-1 if turned else 1)
        cv2.fillPoly(
            face, [np.round(points * 8).astype(np.int32)], _INK[suit in RED], cv2.LINE_AA, 3
        )


def _index(face: Image, rank: str, suit: str) -> Image:
    """Rank and suit in the upper left corner, and turned by half in the lower right one."""
    label = rank[0].upper() if rank.isalpha() else rank
    for _ in range(2):
        scale, at = (1.3, (8, 40)) if len(label) == 1 else (1.1, (2, 40))
        cv2.putText(face, label, at, 0, scale, _INK[suit in RED], 3, cv2.LINE_AA)
        _pip(face, suit, (0.075, 0.16), 26, turned=False)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def _printed(rank: str, suit: str) -> Image:
    face = _blank()
    if rank not in _PIPS:
        return _index(_court(face, rank, suit), rank, suit)
    size = 110 if rank == "ace" else 52
    for x, y in _PIPS[rank]:
        _pip(face, suit, (x, y), size, turned=y > 0.5)  # noqa: PLR2004 - the lower half
    return _index(face, rank, suit)


def _court(face: Image, rank: str, suit: str) -> Image:
    """A framed figure, the same upside down below: head, crown, robe, and the suit beside it."""
    rng = np.random.default_rng(RANKS.index(rank) * 4 + SUITS.index(suit))
    x0, y0, x1, y1 = 50, 34, WIDTH - 50, HEIGHT // 2
    robe = [tuple(float(v) for v in rng.choice((40, 120, 200), 3)) for _ in range(3)]
    for i, colour in enumerate(robe):
        top = y0 + 78 + 22 * i
        points = np.array(
            [(x0 + 20 + 8 * i, y1), (140 - 24, top), (140 + 24, top), (x1 - 20 - 8 * i, y1)]
        )
        cv2.fillPoly(face, [points.astype(np.int32)], colour, cv2.LINE_AA)
    cv2.circle(face, (140, y0 + 62), 22, (190, 215, 245), -1, cv2.LINE_AA)
    cv2.circle(face, (140, y0 + 62), 22, (30, 30, 30), 2, cv2.LINE_AA)
    teeth = {"jack": 0, "queen": 3, "king": 5}[rank]
    for x in np.linspace(-18, 18, teeth) if teeth else ():
        cv2.line(
            face, (140 + round(x), y0 + 42), (140 + round(x * 1.5), y0 + 18), (30, 170, 220), 6
        )
    cv2.line(face, (116, y0 + 42), (164, y0 + 42), (30, 140, 200) if teeth else robe[0], 9)
    side = -1 if rank == "queen" else 1
    cv2.line(face, (140 + side * 44, y0 + 10), (140 + side * 52, y1), (90, 90, 90), 5, cv2.LINE_AA)
    _pip(face, suit, (0.27 if side > 0 else 0.73, 0.17), 44, turned=False)
    half = face[: HEIGHT // 2]
    whole = np.concatenate([half, half[::-1, ::-1]])
    cv2.rectangle(whole, (x0, y0), (x1, HEIGHT - y0), (120, 60, 40), 2)
    return whole


def _written(rank: str, suit: str, rng: np.random.Generator) -> Image:
    face = _blank()
    for _ in range(2):
        _pip(face, suit, (0.14, 0.12), 56, turned=False)
        face = np.ascontiguousarray(face[::-1, ::-1])
    label = rank[0].upper() if rank.isalpha() else rank
    pen = Pen(_INK[suit in RED], rng.uniform(7, 11), 0.03, rng.uniform(0, 0.2))
    size = 150.0
    left = (WIDTH - 0.7 * size * len(label)) / 2
    write(face, label, np.array([left, (HEIGHT - size) / 2]), size, pen, rng=rng)
    return face
