"""`python -m companion.twin`: the world's own process, apart from the companion under test."""

from pathlib import Path

import click

from companion.twin.faces import SETS, write_all


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """The simulated table: cards, people, a camera and buttons."""


@main.command()
@click.option("--set", "style", type=click.Choice(SETS), default="distinct", show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def faces(style: str, out: Path) -> None:
    """Write the 56 card pictures of a set, for `companion teach cards --from OUT`."""
    paths = write_all(style, out)
    click.echo(f"{len(paths)} pictures in {out}")


if __name__ == "__main__":
    main()
