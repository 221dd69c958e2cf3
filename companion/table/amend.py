"""Correcting an earlier entry: the fold runs again from there, and only the difference is told."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import remembered
from companion.table.desks import desk_of, game_of, told_of
from companion.table.effects import Retract
from companion.table.lessons import relearn
from companion.table.misfits import ask_misfit
from companion.table.play import facts_of, public_of, reason_of
from companion.table.state import LeftOver, Step, Table
from companion.table.tasks import ask_to_put_back
from companion.table.work import Work
from companion.words import NOTE, Words, sentences, t
from rules.core import Illegal

SPOKEN_MAX = 3
"""More differences than this are shown, not read out."""


class Rerun:
    """Later entries read again on a corrected state. Pure: nothing is written here."""

    def __init__(self, table: Table, state: Any, *, strict: bool = False) -> None:
        """`strict`: private reasons count too, since only whoever knows them is told."""
        self.strict = strict
        self.game, self.desk = game_of(table), desk_of(table)
        self.told = told_of(table)
        self.state = state
        self.steps: list[Step] = []
        self.entries: list[dict[str, Any]] = []
        self.left: tuple[LeftOver, ...] = ()

    def apply(self, step: Step, action: Any, *, later: bool = False) -> Illegal | None:
        """One entry with this action; None when it fits. `later`: it counted already."""
        ruling = self.game.check(self.state, action)
        lenient = later and not self.strict
        if isinstance(ruling, Illegal) and not (lenient and ruling.private):
            return ruling
        events = facts_of(self.game, self.state, action)
        label = self.desk.label(action, self.told)
        self.steps.append(
            replace(
                step,
                before=self.state,
                action=action,
                label=label,
                pressed=self.desk.slapped(action),
                won=self.desk.won_by(events),
                events=public_of(self.game, events),
            )
        )
        for event in events:
            self.state = self.game.evolve(self.state, event)
        self.entries.append(
            {
                "seq": step.seq,
                "action": msgspec.to_builtins(action),
                "events": [msgspec.to_builtins(event) for event in events],
            }
        )
        return None

    def follow(self, steps: tuple[Step, ...]) -> None:
        """All later entries until one does not fit; it and the rest are left over."""
        for place, step in enumerate(steps):
            action = self.desk.again(self.state, step.action, step.by)
            if self.apply(step, action, later=True) is not None:
                self.left = tuple(left_over(one) for one in steps[place:])
                return


def left_over(step: Step) -> LeftOver:
    """The entry as a question keeps it."""
    return LeftOver(
        seq=step.seq,
        action=msgspec.to_builtins(step.action),
        label=step.label,
        by=step.by,
        at_ns=step.at_ns,
        candidates=step.candidates,
    )


def amend(work: Work, seq: int, action: Any | None, *, by: str, who: Words) -> Words:
    """Entry `seq` was `action` (None: it never happened). Returns why not, or nothing when done."""
    table = work.table
    place = next((n for n, step in enumerate(table.steps) if step.seq == seq), None)
    if place is None or table.steps[place].action is None:
        return t("Entry {seq} does not count any more; choose another in the story.", seq=seq)
    old = table.steps[place]
    secret = desk_of(table).secret(old.before, old.action)
    rerun = Rerun(table, old.before, strict=secret)
    if action is not None:
        refused = rerun.apply(old, action)
        if refused is not None:
            return t("{why} [{rule}]", why=reason_of(refused), rule=refused.rule)
    rerun.follow(tuple(step for step in table.steps[place + 1 :] if step.action is not None))
    if secret and (rerun.left or not _same_in_public(table.steps[place:], rerun.steps)):
        return t(
            "That would change what all have seen since. Take back with Undo as far as that entry."
        )
    lies = as_it_lies(table, place, action)
    _write(work, rerun, old, place, lies=lies, by=by, who=who)
    return ""


def _same_in_public(old: tuple[Step, ...], new: list[Step]) -> bool:
    """Whether all that others could see of these entries stays as it was."""
    seen = [(step.seq, step.events) for step in old if step.action is not None]
    return seen == [(step.seq, step.events) for step in new]


def as_it_lies(table: Table, place: int, action: Any | None) -> Any:
    """The real table before it is put right: what was believed, but with the right face.

    A card that was misread is the same piece of cardboard; only what followed may have to move.
    """
    if action is None:
        return table.game
    game, desk = game_of(table), desk_of(table)
    old = table.steps[place]
    state = old.before
    for step in table.steps[place:]:
        if step.action is None:
            continue
        for event in facts_of(game, step.before, step.action):
            printed = desk.reprint(event, action) if step is old else event
            state = game.evolve(state, printed)
    return state


def _write(
    work: Work, rerun: Rerun, old: Step, place: int, *, lies: Any, by: str, who: Words
) -> None:
    table = work.table
    label = t("{was} left out", was=old.label)
    if rerun.entries[:1] and rerun.steps[0].seq == old.seq:
        label = t("{was} corrected to {now}", was=old.label, now=rerun.steps[0].label)
    data = {
        "amends": old.seq,
        "entries": rerun.entries,
        "was": msgspec.to_builtins(old.action),
        "left": [msgspec.to_builtins(one) for one in rerun.left],
        "label": str(label),
        "words": msgspec.to_builtins(label),
    }
    seq = work.row("amend", by=by, data=data)
    mark = Step(
        seq=seq,
        before=table.game,
        action=None,
        label=label,
        by=by,
        restores=table.steps,
        log=table.log,
    )
    untold = [step.seq for step in table.steps[place:]]
    for one in (*untold, *(prompt.seq for prompt in table.prompts)):
        work.effect(Retract(seq=one))
    state = remembered(game_of(table), rerun.state, table.game)
    over = game_of(table).observe(state, "table").outcome is not None
    work.set(
        game=state,
        steps=(*table.steps[:place], *rerun.steps, mark),
        redo=(),
        prompts=(),
        held=(),
        phase="over" if over else "playing",
    )
    relearn(work, table.steps, work.table.steps)
    _retell(work, rerun, old)
    work.log(seq, t("{who}: {what}.", who=who, what=label))
    tell_difference(work, table.game, label)
    ask_to_put_back(work, lies, state, was=table.game)
    if rerun.left:
        ask_misfit(work, rerun.left)


def _retell(work: Work, rerun: Rerun, old: Step) -> None:
    """The story's lines as they are now; what is left out is struck."""
    labels = {step.seq: step.label for step in rerun.steps}
    gone = {one.seq for one in rerun.left} | ({old.seq} - labels.keys())
    log = tuple(
        replace(line, undone=True)
        if line.seq in gone
        else replace(line, text=t("{what} (corrected)", what=labels[old.seq]))
        if line.seq == old.seq
        else line
        for line in work.table.log
    )
    work.set(log=log)


def tell_difference(work: Work, before: Any, what: Words) -> tuple[Words, ...]:
    """Say only what is different now."""
    desk, told = desk_of(work.table), told_of(work.table)
    found: tuple[Words, ...] = desk.differences(before, work.table.game, told)
    spoken = found if 0 < len(found) <= SPOKEN_MAX else ()
    work.tell(sentences((t("Corrected."), *spoken)), kind="correction")
    if len(found) > SPOKEN_MAX or not found:
        rest = sentences(found) or t("Nothing else changed.")
        work.tell(t("{what}. {changes}", what=what, changes=rest), "quiet", kind=NOTE)
    return found
