"""The exact state in plain words and numbers, to compare with another account of the game."""

from typing import Any

from rules.wizard_thieves.state import State


def canonical(state: State) -> dict[str, Any]:
    """The exact state, engine's eyes only: it tells whether an award waits for a grab.

    A Pot that goes to somebody but may still be grabbed lies in `pot`. A failed challenge is null
    at once; one that a King Coin is to end stays until then. `turn` is who must flip next: the
    collector of such a Pot; while an item's choice or a Portal card is awaited, still the one who
    revealed it; null when the game is over. Where nobody holds cards and no grab is possible, the
    Pot stays where it is and its last revealer has won (R-WT-14).
    """
    challenge = None
    if state.challenge is not None and not _has_failed(state):
        challenge = {
            "value": state.challenge.value,
            "remaining": state.challenge.remaining,
            "setter": state.challenge.setter,
            "facing": state.challenge.facing,
        }
    return {
        "decks": [len(deck) for deck in state.decks],
        "status": list(state.status),
        "pot": list(state.pot),
        "portal": list(state.portal),
        "aside": [len(cards) for cards in state.aside],
        "removed": len(state.removed),
        "turn": None if state.over is not None else state.turn,
        "challenge": challenge,
        "over": None if state.over is None else {"winners": list(state.over.winners)},
    }


def _has_failed(state: State) -> bool:
    return state.collecting is not None and state.collecting.why != "king_coin"
