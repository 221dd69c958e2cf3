"""Thieves of Eldris: hidden thieves in a square of characters, for one to six players."""

from rules.eldris.actions import (
    AbilityMove,
    Accuse,
    Action,
    AgreeEnd,
    Answer,
    Choice,
    ChooseCutpurse,
    ClaimAbility,
    ClaimReset,
    DeclineBenefit,
    DrawTarget,
    DrawTargetPattern,
    EndAbility,
    EnterCards,
    EnterCardsPattern,
    Exchange,
    FanFoes,
    FanFoesPattern,
    GiveBack,
    LayOut,
    LayOutPattern,
    Move,
    NotePeek,
    NotePeekPattern,
    Pass,
    Pattern,
    Promote,
    Reroll,
    RerollPattern,
    RevealFoes,
    RevealFoesPattern,
    Roll,
    RollPattern,
    ShowCutpurse,
    ShowCutpursePattern,
    Steal,
    TurnUp,
    TurnUpPattern,
    Wager,
    WagerPattern,
)
from rules.eldris.beginning import SEATS, setup
from rules.eldris.canonical import canonical
from rules.eldris.choosing import acting, choices
from rules.eldris.deciding import apply, decide
from rules.eldris.events import Event
from rules.eldris.folding import evolve
from rules.eldris.legality import check
from rules.eldris.memory import remember
from rules.eldris.options import OptionInfo, Options, describe_options
from rules.eldris.pack import Pack, load_pack
from rules.eldris.soundness import require_sound
from rules.eldris.state import State
from rules.eldris.view import View
from rules.eldris.viewing import expects, observe, outcome, redact

NAME = "thieves-of-eldris"
ALIASES = ("eldris",)
TITLE = "Thieves of Eldris"
EDITION = 1

__all__ = [
    "ALIASES",
    "EDITION",
    "NAME",
    "SEATS",
    "TITLE",
    "AbilityMove",
    "Accuse",
    "Action",
    "AgreeEnd",
    "Answer",
    "Choice",
    "ChooseCutpurse",
    "ClaimAbility",
    "ClaimReset",
    "DeclineBenefit",
    "DrawTarget",
    "DrawTargetPattern",
    "EndAbility",
    "EnterCards",
    "EnterCardsPattern",
    "Event",
    "Exchange",
    "FanFoes",
    "FanFoesPattern",
    "GiveBack",
    "LayOut",
    "LayOutPattern",
    "Move",
    "NotePeek",
    "NotePeekPattern",
    "OptionInfo",
    "Options",
    "Pack",
    "Pass",
    "Pattern",
    "Promote",
    "Reroll",
    "RerollPattern",
    "RevealFoes",
    "RevealFoesPattern",
    "Roll",
    "RollPattern",
    "ShowCutpurse",
    "ShowCutpursePattern",
    "State",
    "Steal",
    "TurnUp",
    "TurnUpPattern",
    "View",
    "Wager",
    "WagerPattern",
    "acting",
    "apply",
    "canonical",
    "check",
    "choices",
    "decide",
    "describe_options",
    "evolve",
    "expects",
    "load_pack",
    "observe",
    "outcome",
    "redact",
    "remember",
    "require_sound",
    "setup",
]
