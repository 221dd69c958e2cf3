"""Putting the real table right: what people do by hand after an undo or a correction."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import Row
from companion.readmodels import Move, Task
from companion.table.desks import desk_of, told_of
from companion.table.state import Putting, Table
from companion.table.work import Work

TASKS = "tasks"
"""Kind of the entry that lists what is still to be moved by hand."""
PREFIX = "t"
FACE_DOWN = ("deck", "aside", "removed")
"""Piles whose cards nobody may look at, whatever the book knows of them."""


EXACT, GOES_ON = "exact", "goes_on"
"""Of such an entry: the moves lead from the state before it; from that before the list before."""


def ask_to_put_back(work: Work, now: Any, wanted: Any, *, was: Any = None) -> tuple[Move, ...]:
    """List the moves from the table of `now` to that of `wanted`, to be ticked off.

    Several changes before anybody has moved a card make one list, by the shortest way, where the
    game can tell it (`ONE_LIST`).

    Args:
        work: The bench.
        now: How the table lies.
        wanted: How it should lie.
        was: The state that the table left for `wanted`, where that is not `now`.
    """
    exact = was is None
    was = now if was is None else was
    table, last = work.table, work.table.putting
    rest, goes_on = table.tasks, False
    if last is not None and _lies_alike(table, was, last.wanted):
        older = tuple(task for task in table.tasks if task.id not in last.ids)
        if _lies_alike(table, last.was, wanted):
            # Back to where the table came from, before anybody moved a card.
            _list(work, older, putting=None)
            return ()
        if exact and last.exact and desk_of(table).ONE_LIST:
            now = was = last.was
            rest, goes_on = older, True
    moves: tuple[Move, ...] = desk_of(table).put_back(now, wanted, told_of(table))
    first = table.task_id + 1
    added = tuple(
        Task(id=f"{PREFIX}{number}", move=_without_hints(move))
        for number, move in enumerate(moves, first)
    )
    ids = tuple(task.id for task in added)
    putting = Putting(was=was, wanted=wanted, ids=ids, exact=exact)
    work.quietly(task_id=table.task_id + len(moves))
    _list(work, (*rest, *added), putting=putting, goes_on=goes_on)
    return moves


def _list(
    work: Work,
    tasks: tuple[Task, ...],
    *,
    putting: Putting | None,
    by: str = "table",
    goes_on: bool = False,
) -> None:
    """What is to be done now, as an entry: cards that were not moved yet survive a restart."""
    if tasks or work.table.tasks:
        ids = () if putting is None else putting.ids
        data: dict[str, Any] = {"tasks": msgspec.to_builtins(tasks), "newest": list(ids)}
        if putting is not None and putting.exact:
            data["from"] = GOES_ON if goes_on else EXACT
        work.row(TASKS, by=by, data=data)
    work.set(tasks=tasks, putting=putting)


def listed(
    row: Row, was: Any, wanted: Any, last: Putting | None
) -> tuple[tuple[Task, ...], Putting | None]:
    """The tasks of such an entry.

    Args:
        row: The entry.
        was: The state before the newest change that counted.
        wanted: The state after it.
        last: The list before.
    """
    tasks = msgspec.convert(row.data["tasks"], type=tuple[Task, ...])
    ids, source = tuple(row.data["newest"]), row.data.get("from", "")
    if not ids:
        return tasks, None
    if source == GOES_ON and last is not None:
        was = last.was
    return tasks, Putting(was=was, wanted=wanted, ids=ids, exact=bool(source))


def _lies_alike(table: Table, one: Any, other: Any) -> bool:
    """Whether the table lies the same in both, whatever people have learnt meanwhile.

    What somebody noted in confidence is nobody else's business.
    """
    return one is other or not desk_of(table).put_back(one, other, told_of(table))


def _without_hints(move: Move) -> Move:
    """Cards that stay face down keep their faces to themselves."""
    piles = (move.source.partition(":")[0], move.target.partition(":")[0])
    if any(pile not in FACE_DOWN for pile in piles):
        return move
    return replace(move, cards=("",) * len(move.cards))


def task_number(ident: str) -> int:
    """`t7` is 7."""
    return int(ident.removeprefix(PREFIX))


def tick(work: Work, ident: str, *, by: str) -> bool:
    """This move has been made. Gone when all are; False where there is no such task."""
    if not any(task.id == ident for task in work.table.tasks):
        return False
    tasks = tuple(
        replace(task, done=True) if task.id == ident else task for task in work.table.tasks
    )
    _list(work, () if all(task.done for task in tasks) else tasks, putting=None, by=by)
    return True


def tick_all(work: Work, *, by: str) -> None:
    """All that was listed has been done."""
    if work.table.tasks:
        _list(work, (), putting=None, by=by)
