"""A table that speaks German: nothing English on its pages, nothing German in its journal."""

import random
import re
from typing import Any

import msgspec
import pytest

from companion.history import Row
from companion.table.effects import Say
from companion.table.presenter import amendments_of, audiences
from companion.table.resume import resume
from companion.table.translating import in_language
from companion.words import Text
from hardware.events import SensorStatus
from tests.companion.table.scripted import Script, empty_table
from tests.companion.table.test_amend import act_at_random, desk_amendments, reveal

ENGLISH = re.compile(
    r"\b(the|a|of|to|from|is|was|were|has|have|takes?|took|cards?|who|with|this|that|and|or|not|"
    r"left|first|grab|slapped|game|player|you|your|their|deck|turn)\b"
)
"""Words that no German sentence of ours holds, in small letters."""
NOT_WORDS = {
    "id",
    "key",
    "icon",
    "kind",
    "version",
    "audience",
    "game",
    "join_url",
    "code",
}
NOT_WORDS |= {
    "style",
    "tint",
    "level",
    "priority",
    "phase",
    "languages",
    "status",
    "colour",
    "name",
}
NOT_WORDS |= {"source", "target", "source_end", "target_end", "cards", "evidence", "place"}


def sentences_of(value: Any, field: str = "") -> list[str]:
    """Every text of a page that a person reads."""
    assert not isinstance(value, Text), f"{field} was not put into words: {value}"
    if field in NOT_WORDS:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for item in value for text in sentences_of(item, field)]
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        return [text for name in names for text in sentences_of(getattr(value, name), name)]
    return []


def german(seats: int) -> Script:
    game = Script(seats)
    assert game.ask("table_language", value="de").status == 200
    return game


def play(game: Script, rng: random.Random, steps: int = 40) -> None:
    for _ in range(steps):
        if game.table.phase != "playing":
            break
        act_at_random(game, rng)
        if rng.random() < 0.1 and not game.table.prompts:
            done = [step for step in game.table.steps if step.action is not None]
            if done:
                step = rng.choice(done)
                values = [value for value, _ in desk_amendments(game, step)] or ["out"]
                game.ask("amend", "seat:0", value=f"{step.seq}={rng.choice(values)}")


@pytest.mark.parametrize("seed", range(12))
def test_nothing_english_is_left_on_any_page_or_in_any_sentence(seed: int):
    rng = random.Random(seed)
    game = german(rng.choice((2, 3, 4)))
    checked = 0
    pages = [text for who in audiences(game.table) for text in sentences_of(game.view(who))]
    game.begin()
    for _ in range(12):
        play(game, rng, 4)
        for audience in audiences(game.table):
            pages += sentences_of(game.view(audience))
        for step in game.table.steps[-3:]:
            pages += sentences_of(in_language(amendments_of(game.table, step.seq), "de"))
    pages += [say.text for say in game.effects if isinstance(say, Say) and say.language == "de"]
    pages += [reply.reason for reply in game.replies.values()]
    for text in pages:
        assert not ENGLISH.search(text), text
        checked += bool(text)
    assert checked > 500


def test_the_guard_against_english_would_find_it():
    game = Script(2).begin()
    assert any(ENGLISH.search(text) for text in sentences_of(game.view(0)))


def test_each_phone_has_its_own_language_and_the_screen_the_tables():
    game = german(3).begin()
    assert game.ask("language", "seat:1", value="en").status == 200
    assert game.view(0).headline == "Du deckst eine Karte auf"
    assert game.view(1).headline == "Ann flips a card"
    assert game.view("table").headline == "Ann deckt eine Karte auf"
    assert [game.view(who).language for who in (0, 1, "table", "public")] == [
        "de",
        "en",
        "de",
        "de",
    ]
    refused = [game.ask("start", who).reason for who in ("seat:0", "seat:1")]
    assert refused == ["Das Spiel hat schon begonnen.", "The game has begun already."]
    assert game.ask("language", "seat:1", value="").status == 200
    assert game.view(1).headline == "Ann deckt eine Karte auf"


@pytest.mark.parametrize("what", ["language", "table_language"])
def test_a_language_that_is_not_there_is_refused_with_those_that_are(what: str):
    game = Script(2).seat_everybody()
    reply = game.ask(what, "seat:0", value="tlh")
    assert (reply.status, reply.reason) == (
        409,
        "The companion does not speak that language. It has: en, de.",
    )


def test_the_voice_speaks_the_tables_language_and_says_which():
    game = german(2).begin()
    reveal(game, "treasure:2")
    assert (game.spoken[-1].text, game.spoken[-1].language) == ("Mal 2. Ben, 2 Chancen.", "de")


def test_refusals_of_the_rules_and_of_sensors_are_german_too():
    game = german(2).begin()
    game.ask("undo", "seat:0")
    game.card("gem:1", 900, zone="portal")
    game.until(1000)
    texts = [notice.text for notice in game.view(0).notices]
    assert "Am Portal liegt eine Karte, die kein Portalzauber dorthin geschickt hat." in texts
    template = "{button} works again."
    game.send(
        SensorStatus(
            sensor="button:1", ok=False, text="Seat 2's buzzer works again.", source="gpio",
            template=template, parts={"button": "Seat 2's buzzer"},
        )
    )  # fmt: skip
    assert "Seat 2's buzzer geht wieder." in [notice.text for notice in game.view(0).notices]
    game.send(SensorStatus(sensor="light", ok=False, text="Something new.", source="eye"))
    assert "Something new." in [notice.text for notice in game.view(0).notices], "as it came"


def played_in(language: str, seed: int) -> list[Row]:
    game = Script(3)
    game.ask("table_language", value=language)
    game.begin()
    play(game, random.Random(seed))
    return [row for row in game.rows if "language" not in row.data]


@pytest.mark.parametrize("seed", range(4))
def test_the_journal_does_not_depend_on_the_language(seed: int):
    german_rows, english_rows = played_in("de", seed), played_in("en", seed)
    assert msgspec.json.encode(german_rows) == msgspec.json.encode(english_rows)
    assert len(german_rows) > 20


def test_languages_names_and_what_is_spoken_come_back_from_the_journal():
    game = german(2).begin()
    game.ask("language", "seat:1", value="en")
    game.ask("says", "seat:0", value="Anne")
    game.ask("spoken", value="card=true")
    reveal(game, "gem:1")
    game.card(None, 3000, unsure="glare")
    game.until(3100)
    rows = [msgspec.json.decode(msgspec.json.encode(row), type=Row) for row in game.rows]
    again = resume(empty_table(2), rows)
    assert (again.language, again.spoken) == ("de", game.table.spoken)
    assert [(m.language, m.says) for m in again.members] == [("", "Anne"), ("en", "")]
    titles = [again.shown[f"seat:{seat}"].view.prompts[0].title for seat in (0, 1)]
    assert titles == ["Welche Karte liegt auf dem Topf?", "Which card is on the Pot?"]


def test_a_new_game_keeps_languages_and_names():
    game = german(2).begin()
    game.ask("says", "seat:0", value="Anne")
    game.ask("end")
    before = len(game.rows)
    game.ask("new_game")
    again = resume(empty_table(2), game.rows[before:])
    assert (again.language, again.members[0].says) == ("de", "Anne")


def test_a_seat_that_somebody_left_has_a_german_name():
    game = german(3).begin()
    assert game.ask("leave", "seat:2", seat=2).status == 200
    page = game.view("table")
    assert [player.name for player in page.players] == ["Ann", "Ben", "Platz 3"]
    assert not any("Seat" in text for text in sentences_of(page))
