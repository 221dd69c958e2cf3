"""The newest card on a messy pile, and what moves, covers or uncovers what."""

import numpy as np
import pytest

from tests.vision.drawn_table import DrawnTable, Hand, Laid, middle
from vision.changes import changed_mask, gain_between
from vision.geometry import ZoneView, card_corners, rectangle
from vision.markers import find_plane
from vision.motion import Gate, reduce
from vision.occupancy import BARE_SHARE, bare_share, foreign_on_ring, reaches_over_edge
from vision.onset import find_onset
from vision.pile import Scene, newest_card
from vision.readings import Unreadable
from vision.traces import is_other_card, is_still_there
from vision.zone_reader import ZoneReader

FINE, RING = 2.0, 10.0


class Looking:
    """A drawn table seen straight from above."""

    def __init__(self, seed=1, *, zone="pot", scale=FINE, **kind):
        self.table = DrawnTable(seed, **kind)
        self.zone = self.table.mat.zone(zone)
        plane = find_plane(self.table.frame(), self.table.mat)
        self.view = ZoneView(self.zone, plane.mm_to_frame, px_per_mm=scale, margin_mm=RING)

    def __call__(self, *cards, hand=None):
        return self.view.rectify(self.table.frame(cards, hand))

    def quad(self, laid):
        """Where a card lies in the rectified picture, px."""
        x = (laid.at[0] - self.zone.x_mm + RING) * self.view.px_per_mm
        y = (laid.at[1] - self.zone.y_mm + RING) * self.view.px_per_mm
        size = tuple(side * self.view.px_per_mm for side in laid.size)
        return rectangle((x, y), size, laid.turn)


def scattered(rng, drawn, keys):
    return Laid(
        drawn[rng.choice(keys)], middle("pot", *rng.normal(0, 12, 2)), float(rng.uniform(0, 360))
    )


def test_the_newest_card_is_named_on_piles_of_any_mess(drawn, taught):
    """Forty piles of up to five cards, any rotation: every new card named, at its place."""
    rng = np.random.default_rng(11)
    keys = list(drawn)
    look = Looking(5)
    for _ in range(40):
        pile = [scattered(rng, drawn, keys) for _ in range(int(rng.integers(0, 6)))]
        new = scattered(rng, drawn, keys)
        key = next(k for k, card in drawn.items() if card is new.picture)
        before, after = look(*pile), look(*pile, new)
        reading = newest_card(Scene(after, changed_mask(before, after), FINE), ZoneReader(taught))
        assert not isinstance(reading, Unreadable)
        assert reading.key == key, reading
        off = np.linalg.norm(reading.quad_px - look.quad(new), axis=1).max()
        assert off < 4.0, "2 mm"


def test_a_card_that_changes_little_is_found_by_its_features(drawn, taught):
    """The same frame, nearly the same place: only part of the rectangle changes."""
    look = Looking(5)
    first = Laid(drawn["cross:red"], middle("pot"), 30)
    second = Laid(drawn["star:red"], middle("pot", 1.0, 0.5), 30)
    before, after = look(first), look(first, second)
    reading = newest_card(Scene(after, changed_mask(before, after), FINE), ZoneReader(taught))
    assert reading.key == "star:red"


def test_a_half_covered_card_is_not_named(drawn, taught):
    """A blank sheet lies over half of it: what is under it may be read by nobody."""
    look = Looking(6)
    card = Laid(drawn["ring:blue"], middle("pot"), 0)
    sheet = Laid(np.full((100, 100, 3), 230, np.uint8), middle("pot", 0, 40), 0, size=(120.0, 80.0))
    before, after = look(), look(card, sheet)
    reading = newest_card(Scene(after, changed_mask(before, after), FINE), ZoneReader(taught))
    assert isinstance(reading, Unreadable) or reading.key is None


@pytest.mark.parametrize("light", [0.45, 0.9])
def test_light_alone_changes_nothing(light):
    look = Looking(7)
    before = look()
    look.table.light = light
    assert not changed_mask(before, look()).any()


def test_the_gain_of_each_channel_is_measured():
    rng = np.random.default_rng(0)
    before = rng.integers(60, 160, (90, 90, 3)).astype(np.uint8)
    after = (before * np.array((0.9, 1.0, 1.2))).astype(np.uint8)
    assert np.allclose(gain_between(before, after), (0.9, 1.0, 1.2), atol=0.02)


def test_a_bare_zone_is_bare_a_card_a_coin_or_a_hand_are_not(drawn):
    for zone in ("pot", "portal"):
        look = Looking(3, zone=zone, scale=1.0)
        card = Laid(drawn["ring:red"], middle(zone), 70)
        coin = Laid(
            np.full((60, 60, 3), (60, 120, 160), np.uint8), middle(zone), 0, size=(26.0, 26.0)
        )
        share = [
            bare_share(picture, look.zone, 1.0, RING)
            for picture in (look(), look(card), look(coin), look(hand=Hand(middle(zone))))
        ]
        assert share[0] > 0.998
        assert max(share[1:]) < BARE_SHARE + (0.004 if zone == "pot" else 0)


def test_a_hand_crosses_the_edge_a_card_does_not(drawn):
    look = Looking(4, scale=1.0)
    card = Laid(drawn["moon:red"], middle("pot", 25, -20), 33)
    bare = look()
    for hand in (None, Hand(middle("pot")), Hand(middle("pot", 60, 60))):
        seen = look(card, hand=hand)
        assert reaches_over_edge(changed_mask(bare, seen), 1.0) == (hand is not None)
        assert foreign_on_ring(seen, 1.0, RING) == (hand is not None)


def test_noise_moves_nothing_a_card_does(drawn):
    look = Looking(8)
    frames = [look.table.frame() for _ in range(30)]
    outline = look.view.to_frame(card_corners(tuple(map(float, look.view.size))))
    gate = Gate(outline, frames[0].shape)
    cuts = [gate.cut(reduce(frame)) for frame in frames]
    assert not any(gate.differs(a, b) for a in cuts[:3] for b in cuts)
    sliver = Laid(drawn["ring:red"], middle("pot", -100, 0), 0)
    assert gate.differs(cuts[0], gate.cut(reduce(look.table.frame([sliver]))))


def test_a_second_card_leaves_the_first_in_sight_a_pushed_one_does_not(drawn):
    look = Looking(9)
    below = Laid(drawn["bars:blue"], middle("pot", -14, 8), 70)
    first = Laid(drawn["star:red"], middle("pot"), 20)
    again = Laid(drawn["star:red"], middle("pot", 4, 3), 23)
    under, before = look(below), look(below, first)
    places = {"old_quad": look.quad(first), "new_quad": look.quad(again)}
    assert is_still_there(before, look(below, first, again), under, **places) is True
    assert is_still_there(before, look(below, again), under, **places) is False


def test_a_card_laid_exactly_on_its_twin_hides_all_traces(drawn):
    look = Looking(9)
    first = Laid(drawn["star:red"], middle("pot"), 20)
    before, after = look(first), look(first, first)
    quad = look.quad(first)
    assert is_still_there(before, after, look(), old_quad=quad, new_quad=quad) is None
    assert not is_other_card(before, quad, after, quad)


def test_another_frame_is_another_card(drawn):
    from tests.vision.drawn_table import face

    look = Looking(9)
    first = Laid(drawn["star:red"], middle("pot"), 20)
    other = Laid(face("star", "red", border="green"), middle("pot", 2, 1), 22)
    before, after = look(first), look(first, other)
    assert is_other_card(before, look.quad(first), after, look.quad(other))


def test_the_onset_lies_where_the_hand_uncovers_the_card(drawn):
    """The hand stands on the old picture, then on the new; it leaves downwards step by step."""
    look = Looking(2, scale=1.0)
    card = Laid(drawn["moon:blue"], middle("pot"), 10)
    steps = range(0, 181, 20)
    coming = [look(hand=Hand(middle("pot", 0, 180 - d))) for d in steps]
    leaving = [look(card, hand=Hand(middle("pot", 0, d))) for d in steps]
    showing = find_onset(look(), look(card), [*coming, *leaving], look.quad(card))
    assert showing.last_old is not None
    assert showing.first_new is not None
    assert showing.last_old < len(coming) <= showing.first_new
    hidden = find_onset(look(), look(card), coming, look.quad(card))
    assert hidden.first_new is None


def test_a_shadow_on_the_old_picture_is_still_the_old_picture(drawn):
    look = Looking(2, scale=1.0)
    old, new = Laid(drawn["ring:red"], middle("pot"), 0), Laid(drawn["moon:blue"], middle("pot"), 8)
    before, after = look(old), look(old, new)
    shaded = (before * 0.75).astype(np.uint8)
    showing = find_onset(before, after, [shaded], look.quad(new))
    assert showing == type(showing)(last_old=0, first_new=None)


def test_two_equal_pictures_say_nothing_about_the_onset(drawn):
    look = Looking(2, scale=1.0)
    card = Laid(drawn["ring:red"], middle("pot"), 0)
    showing = find_onset(look(card), look(card), [look(card)], look.quad(card))
    assert showing.first_new is None
    assert showing.last_old is None
