"""`companion replay`: tell a journal or play a black box again: story, state and its hash."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from companion.blackbox import BoxError
from companion.bundle import BundleError
from companion.chronicle import told_entries
from companion.commands.sources import load
from companion.export import ExportError, export, write_export
from companion.history import History, HistoryError, fold, state_hash
from companion.store import StoreError

_NS_IN_S = 1_000_000_000
_S_IN_MINUTE = 60


class StoryLine(Struct, frozen=True, kw_only=True):
    """One entry, told.

    Attributes:
        at: Time since the first entry of the same boot, `m:ss`.
    """

    seq: int
    kind: str
    at: str
    text: str
    undone: bool


class Replay(Struct, frozen=True, kw_only=True):
    """What `companion replay --json` prints.

    Attributes:
        to: The last entry that was folded.
        state: As the table held it right after that entry; None before the game.
        state_hash: BLAKE2b of the state's canonical JSON.
        outcome: How the game ended, or None while playing.
        remarks: What a person should know of a black box or a bundle.
        differs: Where a replay is not what was written at the table; empty where it is.
    """

    file: str
    game: str
    edition: int
    format: int
    app: str
    created: str
    entries: int
    to: int
    story: tuple[StoryLine, ...]
    state: Any
    state_hash: str | None
    outcome: Any
    remarks: tuple[str, ...] = ()
    differs: str = ""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "to_seq", type=click.IntRange(min=1), metavar="SEQ", help="Stop after SEQ.")
@click.option(
    "--export",
    "to_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the exported journal there: the same bytes from journal, black box and bundle.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(file: Path, *, to_seq: int | None, to_file: Path | None, as_json: bool) -> None:
    """Tell the journal FILE: the story, the state and its hash. Nothing is changed.

    FILE may be a black box, which is played again, or a bundle. Exit status 1 where a black box
    replays to something else than what was written at the table.
    """
    try:
        told = replay(file, to_seq, to_file)
    except (StoreError, HistoryError, BoxError, BundleError, ExportError) as error:
        raise click.ClickException(_name(file, error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename}: {error.strerror}. Choose another place."
        ) from error
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    else:
        _print(told)
    for remark in told.remarks:
        click.echo(remark, err=True)
    if told.differs:
        raise click.ClickException(told.differs)


def replay(file: Path, to_seq: int | None = None, to_file: Path | None = None) -> Replay:
    """Read, prove and fold a journal, a black box or a bundle.

    Raises:
        StoreError: Not a journal, damaged, or unreadable.
        HistoryError: The entries cannot be folded, or there is no entry `to_seq`.
        BoxError, BundleError, ExportError: A black box or a bundle that cannot be used.
        OSError: `to_file` cannot be written.
    """
    source = load(file)
    rows = source.rows
    if to_seq is not None and to_seq > len(rows):
        raise HistoryError(f"There is no entry {to_seq}; the last one is {len(rows)}.")
    history = fold(rows[:to_seq])
    state = history.state
    if to_file is not None:
        write_export(to_file, export(source.game, source.edition, rows[:to_seq]))
    return Replay(
        file=str(file),
        game=source.game,
        edition=source.edition,
        format=source.format,
        app=source.app,
        created=source.created,
        entries=len(rows),
        to=history.last_seq,
        story=story(history),
        state=state,
        state_hash=None if state is None else state_hash(state),
        outcome=None if state is None else history.game.outcome(state),
        remarks=source.remarks,
        differs=source.differs,
    )


def story(history: History) -> tuple[StoryLine, ...]:
    """One line an entry, in the announcer's words where the entry was announced."""
    starts: dict[int, int] = {}
    lines = []
    for row, text in zip(history.rows, told_entries(history), strict=True):
        since = row.at_ns - starts.setdefault(row.run, row.at_ns)
        minutes, seconds = divmod(max(since, 0) // _NS_IN_S, _S_IN_MINUTE)
        line = StoryLine(
            seq=row.seq,
            kind=row.kind,
            at=f"{minutes}:{seconds:02}",
            text=text,
            undone=row.seq in history.undone,
        )
        lines.append(line)
    return tuple(lines)


def _print(told: Replay) -> None:
    created = f", {told.created}" if told.created else ""
    click.echo(f"{told.game}{created} ({told.entries} entries, rules edition {told.edition})")
    for line in told.story:
        mark = "  (taken back)" if line.undone else ""
        click.echo(f"{line.seq:>5}  {line.at:>6}  {line.text}{mark}")
    if told.state is None:
        click.echo("The game has not begun.")
        return
    click.echo(f"\nState after entry {told.to}:")
    click.echo(msgspec.json.format(msgspec.json.encode(told.state), indent=2).decode())
    if told.outcome is not None:
        click.echo(f"Outcome: {msgspec.json.encode(told.outcome).decode()}")
    click.echo(f"Hash: {told.state_hash}")


def _name(file: Path, error: Exception) -> str:
    text = str(error)
    return text if str(file) in text or file.name in text else f"{file}: {text}"
