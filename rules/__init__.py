"""The games. `GAMES` is the explicit mapping from name to game module."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules import eldris, skullduggery, wizard_thieves

GAMES: Mapping[str, Any] = MappingProxyType(
    {game.NAME: game for game in (wizard_thieves, skullduggery, eldris)}
)
