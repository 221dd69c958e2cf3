"""Choices carried out in their place in event time: items, taking the Pot, extra buttons."""

from companion.referee import DueChange, TimedTap
from companion.table.desks import desk_of
from companion.table.play import carry_out
from companion.table.presenter import seat_of
from companion.table.undo import undo
from companion.table.work import Work
from rules.core import Illegal


def apply_tap(work: Work, tap: TimedTap, *, exact: bool) -> None:
    """A tap whose turn in event time has come, or an extra button on the table."""
    table = work.table
    seat = seat_of(tap.audience)
    if seat is None or table.game is None:
        return
    if exact and tap.choice == "undo":
        undo(work, by=tap.audience, who=table.name(seat))
        return
    action = (
        _button_action(work, seat, tap)
        if exact
        else desk_of(table).action(table.game, seat, tap.choice)
    )
    if action is None:
        work.reply(tap.ident, 422, "The table does not know this choice.")
        return
    refused = carry_out(work, action, at_ns=tap.at.latest, by=tap.audience)
    if isinstance(refused, Illegal):
        work.reply(tap.ident, 409, refused.reason, refused.rule)
        return
    work.reply(tap.ident)
    _after_choice(work)


def _button_action(work: Work, seat: int, tap: TimedTap) -> object | None:
    desk, state = desk_of(work.table), work.table.game
    if tap.choice == "apply":
        found: object | None = desk.collect(state, seat)
        return found
    if tap.choice == "dispute":
        return desk.dispute(state)  # type: ignore[no-any-return]
    return None


def _after_choice(work: Work) -> None:
    """A card that waited on the Portal for the caster's choice counts now."""
    held = work.table.held
    if held is not None:
        work.set(held=None)
        work.quietly(backlog=(DueChange(observation=held), *work.table.backlog))
