"""The table audit: does the Pot on the table look like the Pot of the game, whenever all is still?

Its clock is the eye's own mark, which stands while a hand is in view or anything moves. So nothing
is ever said of a pile under a hand, and how fast the program runs makes no difference.

It compares the visible cards only: what lies below, and what a slap would bring, it never looks at.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.table.audit_grids import as_piles, cells_of, grid_differences
from companion.table.audit_state import WAITING, Audit, Difference, Watched
from companion.table.audit_words import sentence
from companion.table.cells import wrong_cells
from companion.table.desk import Lies
from companion.table.desks import desk_of, game_of
from companion.table.layouts import layout
from companion.table.signals import ZonesSeen
from companion.table.state import Step, Table
from companion.table.work import Work
from hardware.events import GridSeen
from hardware.timing import MS

HOLD_NS = 1200 * MS
"""A difference holds so long before it is shown; within three seconds is promised."""
HANDS_NS = 10_000 * MS
"""People need so long to carry out what a phone or the rules did to a pile already."""


def see(work: Work, signal: ZonesSeen) -> None:
    """The zones lie differently."""
    audit = work.table.audit
    seen = {zone.zone: zone for zone in signal.zones}
    if seen != audit.seen:
        due = {zone: ns for zone, ns in audit.due.items() if seen.get(zone) == audit.seen.get(zone)}
        work.quietly(audit=replace(audit, seen=seen, due=due))


def follow(work: Work, before: Table) -> None:
    """Compare once more after a signal; `before` is the table that the signal met."""
    table = work.table
    if table.game is None or table.phase != "playing":
        _put(work, Audit(seen=table.audit.seen))
        return
    if not table.audit.open and (
        table.game is before.game
        and table.audit is before.audit
        and table.sights is before.sights
        and table.works("camera") == before.works("camera")
    ):
        return
    lying = desk_of(table).lying(game_of(table).observe(table.game, "table"))
    layouts = layout(table, table.game) if table.sights else {}
    audit = _believe(table.audit, {**lying, **as_piles(layouts)}, table.referee.known)
    found = (*_differences(table, audit, lying), *grid_differences(table, layouts))
    _agree(work, layouts)
    audit = replace(audit, accepted=tuple(one for one in audit.accepted if one in found))
    fresh = tuple(_watched(table, audit, one) for one in found if one not in audit.accepted)
    _put(work, replace(audit, open=fresh))
    for one in fresh:
        if one.shown and one.difference not in before.audit.shown:
            _tell(work, one.difference)


def _agree(work: Work, layouts: dict[str, tuple[str, ...]]) -> None:
    """Up to which entry each grid lies as by the game: later ones may still be carried out."""
    table = work.table
    agreed = dict(table.agreed)
    for zone, wanted in layouts.items():
        seen = table.sights.get(zone)
        if isinstance(seen, GridSeen) and not wrong_cells(wanted, seen):
            agreed[zone] = table.seq
    if agreed != table.agreed:
        work.quietly(agreed=agreed)


def _put(work: Work, audit: Audit) -> None:
    """Where nothing changed the old value stays, so that marks stay quiet in the black box."""
    old = work.table.audit
    if audit == old:
        return
    if audit.shown == old.shown:
        work.quietly(audit=audit)
    else:
        work.set(audit=audit)


def _believe(audit: Audit, lying: dict[str, Lies], known: int) -> Audit:
    """Take in what the game has on top now."""
    believed, due, left = dict(audit.believed), dict(audit.due), dict(audit.left)
    for zone, lies in lying.items():
        old = believed.get(zone)
        if old is not None and old != lies.top:
            due[zone] = known
            if old and not lies.top:
                left[zone] = old
        believed[zone] = lies.top
        seen = audit.seen.get(zone)
        if lies.top or (seen is not None and seen.state == "empty"):
            left.pop(zone, None)
    return replace(audit, believed=believed, due=due, left=left)


def _differences(table: Table, audit: Audit, lying: dict[str, Lies]) -> Iterator[Difference]:
    if not table.works("camera"):
        return
    for zone, lies in lying.items():
        seen = audit.seen.get(zone)
        if seen is None or seen.state not in {"empty", "card"} or not lies.settled:
            continue
        there, key = seen.state == "card", seen.key or ""
        if there and not lies.top:
            differs = zone not in audit.left or key not in {"", audit.left[zone]}
        elif there:
            differs = key not in {"", lies.top} and key not in _once_believed(table, zone)
        else:
            differs = bool(lies.top)
        if differs:
            yield Difference(zone=zone, seen=there, key=key, believed=lies.top)


def top_step(table: Table, zone: str) -> Step | None:
    """The entry that laid the newest card there."""
    desk = desk_of(table)
    for step in reversed(table.steps):
        laid = None if step.action is None else desk.laid(step.action)
        if laid is not None and laid[0] == zone:
            return step
    return None


def _once_believed(table: Table, zone: str) -> frozenset[str]:
    """Keys that the top card had before people corrected it: the camera may go on reading them."""
    top = top_step(table, zone)
    if top is None:
        return frozenset()
    found: set[str] = set()
    marks = [step for step in table.steps if step.restores is not None]
    while marks:
        for step in marks.pop().restores or ():
            if step.restores is not None:
                marks.append(step)
            elif step.seq == top.seq:
                found.add(_key(table, step))
    return frozenset(found)


def _key(table: Table, step: Step) -> str:
    laid: Any = desk_of(table).laid(step.action)
    return laid[1] if laid is not None else ""


def _watched(table: Table, audit: Audit, difference: Difference) -> Watched:
    """How this difference stands: new, waiting, running, or long enough to be shown."""
    old = next((one for one in audit.open if one.difference == difference), None)
    if old is not None and old.shown:
        return old
    if _under_way(table):
        return Watched(difference=difference)
    known = table.referee.known
    since = known if old is None or old.since == WAITING else old.since
    due = since + HOLD_NS
    if difference.zone in audit.due:
        due = max(due, audit.due[difference.zone] + HANDS_NS)
    return Watched(difference=difference, since=since, shown=known >= due)


def _under_way(table: Table) -> bool:
    """Whether something is open that may explain a difference."""
    referee = table.referee
    return bool(
        table.prompts
        or table.paused
        or table.failed
        or table.more
        or table.backlog
        or table.unread
        or referee.pending
        or referee.ready
        or table.held
        or table.expect_back
        or table.tasks
        or not table.works("camera")
    )


def _tell(work: Work, difference: Difference) -> None:
    """On the pages, in the story's journal, and once as a line; nobody is interrupted."""
    work.row(
        "audit",
        data={
            "zone": difference.zone,
            "seen": difference.key or ("card" if difference.seen else "empty"),
            "believed": difference.believed,
            **cells_of(difference),
        },
    )
    work.tell(sentence(work.table, difference), "quiet")
