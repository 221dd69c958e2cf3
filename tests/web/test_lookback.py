"""The story, its moments and the statistics, over Flask's client."""

import re

import pytest
from msgspec.structs import replace

from companion.storymodels import Reactions, StoryModel
from tests.web import lookback_scenes
from tests.web.fake_service import TABLE_KEY
from web.faces import SYMBOLS, number_on, symbol_of
from web.statistics import WIDTH, end_of, scale


@pytest.fixture
def seated(phone, table):
    table.show("over")
    assert phone.join("Ann")[0] == 200
    return phone


def page(phone, path: str) -> str:
    answer = phone.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def test_every_line_of_the_story_stands_there_with_its_time_and_opens_its_moment(seated):
    html = page(seated, "/story")
    for entry in lookback_scenes.entries():
        assert f'href="/story/{entry.seq}"' in html
        assert entry.at in html
        assert entry.text in html
    assert html.count("<s>") == 1
    assert "<s>Ben: Topaz.</s>" in html
    assert "First it said: Liza: Coral." in html
    assert html.count('href="/verdict/v4"') == 2


def test_before_a_game_the_story_says_so(phone):
    assert "No game has begun yet" in page(phone, "/story")


def test_a_moment_shows_the_table_then_and_leads_to_its_neighbours(seated):
    html = page(seated, "/story/14")
    assert "6 of 10" in html
    assert 'id="earlier" href="/story/13"' in html
    assert 'id="later" href="/story/16"' in html
    for word in ("Pot", "x3 Treasure", "12 cards", "Timbo", "Cursed", "Ann faces Liza"):
        assert word in html
    assert "<button" not in html  # nothing of the past can be tapped


def test_the_first_and_last_moment_have_one_neighbour_each(seated):
    assert 'id="earlier" aria-disabled="true"' in page(seated, "/story/9")
    assert 'id="later" aria-disabled="true"' in page(seated, "/story/19")


def test_what_was_taken_back_is_struck_and_says_so(seated):
    html = page(seated, "/story/11")
    assert "<s>Ben: Topaz.</s>" in html
    assert "This was taken back" in html


@pytest.mark.parametrize(
    "path", ["/story/15", "/story/0", "/story/999999999999999999999", "/story/line/0"]
)
def test_no_such_line_is_said_kindly(seated, path):
    answer = seated.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "has no such line" in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", ["/story/x", "/story/-1", "/story/1e3"])
def test_addresses_that_make_no_sense_are_not_found(seated, path):
    assert seated.client.get(path).status_code == 404


def test_the_slider_finds_a_line_by_its_place(seated):
    answer = seated.client.get("/story/line/7")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/story/16"
    assert seated.client.get("/story/line/7?as=table").headers["Location"] == "/story/16?as=table"


def test_the_tables_screen_stays_the_tables_screen(phone, table):
    table.show("over")
    phone.client.get(f"/table?key={TABLE_KEY}")
    html = page(phone, "/story?as=table")
    assert 'href="/story/9?as=table"' in html
    assert 'href="/verdict/v4?as=table"' in html
    assert 'href="/table"' in html
    assert 'href="/story?as=table"' in page(phone, "/story/9?as=table")


def test_statistics_show_times_only_where_they_mean_something(seated):
    html = page(seated, "/statistics")
    assert re.search(r"412<small>median, ms", html)
    assert "too few slaps for a median: 4 of 10" in html
    assert "3 false starts (2 improper, 1 too early)" in html
    assert "no false start" in html
    assert "±17 ms" in html


def test_statistics_tell_how_well_the_companion_read(seated):
    html = page(seated, "/statistics")
    assert "Of 298 cards that it was sure of, you corrected 3." in html
    assert (
        "It asked about 14; its first guess was right 9 times, one of its first two 13 times."
        in html
    )
    assert "Coral was Ruby" in html


def test_other_evenings_are_for_those_who_sit_here(seated, new_phone):
    mine = page(seated, "/statistics")
    assert "Games and wins" in mine
    assert "2026-11-23" in mine
    assert "could not be read: 1." in mine
    stranger = page(new_phone(), "/statistics?as=table")
    assert "Games and wins" not in stranger
    assert "Ann" in stranger


def test_before_a_game_statistics_say_so(phone):
    html = page(phone, "/statistics")
    assert "Nobody has slapped yet." in html
    assert "The camera has read no card yet." in html


@pytest.mark.parametrize("path", ["/story", "/story/10", "/statistics"])
def test_names_and_texts_are_shown_and_never_run(seated, monkeypatch, path):
    nasty = '<script>alert("x")</script>{{ 7 * 7 }}{name}'
    lines = tuple(replace(line, text=nasty, was=nasty) for line in lookback_scenes.entries())
    people = (Reactions(name=nasty, presses=1),)
    stats = replace(lookback_scenes.statistics(kept=True), reactions=people)
    monkeypatch.setattr(lookback_scenes, "entries", lambda: lines)
    monkeypatch.setattr(lookback_scenes, "story", lambda: StoryModel(title=nasty, entries=lines))
    monkeypatch.setattr(lookback_scenes, "statistics", lambda *, kept: stats)
    html = page(seated, path)
    assert "<script>alert" not in html
    assert "{{ 7 * 7 }}" in html


def test_bars_of_all_people_share_one_scale_and_fit_it():
    lines = lookback_scenes.statistics(kept=False).reactions
    end = end_of(lines)
    assert end == 750
    for line in lines[:3]:
        drawn = scale(line, end)
        assert drawn is not None
        assert 0 <= drawn.half_x <= drawn.dot_x <= drawn.half_x + drawn.half_width <= WIDTH
    assert scale(lines[3], end) is None
    assert end_of(()) == 250


@pytest.mark.parametrize(
    ("icon", "symbol"),
    [
        ("gem-3", "gem-3"),
        ("treasure-4", "treasure"),
        ("item-king-coin", "coin"),
        ("item-portal-caster", "portal"),
        ("item-gauntlet", "gauntlet"),
        ("fighter-dark", "card"),
        ("", "card"),
    ],
)
def test_cards_are_drawn_with_the_symbols_of_the_live_pages(icon, symbol):
    assert symbol_of(icon) == symbol
    assert symbol in SYMBOLS


def test_only_treasures_have_a_number():
    assert number_on("treasure:3") == "3"
    assert number_on("gem:3") == ""


def test_statistics_of_a_game_without_slaps_speak_of_none(seated, table, monkeypatch):
    model = replace(lookback_scenes.statistics(kept=True), slaps=False)
    monkeypatch.setattr(table, "statistics", lambda identity: model)
    html = page(seated, "/statistics")
    assert "Reactions in this game" not in html
    assert "Nobody has slapped yet" not in html
    assert "Games and wins" in html
