"""Whether a state that comes from outside hangs together, so that play can go on from it."""

from collections.abc import Iterator

from rules.core import SetupError
from rules.wizard_thieves.beginning import SEATS
from rules.wizard_thieves.cards import KEYS
from rules.wizard_thieves.state import State


def require_sound(state: State) -> None:
    """Raises SetupError with the field and the cure. Cards may be missing: tests like few cards."""
    for fault in _faults(state):
        raise SetupError(fault)


def _faults(state: State) -> Iterator[str]:
    seats = state.config.seats
    if seats not in SEATS:
        yield f"state.config.seats: {seats}; Wizard Thieves is for 2, 3 or 4."
        return
    for name in ("decks", "status", "aside"):
        if len(getattr(state, name)) != seats:
            yield f"state.{name}: give one entry for each of the {seats} seats."
    if len(state.pot) != len(state.pot_by):
        yield "state.pot_by: say for each card of the Pot who revealed it."
    yield from _seat_faults(state)
    yield from _key_faults(state)
    yield from _status_faults(state)
    if state.collecting is not None and not state.collecting.awarded and not state.pot:
        yield "state.collecting: there is no Pot to collect; set `awarded` or give the Pot."


def _seat_faults(state: State) -> Iterator[str]:
    named = {"turn": (state.turn,), "pot_by": state.pot_by, "recent": state.recent}
    if state.challenge is not None:
        named["challenge"] = (state.challenge.setter, state.challenge.facing)
    if state.item is not None:
        named["item.seat"] = (state.item.seat,)
    if state.portal_due is not None:
        named["portal_due"] = (state.portal_due.seat, state.portal_due.target)
    if state.collecting is not None:
        named["collecting.seat"] = (state.collecting.seat,)
    if state.tied is not None:
        named["tied.seats"] = state.tied.seats
    for field, seats in named.items():
        wrong = [seat for seat in seats if not 0 <= seat < state.config.seats]
        if wrong:
            yield f"state.{field}: no seat {wrong[0]}; use 0 to {state.config.seats - 1}."


def _key_faults(state: State) -> Iterator[str]:
    known = {*KEYS, *state.config.extra}
    piles = {"pot": state.pot, "portal": state.portal, "removed": state.removed}
    for name, row in (("decks", state.decks), ("aside", state.aside)):
        for seat, pile in enumerate(row):
            piles[f"{name}[{seat}]"] = tuple(key for key in pile if key is not None)
    for field, keys in piles.items():
        wrong = [key for key in keys if key not in known]
        if wrong:
            yield f"state.{field}: no card {wrong[0]!r}; use keys such as gem:1 or item:bomb."


def _status_faults(state: State) -> Iterator[str]:
    for seat, (status, deck) in enumerate(zip(state.status, state.decks, strict=True)):
        if status == "out" and deck:
            yield f"state.decks[{seat}]: an eliminated player has no deck; put it in state.aside."
    if all(status == "out" for status in state.status):
        yield "state.status: everybody is out; at least one player stays in."
    facing = state.challenge.facing if state.challenge is not None else state.turn
    if facing != state.turn and state.collecting is None:
        yield "state.turn: in a challenge it is the facing player's."
