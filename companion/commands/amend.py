"""`companion amend`: correct an entry on a copy of a journal and print what changes."""

import shutil
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from companion.history import HistoryError, Row
from companion.packs import content_pack
from companion.referee import RefereeConfig, start
from companion.store import Journal, JournalReader, StoreError, check_journal
from companion.table.desks import desk_of, told_of
from companion.table.effects import Commit, Reply
from companion.table.handle import handle
from companion.table.resume import resume
from companion.table.signals import Ask
from companion.table.state import Table
from rules import GAMES


class AmendError(ValueError):
    """The amendment makes no sense; the message says why and what to do."""


class Amended(Struct, frozen=True, kw_only=True):
    """What an amendment does.

    Attributes:
        differences: What is different at the end, a sentence each.
        put_back: How people put the real table right.
        questions: Entries that do not fit any more.
        copy: The corrected copy.
    """

    seq: int
    was: Any
    action: Any
    differences: tuple[str, ...]
    put_back: tuple[str, ...]
    questions: tuple[str, ...]
    copy: str


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("seq", type=click.IntRange(min=1))
@click.argument("action")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="The copy; FILE.amended if not given."
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(file: Path, seq: int, action: str, out: Path | None, *, as_json: bool) -> None:
    """Entry SEQ of the journal FILE was ACTION: JSON of an action, or `out` if it never happened.

    FILE itself is left alone; the correction is written to a copy.
    """
    try:
        done = amend_copy(file, seq, action, out or file.with_name(f"{file.name}.amended"))
    except (AmendError, HistoryError, StoreError) as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(done) + b"\n")
        return
    click.echo(f"Entry {seq} corrected in {done.copy}")
    for line in done.differences or ("Nothing else changed.",):
        click.echo(f"  {line}")
    for line in done.put_back:
        click.echo(f"  Put right by hand: {line}")
    for line in done.questions:
        click.echo(f"  To be answered: {line}")


def amend_copy(file: Path, seq: int, text: str, out: Path) -> Amended:
    """Amend entry `seq` on a copy. Raises AmendError, HistoryError, StoreError."""
    if out.exists():
        raise AmendError(f"{out} exists already; give another name with --out.")
    check = check_journal(file)
    if check.damage is not None:
        raise AmendError(str(check.damage))
    with JournalReader(file) as reader:
        rows = reader.rows()
    before = table_of(rows)
    after, written = amend_table(before, seq, text)
    shutil.copyfile(file, out)
    journal, _ = Journal.open(out)
    with journal:
        journal.append(written)
    told = told_of(after)
    return Amended(
        seq=seq,
        was=written[0].data["was"],
        action=None if text == "out" else msgspec.json.decode(text),
        differences=tuple(
            str(one) for one in desk_of(after).differences(before.game, after.game, told)
        ),
        put_back=tuple(str(task.move.text) for task in after.tasks[len(before.tasks) :]),
        questions=tuple(str(prompt.title) for prompt in after.prompts),
        copy=str(out),
    )


def table_of(rows: tuple[Row, ...]) -> Table:
    """The table as the journal left it. Raises AmendError, HistoryError."""
    name = next((str(row.data.get("game")) for row in rows if row.kind == "game"), "")
    if name not in GAMES:
        raise AmendError("No game was begun in this journal, so there is nothing to correct.")
    game = GAMES[name]
    fresh = Table(
        game_name=name,
        seats=game.SEATS[-1],
        referee=start(RefereeConfig()),
        pack=content_pack(game),
    )
    return resume(fresh, rows)


def amend_table(table: Table, seq: int, text: str) -> tuple[Table, tuple[Row, ...]]:
    """The table after the amendment, and the rows that it writes. Raises AmendError."""
    value = "out" if text == "out" else f"json:{text}"
    after, effects = handle(
        table, Ask(what="amend", audience="table", value=f"{seq}={value}", ident=1)
    )
    reply = next(effect for effect in effects if isinstance(effect, Reply))
    if reply.reason:
        raise AmendError(f"Entry {seq} cannot be that: {reply.reason}")
    return after, tuple(row for e in effects if isinstance(e, Commit) for row in e.rows)
