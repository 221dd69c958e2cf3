"""Pages of Skullduggery in a real browser: lines, passes and numbers that are filled in."""

import random
from functools import cache

import pytest

from tests.companion.table.skullduggery.people import Game
from tests.companion.table.skullduggery.test_pages import discard
from tests.web.browsing import IN_A_BROWSER, OVERLAPS, faults_of, seated
from tests.web.fake_service import TABLE_KEY, FakeTable

pytestmark = IN_A_BROWSER

WANTED = ("own:0", "shown:1", "turn:1", "reveal")
"""Choices of seat 0 whose moment is looked at."""


@cache
def moments() -> dict[str, Game]:
    """A game for each moment: what seat 0 is offered, and a pass among four."""
    found: dict[str, Game] = {}
    for number, wanted in enumerate(WANTED):
        rng = random.Random(number)
        game = Game(4, rng)
        while wanted not in {choice.id for choice in game.choices(0)}:
            game.act(rng)
        found[wanted] = game
    rng = random.Random(1)
    found["pass"] = Game(4, rng)
    discard(found["pass"], 1, rng)
    rng = random.Random(2)
    found["noting"] = Game(4, rng, memory_aid="true")
    found["finished"] = Game(4, rng)
    found["finished"].play(rng)
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_moment_fits_a_small_phone(phone_page, table: FakeTable, scenes, scheme: str):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for name in scenes:
        phone_page.shows(table.show(name))
        found[name] = faults_of(phone_page.page)
    assert found == {name: [] for name in scenes}


def test_the_lines_fit_the_tables_screen(screen_page, table: FakeTable, scenes):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    overlaps = OVERLAPS.replace("#tasks", "#tasks #lines #passing")
    for name in scenes:
        screen_page.shows(table.show(name))
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
