"""`companion bench presses` measures the way of a press through the product's own processes."""

import pytest

from companion.bench import presses


def test_presses_are_measured_alone_and_beside_busy_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presses, "PRESSES", 4)
    rows = presses.rows()
    assert [row.peer for row in rows] == [None, "limit 10 ms", None, "limit 10 ms", None]
    alone, slowest_alone, busy, slowest_busy = (row.value for row in rows[:4])
    assert 0 < alone <= slowest_alone
    assert 0 < busy <= slowest_busy
