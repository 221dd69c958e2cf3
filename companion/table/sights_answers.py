"""What people answer about a sight: which card, which face of a die, which of several moves."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.table.cells import BACK
from companion.table.desks import game_of
from companion.table.questions_sights import EMPTY, NONE
from companion.table.sights import again, carry_out_actions
from companion.table.state import CellQuestion, DieQuestion, SightQuestion, WayQuestion
from companion.table.work import Work
from hardware.events import CellSeen
from rules.core import Illegal


def answer_sight(
    work: Work, question: SightQuestion, value: str, *, by: str, at: int
) -> Illegal | None:
    """Go on with what the person says."""
    match question:
        case CellQuestion():
            _cell(work, question, value)
        case DieQuestion():
            _die(work, question, value)
        case WayQuestion():
            return _way(work, question, value, by=by, at=at)
    return None


def _cell(work: Work, question: CellQuestion, value: str) -> None:
    """What lies there; it stays said until the cell looks otherwise."""
    key = None if value in {BACK, EMPTY} else value
    told = CellSeen(key=key, empty=value == EMPTY, back=value == BACK)
    cells = list(question.seen.cells)
    cells[question.cell] = told
    again(work, replace(question.seen, cells=tuple(cells)))


def _die(work: Work, question: DieQuestion, value: str) -> None:
    """What the die shows; the camera's own candidates count no more."""
    dice = list(question.seen.dice)
    dice[question.die] = replace(dice[question.die], value=value, unsure="", candidates=())
    again(work, replace(question.seen, dice=tuple(dice)))


def _way(work: Work, question: WayQuestion, value: str, *, by: str, at: int) -> Illegal | None:
    """Which of the ways it was, or none of them: then the table is to be put back."""
    if value == NONE:
        return None
    kind: Any = game_of(work.table).Action
    actions = tuple(msgspec.convert(one, type=kind) for one in question.ways[int(value)])
    return carry_out_actions(work, question.seen, actions, by=by, at_ns=at)
