"""Several frames of one throw: what they agree on, and what makes no roll."""

import pytest

from vision.dice import TILTED_WHY, DiceReading, DiceState, DieReading
from vision.dice_votes import vote
from vision.readings import Ranked


def die(best, at=(100, 100), *, p=0.97, second=None, told=True):
    """A die of 40 px that shows `best`, with what comes next."""
    rest = (Ranked(str(second), round(1 - p, 4)),) if second else ()
    why = "" if told else f"it could be {best} or {second}"
    box = (at[0] - 20.0, at[1] - 20.0, 40.0, 40.0)
    return DieReading(best if told else None, p, why, box, (Ranked(str(best), p), *rest))


def frame(*dice, state=DiceState.SETTLED):
    return DiceReading(dice, state if dice or state is not DiceState.SETTLED else DiceState.EMPTY)


HAND = frame(state=DiceState.HAND)
ROLLING = frame(die(4, told=False, p=0.3, second=5), state=DiceState.MOVING)


def test_a_throw_has_frames():
    with pytest.raises(ValueError, match="at least one"):
        vote([])


def test_one_frame_is_told_as_it_is():
    reading = vote([frame(die(3), die(5, (200, 90)))])
    assert reading.total == 8
    assert reading.state is DiceState.SETTLED


def test_a_glare_in_one_frame_is_outvoted_by_the_others():
    glared = die(6, p=0.5, second=5, told=False)
    reading = vote([frame(die(6)), frame(glared), frame(die(6, (102, 99)))])
    assert [d.value for d in reading.dice] == [6]
    assert reading.total == 6
    assert reading.dice[0].confidence == pytest.approx((0.97 + 0.5 + 0.97) / 3, abs=1e-3)


def test_frames_that_tell_two_values_tell_none():
    reading = vote([frame(die(6, second=5)), frame(die(5, second=6)), frame(die(6, second=5))])
    assert reading.total is None
    assert "6 or 5" in reading.dice[0].unsure
    assert {ranked.key for ranked in reading.dice[0].candidates} == {"5", "6"}


def test_one_lucky_frame_among_doubtful_ones_tells_nothing():
    doubtful = die(2, p=0.55, second=3, told=False)
    reading = vote([frame(die(3, p=0.75, second=2)), frame(doubtful), frame(doubtful)])
    assert reading.dice[0].value is None
    assert reading.total is None


def test_a_die_that_half_of_the_frames_call_tilted_is_not_told():
    leaning = DieReading(None, 0.97, TILTED_WHY, die(3).box, die(3).candidates)
    (only,) = vote([frame(die(3)), frame(leaning)]).dice
    assert only.cocked
    (only,) = vote([frame(die(3)), frame(leaning), frame(die(3))]).dice
    assert only.value == 3


def test_only_what_follows_the_hand_counts():
    reading = vote([frame(die(1)), HAND, ROLLING, frame(die(4)), frame(die(4))])
    assert reading.total == 4


def test_a_hand_or_a_rolling_die_in_the_last_frame_is_no_roll():
    assert vote([frame(die(3)), frame(die(3)), HAND]).state is DiceState.HAND
    rolling = vote([frame(die(3)), ROLLING])
    assert rolling.state is DiceState.MOVING
    assert rolling.total is None


def test_a_die_that_was_taken_away_is_no_roll_of_the_rest():
    both = frame(die(3), die(5, (200, 90)))
    reading = vote([both, both, both, frame(die(3))])
    assert reading.total is None
    assert "3 of 4 frames" in next(d.unsure for d in reading.dice if d.unsure)


def test_a_die_in_another_place_than_before_is_moving():
    reading = vote([frame(die(3)), frame(die(5, (180, 100)))])
    assert reading.state is DiceState.MOVING
    assert reading.total is None


def test_bare_frames_are_an_empty_tray():
    assert vote([frame(), frame()]).state is DiceState.EMPTY
