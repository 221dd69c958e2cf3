"""Every desk, laid over the defaults, has what the table asks of it."""

import pytest

from companion.table.desk import Desk
from companion.table.desks import DEFAULTS, DESKS

SLAPPERS_ONLY = {"grab", "adjudicate", "mistaken"}
"""What only games with slaps are asked for."""
ASKED = {name for name in (*vars(Desk), *Desk.__annotations__) if not name.startswith("_")}


@pytest.mark.parametrize("game", DESKS)
def test_a_desk_has_all_that_the_table_asks_for(game):
    desk = DESKS[game]
    missing = {name for name in ASKED if not hasattr(desk, name)}
    assert missing <= (set() if desk.SLAPS else SLAPPERS_ONLY)
    assert not hasattr(desk, "nothing_of_this_name")


def test_a_games_own_word_counts_before_the_default():
    assert DESKS["wizard-thieves"].SLAPS
    assert not DESKS["skullduggery"].SLAPS
    assert DESKS["thieves-of-eldris"].facts.__module__ == "companion.table.eldris.facts"
    assert DESKS["skullduggery"].facts.__module__ == "companion.table.no_facts"


def test_no_two_defaults_speak_of_the_same():
    names = [
        name
        for part in DEFAULTS
        for name, value in vars(part).items()
        if getattr(value, "__module__", "") == part.__name__
    ]
    assert len(names) == len(set(names)) > 20
