"""Story, moments and statistics in a real browser, on a small phone and on a television."""

import pytest

from tests.web.browsing import IN_A_BROWSER, faults_of, picture, seated

pytestmark = IN_A_BROWSER
PAGES = {"story": "/story", "moment": "/story/14", "undone": "/story/11", "stats": "/statistics"}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_is_wrong_for_people_on_a_small_phone(phone_page, table, scheme):
    table.show("over")
    seated(phone_page, table)
    phone_page.page.emulate_media(color_scheme=scheme)
    found = {}
    for name, path in PAGES.items():
        phone_page.go(path)
        phone_page.page.evaluate(
            "document.querySelectorAll('.by-card').forEach(d => d.open = true)"
        )
        found[name] = faults_of(phone_page.page)
        picture(phone_page, f"lookback-{name}-{scheme}")
    assert found == {name: [] for name in PAGES}


def test_on_the_television_the_pages_are_as_sound(screen_page, table):
    table.show("over")
    for name, path in PAGES.items():
        screen_page.go(f"{path}?as=table")
        assert faults_of(screen_page.page) == [], name
        picture(screen_page, f"lookback-{name}-table")


def test_from_my_page_to_a_moment_and_back(phone_page, table):
    """The way of a thumb: menu, story, a line, later, the slider, back to the game."""
    table.show("over")
    seated(phone_page, table)
    page = phone_page.page
    page.click("#open-menu")
    page.click("#menu a[href^='/story']")
    page.click("text=Improper grab. Ben is cursed.")
    assert page.url.endswith("/story/13")
    page.click("#later")
    page.wait_for_url("**/story/14")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/story/16")
    page.focus("#jump")
    page.keyboard.press("Home")
    page.wait_for_url("**/story/9")
    page.click("text=The story >> nth=0")
    page.click("text=Back to the game")
    phone_page.live()
    assert page.url.endswith("/me")


def test_statistics_are_reached_from_the_menu(phone_page, table):
    table.show("over")
    seated(phone_page, table)
    phone_page.page.click("#open-menu")
    phone_page.page.click("#menu a[href^='/statistics']")
    assert phone_page.page.text_content(".person h3") == "Ann"
