"""A press in a game without slaps: hands have finished what there was to do on the table.

Skullduggery, spec section 7: a player presses when an action's physical step is finished.
"""

from msgspec.structs import replace

from companion.table.tasks import tick_all
from companion.table.work import Work
from companion.words import t
from hardware.events import Beep


def hands_done(work: Work, seat: int) -> None:
    """What was to be put back is, and nobody is still on the way: the audit need not wait."""
    table = work.table
    tick_all(work, by=f"seat:{seat}")
    if table.audit.due:
        work.quietly(audit=replace(table.audit, due={}))
    work.effect(Beep())
    work.tell(t("{who}: all is done at the table.", who=table.name(seat)), "quiet")
