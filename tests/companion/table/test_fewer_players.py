"""Fewer came than there are seats: the host starts with those who are there."""

from companion.table.state import Table
from tests.companion.table.scripted import NAMES, Script


def sit(table: Script, *seats: int) -> None:
    for seat in seats:
        reply = table.ask("join", "new", seat=seat, value=NAMES[seat], digest=f"d{seat}")
        assert reply.status == 200, reply.reason


def offered(table: Table) -> list[tuple[str, str]]:
    """(id, label) of what the host's phone offers to begin with."""
    host = table.shown["seat:0"].view.host
    assert host is not None
    return [(c.id, str(c.label)) for c in host.choices if c.id.startswith("start")]


def test_the_page_offers_to_start_with_as_many_as_sit_there() -> None:
    table = Script(4)
    sit(table, 0, 1)
    assert offered(table.table) == [("start:2", "Start with 2 players")]
    assert table.ask("start", value="2").status == 200
    assert (table.table.phase, table.table.seats) == ("playing", 2)
    assert [row.data["seats"] for row in table.rows if row.kind == "game"] == [2]


def test_everybody_there_starts_as_ever() -> None:
    table = Script(2)
    sit(table, 0, 1)
    assert offered(table.table) == [("start", "Start the game")]


def test_one_alone_starts_what_has_a_solo_game() -> None:
    alone = Script(6, game="thieves-of-eldris")
    sit(alone, 0)
    assert offered(alone.table) == [("start:1", "Start with 1 player")]
    waiting = Script(4)
    sit(waiting, 0)
    assert offered(waiting.table) == [("start", "Start the game")]
    assert waiting.ask("start", value="1").status == 409


def test_nobody_is_moved_away_from_a_button() -> None:
    table = Script(4)
    sit(table, 0, 2)
    assert offered(table.table) == [("start", "Start the game")]
    assert table.ask("start", value="2").status == 409
    assert table.table.seats == 4


def test_who_came_since_the_page_was_drawn_is_not_left_out() -> None:
    table = Script(4)
    sit(table, 0, 1, 2)
    refused = table.ask("start", value="2")
    assert refused.status == 409
    assert "Somebody came or went meanwhile" in str(refused.reason)
    assert table.table.phase == "lobby"


def test_a_starter_on_a_seat_that_goes_is_the_last_who_is_there() -> None:
    table = Script(4)
    assert table.ask("first", value="3").status == 200
    sit(table, 0, 1)
    assert table.ask("start", value="2").status == 200
    assert table.table.first == 1
