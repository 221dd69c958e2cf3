"""Signal and slap: reactions against the signal itself, false starts by name, ties as in a game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.practice import (
    FOREPERIOD_MS,
    Dark,
    Give,
    Over,
    Plan,
    begin,
    draw,
    handle,
    people_of,
)
from companion.referee import RefereeConfig
from hardware.board_link import ToCompanion
from hardware.channel import Channel
from hardware.events import EdgesUntil, Lamps, Lit, Press, SensorStatus
from hardware.fakes import FakeBoard
from hardware.timing import MS, Interval
from tests.companion.practice.bench import STEP_MS, Bench


def ms(reaction: Interval | None) -> float | None:
    return None if reaction is None else (reaction.earliest + reaction.latest) / 2 / MS


def test_the_signal_comes_after_the_foreperiod_and_not_before():
    bench = Bench(2000)
    lit = bench.lamp()
    began = bench.practice.plan.rest_ns / MS
    assert lit == pytest.approx(began + 2000 + 3, abs=3 * STEP_MS)
    assert [type(one) for one in bench.effects] == [Give]


def test_a_reaction_runs_from_the_lamp_itself_not_from_the_wish():
    """The board needed 40 ms to light it: those are not the person's."""
    bench = Bench(lamp_ms=40.0)
    lit = bench.lamp()
    bench.press(0, lit + 231)
    answers = bench.over().answers
    assert [(one.seat, ms(one.reaction), one.jumped) for one in answers] == [(0, 231.0, "")]


def test_the_lamps_interval_is_the_reactions_doubt():
    bench = Bench(error_ms=2.0)
    lit = bench.lamp()
    bench.press(0, lit + 200)
    (answer,) = bench.over().answers
    assert answer.reaction == Interval(200 * MS, 202 * MS)


def test_before_the_signal_is_a_false_start_and_sits_the_round_out():
    bench = Bench(2000)
    bench.until(2500)
    bench.press(0, 2600)
    lit = bench.lamp()
    bench.press(0, lit + 210)
    bench.press(1, lit + 260)
    over = bench.over()
    assert [(one.seat, one.jumped) for one in over.answers] == [(0, "before"), (1, "")]
    assert over.answers[0].reaction is None
    assert over.first == (1,)


@pytest.mark.parametrize(("after", "jumped"), [(1, "early"), (99, "early"), (100, ""), (101, "")])
def test_nobody_reacts_within_a_tenth_of_a_second(after, jumped):
    bench = Bench()
    lit = bench.lamp()
    bench.press(0, lit + after)
    (answer,) = bench.over().answers
    assert answer.jumped == jumped


def test_a_press_while_the_lamp_goes_on_is_too_early_whichever_came_first():
    bench = Bench(error_ms=4.0)
    lit = bench.lamp()
    bench.press(0, lit - 2)
    bench.press(1, lit + 240)
    over = bench.over()
    assert [(one.seat, one.jumped) for one in over.answers] == [(0, "early"), (1, "")]
    assert over.first == (1,)


def test_what_is_closer_than_the_band_is_a_tie_as_in_a_game():
    bench = Bench(seats=3)
    lit = bench.lamp()
    bench.press(2, lit + 200.0)
    bench.press(0, lit + 201.0)
    bench.press(1, lit + 230.0)
    assert bench.over().first == (0, 2)


def test_the_order_of_delivery_is_not_the_order_of_hands():
    """The later stamp is told first; both are judged by their stamps."""
    bench = Bench()
    lit = bench.lamp()
    bench.press(0, lit + 254)
    bench.press(1, lit + 250)
    over = bench.over()
    assert over.first == (1,)
    assert [one.seat for one in over.answers] == [1, 0]


def test_a_press_that_is_told_before_the_lamps_instant_is_known_waits_for_it():
    """Event time: the board tells the press first, then when the lamp went on."""
    practice = begin(Plan(seats=1, foreperiods_ns=(2000 * MS,), signals=("lamp",)))
    for at in (0, 1200, 3200):
        practice, effects = handle(practice, EdgesUntil(ns=at * MS))
    assert [type(one) for one in effects] == [Give]
    practice, _ = handle(practice, Press(seat=0, at=Interval(3420 * MS, 3420 * MS)))
    practice, _ = handle(practice, EdgesUntil(ns=3600 * MS))
    assert practice.round.answers == ()
    practice, _ = handle(practice, Lit(ident=1, at=Interval(3210 * MS, 3210 * MS)))
    practice, _ = handle(practice, EdgesUntil(ns=3605 * MS))
    (answer,) = practice.rounds[0].answers
    assert ms(answer.reaction) == 210.0


def test_a_round_ends_when_all_have_answered_or_patience_is_over():
    quick, slow = Bench(), Bench()
    for bench, hands in ((quick, 2), (slow, 1)):
        lit = bench.lamp()
        for seat in range(hands):
            bench.press(seat, lit + 200 + seat * 20)
        bench.over()
    assert quick.now_ms - quick.lit_ms[0] < 300
    assert slow.now_ms - slow.lit_ms[0] >= slow.practice.plan.patience_ns / MS
    assert len(slow.practice.rounds[0].answers) == 1


def test_without_the_boards_word_the_round_is_void():
    bench = Bench(2000, 1600, deaf=True)
    over = bench.over()
    assert "did not say" in over.void
    assert people_of(bench.practice.rounds, 2)[0].presses == 0
    assert bench.practice.phase == "resting"


def test_the_word_of_another_round_says_nothing():
    bench = Bench(deaf=True)
    while not bench.effects:
        bench.until(bench.now_ms + STEP_MS)
    bench._send(Lit(ident=5, at=Interval(0, 0)))
    assert bench.practice.phase == "asked"


def test_presses_between_rounds_count_for_nothing_but_the_buttons():
    bench = Bench(2000, 1600)
    lit = bench.lamp()
    bench.press(0, lit + 200)
    bench.press(1, lit + 210)
    bench.over()
    bench.press(0, bench.now_ms + 100, bounce=(1, 2))
    bench.until(bench.now_ms + 500)
    assert bench.practice.round.answers == ()
    assert len(bench.practice.presses) == 3


def test_other_buttons_and_seats_that_do_not_play_are_let_be():
    bench = Bench()
    lit = bench.lamp()
    bench.press(-1, lit + 200, button="undo")
    bench.press(4, lit + 200)
    assert bench.over().answers == ()


def test_after_the_last_round_it_is_over_and_dark():
    bench = Bench(1500, 1600, 1700)
    for _ in range(3):
        lit = bench.lamp()
        bench.press(0, lit + 200)
        bench.over()
    assert isinstance(bench.effects[-1], Over)
    assert sum(isinstance(one, Dark) for one in bench.effects) == 3
    assert [one.number for one in bench.told] == [1, 2, 3]
    told = len(bench.effects)
    bench.until(bench.now_ms + 5000)
    assert len(bench.effects) == told


def test_the_table_hears_why_there_are_no_buttons():
    practice = begin(Plan(seats=2, foreperiods_ns=(1,), signals=("lamp",)))
    gone = SensorStatus(sensor="buttons", ok=False, text="The wires are loose.")
    practice, _ = handle(practice, gone)
    assert str(practice.missing) == "The wires are loose."
    practice, _ = handle(practice, SensorStatus(sensor="buttons", ok=True, text=""))
    assert practice.missing == ""


def test_chance_comes_from_outside_and_stays_within_its_bounds():
    periods = draw(iter(random.Random(7).random, None), 500)
    assert periods == draw(iter(random.Random(7).random, None), 500)
    least, most = FOREPERIOD_MS
    assert least * MS <= min(periods)
    assert max(periods) <= most * MS
    assert max(periods) - min(periods) > 0.9 * (most - least) * MS
    assert draw(iter([0.0, 1.0]), 2) == (least * MS, most * MS)


reaction = st.floats(min_value=105, max_value=900)


@given(st.dictionaries(st.integers(0, 3), reaction, min_size=1), st.integers(-(10**6), 10**6))
def test_the_same_hands_give_the_same_times_whenever_the_evening_is(hands, shift_ms):
    """Shifting all times by a constant changes nothing."""
    found = []
    for start in (0, abs(shift_ms)):
        practice = begin(Plan(seats=4, foreperiods_ns=(2000 * MS,), signals=("lamp",)))
        base = start * MS
        signals: list[object] = [EdgesUntil(ns=base + at * MS) for at in (0, 1200, 3200)]
        signals.append(Lit(ident=1, at=Interval(base + 3210 * MS, base + 3210 * MS)))
        for seat, after in hands.items():
            at = base + 3210 * MS + round(after * MS)
            signals.append(Press(seat=seat, at=Interval(at, at)))
        signals.append(EdgesUntil(ns=base + 6000 * MS))
        for signal in signals:
            practice, _ = handle(practice, signal)  # type: ignore[arg-type]
        found.append(practice.rounds[0])
    assert found[0].answers == found[1].answers
    assert found[0].first == found[1].first
    assert {one.seat: ms(one.reaction) for one in found[0].answers} == {
        seat: round(after * MS) / MS for seat, after in hands.items()
    }
    quickest = min(hands.values())
    band = RefereeConfig().band_ns / MS
    assert set(found[0].first) <= {s for s, t in hands.items() if t - quickest < band * 4}
    assert {s for s, t in hands.items() if t == quickest} <= set(found[0].first)


def test_a_round_over_the_wire_with_the_shipped_fake_of_a_board():
    """Lamp, answer and hand as messages of a board's channel."""
    board = FakeBoard()
    channel: Channel[ToCompanion] = Channel(board.channel_end, ToCompanion)
    practice = begin(Plan(seats=1, foreperiods_ns=(1500 * MS,), signals=("lamp",)))

    def heard() -> None:
        nonlocal practice
        practice, effects = handle(practice, channel.receive())
        for effect in effects:
            if isinstance(effect, Give):
                channel.send(Lamps(status=("green",), ident=effect.ident))

    for at in (0, 1200, 2700):
        board.mark(at)
        heard()
    assert board.wait_until(lambda b: b.lamps is not None and b.lamps.ident == 1)
    board.lit(1, 2704, error_ms=1)
    board.press(0, 2904)
    board.mark(3000)
    for _ in range(3):
        heard()
    board.close()
    channel.close()
    (answer,) = practice.rounds[0].answers
    assert answer.reaction == Interval(200 * MS, 201 * MS)
