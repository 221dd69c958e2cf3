"""Choices carried out in their place in event time: items, taking the Pot, extra buttons."""

from companion.referee import DueChange, TimedTap
from companion.table.desks import desk_of
from companion.table.play import carry_out, reason_of
from companion.table.presenter import seat_of
from companion.table.undo import undo
from companion.table.work import Work
from companion.words import t
from rules.core import Illegal


def apply_tap(work: Work, tap: TimedTap, *, exact: bool) -> None:
    """A tap whose turn in event time has come, or an extra button on the table."""
    if work.table.game is None:
        return
    if exact:
        _press_extra(work, tap)
        return
    seat, desk = seat_of(tap.audience), desk_of(work.table)
    if seat is None:
        action = desk.table_action(work.table.game, tap.choice)
    else:
        action = desk.action(work.table.game, seat, tap.choice)
    if action is None:
        work.reply(tap.ident, 422, t("The table does not know this choice."))
        return
    refused = carry_out(work, action, at_ns=tap.at.latest, by=tap.audience)
    if isinstance(refused, Illegal):
        work.reply(tap.ident, 409, reason_of(refused), refused.rule)
        return
    work.reply(tap.ident)
    _after_choice(work)


def _press_extra(work: Work, tap: TimedTap) -> None:
    """An apply, undo or dispute button. One that all share comes as the table's."""
    desk, table = desk_of(work.table), work.table
    seat = seat_of(tap.audience)
    if tap.choice == "undo":
        undo(work, by=tap.audience, who=t("The table") if seat is None else table.name(seat))
        return
    action = None
    if tap.choice == "apply":
        action = desk.collect(table.game, desk.SHARED if seat is None else seat)
    elif tap.choice == "dispute":
        action = desk.dispute(table.game)
    if action is None:
        return
    refused = carry_out(work, action, at_ns=tap.at.latest, by=tap.audience)
    if isinstance(refused, Illegal):
        work.tell(reason_of(refused), kind="correction")


def _after_choice(work: Work) -> None:
    """What waited longest for a choice, as a card on the Portal, may count now."""
    if work.table.held:
        first = DueChange(observation=work.table.held[0])
        work.quietly(backlog=(first, *work.table.backlog), more=True)
