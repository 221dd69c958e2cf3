"""What the entries that count teach about the camera's readings. Pure.

Every card that the eye read and people named otherwise, or were asked about, is one lesson. Only
what is believed now counts: whoever corrects an entry twice has not seen two misreadings.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from companion.table.confusions import told, untold
from companion.table.desks import desk_of
from companion.table.state import Step
from companion.table.work import Work


def read_as(desk: Any, action: Any, by: str, candidates: Sequence[str]) -> str:
    """What the eye took the card of a new entry for; empty where it did not read one.

    Its best candidate, not what people said before; an entry of the sensors that names none was
    read as it stands.
    """
    laid = desk.laid(action)
    if laid is None:
        return ""
    if candidates:
        return candidates[0]
    return str(laid[1]) if by == "sensors" else ""


def lesson(desk: Any, step: Step) -> tuple[str, str] | None:
    """(read, was) of an entry on which people had a say, as it is believed now."""
    laid = None if step.action is None or not step.read else desk.laid(step.action)
    if laid is None or (step.by == "sensors" and laid[1] == step.read):
        return None
    return step.read, laid[1]


def relearn(work: Work, before: Sequence[Step], after: Sequence[Step]) -> None:
    """`after` counts instead of `before`: the confusions follow."""
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(before, after, strict=False))
    )
    desk = desk_of(work.table)
    was, now = (
        Counter(found for step in steps[same:] if (found := lesson(desk, step)) is not None)
        for steps in (before, after)
    )
    confusions = work.table.confusions
    for pair in (was - now).elements():
        confusions = untold(confusions, *pair)
    for pair in (now - was).elements():
        confusions = told(confusions, *pair)
    if confusions != work.table.confusions:
        work.quietly(confusions=confusions)
