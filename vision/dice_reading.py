"""Reading pip dice in a picture: found by one network, read by another, judged here."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice import TILTED_WHY, Box, DiceReading, DiceState, DieReading, box_overlap
from vision.dice_nets import TURNS, Found, find_dice, read_faces
from vision.hands import sees_hand
from vision.readings import Floats, Image, Ranked

FIND = 0.3
"""Score from which a place is looked at."""
TELL = 0.38
"""Score from which a value is told: none of the 283 dice of the tune part lies under 0.41."""
TRUST = 0.6
"""Score from which a place that no class explains is still called a die."""
NO_DIE = 0.4
"""Share of "no die" from which a place is dropped."""
ONE_SCORE, ONE_P = 0.75, 0.98
"""A one is told from this score or this probability: any spot on a pale thing looks like one. An
ace and a button of cards_edje (IMG_2582, tune part) stay under both, and 2 of 40 ones there."""
MIN_P = 0.6
"""Calibrated probability of a value that is told. Tune part: 256 of 283 right, 2 wrong, one of them
by its label; at 0.5 it is 262 and 7, at 0.7 253 and 2. That all four views agree as well costs a
further 2 % and keeps none of the wrong ones back."""
TEMPERATURE = 0.9
"""Divides the logs of the reader. Calibration error on the tune part: 2.1 %."""
MIN_PX = 12.0
"""Dice smaller than this have no readable pips."""
TILTED, MOVING = 7, 8
MOVED = 0.5
"""Share of "moving" of a single die from which the throw is not over."""
GLARED, GLARE_SHARE = 250, 0.12
EDGE_PX = 1.5
"""A box this near to the picture's edge is cut off."""
MIN_SHARP = 0.05


@dataclass(frozen=True, slots=True)
class _Look:
    """What the reader says of one place: probabilities of no die, 1..6, tilted, moving."""

    found: Found
    shares: Floats


def read_dice(image: Image) -> DiceReading:
    """Every pip die in a BGR uint8 picture, top to bottom.

    Values are told only where sure; a total only where every die is read, lies still, and no hand
    is over them.
    """
    looks = [look for look in _looks(image, find_dice(image, least=FIND)) if _is_die(look)]
    dice = tuple(_reading(look, image) for look in looks)
    ordered = tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))
    return DiceReading(ordered, DiceState.HAND if sees_hand(image) else _state(looks))


def _state(looks: list[_Look]) -> DiceState:
    if not looks:
        return DiceState.EMPTY
    moving = any(float(look.shares[MOVING]) > MOVED for look in looks)
    return DiceState.MOVING if moving else DiceState.SETTLED


def _looks(image: Image, finds: list[Found]) -> list[_Look]:
    """Each die once, with the mean of its views.

    Of finds that overlap the one is kept that reads best at a first view: on a large die the
    finder also sees its pips as small dice, and on a heap the heap as a large one; neither reads
    as a face.
    """
    first = read_faces(image, [find.box for find in finds], TURNS[:1])
    kept = _apart(finds, np.exp(first[:, 0]))
    rest = read_faces(image, [finds[i].box for i in kept], TURNS[1:])
    views = np.concatenate([first[kept], rest], axis=1)
    return [_look(finds[i], view) for i, view in zip(kept, views, strict=True)]


def _look(place: Found, views: Floats) -> _Look:
    mean = views.mean(0) / TEMPERATURE
    shares = np.exp(mean - mean.max())
    return _Look(place, (shares / shares.sum()).astype(np.float32))


def _apart(finds: list[Found], shares: Floats) -> list[int]:
    """Which of the finds are kept, the surest first."""
    worth = [f.score * float(p[1:].max() * (1 - p[0])) for f, p in zip(finds, shares, strict=True)]
    kept: list[int] = []
    for i in sorted(range(len(finds)), key=lambda n: -worth[n]):
        if not any(box_overlap(_box(finds[i]), _box(finds[k])) > ONE_DIE for k in kept):
            kept.append(i)
    return kept


ONE_DIE = 0.4
"""Share of the smaller box from which two finds are one die."""


def _is_die(look: _Look) -> bool:
    return float(look.shares[0]) < NO_DIE or (
        look.found.score >= TRUST and float(look.shares[0]) < SURELY_NONE
    )


SURELY_NONE = 0.9


def _reading(look: _Look, image: Image) -> DieReading:
    faces = look.shares[1:7] / max(float(look.shares[1:7].sum()), 1e-6)
    order = np.argsort(-faces)
    best = int(order[0]) + 1
    p = float(look.shares[best])
    ranked = tuple(Ranked(str(i + 1), round(float(look.shares[i + 1]), 4)) for i in order[:2])
    why = _doubt(look, best, p, int(order[1]) + 1, image)
    return DieReading(None if why else best, round(p, 4), why, _box(look.found), ranked)


def _box(found: Found) -> Box:
    x, y, w, h = (float(v) for v in found.box)
    return x, y, w, h


def _doubt(look: _Look, best: int, p: float, second: int, image: Image) -> str:
    """Why the value is not told; empty where it is."""
    box = look.found.box
    if float(box[2:].max()) < MIN_PX:
        return f"it is too small in the picture: {box[2:].max():.0f} px. Go nearer"
    if p >= MIN_P:
        return "" if _surely_die(look, best, p) else f"it could be {best}, or no die at all"
    if float(look.shares[MOVING]) > p:
        return "it is still moving. Read it when it lies"
    if float(look.shares[TILTED]) > p:
        return TILTED_WHY
    if _cut_off(box, image):
        return "it is cut off by the picture's edge"
    piece = _piece(image, box)
    if float((piece.min(axis=2) >= GLARED).mean()) > GLARE_SHARE:
        return f"a lamp is mirrored in it: it could be {best} or {second}"
    if _sharpness(piece) < MIN_SHARP:
        return f"it is blurred: it could be {best} or {second}"
    if float(look.shares[0]) > float(look.shares[second]):
        return f"it could be {best}, or no die at all"
    return f"it could be {best} or {second}"


def _surely_die(look: _Look, best: int, p: float) -> bool:
    if best == 1 and look.found.score < ONE_SCORE and p < ONE_P:
        return False
    return look.found.score >= TELL


def _cut_off(box: Floats, image: Image) -> bool:
    x, y, w, h = (float(v) for v in box)
    height, width = image.shape[:2]
    return min(x, y) < EDGE_PX or x + w > width - EDGE_PX or y + h > height - EDGE_PX


def _piece(image: Image, box: Floats) -> Image:
    x0, y0 = (max(int(v), 0) for v in box[:2])
    x1, y1 = (int(v) + 1 for v in box[:2] + box[2:])
    return image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]


def _sharpness(piece: Image) -> float:
    """Strongest edges relative to contrast, at 40 px."""
    grey = cv2.cvtColor(
        cv2.resize(piece, (40, 40), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    span = float(np.percentile(grey, 99)) - float(np.percentile(grey, 1)) + 1.0
    return float(np.percentile(edges, 99)) / span
