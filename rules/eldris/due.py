"""Whose turn it is, and for what."""

from rules.core import LEGAL, Ruling
from rules.eldris import refusals as no
from rules.eldris.state import Phase, State


def due(state: State, seat: int, *phases: Phase) -> Ruling:
    """Whether it is this seat's turn, in one of these phases."""
    if state.phase in phases and seat == state.turn:
        return LEGAL
    if state.phase == "over" or seat == state.turn:
        return no.DUE[state.phase]
    return no.NOT_YOUR_TURN if 0 <= seat < len(state.players) else no.NO_SUCH_SEAT
