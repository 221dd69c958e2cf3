"""What the voice says about Skullduggery: public events in, sentences out.

It gets only what `redact` leaves for the table: never a drawn, peeked or face-down value.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.table.desk import Line, Told
from companion.table.skullduggery.passing import pass_title
from companion.table.skullduggery.words import names_of, slot_name, token_name
from companion.words import Words, n, t
from rules.skullduggery import events as e

LOW = 5
"""Cards left in the pile when people are told."""


def narrate(events: Sequence[e.Event], told: Told) -> tuple[Line, ...]:
    """Sentences for one entry's public events, in order."""
    return tuple(line for event in events for line in _LINES[type(event)](event, told))


def _quiet(text: Words) -> Iterator[Line]:
    yield Line(text=text, priority="quiet", kind="card")


def _move(text: Words) -> Iterator[Line]:
    yield Line(text=text, kind="move")


def _nothing(_event: Any, _told: Told) -> Iterator[Line]:
    yield from ()


def _looked_at_middle(event: e.MiddleLooked, told: Told) -> Iterator[Line]:
    yield from _quiet(t("{who} has looked at the two middle cards.", who=told.name(event.seat)))


def _drawn(event: e.CardDrawn, told: Told) -> Iterator[Line]:
    yield from _quiet(t("{who} draws.", who=told.name(event.seat)))
    if event.left == LOW:
        text = n("{n} card is left in the pile.", "{n} cards are left in the pile.", event.left)
        yield Line(text=text, kind="count")
    if event.left == 0:
        yield Line(text=t("That was the last card of the pile."), kind="count")


def _token(event: e.TokenUsed, told: Told) -> Iterator[Line]:
    yield from _move(
        t(
            "{who} uses the {token} against {other}.",
            who=told.name(event.seat),
            token=token_name(event.side),
            other=told.name(event.against),
        )
    )


def _placed(event: e.CardPlaced, told: Told) -> Iterator[Line]:
    who, slot = told.name(event.seat), slot_name(event.slot)
    text = t("{who} replaces the {slot}.", who=who, slot=slot)
    if event.owner != event.seat:
        other = told.name(event.owner)
        text = t("{who} replaces {other}'s {slot}.", who=who, other=other, slot=slot)
    yield from _quiet(text)
    if event.face_up:
        yield from _move(t("The new card lies face up."))


def _let_go(event: e.DrawnLetGo, told: Told) -> Iterator[Line]:
    yield from _quiet(t("{who} discards the drawn card.", who=told.name(event.seat)))


def _discarded(event: e.CardDiscarded, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    yield from _move(t("{who} discards {value}.", who=who, value=event.value))
    if event.action == "spyglass":
        yield from _move(t("Spyglass number {n}.", n=event.count))


def _overcounted(event: e.Overcounted, _told: Told) -> Iterator[Line]:
    text = t(
        "More than {copies} cards with {value} lie open: was one misread?",
        copies=event.copies,
        value=event.value,
    )
    yield Line(text=text, priority="quiet")


def _passed(event: e.CardsPassed, _told: Told) -> Iterator[Line]:
    yield from _move(pass_title(event.action))


def _switched(event: e.EndsSwitched, told: Told) -> Iterator[Line]:
    text = t("Switch: the two ends of {who}'s line change places.", who=told.name(event.seat))
    yield from _move(text)


def _look_due(event: e.LookDue, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    if event.kind == "peek":
        text = t("Peek: {who} looks at the left or the right end of the own line.", who=who)
    else:
        left, right = (told.name(place.seat) for place in event.places)
        text = t(
            "Sneak: {who} looks at {left}'s right end or at {right}'s left end.",
            who=who,
            left=left,
            right=right,
        )
    yield from _move(text)


def _looked(event: e.CardLooked, told: Told) -> Iterator[Line]:
    who, slot = told.name(event.seat), slot_name(event.place.slot)
    if not event.look:
        yield from _quiet(t("{who} does not look.", who=who))
    elif event.place.seat == event.seat:
        yield from _quiet(t("{who} looks at the own {slot}.", who=who, slot=slot))
    else:
        other = told.name(event.place.seat)
        yield from _quiet(t("{who} looks at {other}'s {slot}.", who=who, other=other, slot=slot))


def _turn_up_due(event: e.TurnUpDue, told: Told) -> Iterator[Line]:
    who = names_of(event.seats, told)
    text = t("Turn up one of your two middle cards: {who}.", who=who)
    yield from _move(text)


def _turned_up(event: e.CardTurnedUp, told: Told) -> Iterator[Line]:
    who, slot = told.name(event.seat), slot_name(event.slot)
    text = t("{who} turns up the {slot}.", who=who, slot=slot)
    if event.value is not None:
        text = t("{who} turns up the {slot}: {value}.", who=who, slot=slot, value=event.value)
    yield from _quiet(text)


def _read(event: e.FaceRead, told: Told) -> Iterator[Line]:
    yield from _quiet(
        t(
            "{who}'s {slot}: {value}.",
            who=told.name(event.seat),
            slot=slot_name(event.slot),
            value=event.value,
        )
    )


def _turn(event: e.TurnPassed, told: Told) -> Iterator[Line]:
    yield from _move(t("{who} draws next.", who=told.name(event.seat)))


def _play_ended(event: e.PlayEnded, _told: Told) -> Iterator[Line]:
    text = t("The pile is empty: the game ends. Turn up all your cards where they lie.")
    if event.reason == "third_spyglass":
        text = t("The third Spyglass ends the game. Turn up all your cards where they lie.")
    yield Line(text=text, priority="verdict", kind="verdict")


def _revealed(event: e.LineRevealed, told: Told) -> Iterator[Line]:
    yield from _move(t("{who}: {score}.", who=told.name(event.seat), score=event.score))


def _over(event: e.GameEnded, told: Told) -> Iterator[Line]:
    who, score = names_of(event.winners, told), max(event.scores)
    text = t("{who} wins the game with {score}!", who=who, score=score)
    if len(event.winners) > 1:
        text = t("{who} share the win with {score}!", who=who, score=score)
    yield Line(text=text, priority="verdict", kind="verdict")


_LINES: Mapping[type, Callable[[Any, Told], Iterator[Line]]] = MappingProxyType(
    {
        e.MiddleLooked: _looked_at_middle,
        e.CardDrawn: _drawn,
        e.ValueTold: _nothing,
        e.TokenUsed: _token,
        e.CardPlaced: _placed,
        e.DrawnLetGo: _let_go,
        e.CardDiscarded: _discarded,
        e.Overcounted: _overcounted,
        e.CardsPassed: _passed,
        e.EndsSwitched: _switched,
        e.LookDue: _look_due,
        e.CardLooked: _looked,
        e.TurnUpDue: _turn_up_due,
        e.CardTurnedUp: _turned_up,
        e.FaceRead: _read,
        e.TurnPassed: _turn,
        e.PlayEnded: _play_ended,
        e.LineRevealed: _revealed,
        e.GameEnded: _over,
    }
)
