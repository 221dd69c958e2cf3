"""Slaps among the entries that count: which one people may overrule, and what they said of it."""

from collections.abc import Iterator, Sequence

from companion.table.desks import desk_of, told_of
from companion.table.state import Step, Table


def counting(table: Table) -> tuple[Step, ...]:
    """Entries of the game that count, without the marks of amendments."""
    return tuple(step for step in table.steps if step.action is not None)


def disputable(table: Table) -> Step | None:
    """The slap that the rules still remember; excused hands after it change nothing."""
    steps = counting(table)
    for place in reversed(range(len(steps))):
        if steps[place].pressed and _remembered(table, steps, place):
            return steps[place]
    return None


def spoken_of(table: Table, steps: Sequence[Step], place: int) -> Iterator[Step]:
    """Later entries in which people said something of the slap at `place`, oldest first.

    Of an excused hand nobody says anything: what is said goes to the slap before it.
    """
    if not _remembered(table, steps, place):
        return
    desk, told = desk_of(table), told_of(table)
    for later in range(place + 1, len(steps)):
        if steps[later].pressed and _remembered(table, steps, later):
            return
        if desk.said_of_grab(steps[later].action, told):
            yield steps[later]


def winner(table: Table, steps: Sequence[Step], place: int) -> int | None:
    """Who took the Pot by the slap at `place`, as the table has it now."""
    won = steps[place].won
    for later in spoken_of(table, steps, place):
        won = later.won
    return won


def _remembered(table: Table, steps: Sequence[Step], place: int) -> bool:
    """Whether the rules took this slap for one that can be judged the other way."""
    desk = desk_of(table)
    after = steps[place + 1].before if place + 1 < len(steps) else table.game
    return desk.remembered(after) is not desk.remembered(steps[place].before)
