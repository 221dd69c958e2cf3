"""`companion bench`: measure, beside a peer in the same run."""

import importlib
import sys
from pathlib import Path

import click
import msgspec

from companion.bench.labels import SetError
from companion.bench.row import BenchRow

SUBJECTS = (
    "rules",
    "referee",
    "journal",
    "amend",
    "vision",
    "conditions",
    "voice",
    "presses",
    "web",
    "idle",
    "chain",
)
LONG = {
    "chain": "ten minutes: it plays at the pace of people",
    "referee": "two minutes",
    "conditions": "five minutes",
    "vision": "two minutes a set and more on a busy machine",
}
"""What takes longer than a minute."""


@click.command()
@click.argument("subject", type=click.Choice(SUBJECTS))
@click.option(
    "--set",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="vision: only this set, a folder with labels.csv and img/, or one of a deck's faces.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(subject: str, folder: Path | None, *, as_json: bool) -> None:
    """Measure SUBJECT on this machine, peers beside it in the same run."""
    if folder is not None and subject != "vision":
        raise click.UsageError("--set goes with: companion bench vision")
    module = importlib.import_module(f"companion.bench.{subject}")
    takes = LONG.get(subject, "up to a minute")
    click.echo(f"Measuring {subject}; this takes {takes}.", err=True)
    try:
        rows: list[BenchRow] = module.rows(folder) if folder else module.rows()
    except SetError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode({"bench": subject, "rows": rows}) + b"\n")
        return
    for row in rows:
        beside = f"   {row.peer}: {row.peer_value:,.4g} (x{row.ratio:.2f})" if row.peer else ""
        click.echo(f"{row.what:<58} {row.value:>12,.4g} {row.unit}{beside}")
