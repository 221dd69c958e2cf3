"""Whole games of Eldris by phones alone, against the real cards on the table."""

import random

import pytest

from tests.companion.table.eldris.people import Game

TABLES = [
    *((seats, {"secrecy": secrecy}) for seats in range(2, 7) for secrecy in ("sealed", "trusted")),
    (1, {"mode": "solo"}),
    (1, {"mode": "solo", "solo_tokens": "false"}),
    (4, {"two_go": "true"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_whole_game_is_played_by_phones_alone(seats: int, options: dict[str, str]):
    """Design, promise 8. Square, hauls and end are those of the real cards and coins."""
    game = Game(seats, random.Random(seats), **options)
    game.play()
    world = game.player.world
    assert [player.haul for player in game.state.players] == world.hauls
    view = game.view()
    assert [card.face.key for card in view.square.cards] == world.grid
    assert [card.face.key for card in view.square.cards if card.dark] == [
        card for card in world.grid if card in world.dark
    ]
    assert view.result.winners == game.state.over.winners
    assert all(str(view.players[seat].name) for seat in view.result.winners)
