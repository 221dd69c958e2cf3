"""The list that people tick off: only what has to be moved, and nothing that helps the memory."""

from companion.table.resume import resume
from companion.table.state import Table
from tests.companion.table.scripted import Script, empty_table
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
    assert [task.move for task in game.view().tasks] == [task.move for task in older]


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


def restarted(game: Script) -> Table:
    fresh = empty_table(game.table.seats)
    return resume(fresh, game.rows)


def test_what_is_still_to_be_moved_survives_a_restart():
    game = won_pot()
    game.ask("undo", "seat:0")
    game.ask("undo", "seat:0")
    first, *rest = game.view().tasks
    assert rest
    game.ask("tick", "seat:1", value=first.id)
    shown = game.view().tasks
    assert restarted(game).tasks == game.table.tasks
    game.table = restarted(game)
    assert game.view().tasks == shown
    game.ask("tick", "seat:1", value=rest[0].id)
    assert [task.done for task in game.view().tasks if task.id in {first.id, rest[0].id}] in (
        [True, True],
        [],
    )


def test_after_a_restart_a_redo_still_cancels_what_nobody_moved():
    for correct in (False, True):
        game = won_pot()
        if correct:
            game.ask("amend", "seat:0", value=f"{newest(game, 'reveal')}=card:gem:5")
        else:
            game.ask("undo", "seat:0")
        assert game.view().tasks
        game.table = restarted(game)
        game.ask("undo" if correct else "redo", "seat:0")
        assert game.view().tasks == ()
        assert restarted(game).tasks == ()


def test_tasks_that_are_done_stay_done_after_a_restart_and_numbers_go_on():
    game = won_pot()
    game.ask("undo", "seat:0")
    old = {task.id for task in game.view().tasks}
    for ident in sorted(old):
        assert game.ask("tick", "seat:0", value=ident).status == 200
    game.table = restarted(game)
    assert game.view().tasks == ()
    game.ask("redo", "seat:0")
    fresh = {task.id for task in game.view().tasks}
    assert fresh
    assert not fresh & old
