"""`companion demo`: a whole game on the twin of the table, compared with the truth step by step."""

import json
import math
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import segno
from rich.console import Console

from companion.commands.demo_games import TELLING
from companion.commands.demo_report import (
    GameTruth,
    Truths,
    read_grids,
    read_journals,
    read_truth,
)
from companion.commands.demo_run import DemoError, Stage, Wish, wait
from companion.commands.demo_tally import LATENCIES, Tally, latencies, readings, tokens, verdicts
from companion.commands.demo_truth import beliefs, first_divergence
from companion.commands.game_choice import demo_game, seat_counts
from companion.lan import lan_address
from hardware.events import GridSeen
from rules import GAMES

LOOK_S = 0.2
"""How often the progress is looked at."""
USUAL_SEATS = 4
REST_S = 1.0
"""After the last card the companion has so long to write what it knows."""


@click.command()
@demo_game
@click.option("--seats", type=int, help="4 where not given, or as many as the game allows.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True)
@click.option("--pace", type=click.Choice(["real", "max"]), default="max", show_default=True)
@click.option("--headless", is_flag=True, help="Show no address and end with the last game.")
@click.option("--faces", type=click.Choice(["distinct", "similar"]), default="distinct")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Of the game.")
@click.option(
    "--sabotage",
    multiple=True,
    metavar="NAME=VALUE",
    help="swap-faces=P, camera-black=1, delay-edges=MS, shuffle-edges=1, mute-people=SEATS, "
    "misread-aloud=P; what a game has.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    callback=lambda context, option, folder: _empty(folder),
    help="An empty folder for the journal, the truth and the logs; else nothing is kept.",
)
@click.option(
    "--catalogue",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read with taught cards, and dice beside them, instead of learning them from drawings.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(
    *,
    game: str,
    seats: int | None,
    seed: int,
    games: int,
    pace: str,
    headless: bool,
    faces: str,
    options: tuple[str, ...],
    sabotage: tuple[str, ...],
    keep: Path | None,
    catalogue: Path | None,
    as_json: bool,
) -> None:
    """Play GAME on the twin: simulated people, cards and camera, the real companion.

    At every step the companion's state is compared with the world's truth. The exit code is 0 only
    if all states match, no card was read wrongly and no press judged wrongly.
    """
    allowed = seat_counts(GAMES[game], options)
    seats = min(USUAL_SEATS, allowed[-1]) if seats is None else seats
    if seats not in allowed:
        raise click.BadParameter(
            f"{GAMES[game].TITLE} is for {allowed[0]} to {allowed[-1]}.", param_hint="--seats"
        )
    wish = Wish(
        game=game,
        seats=seats,
        seed=seed,
        games=games,
        pace=pace,
        style=faces,
        voice=not headless and pace == "real",
        options=_pairs(options, "--option"),
        sabotage=_pairs(sabotage, "--sabotage"),
        catalogue=catalogue,
    )
    console = Console(stderr=True, quiet=as_json)
    # A demo that is told to end must not leave its processes behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        result = _demonstrate(wish, console, keep=keep, show_pages=not headless)
    except DemoError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps(result))
    else:
        _tell(console, result)
    sys.exit(0 if succeeded(result) else 1)


def _empty(folder: Path | None) -> Path | None:
    """A game that lies there already would be gone on with, and its truth written over."""
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise click.BadParameter(
            f"{folder} is not empty. Name a new folder, so that nothing kept there is lost."
        )
    return folder


def _pairs(items: Sequence[str], option: str) -> dict[str, str]:
    pairs = {}
    for item in items:
        key, sign, value = item.partition("=")
        if not sign or not key:
            raise click.UsageError(f"{option} {item}: write it as NAME=VALUE.")
        pairs[key] = value
    return pairs


def _demonstrate(
    wish: Wish, console: Console, *, keep: Path | None, show_pages: bool
) -> dict[str, Any]:
    started = time.monotonic()
    with Stage(wish, keep) as stage:
        stage.start()
        if show_pages:
            _show_address(stage, console)
        with console.status("The people sit down ...") as status:
            code = _follow(stage, wish, status.update)
        if code:
            raise DemoError(
                f"The twin gave up ({code}).\n{stage.tail('twin')}\n{stage.tail('companion')}"
            )
        wait(REST_S)
        wall_s = time.monotonic() - started
        if show_pages and sys.stderr.isatty() and not console.quiet:
            _stay(console)
        stage.stop("companion")
        truths, journals = read_truth(stage.report), read_journals(stage.data)
        return summary(wish, truths, journals, wall_s, read_grids(stage.data))


def _show_address(stage: Stage, console: Console) -> None:
    address = f"http://{lan_address()}:{stage.port}/table?key={stage.table_key}"
    console.print(f"Watch along: {address}")
    if not console.quiet:
        segno.make(address).terminal(out=sys.stderr, compact=True)


def _follow(stage: Stage, wish: Wish, say: Callable[[str], None]) -> int:
    while (code := stage.twin_done()) is None:
        truths = read_truth(stage.report)
        if truths.games:
            now = truths.games[-1]
            where = f"Game {len(truths.games)} of {wish.games}"
            say(f"{where}: {TELLING[wish.game].progress(now)}")
        wait(LOOK_S if wish.pace == "max" else 1.0)
    return code


def _stay(console: Console) -> None:
    console.print("The pages stay open. Press Ctrl-C to end.")
    try:
        while True:
            wait(1.0)
    except KeyboardInterrupt:
        return


def summary(
    wish: Wish,
    truths: Truths,
    journals: Sequence[Sequence[Any]],
    wall_s: float,
    grids: Sequence[Sequence[GridSeen]] = (),
) -> dict[str, Any]:
    """The demo's answer, as the command prints it."""
    seen, judged = Tally(), Tally()
    divergence: dict[str, Any] | None = None
    waits: dict[str, list[float]] = {what: [] for what in LATENCIES}
    for number, truth in enumerate(truths.games):
        rows = journals[number] if number < len(journals) else ()
        if divergence is None:
            divergence = first_divergence(number, truth, beliefs(rows) if rows else ())
        _add(seen, readings(truth, rows, TELLING[wish.game].zone_of))
        _add(seen, tokens(truth, grids[number] if number < len(grids) else ()))
        _add(judged, verdicts(truth, rows))
        for what, ms in latencies(truth, rows):
            waits[what].append(ms)
    played = [truth for truth in truths.games if truth.end is not None]
    complete = truths.complete and len(played) == wish.games
    return {
        "game": wish.game,
        "seats": wish.seats,
        "seed": wish.seed,
        "games": len(played),
        "steps": sum(len(truth.states) for truth in truths.games),
        "matches_truth": complete and divergence is None,
        "first_divergence": divergence,
        "readings": {"right": seen.right, "wrong": seen.wrong, "unsure": seen.open},
        "verdicts": {"right": judged.right, "wrong": judged.wrong, "undecided": judged.open},
        "prompts": truths.prompts,
        "announcements": truths.announcements,
        "outcomes": [_outcome(wish.game, truth) for truth in played],
        "latency_ms": {what: _percentiles(times) for what, times in waits.items()},
        "wall_s": round(wall_s, 2),
    }


def succeeded(result: dict[str, Any]) -> bool:
    """Whether the companion knew the truth at every step and was never wrong."""
    return bool(
        result["matches_truth"]
        and not result["readings"]["wrong"]
        and not result["verdicts"]["wrong"]
    )


def _add(total: Tally, more: Tally) -> None:
    total.right += more.right
    total.wrong += more.wrong
    total.open += more.open


def _outcome(game: str, truth: GameTruth) -> dict[str, Any]:
    end = truth.end or {}
    return {what: end.get(what) for what in ("winners", *TELLING[game].outcome)}


def _percentiles(values: Sequence[float]) -> dict[str, float | int] | None:
    if not values:
        return None
    ordered = sorted(values)

    def share(part: float) -> float:
        return ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]

    return {"p50": round(share(0.5), 2), "p99": round(share(0.99), 2), "count": len(values)}


def _tell(console: Console, result: dict[str, Any]) -> None:
    good = succeeded(result)
    word = "[green]matches the truth[/green]" if good else "[red]does not match the truth[/red]"
    console.print(f"{result['steps']} states: the companion {word}. {result['wall_s']} s.")
    for what in ("readings", "verdicts"):
        counts = ", ".join(f"{count} {name}" for name, count in result[what].items())
        console.print(f"{what.capitalize()}: {counts}")
    console.print(f"Questions: {result['prompts']}, announcements: {result['announcements']}")
    for number, outcome in enumerate(result["outcomes"]):
        how = TELLING[result["game"]].ended(outcome)
        console.print(f"Game {number + 1}: seat {outcome['winners']} {how}")
    if result["first_divergence"]:
        console.print_json(json.dumps(result["first_divergence"]))
