"""What people have in mind: their Cutpurse beside somebody whom they may rob."""

import random

from companion.twin.thieves_of_eldris.cards import COLUMNS, TRAIT_OF, beside
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.truth import Truth

WHIM = 0.3
"""Share of moves without any plan."""

Move = tuple[str, str]
"""Who moves, and the neighbour with whom it changes places."""


def move(truth: Truth, rng: random.Random) -> Move:
    """One that a die allows; mostly the one that helps its player best."""
    moves = [
        (card, truth.grid[cell])
        for card in truth.grid
        if TRAIT_OF[card] in truth.unspent
        for cell in beside(truth.grid.index(card))
    ]
    rng.shuffle(moves)
    if rng.random() < WHIM:
        return moves[0]
    return min(moves, key=lambda one: _away(truth, *one))


def _away(truth: Truth, card: str, other: str) -> int:
    """Steps that are left between the player's Cutpurse and the nearest Target after a move."""
    grid = list(truth.grid)
    here, there = grid.index(card), grid.index(other)
    grid[here], grid[there] = other, card
    own = truth.cutpurse if isinstance(truth, SoloTruth) else truth.active.hand[0]
    targets = truth.display if truth.uses_display else truth.active.hand[1:]
    row, column = divmod(grid.index(own), COLUMNS)
    places = [divmod(grid.index(target), COLUMNS) for target in targets]
    return min((abs(row - r) + abs(column - c) for r, c in places), default=0)
