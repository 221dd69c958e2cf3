"""What the camera sees on the piles and in the lines of Skullduggery, and what it means.

Which card went where is told by phone: face-down cards look alike. The camera says what comes to
light: the discard, cards that are turned up, and at the end the lines.
"""

from collections.abc import Iterator

from companion.table.desk import (
    Act,
    Ask,
    Hold,
    Lies,
    Meaning,
    Nothing,
    TakenAway,
    Told,
    Way,
    Which,
)
from companion.table.skullduggery.words import (
    card_name,
    slot_name,
    token_faces,
    token_name,
    value_of,
)
from companion.words import Words, all_of, t
from hardware.events import GridSeen, Observation
from rules.skullduggery import actions as a
from rules.skullduggery.cards import KEY, KEYS, LINE, MIDDLE, SPYGLASS, Side, number_of
from rules.skullduggery.passing import Line
from rules.skullduggery.state import State, open_face
from rules.skullduggery.view import View

DISCARDS = ("discard", "spyglass")
SIDES: tuple[Side, ...] = ("left", "right")
"""Whom a seat's tokens are for, in the order in which the mat counts them."""


def change(state: State, observation: Observation) -> Meaning:
    """What a change of the discard pile or the row of Spyglasses means.

    While nobody has said what becomes of a drawn card, the discard waits: a card out of a line and
    the drawn one look alike there. So it does where nobody has said that a card was drawn.
    """
    key = observation.identity
    if observation.zone not in DISCARDS:
        return Nothing()
    if observation.kind != "card":
        return TakenAway()
    if state.leaving is not None and key is None:
        return Ask()
    if state.leaving is not None and key is not None:
        return Act(actions=(a.ShowDiscard(seat=state.turn, value=value_of(key)),))
    if state.ended is not None:
        return Nothing()
    if state.drawn is not None:
        return Hold(in_turn=True)
    note = t("A card lies on the discards already: say on the phone what was drawn and done.")
    return Hold(in_turn=True, early=True, note=note)


def count_laid(state: State) -> int:
    """Cards that were discarded so far."""
    return len(state.discard) + len(state.spyglass)


def _face(state: State, ref: int) -> int | None:
    sight = state.sights[ref]
    return None if sight is None else sight.face


def lying(view: View) -> dict[str, Lies]:
    """What should lie on top of the two rows of discards."""
    top = KEY[view.discard[-1]] if view.discard else ""
    glass = KEY[SPYGLASS] if view.spyglass else ""
    # A discard that was declared lies there before it counts.
    settled = view.phase not in {"act", "discard"}
    return {
        "discard": Lies(top=top, settled=settled),
        "spyglass": Lies(top=glass, settled=settled),
    }


def laid(action: a.Action) -> tuple[str, str] | None:
    """(zone, key) of the card that this entry laid open, or None."""
    if not isinstance(action, a.ShowDiscard):
        return None
    return ("spyglass" if action.value == SPYGLASS else "discard"), KEY[action.value]


def where(zone: str) -> tuple[str, int]:
    """What lies in this zone of the mat, and before whom: `line:2`, `tokens:0`."""
    word, _, number = zone.partition(":")
    return word, int(number or 0)


def in_play(state: State, zone: str) -> bool:
    """Whether somebody sits there."""
    return where(zone)[1] < state.config.seats


def grid(state: State, seen: GridSeen) -> Meaning:
    """What it means that a line lies like this: cards that were turned up."""
    word, seat = where(seen.zone)
    if word == "tokens":
        return _tokens(state, seat, seen)
    if word != "line" or len(seen.cells) != LINE:
        return Nothing()
    if state.ended is not None:
        return _revealed(state, seat, seen)
    actions = (*_read(state, seat, seen), *_turned_up(state, seat, seen))
    return Act(actions=actions) if actions else Nothing()


def _tokens(state: State, seat: int, seen: GridSeen) -> Meaning:
    """A token that is turned means nothing by itself: which card it was for, a phone says."""
    has = state.tokens[seat]
    used = {"left": has.red, "right": has.blue}
    for side, cell in zip(SIDES, seen.cells, strict=False):
        if seat == state.turn and not used[side] and cell.key == token_faces(side)[1]:
            note = t("A token was turned over: say on the phone which card was replaced for it.")
            return Nothing(note=note)
    return Nothing()


def _read(state: State, seat: int, seen: GridSeen) -> Iterator[a.Action]:
    """Open cards that nobody has read yet; what lay there before a replacement is not changed."""
    for slot, ref in enumerate(state.lines[seat]):
        key = seen.cells[slot].key
        if key is None or slot not in seen.changed or ref not in state.face_up:
            continue
        if open_face(state, ref) is None:
            yield a.ReadFaceUp(seat=seat, slot=slot, value=value_of(key))


def _turned_up(state: State, seat: int, seen: GridSeen) -> Iterator[a.Action]:
    """The one middle card that a Spyglass asks for; two at once are a mistake that people mend."""
    if seat not in state.owing:
        return
    line = state.lines[seat]
    fresh = [
        (slot, cell.key)
        for slot, cell in enumerate(seen.cells)
        if cell.key is not None and line[slot] not in state.face_up
    ]
    if len(fresh) == 1 and fresh[0][0] in MIDDLE:
        slot, key = fresh[0]
        yield a.TurnUp(seat=seat, slot=slot, value=value_of(key))


def _revealed(state: State, seat: int, seen: GridSeen) -> Meaning:
    """The end: a line is read once it lies open; with the last one people confirm all of them."""
    keys = [cell.key for cell in seen.cells if cell.key is not None]
    if state.over is not None or seat in state.revealed or len(keys) != LINE:
        return Nothing()
    first, second, third, last = (value_of(key) for key in keys)
    values = (first, second, third, last)
    reveal = a.RevealAll(seat=seat, values=values)
    if len(state.revealed) + 1 < state.config.seats:
        return Act(actions=(reveal,))
    numbers = {other: _number(state, state.lines[other]) for other in state.revealed}
    numbers[seat] = number_of(values)
    read: list[Words] = [
        t("line {place}: {number}", place=place + 1, number=numbers[place])
        for place in sorted(numbers)
    ]
    return Which(
        title=t("Are all lines read rightly, each from its owner's left?"),
        body=all_of(read),
        ways=(Way(label=t("Yes, count them"), actions=(reveal,)),),
    )


def _number(state: State, line: Line) -> int:
    return number_of(tuple(_face(state, ref) or 0 for ref in line))


def place(zone: str, cell: int, _columns: int, told: Told) -> Words:
    """`Ann's left middle`, counted as the line's owner sees it; `Ann's red token`."""
    word, seat = where(zone)
    name = token_name(SIDES[cell]) if word == "tokens" else slot_name(cell)
    return t("{who}'s {slot}", who=told.name(seat), slot=name)


def sides(zone: str, cell: int, _told: Told) -> tuple[tuple[str, Words], ...]:
    """Both sides of the token that lies there."""
    word, _ = where(zone)
    if word != "tokens":
        return ()
    pistol, other = token_faces(SIDES[cell])
    return ((pistol, t("The pistol: it is not used yet")), (other, t("The other side: it is used")))


def face_name(face: str, _told: Told) -> Words:
    """The number that a card shows."""
    return card_name(face) if face in KEYS else face
