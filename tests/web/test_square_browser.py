"""Pages of Eldris in a real browser: the Square that is tapped, dice and cards to fill in."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from companion.packs import content_pack
from companion.table.eldris.facts import facts
from rules import eldris as rules
from rules.eldris import actions as a
from tests.companion.table.eldris.people import Moment
from tests.web.browsing import IN_A_BROWSER, OVERLAPS, faults_of, picture, seated
from tests.web.fake_service import TABLE_KEY, FakeTable
from tests.web.scenes import SCENES

pytestmark = IN_A_BROWSER

WANTED: dict[str, tuple[int, dict[str, str], type]] = {
    "laying": (4, {}, a.LayOutPattern),
    "dealt": (2, {"secrecy": "trusted"}, a.EnterCardsPattern),
    "choosing": (3, {"secrecy": "trusted"}, a.ChooseCutpurse),
    "rolling": (6, {}, a.RollPattern),
    "moving": (4, {}, a.Move),
    "doubles": (4, {"secrecy": "trusted"}, a.ClaimAbility),
    "stealing": (4, {"secrecy": "trusted"}, a.Steal),
    "accused": (3, {}, a.Answer),
    "fan": (1, {"mode": "solo"}, a.FanFoesPattern),
    "wager": (1, {"mode": "solo"}, a.WagerPattern),
    "hidden": (1, {"mode": "solo", "solo_tokens": "false"}, a.RevealFoesPattern),
}
"""Moment to players, options, and what seat 0 is offered then."""


@cache
def moments() -> dict[str, Moment]:
    found: dict[str, Moment] = {}
    for number, (name, (seats, options, kind)) in enumerate(WANTED.items()):
        found[name] = Moment(seats, random.Random(number), offers_to_seat_0(kind), **options)
    found["crowd"] = Moment(6, random.Random(1), somebody_is_out, secrecy="trusted")
    found["late"] = Moment(1, random.Random(1), ten_rivals_stand, mode="solo")
    found["finished"] = Moment(2, random.Random(1), is_over, two_go="true")
    found["title"] = Moment(1, random.Random(1), is_over, mode="solo")
    return found


def offers_to_seat_0(kind: type) -> Callable[[Any], bool]:
    return lambda state: any(isinstance(one, kind) for one in rules.choices(state, 0))


def somebody_is_out(state: Any) -> bool:
    return state.over is None and any(player.out for player in state.players)


def ten_rivals_stand(state: Any) -> bool:
    return state.phase == "wager" and len(state.solo.rivals) == 10


def is_over(state: Any) -> bool:
    return state.over is not None


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_moment_fits_a_small_phone(phone_page, table: FakeTable, scenes, scheme: str):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for name in scenes:
        phone_page.shows(table.show(name))
        found[name] = faults_of(phone_page.page)
        if phone_page.page.locator("[data-secrets]").count():
            phone_page.page.locator("[data-secrets]").click()
            found[name] += faults_of(phone_page.page)
            phone_page.page.locator("[data-secrets]").click()
    assert found == {name: [] for name in scenes}


def test_the_square_fits_the_tables_screen(screen_page, table: FakeTable, scenes):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    overlaps = OVERLAPS.replace("#tasks", "#tasks #square #dice #rows")
    for name in scenes:
        screen_page.shows(table.show(name))
        assert screen_page.page.evaluate(overlaps) == [], name
        assert screen_page.page.evaluate(CUT) == [], name


CUT = """() => [".player", ".cell", "#rows"].flatMap((box) => [...document.querySelectorAll(box)])
  .filter((box) => box.checkVisibility())
  .flatMap((box) => [...box.querySelectorAll("*")]
    .filter((one) => !one.closest(".word, .hidden, #live") && one.checkVisibility())
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
    .filter((one) => {
      const [a, b] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
      return a.top < b.top - 2 || a.bottom > b.bottom + 2 || a.right > b.right + 2;
    }).map((one) => one.textContent))"""
"""Words that stick out of the tile or the box that they stand in."""

GERMAN = (
    *("Lichtpriester", "Hexenmeister", "Bestienmeister", "Geschicklichkeit 4", "Waldläufer"),
    *("Beutelschneider", "Nekromantin", "Schwertkämpferin", "Konstitution 3", "Mönch"),
)


def test_long_names_break_between_syllables_only(phone_page, table: FakeTable, scenes, monkeypatch):
    """Also where the browser has no dictionary; what is posted and spoken keeps the plain name."""
    view = moments()["moving"].view(0)
    cards = tuple(
        replace(card, face=replace(card.face, label=GERMAN[place % len(GERMAN)]))
        for place, card in enumerate(view.square.cards)
    )
    german = replace(view, square=replace(view.square, cards=cards))
    monkeypatch.setitem(SCENES, "german", lambda _audience: german)
    seated(phone_page, table)
    phone_page.shows(table.show("german"))
    lines = phone_page.page.evaluate(LINES)
    ends = {line[-1] for name in lines for line in name[:-1]}
    assert ends <= {"\u00ad", " "}, lines
    assert ["Licht\u00ad", "pries\u00adter"] in lines
    label = phone_page.page.get_attribute('[data-cell="0"]', "aria-label")
    assert label.startswith("Lichtpriester, ")


LINES = """() => [...document.querySelectorAll(".cell-name")].map((name) => {
  const text = name.firstChild, lines = [];
  let top = null;
  for (let at = 0; at < text.length; at++) {
    const one = document.createRange();
    one.setStart(text, at);
    one.setEnd(text, at + 1);
    const box = [...one.getClientRects()].at(-1);
    if (box && box.width > 0 && (top === null || box.top > top + 3)) {
      lines.push("");
      top = box.top;
    }
    lines[lines.length - 1] += text.data[at];
  }
  return lines;
})"""
"""What stands on each line of each name of the Square."""


def test_a_move_is_two_taps_on_the_square(phone_page, table: FakeTable, scenes):
    seated(phone_page, table)
    phone_page.shows(table.show("moving"))
    page = phone_page.page
    move = next(one for one in moments()["moving"].view(0).my_choices if one.cells)
    page.locator(f'[data-cell="{move.cells[0]}"]').click()
    assert page.locator(f'[data-cell="{move.cells[1]}"][data-next]').count() == 1
    assert page.locator("[data-unpick]").count() == 1
    page.locator(f'[data-cell="{move.cells[1]}"]').click()
    assert table.heard(1)[-1][1] == move.id


def test_what_the_own_cards_can_do_is_covered_until_asked_for(phone_page, table, scenes):
    """A phone that lies on the table shows nobody where its owner's Cutpurse stands."""
    seated(phone_page, table)
    phone_page.shows(table.show("stealing"))
    page = phone_page.page
    steal = next(
        one for one in moments()["stealing"].view(0).my_choices if one.id.startswith("steal:")
    )
    assert page.locator(".cell:is([data-mine], [data-near], [data-next])").count() == 0
    assert page.locator('[data-row="cutpurse"]').count() == 0
    page.locator("[data-secrets]").click()
    assert page.locator('[data-mine="cutpurse"]').count() == 1
    assert page.locator('[data-row="cutpurse"]').count() == 1
    page.locator(f'[data-cell="{steal.cells[0]}"]').click()
    page.locator(f'[data-choice="{steal.id}"]').click()
    assert table.heard(1)[-1][1] == steal.id


def test_three_dice_are_filled_in_and_sent_as_one(phone_page, table: FakeTable, scenes):
    seated(phone_page, table)
    phone_page.shows(table.show("rolling"))
    page = phone_page.page
    for key in "315":
        page.locator(f'[data-key="{key}"]').click()
    page.locator('[data-choice="roll="]').click()
    assert table.heard(1)[-1][1] == "roll=315"


def test_a_card_says_to_a_screen_reader_all_that_it_shows(phone_page, table: FakeTable, scenes):
    seated(phone_page, table)
    phone_page.shows(table.show("wager"))
    cards = moments()["wager"].view(0).square.cards
    labels = phone_page.page.locator(".cell").evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    for place, (card, label) in enumerate(zip(cards, labels, strict=True)):
        assert label.startswith(f"{card.face.label}, {card.kind}, row {place // 6 + 1}, column")
        assert ("token" in label) == bool(card.token)
        assert ("dark side" in label) == card.dark


def test_the_owner_completes_names_and_traits(phone_page, table: FakeTable):
    """Counts of each trait follow along; what is saved are all 24 rows."""
    table.box = facts(content_pack(rules))
    seated(phone_page, table)
    phone_page.go("/cards?as=me")
    page = phone_page.page
    assert page.locator("[data-unsure]").count() == table.box.missing
    assert page.locator("[data-wrong]").count() == 0
    page.locator("select").first.select_option("wisdom")
    assert page.locator("[data-wrong]").count() == 2
    page.locator("select").first.select_option("charisma")
    page.locator("input").first.fill("Trickster")
    assert faults_of(page) == []
    picture(phone_page, "eldris-cards")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".saved")
    audience, action, value = table.heard(1)[-1]
    assert (audience, action) == ("seat:0", "facts")
    assert [row["name"] for row in json.loads(value)].count("Trickster") == 1
    assert len(json.loads(value)) == 24
