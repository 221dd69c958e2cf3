"""When evidence is settled, and what follows from it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.referee.elements import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    Elementary,
    TimedTap,
)
from companion.referee.ordering import (
    Item,
    Step,
    arrangements,
    first_cluster,
    group,
    reach,
)
from companion.referee.recording import Context, counting, record_of, seat_groups
from companion.referee.state import ALWAYS, Referee, marks_of, remember
from hardware.events import Observation, Press


def next_due(referee: Referee) -> tuple[Referee, Due | None]:
    """The next thing that is settled, in event-time order, or None.

    One at a time, so that the table may change `hold` after what it just applied.
    """
    while not referee.ready:
        size = _settled(referee)
        if not size:
            return referee, None
        referee = _settle(referee, size, "")
    due_now = referee.ready[0]
    return replace(referee, ready=referee.ready[1:]), due_now


def due(referee: Referee) -> tuple[Referee, tuple[Due, ...]]:
    """Everything that is settled now, in event-time order."""
    while size := _settled(referee):
        referee = _settle(referee, size, "")
    told = referee.ready
    return (replace(referee, ready=()) if told else referee), told


def overdue(referee: Referee, now: int) -> tuple[Referee, tuple[Due, ...]]:
    """On a tick at `now`, ns: what has waited for a mark longer than `limit_ns`, undecided.

    What hangs on a missing mark is told with its possible orders and the sensor that is behind;
    whatever is settled comes with it, in order.
    """
    referee, settled = due(referee)
    told = list(settled)
    while referee.pending:
        size = first_cluster(referee.pending, referee.config.band_ns)
        latest = max(item.hi for item in referee.pending[:size])
        if now - latest <= referee.config.limit_ns:
            break
        camera_behind = referee.known_mark <= latest
        referee = _settle(referee, size, "camera" if camera_behind else "buttons")
        referee, more = due(referee)
        told += more
    return referee, tuple(told)


def _settled(referee: Referee) -> int:
    """How many elements from the first on hang together and are settled; 0 for none.

    A press not yet delivered begins after the buttons' mark, a change not before the eye's: both
    must be certainly later than everything in question.
    """
    if not referee.pending:
        return 0
    edges, known = _marks(referee)
    first = referee.pending[0]
    if edges < first.hi or known <= first.hi:
        return 0
    band = referee.config.band_ns
    size = first_cluster(referee.pending, band)
    for item in referee.pending[:size]:
        if edges < reach(item, band) or known <= item.hi:
            return 0
    return size


def _marks(referee: Referee) -> tuple[int, int]:
    """The marks of buttons and eye, less what must be waited for besides; one clock is enough."""
    held = max(referee.hold_ns, referee.config.inexact_ns) if referee.keys else referee.hold_ns
    if referee.buttons:
        return referee.edges - held, referee.known_mark
    return ALWAYS, referee.known_mark - held


def _settle(referee: Referee, size: int, why: str) -> Referee:
    items = referee.pending[:size]
    rest = referee.pending[size:]
    orders = arrangements(items, referee.config.band_ns)
    if len(orders) == 1 and not why:
        told: tuple[Due, ...]
        told, context = _Teller(referee, rest, "time").tell(orders[0])
    else:
        told, context = _undecided(referee, items, rest, orders, why or "overlap")
    return replace(
        remember(referee, items), pending=rest, ready=(*referee.ready, *told), context=context
    )


def _undecided(
    referee: Referee,
    items: tuple[Item, ...],
    rest: tuple[Item, ...],
    orders: Sequence[tuple[Step, ...]],
    why: str,
) -> tuple[tuple[Due, ...], Context]:
    teller = _Teller(referee, rest, "rules")
    told = [teller.tell(order) for order in orders]
    record = record_of(
        referee.context,
        items,
        config=referee.config,
        run=referee.run,
        marks=marks_of(referee),
        why="" if why == "overlap" else why,
    )
    undecided = DueUndecided(
        elements=tuple(item.element for item in items),
        orders=tuple(dues for dues, _ in told),
        reason=why,
        record=record,
    )
    contexts = [context for _, context in told] or [_after_all(referee.context, items)]
    return (undecided,), _certain(contexts)


def _after_all(context: Context, items: tuple[Item, ...]) -> Context:
    """The Pot after elements in an unknown order: its changes are in order, its presses open."""
    changes = [item.element for item in items if isinstance(item.element, Observation)]
    if not any(change.zone == "pot" for change in changes):
        return context.pressed([item for item in items if isinstance(item.element, Press)])
    for change in changes:
        context = context.changed(change)
    return Context(context.tops)


def _certain(contexts: Sequence[Context]) -> Context:
    """What all possible orders agree on, so that no later press is wrongly taken for a repeat."""
    first = contexts[0]
    presses = tuple(
        item for item in first.presses if all(item in context.presses for context in contexts)
    )
    return Context(first.tops, presses)


class _Teller(Struct, frozen=True):
    """Turns one order of elements into what is due."""

    referee: Referee
    rest: tuple[Item, ...]
    settled_by: str

    def tell(self, order: tuple[Step, ...]) -> tuple[tuple[Elementary, ...], Context]:
        context = self.referee.context
        told: list[Elementary] = []
        for at, step in enumerate(order):
            if isinstance(step, tuple):
                presses = self._presses(context, step, order[at + 1 :])
                told += [presses] if presses else []
                context = context.pressed(step)
                continue
            match step.element:
                case Observation() as change:
                    told.append(DueChange(observation=change))
                    context = context.changed(change)
                case Press() as press:
                    told.append(DueTap(tap=_button_tap(press), exact=press.exact))
                    context = context.pressed((step,))
                case TimedTap() as tap:
                    told.append(DueTap(tap=tap))
        return tuple(told), context

    def _presses(
        self, context: Context, step: tuple[Item, ...], later: tuple[Step, ...]
    ) -> DuePresses | None:
        config = self.referee.config
        counted = counting((*context.presses, *step), config)
        those = [item for item in step if item in counted]
        if not those:
            return None
        groups, chained = group(those, config.band_ns)
        record = record_of(
            context,
            step,
            config=config,
            run=self.referee.run,
            marks=marks_of(self.referee),
            following=_next_of_pot((*later, *self.rest)),
            settled_by=self.settled_by,
        )
        return DuePresses(
            groups=seat_groups(groups),
            presses=tuple(item.element for item in those if isinstance(item.element, Press)),
            record=record,
            chained=chained,
        )


def _next_of_pot(steps: Sequence[Step]) -> Observation | None:
    for step in steps:
        change = step.element if isinstance(step, Item) else None
        if isinstance(change, Observation) and change.zone == "pot":
            return change
    return None


def _button_tap(press: Press) -> TimedTap:
    whose = f"seat:{press.seat}" if press.seat >= 0 else "table"
    return TimedTap(audience=whose, choice=press.button, at=press.at, run=press.run)
