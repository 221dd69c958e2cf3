"""Each button by hand, then all with one bar: what is wrong is named, with the wire to look at."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.__main__ import main
from companion.commands import doctor
from companion.commands.doctor_buttons import NoButtonsError, at_rest, strike, try_each
from companion.commands.doctor_probe import Finding
from hardware.board_link import ToCompanion
from hardware.config import BoardConfig, default_wiring
from hardware.events import EdgesUntil, Press, SensorStatus
from hardware.fakes import FakeBoard
from hardware.timing import MS, Interval
from hardware.wiring import input_pins
from tests.support.trains import as_told

TABLE = replace(default_wiring(2), apply=None, undo=None, dispute=None)
PINS = input_pins(TABLE)


def press(seat: int, ms: float, *, bounce_ms: Sequence[float] = (), button: str = "grab") -> Press:
    return Press(
        seat=seat,
        at=Interval(round(ms * MS), round(ms * MS)),
        bounce=tuple(round(one * MS) for one in bounce_ms),
        button=button,
    )


def marks(first_ms: int, last_ms: int) -> list[ToCompanion]:
    return [EdgesUntil(ns=ms * MS) for ms in range(first_ms, last_ms, 500)]


def taps(seat: int, from_ms: int, **more: Any) -> list[ToCompanion]:
    felt = [press(seat, from_ms + 500 * n, **more) for n in range(3)]
    told = [signal for one in felt for signal in as_told(one)]
    return [*told, EdgesUntil(ns=(from_ms + 1100) * MS)]


def heard(signals: Sequence[ToCompanion]) -> Callable[[], ToCompanion]:
    return iter(signals).__next__


def each(*signals: ToCompanion) -> list[Finding]:
    return list(try_each(PINS, heard(signals), lambda _: None))


def test_two_good_buttons_are_green_and_asked_for_in_turn() -> None:
    asked: list[str] = []
    signals = [*taps(0, 1000, bounce_ms=(0.4, 2.5)), *taps(1, 4000)]
    found = list(try_each(PINS, heard(signals), asked.append))
    assert [one.level for one in found] == ["green", "green"]
    assert "bounces 2.5 ms" in found[0].text
    assert asked == ["Press seat 1's buzzer, 3 times.", "Press seat 2's buzzer, 3 times."]


def test_a_dead_button_is_red_with_its_pin_and_the_next_is_still_tried() -> None:
    first, second = each(*marks(0, 16_000), *taps(1, 20_000))
    assert (first.level, second.level) == ("red", "green")
    assert "GPIO 17" in first.text
    assert "ground" in first.cure


def test_exchanged_wires_name_who_would_get_the_slaps() -> None:
    first, second = each(*taps(1, 1000), *taps(0, 4000))
    assert (first.level, second.level) == ("red", "red")
    assert "seat 2's buzzer" in first.text
    assert "GPIO 17" in first.cure


def test_a_stuck_button_is_not_called_dead() -> None:
    stuck = SensorStatus(sensor="button:0", ok=False, text="pressed already")
    first, _ = each(stuck, *marks(0, 16_000), *taps(1, 20_000))
    assert (first.level, first.text.startswith("Stuck")) == ("red", True)


def test_a_worn_contact_is_amber_with_what_it_means() -> None:
    first, _ = each(*taps(0, 1000, bounce_ms=(21.0,)), *taps(1, 4000))
    assert (first.level, "worn contact" in first.text) == ("amber", True)


def test_a_button_that_is_felt_now_and_then_is_amber() -> None:
    first, _ = each(press(0, 100), press(0, 900), *marks(1000, 17_000), *taps(1, 20_000))
    assert (first.level, "only 2 of 3" in first.text) == ("amber", True)


def test_no_pins_at_all_says_what_the_board_says() -> None:
    with pytest.raises(NoButtonsError, match="no pins"):
        each(SensorStatus(sensor="buttons", ok=False, text="This machine has no pins."))


def strokes(late_ms: float, count: int) -> list[ToCompanion]:
    signals: list[ToCompanion] = []
    for n in range(count):
        at = 1000 * (n + 1)
        signals += [press(0, at), press(1, at + late_ms + n / 100), EdgesUntil(ns=(at + 400) * MS)]
    return signals


def test_one_bar_gives_the_delay_of_the_slower_button_and_the_band() -> None:
    found = strike(2, 6, heard(strokes(1.2, 6)), lambda _: None)
    assert found.level == "green"
    assert "1.3 ms" in found.text
    assert "seat 1 +0.00, seat 2 +1.2" in found.text


def test_a_bar_that_is_never_struck_ends_by_itself() -> None:
    found = strike(2, 6, heard([*strokes(1.0, 1), *marks(2000, 63_000)]), lambda _: None)
    assert (found.level, "too few" in found.text) == ("amber", True)


def test_buttons_at_rest_and_one_that_is_down() -> None:
    down = SensorStatus(sensor="button:1", ok=False, text="pressed already")
    first, second = at_rest(PINS, heard([down, EdgesUntil(ns=1)]))
    assert (first.level, second.level) == ("green", "red")
    assert "GPIO 18" in second.text


def test_the_command_ends_with_1_for_a_dead_button_and_prints_only_json(
    tmp_path: Path, monkeypatch: Any
) -> None:
    @contextmanager
    def board(_: BoardConfig) -> Iterator[Callable[[], ToCompanion]]:
        signals = [*marks(0, 16_000), *taps(1, 20_000)]
        yield heard([*signals, *(press(-1, 30_000, button="apply") for _ in range(99))])

    (tmp_path / "companion.toml").write_text(
        "[[board.seats]]\nbutton = 17\n[[board.seats]]\nbutton = 18\n"
    )
    monkeypatch.setattr(doctor, "open_board", board)
    result = CliRunner().invoke(main, ["doctor", "buttons", "--json", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert result.stdout.startswith('{"ok":false')
    assert "Press seat 1's buzzer" in result.stderr


def test_wrong_wiring_is_named_before_anything_is_opened(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(doctor, "open_board", None)
    (tmp_path / "companion.toml").write_text(
        "[board]\nbeeper = 17\n[[board.seats]]\nbutton = 17\n[[board.seats]]\nbutton = 18\n"
    )
    result = CliRunner().invoke(main, ["doctor", "buttons", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "the beeper cannot be on it" in result.stdout


def test_it_speaks_the_language_of_the_configuration(tmp_path: Path, monkeypatch: Any) -> None:
    @contextmanager
    def board(_: BoardConfig) -> Iterator[Callable[[], ToCompanion]]:
        signals = [*marks(0, 16_000), *taps(1, 20_000, bounce_ms=(21.0,))]
        yield heard([*signals, *taps(1, 30_000), *(EdgesUntil(ns=10**12),) * 99])

    (tmp_path / "companion.toml").write_text(
        '[voice]\nlanguage = "de"\n[[board.seats]]\nbutton = 17\n[[board.seats]]\nbutton = 18\n'
    )
    monkeypatch.setattr(doctor, "open_board", board)
    result = CliRunner().invoke(main, ["doctor", "buttons", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "Drückt 3-mal: Buzzer von Platz 1." in result.stdout
    assert "rot    Knopf: Buzzer von Platz 1: Tot: An GPIO 17 kommt nichts an." in result.stdout
    assert "gelb   Knopf: Buzzer von Platz 2: kommt an GPIO 18 an; prellt" in result.stdout
    assert "Abhilfe: Seht nach seinen Drähten: einer an GPIO 17, der andere an Masse" in (
        result.stdout
    )


def test_the_real_listener_hears_a_board_process() -> None:
    """Off a Pi it says that there are no pins, as at the start of a game."""
    with doctor.open_board(TABLE) as listen:
        said = listen()
    assert isinstance(said, SensorStatus)
    assert said.sensor == "buttons"


def test_a_fake_board_is_felt_like_a_real_one() -> None:
    from hardware.channel import Channel

    board = FakeBoard()
    channel: Channel[ToCompanion] = Channel(board.channel_end, ToCompanion)
    for seat in (0, 1):
        for n in range(3):
            board.press(seat, 1000 * (seat + 1) + 200 * n)
            board.mark(1000 * (seat + 1) + 200 * n + 100)
    found = list(try_each(PINS, channel.receive, lambda _: None))
    assert [one.level for one in found] == ["green", "green"]
    channel.close()
    board.close()
