"""An eye that is started in the place of one that was killed knows how the piles lay."""

import numpy as np
import pytest

from companion.eye.handover import Handover
from companion.eye.lies import lies_of, settled_as
from companion.eye.look import Eye
from companion.eye.memory import Settled, differing_mm2
from hardware.events import KnownUntil, Observation
from hardware.eye_link import PileLies
from tests.vision.drawn_table import Laid, middle


def kept(film) -> Handover:
    """What the companion keeps of what the eye said."""
    keeper = Handover()
    for said in film.all(PileLies | KnownUntil):
        if isinstance(said, PileLies):
            keeper.take(said)
        else:
            keeper.known(said.ns, said.run)
    return keeper


def killed(film, taught, keeper=None) -> int:
    """The eye is another one from now on; so many things had been said until then."""
    piles = (keeper or kept(film)).all()
    film.eye = Eye(film.table.mat, taught)
    for lies in piles:
        film.eye.remember(lies)
    return len(film.said)


def since(film, said: int) -> list[Observation]:
    return [one for _, one in film.said[said:] if isinstance(one, Observation)]


def card(drawn, key: str, turn: float = 20, at=(0.0, 0.0)) -> Laid:
    return Laid(drawn[key], middle("pot", *at), turn)


def test_nothing_is_told_of_a_pile_that_lies_as_it_lay(film, drawn, taught):
    film.lay(card(drawn, "star:red"))
    said = killed(film, taught)
    film.show(frames=6)
    assert since(film, said) == []
    assert film.conditions.zones[0].key == "star:red"
    film.lay(card(drawn, "moon:blue", 50))
    (seen,) = since(film, said)
    assert seen.identity == "moon:blue"


def test_a_card_that_came_meanwhile_is_asked_about_with_its_times(film, drawn, taught):
    film.lay(card(drawn, "star:red"))
    until = film.known_ns
    said = killed(film, taught)
    film.cards.append(card(drawn, "moon:blue", 50))
    film.number += 90
    film.show(frames=6)
    (seen,) = since(film, said)
    assert (seen.kind, seen.identity) == ("card", None)
    assert "camera was away" in seen.unsure
    assert seen.candidates[0].key == "moon:blue"
    assert seen.onset.earliest == until
    assert {frame.id for frame in seen.frames} <= set(film.images)


def test_a_hand_in_which_the_eye_died_is_waited_for(film, drawn, taught):
    """Killed in the midst of a motion: the one that follows comes while the hand is still there."""
    film.lay(card(drawn, "star:red"))
    said: list[int] = []

    def change() -> None:
        film.cards.append(card(drawn, "moon:blue", 50))
        said.append(killed(film, taught))

    film.visit(change)
    (seen,) = since(film, said[0])
    assert (seen.identity, seen.candidates[0].key) == (None, "moon:blue")


def test_a_lifted_card_is_known_to_have_been_lifted(film, drawn, taught):
    """The card below it comes to light: it has not come."""
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "moon:blue", 50))
    said = killed(film, taught)
    film.show(frames=6)
    film.lift()
    assert [one.kind for one in since(film, said)] == ["taken_back"]


def test_what_comes_to_light_below_an_unknown_pile_is_asked_about(film, drawn, taught):
    """The companion itself was started anew: nobody knows what lies below the first card seen."""
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "moon:blue", 50))
    said = killed(film, taught, Handover())
    film.show(frames=6)
    film.lift()
    (seen,) = (one for one in since(film, said) if one.kind == "card")
    assert seen.identity is None
    assert "came to light" in seen.unsure


def test_what_is_to_be_taken_as_given_is_not_handed_over(film, drawn, taught):
    film.lay(card(drawn, "star:red"))
    keeper = kept(film)
    keeper.forget("pot")
    assert {lies.zone for lies in keeper.all()} == {"portal"}
    keeper.forget()
    assert keeper.all() == []


def test_another_clock_makes_a_memory_worthless(film, drawn, taught):
    film.lay(card(drawn, "star:red"))
    keeper = kept(film)
    keeper.known(5, 1)
    assert keeper.all() == []


@pytest.mark.parametrize("depth", [1, 3])
def test_a_stack_is_kept_as_deep_as_the_eye_knows_it(depth):
    keeper = Handover()
    keeper.known(9, 0)
    for at in (*range(1, 6), depth):
        keeper.take(
            PileLies(zone="pot", depth=at, empty=False, key=f"k{at}", small=b"s", fine=b"f")
        )
    piles = keeper.all()
    assert [lies.key for lies in piles] == [f"k{at}" for at in range(1, depth + 1)]
    assert [bool(lies.fine) for lies in piles] == [False] * (depth - 1) + [True]
    assert {lies.until_ns for lies in piles} == {9}


def test_packing_changes_nothing_that_counts(film, drawn):
    picture = film.table.frame([card(drawn, "star:red")])
    quad = np.array([(1, 2), (3, 2), (3, 4), (1, 4.5)], np.float32)
    lay = Settled(small=picture, fine=picture, empty=False, key="star:red", quad_mm=quad)
    back = settled_as(lies_of("pot", [lay], 0))
    assert (back.empty, back.key) == (False, "star:red")
    assert np.array_equal(back.quad_mm, quad)
    assert differing_mm2(picture, back.small, 1.0) == 0
    assert differing_mm2(picture, back.fine, 1.0) == 0
