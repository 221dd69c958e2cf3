"""What several commands ask alike: which game, with which options and content."""

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from rules import GAMES


def _game_name(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """The name as in `rules.GAMES`; underscores and capitals are forgiven."""
    name = value.strip().lower().replace("_", "-")
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise click.BadParameter(f"{value!r} is no game that can be played here. Use: {known}.")
    return name


game_argument = click.argument("game_name", metavar="GAME", callback=_game_name)
optional_game = click.argument(
    "game_name", metavar="[GAME]", default="wizard-thieves", callback=_game_name
)
option_option = click.option(
    "--option",
    "assignments",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game's rulings, such as grab_before_end=true.",
)


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
