"""What is known of physical cards: a card is an opaque ref, what is printed on it a sight.

Three things are kept apart. A face that *came to light* is everybody's. What a seat *told* the
companion in confidence is that seat's alone: it never reaches another seat, and never becomes a
reason to refuse anything. And who *has looked* at a card is a fact even where nobody told the face.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rules.rows import put

CardRef = int
"""One physical card, from the deal to the end of the game. Never shown: people see places."""

T = TypeVar("T", int, str)


class Sight(Struct, Generic[T], frozen=True, kw_only=True, gc=False):
    """What was seen of one card.

    Attributes:
        face: What came to light, for all to see; None: it never did.
        seen_by: Seats that have looked at it, in order of seats. Only grows.
        told: (seat, face) as each seat told the companion in confidence; the latest word counts.
    """

    face: T | None = None
    seen_by: tuple[int, ...] = ()
    told: tuple[tuple[int, T], ...] = ()


Sights = tuple[Sight[T] | None, ...]
"""By ref. None: nobody, as far as we know, has seen this card."""


def identify(sights: Sights[T], ref: CardRef, face: T | None, seats: int) -> Sights[T]:
    """A face came to light: all seats have seen it, and it is so for the past as well.

    `face` None: it lies open, but the companion has not read it yet.
    """
    everybody = tuple(range(seats))
    if face is None:
        old: Sight[T] = sights[ref] or Sight()
        return put(sights, ref, Sight(face=old.face, seen_by=everybody, told=old.told))
    return put(sights, ref, Sight(face=face, seen_by=everybody))


def look(sights: Sights[T], ref: CardRef, seat: int, face: T | None = None) -> Sights[T]:
    """One seat has looked at a card, and may have told the companion what it is."""
    old: Sight[T] = sights[ref] or Sight()
    told = old.told if face is None else _retold(old.told, seat, face)
    return put(sights, ref, Sight(face=old.face, seen_by=_with(old.seen_by, seat), told=told))


def face_known_to(sight: Sight[T] | None, seat: int) -> T | None:
    """The face as this seat may be reminded of it: it came to light, or the seat told it itself.

    A seat that looked without telling is not reminded of what somebody else told.
    """
    if sight is None:
        return None
    if sight.face is not None:
        return sight.face
    return next((face for teller, face in sight.told if teller == seat), None)


def unseen(box: Mapping[T, int], seen: Iterable[T]) -> dict[T, int]:
    """Face to copies of the box that were not among those seen; never below 0."""
    left = dict(box)
    for face in seen:
        count = left.get(face, 0)
        left[face] = count - 1 if count else 0
    return left


def overcounted(box: Mapping[T, int], seen: Sequence[T]) -> tuple[T, ...]:
    """Faces seen more often than the box has them: something was read or dealt wrongly."""
    return tuple(face for face in sorted(set(seen)) if seen.count(face) > box.get(face, 0))


def only_face(left: Mapping[T, int], cards: int) -> T | None:
    """The one face that all of so many unseen cards must have; None where nothing follows.

    Nothing follows either where the count does not come out: somebody told a wrong face.
    """
    possible = [face for face, count in left.items() if count]
    return possible[0] if len(possible) == 1 and left[possible[0]] == cards else None


def filled_in(past: Sights[T], present: Sights[T]) -> Sights[T]:
    """An earlier state's sights with the faces that have come to light since: the same cards."""
    return tuple(
        old
        if new is None or new.face is None
        else Sight(face=new.face, seen_by=() if old is None else old.seen_by)
        for old, new in zip(past, present, strict=True)
    )


def remembered(restored: Sights[T], undone: Sights[T]) -> Sights[T]:
    """The sights of a restored state after an undo: people cannot unsee (design: "History").

    The same refs name the same cards. What the restored state knows itself counts.
    """
    return tuple(
        new if old is None else old if new is None else _merged(old, new)
        for old, new in zip(restored, undone, strict=True)
    )


def _merged(old: Sight[T], new: Sight[T]) -> Sight[T]:
    known = {**dict(new.told), **dict(old.told)}
    return Sight(
        face=new.face if old.face is None else old.face,
        seen_by=tuple(sorted({*old.seen_by, *new.seen_by})),
        told=tuple(sorted(known.items(), key=_seat)),
    )


def _retold(told: tuple[tuple[int, T], ...], seat: int, face: T) -> tuple[tuple[int, T], ...]:
    known = dict(told)
    known[seat] = face
    return tuple(sorted(known.items(), key=_seat))


def _seat(told: tuple[int, T]) -> int:
    return told[0]


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else tuple(sorted((*seats, seat)))
