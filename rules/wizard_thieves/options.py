"""What a table may decide for itself before a game."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.options import OptionInfo, OptionText, describe

MAX_MS = 10_000


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulings' options with their defaults.

    Attributes:
        grab_before_end: A grab on the last card comes before the end of the game (R-WT-15).
        tie_ms: Presses closer than this are undecided (R-WT-6). For the referee.
        grace_ms: So long after a win others are excused (R-WT-5, R-WT-28). For the referee.
        debounce_ms: A second press so soon is the same attempt (R-WT-8). For the referee.
    """

    grab_before_end: bool = False
    tie_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 2
    grace_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 1500
    debounce_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 800


_TEXTS = (
    OptionText(
        key="grab_before_end",
        label="A grab saves from the end",
        rule="R-WT-15",
        help="Off: when a card leaves one player with cards, the game ends at once. On: whoever is"
        " first on a matching last card still wins the Pot.",
    ),
    OptionText(
        key="tie_ms",
        label="Too close to call (ms)",
        rule="R-WT-6",
        help="Two presses closer than this are undecided and the table is asked. Never less than"
        " what these buttons were measured to tell apart.",
    ),
    OptionText(
        key="grace_ms",
        label="Late hands excused for (ms)",
        rule="R-WT-5",
        help="After somebody won the Pot, other hands are excused for this long or until the next"
        " card.",
    ),
    OptionText(
        key="debounce_ms",
        label="One attempt lasts (ms)",
        rule="R-WT-8",
        help="A second improper press by the same player within this time counts as the same"
        " attempt.",
    ),
)


def describe_options(options: Options) -> tuple[OptionInfo, ...]:
    """Every option with its present value, for a page."""
    return describe(options, _TEXTS)
