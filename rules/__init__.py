"""The games. `GAMES` is the explicit mapping from name to game module."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules import wizard_thieves

GAMES: Mapping[str, Any] = MappingProxyType({wizard_thieves.NAME: wizard_thieves})
