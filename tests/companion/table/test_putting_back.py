"""The list that people tick off: only what has to be moved, and nothing that helps the memory."""

from tests.companion.table.scripted import Script
from tests.companion.table.test_amend import newest, reveal, slap


def won_pot() -> Script:
    game = Script(3).begin()
    reveal(game, "gem:1", "gem:1")
    slap(game, 2)
    return game


def test_undo_and_redo_in_a_row_leave_nothing_to_move():
    game = won_pot()
    game.ask("undo", "seat:0")
    assert game.view().tasks
    game.ask("redo", "seat:0")
    assert game.view().tasks == ()


def test_a_correction_that_is_taken_back_leaves_nothing_to_move():
    game = won_pot()
    game.ask("amend", "seat:0", value=f"{newest(game, 'reveal')}=card:gem:5")
    assert game.view().tasks
    game.ask("undo", "seat:0")
    assert game.view().tasks == ()


def test_what_was_moved_already_is_moved_back():
    game = won_pot()
    game.ask("undo", "seat:0")
    first = game.view().tasks[0]
    game.ask("tick", "seat:0", value=first.id)
    game.ask("redo", "seat:0")
    sources = [task.move.source for task in game.view().tasks if not task.done]
    assert "pot" in sources


def test_older_moves_stay_when_newer_ones_cancel_out():
    game = won_pot()
    game.ask("undo", "seat:0")
    older = game.view().tasks
    game.ask("undo", "seat:0")
    assert len(game.view().tasks) > len(older)
    game.ask("redo", "seat:0")
    assert game.view().tasks == older


def test_cards_that_stay_face_down_are_counted_and_not_named():
    """An eliminated player's won cards go back under the deck: their order is no business of it."""
    game = won_pot()
    reveal(game, "gem:3", "gem:4")
    slap(game, 2)
    game.until(game.table.now // 1_000_000 + 2000)  # a second attempt, not the same hand again
    slap(game, 2)
    assert game.state.status[2] == "out"
    game.ask("undo", "seat:0")
    hidden = [task.move for task in game.view().tasks if task.move.source.startswith("aside")]
    assert hidden
    assert all(set(move.cards) == {""} for move in hidden)
    assert {len(move.cards) for move in hidden} == {len(game.state.decks[2])}
