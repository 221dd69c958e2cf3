"""`handle(table, signal) -> (table, effects)`: the whole companion between sensors and disk, pure.

It has no clock, no chance, no input or output: the same signals give the same entries anywhere.
"""

from companion.referee import due, feed, hold, next_due, overdue, sensor_present
from companion.table.asks import receive_ask
from companion.table.audit import follow, see
from companion.table.changes import apply_due
from companion.table.desks import desk_of
from companion.table.effects import Effect
from companion.table.presenter import status_text
from companion.table.sights import look_again, read_next
from companion.table.sights import see as see_sight
from companion.table.signals import Ask, PracticeNow, Proceed, Signal, Tap, Tick, ZonesSeen
from companion.table.state import Table
from companion.table.taps import receive_tap
from companion.table.warnings import warn
from companion.table.work import Work
from hardware.events import (
    Bounced,
    DiceSeen,
    EdgesUntil,
    GridSeen,
    KnownUntil,
    Observation,
    Press,
    SensorStatus,
)
from hardware.eye_link import LooksLike


def handle(table: Table, signal: Signal) -> tuple[Table, tuple[Effect, ...]]:
    """Work one signal in.

    At most one accepted action of the game is carried out; call again with `Proceed` while
    `more_to_do`.
    """
    work = Work(table, getattr(signal, "audience", "table"))
    _receive(work, signal)
    _hold_for_phones(work)
    if not isinstance(signal, Tap | Ask):
        _advance(work)
    else:
        work.quietly(more=True)
    look_again(work, table)
    follow(work, table)
    return work.finish()


def more_to_do(table: Table) -> bool:
    """Whether something may be due already."""
    return table.more and not table.blocked and not table.failed


def _receive(work: Work, signal: Signal) -> None:
    match signal:
        case Press() | Bounced() | Observation():
            work.quietly(referee=feed(work.table.referee, signal))
        case EdgesUntil() | KnownUntil():
            _mark(work, signal)
        case Tick():
            _tick(work, signal)
        case Tap():
            receive_tap(work, signal)
        case Ask():
            receive_ask(work, signal)
        case SensorStatus():
            _sensor(work, signal)
        case ZonesSeen():
            see(work, signal)
        case GridSeen() | DiceSeen():
            see_sight(work, signal)
        case PracticeNow() | LooksLike() | Proceed():
            _beside_the_game(work, signal)


def _beside_the_game(work: Work, signal: PracticeNow | LooksLike | Proceed) -> None:
    if isinstance(signal, Proceed):
        work.changed = bool(work.table.failed)
    elif isinstance(signal, LooksLike):
        if signal.nearest != work.table.alike:
            work.quietly(alike=signal.nearest)
    elif work.table.phase != "playing" and signal.model != work.table.practice:
        work.set(practice=signal.model)


def _mark(work: Work, mark: EdgesUntil | KnownUntil) -> None:
    now = max(work.table.now, mark.ns) if isinstance(mark, EdgesUntil) else work.table.now
    work.quietly(referee=feed(work.table.referee, mark), now=now)


def _tick(work: Work, tick: Tick) -> None:
    table = work.table
    work.quietly(now=max(table.now, tick.ns))
    if table.blocked or table.failed:
        return
    referee, dues = overdue(table.referee, tick.ns)
    work.quietly(referee=referee, backlog=(*table.backlog, *dues))


def _sensor(work: Work, status: SensorStatus) -> None:
    """A sensor came or went; without it its mark is not waited for."""
    table = work.table
    if table.sensors.get(status.sensor) == status:
        return
    before = table.works(status.sensor)
    work.set(sensors={**table.sensors, status.sensor: status})
    present = {"camera": status.ok} if status.sensor == "camera" else {}
    if status.sensor == "buttons":
        present = {"buttons": status.ok}
    if present:
        work.quietly(referee=sensor_present(work.table.referee, **present))
    if status.sensor == "light":
        warn(work, status)
    elif before and not status.ok and table.phase == "playing":
        work.tell(status_text(status), kind="sensor")


def _advance(work: Work) -> None:
    """Carry out the next thing that is settled, unless a question holds everything back."""
    table = work.table
    if table.paused:
        work.quietly(backlog=(), unread=(), referee=due(table.referee)[0], more=False)
        return
    if table.blocked or table.failed:
        work.quietly(more=False)
        return
    if table.backlog:
        first, backlog = table.backlog[0], table.backlog[1:]
        work.quietly(backlog=backlog, more=True)
        apply_due(work, first)
    else:
        referee, settled = next_due(table.referee)
        work.quietly(referee=referee, more=settled is not None)
        if settled is not None:
            apply_due(work, settled)
        elif table.unread:
            read_next(work)
            work.quietly(more=bool(work.table.unread))


def _hold_for_phones(work: Work) -> None:
    """Where a phone may race with a hand, a press waits for a tap under way (R-WT-18).

    Only once somebody pressed: a delay before would tell that the Pot may be grabbed.
    """
    table = work.table
    pressed = any(isinstance(item.element, Press) for item in table.referee.pending)
    racing = pressed and table.game is not None and desk_of(table).race(table.game)
    wanted = table.referee.config.tap_ns if racing and table.works("buttons") else 0
    if wanted != table.referee.hold_ns:
        work.quietly(referee=hold(table.referee, wanted))
