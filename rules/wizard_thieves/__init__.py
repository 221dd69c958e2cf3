"""Wizard Thieves: reflexes, treasures and curses for two to four. See `rules.game` for the surface."""

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
from rules.wizard_thieves.events import Event
from rules.wizard_thieves.options import OptionInfo, Options, describe_options
from rules.wizard_thieves.state import State
from rules.wizard_thieves.view import View

NAME = "wizard-thieves"
TITLE = "Wizard Thieves"
SEATS = range(2, 5)
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
    "describe_options",
]
