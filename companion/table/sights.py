"""Grids, lines and dice as the camera sees them at rest, and what they mean to the game.

A sight is a whole layout, so a later one of a grid replaces an earlier one that nobody has worked
out yet; rolls are kept one by one.
"""

from typing import Any

from msgspec.structs import replace

from companion.table.cells import by_keys, doubtful_cells, wrong_cells
from companion.table.desk import Act, Meaning, Nothing, Which
from companion.table.desks import desk_of, told_of
from companion.table.echoes import is_echo
from companion.table.layouts import layout
from companion.table.play import carry_out, reason_of
from companion.table.questions import close_question
from companion.table.questions_sights import ask_cell, ask_die, ask_way
from companion.table.reading_data import reading_of
from companion.table.state import CellQuestion, Table, WayQuestion
from companion.table.work import Work
from companion.words import Words, t
from hardware.events import DiceSeen, GridSeen, Observation
from rules.core import Illegal

Sight = GridSeen | DiceSeen
LOOK_BACK = 12
"""Entries by phone that people may still be carrying out by hand."""


def see(work: Work, sight: Sight) -> None:
    """Something lies differently."""
    table = work.table
    if isinstance(sight, GridSeen):
        sight = by_keys(sight, desk_of(table).aliases(told_of(table)))
        sight = _carried_over(table.sights.get(sight.zone), sight)
        _withdraw(work, sight)
    unread = tuple(one for one in work.table.unread if not _replaced(one, sight))
    due = {zone: ns for zone, ns in work.table.audit.due.items() if zone != sight.zone}
    if due != work.table.audit.due:
        work.quietly(audit=replace(work.table.audit, due=due))
    work.quietly(sights={**table.sights, sight.zone: sight}, unread=(*unread, sight))


def _carried_over(old: Sight | None, new: GridSeen) -> GridSeen:
    """What looks as before is what it was, also where a person said so."""
    if not isinstance(old, GridSeen) or len(old.cells) != len(new.cells) or old.run != new.run:
        return new
    cells = tuple(
        cell if place in new.changed or cell.masked != old.cells[place].masked else old.cells[place]
        for place, cell in enumerate(new.cells)
    )
    return replace(new, cells=cells)


def _replaced(old: Sight, new: Sight) -> bool:
    return isinstance(new, GridSeen) and old.zone == new.zone


def _withdraw(work: Work, sight: GridSeen) -> None:
    """A question about how the zone lay before has no object any more."""
    for prompt in work.table.prompts:
        question = prompt.question
        if isinstance(question, CellQuestion | WayQuestion) and question.seen.zone == sight.zone:
            close_question(work, prompt, answer="", by="sensors")


def look_again(work: Work, before: Table) -> None:
    """When a game begins, what lay there already counts; dice that lay there were rolled before."""
    table = work.table
    if table.phase == "playing" and before.phase != "playing" and before.game is None:
        lying = tuple(sight for sight in table.sights.values() if isinstance(sight, GridSeen))
        work.quietly(unread=lying, agreed={}, more=bool(lying) or table.more)


def read_next(work: Work) -> None:
    """Work out the oldest sight that waits."""
    sight, unread = work.table.unread[0], work.table.unread[1:]
    work.quietly(unread=unread)
    if work.table.phase != "playing" or not desk_of(work.table).SEES:
        return
    if isinstance(sight, GridSeen):
        _read_grid(work, sight)
    else:
        _read_dice(work, sight)


def _read_grid(work: Work, seen: GridSeen) -> None:
    table = work.table
    wanted = layout(table, table.game).get(seen.zone, ())
    if not desk_of(table).in_play(table.game, seen.zone) or _at_work(wanted, seen):
        return
    doubtful = [
        place for place in doubtful_cells(wanted, seen) if _matters(table, seen, place, wanted)
    ]
    if not (doubtful or wrong_cells(wanted, seen) or _news(wanted, seen)):
        return
    if _on_the_way(table, seen) or is_echo(table, seen.settled_at):
        return
    if doubtful:
        ask_cell(work, seen, doubtful[0])
    else:
        carry_out_meaning(work, seen, desk_of(table).grid(table.game, seen))


def _matters(table: Table, seen: GridSeen, place: int, wanted: tuple[str, ...]) -> bool:
    """Not so of a thing of which the game leaves open which side is up."""
    known = place < len(wanted) and bool(wanted[place])
    return known or not desk_of(table).sides(seen.zone, place, told_of(table))


def _at_work(wanted: tuple[str, ...], seen: GridSeen) -> bool:
    """Whether a card is missing that belongs there: somebody has it in the hand."""
    return any(
        cell.empty and (place >= len(wanted) or wanted[place] != "")
        for place, cell in enumerate(seen.cells)
    )


def _news(wanted: tuple[str, ...], seen: GridSeen) -> bool:
    """Whether a face is seen that the game does not know."""
    return any(
        cell.key is not None and (place >= len(wanted) or not wanted[place])
        for place, cell in enumerate(seen.cells)
    )


def _on_the_way(table: Table, seen: GridSeen) -> bool:
    """Whether it lies as by an earlier entry: people still carry out what a phone did, or undid."""
    since = table.agreed.get(seen.zone)
    late = [step for step in table.steps if since is not None and step.seq > since][-LOOK_BACK:]
    states = [*(step.before for step in late), *(one.after for one in table.redo)]
    return any(_lies_as_by(table, state, seen) for state in states)


def _lies_as_by(table: Table, state: Any, seen: GridSeen) -> bool:
    wanted = layout(table, state).get(seen.zone)
    if wanted is None:
        return False
    return not wrong_cells(wanted, seen) and not _news(wanted, seen)


def _read_dice(work: Work, seen: DiceSeen) -> None:
    """A roll, where the game waits for one and all of its dice lie there."""
    table = work.table
    wanted = next(
        (one for one in table.expecting if one.zone == seen.zone and one.kind == "dice"), None
    )
    if wanted is None or not seen.dice:
        return
    if len(seen.dice) != wanted.count:
        if len(seen.dice) > wanted.count:
            counted = {"seen": len(seen.dice), "wanted": wanted.count}
            _note(work, t("{seen} dice lie in the tray; {wanted} count.", **counted))
        return
    if any(die.cocked for die in seen.dice):
        text = t("A die leans on something: no face lies on top. Roll that die again.")
        _note(work, text)
        work.tell(text, kind="question")
        return
    unsure = next((place for place, die in enumerate(seen.dice) if die.value is None), None)
    if unsure is not None:
        ask_die(work, seen, unsure, tuple(wanted.prior))
        return
    carry_out_meaning(work, seen, desk_of(table).dice(table.game, seen))


def carry_out_meaning(work: Work, seen: Sight, meaning: Meaning, *, by: str = "sensors") -> None:
    """Do it, ask, or note why it means nothing."""
    match meaning:
        case Act(actions=actions):
            carry_out_actions(work, seen, actions, by=by, at_ns=seen.settled_at)
        case Which() as which:
            ask_way(work, seen, which)
        case Nothing(note=note):
            _note(work, note)
        case _:
            pass


def carry_out_actions(
    work: Work, seen: Sight | Observation, actions: tuple[Any, ...], *, by: str, at_ns: int
) -> Illegal | None:
    """In order; what the rules refuse is said and left as it was."""
    for action in actions:
        refused = carry_out(
            work,
            action,
            at_ns=at_ns,
            by=by,
            images=[frame.id for frame in seen.frames],
            data=reading_of(seen),
        )
        if isinstance(refused, Illegal):
            why = reason_of(refused)
            if not refused.private:
                _note(work, t("What was seen does not fit: {why}", why=why))
                work.tell(why, kind="correction")
            return refused
    return None


def again(work: Work, sight: Sight) -> None:
    """Work it out next, with what people said of it."""
    table = work.table
    work.quietly(
        sights={**table.sights, sight.zone: sight}, unread=(sight, *table.unread), more=True
    )


def _note(work: Work, note: Words) -> None:
    if note:
        work.set(notes=(*work.table.notes, note)[-3:])
