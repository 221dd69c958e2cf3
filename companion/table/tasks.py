"""Putting the real table right: what people do by hand after an undo or a correction."""

from typing import Any

from msgspec.structs import replace

from companion.readmodels import Move, Task
from companion.table.desks import desk_of, told_of
from companion.table.work import Work


def ask_to_put_back(work: Work, now: Any, wanted: Any) -> tuple[Move, ...]:
    """List the moves from the table of `now` to that of `wanted`, to be ticked off."""
    moves: tuple[Move, ...] = desk_of(work.table).put_back(now, wanted, told_of(work.table))
    tasks = list(work.table.tasks)
    number = work.table.task_id
    for move in moves:
        number += 1
        tasks.append(Task(id=f"t{number}", move=move))
    work.set(tasks=tuple(tasks), task_id=number)
    return moves


def tick(work: Work, ident: str) -> bool:
    """This move has been made. Gone when all are; False where there is no such task."""
    if not any(task.id == ident for task in work.table.tasks):
        return False
    tasks = tuple(
        replace(task, done=True) if task.id == ident else task for task in work.table.tasks
    )
    work.set(tasks=() if all(task.done for task in tasks) else tasks)
    return True
