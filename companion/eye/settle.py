"""What happened in a zone? From how it lay before and how it lies now; knows no time."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.eye.memory import PileMemory, Settled
from vision.changes import Mask, by_light, changed_mask, only_light
from vision.geometry import area
from vision.mat import Zone
from vision.occupancy import BARE_SHARE, bare_mask, bare_share
from vision.pile import Scene, changed_share, newest_card
from vision.readings import CardReading, Floats, Image, Prior, Unreadable
from vision.traces import OTHER_CARD_SHARE, is_other_card, is_still_there
from vision.zone_reader import ZoneReader

CHANGE_MM2 = 20.0
"""Less than this changed: nothing happened. A card shifted by half a millimetre changes 100 mm²."""
STRANGE_SHARE = 0.35
"""Of a card's area: a smaller change beside an untouched top card is a nudge of those below."""
UNTOUCHED_SHARE = 0.08
"""Of the top card's area that may change while it counts as untouched."""
NEAR_MM = 8.0
"""Two places of a card this close may be one place after a nudge."""


@dataclass(frozen=True, slots=True)
class Now:
    """A zone at rest, and how to look at it.

    Attributes:
        small: Rectified at `small_scale` px/mm with a ring of `margin_mm`.
        fine: Likewise at `fine_scale` px/mm.
        frames: The pictures of which `fine` is the mean, oldest first.
        shaded: A shadow lies over the zone's edge: what is only lit otherwise has not changed.
    """

    zone: Zone
    small: Image
    fine: Image
    small_scale: float
    fine_scale: float
    margin_mm: float
    frames: tuple[Image, ...] = ()
    shaded: bool = False

    @property
    def bare(self) -> bool:
        """Whether the mat lies bare."""
        share = bare_share(self.small, self.zone, self.small_scale, self.margin_mm)
        return share >= BARE_SHARE


@dataclass(frozen=True, slots=True)
class Nothing:
    """The pile is as it was; `quad_mm` where the card on top was pushed to another place."""

    quad_mm: Floats | None = None


@dataclass(frozen=True, slots=True)
class Emptied:
    """The mat lies bare again."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last `count` cards were lifted off."""

    count: int


@dataclass(frozen=True, slots=True)
class Came:
    """Something new lies on top.

    Attributes:
        reading: With `quad_px` in mm from the picture's corner.
        on_empty: It lies on the bare mat.
        emptied: The earlier pile was taken away in the same movement.
        placed: The quad is the card's; False where nothing of a card's shape was found.
    """

    reading: CardReading
    on_empty: bool
    emptied: bool = False
    placed: bool = True


Happening = Nothing | Emptied | TakenBack | Came


def what_happened(
    memory: PileMemory, now: Now, reader: ZoneReader | None, prior: Prior
) -> Happening:
    """Compare the zone with the top of its memory."""
    top = memory.top
    changed = _changed(top, now)
    if cv2.countNonZero(changed) / now.fine_scale**2 < CHANGE_MM2 or _relit(top, now):
        return Nothing()
    if now.bare:
        return Nothing() if top.empty else Emptied()
    depth = memory.depth_of(now.small, now.small_scale)
    if depth:
        return Emptied() if memory.stack[-1 - depth].empty else TakenBack(depth)
    if reader is None:
        return _strange(top, now, changed, Unreadable("no cards have been taught"), 63.0 * 88.0)
    found = newest_card(Scene(now.fine, changed, now.fine_scale), reader, prior=prior)
    card_mm = reader.catalogue.card_mm
    card_mm2 = card_mm[0] * card_mm[1]
    if isinstance(found, Unreadable) or (found.key is None and found.likeness < WORTH_A_PLACE):
        return _strange(top, now, changed, found, card_mm2)
    beside = _beside(changed, found.quad_px) / (card_mm2 * now.fine_scale**2)
    return _came_or_moved(memory, now, _in_mm(found, now), beside, changed)


BESIDE_SHARE = 0.02
"""Of a card's area that may have changed beside the new card. Drawn tables, 125 single cards: none
did; 131 pairs laid under one hand: 99 in 100 showed more than 0.027."""


def _beside(changed: Mask, quad: Floats) -> int:
    """Pixels that changed and that neither the new card nor its shadow covers."""
    rest = changed.copy()
    middle = quad.mean(0)
    cv2.fillConvexPoly(rest, np.round(middle + (quad - middle) * 1.12).astype(np.int32), 0)
    rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).astype(np.uint8)
    return int(cv2.countNonZero(rest))


def top_of(now: Now, reader: ZoneReader | None, prior: Prior) -> Settled:
    """How a zone lies at the very first look: bare, or with some card on top."""
    if now.bare or reader is None:
        return Settled(small=now.small, fine=now.fine, empty=now.bare)
    bare = bare_mask(now.fine, now.zone, now.fine_scale, now.margin_mm)
    covered: Mask = np.zeros(now.fine.shape[:2], np.uint8)
    edge = (covered.shape[0] - bare.shape[0]) // 2
    covered[edge : edge + bare.shape[0], edge : edge + bare.shape[1]] = cv2.bitwise_not(bare)
    found = newest_card(Scene(now.fine, covered, now.fine_scale), reader, prior=prior)
    if isinstance(found, Unreadable) or found.key is None:
        return Settled(small=now.small, fine=now.fine, empty=False)
    quad = _in_mm(found, now).quad_px
    return Settled(small=now.small, fine=now.fine, empty=False, key=found.key, quad_mm=quad)


WORTH_A_PLACE = 0.5
"""Likeness from which an unsure reading still is a card at that place."""


def _changed(top: Settled, now: Now) -> Mask:
    """Where the fine pictures differ, the ring left out."""
    assert top.fine is not None  # noqa: S101 - the top of the memory keeps its fine picture
    changed: Mask = changed_mask(top.fine, now.fine)
    if now.shaded:
        lit = by_light(top.fine, now.fine, changed, now.fine_scale)
        changed = cv2.bitwise_and(changed, cv2.bitwise_not(lit))
    edge = round(now.margin_mm * now.fine_scale * 0.6)
    inside: Image = np.zeros(changed.shape, np.uint8)
    inside[edge:-edge, edge:-edge] = changed[edge:-edge, edge:-edge]
    return inside


def _relit(top: Settled, now: Now) -> bool:
    """Whether only the light changed: a shadow fell over the zone, or a lamp was moved."""
    changed = changed_mask(top.small, now.small)
    return only_light(top.small, now.small, changed, now.small_scale)


def _in_mm(reading: CardReading, now: Now) -> CardReading:
    return replace(reading, quad_px=(reading.quad_px / now.fine_scale).astype(np.float32))


def _strange(
    top: Settled, now: Now, changed: Mask, found: CardReading | Unreadable, card_mm2: float
) -> Happening:
    """Not a taught card: a nudge of what lay below, or a strange thing."""
    changed_mm2 = cv2.countNonZero(changed) / now.fine_scale**2
    if top.quad_mm is not None:
        touched = changed_share(changed, top.quad_mm * now.fine_scale)
        if touched < UNTOUCHED_SHARE and changed_mm2 < STRANGE_SHARE * card_mm2:
            return Nothing()
    box = cv2.boundingRect(changed)
    corners = np.array([(box[0], box[1]), (box[0] + box[2], box[1] + box[3])], np.float32)
    (x0, y0), (x1, y1) = corners / now.fine_scale
    quad = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
    candidates = found.candidates if isinstance(found, CardReading) else ()
    why = found.unsure if isinstance(found, CardReading) else found.reason
    reading = CardReading(None, candidates, why, quad)
    return Came(reading, on_empty=top.empty, placed=False)


def _came_or_moved(
    memory: PileMemory, now: Now, reading: CardReading, beside: float, changed: Mask
) -> Happening:
    """A card was read: is it new, the old one pushed aside, or one that came to light again?"""
    top = memory.top
    gone = _old_top_gone(memory, now, reading)
    likely = reading.candidates[0].key if reading.candidates else None
    if likely is not None and likely == top.key and not _is_other(top, now, reading, changed):
        if gone is True:
            return Nothing(reading.quad_px)
        if gone is None:
            why = f"a second {likely} may have been laid, or the one there was pushed"
            reading = replace(reading, key=None, unsure=why)
    depth = _uncovered(memory, reading, likely)
    if depth and gone is not False:
        if gone:
            return TakenBack(depth)
        why = f"{likely} may be new, or it came to light when cards were lifted"
        reading = replace(reading, key=None, unsure=why)
    if gone and not memory.stack[0].empty and reading.key is not None:
        why = f"{likely} may be new, or it came to light when cards were lifted"
        reading = replace(reading, key=None, unsure=why)
    on_empty, emptied = _on_bare_mat(top, now, reading.quad_px)
    if beside > BESIDE_SHARE and not (gone or emptied) and reading.key is not None:
        why = "more than one card may have come at once; lay the upper one aside and say the lower"
        reading = replace(reading, key=None, unsure=why)
    return Came(reading, on_empty, emptied)


def _is_other(top: Settled, now: Now, reading: CardReading, changed: Mask) -> bool:
    """Whether the card read is surely another copy than the one that lay on top.

    Then its place looks otherwise in the light of the whole zone too. In films that were
    compressed hard the colours of one card wander by more than another frame makes.
    """
    if top.quad_mm is None or top.fine is None:
        return False
    scale = now.fine_scale
    if changed_share(changed, reading.quad_px * scale) <= OTHER_CARD_SHARE:
        return False
    return is_other_card(top.fine, top.quad_mm * scale, now.fine, reading.quad_px * scale)


def _old_top_gone(memory: PileMemory, now: Now, reading: CardReading) -> bool | None:
    """Whether the earlier top card has left its place; None where that cannot be seen."""
    top, below = memory.top, memory.below
    if top.quad_mm is None or top.fine is None:
        return False
    scale = now.fine_scale
    under = None
    if below is not None:
        size = (now.fine.shape[1], now.fine.shape[0])
        under = below.fine if below.fine is not None else cv2.resize(below.small, size)
    there = is_still_there(
        top.fine, now.fine, under, old_quad=top.quad_mm * scale, new_quad=reading.quad_px * scale
    )
    return None if there is None else not there


def _uncovered(memory: PileMemory, reading: CardReading, likely: str | None) -> int:
    """How many cards up an entry with this card at about this place lies; 0 where none does."""
    for count in range(1, len(memory.stack)):
        entry = memory.stack[-1 - count]
        if entry.quad_mm is None or entry.key is None or entry.key != likely:
            continue
        if float(np.linalg.norm(entry.quad_mm - reading.quad_px, axis=1).max()) < NEAR_MM:
            return count
    return 0


def _on_bare_mat(top: Settled, now: Now, quad_mm: Floats) -> tuple[bool, bool]:
    """(lies on the bare mat, the earlier pile was taken away with it)."""
    if top.empty:
        return True, False
    bare_before = bare_mask(top.small, now.zone, now.small_scale, now.margin_mm)
    bare_now = bare_mask(now.small, now.zone, now.small_scale, now.margin_mm)
    beside: Image = np.full(bare_now.shape, 255, np.uint8)
    edge = (now.small.shape[0] - bare_now.shape[0]) / 2
    covered = np.round(quad_mm * now.small_scale - edge).astype(np.int32)
    cv2.fillConvexPoly(beside, covered, 0)
    beside = cv2.erode(beside, np.ones((9, 9), np.uint8))
    left = cv2.countNonZero(cv2.bitwise_and(beside, cv2.bitwise_not(bare_now)))
    went = cv2.countNonZero(cv2.bitwise_and(beside, cv2.bitwise_not(bare_before)))
    gone = left < (1 - BARE_SHARE) * beside.size and went > PILE_SEEN * area(quad_mm)
    return gone, gone


PILE_SEEN = 0.12
"""Of a card's area by which the earlier pile must have shown beside the new card to be missed."""
