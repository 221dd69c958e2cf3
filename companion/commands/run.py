"""`companion run`: start the table and keep it going until Ctrl-C or a stop from systemd."""

import contextlib
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import segno

from companion.commands.game_choice import (
    PLAYED_THERE,
    SIMULATED,
    no_twin,
    optional_game,
    seat_counts,
)
from companion.config import ConfigError, load_config
from companion.history import HistoryError
from companion.settings import Settings, default_data_dir
from companion.store import StoreError
from hardware.urgent import SWITCH_S
from rules import GAMES
from rules.core import RulesError

TABLE_PORT = 8090
"""Where the twin shows its table to people at the keyboard."""
BY_ITSELF = "wizard-thieves"
"""Played on the twin where no devices are found: it needs buttons; the others need phones alone."""


@click.command()
@optional_game
@click.option("--port", type=click.IntRange(0, 65535), help="Of the pages; 8080 if not configured.")
@click.option("--host", default="", help="Address to listen on; all of them if not configured.")
@click.option("--data", "data", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--hardware",
    type=click.Choice(["auto", "real", "twin"]),
    default="auto",
    show_default=True,
    help="auto takes real devices where there are any, else the simulated table.",
)
@click.option("--seats", type=click.IntRange(1, 6), help="Players of a new game.")
@click.option("--keyboard", is_flag=True, help="Keys 1 to 6 of this terminal are buzzers.")
@click.option("--mute", is_flag=True, help="Captions only, no voice.")
@click.option("--new", "fresh", is_flag=True, help="Do not resume the last game.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option("--table-port", type=int, default=TABLE_PORT, hidden=True)
@click.option("--code", default="", hidden=True)
@click.option("--table-key", default="", hidden=True)
@click.option("--twin-dir", type=click.Path(path_type=Path), hidden=True)
@click.option("--no-twin-process", is_flag=True, hidden=True)
@click.option("--faces", default="distinct", hidden=True)
@click.option("--delay-edges-ms", type=float, default=0.0, hidden=True)
@click.option("--shuffle-edges", is_flag=True, hidden=True)
def command(**given: Any) -> None:
    """Start the companion for GAME: pages for phones, the referee, the camera and the voice."""
    try:
        _run(given)
    except (ConfigError, StoreError, HistoryError, RulesError) as error:
        raise click.ClickException(str(error)) from error


def _run(given: dict[str, Any]) -> None:
    data_dir = given["data"] or default_data_dir()
    config = load_config(data_dir / "companion.toml")
    found = real_devices()
    kind, game = given["hardware"], given["game_name"]
    if kind == "auto":
        kind = "real" if found or game != BY_ITSELF else "twin"
    if kind == "twin" and game not in SIMULATED and not given["no_twin_process"]:
        raise click.UsageError(no_twin(game))
    with tempfile.TemporaryDirectory(prefix="table-twin-") as scratch:
        twin_dir = (given["twin_dir"] or Path(scratch)) if kind == "twin" else None
        settings = _settings(given, data_dir, kind, twin_dir)
        _serve(settings, config, given, found)


def _settings(given: dict[str, Any], data_dir: Path, kind: str, twin_dir: Path | None) -> Settings:
    seats = seat_counts(GAMES[given["game_name"]], given["options"])
    wanted = given["seats"] or seats[-1]
    if wanted not in seats:
        title = GAMES[given["game_name"]].TITLE
        raise click.UsageError(f"{title} is for {seats[0]} to {seats[-1]} players.")
    return Settings(
        game=given["game_name"],
        data_dir=data_dir,
        hardware=kind,
        seats=wanted,
        host=given["host"],
        port=given["port"],
        next_free=given["port"] is None,
        code=given["code"],
        table_key=given["table_key"],
        twin_dir=twin_dir,
        faces=given["faces"],
        options=_pairs(given["options"]),
        keyboard=given["keyboard"],
        voice=not given["mute"],
        # A new simulated table has dealt anew: an old game's decks are nowhere in it.
        fresh=given["fresh"] or (twin_dir is not None and not given["no_twin_process"]),
        delay_edges_ms=given["delay_edges_ms"],
        shuffle_edges=given["shuffle_edges"],
    )


def _pairs(texts: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(f"--option {text}: write KEY=VALUE, such as tie_ms=5.")
        pairs[key] = value
    return pairs


def real_devices() -> list[str]:
    """What this machine has of a real table: cameras and pins."""
    cameras = sorted(str(path) for path in Path("/dev").glob("video[0-9]*"))
    model = Path("/proc/device-tree/model")
    pins = [str(path) for path in sorted(Path("/dev").glob("gpiochip[0-9]*"))]
    on_a_pi = model.exists() and "Raspberry Pi" in model.read_text(errors="replace")
    return cameras + (pins if on_a_pi else [])


def _serve(settings: Settings, config: Any, given: dict[str, Any], found: list[str]) -> None:
    from companion.wiring import App
    from web.serve import PortTakenError

    sys.setswitchinterval(SWITCH_S)
    app = App(settings, config)
    try:
        app.start()
    except PortTakenError as error:
        raise click.ClickException(str(error)) from error
    twin = None
    try:
        if settings.twin_dir is not None and not given["no_twin_process"]:
            twin = start_twin(settings, app.web.port, app.loop.table.code, given["table_port"])
        _greet(app, settings, found, given["table_port"] if twin is not None else 0)
        notify("READY=1")
        # On real hardware the table's clock moves on with each of its ticks, while it is alive.
        wait_for_stop(lambda: app.loop.now if settings.hardware == "real" else None)
    finally:
        notify("STOPPING=1")
        if twin is not None:
            twin.terminate()
        app.stop()


def start_twin(
    settings: Settings, port: int, code: str, table_port: int
) -> "subprocess.Popen[bytes]":
    """The simulated table, with a seat for a human where it has one, in a process of its own."""
    assert settings.twin_dir is not None  # noqa: S101 - only called on the twin
    first = 1 if settings.game in PLAYED_THERE else 0
    people = ",".join(str(seat) for seat in range(first, settings.seats))
    options = [word for key, value in settings.options.items() for word in _option(key, value)]
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "companion.twin",
            "table",
            *("--game", settings.game, "--seats", str(settings.seats), "--people", people),
            *options,
            *("--dir", str(settings.twin_dir), "--faces", settings.faces),
            *("--url", f"http://127.0.0.1:{port}", "--code", code),
            *("--port", str(table_port)),
        ],
        stdin=subprocess.DEVNULL,
    )


def _option(key: str, value: str) -> tuple[str, str]:
    return "--option", f"{key}={value}"


def _greet(app: Any, settings: Settings, found: list[str], table_port: int) -> None:
    """Where to go, and what was found. `table_port` is that of the simulated table's page, or 0."""
    code = app.loop.table.code
    click.echo(f"{GAMES[settings.game].TITLE} is ready. Phones: {app.url}  code {code}")
    segno.make(f"{app.url}/j/{code}", error="m").terminal(compact=True)
    click.echo(f"This table's own screen: {app.table_url}")
    if settings.hardware == "twin":
        click.echo("No camera and no buttons here, so the table is simulated and deals anew.")
        if table_port:
            page = f"http://127.0.0.1:{table_port}"
            what = "Flip and slap" if settings.game == BY_ITSELF else "Draw and lay cards"
            told = f"{what} at {page} (seat 1 is yours)."
            if settings.game not in PLAYED_THERE:
                told = f"Its people play by themselves; watch them at {page}."
            click.echo(told)
    else:
        click.echo(f"Devices: {', '.join(found) or 'none found; play goes on by phone'}.")
    if app.rescued:
        click.echo(app.rescued, err=True)
    again = "" if table_port else "; the game is kept and goes on at the next start"
    click.echo(f"Ctrl-C ends{again}.")


def wait_for_stop(pulse: Callable[[], int | None] = lambda: None) -> None:
    """Until Ctrl-C or systemd's SIGTERM; meanwhile tell systemd's watchdog that all is well.

    Args:
        pulse: Something that moves on as long as the table's thread does; a table that hangs is
            not called well, and systemd starts it again. None: there is nothing to go by.
    """
    # Not an Event: a second signal in the midst of the first would wait for itself for ever.
    asked: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: asked.put(number))
    before: int | None = None
    while True:
        with contextlib.suppress(queue.Empty):
            asked.get(timeout=1.0)
            return
        now = pulse()
        if now is None or now != before:
            notify("WATCHDOG=1")
        before = now


def notify(state: str) -> None:
    """Tell systemd, where it asked to be told (sd_notify)."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect("\0" + address[1:] if address.startswith("@") else address)
        sock.sendall(state.encode())
