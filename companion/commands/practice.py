"""`companion practice`: reactions without cards, and what the buttons are like."""

import queue
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.run import real_devices
from companion.config import FILE_NAME, ConfigError, load_config
from companion.practice import (
    Bars,
    Dark,
    Give,
    Over,
    Plan,
    Practice,
    Report,
    Round,
    RoundOver,
    band_of,
    begin,
    buttons_of,
    draw,
    handle,
    handle_bar,
    keep_band,
    people_of,
    seat_name,
)
from companion.referee import RefereeConfig
from companion.settings import default_data_dir
from companion.table.translating import in_language
from companion.words import ENGLISH
from hardware.board_client import BoardClient
from hardware.board_link import ToCompanion
from hardware.config import MAX_SEATS, MIN_SEATS, BoardConfig, default_wiring
from hardware.events import Beep, Lamps, Lit
from hardware.timing import MS

SILENT_S = 10.0
"""A board that says nothing for so long is not there."""
MISS_LIMIT = 20


@click.command()
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), help="Buttons that take part.")
@click.option("--rounds", type=click.IntRange(1, 200), default=10, show_default=True)
@click.option("--signal", type=click.Choice(["lamp", "beep", "both"]), default="lamp")
@click.option(
    "--hardware",
    "kind",
    type=click.Choice(["auto", "real", "twin"]),
    default="auto",
    help="twin: simulated people on simulated pins.",
)
@click.option("--bar", is_flag=True, help="Measure the buttons: press all of them with one bar.")
@click.option("--strokes", type=click.IntRange(1, 50), default=8, show_default=True)
@click.option("--write-band", is_flag=True, help="Keep the measured tie band in companion.toml.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of the configuration.")
@click.option("--seed", type=int, help="Of the waiting times, to repeat a practice.")
@click.option("--pace", type=float, default=1.0, hidden=True)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(**given: Any) -> None:
    """Wait for the lamp, then slap: reaction times, false starts, and how the buttons behave.

    With --bar: lay a ruler across all buttons and strike. What is left between them is theirs, and
    with --write-band it becomes the tie band of every later game.
    """
    if given["write_band"] and not given["bar"]:
        raise click.UsageError("--write-band needs --bar: the band comes from the bar.")
    path = (given["data"] or default_data_dir()) / FILE_NAME
    try:
        config = load_config(path)
        board = config.board or default_wiring(given["seats"] or 4)
        plan = _plan(given, board, config.referee.measured_band_ms)
        say = _quiet if given["as_json"] else click.echo
        with _table(given, board, plan.seats) as table:
            report = _strike(table, plan, given, say) if given["bar"] else _play(table, plan, say)
        report = msgspec.structs.replace(report, seed=None if given["bar"] else given["seed"])
        if given["write_band"]:
            _keep_band(path, report, say)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    if given["as_json"]:
        sys.stdout.buffer.write(msgspec.json.encode(in_language(report, ENGLISH)) + b"\n")
    else:
        _print(report)


def _quiet(_text: str) -> None:
    """With --json nothing but JSON is printed."""


def _plan(given: dict[str, Any], board: BoardConfig, band_ms: float) -> Plan:
    seats = given["seats"] or len(board.seats)
    if seats > len(board.seats):
        raise click.UsageError(
            f"The wiring under [board] has {len(board.seats)} seats, not {seats}. "
            "Give a smaller --seats, or wire more."
        )
    lamps = any(seat.lamp_green is not None for seat in board.seats[:seats])
    signals = {"lamp": ["lamp"], "beep": ["beep"], "both": ["lamp", "beep"]}[given["signal"]]
    if "lamp" in signals and not lamps and not given["bar"]:
        raise click.UsageError(
            "No seat has a green lamp in the wiring, so nothing would light up. Use --signal beep, "
            "or wire a lamp (docs/wiring.md)."
        )
    if "beep" in signals and board.beeper is None and not given["bar"]:
        raise click.UsageError(
            "There is no beeper in the wiring, so nothing would sound. Use --signal lamp, or wire "
            "one (docs/wiring.md)."
        )
    if given["seed"] is None:
        given["seed"] = secrets.randbits(32)
    chance = random.Random(given["seed"])  # noqa: S311 - waiting times, not secrets
    rounds = given["rounds"]
    return Plan(
        seats=seats,
        foreperiods_ns=draw(iter(chance.random, None), rounds),
        signals=tuple(chance.choice(signals) for _ in range(rounds)),
        referee=RefereeConfig(measured_band_ns=round(band_ms * MS)),
    )


class PracticeTable:
    """The board, with its signals on a queue."""

    def __init__(self, board: BoardConfig, seats: int, rendezvous: Path | None) -> None:
        self._queue: queue.SimpleQueue[ToCompanion] = queue.SimpleQueue()
        self._seats = seats
        self._client = BoardClient(board, self._queue.put, rendezvous=rendezvous)

    def next(self) -> ToCompanion:
        """The next signal. Raises click.ClickException where the board is silent."""
        try:
            return self._queue.get(timeout=SILENT_S)
        except queue.Empty:
            raise click.ClickException(
                "The part that reads the buttons says nothing, so there is nothing to practise "
                "with. Run: companion doctor"
            ) from None

    def give(self, give: Give) -> None:
        """Light all green lamps, or sound the beeper, and have it timed."""
        if give.signal == "beep":
            self._client.beep(Beep(ident=give.ident))
        else:
            self._client.set_lamps(Lamps(status=("green",) * self._seats, ident=give.ident))

    def dark(self) -> None:
        """All lamps off."""
        self._client.set_lamps(Lamps(status=()))

    def close(self) -> None:
        """Idempotent."""
        self._client.close()


@contextmanager
def _table(given: dict[str, Any], board: BoardConfig, seats: int) -> Iterator[PracticeTable]:
    kind = given["kind"]
    if kind == "auto":
        kind = "real" if any("gpiochip" in found for found in real_devices()) else "twin"
    if kind == "real":
        table = PracticeTable(board, seats, None)
        try:
            yield table
        finally:
            table.close()
        return
    from companion.twin.practice import PracticeWorld

    if not given["as_json"]:
        click.echo("No buttons here, so people and pins are simulated.")
    with tempfile.TemporaryDirectory(prefix="table-practice-") as scratch:
        world = PracticeWorld(
            Path(scratch),
            tuple(seat.button for seat in board.seats[:seats]),
            pressed_level=0 if board.seats[0].pull_up else 1,
            seed=given["seed"],
            pace=given["pace"],
            bar=given["bar"],
        )
        table = PracticeTable(board, seats, Path(scratch))
        try:
            yield table
        finally:
            table.close()
            world.close()


def _play(table: PracticeTable, plan: Plan, say: Callable[[str], None]) -> Report:
    say("Hands above the buttons. When the signal comes, slap.")
    practice = begin(plan)
    while practice.phase != "over":
        practice, effects = handle(practice, table.next())
        if practice.missing:
            raise click.ClickException(str(practice.missing))
        for effect in effects:
            match effect:
                case Give():
                    table.give(effect)
                case Dark():
                    table.dark()
                case RoundOver(round=over):
                    say(_line(over))
                case Over():
                    pass
    return _report(practice)


def _report(practice: Practice) -> Report:
    seats = practice.plan.seats
    return Report(
        rounds=practice.rounds,
        people=people_of(practice.rounds, seats),
        buttons=buttons_of(practice.presses, seats, None),
        void=sum(bool(one.void) for one in practice.rounds),
    )


def _line(over: Round) -> str:
    """How a round went, in one line: who was first, then every hand."""
    if over.void:
        return f"Round {over.number} does not count: {over.void}."
    names = " and ".join(seat_name(seat) for seat in over.first)
    verdict = {0: "nobody in time", 1: f"{names} first"}.get(
        len(over.first), f"{names}, too close to call"
    )
    hands = []
    for answer in over.answers:
        if answer.jumped:
            how = "before the signal" if answer.jumped == "before" else "too early to have seen it"
            hands.append(f"{seat_name(answer.seat)} false start ({how})")
        elif answer.reaction is not None:
            middle = (answer.reaction.earliest + answer.reaction.latest) / 2 / MS
            hands.append(f"{seat_name(answer.seat)} {middle:.0f} ms")
    return f"Round {over.number}: {verdict}. {', '.join(hands) or 'No hand'}."


def _strike(
    table: PracticeTable, plan: Plan, given: dict[str, Any], say: Callable[[str], None]
) -> Report:
    say(f"Lay a ruler flat across all {plan.seats} buttons and strike {given['strokes']} times.")
    bars = Bars(seats=plan.seats, wanted=given["strokes"])
    while not bars.over:
        before = bars
        signal = table.next()
        if isinstance(signal, Lit):
            continue
        bars = handle_bar(bars, signal)
        if bars.missing:
            raise click.ClickException(str(bars.missing))
        if len(bars.bars) > len(before.bars):
            say(f"Stroke {len(bars.bars)}: {bars.bars[-1].spread_ns / MS:.2f} ms apart.")
        if len(bars.missed) > len(before.missed):
            _missed(bars, say)
    band = band_of(bars.bars)
    return Report(buttons=buttons_of(bars.presses, plan.seats, band, bars.faults), band=band)


def _missed(bars: Bars, say: Callable[[str], None]) -> None:
    lost = ", ".join(seat_name(seat) for seat in bars.missed[-1])
    say(f"Not felt by {lost}: strike again, harder and level.")
    if len(bars.missed) >= MISS_LIMIT:
        raise click.ClickException(
            f"{lost} did not feel {MISS_LIMIT} strokes. Look at the wires (docs/wiring.md), or "
            "give --seats where fewer buttons are connected."
        )


def _keep_band(path: Path, report: Report, say: Callable[[str], None]) -> None:
    band = report.band
    if band is None or band.band_ms is None:
        raise click.ClickException(
            f"Nothing was written: {band.why if band else 'no bar was used.'}"
        )
    try:
        keep_band(path, band.band_ms)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}. Nothing was written.") from error
    say(f"{path} has measured_band_ms = {band.band_ms:g} now; it holds from the next start.")


def _print(report: Report) -> None:
    for one in report.people:
        median = (
            "too few for a median" if one.median_ms is None else f"median {one.median_ms:.0f} ms"
        )
        spread = "" if one.iqr_ms is None else f", spread {one.iqr_ms:.0f} ms"
        best = "" if one.fastest_ms is None else f", fastest {one.fastest_ms:.0f} ms"
        click.echo(
            f"{one.name}: {one.measured} measured, {median}{spread}{best}, "
            f"{one.false_starts} false starts"
        )
    for button in report.buttons:
        if button.bounce_ms is None:
            click.echo(f"{seat_name(button.seat)}'s button was not pressed.")
            continue
        late = "" if button.delay_ms is None else f", {button.delay_ms:.2f} ms behind the quickest"
        click.echo(
            f"{seat_name(button.seat)}'s button bounces {button.bounce_ms:.1f} ms "
            f"(at most {button.bounce_ms_max:.1f}){late}."
        )
    if report.band is not None:
        band = report.band
        click.echo(
            f"Tie band: {band.band_ms:g} ms. Keep it with --bar --write-band."
            if band.band_ms is not None
            else str(band.why)
        )
