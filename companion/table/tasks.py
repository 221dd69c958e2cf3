"""Putting the real table right: what people do by hand after an undo or a correction."""

from typing import Any

from msgspec.structs import replace

from companion.readmodels import Move, Task
from companion.table.desks import desk_of, told_of
from companion.table.state import Putting, Table
from companion.table.work import Work

FACE_DOWN = ("deck", "aside", "removed")
"""Piles whose cards nobody may look at, whatever the book knows of them."""


def ask_to_put_back(work: Work, now: Any, wanted: Any, *, was: Any = None) -> tuple[Move, ...]:
    """List the moves from the table of `now` to that of `wanted`, to be ticked off.

    Args:
        work: The bench.
        now: How the table lies.
        wanted: How it should lie.
        was: The state that the table left for `wanted`, where that is not `now`.
    """
    was = now if was is None else was
    table = work.table
    last = table.putting
    if last is not None and was is last.wanted and _lies_alike(table, last.was, wanted):
        # Back to where the table came from, before anybody moved a card.
        rest = tuple(task for task in table.tasks if task.id not in last.ids)
        work.set(tasks=rest, putting=None)
        return ()
    moves: tuple[Move, ...] = desk_of(table).put_back(now, wanted, told_of(table))
    first = table.task_id + 1
    added = tuple(
        Task(id=f"t{number}", move=_without_hints(move)) for number, move in enumerate(moves, first)
    )
    putting = Putting(was=was, wanted=wanted, ids=tuple(task.id for task in added))
    work.set(tasks=(*table.tasks, *added), task_id=table.task_id + len(moves), putting=putting)
    return moves


def _lies_alike(table: Table, one: Any, other: Any) -> bool:
    """Whether the table lies the same in both, whatever people have learnt meanwhile."""
    return one is other or not desk_of(table).put_back(one, other, told_of(table))


def _without_hints(move: Move) -> Move:
    """Cards that stay face down keep their faces to themselves."""
    piles = (move.source.partition(":")[0], move.target.partition(":")[0])
    if any(pile not in FACE_DOWN for pile in piles):
        return move
    return replace(move, cards=("",) * len(move.cards))


def tick(work: Work, ident: str) -> bool:
    """This move has been made. Gone when all are; False where there is no such task."""
    if not any(task.id == ident for task in work.table.tasks):
        return False
    tasks = tuple(
        replace(task, done=True) if task.id == ident else task for task in work.table.tasks
    )
    work.set(tasks=() if all(task.done for task in tasks) else tasks, putting=None)
    return True
