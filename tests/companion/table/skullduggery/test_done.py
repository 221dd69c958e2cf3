"""A press of a seat's button in a game without slaps: all is done at the table."""

from hardware.events import Beep
from tests.companion.table.skullduggery.test_tokens import BLUE, RED, RED_USED, Tokens, replaced


def test_a_press_says_that_hands_are_done_so_that_the_audit_need_not_wait():
    """Spec, section 7, Buttons: pressed when an action's physical step is finished."""
    table = Tokens()
    table.see(0, RED, BLUE)
    replaced(table)
    table.now += 1000
    table.script.until(table.now)
    assert table.told == [], "hands have their time"
    table.script.press(1, table.now)
    for _ in range(3):
        table.now += 1000
        table.script.until(table.now)
    assert table.told == ["Ann's red token lies with the other side up."]


def test_a_press_ticks_off_what_was_to_be_put_back():
    table = Tokens()
    replaced(table)
    table.see(0, RED_USED, BLUE)
    for _ in range(3):
        assert table.script.ask("undo", "seat:0").status == 200
    assert table.view.tasks
    table.now += 1000
    table.script.press(1, table.now)
    table.script.until(table.now + 500)
    assert not table.view.tasks
    assert "Ben: all is done at the table." in table.script.said
    assert any(isinstance(effect, Beep) for effect in table.script.effects)
