"""Pages of Skullduggery in a real browser: lines, passes and numbers that are filled in."""

import random
from functools import cache

import pytest

from tests.companion.table.skullduggery.people import Game
from tests.companion.table.skullduggery.test_pages import discard
from tests.web.browsing import IN_A_BROWSER, OVERLAPS, faults_of, picture, seated
from tests.web.fake_service import TABLE_KEY, FakeTable

pytestmark = IN_A_BROWSER

WANTED = ("own:0", "shown:1", "turn:1", "reveal")
"""Choices of seat 0 whose moment is looked at."""


GERMAN = "-de"
"""Ends the names of moments on pages in German."""


@cache
def moments() -> dict[str, Game]:
    """A game for each moment, in both languages."""
    english, german = _moments("en"), _moments("de")
    return english | {f"{name}{GERMAN}": game for name, game in german.items()}


def _moments(language: str) -> dict[str, Game]:
    """What seat 0 of four is offered; a pass at every number of seats, left and right in turn."""

    def deal(seats: int, seed: int, **options: str) -> tuple[Game, random.Random]:
        rng = random.Random(seed)
        game = Game(seats, rng, **options)
        game.script.ask("table_language", "table", value=language)
        return game, rng

    found: dict[str, Game] = {}
    for number, wanted in enumerate(WANTED):
        game, rng = deal(4, number)
        while wanted not in {choice.id for choice in game.choices(0)}:
            game.act(rng)
        found[wanted] = game
    for seats in range(2, 7):
        game, rng = deal(seats, seats)
        discard(game, (3, 1)[seats % 2], rng)
        found[f"pass-{seats}"] = game
    for name, value in (("peek", 4), ("sneak", 7), ("switch", 8)):
        game, rng = deal(4, value)
        discard(game, value, rng)
        found[name] = game
    found["noting"], _ = deal(4, 2, memory_aid="true")
    found["finished"], rng = deal(4, 2)
    found["finished"].play(rng)
    for seats in (3, 6):
        game, rng = deal(seats, 5)
        discard(game, 1, rng)
        for _ in range(3):
            game.script.ask("undo", "seat:0")
        found[f"undone-{seats}"] = game
    return found


@pytest.mark.parametrize(("scheme", "german"), [("dark", False), ("light", True)])
def test_every_moment_fits_a_small_phone(
    phone_page, table: FakeTable, scenes, scheme: str, german: bool
):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for name in scenes:
        if name.endswith(GERMAN) == german:
            phone_page.shows(table.show(name))
            picture(phone_page, f"skullduggery-{name}-{scheme}")
            found[name] = faults_of(phone_page.page)
    assert len(found) == len(scenes) / 2
    assert not any(found.values()), found


ARROWS = """() => [...document.querySelectorAll("#passing .arrow")].map((row) => {
  const on = (part) => [...part.children].findIndex((one) => one.classList.contains("on"));
  const names = [...row.querySelectorAll(".arrow-name")].map((one) => one.textContent);
  const [from, to] = [...row.querySelectorAll(".places")].map(on);
  return [names[0], from, names[1], to, row.querySelector(".arrow-text")?.textContent ?? ""];
})"""
"""Script that reads the diagram as people do: who, which of four places, whom, which place."""


@pytest.mark.parametrize("german", [False, True])
def test_the_drawn_arrows_are_the_moves_that_are_told(phone_page, table, scenes, german: bool):
    """Passing the wrong way is the classic mistake: drawing, words, voice and state are one."""
    seated(phone_page, table)
    for seats in range(2, 7):
        name = f"pass-{seats}{GERMAN if german else ''}"
        phone_page.shows(table.show(name))
        script = moments()[name].script
        view = script.view(0)
        who = [table.names.get(player.seat, player.name) for player in view.players]
        drawn = phone_page.page.evaluate(ARROWS)
        told = [
            [who[one.from_seat], one.from_slot, who[one.to_seat], one.to_slot, one.text]
            for one in view.passing.arrows
        ]
        assert drawn == told
        way = 1 if seats % 2 else -1
        assert [(row[1], row[3]) for row in drawn] == [(0, 3) if way == 1 else (3, 0)] * seats
        assert all(one.to_seat == (one.from_seat + way) % seats for one in view.passing.arrows)
        title = phone_page.page.locator("#passing h2").text_content()
        assert title == view.passing.title
        assert any(title in str(line.text) for line in script.spoken)


def test_the_lines_fit_the_tables_screen(screen_page, table: FakeTable, scenes):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    overlaps = OVERLAPS.replace("#tasks", "#tasks #lines #passing")
    for name in scenes:
        screen_page.shows(table.show(name))
        picture(screen_page, f"skullduggery-{name}-screen")
        assert screen_page.page.evaluate(overlaps) == [], name


def test_a_line_is_filled_in_and_sent_as_one(phone_page, table: FakeTable, scenes):
    seated(phone_page, table)
    phone_page.shows(table.show("reveal"))
    page = phone_page.page
    (choice,) = (c for c in moments()["reveal"].choices(0) if c.id == "reveal")
    asked = choice.entry.known.count("")
    assert asked
    for digit in "9876"[:asked]:
        page.locator(f'[data-key="{digit}"]').click()
    page.locator("[data-back]").click()
    page.locator('[data-key="1"]').click()
    page.locator('[data-choice="reveal="]').click()
    typed = list("9876"[: asked - 1] + "1")
    sent = "".join(known or typed.pop(0) for known in choice.entry.known)
    assert table.heard(1)[-1][1] == f"reveal={sent}"
