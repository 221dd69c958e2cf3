"""Teaching the cards in a real browser, on a small phone, dark and light, and on a television."""

import cv2
import pytest
from msgspec.structs import replace

from companion.teaching.service import Kind, TableNow, Teaching
from companion.twin.wizard_thieves.cards import Card, all_keys
from companion.twin.wizard_thieves.faces import draw
from hardware.eye_link import Alike, Taught, TeachBuild, TeachShot
from tests.web.browsing import IN_A_BROWSER, faults_of, picture, seated
from tests.web.fake_service import TABLE_KEY
from tests.web.test_teach import FakeEye

pytestmark = IN_A_BROWSER
KINDS = tuple(
    Kind(key=key, label=key.partition(":")[2].replace("_", " ").title(), icon=key.replace(":", "-"))
    for key in all_keys()
)


def shot(key: str) -> TeachShot:
    face = cv2.resize(draw(Card(0, key, 0 if "item" in key else 1), "similar"), (120, 168))
    return TeachShot(ident=0, ok=True, face=b"png", thumb=cv2.imencode(".jpg", face)[1].tobytes())


@pytest.fixture
def lessons(table, tmp_path):
    file = tmp_path / "cards.catalogue"
    file.write_bytes(b"taught before")
    made = Teaching(file, lambda audience: TableNow(kinds=KINDS, busy=False, camera=True))
    made.connect(FakeEye())
    table.lessons = made
    return made


def show(lessons: Teaching, count: int) -> None:
    for key in all_keys()[:count]:
        lessons.heard(shot(key))
    ask = [one for one in lessons._eye.told if isinstance(one, TeachBuild)][-1]
    near = (Alike("gem:1", "gem:2", 0.58), Alike("gem:3", "gem:4", 2.4))
    lessons.heard(Taught(ident=ask.ident, ok=True, pairs=near, digest="0123456789abcdef"))


def _until_drawn(page) -> None:
    """All pictures are there; asked again and again, since the page forbids evaluated strings."""
    for _ in range(600):
        if page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth)"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("pictures are missing")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_guided_round_by_thumb(phone_page, table, lessons, scheme):
    seated(phone_page, table)
    page = phone_page.page
    page.emulate_media(color_scheme=scheme)
    phone_page.go("/teach")
    page.wait_for_selector("text=Start")
    found = {"begin": faults_of(page)}
    picture(phone_page, f"teach-begin-{scheme}")
    page.click("text=Start")
    page.wait_for_selector("text=Now lay 1")
    show(lessons, 6)
    lessons.heard(
        TeachShot(
            ident=0,
            ok=False,
            why="glare",
            text="A lamp is mirrored on the card.",
            cure="Move the lamp, or turn the card a little.",
        )
    )
    page.wait_for_selector("text=6 of 17")
    page.wait_for_selector("text=A lamp is mirrored")
    _until_drawn(page)
    found["showing"] = faults_of(page)
    picture(phone_page, f"teach-showing-{scheme}")
    page.click("text=Skip this one")
    page.wait_for_selector("text=Now lay 8")
    page.click("text=Learn the 6 shown so far")
    page.wait_for_selector("text=Learning")
    ask = lessons._eye.told[-1]
    lessons.heard(Taught(ident=ask.ident, ok=True, digest="0123456789abcdef"))
    page.wait_for_selector("text=These cards are in use now")
    found["written"] = faults_of(page)
    picture(phone_page, f"teach-written-{scheme}")
    assert found == {"begin": [], "showing": [], "written": []}


def test_on_the_television(screen_page, table, lessons):
    screen_page.go(f"/table?key={TABLE_KEY}")
    screen_page.go("/teach?as=table")
    page = screen_page.page
    page.wait_for_selector("text=Start")
    page.click("text=Start")
    page.wait_for_selector("text=Now lay 1")
    show(lessons, 4)
    page.wait_for_selector("text=4 of 17")
    assert faults_of(page) == []
    picture(screen_page, "teach-table")


def test_in_german_it_fits_as_well(phone_page, table, lessons, monkeypatch):
    seated(phone_page, table)
    view = table.view
    monkeypatch.setattr(table, "view", lambda identity: replace(view(identity), language="de"))
    page = phone_page.page
    page.emulate_media(color_scheme="dark")
    phone_page.go("/teach")
    page.click("text=Anfangen")
    page.wait_for_selector("text=Leg jetzt 1")
    show(lessons, 6)
    page.wait_for_selector("text=6 von 17")
    _until_drawn(page)
    assert faults_of(page) == []
    picture(phone_page, "teach-de")
