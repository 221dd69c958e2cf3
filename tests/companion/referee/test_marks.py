"""When evidence is settled: marks, absent sensors, limits, broken promises, restarts."""

import pytest
from msgspec.structs import replace

from companion.referee import (
    DuePresses,
    DueUndecided,
    RefereeConfig,
    due,
    feed,
    hold,
    next_due,
    overdue,
    reconfigured,
    sensor_present,
    start,
)
from hardware.events import EdgesUntil, KnownUntil, Press
from hardware.timing import MS
from tests.companion.referee.bench_words import (
    CONFIG,
    card,
    fed,
    marks,
    ns,
    press,
    span,
    tap,
    words,
)
from tests.support.trains import as_told


def edges(ms: float) -> EdgesUntil:
    return EdgesUntil(ns=ns(ms))


def known(ms: float) -> KnownUntil:
    return KnownUntil(ns=ns(ms))


def settled(*signals):
    return words(due(fed(signals))[1])


class TestAPress:
    def test_waits_for_both_marks(self):
        assert settled(press(0, 400)) == []
        assert settled(press(0, 400), edges(1000)) == []
        assert settled(press(0, 400), known(1000)) == []
        assert settled(press(0, 400), edges(1000), known(1000)) == ["press 0"]

    @pytest.mark.parametrize(("until", "expected"), [(401.9, []), (402, ["press 0"])])
    def test_waits_until_nobody_can_tie_with_it(self, until, expected):
        assert settled(press(0, 400), known(1000), edges(until)) == expected

    @pytest.mark.parametrize(("until", "expected"), [(399, []), (400, []), (400.1, ["press 0"])])
    def test_waits_until_no_card_can_have_come_before_it(self, until, expected):
        assert settled(press(0, 400), edges(1000), known(until)) == expected

    def test_waits_for_whatever_may_tie_with_it_too(self):
        tie = press(0, 400), press(1, 401.5), edges(1000)
        assert settled(*tie, known(400.7)) == []
        assert settled(*tie, known(401.6)) == ["press 0=1"]


class TestACard:
    def test_waits_until_every_press_before_it_is_settled(self):
        """Design: a reveal is applied only when every press before its onset is settled."""
        assert settled(card(1, 900, 1000), known(2000), edges(950)) == []
        assert settled(card(1, 900, 1000), known(2000), edges(1000)) == ["pot card 1"]

    def test_waits_behind_an_earlier_press_that_is_not_settled(self):
        evidence = press(0, 400), card(1, 900, 1000)
        assert settled(*evidence, edges(2000), known(390)) == []

    def test_waits_for_the_other_pile(self):
        evidence = (card(1, 900, 1000), edges(2000))
        assert settled(*evidence, known(1000)) == []
        assert settled(*evidence, known(1000.1)) == ["pot card 1"]


class TestAnAbsentSensor:
    def test_without_a_camera_order_comes_from_the_buttons_alone(self):
        referee = sensor_present(start(CONFIG), camera=False)
        referee = feed(feed(referee, press(0, 400)), edges(402))
        assert words(due(referee)[1]) == ["press 0"]

    def test_without_buttons_cards_go_on(self):
        referee = sensor_present(start(CONFIG), buttons=False)
        referee = feed(feed(referee, card(1, 900, 1000)), known(1001))
        assert words(due(referee)[1]) == ["pot card 1"]

    def test_when_it_comes_back_its_mark_counts_again(self):
        referee = sensor_present(start(CONFIG), camera=False)
        referee = sensor_present(feed(referee, press(0, 400)), camera=True)
        referee, none = due(feed(referee, edges(500)))
        assert none == ()
        assert words(due(feed(referee, known(500)))[1]) == ["press 0"]

    def test_without_both_a_tap_is_due_at_once(self):
        referee = sensor_present(start(CONFIG), camera=False, buttons=False)
        referee = feed(referee, tap("seat:0", "take", 100, 300))
        assert words(due(referee)[1]) == ["tap seat:0 take"]


class TestWaitingTooLong:
    def test_asks_the_table_and_names_the_sensor(self):
        waiting = fed([press(0, 400), edges(5000)])
        assert overdue(waiting, ns(400) + CONFIG.limit_ns)[1] == ()
        referee, told = overdue(waiting, ns(400) + CONFIG.limit_ns + 1)
        assert words(told) == ["camera? press 0"]
        assert due(feed(referee, known(9000)))[1] == ()

    def test_names_the_buttons_where_they_are_behind(self):
        waiting = fed([card(1, 900, 1000), known(9000)])
        assert words(overdue(waiting, ns(9000))[1]) == ["buttons? pot card 1"]

    def test_keeps_later_evidence_waiting(self):
        waiting = fed([press(0, 400), press(1, 3000), edges(5000)])
        referee, told = overdue(waiting, ns(3500))
        assert words(told) == ["camera? press 0"]
        assert words(due(feed(referee, known(4000)))[1]) == ["press 1"]

    def test_tells_first_what_is_settled(self):
        waiting = fed([press(0, 400), press(1, 700), edges(5000), known(600)])
        assert words(overdue(waiting, ns(9000))[1]) == ["press 0", "camera? press 1"]


class TestABrokenPromise:
    def test_a_press_that_may_belong_before_something_settled_is_asked(self):
        referee, _ = due(fed([card(1, 900, 1000), *marks(2000)]))
        referee, told = due(feed(referee, press(0, 950)))
        assert words(told) == ["late?"]
        (late,) = told
        assert isinstance(late, DueUndecided)
        assert late.elements == (press(0, 950), card(1, 900, 1000))

    def test_a_card_after_its_mark_is_asked_and_is_the_top_from_then_on(self):
        referee, _ = due(fed([press(0, 950), *marks(2000)]))
        referee = feed(referee, card(1, 900, 1000))
        for signal in (press(1, 2400), *marks(3000)):
            referee = feed(referee, signal)
        late, presses = due(referee)[1]
        assert words([late, presses]) == ["late?", "press 1"]
        assert isinstance(presses, DuePresses)
        assert presses.record.top is not None
        assert presses.record.top.ident == 1

    def test_late_but_still_in_its_place_is_as_good_as_in_time(self):
        referee, _ = due(fed([card(1, 900, 1000), *marks(2000)]))
        assert words(due(feed(referee, press(0, 1500)))[1]) == ["press 0"]

    def test_is_seen_however_much_was_settled_since(self):
        many = [press(n % 4, 1000 + 900 * n) for n in range(40)]
        referee, _ = due(fed([*many, *marks(100_000)]))
        assert words(due(feed(referee, press(0, 1500)))[1]) == ["late?"]

    def test_is_seen_although_what_it_overlaps_was_settled_long_ago(self):
        crowd = [press(n % 6, 100 + n) for n in range(17)]
        referee, _ = due(fed([tap("seat:0", "x", 0, 1000), *crowd, *marks(2000)]))
        assert words(due(feed(referee, press(0, 900)))[1]) == ["late?"]


class TestSlowSources:
    """R-WT-18: while a phone may race with a buzzer, the buzzer's press waits for the tap."""

    def test_without_a_hold_the_tap_comes_too_late(self):
        referee, _ = due(fed([press(0, 3100), *marks(3110)]))
        assert words(due(feed(referee, tap("seat:1", "apply", 3000, 3250)))[1]) == ["late?"]

    def test_with_a_hold_both_are_weighed(self):
        referee = hold(fed([press(0, 3100), *marks(3110)]), CONFIG.tap_ns)
        referee, none = due(referee)
        assert none == ()
        for signal in (tap("seat:1", "apply", 3000, 3250), *marks(3600)):
            referee = feed(referee, signal)
        assert words(due(referee)[1]) == [
            "overlap? tap seat:1 apply, press 0 | press 0, tap seat:1 apply"
        ]

    def test_a_hold_set_between_two_dues_holds_the_second(self):
        referee = fed([card(1, 67, 100), press(0, 400), *marks(500)])
        referee, one = next_due(referee)
        referee, two = next_due(hold(referee, CONFIG.tap_ns))
        assert one is not None
        assert two is None
        assert words(due(feed(referee, edges(652)))[1]) == ["press 0"]


class TestKeysAsButtons:
    def test_a_key_waits_until_no_other_can_have_been_pressed_before_it(self):
        first = press(0, 400, exact=False)
        assert settled(first, edges(549), known(549)) == []
        assert settled(first, edges(551), known(551)) == ["press 0"]

    def test_so_the_next_key_ties_with_it_instead_of_coming_too_late(self):
        referee, none = due(fed([press(0, 400, exact=False), *marks(480)]))
        assert none == ()
        for signal in (press(1, 490, exact=False), *marks(700)):
            referee = feed(referee, signal)
        assert words(due(referee)[1]) == ["press 0=1"]


class TestRestart:
    def test_presses_held_over_a_restart_are_void(self):
        """Design: stamps of two boots are not comparable."""
        referee = fed([press(0, 400), edges(500)])
        referee = feed(referee, EdgesUntil(ns=ns(5), run=1))
        referee, told = due(referee)
        assert words(told) == ["restart?"]
        after = Press(seat=2, at=span(10, 11), run=1)
        for signal in (after, EdgesUntil(ns=ns(20), run=1), KnownUntil(ns=ns(20), run=1)):
            referee = feed(referee, signal)
        assert words(due(referee)[1]) == ["press 2"]

    def test_a_press_of_an_earlier_boot_is_void(self):
        referee = start(CONFIG, run=3)
        old = Press(seat=1, at=span(400, 401), run=2)
        (told,) = due(feed(referee, old))[1]
        assert isinstance(told, DueUndecided)
        assert (told.reason, told.elements, told.record.run) == ("restart", (old,), 2)

    def test_marks_of_an_earlier_boot_are_nothing(self):
        referee = start(CONFIG, run=3)
        assert feed(referee, EdgesUntil(ns=ns(1e6), run=2)) is referee


class TestRepeatedDelivery:
    def test_the_same_evidence_twice_is_once(self):
        twice = [press(0, 400), card(1, 67, 100)] * 2
        assert settled(*twice, *marks(1000)) == ["pot card 1", "press 0"]

    def test_also_after_it_was_settled(self):
        referee, _ = due(fed([press(0, 400), *marks(1000)]))
        assert due(feed(referee, press(0, 400)))[1] == ()

    def test_an_older_mark_takes_nothing_back(self):
        assert settled(press(0, 400), *marks(1000), *marks(300)) == ["press 0"]


def test_other_options_hold_for_what_is_not_settled():
    referee = fed([press(0, 400), press(1, 404), *marks(1000)])
    wider = reconfigured(referee, RefereeConfig(tie_ns=5 * MS))
    assert words(due(wider)[1]) == ["press 0=1"]


class TestABounceTrain:
    """It follows its press; the mark of the buttons waits for it."""

    def test_it_is_in_the_record_of_the_verdict(self):
        slap = replace(press(2, 400), bounce=(240_000, 1_100_000))
        (one,) = due(fed((*as_told(slap), *marks(1000))))[1]
        assert isinstance(one, DuePresses)
        assert one.presses == (slap,)
        assert one.record.presses[0].bounce == (240_000, 1_100_000)

    def test_a_second_delivery_of_the_press_adds_none(self):
        slap = replace(press(2, 400), bounce=(240_000,))
        bare, train = as_told(slap)
        (one,) = due(fed((bare, train, bare, train, *marks(1000))))[1]
        assert isinstance(one, DuePresses)
        assert one.presses == (slap,)

    def test_after_a_verdict_for_which_nobody_waited_it_changes_nothing(self):
        bare, train = as_told(replace(press(2, 400), bounce=(240_000,)))
        referee, dues = due(fed((bare, *marks(1000))))
        assert words(dues) == ["press 2"]
        assert feed(referee, train) == referee
        assert due(feed(referee, bare))[1] == ()

    def test_of_an_earlier_boot_it_is_nobody_s(self):
        referee = start(CONFIG, run=2)
        _, train = as_told(replace(press(2, 400), bounce=(240_000,)))
        assert feed(referee, train) == referee
