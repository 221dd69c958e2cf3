"""Whatever is asked of a table: it is answered with words, and nothing of the game is lost."""

import pytest

from companion.history import fold
from companion.table.presenter import amendments_of
from tests.companion.table.scripted import Script
from tests.companion.table.test_amend import newest, reveal, slap

MANY = "9" * 5000
"""More digits than Python turns into a number."""
NONSENSE = ("", "=", ":", "out", "-1", "1e3", "²", "٣", "∞", MANY, f"{MANY}=out", "a" * 10_000)
ODD_NAMES = {
    "<script>alert</script>": "<script>alert</script>",
    "'; DROP TABLE games; --": "'; DROP TABLE games; --",
    "Zoë \u202eevil": "Zoë evil",
    "नमस्ते": "नमस्ते",
    "龍之介": "龍之介",
    "مرحبا": "مرحبا",
    "Łukasz\x00\x07\x1b[31m": "Łukasz[31m",
    "{who} takes the Pot": "{who} takes the Pot",
    "x" * 200: "x" * 24,
    "👨\u200d👩\u200d👧": "👨\u200d👩\u200d👧",
}


@pytest.fixture
def game() -> Script:
    game = Script(3).begin()
    reveal(game, "gem:1", "gem:1")
    slap(game, 2)
    return game


ASKS = ("amend", "overrule", "tick", "move", "free_seat", "language", "table_language", "spoken")
LOBBY = ("seats", "first", "option", "start", "end", "new_game", "undo", "redo", "resume")


@pytest.mark.parametrize("value", NONSENSE)
@pytest.mark.parametrize("what", [*ASKS, *LOBBY])
def test_nonsense_is_refused_in_words_and_changes_nothing(what: str, value: str):
    """Also digits of other scripts, and numbers that no computer holds."""
    game = Script(3).begin()
    reveal(game, "gem:1")
    state, rows = game.state, len(game.rows)
    if what in {"undo", "redo", "end", "resume", "language"}:
        return  # they ask nothing of a value, or an empty one has a meaning
    reply = game.ask(what, value=value)
    assert reply.status == 409, (what, value[:20])
    assert reply.reason
    assert len(reply.reason) < 400
    assert (game.state, len(game.rows)) == (state, rows)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "card:",
        "card:nothing",
        "card:gem:99",
        "grab:9",
        f"grab:{MANY}",
        "seat:0",
        "bomb:all",
        "json:",
        "json:{",
        "json:[]",
        'json:{"type":"reveal"}',
        'json:{"type":"reveal","seat":77,"card":"gem:1"}',
        'json:{"type":"grab","presses":[[99]]}',
        "json:" + "[" * 5000,
        "OUT",
        "out ",
    ],
)
@pytest.mark.parametrize("kind", ["reveal", "grab"])
def test_senseless_corrections_are_refused_and_nothing_is_lost(game: Script, kind: str, value: str):
    state, rows = game.state, len(game.rows)
    reply = game.ask("amend", "seat:1", value=f"{newest(game, kind)}={value}")
    assert reply.status == 409
    assert reply.reason
    assert (game.state, len(game.rows)) == (state, rows)
    assert fold(game.rows).state == game.state


def test_what_does_not_count_any_more_cannot_be_corrected(game: Script):
    seq = newest(game, "grab")
    game.ask("undo", "seat:0")
    assert game.ask("amend", value=f"{seq}=out").status == 409
    assert amendments_of(game.table, seq) == ()


@pytest.mark.parametrize(("typed", "shown"), ODD_NAMES.items())
def test_odd_names_are_shown_as_they_are_without_what_cannot_be_seen(typed: str, shown: str):
    game = Script(2)
    assert game.ask("join", "new", seat=0, value=typed, digest="d").status == 200
    assert game.ask("join", "new", seat=1, value=typed, digest="e").status == 200
    names = [player.name for player in game.view().players]
    assert names[0] == shown
    assert names[1] != names[0], "two alike are told apart"
    assert game.ask("start").status == 200
    reveal(game, "gem:1", "gem:1")
    assert any(shown in line.text for line in game.view().log)
    assert fold(game.rows).state == game.state


@pytest.mark.parametrize("typed", ["", "   ", "\x00\x1b", "\u202e\u200b"])
def test_a_name_that_cannot_be_seen_is_refused(typed: str):
    reply = Script(2).ask("join", "new", seat=0, value=typed, digest="d")
    assert reply.status == 409
    assert "Type a name" in reply.reason
