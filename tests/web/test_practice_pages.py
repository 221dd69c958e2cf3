"""Practice without cards on a small phone and on a television."""

import pytest

from tests.web.browsing import IN_A_BROWSER, faults_of, picture, seated
from tests.web.fake_service import TABLE_KEY

pytestmark = IN_A_BROWSER

SCENES = ("practice_lamps", "practice_flash_soon", "practice_flash", "practice_band")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_moment_fits_a_small_phone(phone_page, table, scheme):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for scene in SCENES:
        phone_page.shows(table.show(scene))
        picture(phone_page, f"{scene}-{scheme}")
        found[scene] = faults_of(phone_page.page)
    assert found == {scene: [] for scene in SCENES}


def test_every_moment_fits_the_television(screen_page, table):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    found = {}
    for scene in SCENES:
        screen_page.shows(table.show(scene))
        picture(screen_page, f"{scene}-table")
        found[scene] = faults_of(screen_page.page)
    assert found == {scene: [] for scene in SCENES}


def test_the_host_begins_from_the_menu_stops_and_keeps_the_band(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("practice_ready"))
    phone_page.page.tap("#open-menu")
    phone_page.page.tap("[data-practice=lamp]")
    phone_page.page.wait_for_selector("#menu-sheet:not([open])", state="attached")
    phone_page.shows(table.show("practice_band"))
    phone_page.page.tap("#use-band")
    phone_page.page.wait_for_selector("[data-host=practice_stop]:not([aria-disabled])")
    phone_page.page.tap("[data-host=practice_stop]")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 5")
    assert table.heard(3) == [
        ("seat:0", "practice", "lamp"),
        ("seat:0", "practice_band", ""),
        ("seat:0", "practice_stop", ""),
    ]


def test_false_starts_are_named_and_the_first_comes_first(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("practice_lamps"))
    lines = phone_page.page.locator(".practice ol li").all_text_contents()
    assert lines == ["Ann199 ms", "Liza222 ms", "BenFalse start: before the signal"]


def test_a_phone_measures_its_own_flash_and_tells_a_tap_that_came_too_early(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("practice_flash_soon"))
    phone_page.shows(table.show("practice_flash"))
    phone_page.page.wait_for_timeout(150)
    phone_page.page.tap(".practice .pad")
    phone_page.page.wait_for_selector(".practice .pad[aria-disabled]")
    (said,) = [one for one in table.heard(1) if one[1] == "practice_tap"]
    number, _, ms = said[2].partition(":")
    assert number == "3"
    assert 100 < float(ms) < 30_000
    again = (
        "document.querySelector('.practice .pad').dispatchEvent(new PointerEvent('pointerdown'))"
    )
    phone_page.page.evaluate(again)
    phone_page.page.wait_for_timeout(200)  # long enough for a second tap to have come
    assert len([one for one in table.asked if one[1] == "practice_tap"]) == 1


def test_a_tap_before_the_flash_is_a_false_start(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("practice_flash_soon"))
    phone_page.page.tap(".practice .pad")
    phone_page.page.wait_for_selector(".practice .pad[aria-disabled]")
    assert table.heard(1) == [("seat:0", "practice_tap", "3:early")]
    assert "False start" in phone_page.page.text_content(".practice .pad")
