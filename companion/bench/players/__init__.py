"""Random players, one for each game: the explicit mapping."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.bench.players import eldris, skullduggery, wizard_thieves
from companion.bench.players.player import MakePlayer

PLAYERS: Mapping[str, MakePlayer] = MappingProxyType(
    {
        "wizard-thieves": wizard_thieves.RandomPlayer,
        "skullduggery": skullduggery.RandomPlayer,
        "thieves-of-eldris": eldris.RandomPlayer,
    }
)
