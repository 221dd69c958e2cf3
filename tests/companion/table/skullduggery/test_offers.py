"""What pages of Skullduggery offer beside the play: telling for others, noting afterwards."""

import random

from rules.skullduggery import actions as a
from tests.companion.table.scripted import Script
from tests.companion.table.skullduggery.people import Game


def table(seats: int = 3, **options: str) -> Script:
    return Game(seats, random.Random(1), **options).script


def ids(script: Script, seat: int) -> list[str]:
    return [choice.id for choice in script.view(seat).my_choices]


def test_anybody_may_say_what_was_discarded():
    script = table()
    script.tap(0, "draw")
    script.tap(0, "discard")
    for seat in range(3):
        assert [f"shown:{value}" for value in range(1, 10)] == ids(script, seat)[:9]
    reply = script.tap(2, "shown:6")
    assert reply.status == 200
    assert script.table.steps[-1].action == a.ShowDiscard(seat=0, value=6)
    assert script.state.turn == 1


def test_the_others_are_asked_whose_discard_it_was():
    script = table()
    script.tap(0, "draw")
    script.tap(0, "discard")
    hints = [str(script.view(seat).my_choices[0].hint) for seat in (0, 1)]
    assert hints[0] == "What does the discarded card show?"
    assert hints[1] == "What does the card show that Ann discarded?"


def test_a_drawn_card_can_be_noted_afterwards():
    """The memory aid: the note goes to whoever holds the card, and to nobody else."""
    script = table(memory_aid="true")
    script.tap(0, "draw")
    assert "tell" in ids(script, 0)
    assert "tell" not in ids(script, 1)
    assert script.tap(0, "tell=7").status == 200
    assert script.view(0).hand.face.key == "number:7"
    assert script.view(1).hand.face is None
    assert "tell" not in ids(script, 0)


def test_a_card_that_was_looked_at_can_be_noted_afterwards():
    script = table(memory_aid="true")
    for choice in ("draw", "discard", "shown:4", "peek:right"):
        assert script.tap(0, choice).status == 200
    assert script.tap(0, "tell=3").status == 200
    own = script.view(0).lines[0].slots[3]
    assert own.recalled.key == "number:3"
    assert script.view(1).lines[-1].slots[3].recalled is None


def test_without_the_memory_aid_nothing_is_noted():
    script = table()
    script.tap(0, "draw")
    assert "tell" not in ids(script, 0)


def test_the_tables_own_screen_can_say_what_was_discarded():
    """It lies before everybody; whatever else is done stays with the players' own pages."""
    script = table()
    assert script.view("table").my_choices == ()
    script.tap(0, "draw")
    script.tap(0, "own:1")
    tiles = [choice.id for choice in script.view("table").my_choices]
    assert tiles == [f"shown:{value}" for value in range(1, 10)]
    assert script.view("table").my_choices[0].hint == (
        "What does the card show that Ann discarded?"
    )
    assert script.tap("table", "draw").status == 409
    assert script.tap("table", "shown:6").status == 200
    assert script.view("table").piles[1].top.key == "number:6"
    assert script.state.turn == 1
    assert script.view("table").my_choices == ()
    assert script.tap("table", "shown:6").status == 409


def test_a_spectator_enters_nothing():
    script = table()
    script.tap(0, "draw")
    script.tap(0, "own:1")
    assert script.view("public").my_choices == ()
    assert script.tap("public", "shown:6").status == 409
