"""How a view of Skullduggery becomes a page: lines, piles, what is passed, the one sentence."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.readmodels import CardLine, Hand, Pile, Player, Result, Slot, Token
from companion.table.desk import Picture, Told
from companion.table.skullduggery.passing import passing
from companion.table.skullduggery.words import (
    TOKEN_TINT,
    face_of,
    names_of,
    other,
    slot_name,
)
from companion.words import Text, Words, mark, t
from hardware.events import Lamps
from rules.skullduggery.cards import LAST_SPYGLASS, MIDDLE, SPYGLASS, Side
from rules.skullduggery.view import PlayerView, View

Places = frozenset[tuple[int, int]]
"""(seat, slot)."""


def lamps(view: View) -> Lamps:
    """Green for whom the game waits, the turn lamp for whose turn it is."""
    waited = {player.seat for player in view.players if player.owes}
    status = tuple(
        "green" if player.seat in waited or player.seat == view.turn else "off"
        for player in view.players
    )
    return Lamps(status=status, turn=None if view.outcome else view.turn)


def picture(view: View, seat: int | None, told: Told) -> Picture:
    """This audience's page; `seat` is whose, None for the table's screen."""
    secret = hidden(view)
    return Picture(
        headline=_headline(view, seat, told),
        players=tuple(_player(view, player, told) for player in view.players),
        piles=_piles(view),
        result=_result(view, told),
        tip=_tip(view, seat, told),
        lines=tuple(_line(view, player, secret, told) for player in _from(view.players, seat or 0)),
        passing=passing(told.recent, view.seats, seat, told),
        hand=_hand(view),
    )


def _from(players: tuple[PlayerView, ...], seat: int) -> tuple[PlayerView, ...]:
    """Clockwise from this seat, so that the own line is the first."""
    return (*players[seat:], *players[:seat])


def _player(view: View, player: PlayerView, told: Told) -> Player:
    label: Words = ""
    if player.score is not None:
        label = str(player.score)
    elif player.owes:
        label = t("turns up cards")
    return Player(
        seat=player.seat,
        name=told.name(player.seat),
        colour="",
        status_label=label,
        turn=view.outcome is None and view.turn == player.seat,
    )


def hidden(view: View) -> Places:
    """Cards that somebody looks at in secret, or may in a moment."""
    places = view.choosing.places if view.choosing is not None else ()
    if view.look is not None:
        places = (*places, view.look.place)
    found = {(place.seat, place.slot) for place in places}
    if not view.begun:
        found |= {(seat, slot) for seat in range(view.seats) for slot in MIDDLE}
    return frozenset(found)


def _line(view: View, player: PlayerView, secret: Places, told: Told) -> CardLine:
    looked = view.look
    slots = []
    for place, slot in enumerate(player.line):
        here = (player.seat, place)
        recalled = slot.recalled
        if looked is not None and (looked.place.seat, looked.place.slot) == here:
            recalled = looked.value
        slots.append(
            Slot(
                up=slot.up,
                face=face_of(slot.value),
                seen=slot.seen and not slot.up,
                recalled=None if slot.up else face_of(recalled),
                hidden=here in secret and not slot.up,
            )
        )
    return CardLine(
        seat=player.seat,
        slots=tuple(slots),
        tokens=tuple(_tokens(view, player, told)),
        score=player.score,
    )


def _tokens(view: View, player: PlayerView, told: Told) -> Iterator[Token]:
    sides: tuple[tuple[Side, bool], ...] = (("left", player.red), ("right", player.blue))
    for side, used in sides:
        who = other(view.seats, player.seat, side, told)
        label = t("red token, for {who}", who=who)
        if side == "right":
            label = t("blue token, for {who}", who=who)
        yield Token(label=label, tint=TOKEN_TINT[side], used=used)


def _piles(view: View) -> tuple[Pile, ...]:
    discard = face_of(view.discard[-1]) if view.discard else None
    spyglass = face_of(SPYGLASS) if view.spyglass else None
    note = t("{count} of {last}", count=view.spyglass, last=LAST_SPYGLASS)
    return (
        Pile(id="pile", label=t("Draw pile"), count=view.pile),
        Pile(id="discard", label=t("Discard"), count=len(view.discard), top=discard),
        Pile(id="spyglass", label=t("Spyglasses"), count=view.spyglass, top=spyglass, note=note),
    )


def _hand(view: View) -> Hand | None:
    if not view.holding or view.turn is None:
        return None
    return Hand(seat=view.turn, face=face_of(view.drawn))


WHY_OVER: Mapping[str, str] = MappingProxyType(
    {
        "third_spyglass": mark("the third Spyglass is out"),
        "pile_empty": mark("the pile is empty"),
    }
)


def _result(view: View, told: Told) -> Result | None:
    over = view.outcome
    if over is None:
        return None
    who, score = names_of(over.winners, told), max(over.scores.values())
    title = t("{who} wins with {score}", who=who, score=score)
    if len(over.winners) > 1:
        title = t("{who} share the win with {score}", who=who, score=score)
    return Result(title=title, winners=over.winners, detail=Text(WHY_OVER[over.reason]))


def _headline(view: View, seat: int | None, told: Told) -> Words:
    match view.phase:
        case "over":
            result = _result(view, told)
            return "" if result is None else result.title
        case "reveal":
            return t("Turn up all your cards where they lie")
        case "spyglass":
            return _owing(view, seat, told)
        case _:
            return _turn(view, seat, told)


def _owing(view: View, seat: int | None, told: Told) -> Words:
    owing = tuple(player.seat for player in view.players if player.owes)
    if seat in owing:
        return t("Spyglass: turn up one of your middle cards")
    return t("Spyglass: {who} turn up a middle card", who=names_of(owing, told))


_MINE: Mapping[str, str] = MappingProxyType(
    {
        "draw": mark("You draw the top card"),
        "act": mark("Where does your card go?"),
        "discard": mark("What does the discarded card show?"),
        "peek": mark("Peek: look at one end of your line"),
        "sneak": mark("Sneak: look at one card of a neighbour"),
    }
)
_OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "draw": mark("{who} draws"),
        "act": mark("{who} holds a card"),
        "discard": mark("{who} shows the discarded card"),
        "peek": mark("{who} peeks: look away"),
        "sneak": mark("{who} sneaks a look: look away"),
    }
)


def _turn(view: View, seat: int | None, told: Told) -> Words:
    if view.turn is None:
        return ""
    if view.turn == seat:
        return Text(_MINE[view.phase])
    return Text(_OTHERS[view.phase], {"who": told.name(view.turn)})


def _tip(view: View, seat: int | None, told: Told) -> Words:
    if view.outcome is not None:
        return ""
    if not view.begun:
        return t("Before the first draw: look once at your own two middle cards, in secret.")
    if view.choosing is not None and view.choosing.kind in {"peek", "sneak"}:
        return t("Hold phones and cameras down while somebody looks at a card.")
    if view.look is not None and view.phase == "draw":
        whose, place = told.name(view.look.seat), view.look.place
        if view.look.seat == seat:
            return ""
        return t(
            "{who} looks at {other}'s {slot}. Hold phones down.",
            who=whose,
            other=told.name(place.seat),
            slot=slot_name(place.slot),
        )
    return ""
