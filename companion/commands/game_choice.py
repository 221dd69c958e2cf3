"""What several commands ask alike: which game, with which options and content."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from rules import GAMES


def forgiven(value: str) -> str:
    """The name as in `rules.GAMES`; underscores, capitals and what people say are forgiven."""
    name = value.strip().lower().replace("_", "-")
    for game in GAMES.values():
        if name in getattr(game, "ALIASES", ()):
            name = game.NAME
    return name


def _game_name(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """A game whose rules are known."""
    name = forgiven(value)
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise click.BadParameter(f"{value!r} is no game that can be played here. Use: {known}.")
    return name


def _playable_name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A game that the table can play, not only its rules."""
    from companion.table.desks import DESKS

    name = _game_name(ctx, param, value)
    if name not in DESKS:
        known = ", ".join(DESKS)
        raise click.BadParameter(
            f"{GAMES[name].TITLE} cannot be played at the table yet; only its rules are here."
            f" Try `companion simulate {name}`, or play one of: {known}."
        )
    return name


SIMULATED = ("wizard-thieves", "skullduggery", "thieves-of-eldris")
"""Games that people of the simulated table play among themselves."""
PLAYED_THERE = ("wizard-thieves", "skullduggery")
"""Games in which that table gives a human hands as well; the others can be watched there."""


def no_twin(name: str) -> str:
    """Why nobody can play it at the simulated table, and what to do."""
    own = f"Play it with your own cards and phones: `companion run {name}`."
    known = ", ".join(SIMULATED)
    return f"{GAMES[name].TITLE} has no simulated table yet; there is one for: {known}. {own}"


def _simulated_name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """A game that plays itself on the simulated table."""
    name = _game_name(ctx, param, value)
    if name not in SIMULATED:
        raise click.BadParameter(no_twin(name))
    return name


demo_game = click.argument("game", metavar="GAME", callback=_simulated_name)
game_argument = click.argument("game_name", metavar="GAME", callback=_game_name)
optional_game = click.argument(
    "game_name", metavar="[GAME]", default="wizard-thieves", callback=_playable_name
)
option_option = click.option(
    "--option",
    "assignments",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game's rulings, see `companion rules GAME --schema`.",
)


def seat_counts(game: Any, assignments: Sequence[str]) -> range:
    """How many may play it with these options."""
    by_options = getattr(game, "seats_for", None)
    counts: range = game.SEATS
    return counts if by_options is None else by_options(parse_options(game, assignments))


def parse_options(game: Any, assignments: Sequence[str]) -> Any:
    """The game's options from `key=value` texts; what is not named keeps its default."""
    values: dict[str, str] = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not equals:
            raise click.BadParameter(
                f"{assignment!r}: write it as KEY=VALUE.", param_hint="--option"
            )
        values[key.strip()] = value.strip()
    try:
        return msgspec.convert(values, game.Options, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(info.key for info in game.describe_options(game.Options()))
        raise click.BadParameter(f"{error}. Known: {known}.", param_hint="--option") from None
