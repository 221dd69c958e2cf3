"""`companion simulate`: random legal play, rules only."""

import sys
from collections import Counter
from time import process_time
from typing import Any

import click
import msgspec

from companion.bench.playout import DeadEndError, Playout, PlayoutError
from companion.commands.game_choice import (
    game_argument,
    option_option,
    parse_options,
    seat_counts,
)
from companion.packs import content_pack
from rules import GAMES

MAX_REPORTED = 20


class Tally:
    """What happened in all games so far."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.violations: list[str] = []
        self._wins: Counter[str] = Counter()
        self._actions = self._longest = self._dead_ends = 0

    def add(self, playout: Playout, label: str) -> None:
        """Play one game to its end, or to the first broken law."""
        length = 0
        try:
            for _move in playout.moves():
                length += 1
        except PlayoutError as error:
            self.violations.append(f"{label}, action {length}: {error}")
            self._dead_ends += isinstance(error, DeadEndError)
        over = self._game.outcome(playout.state)
        self._wins.update(str(seat) for seat in (over.winners if over is not None else ()))
        self._actions, self._longest = self._actions + length, max(self._longest, length)

    def report(self, games: int, seconds: float) -> dict[str, object]:
        """As printed; `actions_per_s` is of CPU time, one core, dealing and checking included."""
        return {
            "games": games,
            "actions": self._actions,
            "dead_ends": self._dead_ends,
            "violations": self.violations[:MAX_REPORTED],
            "longest": self._longest,
            "wins": dict(sorted(self._wins.items())),
            "actions_per_s": round(self._actions / seconds),
        }


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(min=1), required=True, help="How many.")
@click.option("--seats", type=int, default=None, help="Players; mixed where not given.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")
@option_option
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(
    *,
    game_name: str,
    games: int,
    seats: int | None,
    seed: int,
    assignments: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play GAME at random, by the rules alone, and count what went wrong."""
    game = GAMES[game_name]
    counts = seat_counts(game, assignments)
    if seats is not None and seats not in counts:
        low, high = counts[0], counts[-1]
        raise click.BadParameter(
            f"{seats}; {game.TITLE} is for {low} to {high}.", param_hint="--seats"
        )
    options, pack = parse_options(game, assignments), content_pack(game)
    tally, started = Tally(game), process_time()
    for number in range(seed, seed + games):
        count = seats if seats is not None else counts[number % len(counts)]
        tally.add(Playout(game, count, number, options, pack), f"seed {number}, {count} seats")
    report = tally.report(games, process_time() - started)
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    else:
        for key, value in report.items():
            click.echo(f"{key:<14} {value}")
    if tally.violations:
        click.echo(f"{len(tally.violations)} games broke a law; see violations.", err=True)
        sys.exit(1)
