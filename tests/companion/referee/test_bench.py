"""The measurements themselves, on a small scale: they use the real code and can fail."""

import pytest

from companion.bench import referee_grabs
from companion.bench.referee_deliveries import deliver
from companion.bench.referee_grabs import series


def test_shuffled_deliveries_give_one_verdict_where_callbacks_give_many():
    ours, naive = deliver((1, 300))
    assert len(ours) == 1
    (verdict,) = ours
    assert "DueUndecided" in verdict
    assert "DuePresses" in verdict
    assert len(naive) > 1


def test_simulated_grabs_name_nobody_wrong_where_callbacks_do():
    tally = series((2, 1500))
    assert tally["grabs"] == 1500
    assert tally["wrong"] == 0
    assert tally["doubt"] == 0
    assert 0 < tally["undecided"] < 150
    assert tally["naive"] > 75


def test_with_stamps_worse_than_believed_wrong_winners_are_counted(
    monkeypatch: pytest.MonkeyPatch,
):
    """The count is not zero by construction: stamps 5 ms off are more than a band of 2 ms."""
    original = referee_grabs._edges
    monkeypatch.setattr(
        referee_grabs,
        "_edges",
        lambda chance, seat, at: original(chance, seat, at + chance.randrange(5_000_000)),
    )
    assert series((2, 1500))["wrong"] > 0
