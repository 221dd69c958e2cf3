"""A state from outside hangs together, or it is said what does not and how to put it right."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules import skullduggery as game
from rules.core import SetupError
from rules.knowledge import Sight
from rules.skullduggery.events import Place
from rules.skullduggery.state import Ending, Look
from tests.support.skullduggery import table

LINE = [5, 6, 9, 5]
SOUND = table([LINE, LINE], up=[(0, 1)], spyglasses=1).state
SEEN_9 = Sight(face=9, seen_by=(0, 1))
PILE = SOUND.pile[0]


def seen(ref: int, sight: Sight[int] | None) -> dict[str, Any]:
    return {"sights": (*SOUND.sights[:ref], sight, *SOUND.sights[ref + 1 :])}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"config": replace(SOUND.config, seats=7)}, "state.config.seats: 7"),
        ({"config": replace(SOUND.config, copies=(6,))}, "state.config.copies: give one"),
        ({"lines": SOUND.lines[:1]}, "state.lines: give one entry for each"),
        ({"tokens": ()}, "state.tokens: give one entry for each"),
        ({"lines": (SOUND.lines[0], (4, 5, 6))}, "state.lines: every line has 4"),
        ({"pile": SOUND.pile[1:]}, "state.sights: every card needs one entry and one place"),
        ({"drawn": PILE}, "state.sights: every card needs one entry and one place"),
        ({"face_up": frozenset([PILE])}, "state.face_up: only cards of the lines"),
        (seen(PILE, Sight(face=10)), r"state.sights\[\d+\]: cards show 1 to 9"),
        (seen(PILE, Sight(seen_by=(0,), told=((0, 0),))), r"state.sights\[\d+\]: cards show"),
        (seen(SOUND.discard[0], None), "state.discard: say in state.sights"),
        (seen(SOUND.spyglass[0], SEEN_9), "state.spyglass: say in state.sights"),
        (seen(PILE, Sight(seen_by=(2,))), "state.sights: no seat 2"),
        ({"turn": 2}, "state.turn: no seat 2"),
        ({"looked": (5,)}, "state.looked: no seat 5"),
        ({"look": Look(seat=0, place=Place(seat=1, slot=4))}, "state.look: no slot 4"),
        ({"choosing": "peek", "owing": (0,)}, "only one of drawn, leaving, choosing"),
        ({"spyglass": SOUND.spyglass + SOUND.pile[:2]}, "state.sights: every card"),
        ({"over": Ending(winners=(0,), scores=(1, 1), reason="pile_empty")}, "state.over"),
    ],
)
def test_what_does_not_hang_together_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        game.require_sound(replace(SOUND, **changes))


def test_an_empty_pile_ends_the_game() -> None:
    last = table([LINE, LINE], pile=1).draw(5).discard().state
    with pytest.raises(SetupError, match=r"state.pile: empty, so the game has ended"):
        game.require_sound(replace(last, ended=None))


def test_a_third_spyglass_ends_the_game() -> None:
    ended = table([LINE, LINE], spyglasses=2).throw(2).state
    with pytest.raises(SetupError, match=r"state.spyglass: the third ends the game"):
        game.require_sound(replace(ended, ended=None))
