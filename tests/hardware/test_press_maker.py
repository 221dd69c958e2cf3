"""From edges and marks to presses, where the stamps have an error or cannot be trusted."""

import random

import pytest

from hardware.config import default_wiring
from hardware.events import Bounced, EdgesUntil, Press, SensorStatus
from hardware.press_maker import Output, PressMaker, RawEdge
from hardware.timing import MS, Interval
from hardware.wiring import input_pins

ERROR = MS // 2
NOW = 1_000 * MS


def maker(pressed: tuple[int, ...] = ()) -> PressMaker:
    pins = input_pins(default_wiring(4))
    return PressMaker(
        pins=pins,
        levels={pin.gpio: int(pin.gpio not in pressed) for pin in pins},
        now=NOW,
        stamp_error_ns=ERROR,
        lockout_ns=40 * MS,
        source="gpio",
    )


def edge(gpio: int, level: int, ms: float, *, late_ms: float = 1, gap: bool = False) -> RawEdge:
    tick = round(ms * MS)
    arrival = tick + round(late_ms * MS)
    return RawEdge(gpio=gpio, level=level, tick_ns=tick, arrival_ns=arrival, after_gap=gap)


def presses(outputs: list[Output]) -> list[Press]:
    return [o for o in outputs if isinstance(o, Press)]


def marks(outputs: list[Output]) -> list[int]:
    return [o.ns for o in outputs if isinstance(o, EdgesUntil)]


def test_the_interval_of_a_press_contains_the_error_of_the_stamp() -> None:
    board = maker()
    board.add(edge(17, 0, 1100))
    (press,) = presses(board.until(1200 * MS))
    assert press.at == Interval(1100 * MS - ERROR, 1100 * MS)


def test_a_press_is_told_by_the_first_mark_past_its_edge_and_its_train_later() -> None:
    """No mark passes it before its train is told: nothing that is judged lacks evidence."""
    board = maker()
    board.add(edge(17, 0, 1100))
    first = board.until(1101 * MS)
    assert first == [
        Press(seat=0, at=Interval(1100 * MS - ERROR, 1100 * MS)),
        EdgesUntil(ns=1100 * MS - ERROR - 1),
    ]
    board.add(edge(17, 1, 1103))
    assert board.until(1112 * MS) == []
    assert board.until(1113 * MS) == [
        Bounced(
            seat=0,
            button="grab",
            at=Interval(1100 * MS - ERROR, 1100 * MS),
            bounce=(3 * MS + ERROR,),
        ),
        EdgesUntil(ns=1113 * MS - ERROR),
    ]


def test_presses_are_told_in_the_order_of_their_edges_however_long_a_contact_bounces() -> None:
    board = maker()
    told = []
    for ms in range(1100, 1200):
        if ms < 1130 and not ms % 3:
            board.add(edge(17, ms % 2, ms))
        if ms == 1104:
            board.add(edge(18, 0, ms))
        told += board.until(ms * MS + MS // 2)
    assert [press.seat for press in presses(told)] == [0, 1]
    promised = 0
    for output in told:
        if isinstance(output, EdgesUntil):
            promised = output.ns
        elif isinstance(output, Press | Bounced):
            assert output.at.earliest > promised


def test_our_mark_leaves_room_for_the_error_of_stamps_to_come() -> None:
    assert marks(maker().until(1200 * MS)) == [1200 * MS - ERROR]


def test_a_mark_that_does_not_move_on_is_not_repeated() -> None:
    board = maker()
    assert len(board.until(1200 * MS)) == 1
    assert board.until(1200 * MS) == []
    assert board.until(1100 * MS) == []


def test_a_stamp_of_another_clock_gives_way_to_the_arrival() -> None:
    """Wall time, say: the press lies between the last mark and its arrival."""
    board = maker()
    board.until(1200 * MS)
    board.add(RawEdge(gpio=17, level=0, tick_ns=1_700_000_000 * 1000 * MS, arrival_ns=1220 * MS))
    (press,) = presses(board.until(1300 * MS))
    assert press.at == Interval(1200 * MS + 1, 1220 * MS)
    assert board.foreign_stamps == 1


@pytest.mark.parametrize("tick_ns", [1_700_000_000 * 1000 * MS, 1220 * MS])
def test_a_press_that_may_be_older_than_it_looks_holds_the_marks_back(tick_ns: int) -> None:
    """It came between two marks, and the second could not cover its arrival yet."""
    board = maker()
    board.until(1200 * MS)
    gap = tick_ns == 1220 * MS
    board.add(RawEdge(gpio=17, level=0, tick_ns=tick_ns, arrival_ns=1220 * MS, after_gap=gap))
    assert [mark for mark in marks(board.until(1219 * MS)) if mark > 1200 * MS] == []
    (press,) = presses(board.until(1300 * MS))
    assert press.at == Interval(1200 * MS + 1, 1220 * MS)


def test_lost_edges_make_the_press_wide() -> None:
    board = maker()
    board.until(1200 * MS)
    board.add(edge(17, 0, 1220, gap=True))
    (press,) = presses(board.until(1300 * MS))
    assert press.at == Interval(1200 * MS + 1, 1220 * MS)


def test_an_edge_after_its_mark_cannot_be_placed_before_what_was_judged() -> None:
    """The back end broke its promise: true stamp to just after the mark, so that it overlaps."""
    board = maker()
    board.until(1200 * MS)
    board.add(edge(17, 0, 1195))
    (press,) = presses(board.until(1300 * MS))
    assert press.at == Interval(1195 * MS - ERROR, 1200 * MS + 1)
    assert board.late_edges == 1


def test_a_button_pressed_at_the_start_is_named_and_does_not_win() -> None:
    board = maker(pressed=(18,))
    (status,) = board.at_start()
    assert isinstance(status, SensorStatus)
    assert status.sensor == "button:1"
    assert "Seat 2's buzzer (GPIO 18) is pressed already" in status.text
    board.add(edge(18, 1, 1100))
    board.add(edge(17, 0, 1101))
    told = board.until(1300 * MS)
    assert [p.seat for p in presses(told)] == [0]
    assert [s.ok for s in told if isinstance(s, SensorStatus)] == [True]


def test_pins_that_are_no_buttons_are_ignored() -> None:
    board = maker()
    board.add(edge(99, 0, 1100))
    assert presses(board.until(1300 * MS)) == []


def test_no_delivery_order_changes_a_press() -> None:
    """2,000 shuffles of the same bouncing slaps, marks anywhere: the same presses, honest marks."""
    chance = random.Random(5)
    edges = []
    for n, gpio in enumerate((17, 18, 5, 16)):
        start = 1100 + n * 0.3
        edges += [edge(gpio, k % 2, start + k * 0.9) for k in range(7 + 2 * n)]
        edges.append(edge(gpio, 1, start + 90))
    told = set()
    for _ in range(2_000):
        chance.shuffle(edges)
        outputs = deliver(edges, marks_ms=sorted(chance.uniform(1050, 1300) for _ in range(3)))
        told.add(tuple(sorted(presses(outputs), key=lambda p: p.seat)))
        promised = 0
        for output in outputs:
            if isinstance(output, EdgesUntil):
                promised = output.ns
            elif isinstance(output, Press):
                assert output.at.earliest > promised
    assert len(told) == 1
    assert [p.seat for p in told.pop()] == [0, 1, 2, 3]


def deliver(edges: list[RawEdge], *, marks_ms: list[float]) -> list[Output]:
    """Each edge in this order, but before the mark that covers it; a last mark at 1400 ms."""
    board = maker()
    outputs: list[Output] = []
    waiting = list(edges)
    for mark in (*(round(ms * MS) for ms in marks_ms), 1400 * MS):
        for one in waiting:
            if one.tick_ns <= mark:
                board.add(one)
        waiting = [one for one in waiting if one.tick_ns > mark]
        outputs += board.until(mark)
    assert board.late_edges == 0
    return outputs
