"""What a demo tells of each game: where its cards lie, how it stands, how it ended."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.commands.demo_report import GameTruth

SPYGLASS = 2
"""The number that goes to a row of its own."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One game.

    Attributes:
        zone_of: The zone in which the card of a journal's action came to lie.
        progress: Where the game stands, from its report so far.
        outcome: Of the report's `end` line, what the answer holds beside the winners.
        ended: The same in words.
    """

    zone_of: Callable[[Any], str]
    progress: Callable[[GameTruth], str]
    outcome: tuple[str, ...]
    ended: Callable[[Mapping[str, Any]], str]


def _slaps(game: GameTruth) -> str:
    cards = sum(1 for face in game.faces if face["zone"] == "pot")
    return f"{cards} cards flipped, {len(game.presses)} slaps"


def _discards(game: GameTruth) -> str:
    cards = sum(1 for face in game.faces if face["zone"] in {"discard", "spyglass"})
    return f"{cards} cards discarded"


TELLING: Mapping[str, Telling] = MappingProxyType(
    {
        "wizard-thieves": Telling(
            zone_of=lambda action: "portal" if action["type"] == "to_portal" else "pot",
            progress=_slaps,
            outcome=("reveals",),
            ended=lambda end: f"after {end['reveals']} cards",
        ),
        "thieves-of-eldris": Telling(
            zone_of=lambda _action: "grid",
            progress=lambda game: f"{len(game.states)} states",
            outcome=("hauls", "pool", "turns"),
            ended=lambda end: f"with ${max(end['hauls']) / 2:g} after {end['turns']} turns",
        ),
        "skullduggery": Telling(
            zone_of=lambda action: "spyglass" if action.get("value") == SPYGLASS else "discard",
            progress=_discards,
            outcome=("scores", "turns", "undone", "misled"),
            ended=lambda end: f"with {max(end['scores'])} after {end['turns']} turns",
        ),
    }
)
"""By the game's name."""
