"""What a correction changed, in words: only the difference, and only what all may know."""

from companion.table.desk import Told
from companion.table.skullduggery.words import names_of
from companion.words import Words, t
from rules.skullduggery.state import State, open_face


def differences(before: State, after: State, told: Told) -> tuple[Words, ...]:
    """One sentence for each thing that is different now."""
    return (*_lines(before, after, told), *_piles(before, after), *_turn(before, after, told))


def _lines(before: State, after: State, told: Told) -> tuple[Words, ...]:
    found: list[Words] = []
    for seat in range(before.config.seats):
        who = told.name(seat)
        if before.lines[seat] != after.lines[seat]:
            found.append(t("Other cards before {who}.", who=who))
        elif _open(before, seat) != _open(after, seat):
            found.append(t("Other open cards before {who}.", who=who))
        if before.tokens[seat] != after.tokens[seat]:
            found.append(t("{who}'s tokens.", who=who))
    return tuple(found)


def _open(state: State, seat: int) -> list[tuple[bool, int | None]]:
    return [(ref in state.face_up, open_face(state, ref)) for ref in state.lines[seat]]


def _piles(before: State, after: State) -> tuple[Words, ...]:
    found: list[Words] = []
    if _shown(before) != _shown(after):
        found.append(t("Discard: {count}.", count=len(after.discard)))
    if len(before.spyglass) != len(after.spyglass):
        found.append(t("Spyglasses: {count}.", count=len(after.spyglass)))
    if len(before.pile) != len(after.pile):
        found.append(t("Draw pile: {count}.", count=len(after.pile)))
    return tuple(found)


def _shown(state: State) -> list[int | None]:
    sights = [state.sights[ref] for ref in state.discard]
    return [None if sight is None else sight.face for sight in sights]


def _turn(before: State, after: State, told: Told) -> tuple[Words, ...]:
    found: list[Words] = []
    if before.turn != after.turn:
        found.append(t("Turn: {who}.", who=told.name(after.turn)))
    if before.over != after.over:
        if after.over is None:
            found.append(t("The game goes on."))
        elif len(after.over.winners) > 1:
            found.append(t("{who} win.", who=names_of(after.over.winners, told)))
        else:
            found.append(t("{who} wins.", who=names_of(after.over.winners, told)))
    return tuple(found)
