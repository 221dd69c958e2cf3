"""What the eye says about scenes at the table, frame by frame."""

import cv2
import numpy as np
import pytest

from companion.eye.look import Eye
from hardware.events import KnownUntil
from hardware.eye_link import Expect
from tests.eye.film import EXPOSURE_NS, PERIOD_NS, Film
from tests.vision.drawn_table import DrawnTable, Hand, Laid, face, middle
from vision.catalogue import build


def card(drawn, key, dx=0.0, dy=0.0, turn=20.0, *, zone="pot"):
    return Laid(drawn[key], middle(zone, dx, dy), turn)


def kinds(film):
    return [(o.zone, o.kind, o.identity) for o in film.observations]


def test_a_bare_mat_at_the_start_is_no_event(film):
    assert kinds(film) == []
    assert [(z.zone, z.state) for z in film.conditions.zones] == [
        ("pot", "empty"),
        ("portal", "empty"),
    ]
    assert film.conditions.ok


def test_a_pile_at_the_start_is_the_baseline(drawn, taught):
    table = DrawnTable(3)
    film = Film(
        Eye(table.mat, taught),
        table,
        cards=[card(drawn, "ring:red"), card(drawn, "moon:blue", 9, 4, 75)],
    )
    film.show(frames=6)
    assert kinds(film) == []
    assert film.conditions.zones[0].state == "card"
    assert film.conditions.zones[0].key == "moon:blue"
    film.lay(card(drawn, "star:red", -8, 3, 140))
    assert kinds(film) == [("pot", "card", "star:red")]
    assert not film.observations[0].on_empty


def test_a_hand_over_the_zone_at_the_start_delays_the_first_look(drawn, taught):
    table = DrawnTable(3)
    film = Film(Eye(table.mat, taught), table, cards=[card(drawn, "ring:red")])
    film.show(Hand(middle("pot")), frames=6)
    assert film.conditions.zones[0].state == "unknown"
    assert film.all(KnownUntil) == []
    film.show(frames=5)
    film.show(frames=8)
    assert film.conditions.zones[0].key == "ring:red"
    assert kinds(film) == []


def test_cards_laid_one_on_the_other_are_named_in_order(film, drawn):
    keys = ["star:red", "moon:blue", "bars:red", "ring:blue"]
    for number, key in enumerate(keys):
        film.lay(card(drawn, key, 7 * number - 10, -5 * number, 60 * number))
    assert kinds(film) == [("pot", "card", key) for key in keys]
    assert [o.on_empty for o in film.observations] == [True, False, False, False]
    idents = [o.ident for o in film.observations]
    assert idents == sorted(set(idents))


def test_the_portal_is_watched_too(film, drawn):
    film.lay(card(drawn, "cross:blue", turn=-10, zone="portal"), zone="portal")
    assert kinds(film) == [("portal", "card", "cross:blue")]


def test_a_card_is_named_at_most_three_frames_after_the_hand_has_gone(film, drawn):
    gone = film.lay(card(drawn, "star:red"))
    (when,) = [number for number, said in film.said if said in film.observations]
    assert when - gone < 3
    assert film.observations[0].settled_at <= gone * PERIOD_NS


def test_the_onset_holds_the_true_instant_and_the_evidence_shows_it(film, drawn):
    film.lay(card(drawn, "star:red"))
    first = film.changed_ns
    film.lay(card(drawn, "moon:blue", 8, 8, 100), stay=10)
    second = film.changed_ns
    for seen, true in zip(film.observations, (first, second), strict=True):
        assert seen.onset.earliest <= true <= seen.onset.latest
        assert seen.onset_basis == "partial"
        assert seen.onset.latest <= seen.settled_at + EXPOSURE_NS
        assert 2 <= len(seen.frames) <= 4
        assert [f.at.earliest for f in seen.frames] == sorted(f.at.earliest for f in seen.frames)
        for frame in seen.frames:
            jpeg = film.images[frame.id]
            assert len(jpeg) <= 60_000
            assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is not None


def test_evidence_comes_before_the_observation_that_refers_to_it(film, drawn):
    film.lay(card(drawn, "star:red"))
    order = [said for _, said in film.said]
    seen = order.index(film.observations[0])
    for frame in film.observations[0].frames:
        assert any(getattr(said, "id", None) == frame.id for said in order[:seen])


def test_the_mark_stays_at_the_start_of_a_motion_until_the_change_is_known(film, drawn):
    before = film.known_ns
    assert before >= (film.number - 2) * PERIOD_NS
    start = film.number
    gone = film.lay(card(drawn, "star:red"), stay=20)
    settled = next(n for n, said in film.said if said in film.observations)
    marks = [(n, said.ns) for n, said in film.said if isinstance(said, KnownUntil)]
    during = [ns for n, ns in marks if start < n < settled]
    assert all(ns < (start + 2) * PERIOD_NS for ns in during)
    assert max(ns for n, ns in marks if n == settled) >= gone * PERIOD_NS
    assert [ns for _, ns in marks] == sorted(ns for _, ns in marks)


def test_a_resting_hand_is_no_card(film):
    film.show(Hand(middle("pot", 0, 60)))
    film.show(Hand(middle("pot")), frames=60)
    assert kinds(film) == []
    assert film.known_ns < 8 * PERIOD_NS
    film.show(frames=5)
    assert kinds(film) == []
    assert film.known_ns >= (film.number - 2) * PERIOD_NS


def test_a_hand_that_changes_nothing_is_no_event(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.visit()
    film.visit()
    assert kinds(film) == [("pot", "card", "star:red")]


def test_a_second_copy_on_the_first_is_a_new_card(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "star:red", 3, 2, 23))
    assert kinds(film) == [("pot", "card", "star:red")] * 2


def test_a_second_copy_with_another_frame_is_a_new_card(film, drawn):
    film.lay(card(drawn, "star:red"))
    other = face("star", "red", border="green")
    film.lay(Laid(other, middle("pot", 1, 0), 20.5))
    assert [o.kind for o in film.observations] == ["card", "card"]


def test_a_pushed_card_is_no_new_card(film, drawn):
    film.lay(card(drawn, "ring:blue", 5, 5, 80))
    film.lay(card(drawn, "star:red"))

    def push():
        film.cards[-1] = card(drawn, "star:red", 8, 5, 27)

    film.visit(push)
    assert kinds(film) == [("pot", "card", "ring:blue"), ("pot", "card", "star:red")]
    film.lay(card(drawn, "moon:red", -4, 3, 200))
    assert kinds(film)[-1] == ("pot", "card", "moon:red")


def test_a_lifted_card_is_taken_back_a_cleared_pot_is_emptied(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "moon:blue", 12, -6, 95))
    film.lay(card(drawn, "ring:red", -8, 6, 160))
    film.lift()
    film.lift(2)
    assert [o.kind for o in film.observations[3:]] == ["taken_back", "emptied"]
    assert film.conditions.zones[0].state == "empty"
    film.lay(card(drawn, "cross:red"))
    assert film.observations[-1].on_empty


def test_two_cards_lifted_at_once_are_two_taken_back(film, drawn):
    for number, key in enumerate(("star:red", "moon:blue", "ring:red")):
        film.lay(card(drawn, key, 9 * number, -6 * number, 70 * number))
    film.lift(2)
    assert [o.kind for o in film.observations[3:]] == ["taken_back", "taken_back"]
    film.lift()
    assert film.observations[-1].kind == "emptied"


def test_a_card_that_comes_to_light_again_is_not_new(film, drawn):
    """The lower card shows again, pushed a little when the upper one was lifted."""
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "moon:blue", 14, -9, 95))

    def lift_and_push():
        film.cards[:] = [card(drawn, "star:red", 3, 2, 22)]

    film.visit(lift_and_push)
    assert [o.kind for o in film.observations] == ["card", "card", "taken_back"]


def test_the_third_of_a_sandwich_is_a_new_card(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.lay(card(drawn, "moon:blue", 14, -9, 95))
    film.lay(card(drawn, "star:red", 2, 1, 22))
    assert kinds(film)[-1] == ("pot", "card", "star:red")
    assert len(film.observations) == 3


def test_a_pot_taken_and_begun_anew_in_one_movement_is_both(film, drawn):
    film.lay(card(drawn, "star:red", -25, -20, 0))
    film.lay(card(drawn, "moon:blue", -20, -25, 80))

    def change():
        film.cards[:] = [card(drawn, "ring:red", 30, 25, 10)]

    film.visit(change)
    assert [o.kind for o in film.observations[2:]] == ["emptied", "card"]
    assert film.observations[-1].on_empty
    assert film.observations[-1].identity == "ring:red"


def playing_card():
    picture = np.full((352, 252, 3), 245, np.uint8)
    for x, y in ((70, 90), (180, 90), (70, 260), (180, 260), (125, 175)):
        cv2.ellipse(picture, (x, y), (14, 22), 0, 0, 360, (40, 35, 35), -1)
    return picture


def checkers():
    board = np.indices((320, 320)).sum(0) // 40 % 2 * 200 + 30
    return np.repeat(board[:, :, None], 3, 2).astype(np.uint8)


STRANGERS = {
    "playing card": (playing_card, (63.0, 88.0)),
    "checkers": (checkers, (80.0, 80.0)),
    "coaster": (lambda: np.full((90, 90, 3), (50, 90, 140), np.uint8), (92.0, 92.0)),
    "note": (lambda: np.full((90, 90, 3), (90, 230, 240), np.uint8), (76.0, 76.0)),
    "card back": (lambda: np.full((352, 252, 3), (150, 60, 40), np.uint8), (63.0, 88.0)),
}


def test_two_cards_laid_in_one_movement_are_asked_about(film, drawn):
    """The lower one was never seen alone; a sure answer would lose it."""
    film.lay(card(drawn, "ring:red"))
    film.lay(card(drawn, "star:red", -9, 6, 80), card(drawn, "moon:blue", 8, -5, 15))
    assert kinds(film)[1:] == [("pot", "card", None)]
    asked = film.observations[-1]
    assert "more than one card" in asked.unsure
    assert asked.candidates[0].key == "moon:blue"


@pytest.mark.parametrize(
    ("what", "on_pile"),
    [*((what, False) for what in STRANGERS), ("playing card", True), ("checkers", True)],
)
def test_a_strange_thing_is_asked_about_never_named(film, drawn, what, on_pile):
    picture, size = STRANGERS[what]
    if on_pile:
        film.lay(card(drawn, "star:red"))
    film.lay(Laid(picture(), middle("pot", 4, -3), 33, size=size))
    seen = film.observations[-1]
    assert seen.kind == "card"
    assert seen.identity is None
    assert seen.unsure
    film.lift()
    assert film.observations[-1].kind == ("taken_back" if on_pile else "emptied")


def test_a_card_of_the_same_deck_that_was_not_taught_is_asked_about(drawn):
    """After a few cards the eye knows how well they look here; a foreign figure looks less so."""
    known = build([(key, picture) for key, picture in drawn.items() if key != "ring:blue"])
    table = DrawnTable(3)
    film = Film(Eye(table.mat, known), table)
    film.show(frames=6)
    for number, key in enumerate(("star:red", "moon:blue", "bars:red", "cross:blue", "square:red")):
        film.lay(card(drawn, key, 4 * number, -3 * number, 50 * number))
    film.lay(card(drawn, "ring:blue", 5, 5, 15))
    assert all(o.identity for o in film.observations[:5])
    assert film.observations[5].identity is None
    assert film.observations[5].candidates


def test_something_small_beside_the_pile_is_no_card(film, drawn):
    film.lay(card(drawn, "star:red"))
    coin = Laid(
        np.full((40, 40, 3), (60, 120, 170), np.uint8), middle("pot", 70, 70), 0, size=(22.0, 22.0)
    )
    film.visit(lambda: film.cards.insert(0, coin))
    film.lay(card(drawn, "moon:blue", 5, 5, 75))
    assert kinds(film) == [("pot", "card", "star:red"), ("pot", "card", "moon:blue")]


def test_a_card_over_the_edge_is_read_after_a_second(film, drawn):
    gone = film.lay(Laid(drawn["star:red"], middle("pot", 82, 0), 90), rest=10)
    assert kinds(film) == []
    film.show(frames=30)
    assert kinds(film) == [("pot", "card", "star:red")]
    (when,) = [n for n, said in film.said if said in film.observations]
    assert 30 <= when - gone <= 36


def test_a_card_over_the_edge_is_lifted_and_pushed_in_again(film, drawn):
    """Where it hung over, paper shows again: that is no hand."""
    film.lay(Laid(drawn["star:red"], middle("pot", 82, 0), 90), rest=45)

    def push_in():
        film.cards[-1] = card(drawn, "star:red", 40, 0, 90)

    film.visit(push_in, rest=45)
    assert kinds(film) == [("pot", "card", "star:red")]
    assert film.known_ns >= (film.number - 2) * PERIOD_NS
    film.cards[-1] = Laid(drawn["star:red"], middle("pot", 82, 0), 90)
    film.show(frames=45)
    film.lift(rest=45)
    assert [o.kind for o in film.observations] == ["card", "emptied"]
    assert film.conditions.zones[0].state == "empty"


def test_a_card_over_the_edge_at_the_first_look_is_the_baseline(drawn, taught):
    table = DrawnTable(3)
    over = Laid(drawn["star:red"], middle("pot", 82, 0), 90)
    film = Film(Eye(table.mat, taught), table, cards=[over])
    film.show(frames=45)
    assert film.conditions.zones[0].key == "star:red"
    assert kinds(film) == []


def test_expectations_do_not_hide_a_clear_card(film, drawn):
    film.eye.expect(Expect(zones={"pot": {"star:red": 4, "moon:blue": 1}}))
    film.lay(card(drawn, "ring:blue"))
    assert kinds(film) == [("pot", "card", "ring:blue")]


def test_a_pushed_camera_is_no_event_and_reading_goes_on(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.table.bump((5.0, 3.0))
    film.show(frames=75)
    assert kinds(film) == [("pot", "card", "star:red")]
    assert film.known_ns >= (film.number - 2) * PERIOD_NS
    film.lay(card(drawn, "moon:blue", 9, 9, 75))
    assert kinds(film)[1:] == [("pot", "card", "moon:blue")]


def test_light_switched_on_is_no_event(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.table.light = 0.65
    film.show(frames=8)
    film.table.light = 1.0
    film.show(frames=8)
    assert kinds(film) == [("pot", "card", "star:red")]
    assert film.known_ns >= (film.number - 2) * PERIOD_NS


def test_a_black_camera_reads_nothing_and_says_so(film, drawn):
    film.lay(card(drawn, "star:red"))
    for _ in range(100):
        film.look_at(np.zeros((540, 960, 3), np.uint8))
    assert kinds(film) == [("pot", "card", "star:red")]
    assert not film.conditions.ok
    assert "dark" in film.conditions.text
    film.show(frames=75)
    assert film.conditions.ok
    assert kinds(film) == [("pot", "card", "star:red")]


def test_without_a_mat_in_sight_the_cure_is_named(taught):
    table = DrawnTable(3)
    film = Film(Eye(table.mat, taught), table)
    for _ in range(5):
        film.look_at(np.full((540, 960, 3), 90, np.uint8))
    assert not film.conditions.ok
    assert "0 of 4 corner markers" in film.conditions.text
    assert film.all(KnownUntil) == []


def test_a_card_laid_while_the_camera_was_away_is_asked_about(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.eye.lost()
    film.cards.append(card(drawn, "moon:blue", 8, 8, 75))
    film.number += 90
    film.show(frames=8)
    seen = film.observations[-1]
    assert seen.identity is None
    assert seen.candidates[0].key == "moon:blue"
    assert "camera was away" in seen.unsure


def test_a_camera_that_comes_back_to_the_same_pile_has_missed_nothing(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.eye.lost()
    film.number += 90
    film.show(frames=8)
    assert kinds(film) == [("pot", "card", "star:red")]
    film.lay(card(drawn, "moon:blue", 8, 8, 75))
    assert kinds(film)[-1] == ("pot", "card", "moon:blue")


def test_two_cards_laid_while_pictures_were_lost_are_asked_about(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.eye.missed()
    film.cards += [card(drawn, "ring:red", 4, 4, 30), card(drawn, "moon:blue", 8, 8, 75)]
    film.number += 90
    film.show(frames=8)
    seen = film.observations[-1]
    assert seen.identity is None
    assert seen.candidates[0].key == "moon:blue"


def test_a_recheck_takes_the_pile_as_given(film, drawn):
    film.lay(card(drawn, "star:red"))
    film.cards[:] = [card(drawn, "ring:red", 20, 20, 10)]
    film.eye.recheck("pot")
    film.show(frames=12)
    assert kinds(film) == [("pot", "card", "star:red")]
    assert film.conditions.zones[0].key == "ring:red"


def test_an_eye_without_cards_still_sees_changes(drawn):
    table = DrawnTable(3)
    film = Film(Eye(table.mat, None), table)
    film.show(frames=6)
    film.lay(card(drawn, "star:red"))
    film.lift()
    assert [o.kind for o in film.observations] == ["card", "emptied"]
    assert film.observations[0].identity is None
    assert "taught" in film.observations[0].unsure
