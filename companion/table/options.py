"""The options of a game's rulings, as a page shows them."""

from companion.readmodels import OptionModel
from companion.table.desks import game_of
from companion.table.state import Table
from companion.words import Text, t


def option_models(table: Table, options: object) -> tuple[OptionModel, ...]:
    """Every option with its value in `options`, and the ruling that it belongs to."""
    return tuple(
        OptionModel(
            key=info.key,
            label=Text(info.label),
            kind=info.kind,
            value=info.value,
            help=t("{help} ({rule})", help=Text(info.help), rule=info.rule),
            choices=info.values,
        )
        for info in game_of(table).describe_options(options)
    )
