"""What follows from the cards that were seen: weights, warnings and reminders, never a refusal."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from rules import knowledge
from rules.core import Key, Multiset
from rules.knowledge import CardRef, face_known_to
from rules.skullduggery.cards import KEY, VALUES
from rules.skullduggery.state import State, open_face


def box(copies: tuple[int, ...]) -> dict[int, int]:
    """Value to copies."""
    return dict(zip(VALUES, copies, strict=True))


def open_values(state: State) -> list[int]:
    """What lies open now: both rows of discards, and the face-up cards that were read."""
    sights = state.sights
    return [
        sight.face
        for ref in (*state.discard, *state.spyglass, *state.face_up)
        if (sight := sights[ref]) is not None and sight.face is not None
    ]


def copies_open(state: State, value: int) -> int:
    """How many cards of this value lie open."""
    return open_values(state).count(value)


def has_unread(state: State) -> bool:
    """Whether a card lies face up that nobody has read yet."""
    sights = state.sights
    for ref in state.face_up:
        sight = sights[ref]
        if sight is None or sight.face is None:
            return True
    return False


@lru_cache(maxsize=4096)
def _weights(copies: tuple[int, ...], seen: tuple[int, ...]) -> Multiset:
    left = knowledge.unseen(box(copies), seen)
    return Multiset(counts={KEY[value]: count for value, count in left.items()})


def weights(copies: tuple[int, ...], seen: Iterable[int]) -> Multiset:
    """Key to copies that do not lie open: what a card that turns up may be.

    Built from what all can see, so that no prior leaks a secret.
    """
    return _weights(copies, tuple(sorted(seen)))


def exactly(value: int) -> dict[Key, int]:
    """The weights of a card that everybody can see."""
    return {KEY[value]: 1}


def sure_face(state: State) -> int | None:
    """The one value that every card not lying open must have, where it follows from the box."""
    seen = open_values(state)
    left = knowledge.unseen(box(state.config.copies), seen)
    return knowledge.only_face(left, len(state.sights) - len(seen))


def everybody_knows(state: State, ref: CardRef) -> int | None:
    """The value of a card in a line as all can see or work it out; None: they cannot."""
    face = open_face(state, ref)
    return sure_face(state) if face is None else face


def left_for(state: State, seat: int) -> dict[int, int]:
    """Value to copies that this seat has neither seen open nor told the companion of."""
    known = [face_known_to(sight, seat) for sight in state.sights]
    told = [value for value in known if value is not None]
    return knowledge.unseen(box(state.config.copies), told)


def recalled(state: State, seat: int) -> tuple[int | None, ...]:
    """By ref: what this seat may be reminded of, since it told it or it can be worked out."""
    known = tuple([face_known_to(sight, seat) for sight in state.sights])
    rest = knowledge.only_face(left_for(state, seat), known.count(None))
    return known if rest is None else tuple(rest if face is None else face for face in known)


def has_seen(state: State, seat: int, ref: CardRef) -> bool:
    """Whether this seat has ever looked at this card, wherever it lies now."""
    sight = state.sights[ref]
    return sight is not None and seat in sight.seen_by


def remember(restored: State, undone: State) -> State:
    """The state before an undone step, with all that was seen since: people cannot unsee."""
    return replace(restored, sights=knowledge.remembered(restored.sights, undone.sights))


def fill_in(past: State, present: State) -> State:
    """An earlier state of the same game, with every face that has come to light since."""
    return replace(past, sights=knowledge.filled_in(past.sights, present.sights))
