"""`python -m companion.twin`: the world's own process, apart from the companion under test."""

import secrets
import sys
from pathlib import Path

import click

from companion.twin.box import SETS
from companion.twin.people_phone import PhoneError
from companion.twin.play import Evening, Plan, pairs
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage, SabotageError, parse, require_known
from companion.twin.show import show
from companion.twin.stage import Stage
from companion.twin.stages import STAGES, write_faces
from companion.twin.table_play import EVENING_GAMES, open_table

game_option = click.option(
    "--game", type=click.Choice(list(STAGES)), default="wizard-thieves", show_default=True
)
MOST_SEATS = max(stage.SEATS[-1] for stage in STAGES.values())


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """The simulated table: cards, people, a camera and buttons."""


@main.command()
@game_option
@click.option("--set", "style", type=click.Choice(SETS), default="distinct", show_default=True)
@click.option("--dice", is_flag=True, help="The faces of its dice, for `companion teach dice`.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def faces(game: str, style: str, out: Path, *, dice: bool) -> None:
    """Write the card pictures of a set, for `companion teach cards --from OUT`."""
    paths = write_faces(STAGES[game], style, out, dice=dice)
    click.echo(f"{len(paths)} pictures in {out}")


@main.command()
@game_option
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), default=4, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True)
@click.option("--pace", type=click.Choice(["real", "max"]), default="max", show_default=True)
@click.option("--dir", "directory", type=click.Path(path_type=Path), required=True)
@click.option("--url", required=True, help="Of the companion's pages.")
@click.option("--code", required=True, help="To join the table.")
@click.option("--people", default="", help="Seats the twin's people take; all of them if empty.")
@click.option("--faces", "style", type=click.Choice(SETS), default="distinct", show_default=True)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option("--sabotage", "faults", multiple=True, metavar="NAME=VALUE", help="Built-in faults.")
@click.option("--report", "report_dir", type=click.Path(path_type=Path), required=True)
def play(
    *,
    game: str,
    seats: int,
    seed: int,
    games: int,
    pace: str,
    directory: Path,
    url: str,
    code: str,
    people: str,
    style: str,
    options: tuple[str, ...],
    faults: tuple[str, ...],
    report_dir: Path,
) -> None:
    """Play games of GAME against the companion at URL and write what was true to a report."""
    try:
        plan = Plan(
            stage=_stage(game, seats),
            directory=directory,
            url=url,
            code=code,
            seats=seats,
            seed=seed,
            games=games,
            real=pace == "real",
            people=_seats(people, seats),
            style=style,
            sabotage=_faults(game, dict(pairs(faults))),
            options=dict(pairs(options)),
        )
    except (SabotageError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    directory.mkdir(parents=True, exist_ok=True)
    report = Report(report_dir)
    try:
        Evening(plan, report).run()
    except PhoneError as error:
        click.echo(f"The people at the twin's table gave up: {error}", err=True)
        sys.exit(3)
    finally:
        report.close()


@main.command(name="show")
@game_option
@click.option("--dir", "directory", type=click.Path(path_type=Path), required=True)
@click.option("--faces", "style", type=click.Choice(SETS), default="distinct", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def show_cards(*, game: str, directory: Path, style: str, seed: int) -> None:
    """Lay single cards on the Pot: lines of standard input say `lay gem:1` or `clear`."""
    directory.mkdir(parents=True, exist_ok=True)
    try:
        show(STAGES[game], directory, style, seed, sys.stdin)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


@main.command()
@game_option
@click.option("--seats", type=click.IntRange(1, MOST_SEATS), default=4, show_default=True)
@click.option("--people", default="", help="Seats the twin's people take; the rest are humans'.")
@click.option("--seed", type=int, default=None, help="Of decks and people; another each time.")
@click.option("--dir", "directory", type=click.Path(path_type=Path), required=True)
@click.option("--faces", "style", type=click.Choice(SETS), default="distinct", show_default=True)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option("--url", required=True, help="Of the companion's pages.")
@click.option("--code", required=True, help="To join the table.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the page listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8090, show_default=True)
def table(
    *,
    game: str,
    seats: int,
    people: str,
    seed: int | None,
    directory: Path,
    style: str,
    options: tuple[str, ...],
    url: str,
    code: str,
    host: str,
    port: int,
) -> None:
    """Show the simulated table on a page, with hands for the seats that humans play."""
    directory.mkdir(parents=True, exist_ok=True)
    try:
        plan = Plan(
            stage=_stage(game, seats),
            directory=directory,
            url=url,
            code=code,
            seats=seats,
            seed=secrets.randbelow(10**6) if seed is None else seed,
            games=EVENING_GAMES,
            real=True,
            people=_seats(people, seats) if people else tuple(range(1, seats)),
            style=style,
            sabotage=parse({}),
            options=dict(pairs(options)),
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    report = Report(directory / "report")
    try:
        open_table(plan, report, host, port)
    except OSError as error:
        click.echo(f"The table's page cannot use port {port}: {error.strerror}.", err=True)
        sys.exit(2)
    except PhoneError as error:
        click.echo(f"The people at the twin's table gave up: {error}", err=True)
        sys.exit(3)
    finally:
        report.close()


def _faults(game: str, wishes: dict[str, str]) -> Sabotage:
    require_known(wishes, STAGES[game].FAULTS, game)
    return parse(wishes)


def _stage(game: str, seats: int) -> Stage:
    stage = STAGES[game]
    if seats not in stage.SEATS:
        raise ValueError(f"--seats {seats}: {game} is for {stage.SEATS[0]} to {stage.SEATS[-1]}")
    return stage


def _seats(text: str, seats: int) -> tuple[int, ...]:
    if not text:
        return tuple(range(seats))
    chosen = tuple(sorted({int(part) for part in text.split(",")}))
    if not all(0 <= seat < seats for seat in chosen):
        raise ValueError(f"--people {text}: there are seats 0 to {seats - 1}")
    return chosen


if __name__ == "__main__":
    main()
