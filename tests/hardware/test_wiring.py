"""Wiring that cannot work is named before play, with the cure."""

import re
from pathlib import Path

import pytest

from hardware.config import (
    BoardConfig,
    SeatWiring,
    board_config_from,
    default_wiring,
    load_board_config,
)
from hardware.errors import WiringError
from hardware.wiring import connections, wiring_problems

DOCS = Path(__file__).parents[2] / "docs" / "wiring.md"
BUSES = {"I2C": (2, 3), "serial": (14, 15), "SPI": (7, 8, 9, 10, 11)}


def seats(*wirings: SeatWiring) -> BoardConfig:
    return BoardConfig(seats=wirings)


@pytest.mark.parametrize("count", range(2, 7))
def test_the_default_wiring_can_work(count: int) -> None:
    config = default_wiring(count)
    assert wiring_problems(config) == ()
    gpios = [c.gpio for c in connections(config)]
    assert len(gpios) == len(set(gpios))
    assert len(config.seats) == count
    for seat in config.seats:
        assert seat.lamp_green is not None
        assert seat.lamp_purple
        assert seat.lamp_turn is not None
    assert config.beeper is not None
    assert config.apply is not None


@pytest.mark.parametrize("count", [2, 3])
def test_up_to_three_seats_leave_every_bus_alone(count: int) -> None:
    used = {c.gpio for c in connections(default_wiring(count))}
    for pins in BUSES.values():
        assert used.isdisjoint(pins)


def test_a_seat_keeps_its_pins_however_many_play() -> None:
    for count in range(2, 6):
        assert default_wiring(count + 1).seats[:count] == default_wiring(count).seats


@pytest.mark.parametrize("count", [1, 7])
def test_there_is_no_default_for_other_numbers(count: int) -> None:
    with pytest.raises(WiringError, match="2 to 6"):
        default_wiring(count)


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (
            seats(SeatWiring(button=17), SeatWiring(button=17)),
            "GPIO 17 is used twice, for seat 1's buzzer and for seat 2's buzzer: give each",
        ),
        (
            seats(SeatWiring(button=17, lamp_green=18), SeatWiring(button=18)),
            "GPIO 18 is an input for seat 2's buzzer, so seat 1's green lamp cannot be on it",
        ),
        (seats(SeatWiring(button=28)), "GPIO 28 for seat 1's buzzer is not on the header"),
        (seats(SeatWiring(button=1)), "belongs to the identification chip"),
        (seats(SeatWiring(button=2, pull_up=False)), "fixed pull-up resistor"),
        (
            seats(SeatWiring(button=17, lamp_purple=(22, 22))),
            "GPIO 22 is used twice, for seat 1's purple lamp and for seat 1's purple lamp",
        ),
        (
            BoardConfig(seats=(SeatWiring(button=17),), undo=17),
            "seat 1's buzzer and for the table's undo button",
        ),
        (BoardConfig(debounce_ms=5), "debounce_ms is 5"),
        (BoardConfig(debounce_ms=200), "debounce_ms is 200"),
        (BoardConfig(revision="pi"), "hexadecimal"),
        (BoardConfig(delay_edges_ms=-1), "cannot be negative"),
    ],
)
def test_wrong_wiring_is_named_with_its_cure(config: BoardConfig, says: str) -> None:
    problems = wiring_problems(config)
    assert len(problems) == 1
    assert says in problems[0]


def test_a_toml_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(
        "debounce_ms = 45\nbeeper = 12\n[[seats]]\nbutton = 17\nlamp_purple = [22, 23]\n"
    )
    expected = BoardConfig(
        debounce_ms=45, beeper=12, seats=(SeatWiring(button=17, lamp_purple=(22, 23)),)
    )
    assert load_board_config(file) == expected


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.toml", "[[seats]]\nbuton = 1\n", "buton"),
        ("a.toml", "seats = 3\n", r"\$.seats"),
        ("a.toml", "= nonsense", "a.toml"),
        ("a.json", '{"backend": "magic"}', r"\$.backend"),
        ("a.json", "{", "a.json"),
    ],
)
def test_a_malformed_file_is_named_with_its_field(
    tmp_path: Path, name: str, text: str, says: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(WiringError, match=says):
        load_board_config(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match=r"none\.toml"):
        load_board_config(tmp_path / "none.toml")


def test_builtins_of_a_larger_file_are_checked_as_well() -> None:
    assert board_config_from({"seats": [{"button": 5}]}) == seats(SeatWiring(button=5))
    with pytest.raises(WiringError, match=r"seats\[0\]"):
        board_config_from({"seats": [{"button": "five"}]})


def test_the_documentation_draws_the_wiring_that_is_in_the_program() -> None:
    """Every row of the table in docs/wiring.md, against the data."""
    rows = dict(re.findall(r"^\| seat (\d) \|([^\n]*)\|$", DOCS.read_text(), re.MULTILINE))
    for number, seat in enumerate(default_wiring(6).seats, start=1):
        numbers = [int(n) for n in re.findall(r"GPIO ?(\d+)", rows[str(number)])]
        assert numbers == [seat.button, seat.lamp_green, *seat.lamp_purple, seat.lamp_turn]


def test_the_documentation_lists_every_field() -> None:
    text = DOCS.read_text()
    for struct in (BoardConfig, SeatWiring):
        for field in struct.__struct_fields__:
            assert f"`{field}`" in text, field
