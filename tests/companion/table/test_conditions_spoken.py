"""What makes reading harder is said aloud once, before cards are misread."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.eye.limits import LIMITS
from companion.table.warnings import AGAIN_NS
from hardware.events import SensorStatus, sensor_status
from hardware.timing import MS
from tests.companion.table.scripted import Script

TEMPLATES = {limit.name: limit.template for limit in LIMITS}


def warning(name: str, value: str = "20", **changes: Any) -> SensorStatus:
    status = sensor_status(
        "light", ok=True, source="eye", template=TEMPLATES[name], parts={"value": value}
    )
    return replace(status, **{"warning": True, **changes})


WELL = SensorStatus(sensor="light", ok=True, text="Light and camera are fine.", source="eye")


@pytest.fixture
def game() -> Script:
    made = Script(2).begin()
    made.until(1000)
    made.spoken.clear()
    return made


def aloud(game: Script) -> list[str]:
    return [say.text for say in game.spoken]


def test_a_warning_is_spoken_with_its_cure(game: Script) -> None:
    game.send(warning("light"))
    (said,) = aloud(game)
    assert "too dark" in said
    assert "Switch a lamp on" in said


def test_in_the_language_of_the_table(game: Script) -> None:
    game.ask("table_language", "table", value="de")
    game.send(warning("light"))
    assert "dunkel" in aloud(game)[-1]
    assert game.spoken[-1].language == "de"


def test_the_same_is_not_said_again_before_ten_minutes_whatever_its_number(game: Script) -> None:
    game.send(warning("light"))
    game.send(WELL)
    game.send(warning("light", "19"))
    assert len(aloud(game)) == 1
    game.send(WELL)
    game.until(1000 + AGAIN_NS / MS)
    game.send(warning("light", "18"))
    assert len(aloud(game)) == 2


def test_another_warning_is_said(game: Script) -> None:
    game.send(warning("light"))
    game.send(warning("glare", "3"))
    assert len(aloud(game)) == 2
    assert "mirrored" in aloud(game)[1]


def test_where_nothing_can_be_read_the_camera_alone_says_so(game: Script) -> None:
    """Its own status carries the same words; nobody wants them twice."""
    dark = warning("light", "5", ok=False, warning=False)
    game.send(dark)
    game.send(SensorStatus(sensor="camera", ok=False, text=dark.text, template=dark.template))
    assert len(aloud(game)) == 1


def test_that_all_is_well_again_is_not_worth_a_word(game: Script) -> None:
    game.send(WELL)
    assert aloud(game) == []


def test_a_table_may_choose_to_see_them_only(game: Script) -> None:
    game.ask("spoken", "table", value="conditions=false")
    game.send(warning("light"))
    assert aloud(game) == []
    assert any("too dark" in told for told in game.said)
