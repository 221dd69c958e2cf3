"""Cards that lie there already when an entry is made cannot be what that entry waits for.

People tell faster than a camera sees: what was told by phone is seen a moment later, and must not
be taken for the next card. Others lay first and tell later: where the camera itself told of all
that lay there before, what it sees now is new, and waits for the phone.
"""

from companion.table.desks import desk_of, game_of
from companion.table.state import Step, Table
from companion.table.work import Work
from hardware.events import Observation
from hardware.timing import Instant


def is_echo(table: Table, laid_ns: Instant) -> bool:
    """Whether what lay there at `laid_ns` belongs to an earlier turn than the present one."""
    kinds = desk_of(table).LAID_AFTER
    newest = next((step for step in reversed(table.steps) if isinstance(step.action, kinds)), None)
    return newest is not None and laid_ns <= newest.at_ns


def has_seen_all(table: Table) -> bool:
    """Whether the camera told of the newest card that was laid open, or has seen it since."""
    newest = _newest_laid(table)
    if newest is None:
        return True
    return newest.by == "sensors" or bool(newest.candidates) or newest.seq == table.echoed


def is_put_back(table: Table, observation: Observation) -> bool:
    """Whether it came to light because people lay the table as it was before an undo.

    To an eye that was started anew the card below a lifted one is a card that came.
    """
    if not desk_of(table).LAID_AFTER or not (table.redo or table.tasks):
        return False
    moves = [task.move for task in table.tasks if not task.done]
    moved = {zone for move in moves for zone in (move.source, move.target)}
    return observation.zone in moved or _is_on_top(table, observation)


def note_echo(work: Work, observation: Observation) -> None:
    """What was told by phone is seen to lie there, if it is that."""
    newest = _newest_laid(work.table)
    if newest is not None and _is_on_top(work.table, observation):
        work.quietly(echoed=newest.seq)


def _is_on_top(table: Table, observation: Observation) -> bool:
    """Whether just this card lies on top of that pile by the game."""
    lies = desk_of(table).lying(game_of(table).observe(table.game, "table"))
    expected = lies.get(observation.zone)
    return expected is not None and bool(expected.top) and expected.top == observation.identity


def _newest_laid(table: Table) -> Step | None:
    """The entry that brought the newest card of those that the camera waits for."""
    count, after = desk_of(table).count_laid, table.game
    for step in reversed(table.steps):
        if count(after) > count(step.before):
            return step
        after = step.before
    return None
