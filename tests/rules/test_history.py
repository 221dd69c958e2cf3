"""Undo is a look-up, and a journal opens by folding what was decided."""

from time import thread_time

import pytest

from companion.bench.playout import Playout
from rules import history
from rules import wizard_thieves as game
from rules.core import IllegalActionError
from rules.history import Step
from tests.support.wizard import PACK, A, B, table


def played(seed: int = 5) -> tuple[game.State, list[Step]]:
    playout = Playout(game, 4, seed, game.Options(), PACK)
    moves = list(playout.moves())
    steps = [
        Step(seq=number, action=move.action, events=move.events)
        for number, move in enumerate(moves, start=1)
    ]
    return playout.start, steps


def test_apply_and_undo() -> None:
    start = table([5, 5]).state
    first = history.apply(history.begin(game, start), game.Reveal(seat=A, card="gem:1"))
    second = history.apply(first, game.Reveal(seat=B, card="gem:1"))
    assert second.state.window == ("doubles",)
    back, undone = history.undo(second)
    assert back == first
    assert [step.action for step in undone] == [game.Reveal(seat=B, card="gem:1")]
    again = history.append(back, undone[0])
    assert again == second
    assert history.undo(second, 2)[0].state == start


def test_an_illegal_action_leaves_no_trace() -> None:
    before = history.begin(game, table([5, 5]).state)
    with pytest.raises(IllegalActionError):
        history.apply(before, game.Reveal(seat=B, card="gem:1"))
    assert before.steps == ()


def test_undoing_too_much_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot undo 1 of 0"):
        history.undo(history.begin(game, table([5, 5]).state))
    with pytest.raises(ValueError, match="cannot undo 2 of 1"):
        history.effective([Step(seq=1, action=None, events=()), 2])


def test_undone_entries_do_not_count() -> None:
    steps = [Step(seq=number, action=number, events=()) for number in range(1, 6)]
    kept = history.effective([steps[0], steps[1], 1, steps[2], steps[3], 2, steps[4]])
    assert [step.seq for step in kept] == [1, 5]


def test_a_folded_journal_equals_the_game_that_was_played() -> None:
    start, steps = played()
    opened = history.fold(game, start, steps)
    step_by_step = history.begin(game, start)
    for step in steps:
        step_by_step = history.apply(step_by_step, step.action)
    assert opened == step_by_step
    for count in (1, len(steps) // 2, len(steps)):
        assert history.undo(opened, count)[0] == history.fold(game, start, steps[:-count])


def test_a_long_journal_opens_quickly() -> None:
    """Goal: 1,000 entries in 50 ms of one core, whatever else it computes; thrice that here."""
    start, steps = played()
    long = (steps * (1000 // len(steps) + 1))[:1000]
    best = min(timed(start, long) for _ in range(5))
    assert best < 0.15


def timed(start: game.State, steps: list[Step]) -> float:
    began = thread_time()
    history.fold(game, start, steps)
    return thread_time() - began
