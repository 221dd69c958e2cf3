"""The bar over all buttons on a phone: delays, bounce, and buttons that are dead, stuck or worn."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.practicemodels import PracticeButton, PracticeModel
from companion.readmodels import SeatView
from tests.web.browsing import IN_A_BROWSER, faults_of, seated
from tests.web.fake_service import FakeTable
from tests.web.scenes import SCENES

pytestmark = IN_A_BROWSER

BUTTONS = (
    PracticeButton(seat=0, presses=8, bounce_ms=1.2, bounce_ms_max=2.5, delay_ms=0.0),
    PracticeButton(
        seat=1, presses=8, bounce_ms=9.0, bounce_ms_max=18.4, delay_ms=0.42, fault="worn"
    ),
    PracticeButton(seat=2, fault="dead"),
    PracticeButton(seat=3, fault="stuck"),
)


@pytest.fixture(autouse=True)
def bar(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby: Callable[[str], SeatView] = SCENES["lobby"]
    model = PracticeModel(kind="bar", round=4, rounds=8, buttons=BUTTONS, missed=(2,))

    def shown(audience: str) -> SeatView:
        return replace(lobby(audience), practice=model)

    monkeypatch.setitem(SCENES, "bar", shown)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_faults_of_buttons_are_named_on_a_small_phone(phone_page, table: FakeTable, scheme: str):
    phone_page.page.emulate_media(color_scheme=scheme)
    seated(phone_page, table)
    phone_page.shows(table.show("bar"))
    told = phone_page.page.locator(".practice").inner_text()
    assert "Ben: bounces up to 18.4 ms: a worn contact" in told
    assert "Liza: dead, nothing is felt" in told
    assert "down all the time" in told
    assert "0.42 ms" in told
    assert faults_of(phone_page.page) == []
