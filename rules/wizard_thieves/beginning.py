"""The first state ("Setup"). The deal is the table's: the companion knows no card of it."""

from collections.abc import Sequence

from rules.seating import require_seats
from rules.wizard_thieves.cards import DECK_SIZE
from rules.wizard_thieves.options import Options
from rules.wizard_thieves.pack import Pack
from rules.wizard_thieves.state import Config, State, Status

SEATS = range(2, 5)


def setup(seats: Sequence[int], first: int, options: Options, pack: Pack) -> State:
    """All Safe, decks as dealt by R-WT-23, `first` reveals first. Raises SetupError."""
    count = require_seats("Wizard Thieves", SEATS, seats, first)
    safe: Status = "safe"
    deck = (None,) * DECK_SIZE[count]
    return State(
        config=Config(seats=count, options=options, extra=pack.extra),
        decks=(deck,) * count,
        status=(safe,) * count,
        aside=((),) * count,
        turn=first,
    )
