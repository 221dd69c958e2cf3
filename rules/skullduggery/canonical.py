"""The exact state in plain words and numbers, to compare with another account of the game."""

from typing import Any

from rules.skullduggery.state import State


def canonical(state: State) -> dict[str, Any]:
    """The exact state; engine's eyes only, since refs let a card be followed.

    Refs count the deal: seat 0's line from its left, seat 1's, ..., then the pile from the top.
    `discard` has values, bottom first; a discard that was declared but not shown lies nowhere yet.
    `tokens`: true is used up. `turn`: null when nobody draws any more.
    """
    faces = [state.sights[ref] for ref in state.discard]
    over = state.over
    return {
        "pile": len(state.pile),
        "discard": [sight.face for sight in faces if sight is not None],
        "spyglass": len(state.spyglass),
        "lines": [
            [{"ref": ref, "up": ref in state.face_up} for ref in line] for line in state.lines
        ],
        "tokens": [{"red": tokens.red, "blue": tokens.blue} for tokens in state.tokens],
        "turn": None if state.ended is not None else state.turn,
        "over": None
        if over is None
        else {
            "winners": list(over.winners),
            "scores": list(over.scores),
        },
    }
