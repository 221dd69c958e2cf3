"""What a table may decide for itself before a game."""

from msgspec import Struct

from rules.options import OptionInfo, OptionText, describe


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options with their defaults.

    Attributes:
        memory_aid: A player's own page recalls what that player has seen and told.
    """

    memory_aid: bool = False


_TEXTS = (
    OptionText(
        key="memory_aid",
        label="Phones help to remember",
        rule="R-SK-12",
        help="Off: this is a memory game, and phones forget what you looked at. On: your own page"
        " recalls the cards that you have seen and told it, and counts what is left.",
    ),
)


def describe_options(options: Options) -> tuple[OptionInfo, ...]:
    """Every option with its present value, for a page."""
    return describe(options, _TEXTS)
