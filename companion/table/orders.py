"""Evidence that leaves the order open: people are asked only where the order makes a difference."""

from typing import Any

from msgspec.structs import replace

from companion.referee import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    EvidenceRecord,
    TimedTap,
)
from companion.table.choices import apply_tap
from companion.table.desk import Act
from companion.table.desks import desk_of, game_of
from companion.table.presenter import seat_of
from companion.table.questions import ask_card, ask_lost, ask_order, ask_stale
from companion.table.work import Work
from companion.words import Words, t
from hardware.events import Observation, Press
from rules.core import Illegal

Order = tuple[Due, ...]


def apply_undecided(work: Work, due: DueUndecided) -> None:
    """Overlap, a missing mark, late or void evidence."""
    newest = due.elements[0]
    if due.reason == "late" and isinstance(newest, TimedTap):
        # Later than what was settled in its uncertain stretch: it is carried out as it came.
        apply_tap(work, newest, exact=False)
        return
    if work.table.phase != "playing":
        return
    if not desk_of(work.table).SLAPS:
        _as_it_came(work, due)
        return
    unsure = _unsure_card(due)
    if unsure is not None:
        work.quietly(backlog=(due, *work.table.backlog))
        ask_card(work, unsure)
        return
    if not due.orders or due.reason == "buttons":
        _lost(work, due)
        return
    blind = _only_presses(due)
    if due.reason == "camera" and blind is not None:
        ask_stale(work, blind, t("The camera cannot see the Pot."))
        return
    decide_orders(work, due.orders, due.record)


def _as_it_came(work: Work, due: DueUndecided) -> None:
    """No hands to judge: the rest is carried out in the order of its arrival."""
    rest: list[Due] = []
    for element in due.elements:
        if isinstance(element, Observation):
            rest.append(DueChange(observation=element))
        elif isinstance(element, TimedTap):
            rest.append(DueTap(tap=element, exact=False))
    work.quietly(backlog=(*rest, *work.table.backlog), more=True)


def _only_presses(due: DueUndecided) -> DuePresses | None:
    """The presses, where nothing but presses is in question."""
    if len(due.orders) == 1 and len(due.orders[0]) == 1:
        (only,) = due.orders[0]
        return only if isinstance(only, DuePresses) else None
    return None


def _unsure_card(due: DueUndecided) -> Observation | None:
    for element in due.elements:
        if isinstance(element, Observation) and element.kind == "card" and element.identity is None:
            return element
    return None


def with_identity(due: Due, ident: int, fixed: Observation) -> Due:
    """The same evidence after a person said which card it was."""
    match due:
        case DueChange(observation=observation) if observation.ident == ident:
            return DueChange(observation=fixed)
        case DueUndecided():
            elements = tuple(
                fixed if isinstance(e, Observation) and e.ident == ident else e
                for e in due.elements
            )
            orders: Any = tuple(
                tuple(with_identity(one, ident, fixed) for one in order) for order in due.orders
            )
            return DueUndecided(
                elements=elements, orders=orders, reason=due.reason, record=due.record
            )
        case _:
            return due


def _lost(work: Work, due: DueUndecided) -> None:
    """Nothing can be said from the evidence: the table says what happened."""
    seats = tuple(
        dict.fromkeys(e.seat for e in due.elements if isinstance(e, Press) and e.button == "grab")
    )
    changes = tuple(DueChange(observation=e) for e in due.elements if isinstance(e, Observation))
    if changes:
        work.quietly(backlog=(*changes, *work.table.backlog))
    if seats:
        ask_lost(work, seats, due.reason, due.record)


def decide_orders(work: Work, orders: tuple[Order, ...], record: EvidenceRecord | None) -> None:
    """Go on with any order if the rules make the same of all; else ask about one press."""
    results = [_simulate(work, order) for order in orders]
    if all(result == results[0] for result in results):
        work.quietly(backlog=(*orders[0], *work.table.backlog))
        return
    for seat in _pressers(orders):
        split = {_pressed_before(order, seat) for order in orders}
        if len(split) > 1:
            ask_order(work, orders, seat, _other(work, orders[0]), record)
            return
    ask_lost(work, _pressers(orders), "overlap", record)


def matching(orders: tuple[Order, ...], seat: int, *, before: bool) -> tuple[Order, ...]:
    """The orders in which this seat pressed before, or after, everything else."""
    return tuple(order for order in orders if _pressed_before(order, seat) == before)


def said_by_people(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """The same orders; their records tell that somebody chose between the possible ones."""
    return tuple(tuple(_by_people(due) for due in order) for order in orders)


def _by_people(due: Due) -> Due:
    if not isinstance(due, DuePresses):
        return due
    return replace(due, record=replace(due.record, settled_by="people"))


def _pressers(orders: tuple[Order, ...]) -> tuple[int, ...]:
    seats = [
        press.seat
        for order in orders
        for due in order
        if isinstance(due, DuePresses)
        for press in due.presses
    ]
    return tuple(dict.fromkeys(seats))


def _pressed_before(order: Order, seat: int) -> bool:
    """Whether the seat's press comes before the first change or tap of this order."""
    for due in order:
        if not isinstance(due, DuePresses):
            return False
        if any(press.seat == seat for press in due.presses):
            return True
    return False


def _other(work: Work, order: Order) -> Words:
    """What the press is compared with, in words."""
    for due in order:
        match due:
            case DueTap(tap=tap):
                seat = seat_of(tap.audience)
                if seat is None:
                    return t("the choice was made")
                return t("{who} chose", who=work.table.name(seat))
            case DueChange(observation=observation) if observation.kind == "card":
                return t("the new card was visible")
            case DueChange():
                return t("the Pot was taken")
            case _:
                pass
    return t("the rest")


def _simulate(work: Work, order: Order) -> Any:
    """The rules' state after this order, as far as it matters to anybody.

    An action that is refused leaves the state; what was refused is part of the result, since the
    table would have to say so.
    """
    game, desk = game_of(work.table), desk_of(work.table)
    state = work.table.game
    refused: list[str] = []
    for due in order:
        for action in _actions(desk, state, due):
            ruling = game.check(state, action)
            if isinstance(ruling, Illegal):
                refused.append(ruling.rule)
                continue
            for event in game.decide(state, action):
                state = game.evolve(state, event)
    return (desk.essence(state), tuple(refused))


def _actions(desk: Any, state: Any, due: Due) -> tuple[Any, ...]:
    match due:
        case DueChange(observation=observation):
            meaning = desk.change(state, observation)
            return meaning.actions if isinstance(meaning, Act) else ()
        case DuePresses(groups=groups):
            return (desk.grab(groups),)
        case DueTap(tap=tap):
            seat = seat_of(tap.audience)
            action = None if seat is None else desk.action(state, seat, tap.choice)
            return () if action is None else (action,)
        case _:
            return ()
