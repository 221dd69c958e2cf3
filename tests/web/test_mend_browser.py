"""Correcting, putting the table back, and disputing, on a small phone and on a television."""

import json
from contextlib import suppress

import pytest

from tests.web.browsing import IN_A_BROWSER, faults_of, picture, seated
from tests.web.fake_service import TABLE_KEY

pytestmark = IN_A_BROWSER


def open_story(visitor, table, scene="playing"):
    seated(visitor, table)
    visitor.shows(table.show(scene))
    visitor.page.tap("#open-story")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_line_of_the_story_is_corrected_by_two_taps(phone_page, table, scheme):
    phone_page.page.emulate_media(color_scheme=scheme)
    open_story(phone_page, table)
    picture(phone_page, f"mend-story-{scheme}")
    assert faults_of(phone_page.page, root="#story-sheet") == []
    phone_page.page.tap("[data-amend='5']")
    phone_page.page.wait_for_selector("#amend .tiles button")
    picture(phone_page, f"mend-amend-{scheme}")
    assert faults_of(phone_page.page, root="#amend-sheet") == []
    assert "Timbo: Ruby." in phone_page.page.text_content("#amend-sheet")
    phone_page.page.tap("[data-choice='5=card:gem:3']")
    phone_page.page.wait_for_selector("#amend-sheet:not([open])", state="attached")
    assert not phone_page.page.is_visible("#story-sheet")
    assert table.heard(1) == [("seat:0", "amend", "5=card:gem:3")]


def test_leaving_an_entry_out_is_asked_about_first(phone_page, table):
    open_story(phone_page, table)
    phone_page.page.tap("[data-amend='4']")
    phone_page.page.tap("[data-choice='4=out']")
    assert phone_page.page.is_visible("#sure-sheet")
    assert "Liza, doubles" in phone_page.page.text_content("#sure-body")
    phone_page.page.tap("#sure-sheet [data-close]")
    assert table.asked == []
    phone_page.page.tap("[data-choice='4=out']")
    phone_page.page.tap("#sure-yes")
    phone_page.page.wait_for_selector("#amend-sheet:not([open])", state="attached")
    assert table.heard(1) == [("seat:0", "amend", "4=out")]


def test_a_refused_correction_is_said_inside_the_sheet(phone_page, table):
    from companion.ports import Refused

    open_story(phone_page, table)
    table.host = lambda *_, **__: Refused(status=409, reason="The table moved on.")  # type: ignore[method-assign]
    phone_page.page.tap("[data-amend='5']")
    phone_page.page.tap("[data-choice='5=card:gem:3']")
    said = phone_page.page.wait_for_selector("#amend-sheet #toast:not([hidden])")
    assert said.text_content() == "The table moved on."
    assert phone_page.page.is_visible("#amend-sheet")


def test_what_was_taken_back_can_be_brought_back(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    assert "Ben: Topaz" in phone_page.page.text_content("#open-redo")
    phone_page.page.tap("#open-redo")
    phone_page.page.tap("#sure-yes")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    assert table.heard(1) == [("seat:0", "redo", "")]


def test_the_table_is_put_back_tick_by_tick(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("putting_back"))
    boxes = phone_page.page.locator("#tasks [role=checkbox]")
    assert boxes.count() == 6
    assert phone_page.page.text_content(".tasks-count") == "1 of 6"
    phone_page.page.tap("[data-task='t2']")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    phone_page.page.evaluate("document.querySelector(\"[data-task='t1']\").click()")  # done already
    assert table.heard(1) == [("seat:0", "tick", "t2")]
    phone_page.page.tap("#tasks summary")  # out of the way, and it stays so
    phone_page.shows(table.change())
    assert not boxes.first.is_visible()


def test_who_pressed_and_did_not_win_is_offered_the_reason(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    phone_page.page.tap(".why-not")
    phone_page.page.wait_for_selector("#mine")
    assert phone_page.page.url.endswith("/verdict/v4?as=me")
    assert "Why did I not win?" in phone_page.page.text_content("#mine")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_verdict_fits_a_small_phone(phone_page, table, scheme):
    page = phone_page.page
    page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for ident in ("v1", "v2", "v3", "v4", "v5"):
        phone_page.go(f"/verdict/{ident}")
        if scheme == "dark" or ident == "v2":
            picture(phone_page, f"verdict-{ident}-{scheme}")
        found[ident] = faults_of(page)
    assert found == {ident: [] for ident in found}


def test_the_hands_of_a_drawing_stand_where_their_times_are(phone_page, table):
    """Measured on the page: 12.6 ms between two dots, by the scale of the axis under them."""
    seated(phone_page, table)
    phone_page.go("/verdict/v2")
    drawn = phone_page.page.evaluate(
        """() => {
          const chart = document.querySelector(".timeline");
          const all = (selector) => [...chart.querySelectorAll(selector)];
          const ticks = all(".line").map((line) => Number(line.getAttribute("x1")));
          const labels = all("text.soft").map((text) => Number(text.textContent));
          const dots = all("circle").map((dot) => Number(dot.getAttribute("cx")));
          return { perMs: (ticks[1] - ticks[0]) / (labels[1] - labels[0]), dots };
        }"""
    )
    ann, ben = drawn["dots"]
    assert (ben - ann) / drawn["perMs"] == pytest.approx(12.6, abs=0.5)


def test_pictures_are_looked_at_closely_in_time_order(phone_page, table):
    seated(phone_page, table)
    phone_page.go("/verdict/v2")
    page = phone_page.page
    page.tap("[data-frame='0']")
    first = page.text_content("#zoom-label")
    page.tap("#zoom-on")
    assert page.text_content("#zoom-label") != first
    page.tap("#zoom-in")
    assert page.get_attribute("#zoom-in", "aria-pressed") == "true"
    wide = page.evaluate(
        "document.getElementById('zoom-image').clientWidth"
        " / document.getElementById('zoom-view').clientWidth"
    )
    assert wide > 2
    assert faults_of(page, root=".zoom-keys") == []
    page.keyboard.press("Escape")
    assert not page.is_visible("#zoom")


def test_the_table_overrules_after_one_question(phone_page, table):
    seated(phone_page, table)
    phone_page.go("/verdict/v1")
    page = phone_page.page
    page.tap("[data-action='overrule']")
    assert "It was not valid" in page.text_content("#sure-sheet")
    page.tap("#sure-yes")
    page.wait_for_selector("#toast:not([hidden])")
    ((who, action, value),) = table.heard(1)
    assert (who, action) == ("seat:0", "overrule")
    assert value.endswith("=invalid")


def test_the_record_is_handed_out_as_a_file_that_can_be_judged(phone_page, table, tmp_path):
    from click.testing import CliRunner

    from companion.commands.judge import command

    seated(phone_page, table)
    phone_page.go("/verdict/v2")
    with phone_page.page.expect_download() as wait:
        phone_page.page.tap(".take-home a")
    path = tmp_path / wait.value.suggested_filename
    wait.value.save_as(path)
    done = CliRunner().invoke(command, [str(path)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["groups"] == [[1]]


def test_the_host_moves_people_by_two_taps(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    phone_page.page.tap("#open-menu")
    phone_page.page.tap(".moves button:has-text('Liza')")
    phone_page.page.tap(".moves [data-move='0']")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    assert table.heard(1) == [("seat:0", "move", "2:0")]


def test_going_on_after_a_pause_is_under_the_hosts_thumb(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("paused"))
    phone_page.page.tap("#choices [data-host='resume']")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    assert table.heard(1) == [("seat:0", "resume", "")]


def test_a_pile_that_differs_is_marked_and_mended_from_the_notice(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("differing"))
    assert phone_page.page.get_attribute(".pile-pot", "data-differs") == ""
    assert phone_page.page.get_attribute(".pile-portal", "data-differs") is None
    phone_page.page.tap("[data-choice='mend:pot:misread']")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    assert table.heard(1) == [("seat:0", "mend:pot:misread")]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_verdict_is_read_across_the_room(screen_page, table, scheme):
    page = screen_page.page
    page.emulate_media(color_scheme=scheme)
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    table.show("playing")
    screen_page.go("/verdict/v4?as=table")
    picture(screen_page, f"far-verdict-{scheme}")
    assert faults_of(page) == []
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('h2')).fontSize)")
    assert size >= 40  # 1/27 of the height


def test_a_spectator_sees_a_verdict_and_changes_nothing(phone_page, table):
    with suppress(KeyError):
        table.show("playing")
    phone_page.go("/verdict/v1?as=table")
    assert "doubles" in phone_page.page.text_content(".verdict-words")
    assert phone_page.page.query_selector("[data-action]") is None
