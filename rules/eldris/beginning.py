"""The first state ("Setup"). Shuffling and dealing is the table's: no card is known."""

from collections.abc import Sequence

from rules.core import SetupError
from rules.eldris.cards import CHARACTERS, HAND, TITLE
from rules.eldris.money import BANK
from rules.eldris.options import Options
from rules.eldris.pack import Pack
from rules.eldris.state import Config, Player, Solo, State
from rules.seating import require_seats

SEATS = range(1, 7)


def seats_for(options: Options) -> range:
    """Player counts that these options allow."""
    return SEATS[:1] if options.mode == "solo" else SEATS


def setup(seats: Sequence[int], first: int, options: Options, pack: Pack) -> State:
    """Active Sigils, no money, cards dealt face down; one player plays solo. Raises SetupError."""
    if options.mode == "solo" and len(seats) != 1:
        raise SetupError("mode: the solo game is for one player. Take one seat, or mode usual.")
    count = require_seats(TITLE, SEATS, seats, first)
    each = HAND[count] if count > 1 else 0
    return State(
        config=Config(seats=count, options=options, traits=pack.trait_of()),
        players=(Player(cards=each),) * count,
        turn=first,
        deck=len(CHARACTERS) - each * count,
        bank=BANK,
        solo=Solo() if count == 1 else None,
    )
