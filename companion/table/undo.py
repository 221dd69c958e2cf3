"""Taking back the newest effective entry. Undo appends; what was recorded stays recorded."""

import msgspec
from msgspec.structs import replace

from companion.table.desks import desk_of
from companion.table.effects import Retract
from companion.table.work import Work


def take_back(work: Work, *, by: str) -> str:
    """Undo the newest entry that counts; returns its label. The caller checked that there is one.

    The recorded face of a revealed card stays in the journal: an undo never invites a second roll.
    """
    table = work.table
    step = table.steps[-1]
    data = {"undoes": step.seq, "label": step.label}
    if desk_of(table).undoes_reveal(step.action):
        data["recorded"] = msgspec.to_builtins(step.action)
    work.row("undo", by=by, data=data)
    work.effect(Retract(seq=step.seq))
    log = tuple(
        replace(line, undone=True) if line.seq == step.seq else line for line in work.table.log
    )
    work.set(
        game=step.before,
        steps=table.steps[:-1],
        log=log,
        phase="playing",
        prompts=(),
        held=None,
    )
    return step.label


def undo(work: Work, *, by: str, who: str) -> str | None:
    """Undo on request; returns why not, or None when done."""
    table = work.table
    if table.failed:
        return "Play has stopped; nothing can be undone now."
    if not table.steps:
        return "There is nothing to undo: the game has just begun."
    physical = desk_of(table).undoes_reveal(table.steps[-1].action)
    label = take_back(work, by=by)
    if physical:
        work.quietly(expect_back=work.table.expect_back + 1)
        work.tell(f"{who} took back: {label}. Put that card back on its deck.")
    else:
        work.tell(f"{who} took back: {label}.")
    return None
