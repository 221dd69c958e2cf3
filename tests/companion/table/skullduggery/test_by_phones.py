"""Whole games of Skullduggery by phones alone, against the real cards on the table."""

import random

import pytest

from tests.companion.table.skullduggery.people import Game, lines_of, real_lines


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("aid", ["false", "true"])
def test_a_whole_game_is_played_by_phones_alone(seats: int, aid: str):
    """Design, promise 8. Every line ends as the real cards lie, and so do scores and winners."""
    rng = random.Random(seats)
    game = Game(seats, rng, first=seats - 1, memory_aid=aid)
    game.play(rng)
    assert lines_of(game.state) == real_lines(game.world)
    scores, best = game.scores(), max(game.scores())
    assert game.state.over.scores == scores
    result = game.script.view().result
    assert result.winners == tuple(s for s, score in enumerate(scores) if score == best)
    assert str(best) in result.title
    assert [line.score for line in game.script.view().lines] == list(scores)
