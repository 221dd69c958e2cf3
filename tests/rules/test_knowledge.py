"""Sights of physical cards: what came to light, what was told in confidence, who has looked."""

from rules import knowledge
from rules.knowledge import Sight, Sights

NOTHING: Sights[int] = (None,) * 3


def test_looking_teaches_a_seat_and_not_the_companion() -> None:
    sights = knowledge.look(NOTHING, 1, 2)
    assert sights == (None, Sight(seen_by=(2,)), None)
    assert knowledge.face_known_to(sights[1], 2) is None


def test_what_a_seat_told_is_that_seat_s_alone() -> None:
    """A second seat that has looked as well is not reminded of what the first one told."""
    sights = knowledge.look(NOTHING, 1, 2, 7)
    sights = knowledge.look(sights, 1, 0)
    assert knowledge.face_known_to(sights[1], 2) == 7
    assert knowledge.face_known_to(sights[1], 0) is None
    assert sights[1] == Sight(seen_by=(0, 2), told=((2, 7),))


def test_the_latest_word_of_a_seat_counts() -> None:
    sights = knowledge.look(NOTHING, 1, 2, 7)
    sights = knowledge.look(knowledge.look(sights, 1, 0, 5), 1, 2, 8)
    assert [knowledge.face_known_to(sights[1], seat) for seat in range(3)] == [5, None, 8]


def test_what_comes_to_light_is_everybody_s_and_beats_what_was_told() -> None:
    sights = knowledge.identify(knowledge.look(NOTHING, 1, 2, 7), 1, 9, seats=3)
    assert sights[1] == Sight(face=9, seen_by=(0, 1, 2))
    assert [knowledge.face_known_to(sights[1], seat) for seat in range(3)] == [9, 9, 9]


def test_open_and_not_yet_read() -> None:
    sights = knowledge.identify(knowledge.look(NOTHING, 1, 2, 7), 1, None, seats=3)
    assert sights[1] == Sight(seen_by=(0, 1, 2), told=((2, 7),))


def test_a_face_fills_in_the_past() -> None:
    """The same cards, in an earlier state: the face is known, who had looked by then stays."""
    past = knowledge.look(NOTHING, 1, 2)
    present = knowledge.identify(past, 1, 9, seats=3)
    assert knowledge.filled_in(past, present) == (None, Sight(face=9, seen_by=(2,)), None)
    assert knowledge.filled_in(NOTHING, present)[1] == Sight(face=9)
    told = knowledge.look(past, 1, 2, 4)
    assert knowledge.filled_in(past, told) == past


def test_people_cannot_unsee() -> None:
    """Undo restores a state; what was seen since stays seen."""
    before = knowledge.look(NOTHING, 0, 1, 4)
    after = knowledge.identify(knowledge.look(before, 1, 2, 7), 2, 9, seats=3)
    merged = knowledge.remembered(before, after)
    assert merged == after
    shown = knowledge.identify(before, 0, 4, seats=3)
    assert knowledge.remembered(before, shown)[0] == Sight(
        face=4, seen_by=(0, 1, 2), told=((1, 4),)
    )


def test_what_is_left_of_the_box() -> None:
    assert knowledge.unseen({1: 2, 2: 1}, [1, 2, 2, 3]) == {1: 1, 2: 0, 3: 0}
    assert knowledge.overcounted({1: 2, 2: 1}, [1, 2, 2, 3]) == (2, 3)
    assert knowledge.overcounted({"a": 2}, ["a", "a"]) == ()


def test_the_only_face_that_is_left() -> None:
    """Nothing follows while two are possible, or where the count does not come out."""
    assert knowledge.only_face({1: 0, 2: 2}, 2) == 2
    assert knowledge.only_face({1: 1, 2: 1}, 2) is None
    assert knowledge.only_face({1: 0, 2: 2}, 3) is None
    assert knowledge.only_face({1: 0, 2: 0}, 0) is None
