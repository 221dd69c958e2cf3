"""The first state ("Set Up"). The deal is the table's: the companion knows no card of it."""

from collections.abc import Sequence

from rules.seating import require_seats
from rules.skullduggery.cards import CARDS, LINE
from rules.skullduggery.options import Options
from rules.skullduggery.pack import Pack
from rules.skullduggery.state import Config, State, Tokens

SEATS = range(2, 7)


def setup(seats: Sequence[int], first: int, options: Options, pack: Pack) -> State:
    """Four cards each, the rest is the pile, all tokens unused. Raises SetupError.

    Refs count the cards as they lie: seat 0's line from its left, seat 1's, ..., then the pile from
    the top.
    """
    count = require_seats("Skullduggery", SEATS, seats, first)
    lines = tuple(tuple(range(seat * LINE, (seat + 1) * LINE)) for seat in range(count))
    return State(
        config=Config(seats=count, options=options, copies=pack.counts()),
        pile=tuple(range(count * LINE, CARDS)),
        lines=lines,
        sights=(None,) * CARDS,
        tokens=(Tokens(),) * count,
        turn=first,
    )
