"""(presses, frames) -> what is due, in ms. Card 1 shows by 100 unless a table says otherwise."""

import pytest

from companion.referee import RefereeConfig, TimedTap, phone_tap
from hardware.timing import MS, Interval
from tests.companion.referee.bench_words import CONFIG, card, press, tap, told

CARD_1 = card(1, 67, 100)


@pytest.mark.parametrize(
    ("presses", "expected"),
    [
        pytest.param([(0, 400)], ["press 0"], id="one hand"),
        pytest.param([(0, 400), (1, 450)], ["press 0", "press 1"], id="far apart: two moments"),
        pytest.param([(0, 400), (1, 401)], ["press 0=1"], id="closer than the tie band"),
        pytest.param([(1, 400), (0, 400)], ["press 0=1"], id="the same stamp"),
        pytest.param([(0, 400), (1, 402.01)], ["press 0=1"], id="apart, but not for certain"),
        pytest.param([(0, 400), (1, 402.02)], ["press 0", "press 1"], id="just apart for certain"),
        pytest.param(
            [(0, 400), (1, 401.5), (2, 403)],
            ["press 0=1 2 (chained)"],
            id="2 cannot have been first, yet may have come before 1",
        ),
        pytest.param(
            [(0, 400), (1, 401), (2, 401.5), (3, 403.5)],
            ["press 0=1=2 3 (chained)"],
            id="four hands in 3.5 ms",
        ),
    ],
)
def test_presses_are_grouped_by_the_tie_band(presses, expected):
    """R-WT-6."""
    assert told(CARD_1, *(press(*one) for one in presses)) == ["pot card 1", *expected]


def test_the_band_is_the_wider_of_option_and_measurement():
    """R-WT-6."""
    evidence = press(0, 400), press(1, 404)
    assert told(*evidence, config=RefereeConfig(tie_ns=2 * MS, measured_band_ns=3 * MS)) == [
        "press 0",
        "press 1",
    ]
    for config in (
        RefereeConfig(tie_ns=2 * MS, measured_band_ns=5 * MS),
        RefereeConfig(tie_ns=5 * MS, measured_band_ns=0),
    ):
        assert told(*evidence, config=config) == ["press 0=1"]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param(850, ["press 0", "pot card 2"], id="while card 1 is on top"),
        pytest.param(899.99, ["press 0", "pot card 2"], id="just before the onset"),
        pytest.param(
            950, ["overlap? pot card 2, press 0 | press 0, pot card 2"], id="within the onset"
        ),
        pytest.param(1000.02, ["pot card 2", "press 0"], id="in the instant it was first seen"),
        pytest.param(1400, ["pot card 2", "press 0"], id="a reaction to card 2"),
    ],
)
def test_a_press_is_held_against_the_pot_as_it_was(at, expected):
    """R-WT-1, R-WT-4: card 2 becomes visible between 900 and 1000."""
    assert told(CARD_1, card(2, 900, 1000), press(0, at)) == ["pot card 1", *expected]


def test_a_press_that_came_late_to_us_still_meets_its_own_pot():
    """R-WT-4: recognition lags; the order of delivery says nothing."""
    assert told(card(2, 900, 1000), press(0, 850), CARD_1) == [
        "pot card 1",
        "press 0",
        "pot card 2",
    ]


def test_two_presses_within_an_onset_keep_their_own_order():
    """R-WT-4: three orders, never one with 1 before 0."""
    assert told(card(2, 900, 1000), press(0, 920), press(1, 960)) == [
        "overlap? pot card 2, press 0 1 | press 0, pot card 2, press 1 | press 0 1, pot card 2"
    ]


def test_a_tie_within_an_onset_can_be_split_by_the_card_either_way():
    """R-WT-4 with R-WT-6."""
    (undecided,) = told(card(2, 900, 1000), press(0, 950), press(1, 951))
    assert set(undecided.removeprefix("overlap? ").split(" | ")) == {
        "pot card 2, press 0=1",
        "press 0, pot card 2, press 1",
        "press 1, pot card 2, press 0",
        "press 0=1, pot card 2",
    }


def test_a_short_onset_between_two_near_presses_separates_them():
    """R-WT-1: 1 ms apart is a tie among buttons, but the card between says which Pot each met."""
    assert told(press(0, 400), card(2, 400.3, 400.6), press(1, 401)) == [
        "press 0",
        "pot card 2",
        "press 1",
    ]


def test_changes_of_one_pile_follow_each_other_even_where_one_frame_bounds_both():
    assert told(card(1, 67, 100), card(2, 90, 133)) == ["pot card 1", "pot card 2"]


def test_changes_of_two_piles_in_one_moment_are_undecided():
    """R-WT-20: whether the Portal changed before the Pot may matter; the rules are asked."""
    assert told(card(1, 67, 100), card(2, 80, 120, zone="portal")) == [
        "overlap? pot card 1, portal card 2 | portal card 2, pot card 1"
    ]


class TestOnceWithinTheDebounceTime:
    """R-WT-8."""

    @pytest.mark.parametrize(
        ("again", "expected"),
        [(300, ["press 0"]), (799, ["press 0"]), (801, ["press 0", "press 0"])],
    )
    def test_the_second_press_of_the_same_attempt(self, again, expected):
        assert told(CARD_1, press(0, 400), press(0, 400 + again)) == ["pot card 1", *expected]

    def test_the_time_runs_from_the_press_that_counted(self):
        hammering = [press(0, 400 + 300 * n) for n in range(6)]
        assert told(*hammering) == ["press 0", "press 0"]

    def test_another_seat_is_another_attempt(self):
        assert told(press(0, 400), press(1, 500), press(0, 600)) == ["press 0", "press 1"]

    def test_after_a_new_card_it_is_a_new_attempt(self):
        evidence = press(0, 400), card(2, 500, 533), press(0, 700)
        assert told(*evidence) == ["press 0", "pot card 2", "press 0"]

    def test_a_press_that_may_be_the_first_on_a_new_card_is_never_dropped(self):
        evidence = press(0, 520), card(2, 500, 533), press(0, 900)
        assert told(*evidence)[1:] == ["press 0"]


class TestInexactPresses:
    """Keys and phones: never judged to the millisecond."""

    def test_a_key_never_beats_a_buzzer_that_was_near(self):
        assert told(press(0, 400), press(1, 480, exact=False)) == ["press 0=1"]
        assert told(press(0, 400), press(1, 560, exact=False)) == ["press 0", "press 1"]

    def test_two_keys(self):
        keys = press(0, 400, exact=False), press(1, 500, exact=False)
        assert told(*keys) == ["press 0=1"]

    def test_a_key_just_after_a_card_may_have_been_pressed_before_it(self):
        evidence = card(2, 900, 933), press(0, 1000, exact=False)
        assert told(*evidence) == ["overlap? pot card 2, press 0 | press 0, pot card 2"]


class TestTheRaceBetweenAnItemAndAGrab:
    """R-WT-18."""

    def test_the_apply_button_is_as_exact_as_a_buzzer(self):
        apply = press(1, 3250, button="apply")
        assert told(press(0, 3100), apply) == ["press 0", "tap seat:1 apply"]
        assert told(press(0, 3400), apply) == ["tap seat:1 apply", "press 0"]

    def test_within_the_tie_band_it_is_asked(self):
        evidence = press(0, 3251), press(1, 3250, button="apply")
        assert told(*evidence) == ["overlap? tap seat:1 apply, press 0 | press 0, tap seat:1 apply"]

    def test_a_shared_button_belongs_to_the_table(self):
        assert told(press(-1, 3250, button="apply")) == ["tap table apply"]

    def test_a_tap_on_a_phone_counts_as_the_interval_before_its_arrival(self):
        made = phone_tap(CONFIG, audience="seat:1", choice="apply", arrived=3250 * MS, offered=0)
        assert made.at == Interval(3250 * MS - CONFIG.tap_ns, 3250 * MS)
        assert told(press(0, 2999), made) == ["press 0", "tap seat:1 apply"]
        assert told(press(0, 3251), made) == ["tap seat:1 apply", "press 0"]
        assert told(press(0, 3150), made) == [
            "overlap? tap seat:1 apply, press 0 | press 0, tap seat:1 apply"
        ]

    def test_nobody_taps_a_button_before_it_is_shown(self):
        made = phone_tap(
            CONFIG, audience="seat:1", choice="apply", arrived=3250 * MS, offered=3200 * MS
        )
        assert made == TimedTap(
            audience="seat:1", choice="apply", at=Interval(3200 * MS, 3250 * MS)
        )

    def test_tap_card_and_press_together_give_every_order_that_is_possible(self):
        evidence = tap("seat:1", "apply", 900, 1000), card(2, 950, 1050), press(0, 980)
        (undecided,) = told(*evidence)
        assert len(undecided.split(" | ")) == 6


def test_too_many_overlapping_elements_are_asked_without_a_list():
    hands = [press(seat, 900 + seat * 0.5) for seat in range(6)]
    taps = [tap(f"seat:{seat}", "x", 800, 1000) for seat in range(7)]
    assert told(*hands, *taps) == ["overlap?"]
