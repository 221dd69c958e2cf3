"""Skullduggery: four mostly hidden cards in a line; the highest number wins. Two to six players."""

from rules.options import OptionInfo
from rules.skullduggery.actions import (
    Action,
    Choice,
    ChoosePeek,
    ChooseSneak,
    DiscardDrawn,
    Draw,
    LookAtMiddle,
    Pattern,
    ReadFaceUp,
    ReadFaceUpPattern,
    ReplaceNeighbour,
    ReplaceOwn,
    RevealAll,
    RevealAllPattern,
    ShowDiscard,
    ShowDiscardPattern,
    Tell,
    TellPattern,
    TurnUp,
)
from rules.skullduggery.beginning import SEATS, setup
from rules.skullduggery.canonical import canonical
from rules.skullduggery.choosing import acting, choices
from rules.skullduggery.deciding import apply, decide
from rules.skullduggery.events import Event
from rules.skullduggery.folding import evolve
from rules.skullduggery.knowledge import fill_in, remember
from rules.skullduggery.legality import check
from rules.skullduggery.options import Options, describe_options
from rules.skullduggery.pack import Pack, load_pack
from rules.skullduggery.passing import Pass, passes
from rules.skullduggery.soundness import require_sound
from rules.skullduggery.state import State
from rules.skullduggery.view import View
from rules.skullduggery.viewing import expects, observe, outcome, redact

NAME = "skullduggery"
TITLE = "Skullduggery"
EDITION = 1

__all__ = [
    "EDITION",
    "NAME",
    "SEATS",
    "TITLE",
    "Action",
    "Choice",
    "ChoosePeek",
    "ChooseSneak",
    "DiscardDrawn",
    "Draw",
    "Event",
    "LookAtMiddle",
    "OptionInfo",
    "Options",
    "Pack",
    "Pass",
    "Pattern",
    "ReadFaceUp",
    "ReadFaceUpPattern",
    "ReplaceNeighbour",
    "ReplaceOwn",
    "RevealAll",
    "RevealAllPattern",
    "ShowDiscard",
    "ShowDiscardPattern",
    "State",
    "Tell",
    "TellPattern",
    "TurnUp",
    "View",
    "acting",
    "apply",
    "canonical",
    "check",
    "choices",
    "decide",
    "describe_options",
    "evolve",
    "expects",
    "fill_in",
    "load_pack",
    "observe",
    "outcome",
    "passes",
    "redact",
    "remember",
    "require_sound",
    "setup",
]
