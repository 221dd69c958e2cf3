"""Fault injection disturbs delivery, and its marks stay honest."""

from hardware.board.faults import DeliveryFaults
from hardware.timing import MS
from hardware.twin_link import PinEdge


def edge(ms: float) -> PinEdge:
    return PinEdge(gpio=17, level=0, tick_ns=round(ms * MS))


def test_without_faults_everything_passes_at_once() -> None:
    faults = DeliveryFaults()
    assert faults.edge(edge(1)) == [edge(1)]
    assert faults.done(5 * MS) == ([], 5 * MS)


def test_delayed_edges_hold_the_mark_back() -> None:
    faults = DeliveryFaults(delay_ms=200)
    for n in range(50):
        assert faults.edge(edge(1000 + n)) == []
    told: list[int] = []
    for ms in range(1050, 1300, 10):
        due, mark = faults.done(ms * MS)
        told += [e.tick_ns for e in due]
        missing = {(1000 + n) * MS for n in range(50)} - set(told)
        assert mark == min([ms * MS, *(tick - 1 for tick in missing)])
    assert len(told) == 50
    assert told != sorted(told)  # it did disturb


def test_shuffling_disturbs_the_order_within_one_mark() -> None:
    faults = DeliveryFaults(shuffle=True)
    for n in range(20):
        faults.edge(edge(1000 + n / 10))
    due, mark = faults.done(1100 * MS)
    ticks = [e.tick_ns for e in due]
    assert ticks != sorted(ticks)
    assert len(ticks) == 20
    assert mark == 1100 * MS
