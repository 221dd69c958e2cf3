"""One button, edge by edge, in milliseconds."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import (
    MAX_BOUNCE,
    Edge,
    Freed,
    Outcome,
    Pressed,
    Stuck,
    Train,
    advance,
    feed,
    new_line,
    pending_since,
)
from hardware.timing import MS, Interval

LOCKOUT_MS = 40


def outcomes(
    edges: Sequence[tuple[float, int]], *, until: float, level: int = 1, step: float = 1e9
) -> list[Outcome]:
    """A button to ground with a pull-up; `edges` as (ms, level); marks every `step` ms."""
    line = new_line(idle_level=1, level=level, lockout_ns=LOCKOUT_MS * MS, now=0)
    told: list[Outcome] = []
    mark = step
    for ms, after in edges:
        while mark < ms:
            line, some = advance(line, round(mark * MS))
            told += some
            mark += step
        tick = round(ms * MS)
        line, some = feed(line, Edge(tick=tick, level=after, earliest=tick))
        told += some
    line, some = advance(line, round(until * MS))
    return told + list(some)


def presses_ms(told: Sequence[Outcome]) -> list[float]:
    return [o.at.latest / MS for o in told if isinstance(o, Pressed)]


def test_a_clean_press_counts_at_its_edge() -> None:
    assert outcomes([(100, 0), (180, 1)], until=300) == [Pressed(at=Interval(100 * MS, 100 * MS))]


def test_a_bouncing_press_counts_at_its_first_edge_and_keeps_the_train() -> None:
    at = Interval(100 * MS, 100 * MS)
    told = outcomes([(100, 0), (101, 1), (103, 0), (190, 1)], until=300)
    assert told == [Pressed(at=at), Train(at=at, bounce=(MS, 3 * MS))]


def test_a_ten_millisecond_tap_counts() -> None:
    assert presses_ms(outcomes([(100, 0), (110, 1)], until=300)) == [100]


def test_bounce_on_release_is_no_press() -> None:
    told = outcomes([(100, 0), (300, 1), (301, 0), (304, 1), (309, 0), (311, 1)], until=500)
    assert presses_ms(told) == [100]


def test_the_button_counts_again_when_it_was_quiet() -> None:
    told = outcomes([(100, 0), (180, 1), (206, 0), (300, 1)], until=500)
    assert presses_ms(told) == [100, 206]


def test_a_hasty_player_who_hammers_is_counted_each_time() -> None:
    """Ten times a second, up for 40 ms in between."""
    edges = [edge for n in range(20) for edge in ((100 * n + 100, 0), (100 * n + 160, 1))]
    assert len(presses_ms(outcomes(edges, until=3000))) == 20


def test_within_the_quiet_time_after_a_release_it_does_not() -> None:
    told = outcomes([(100, 0), (180, 1), (204, 0), (300, 1)], until=500)
    assert presses_ms(told) == [100]


def test_the_first_edge_counts_whatever_its_level() -> None:
    """The kernel stamps first and reads the level later, when the contact may be open again."""
    told = outcomes([(100, 1), (100.2, 0), (200, 1)], until=300)
    assert presses_ms(told) == [100]


def test_a_press_is_told_with_its_first_edge_and_its_train_when_the_bounce_has_settled() -> None:
    at = Interval(100 * MS, 100 * MS)
    line = new_line(idle_level=1, level=1, lockout_ns=40 * MS, now=0)
    line, told = feed(line, Edge(tick=100 * MS, level=0, earliest=100 * MS))
    assert told == (Pressed(at=at),)
    line, told = feed(line, Edge(tick=102 * MS, level=1, earliest=102 * MS))
    assert told == ()
    line, told = advance(line, 111 * MS)
    assert told == ()
    assert pending_since(line) == 100 * MS
    line, told = advance(line, 112 * MS)
    assert told == (Train(at=at, bounce=(2 * MS,)),)
    assert pending_since(line) is None


def test_of_a_clean_press_no_train_is_told_but_one_is_waited_for() -> None:
    line = new_line(idle_level=1, level=1, lockout_ns=40 * MS, now=0)
    line, _ = feed(line, Edge(tick=100 * MS, level=0, earliest=100 * MS))
    line, told = advance(line, 109 * MS)
    assert (told, pending_since(line)) == ((), 100 * MS)
    line, told = advance(line, 110 * MS)
    assert (told, pending_since(line)) == ((), None)


def test_of_a_chattering_contact_the_train_ends_with_the_lockout() -> None:
    line = new_line(idle_level=1, level=1, lockout_ns=40 * MS, now=0)
    for n in range(100, 150, 5):
        line, told = feed(line, Edge(tick=n * MS, level=n // 5 % 2, earliest=n * MS))
        if told and n > 100:
            break
    at = Interval(100 * MS, 100 * MS)
    assert told == (Train(at=at, bounce=tuple(n * MS for n in range(5, 45, 5))),)


def test_at_most_32_further_edges_are_kept() -> None:
    _, train = outcomes([(100 + n / 4, n % 2) for n in range(81)], until=600)
    assert isinstance(train, Train)
    assert len(train.bounce) == MAX_BOUNCE


def test_a_button_found_pressed_counts_only_after_it_was_let_go() -> None:
    told = outcomes([(100, 1), (300, 0), (400, 1)], until=600, level=0)
    assert [type(o) for o in told] == [Freed, Pressed]
    assert presses_ms(told) == [300]


def test_a_button_held_for_ten_seconds_is_called_stuck_until_it_is_free() -> None:
    told = outcomes([(100, 0), (20_000, 1)], until=21_000)
    assert [type(o) for o in told] == [Pressed, Stuck, Freed]


def test_a_contact_that_never_rests_is_called_stuck() -> None:
    edges = [(100 + n * 20, n % 2) for n in range(600)]
    told = outcomes(edges, until=12_100)
    assert [type(o) for o in told] == [Pressed, Stuck]


trains = st.lists(st.tuples(st.integers(1, 400), st.integers(0, 1)), max_size=30)


@settings(max_examples=200, deadline=None)
@given(gaps=trains, step=st.sampled_from([0.5, 3, 17, 100]), shift=st.integers(0, 10**6))
def test_marks_and_the_zero_of_time_change_nothing(
    gaps: list[tuple[int, int]], step: float, shift: int
) -> None:
    """However often the mark is moved on, and whenever it all happens, the presses are the same."""
    edges, now = [], 50.0
    for gap, level in gaps:
        now += gap
        edges.append((now, level))
    at_once = outcomes(edges, until=now + 20_000)
    often = outcomes(edges, until=now + 20_000, step=step)
    assert presses_ms(often) == presses_ms(at_once)
    assert [type(o) for o in often] == [type(o) for o in at_once]
    shifted = outcomes([(ms + shift, level) for ms, level in edges], until=now + shift + 20_000)
    assert presses_ms(shifted) == [ms + shift for ms in presses_ms(at_once)]


@settings(max_examples=200, deadline=None)
@given(bounce=st.lists(st.integers(1, 20_000), max_size=12, unique=True))
def test_bounce_never_moves_the_press(bounce: list[int]) -> None:
    """Whatever the contact does within 20 ms (microseconds here), the press is its first edge."""
    edges = [(100.0, 0)]
    for n, us in enumerate(sorted(bounce)):
        edges.append((100 + us / 1000, (n + 1) % 2))
    if edges[-1][1] == 1:
        edges.append((121.0, 0))
    edges.append((300.0, 1))
    assert presses_ms(outcomes(edges, until=1000)) == [100]
