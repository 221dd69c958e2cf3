"""`companion doctor`: look at this machine, and name the cure of what is wrong."""

import queue
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click
import msgspec

from companion.commands import (
    doctor_buttons,
    doctor_devices,
    doctor_disk,
    doctor_light,
    doctor_measure,
    doctor_system,
)
from companion.commands.doctor_probe import Finding, Machine, amber, ask, red
from companion.commands.doctor_words import line_of, summary_of
from companion.commands.language import language_of
from companion.config import FILE_NAME, ConfigError, load_config
from companion.eye.client import EyeClient
from companion.eye.config import EyeConfig
from companion.settings import default_data_dir
from companion.words import recognised, render
from hardware.board_client import BoardClient
from hardware.board_link import ToCompanion
from hardware.config import BoardConfig, default_wiring
from hardware.events import SensorStatus
from hardware.wiring import input_pins, wiring_problems

CHECKS: tuple[Callable[[Machine], Finding | Iterable[Finding]], ...] = (
    doctor_system.python,
    doctor_system.packages,
    doctor_system.configuration,
    doctor_devices.cameras,
    doctor_light.light,
    doctor_devices.pins,
    doctor_devices.buttons,
    doctor_devices.voice,
    doctor_devices.sound,
    doctor_disk.disk,
    doctor_disk.disk_health,
    doctor_disk.journals,
    doctor_system.clock,
    doctor_system.network,
    doctor_system.network_name,
    doctor_system.wifi,
    doctor_devices.power,
    doctor_devices.temperature,
)
SILENT_S = 10.0
"""A board that says nothing for so long is not there."""

FIRST_LOOK_S = 20.0
"""A camera opens, measures its light and finds the mat in three to five; a Pi Zero takes longer."""


DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder to look at; the usual one if not given.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")


@click.group(invoke_without_command=True)
@DATA
@JSON
@click.pass_context
def command(context: click.Context, data: Path | None, *, as_json: bool) -> None:
    """Check this machine: green is well, amber plays on without it, red must be mended.

    Ends with 0 if nothing is red. Leaves nothing behind.
    """
    if context.invoked_subcommand is not None:
        return
    machine = Machine(
        root=Path("/"),
        ask=ask,
        data_dir=data or default_data_dir(),
        open_board=open_board,
        look=look,
    )
    report(examine(machine), language=language_of(machine.data_dir), as_json=as_json)


@command.command("buttons")
@DATA
@JSON
@click.option(
    "--strokes",
    type=click.IntRange(0, 50),
    default=8,
    show_default=True,
    help="With the bar; 0 leaves it out.",
)
def buttons(data: Path | None, strokes: int, *, as_json: bool) -> None:
    """Press each button, then all with one bar: dead, stuck, exchanged, bouncing, late.

    Ends with 0 if nothing is red.
    """
    try:
        config = load_config((data or default_data_dir()) / FILE_NAME)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    board, language = config.board, config.voice.language
    board = board or default_wiring(doctor_devices.DEFAULT_SEATS)
    problems = wiring_problems(board)
    if problems:
        cure = f"Change [board] in {FILE_NAME}."
        found = [red("wiring", problem, cure) for problem in problems]
        report(found, language=language, as_json=as_json)

    def say(text: str) -> None:
        click.echo(render(recognised(text), language), err=as_json)

    report(_by_hand(board, strokes, say), language=language, as_json=as_json)


@command.command("light")
@DATA
@JSON
@click.option("--table", default="", help="Link of a running table's screen, with its key.")
def light(data: Path | None, table: str, *, as_json: bool) -> None:
    """Measure exposure and white balance anew, and tell every number of the light with its cure.

    A running companion owns the camera: give the link of the table's screen that it printed.
    Without one the camera is opened, measured and looked through here. Ends with 0 if nothing is
    red.
    """
    machine = Machine(root=Path("/"), ask=ask, data_dir=data or default_data_dir(), look=look)
    found = doctor_measure.measured(table) if table else list(doctor_light.light(machine))
    report(found, language=language_of(machine.data_dir), as_json=as_json)


def _by_hand(board: BoardConfig, strokes: int, say: Callable[[str], None]) -> list[Finding]:
    findings: list[Finding] = []
    try:
        with open_board(board) as listen:
            findings += doctor_buttons.try_each(input_pins(board), listen, say)
            if strokes and not any(finding.level == "red" for finding in findings):
                findings.append(doctor_buttons.strike(len(board.seats), strokes, listen, say))
    except doctor_buttons.NoButtonsError as error:
        findings.append(red("buttons", str(error), doctor_devices.FREE_THE_PINS))
    return findings


@contextmanager
def open_board(board: BoardConfig) -> Iterator[Callable[[], ToCompanion]]:
    """The real buttons. Raises NoButtonsError where their process says nothing."""
    told: queue.SimpleQueue[ToCompanion] = queue.SimpleQueue()
    client = BoardClient(board, told.put)

    def listen() -> ToCompanion:
        try:
            return told.get(timeout=SILENT_S)
        except queue.Empty:
            raise doctor_buttons.NoButtonsError(
                "The part that reads the buttons says nothing, so slaps are settled by phone."
            ) from None

    try:
        yield listen
    finally:
        client.close()


@contextmanager
def look(config: EyeConfig) -> Iterator[Callable[[], object]]:
    """The real eye. Raises NoPictureError where it says that nothing can be seen, or nothing."""
    told: queue.SimpleQueue[object] = queue.SimpleQueue()
    eye = EyeClient(config, told.put, lambda *_: None, told.put)
    until = time.monotonic() + FIRST_LOOK_S

    def listen() -> object:
        try:
            message = told.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise doctor_light.NoPictureError(
                f"The camera showed nothing for {FIRST_LOOK_S:.0f} s, so cards are entered by "
                "phone."
            ) from None
        if isinstance(message, SensorStatus) and not message.ok and message.source == "none":
            raise doctor_light.NoPictureError(message.text)
        return message

    try:
        yield listen
    finally:
        eye.close()


def report(findings: list[Finding], *, language: str, as_json: bool) -> NoReturn:
    """Print what was found, and end."""
    well = not any(finding.level == "red" for finding in findings)
    if as_json:
        told = {"ok": well, "findings": [finding.plain() for finding in findings]}
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    else:
        for finding in findings:
            click.echo(line_of(finding, language))
        click.echo(summary_of(findings, language))
    sys.exit(0 if well else 1)


def examine(machine: Machine) -> list[Finding]:
    """All checks; one that fails itself says so and stops none of the others."""
    findings: list[Finding] = []
    for check in CHECKS:
        try:
            found = check(machine)
            findings += [found] if isinstance(found, Finding) else list(found)
        except Exception as error:  # noqa: BLE001  the doctor reports, whatever it meets
            findings.append(
                amber(
                    check.__name__,
                    f"Could not be checked ({type(error).__name__}: {error}).",
                    "Please report this line.",
                )
            )
    return findings
