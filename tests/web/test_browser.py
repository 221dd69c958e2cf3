"""A real browser on a small phone and on a television."""

import re
from itertools import count

import pytest
from msgspec.structs import replace

from tests.web.browsing import (
    CHROMIUM,
    FLAGS,
    IN_A_BROWSER,
    OVERLAPS,
    PATIENCE_MS,
    PHONE,
    Visitor,
    faults_of,
    join,
    picture,
    seated,
)
from tests.web.conftest import QUICK
from tests.web.fake_service import CODE, TABLE_KEY, FakeTable
from tests.web.scenes import SCENES
from web.asgi import create_asgi
from web.audience import SEAT_COOKIE
from web.serve import WebServer

pytestmark = IN_A_BROWSER


def test_join_tap_and_see_what_it_did(phone_page, table):
    join(phone_page)
    assert phone_page.page.url.endswith("/me")
    version = table.show("playing")
    phone_page.shows(version)
    phone_page.page.tap("[data-choice='reveal:gem:3']")
    phone_page.shows(version + 1)
    assert table.heard(1) == [("seat:0", "reveal:gem:3")]


def test_a_reload_keeps_the_seat(phone_page, table):
    join(phone_page)
    phone_page.page.reload()
    phone_page.live()
    assert phone_page.page.text_content(".mine-name") == "Ann"
    assert len(table.tokens) == 1


def test_a_refused_tap_says_why_and_by_which_rule(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    table.tap = lambda *_, **__: _refusal()  # type: ignore[method-assign]
    phone_page.page.tap("[data-choice='grab']")
    toast = phone_page.page.wait_for_selector("#toast:not([hidden])").text_content()
    assert "You are out." in toast
    assert "Rule R-WT-4" in toast
    assert phone_page.page.get_attribute("#toast", "role") == "alert"


def _refusal():
    from companion.ports import Refused

    return Refused(status=422, reason="You are out.", rule="R-WT-4")


def test_a_second_tap_before_the_answer_is_not_sent(phone_page, table):
    import threading

    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    table.slow = threading.Event()
    phone_page.page.tap("[data-choice='grab']")
    assert phone_page.page.get_attribute("[data-choice='grab']", "data-pressed") == ""
    assert phone_page.page.get_attribute("[data-choice='grab']", "aria-disabled") == "true"
    phone_page.page.evaluate("document.querySelector(\"[data-choice='grab']\").click()")
    table.slow.set()
    phone_page.page.wait_for_selector("[data-choice='grab']:not([aria-disabled])")
    assert table.heard(1) == [("seat:0", "grab")]


def test_the_page_comes_back_by_itself_after_the_companion_was_restarted(phone_context, table):
    server = WebServer(create_asgi(table, limits=QUICK), "127.0.0.1", 0)
    server.start()
    assert server.wait_ready()
    visitor = Visitor(phone_context, server)
    seated(visitor, table)
    table.show("playing")
    server.stop()
    visitor.page.wait_for_selector("#live[data-state=lost]")
    assert "Reconnecting" in visitor.page.text_content("#live")
    fresh = FakeTable(scene="challenge", tokens=table.tokens, names=table.names)
    again = WebServer(create_asgi(fresh, limits=QUICK), "127.0.0.1", server.port)
    again.start()
    visitor.live()
    visitor.shows(1)  # versions began anew, and the page believes the new table
    assert "2 chances" in visitor.page.text_content("#headline")
    visitor.page.close()
    again.stop()
    assert visitor.faults == []


def test_a_sleeping_phone_lets_go_and_wakes_up_to_the_newest_view(phone_page, table):
    seated(phone_page, table)
    _set_hidden(phone_page.page, hidden=True)
    phone_page.page.wait_for_selector("#live[data-state=asleep]")
    for _ in range(600):
        if not table.pages["seat:0"]:
            break
        phone_page.page.wait_for_timeout(50)
    assert table.pages["seat:0"] == 0
    version = table.show("challenge")
    _set_hidden(phone_page.page, hidden=False)
    phone_page.live()
    phone_page.shows(version)


def _set_hidden(page, *, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_where_streams_are_broken_the_page_asks_instead(phone_page, table):
    phone_page.page.route("**/stream*", lambda route: route.abort())
    cookie = {"name": SEAT_COOKIE, "value": table.sit(0, "Ann"), "url": phone_page.base}
    phone_page.page.context.add_cookies([cookie])
    phone_page.go("/me")
    phone_page.page.wait_for_selector("#live[data-state=polling]", timeout=60_000)
    phone_page.shows(table.show("challenge"))
    assert "2 chances" in phone_page.page.text_content("#headline")


def test_without_scripts_one_can_join_and_is_told_what_is_missing(
    browser_type, server, table, tmp_path
):
    context = browser_type.launch_persistent_context(
        str(tmp_path),
        executable_path=str(CHROMIUM),
        args=FLAGS,
        viewport=PHONE,
        java_script_enabled=False,
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/j/{CODE}")
    page.fill("#name", "Ann")
    page.click("[type=submit]")
    page.wait_for_url("**/me")
    assert table.names == {0: "Ann"}
    assert "JavaScript" in page.text_content("body")
    context.close()


def test_a_freed_seat_leads_back_to_the_start(phone_page, table):
    seated(phone_page, table)
    table.revoke(next(iter(table.tokens)))
    phone_page.page.wait_for_url(re.compile(r"/$"))
    assert phone_page.page.is_visible("#code")


def test_undo_asks_once_and_says_what_it_takes_back(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    phone_page.page.tap("#open-undo")
    assert "Timbo: Ruby" in phone_page.page.text_content("#sure-sheet")
    phone_page.page.tap("#sure-yes")
    phone_page.page.wait_for_selector("#sure-sheet:not([open])", state="attached")
    phone_page.page.wait_for_function("() => document.body.dataset.version >= 3")
    assert table.heard(1) == [("seat:0", "undo", "")]


def test_the_host_sets_up_the_game_from_the_menu(phone_page, table):
    seated(phone_page, table)
    phone_page.page.tap("#open-menu")
    phone_page.page.tap(".counts button:has-text('3')")
    phone_page.shows(2)
    phone_page.page.tap(".options [role=switch]")
    assert table.heard(2) == [
        ("seat:0", "seats", "3"),
        ("seat:0", "option", "grab_before_end=true"),
    ]


def test_a_name_with_markup_is_shown_as_it_was_typed(phone_page):
    join(phone_page, "<b>Ann</b>")
    assert phone_page.page.text_content(".mine-name") == "<b>Ann</b>"
    assert phone_page.page.query_selector(".mine-name b") is None


def test_one_view_gives_one_page_whatever_was_shown_before(phone_page, table):
    """What a page shows must not tell what came before: fresh and patched pages are equal."""
    seated(phone_page, table)
    fresh = {}
    for scene in SCENES:
        table.show(scene)
        phone_page.page.reload()
        phone_page.live()
        fresh[scene] = _content(phone_page.page)
    order = list(SCENES)
    for scene in [*reversed(order), *order, *order[::2], *order[1::2]]:
        phone_page.shows(table.show(scene))
        assert _content(phone_page.page) == fresh[scene], scene


def _content(page) -> str:
    return page.evaluate(
        """() => {
          const tell = (node) => {
            if (node.nodeType === Node.TEXT_NODE) return node.data;
            const named = [...node.attributes].filter((one) => one.name !== "tabindex")
              .map((one) => `${one.name}=${one.value}`).sort().join(" ");
            return `<${node.tagName} ${named}>${[...node.childNodes].map(tell).join("")}</>`;
          };
          return ["app", "thumb"].map((id) => tell(document.getElementById(id))).join("");
        }"""
    )


def test_focus_stays_where_it_was_while_the_view_changes(phone_page, table):
    seated(phone_page, table)
    phone_page.shows(table.show("playing"))
    phone_page.page.focus("[data-choice='reveal:gem:5']")
    phone_page.page.evaluate("window.kept = document.activeElement")
    phone_page.shows(table.change())
    assert phone_page.page.evaluate("document.activeElement === window.kept")
    phone_page.shows(table.show("challenge"))  # that button is gone: stay among the buttons
    assert phone_page.page.evaluate(
        "document.getElementById('thumb').contains(document.activeElement)"
    )


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_moment_fits_a_small_phone_for_thumb_eye_and_ear(phone_page, table, scheme):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    found = {}
    for scene in SCENES:
        phone_page.shows(table.show(scene))
        picture(phone_page, f"me-{scene}-{scheme}")
        found[scene] = faults_of(phone_page.page)
    assert found == {scene: [] for scene in SCENES}


@pytest.mark.parametrize("sheet", ["story", "menu"])
def test_sheets_fit_too(phone_page, table, sheet):
    seated(phone_page, table)
    phone_page.shows(table.show("playing" if sheet == "story" else "lobby"))
    phone_page.page.tap(f"#open-{sheet}")
    picture(phone_page, f"sheet-{sheet}")
    assert faults_of(phone_page.page, root=f"#{sheet}-sheet") == []
    phone_page.page.keyboard.press("Escape")
    assert not phone_page.page.is_visible(f"#{sheet}-sheet")
    assert phone_page.page.evaluate("document.activeElement.id") == f"open-{sheet}"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_plain_pages_fit_as_well(phone_page, scheme):
    phone_page.page.emulate_media(color_scheme=scheme)
    paths = ["/", f"/j/{CODE}", "/nope"]
    found = {}
    for path in paths:
        phone_page.go(path)
        picture(phone_page, f"page{path.replace('/', '-')}-{scheme}")
        found[path] = faults_of(phone_page.page)
    assert found == {path: [] for path in paths}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_tables_screen_is_read_across_the_room(screen_page, table, scheme):
    page = screen_page.page
    page.emulate_media(color_scheme=scheme)
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    found = {}
    for scene in SCENES:
        screen_page.shows(table.show(scene))
        picture(screen_page, f"table-{scene}-{scheme}")
        found[scene] = faults_of(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), scene
        assert page.is_visible(".qr"), scene
        assert CODE in page.text_content("#join"), scene
        if scene in {"playing", "challenge"}:
            assert min(page.evaluate(SIZES)) >= 64  # 1/17 of the height: 4 cm on a 50-inch screen
    assert found == {scene: [] for scene in SCENES}


SIZES = """() => [...document.querySelectorAll('.headline h2, .player-count b')]
  .map((one) => parseFloat(getComputedStyle(one).fontSize))"""


def test_the_table_page_also_serves_a_spectators_phone(phone_page, table):
    table.show("playing")
    phone_page.go("/table")
    phone_page.live()
    assert faults_of(phone_page.page) == []
    assert phone_page.page.query_selector("#choices button") is None


def test_the_fault_finder_finds_faults(phone_page):
    phone_page.go("/")
    phone_page.page.evaluate(
        """() => {
          const main = document.querySelector("main");
          const add = (html) => main.insertAdjacentHTML("beforeend", html);
          add('<button id="tiny">ok</button><button id="mute"><svg></svg></button>');
          add('<p id="pale">pale</p><img id="bare" src="/static/icon.svg"><h4>skip</h4>');
          add('<div id="wide">w</div><input id="nameless">');
          const style = (id, css) => Object.assign(document.getElementById(id).style, css);
          style("tiny", { minHeight: "20px", padding: "0", width: "30px" });
          style("pale", { color: "#333" });
          style("wide", { width: "500px" });
        }"""
    )
    found = "\n".join(faults_of(phone_page.page))
    for word in ("tiny", "mute", "pale", "bare", "nameless", "h4", "wider"):
        assert word in found


def test_on_the_tables_screen_nothing_covers_anything(screen_page, table):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.live()
    for scene in SCENES:
        screen_page.shows(table.show(scene))
        assert screen_page.page.evaluate(OVERLAPS) == [], scene


GERMAN = ("Königsmünze", "Portalzauber", "Handschuh des Stehlens", "Alchemie-Bombe", "Bernstein")


def test_long_words_on_small_tiles_stay_whole(phone_page, table, monkeypatch):
    """Chromium on Linux has no dictionary to hyphenate by, and broke them anywhere."""
    plain = FakeTable._view

    def in_german(choice, number):
        return replace(choice, label=GERMAN[number % len(GERMAN)])

    def german(self, audience):
        view = plain(self, audience)
        prompts = tuple(
            replace(prompt, choices=tuple(map(in_german, prompt.choices, count())))
            for prompt in view.prompts
        )
        return replace(view, prompts=prompts)

    monkeypatch.setattr(FakeTable, "_view", german)
    seated(phone_page, table)
    phone_page.shows(table.show("which_card"))
    lines = phone_page.page.evaluate(
        """() => [...document.querySelectorAll(".tiles .button-label")].map((label) => {
          const text = document.createRange();
          text.selectNodeContents(label);
          const tops = [...text.getClientRects()].map((line) => line.top);
          return [label.textContent, new Set(tops).size];
        })"""
    )
    assert len(lines) > 10
    for label, broken in lines:
        assert broken <= len(re.split(r"[ -]", label)), label
