"""The first state ("Setup"). Shuffling and dealing is the table's: no card is known."""

from collections.abc import Sequence

from rules.eldris.cards import CHARACTERS, HAND
from rules.eldris.money import BANK
from rules.eldris.options import Options
from rules.eldris.pack import Pack
from rules.eldris.state import Config, Player, Solo, State
from rules.seating import require_seats

SEATS = range(1, 7)


def setup(seats: Sequence[int], first: int, options: Options, pack: Pack) -> State:
    """Active Sigils, no money, cards dealt face down; one player plays solo. Raises SetupError."""
    count = require_seats("Thieves of Eldris", SEATS, seats, first)
    each = HAND[count] if count > 1 else 0
    return State(
        config=Config(seats=count, options=options, traits=pack.trait_of()),
        players=(Player(cards=each),) * count,
        turn=first,
        deck=len(CHARACTERS) - each * count,
        bank=BANK,
        solo=Solo() if count == 1 else None,
    )
