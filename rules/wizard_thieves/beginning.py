"""The first state ("Setup"). The deal is the table's: the companion knows no card of it."""

from collections.abc import Sequence

from rules.core import SetupError
from rules.wizard_thieves.cards import DECK_SIZE
from rules.wizard_thieves.options import Options
from rules.wizard_thieves.pack import Pack
from rules.wizard_thieves.state import Config, State, Status

SEATS = range(2, 5)


def setup(seats: Sequence[int], first: int, options: Options, pack: Pack) -> State:
    """All Safe, decks as dealt by R-WT-23, `first` reveals first. Raises SetupError."""
    count = len(seats)
    if count not in SEATS:
        raise SetupError(f"seats: {count} players; Wizard Thieves is for 2, 3 or 4.")
    if tuple(seats) != tuple(range(count)):
        raise SetupError(
            f"seats: {list(seats)}; number them 0 to {count - 1} clockwise without gaps."
        )
    if first not in seats:
        raise SetupError(f"first: no seat {first}; choose one of 0 to {count - 1}.")
    safe: Status = "safe"
    deck = (None,) * DECK_SIZE[count]
    return State(
        config=Config(seats=count, options=options, extra=pack.extra),
        decks=(deck,) * count,
        status=(safe,) * count,
        aside=((),) * count,
        turn=first,
    )
