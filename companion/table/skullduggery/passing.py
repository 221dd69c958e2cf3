"""What everybody hands on: arrows and words of one account, the rules' own (`passes`)."""

from collections.abc import Sequence
from typing import Any

from companion.readmodels import Arrow, Passing
from companion.table.desk import Told
from companion.table.skullduggery.words import slot_name
from companion.words import Text, Words, t
from rules.skullduggery import events as e
from rules.skullduggery.cards import LEFT_END, RIGHT_END
from rules.skullduggery.passing import Pass, passes


def passing(recent: Sequence[Any], seats: int, seat: int | None, told: Told) -> Passing | None:
    """The pass or switch of the newest discard, until the next card is drawn."""
    due = _newest(recent)
    if isinstance(due, e.EndsSwitched):
        return _switch(due.seat, seat, told)
    if isinstance(due, e.CardsPassed):
        moves = passes(seats, due.action)
        arrows = tuple(_arrow(move, _move_text(move, seat, told)) for move in moves)
        return Passing(title=pass_title(due.action), arrows=arrows)
    return None


def pass_title(action: str) -> Text:
    """What to do, in plain words."""
    if action == "pass_left":
        return t(
            "Pass left: everybody hands the left-most card to the left and puts the new one at the "
            "right end."
        )
    return t(
        "Pass right: everybody hands the right-most card to the right and puts the new one at the "
        "left end."
    )


def _newest(recent: Sequence[Any]) -> e.CardsPassed | e.EndsSwitched | None:
    """Nothing once somebody has drawn."""
    for event in reversed(recent):
        if isinstance(event, e.CardDrawn | e.CardDiscarded):
            return None
        if isinstance(event, e.CardsPassed | e.EndsSwitched):
            return event
    return None


def _arrow(move: Pass, text: Words) -> Arrow:
    return Arrow(
        from_seat=move.from_seat,
        from_slot=move.from_slot,
        to_seat=move.to_seat,
        to_slot=move.to_slot,
        text=text,
    )


def _move_text(move: Pass, seat: int | None, told: Told) -> Words:
    """Who gives which card to whom, and where it lands; `you` where it is about this page."""
    source, target = slot_name(move.from_slot), slot_name(move.to_slot)
    if move.from_seat == seat:
        return t(
            "You give your {source} card to {other}, who puts it at the {target}.",
            source=source,
            other=told.name(move.to_seat),
            target=target,
        )
    if move.to_seat == seat:
        return t(
            "You get the {source} card of {who} and put it at your {target}.",
            source=source,
            who=told.name(move.from_seat),
            target=target,
        )
    return t(
        "{who} gives the {source} card to {other}, who puts it at the {target}.",
        who=told.name(move.from_seat),
        source=source,
        other=told.name(move.to_seat),
        target=target,
    )


def _switch(whose: int, seat: int | None, told: Told) -> Passing:
    title = t("Switch: the two ends of {who}'s line change places.", who=told.name(whose))
    if whose == seat:
        title = t("Switch: the two ends of your line change places.")
    ends = ((LEFT_END, RIGHT_END), (RIGHT_END, LEFT_END))
    return Passing(
        title=title,
        arrows=tuple(
            Arrow(from_seat=whose, from_slot=source, to_seat=whose, to_slot=target)
            for source, target in ends
        ),
    )
