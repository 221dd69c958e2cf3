"""The exact state in plain words and numbers, to compare with another account of the game."""

from typing import Any

from rules.eldris.square import COLUMNS
from rules.eldris.state import State


def canonical(state: State) -> dict[str, Any]:
    """The exact state, engine's eyes only. Money in half-dollars, the Square by rows.

    `cutpurse` and `others` of a player are null and empty where the companion was never told.
    """
    solo = state.solo
    return {
        "grid": [
            list(state.grid[start : start + COLUMNS])
            for start in range(0, len(state.grid), COLUMNS)
        ],
        "dark": sorted(state.dark),
        "deck": state.deck,
        "bank": state.bank,
        "display": sorted(state.display),
        "turn": None if state.over is not None else state.turn,
        "dice": sorted(state.unspent),
        "players": [
            {
                "haul": player.haul,
                "sigil": player.sigil,
                "out": player.out,
                "cards": player.cards,
                "taken": sorted(player.taken),
                "cutpurse": player.cutpurse,
                "others": sorted(player.others),
            }
            for player in state.players
        ],
        "solo": None
        if solo is None
        else {
            "round": solo.round,
            "pool": solo.pool,
            "cutpurse": solo.cutpurse,
            "rivals": sorted(solo.rivals),
            "threats": sorted(solo.threats),
            "wagers": sorted(solo.wagers),
            "discarded": sorted(solo.discarded),
        },
        "over": None if state.over is None else {"winners": list(state.over.winners)},
    }
