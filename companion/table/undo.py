"""Taking back the newest entry that counts, and bringing it back. What was recorded stays so."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import remembered
from companion.readmodels import LogLine
from companion.table.desks import desk_of, game_of
from companion.table.effects import Retract
from companion.table.lessons import relearn
from companion.table.state import Step, Table, Undone
from companion.table.tasks import ask_to_put_back
from companion.table.work import Work
from companion.words import Text, Words, mark, t

FAILED = mark("Play has stopped; nothing can be changed now.")


def take_back(work: Work, *, by: str) -> Step:
    """Undo the newest entry that counts. The caller checked that there is one.

    The recorded face of a revealed card stays in the journal: an undo never invites a second roll.
    """
    table = work.table
    step = table.steps[-1]
    data: dict[str, Any] = {"undoes": step.seq, "label": str(step.label)}
    if step.action is not None and desk_of(table).undoes_reveal(step.action):
        data["recorded"] = msgspec.to_builtins(step.action)
    seq = work.row("undo", by=by, data=data)
    undone = Undone(undo=seq, step=step, after=table.game, steps=table.steps)
    work.effect(Retract(seq=step.seq))
    for prompt in table.prompts:
        work.effect(Retract(seq=prompt.seq))
    game = remembered(game_of(table), step.before, table.game)
    work.set(
        game=game,
        steps=table.steps[:-1] if step.restores is None else step.restores,
        redo=(*table.redo, undone),
        log=_struck(work, step),
        phase="over" if _is_over(table, game) else "playing",
        prompts=(),
        held=(),
    )
    relearn(work, table.steps, work.table.steps)
    return step


def _is_over(table: Table, game: Any) -> bool:
    """Before a late correction that is taken back the game had its winner."""
    return game_of(table).observe(game, "table").outcome is not None


def _struck(work: Work, step: Step) -> tuple[LogLine, ...]:
    lines = work.table.log if step.restores is None else (*step.log, work.table.log[-1])
    return tuple(replace(line, undone=line.undone or line.seq == step.seq) for line in lines)


def undo(work: Work, *, by: str, who: Words) -> Words:
    """Undo on request; returns why not, or nothing when done."""
    table = work.table
    if table.failed:
        return Text(FAILED)
    if not table.steps:
        return t("There is nothing to undo: the game has just begun.")
    before = table.game
    step = take_back(work, by=by)
    work.tell(t("{who} took back: {what}.", who=who, what=step.label), kind="correction")
    moves = ask_to_put_back(work, before, work.table.game)
    if step.action is not None and desk_of(table).undoes_reveal(step.action):
        work.quietly(expect_back=work.table.expect_back + 1)
    if moves:
        work.tell(moves[0].text, kind="correction")
    return ""


def redo(work: Work, *, by: str, who: Words) -> Words:
    """Bring back what was taken back last; returns why not, or nothing when done."""
    table = work.table
    if table.failed:
        return Text(FAILED)
    if not table.redo:
        return t("There is nothing to bring back.")
    last, before = table.redo[-1], table.game
    work.row("undo", by=by, data={"undoes": last.undo, "label": str(last.step.label)})
    work.set(
        game=remembered(game_of(table), last.after, before),
        steps=last.steps,
        redo=table.redo[:-1],
        log=tuple(
            replace(line, undone=False) if line.seq == last.step.seq else line for line in table.log
        ),
        phase="over" if _is_over(table, last.after) else "playing",
        expect_back=0,
    )
    relearn(work, table.steps, last.steps)
    what = t("{who} brought back: {what}.", who=who, what=last.step.label)
    work.tell(what, kind="correction")
    ask_to_put_back(work, before, work.table.game)
    return ""
