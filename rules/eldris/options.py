"""What a table may decide for itself before a game."""

from typing import Literal

from msgspec import Struct

from rules.options import OptionInfo as OptionInfo  # noqa: PLC0414 - part of the game's surface
from rules.options import OptionText, describe


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulings' options with their defaults.

    Attributes:
        secrecy: `sealed`: the companion is never told a hidden card. `trusted`: players enter
            their own on their phones, and the engine validates and answers for them.
        reroll_after_reset: A Sigil reset this turn may be used again before moving (R-EL-3).
        constitution_blocked_by_self_exposure: A Cutpurse shown after a wrong accusation blocks
            Constitution, 5-6 players (R-EL-7).
        strength_wager: Strength allows diagonal wagers too, solo (R-EL-11).
        target_tokens: Show Target tokens on the Square, 5-6 players (R-EL-27).
        solo_tokens: Show all tokens in the solo game; off is the harder game.
        two_go: Hauls are shown by score cards instead of coins (R-EL-36). For display only.
        mode: `solo` is the game for one; `usual` goes by the number of players, so one plays solo.
    """

    secrecy: Literal["sealed", "trusted"] = "sealed"
    reroll_after_reset: bool = False
    constitution_blocked_by_self_exposure: bool = False
    strength_wager: bool = False
    target_tokens: bool = True
    solo_tokens: bool = True
    two_go: bool = False
    mode: Literal["usual", "solo"] = "usual"


_TEXTS: tuple[OptionText, ...] = (
    OptionText(
        key="secrecy",
        label="Secret cards",
        rule="Setup",
        help="Sealed: the companion is never told which cards players hold; they answer themselves."
        " Trusted: players enter them on their own phones, and thefts and accusations are checked.",
        values=("sealed", "trusted"),
    ),
    OptionText(
        key="reroll_after_reset",
        label="A reset Sigil works at once",
        rule="R-EL-3",
        help="Off: a Sigil that was reset this turn can be used again from the next turn on.",
    ),
    OptionText(
        key="constitution_blocked_by_self_exposure",
        label="A shown Cutpurse cannot be swapped",
        rule="R-EL-7",
        help="Five or six players. Off: only a Cutpurse lost to an accusation blocks Constitution.",
    ),
    OptionText(
        key="strength_wager",
        label="Strength reaches wagers",
        rule="R-EL-11",
        help="Solo. Off: Strength reaches a diagonal Target only, never a diagonal wager.",
    ),
    OptionText(
        key="target_tokens",
        label="Show Target tokens",
        rule="R-EL-27",
        help="Five or six players. On: Targets of the Display are marked in the Square.",
    ),
    OptionText(
        key="solo_tokens",
        label="Show solo tokens",
        rule="Setup",
        help="Solo. Off: the harder game, nobody is shown where Rivals, Threats and Targets stand.",
    ),
    OptionText(
        key="two_go",
        label="Score cards instead of coins",
        rule="R-EL-36",
        help="The travel edition: hauls are shown as values of score cards, which end at 8.",
    ),
    OptionText(
        key="mode",
        label="Which game",
        rule="R-EL-30",
        help="Usual: by the number of players; one player plays solo. Solo: the game for one.",
        values=("usual", "solo"),
    ),
)


def describe_options(options: Options) -> tuple[OptionInfo, ...]:
    """Every option with its present value, for a page."""
    return describe(options, _TEXTS)
