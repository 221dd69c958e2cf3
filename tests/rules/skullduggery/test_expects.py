"""What the sensors look for, and where nobody may look: from the table's view alone."""

from rules import skullduggery as game
from rules.core import Cell, Expectation
from tests.support.skullduggery import A, B, Table, deal, table

LINE = [5, 6, 9, 5]


def expected(playing: Table) -> dict[tuple[str, str], Expectation]:
    found = game.expects(playing.view())
    by_zone = {(one.zone, one.kind): one for one in found}
    assert len(by_zone) == len(found)
    return by_zone


def masked(playing: Table) -> set[str]:
    return {zone for zone, kind in expected(playing) if kind == "masked"}


def test_discards_are_weighed_by_what_lies_open() -> None:
    playing = table([LINE, LINE], up=[(A, 2)], spyglasses=1).throw(9)
    discard = expected(playing)["discard", "card"]
    assert discard.prior["number:9"] == 4
    assert discard.prior["number:5"] == 5
    assert "number:2" not in discard.prior
    assert expected(playing)["spyglass", "card"].prior == {"number:2": 5}


def test_lines_are_expected_as_they_lie() -> None:
    """Face-up cards by seat and slot, the rest face down; one that nobody read has no key."""
    playing = table([LINE, LINE], up=[(B, 2)], spyglasses=1).throw(2)
    playing.do(game.TurnUp(seat=B, slot=1)).turn_up(A, 1)
    down = Cell(key="", side="back")
    line = expected(playing)["line:1", "grid"]
    assert (line.count, line.columns) == (4, 4)
    assert line.cells == (down, Cell(key=""), Cell(key="number:9"), down)
    assert expected(playing)["line:0", "grid"].cells == (
        down,
        Cell(key="number:6"),
        down,
        down,
    )
    assert set(expected(playing)["line:1:1", "card"].prior) == {
        f"number:{value}" for value in range(1, 10)
    }


def test_tokens_lie_with_the_pistol_up_until_they_are_used() -> None:
    """Rulebook, "Game Play"; in their own turn people may turn one before they tell of it."""
    playing = table([LINE, LINE], blue=[B]).draw(9).other("left", 0)
    assert sides(playing) == {
        "tokens:0": [("token:red", "back"), ("token:blue", "front")],
        "tokens:1": [("", "front"), ("token:blue", "back")],
    }
    assert sides(playing.throw(4))["tokens:1"] == [("token:red", "front"), ("token:blue", "back")]


def sides(playing: Table) -> dict[str, list[tuple[str, str]]]:
    return {
        zone: [(cell.key, cell.side) for cell in one.cells]
        for (zone, _), one in expected(playing).items()
        if zone.startswith("tokens:")
    }


def test_a_peek_is_masked_until_the_next_card_is_drawn() -> None:
    """Both ends while the choice is due, then the one that is looked at."""
    playing = table([LINE, LINE]).throw(4)
    assert masked(playing) == {"line:0:0", "line:0:3"}
    playing.peek("right")
    assert masked(playing) == {"line:0:3"}
    playing.draw(5)
    assert masked(playing) == {"pile"}
    playing.discard()
    assert masked(playing) == set()


def test_a_sneak_is_masked_in_the_neighbours_lines() -> None:
    playing = table([LINE] * 4).throw(7)
    assert masked(playing) == {"line:1:3", "line:3:0"}
    assert masked(playing.sneak("left")) == {"line:1:3"}


def test_a_waived_look_is_masked_no_longer() -> None:
    assert masked(table([LINE] * 2).throw(4).peek("left", look=False)) == set()


def test_the_first_look_is_masked() -> None:
    """R-SK-12: every middle card until the first draw."""
    playing = deal(3)
    assert masked(playing) == {f"line:{seat}:{slot}" for seat in range(3) for slot in (1, 2)}
    playing.throw(5)
    assert masked(playing) == set()


def test_a_spyglass_is_watched_for() -> None:
    playing = table([LINE, LINE], up=[(A, 1)], spyglasses=1).throw(2)
    cards = {zone for zone, kind in expected(playing) if kind == "card" and ":" in zone}
    assert cards == {"line:0:2", "line:1:1", "line:1:2"}


def test_at_the_end_every_line_is_read() -> None:
    """A face-up card is known; the others are weighed."""
    playing = table([LINE, LINE], up=[(A, 1)], pile=1).throw(5)
    found = expected(playing)
    cards = {zone for zone, kind in found if kind == "card"}
    assert cards == {f"line:{seat}:{slot}" for seat in range(2) for slot in range(4)}
    assert found["line:0:1", "card"].prior == {"number:6": 1}
    assert len(found["line:0:0", "card"].prior) == 9
    first, second, third, fourth = LINE
    playing.do(game.RevealAll(seat=A, values=(first, second, third, fourth)))
    assert {zone for zone, kind in expected(playing) if kind == "card"} == {
        f"line:1:{slot}" for slot in range(4)
    }
    assert game.expects(playing.reveal().view()) == ()
