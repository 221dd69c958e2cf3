"""The whole way: simulated people, gpiozero on mock pins, the board process, the command."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import companion.twin.practice as world_module
from companion.__main__ import main
from companion.commands.practice import PracticeTable, _line, _plan, _play, _quiet
from companion.config import load_config
from companion.practice import Answer, Report, Round
from hardware.config import default_wiring
from hardware.timing import MS, Interval

LAMPS_APART_MS = 400.0
"""The lamps go on one after the other; at ten times the pace that is ten times as long,
and on a busy machine more."""


def run(*arguments: object, code: int = 0):
    done = CliRunner().invoke(main, ["practice", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return done


def given(**fields: object) -> dict[str, object]:
    return {"seats": 3, "signal": "lamp", "bar": False, "seed": 7, "rounds": 8, **fields}


@pytest.mark.parametrize("signal", ["lamp", "beep"])
def test_what_is_measured_is_what_the_people_did(tmp_path: Path, signal: str):
    """Every reaction and every false start, to the nanosecond of the signal that was seen."""
    board = default_wiring(3)
    plan = replace(_plan(given(signal=signal), board, 0.0), rest_ns=300 * MS)
    world = world_module.PracticeWorld(
        tmp_path, tuple(seat.button for seat in board.seats), seed=3, pace=10.0
    )
    table = PracticeTable(board, 3, tmp_path)
    try:
        report = _play(table, plan, _quiet)
    finally:
        table.close()
        world.close()
    assert report.void == 0
    jumped = {
        (one.number, answer.seat)
        for one in report.rounds
        for answer in one.answers
        if answer.jumped == "before"
    }
    compared = 0
    restless: set[int] = set()
    for true in world.done:
        if true.signal == 0:
            restless.add(true.seat)
            continue
        if (true.signal, true.seat) in jumped:
            restless.discard(true.seat)
            continue
        played = report.rounds[true.signal - 1]
        answers = played.answers
        (answer,) = [one for one in answers if one.seat == true.seat]
        if answer.jumped == "early":
            # A guess, or a hand that could not wait and came down just behind the signal.
            assert played.lit is not None
            unsure_ms = (played.lit.latest - played.lit.earliest) / MS
            assert true.after_ms < 100 + unsure_ms or true.seat in restless
            restless.discard(true.seat)
            continue
        assert true.after_ms >= 100
        assert answer.reaction is not None
        low, high = (ns / MS for ns in (answer.reaction.earliest, answer.reaction.latest))
        assert low - 0.001 <= true.after_ms <= high + 0.001
        assert high - low < LAMPS_APART_MS
        compared += 1
    assert compared >= 15
    for one in report.rounds:
        fair = [a for a in one.answers if not a.jumped]
        quickest = min((a.reaction.earliest for a in fair if a.reaction), default=None)
        if len(one.first) == 1:
            (winner,) = [a for a in fair if a.seat == one.first[0]]
            assert winner.reaction is not None
            assert winner.reaction.earliest == quickest


def test_nobody_presses_between_the_strokes_of_the_simulated_bar(tmp_path: Path):
    """Lamps that are set dark when the board comes up make no hand impatient."""
    for seed in (3, 9):
        done = run("--hardware", "twin", "--bar", "--pace", 20, "--seed", seed, "--data", tmp_path)
        assert "Not felt" not in done.output
        assert done.output.count("ms apart.") == 8


def test_the_bar_finds_the_delay_of_each_button_and_keeps_the_band(tmp_path, monkeypatch):
    """Buttons that close 0, 1.5 and 4 ms late on a bar that is up to 0.3 ms uneven."""
    slow = (0.0, 1.5, 4.0)
    plain = world_module.PracticeWorld

    def with_delays(*arguments, **options):
        return plain(*arguments, **options, delays_ms=slow)

    monkeypatch.setattr(world_module, "PracticeWorld", with_delays)
    (tmp_path / "companion.toml").write_text("# ours\n[voice]\nrate = 150\n", encoding="utf-8")
    options = ["--hardware", "twin", "--seats", 3, "--pace", 15, "--seed", 1, "--data", tmp_path]
    done = run("--bar", "--write-band", "--json", *options)
    report = msgspec.json.decode(done.stdout_bytes, type=Report)
    assert report.band is not None
    assert report.band.delays_ms == pytest.approx(slow, abs=0.31)
    assert report.band.band_ms is not None
    assert 3.7 <= report.band.band_ms <= 4.4
    assert all(button.presses >= 8 for button in report.buttons)
    assert all(button.bounce_ms is not None for button in report.buttons)
    text = (tmp_path / "companion.toml").read_text(encoding="utf-8")
    assert text.startswith("# ours\n[voice]\nrate = 150\n")
    config = load_config(tmp_path / "companion.toml")
    assert config.referee.measured_band_ms == report.band.band_ms


def test_too_few_strokes_write_nothing(tmp_path):
    options = ["--hardware", "twin", "--seats", 2, "--pace", 15, "--data", tmp_path]
    done = run("--bar", "--strokes", 2, "--write-band", *options, code=1)
    assert "2 strokes are too few" in done.output
    assert not (tmp_path / "companion.toml").exists()


def test_a_practice_is_told_round_by_round_and_can_be_repeated(tmp_path):
    options = ["--hardware", "twin", "--seats", 2, "--rounds", 2, "--pace", 15, "--data", tmp_path]
    done = run(*options, "--seed", 11)
    assert "people and pins are simulated" in done.output
    assert "Round 2: " in done.output
    assert "Seat 2's button bounces" in done.output
    told = msgspec.json.decode(run(*options, "--json").stdout_bytes, type=Report)
    assert len(told.rounds) == 2
    assert told.seed is not None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--write-band"], "--write-band needs --bar"),
        (["--seats", "5"], None),
        (["--seats", "9"], "9"),
        (["--rounds", "0"], "0"),
    ],
)
def test_what_makes_no_sense_is_said(arguments, words, tmp_path, monkeypatch):
    if words is None:
        (tmp_path / "companion.toml").write_text("[board]\nseats = [{button = 17}]\n")
        words = "has 1 seats, not 5"
    done = run(*arguments, "--data", tmp_path, code=2)
    assert words in done.output


@pytest.mark.parametrize(
    ("signal", "words"),
    [("lamp", "No seat has a green lamp"), ("beep", "no beeper"), ("both", "green lamp")],
)
def test_without_lamps_and_beeper_it_says_so_at_once(tmp_path, signal, words):
    seats = "seats = [{button = 17}, {button = 18}]"
    (tmp_path / "companion.toml").write_text(f"[board]\n{seats}\n")
    assert words in run("--signal", signal, "--data", tmp_path, code=2).output


def test_without_pins_it_says_what_is_missing(tmp_path):
    if any(Path("/dev").glob("gpiochip*")):
        pytest.skip("this machine has pins")
    done = run("--hardware", "real", "--data", tmp_path, code=1)
    assert "has no pins" in done.output


@pytest.mark.parametrize(
    ("over", "line"),
    [
        (
            Round(
                number=3,
                signal="lamp",
                first=(1,),
                answers=(
                    Answer(seat=1, reaction=Interval(230 * MS, 232 * MS)),
                    Answer(seat=0, jumped="early"),
                    Answer(seat=2, jumped="before"),
                ),
            ),
            "Round 3: Seat 2 first. Seat 2 231 ms, Seat 1 false start (too early to have seen it), "
            "Seat 3 false start (before the signal).",
        ),
        (Round(number=1, signal="lamp"), "Round 1: nobody in time. No hand."),
        (
            Round(number=2, signal="lamp", first=(0, 2)),
            "Round 2: Seat 1 and Seat 3, too close to call. No hand.",
        ),
        (Round(number=4, signal="lamp", void="x"), "Round 4 does not count: x."),
    ],
)
def test_a_round_in_one_line(over, line):
    assert _line(over) == line
