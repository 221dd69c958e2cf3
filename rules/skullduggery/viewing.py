"""What an audience may know: views built from named fields, and events as they may be told."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.core import Audience, Cell, Expectation, Key, Outcome
from rules.knowledge import CardRef, face_known_to
from rules.skullduggery.cards import KEY, MIDDLE, SPYGLASS, TOKEN_KEYS, number_of
from rules.skullduggery.course import peek_places, sneak_places
from rules.skullduggery.events import (
    CardDrawn,
    CardLooked,
    CardPlaced,
    Event,
    MiddleLooked,
    ValueTold,
)
from rules.skullduggery.knowledge import exactly, has_seen, left_for, recalled, weights
from rules.skullduggery.state import State, has_begun, open_face, phase_of
from rules.skullduggery.view import ChoosingView, LookView, PlayerView, SlotView, View


class Memory(NamedTuple):
    """What a seat's own page recalls; `faces` by ref."""

    seat: int
    faces: tuple[int | None, ...]


def observe(state: State, audience: Audience) -> View:
    """The game as this audience may know it.

    Without the memory aid that is what lies open, and for a seat the card it holds or looks at
    this moment, if it told it. With it a seat's own view also recalls what that seat has seen.
    """
    seats = range(state.config.seats)
    helped = state.config.options.memory_aid and audience in seats
    memory = Memory(seat=int(audience), faces=recalled(state, int(audience))) if helped else None
    return View(
        audience=audience,
        seats=state.config.seats,
        phase=phase_of(state),
        begun=has_begun(state),
        players=tuple(_player(state, seat, memory) for seat in seats),
        turn=None if state.ended is not None else state.turn,
        pile=len(state.pile),
        discard=_discarded(state),
        spyglass=len(state.spyglass),
        holding=state.drawn is not None,
        drawn=_told(state, state.drawn, audience) if audience == state.turn else None,
        choosing=_choosing(state),
        look=_look(state, audience),
        copies=state.config.copies,
        memory_aid=state.config.options.memory_aid,
        left=tuple(left_for(state, int(audience)).values()) if helped else (),
        ended=state.ended,
        outcome=outcome(state),
    )


def _discarded(state: State) -> tuple[int, ...]:
    sights = [state.sights[ref] for ref in state.discard]
    return tuple([sight.face or 0 for sight in sights if sight is not None])


def _player(state: State, seat: int, memory: Memory | None) -> PlayerView:
    revealed = seat in state.revealed
    line = tuple([_slot(state, ref, memory) for ref in state.lines[seat]])
    ending = state.ended is not None and not revealed
    return PlayerView(
        seat=seat,
        line=line,
        red=state.tokens[seat].red,
        blue=state.tokens[seat].blue,
        looked=seat in state.looked,
        owes=seat in state.owing or ending,
        score=number_of(tuple(slot.value or 0 for slot in line)) if revealed else None,
    )


def _slot(state: State, ref: CardRef, memory: Memory | None) -> SlotView:
    up, value = ref in state.face_up, open_face(state, ref)
    if memory is None:
        return SlotView(up=up, value=value)
    seen = has_seen(state, memory.seat, ref)
    return SlotView(up=up, value=value, seen=seen, recalled=memory.faces[ref])


def _told(state: State, ref: CardRef | None, audience: Audience) -> int | None:
    if ref is None or not isinstance(audience, int):
        return None
    return face_known_to(state.sights[ref], audience)


def _choosing(state: State) -> ChoosingView | None:
    kind = state.choosing
    if kind is None:
        return None
    seat, seats = state.turn, state.config.seats
    places = peek_places(seat) if kind == "peek" else sneak_places(seats, seat)
    return ChoosingView(kind=kind, places=places)


def _look(state: State, audience: Audience) -> LookView | None:
    look = state.look
    if look is None:
        return None
    value = None
    if audience == look.seat:
        value = _told(state, state.lines[look.place.seat][look.place.slot], audience)
    return LookView(seat=look.seat, place=look.place, value=value)


def redact(event: Event, audience: Audience) -> Event | None:
    """The event as this audience may know it, or None."""
    match event:
        case ValueTold(seat=seat):
            return event if seat == audience else None
        case MiddleLooked(seat=seat):
            return event if seat == audience else MiddleLooked(seat=seat)
        case CardDrawn(seat=seat) | CardLooked(seat=seat):
            return event if seat == audience else replace(event, value=None)
        case CardPlaced(seat=seat, face_up=face_up):
            return event if face_up or seat == audience else replace(event, value=None)
        case _:
            return event


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while playing."""
    over = state.over
    if over is None:
        return None
    scores = dict(enumerate(over.scores))
    return Outcome(winners=over.winners, reason=over.reason, scores=scores)


def zone(seat: int, slot: int | None = None) -> str:
    """A line's zone, or that of one of its cards; slots count from the owner's left."""
    return f"line:{seat}" if slot is None else f"line:{seat}:{slot}"


def expects(view: View) -> tuple[Expectation, ...]:
    """Where cards may turn up, how the lines lie, and where nobody may look.

    Zones: `discard`, `spyglass`, `pile`, `line:2` (a whole line), `line:2:0` (one card of it),
    `tokens:2` (red and blue; the front is the pistol side, so still unused). Which side of an
    unused token of the player in turn is up is not known: it may be turned before anybody tells.
    """
    if view.outcome is not None:
        return ()
    return (*_masked(view), *_discards(view), *_lines(view), *_tokens(view))


def _masked(view: View) -> Iterator[Expectation]:
    """Cards that somebody looks at in secret, or may in a moment: no picture is read there."""
    if view.holding:
        yield _mask("pile")
    if not view.begun:
        for seat in range(view.seats):
            for slot in MIDDLE:
                yield _mask(zone(seat, slot))
    places = view.choosing.places if view.choosing is not None else ()
    if view.look is not None:
        places = (*places, view.look.place)
    for place in places:
        yield _mask(zone(place.seat, place.slot))


def _mask(where: str) -> Expectation:
    return Expectation(zone=where, kind="masked")


def _discards(view: View) -> Iterator[Expectation]:
    if view.ended is not None:
        return
    cards = dict(_weights(view))
    spyglasses = cards.pop(KEY[SPYGLASS])
    yield Expectation(zone="discard", kind="card", prior=cards)
    yield Expectation(zone="spyglass", kind="card", prior={KEY[SPYGLASS]: spyglasses})


def _weights(view: View) -> dict[Key, int]:
    lines = [slot.value for player in view.players for slot in player.line]
    seen = [value for value in lines if value is not None]
    spyglasses = (SPYGLASS,) * view.spyglass
    return dict(weights(view.copies, (*view.discard, *spyglasses, *seen)).counts)


def _lines(view: View) -> Iterator[Expectation]:
    """Each line as it should lie, and every card of it that is turned up or read next."""
    for player in view.players:
        cells = tuple(map(_cell, player.line))
        yield Expectation(
            zone=zone(player.seat), kind="grid", count=len(cells), columns=len(cells), cells=cells
        )
        for slot in _turning(view, player):
            value = player.line[slot].value
            yield Expectation(
                zone=zone(player.seat, slot),
                kind="card",
                prior=_weights(view) if value is None else exactly(value),
            )


def _tokens(view: View) -> Iterator[Expectation]:
    for player in view.players:
        turning = player.seat == view.turn and view.phase in {"draw", "act"}
        cells = (
            _token(TOKEN_KEYS["left"], used=player.red, turning=turning),
            _token(TOKEN_KEYS["right"], used=player.blue, turning=turning),
        )
        yield Expectation(
            zone=f"tokens:{player.seat}",
            kind="grid",
            count=len(cells),
            columns=len(cells),
            cells=cells,
        )


def _token(key: Key, *, used: bool, turning: bool) -> Cell:
    if used:
        return Cell(key=key, side="back")
    return Cell(key="" if turning else key)


def _cell(slot: SlotView) -> Cell:
    if not slot.up:
        return Cell(key="", side="back")
    return Cell(key="" if slot.value is None else KEY[slot.value])


def _turning(view: View, player: PlayerView) -> tuple[int, ...]:
    slots = range(len(player.line))
    if view.ended is not None:
        return tuple(slots) if player.owes else ()
    unread = [slot for slot in slots if player.line[slot].up and player.line[slot].value is None]
    if player.owes:
        unread.extend(slot for slot in MIDDLE if not player.line[slot].up)
    return tuple(sorted(unread))
