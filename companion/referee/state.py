"""What the referee remembers, and how evidence is added. Every function returns a new value."""

from bisect import bisect_left

from msgspec import Struct
from msgspec.structs import replace

from companion.referee.elements import (
    Due,
    DueUndecided,
    Element,
    RefereeConfig,
    TimedTap,
)
from companion.referee.ordering import Item, before, item_of, reach
from companion.referee.record import Marks
from companion.referee.recording import Context, record_of
from hardware.events import Bounced, EdgesUntil, KnownUntil, Observation, Press, with_train

NEVER = -(2**62)
"""A mark of a sensor that has promised nothing yet."""
ALWAYS = 2**62
"""The mark of an absent sensor: it will never tell of anything before this."""
_REMEMBERED = 16
"""Settled elements kept to see whether a late one overlaps them; of older ones only the end."""


class Referee(Struct, frozen=True, kw_only=True):
    """The whole memory.

    Attributes:
        run: Which boot; evidence of another is void.
        edges: The buttons' mark, ns.
        known: The eye's mark, ns.
        buttons: Whether there are buttons; without, nothing waits for them.
        camera: Whether there is a camera; without, nothing waits for it.
        hold_ns: See `hold`.
        keys: Whether keys or phones were pressed as buzzers in this boot; everything then waits
            until no other can have been pressed before it.
        pending: Elements not settled, sorted.
        ready: Settled and not yet told.
        settled: The latest settled elements.
        front: ns; whatever begins after it is certainly later than everything settled.
        floor: ns; the same for what is settled and no longer among `settled`.
        context: The present top of the Pot and the presses since.
    """

    config: RefereeConfig
    run: int = 0
    edges: int = NEVER
    known: int = NEVER
    buttons: bool = True
    camera: bool = True
    hold_ns: int = 0
    keys: bool = False
    pending: tuple[Item, ...] = ()
    ready: tuple[Due, ...] = ()
    settled: tuple[Item, ...] = ()
    front: int = NEVER
    floor: int = NEVER
    context: Context = Context()

    @property
    def known_mark(self) -> int:
        """How far every change of a pile is known, ns."""
        return self.known if self.camera else ALWAYS


Signal = Press | Bounced | Observation | EdgesUntil | KnownUntil | TimedTap


def start(config: RefereeConfig, *, run: int = 0) -> Referee:
    """A referee that has seen nothing of this boot."""
    return Referee(config=config, run=run)


def feed(referee: Referee, signal: Signal) -> Referee:
    """Take one signal in. Nothing is judged here: see `due`.

    A second delivery of the same evidence, and a mark that lies behind an earlier one, change
    nothing. Evidence of another boot, and evidence that may belong before something already
    settled, come back as `DueUndecided`.
    """
    if signal.run != referee.run:
        referee = _other_run(referee, signal)
        if signal.run != referee.run:
            return referee
    match signal:
        case EdgesUntil(ns=ns):
            return replace(referee, edges=ns) if ns > referee.edges else referee
        case KnownUntil(ns=ns):
            return replace(referee, known=ns) if ns > referee.known else referee
        case Bounced():
            return _trained(referee, signal)
        case _:
            return _insert(referee, signal)


def sensor_present(
    referee: Referee, *, camera: bool | None = None, buttons: bool | None = None
) -> Referee:
    """A sensor came or went; while it is absent its mark counts as infinite. None: as before."""
    return replace(
        referee,
        camera=referee.camera if camera is None else camera,
        buttons=referee.buttons if buttons is None else buttons,
    )


def hold(referee: Referee, ns: int) -> Referee:
    """Wait `ns` longer for slow sources before anything is settled; 0 for none.

    While a phone may race with a buzzer (an item's choice on an open question, R-WT-18) hold
    `config.tap_ns`. Without, such a tap comes back as `late` where it overlaps something settled.
    """
    return replace(referee, hold_ns=ns)


def reconfigured(referee: Referee, config: RefereeConfig) -> Referee:
    """Other options or another measured band from now on."""
    items = tuple(sorted((item_of(i.element, config) for i in referee.pending), key=_key))
    return replace(referee, config=config, pending=items)


def _key(item: Item) -> tuple[int, int, int, str, int]:
    return item.key


def _other_run(referee: Referee, signal: Signal) -> Referee:
    """A later boot voids what is held; evidence of an earlier boot is void itself."""
    if signal.run < referee.run:
        if isinstance(signal, EdgesUntil | KnownUntil | Bounced):
            return referee
        return _report(referee, (signal,), "restart")
    elements = tuple(item.element for item in referee.pending)
    fresh = Referee(
        config=referee.config,
        run=signal.run,
        buttons=referee.buttons,
        camera=referee.camera,
        hold_ns=referee.hold_ns,
        keys=referee.keys,
        ready=referee.ready,
    )
    if not elements:
        return fresh
    told = _report(referee, elements, "restart")
    return replace(fresh, ready=told.ready)


def _insert(referee: Referee, element: Element) -> Referee:
    item = item_of(element, referee.config)
    if isinstance(element, Press) and not element.exact and not referee.keys:
        referee = replace(referee, keys=True)
    if item.lo <= referee.front:
        if _is_among(item, referee.settled):
            return referee
        band = referee.config.band_ns
        overlapped = tuple(o for o in referee.settled if not before(o, item, band))
        if overlapped or item.lo <= referee.floor:
            return _late(referee, item, overlapped)
    pending = referee.pending
    at = bisect_left(pending, item.key, key=_key)
    if _is_among(item, pending[at:]):
        return referee
    return replace(referee, pending=(*pending[:at], item, *pending[at:]))


def _is_among(item: Item, known: tuple[Item, ...]) -> bool:
    """Whether it is there; a press may have got its train meanwhile."""
    if not isinstance(item.element, Press):
        return item in known
    return any(one.key == item.key for one in known if isinstance(one.element, Press))


def _trained(referee: Referee, train: Bounced) -> Referee:
    """The press has its bounce train now; where it is settled, its record stays as it is."""
    for place, item in enumerate(referee.pending):
        if isinstance(item.element, Press) and train.is_of(item.element):
            (press,) = with_train((item.element,), train)
            whole = (
                *referee.pending[:place],
                item_of(press, referee.config),
                *referee.pending[place + 1 :],
            )
            return replace(referee, pending=whole)
    return referee


def _late(referee: Referee, item: Item, overlapped: tuple[Item, ...]) -> Referee:
    """It may belong before something that was told already. A card is on the Pot all the same."""
    late = tuple(other.element for other in overlapped)
    referee = remember(_report(referee, (item.element, *late), "late"), (item,))
    if not isinstance(item.element, Observation):
        return referee
    return replace(referee, context=referee.context.changed(item.element))


def _report(referee: Referee, elements: tuple[Element, ...], reason: str) -> Referee:
    items = tuple(item_of(element, referee.config) for element in elements)
    record = record_of(
        referee.context,
        items,
        config=referee.config,
        run=elements[0].run,
        marks=marks_of(referee),
        why=reason,
    )
    report = DueUndecided(elements=elements, reason=reason, record=record)
    return replace(referee, ready=(*referee.ready, report))


def marks_of(referee: Referee) -> Marks:
    """The marks as a record keeps them."""
    return Marks(
        edges_until=referee.edges if referee.buttons else None,
        known_until=referee.known if referee.camera else None,
    )


def remember(referee: Referee, items: tuple[Item, ...]) -> Referee:
    """These are settled as well."""
    settled = (*referee.settled, *items)
    band = referee.config.band_ns
    return replace(
        referee,
        settled=settled[-_REMEMBERED:],
        front=max(referee.front, *(reach(item, band) for item in items)),
        floor=max([referee.floor, *(reach(item, band) for item in settled[:-_REMEMBERED])]),
    )
