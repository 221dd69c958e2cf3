"""Whether a state that comes from outside hangs together, so that play can go on from it."""

from collections.abc import Iterator

from rules.core import SetupError
from rules.skullduggery.beginning import SEATS
from rules.skullduggery.cards import LAST_SPYGLASS, LINE, SPYGLASS, VALUES
from rules.skullduggery.state import State


def require_sound(state: State) -> None:
    """Raises SetupError with the field and the cure. The pile may be short: tests like few."""
    for fault in _faults(state):
        raise SetupError(fault)


def _faults(state: State) -> Iterator[str]:
    seats = state.config.seats
    if seats not in SEATS:
        yield f"state.config.seats: {seats}; Skullduggery is for 2 to 6."
        return
    if len(state.config.copies) != len(VALUES):
        yield f"state.config.copies: give one number for each value, {len(VALUES)} in all."
    for name in ("lines", "tokens"):
        if len(getattr(state, name)) != seats:
            yield f"state.{name}: give one entry for each of the {seats} seats."
    if any(len(line) != LINE for line in state.lines):
        yield f"state.lines: every line has {LINE} cards."
    yield from _card_faults(state)
    yield from _face_faults(state)
    yield from _seat_faults(state)
    yield from _turn_faults(state)


def _card_faults(state: State) -> Iterator[str]:
    held = [ref for ref in (state.drawn, state.leaving) if ref is not None]
    zones = (*state.pile, *state.discard, *state.spyglass, *held, *sum(state.lines, ()))
    if sorted(zones) != list(range(len(state.sights))):
        yield (
            "state.sights: every card needs one entry and one place; refs count from 0"
            f" to {len(state.sights) - 1} without gaps."
        )
    if not state.face_up <= set(sum(state.lines, ())):
        yield "state.face_up: only cards of the lines lie face up."


def _face_faults(state: State) -> Iterator[str]:
    for ref, sight in enumerate(state.sights):
        told = [value for _, value in sight.told] if sight is not None else []
        faces = [*told, sight.face] if sight is not None and sight.face is not None else told
        if any(face not in VALUES for face in faces):
            yield f"state.sights[{ref}]: cards show 1 to {VALUES[-1]}."
    faces_of = {
        name: [state.sights[ref] for ref in getattr(state, name) if ref < len(state.sights)]
        for name in ("discard", "spyglass")
    }
    for name, sights in faces_of.items():
        shown = [None if sight is None else sight.face for sight in sights]
        if None in shown or any((face == SPYGLASS) != (name == "spyglass") for face in shown):
            yield f"state.{name}: say in state.sights what its cards show; 2s are Spyglasses."


def _seat_faults(state: State) -> Iterator[str]:
    tellers = [seat for sight in state.sights if sight for seat, _ in sight.told]
    seers = [seat for sight in state.sights if sight for seat in sight.seen_by]
    named = {
        "turn": (state.turn,),
        "looked": state.looked,
        "owing": state.owing,
        "revealed": state.revealed,
        "look": () if state.look is None else (state.look.seat, state.look.place.seat),
        "sights": (*tellers, *seers),
    }
    for field, seats in named.items():
        wrong = [seat for seat in seats if not 0 <= seat < state.config.seats]
        if wrong:
            yield f"state.{field}: no seat {wrong[0]}; use 0 to {state.config.seats - 1}."
    if state.look is not None and not 0 <= state.look.place.slot < LINE:
        yield f"state.look: no slot {state.look.place.slot}; use 0 to {LINE - 1}."


def _turn_faults(state: State) -> Iterator[str]:
    awaited = [
        state.drawn is not None,
        state.leaving is not None,
        state.choosing is not None,
        bool(state.owing),
        state.ended is not None,
    ]
    if sum(awaited) > 1:
        yield "state: only one of drawn, leaving, choosing, owing and ended can be awaited."
    if not any(awaited) and not state.pile:
        yield "state.pile: empty, so the game has ended; set state.ended."
    if len(state.spyglass) >= LAST_SPYGLASS and state.ended is None:
        yield "state.spyglass: the third ends the game; set state.ended."
    if state.over is not None and len(state.revealed) < state.config.seats:
        yield "state.over: a game is over when every line is turned up; see state.revealed."
