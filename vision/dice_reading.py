"""Reading pip dice in a picture: found by one network, read by another, judged here."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice import MOVING_WHY, TILTED_WHY, Box, DiceReading, DiceState, DieReading, box_overlap
from vision.dice_gate import real_share
from vision.dice_lean import flat_only
from vision.dice_nets import TURNS, Found, find_dice, read_faces
from vision.hands import sees_hand
from vision.levels import least_channel, quantile
from vision.readings import Floats, Image, Ranked

LARGEST = 2000
"""Long side in px to which larger photographs are brought first, once for all that looks at them:
183 ms instead of 441 for 16 megapixels. The smallest die that is found is 25 px wide then."""
FIND = 0.3
"""Score from which a place is looked at."""
TELL = 0.38
"""Score from which a value is told: one of the 283 dice of the tune part lies under it."""
TRUST = 0.6
"""Score from which a place that no class explains is still called a die."""
NO_DIE = 0.4
"""Share of "no die" from which a place is dropped."""
REAL = 0.5
"""Share of "a die" of the gate, which sees what lies around, from which a value is told."""
MIN_P = 0.65
"""Probability of a value that is told. Tune part: 276 of 283 right, none wrong, from 0.55 to 0.75.
Of 154 dice rendered in bowls 114, at 0.55 116 and two wrong; of 384 drawn strangers 6 are told."""
TEMPERATURE = 0.8
"""Divides the logs of the reader. Calibration error on the tune part: 1.3 %, undivided 2.9 %."""
VIEWS = ((2, 0.98), (4, 0.95), (len(TURNS), 1.0))
"""How many views of a die are averaged, and the probability of a value from which these are enough.
Tune part: as many told right as with four and twelve at once, by a quarter fewer views."""
NONE_VIEWS = 4
"""Views from which it is believed that a place shows no die."""
CLEAR = 0.95
"""Probability from which a die lies still for certain: what moves is held against its size."""
MIN_PX = 12.0
"""Dice smaller than this have no readable pips."""
TILTED, MOVING = 7, 8
MOVED = 0.5
"""Share of "moving" of a single die from which the throw is not over."""
MOVING_SIZE = 0.55
"""A die that rolls is smeared, so that it is hardly smaller than those that lie. What is smaller
than this share of them is an edge of a shadow or pips of a die that was not found: asked about, but
no movement. Of 23 rendered pictures of dice at rest four were called moving, one with this."""
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
    shrink = LARGEST / max(image.shape[:2])
    if shrink >= 1.0:
        return _read(image)
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    reading = _read(small)
    return replace(reading, dice=tuple(_enlarged(die, 1 / shrink) for die in reading.dice))


def _enlarged(die: DieReading, by: float) -> DieReading:
    x, y, wide, high = die.box
    return replace(die, box=(x * by, y * by, wide * by, high * by))


def _read(image: Image) -> DiceReading:
    all_looks, rest = _looks(image, find_dice(image, least=FIND))
    looks = [look for look in all_looks if _is_die(look)]
    dice = flat_only(image, [_reading(look, image) for look in looks])
    dice += [_half_seen(look) for look in rest if _is_covered(look, looks)]
    ordered = tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))
    return DiceReading(ordered, DiceState.HAND if sees_hand(image) else _state(looks))


def _state(looks: list[_Look]) -> DiceState:
    if not looks:
        return DiceState.EMPTY
    lying = [_side(look) for look in looks if float(look.shares[1:7].max()) >= CLEAR]
    least = MOVING_SIZE * float(np.median(lying)) if lying else 0.0
    moving = any(float(look.shares[MOVING]) > MOVED and _side(look) >= least for look in looks)
    return DiceState.MOVING if moving else DiceState.SETTLED


def _side(look: _Look) -> float:
    return float(look.found.box[2:].max())


def _looks(image: Image, finds: list[Found]) -> tuple[list[_Look], list[_Look]]:
    """Each die once, with the mean of its views; and the finds that lie over these, at one view.

    Of finds that overlap the one is kept that reads best at a first view: on a large die the
    finder also sees its pips as small dice, and on a heap the heap as a large one; neither reads
    as a face.
    """
    first = read_faces(image, [find.box for find in finds], TURNS[:1])
    kept = _apart(finds, np.exp(first[:, 0]))
    looks = [_seen(finds[i], first[i], image) for i in kept]
    rest = [_look(find, first[i]) for i, find in enumerate(finds) if i not in kept]
    return looks, rest


def _seen(place: Found, views: Floats, image: Image) -> _Look:
    """The mean of as many views as it takes to be clear; `views` (1, 9) is the first."""
    look = _look(place, views)
    for count, clear in VIEWS:
        more = read_faces(image, [place.box], TURNS[len(views) : count])[0]
        views = np.concatenate([views, more])
        look = _look(place, views)
        surely_none = count >= NONE_VIEWS and not _is_die(look)
        if float(look.shares[1:7].max()) >= clear or surely_none:
            break
    return look


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


COVERED_SCORE, COVERED_NONE = 0.4, 0.4
"""A find that overlaps a kept one is another die, half under it, from this score and with no more
than this share of "no die"..."""
COVERED_APART, COVERED_SIZE = 0.4, 0.5
"""...where its middle is so far off, in sides of the larger, and it is no smaller than this share
of it. Of 96 photographs of train and tune part two have such a find, and both times it is a die."""


def _is_covered(look: _Look, dice: list[_Look]) -> bool:
    """Whether a find over the dice is a die of its own that lies partly under one of them."""
    if look.found.score < COVERED_SCORE or float(look.shares[0]) > COVERED_NONE:
        return False
    box = look.found.box
    for die in dice:
        if box_overlap(_box(look.found), _box(die.found)) > 0:
            small, large = sorted((float(box[2:].max()), float(die.found.box[2:].max())))
            away = box[:2] + box[2:] / 2 - die.found.box[:2] - die.found.box[2:] / 2
            if small < COVERED_SIZE * large or float(np.hypot(*away)) < COVERED_APART * large:
                return False
    return True


def _half_seen(look: _Look) -> DieReading:
    """A die whose face another one covers: never told, so that no total is told without it."""
    order = np.argsort(-look.shares[1:7])[:2]
    ranked = tuple(Ranked(str(i + 1), round(float(look.shares[i + 1]), 4)) for i in order)
    why = "it lies partly under another die. Move them apart"
    return DieReading(None, ranked[0].p, why, _box(look.found), ranked)


def _reading(look: _Look, image: Image) -> DieReading:
    """What is told of one place."""
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
        sure = look.found.score >= TELL and real_share(image, box) >= REAL
        return "" if sure else f"it could be {best}, or no die at all"
    if float(look.shares[MOVING]) > p:
        return MOVING_WHY
    if float(look.shares[TILTED]) > p:
        return TILTED_WHY
    if _cut_off(box, image):
        return "it is cut off by the picture's edge"
    piece = _piece(image, box)
    if float((least_channel(piece) >= GLARED).mean()) > GLARE_SHARE:
        return f"a lamp is mirrored in it: it could be {best} or {second}"
    if _sharpness(piece) < MIN_SHARP:
        return f"it is blurred: it could be {best} or {second}"
    if float(look.shares[0]) > float(look.shares[second]):
        return f"it could be {best}, or no die at all"
    return f"it could be {best} or {second}"


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
    span = quantile(grey, 0.99) - quantile(grey, 0.01) + 1.0
    return quantile(edges, 0.99) / span
