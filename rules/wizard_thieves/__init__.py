"""Wizard Thieves: reflexes, treasures and curses for two to four players."""

from rules.options import OptionInfo
from rules.wizard_thieves.actions import (
    Action,
    AdjudicateGrab,
    ApplyKingCoin,
    CheckGrab,
    Choice,
    Grab,
    MisReveal,
    OverrideGrab,
    Pattern,
    Reveal,
    RevealPattern,
    TakePot,
    ToPortal,
    ToPortalPattern,
    UseBomb,
    UseGauntlet,
    UsePortalCaster,
)
from rules.wizard_thieves.beginning import SEATS, setup
from rules.wizard_thieves.canonical import canonical
from rules.wizard_thieves.choosing import acting, choices
from rules.wizard_thieves.deciding import apply, decide
from rules.wizard_thieves.events import Event
from rules.wizard_thieves.folding import evolve
from rules.wizard_thieves.legality import check
from rules.wizard_thieves.options import Options, describe_options
from rules.wizard_thieves.pack import Pack, load_pack
from rules.wizard_thieves.soundness import require_sound
from rules.wizard_thieves.state import State
from rules.wizard_thieves.view import View
from rules.wizard_thieves.viewing import expects, observe, outcome, redact

NAME = "wizard-thieves"
TITLE = "Wizard Thieves"
EDITION = 1

__all__ = [
    "EDITION",
    "NAME",
    "SEATS",
    "TITLE",
    "Action",
    "AdjudicateGrab",
    "ApplyKingCoin",
    "CheckGrab",
    "Choice",
    "Event",
    "Grab",
    "MisReveal",
    "OptionInfo",
    "Options",
    "OverrideGrab",
    "Pack",
    "Pattern",
    "Reveal",
    "RevealPattern",
    "State",
    "TakePot",
    "ToPortal",
    "ToPortalPattern",
    "UseBomb",
    "UseGauntlet",
    "UsePortalCaster",
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
    "load_pack",
    "observe",
    "outcome",
    "redact",
    "require_sound",
    "setup",
]
