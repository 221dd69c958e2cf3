"""What was certainly before what: interval arithmetic, groups, and the orders that are possible.

"Before" is certain only where every instant of one interval is before every instant of the other,
and, between two buttons, where they are the tie band apart (R-WT-6). Nothing here rounds.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.referee.elements import Element, RefereeConfig, TimedTap
from hardware.events import Observation, Press

MOST_ORDERS = 64
"""More possible orders than this are not listed: nobody could be asked about them."""
MOST_ELEMENTS = 12
"""Overlapping elements whose orders are listed; the work grows with the subsets."""


class Item(Struct, frozen=True):
    """An element with the bounds that judging uses, ns.

    Attributes:
        key: Sorts by `lo`, then `hi`, then by what it is, never by when it arrived.
        button: Whether the tie band applies to it (between two buttons).
        zone: Of a change; empty otherwise.
    """

    key: tuple[int, int, int, str, int]
    element: Element
    lo: int
    hi: int
    button: bool
    zone: str


def item_of(element: Element, config: RefereeConfig) -> Item:
    """The element with its bounds; an inexact press may have been made well before its stamp."""
    match element:
        case Press(at=at):
            lo = at.earliest if element.exact else at.earliest - config.inexact_ns
            key = (lo, at.latest, 0, element.button, element.seat)
            return Item(key, element, lo, at.latest, element.exact, "")
        case Observation(onset=at):
            key = (at.earliest, at.latest, 1, element.zone, element.ident)
            return Item(key, element, at.earliest, at.latest, False, element.zone)  # noqa: FBT003
        case TimedTap(at=at):
            name = f"{element.audience} {element.choice}"
            key = (at.earliest, at.latest, 2, name, element.ident)
            return Item(key, element, at.earliest, at.latest, False, "")  # noqa: FBT003


def before(first: Item, second: Item, band_ns: int) -> bool:
    """Whether `first` certainly happened before `second`.

    The window of a card is closed at its onset and open at the next one (R-WT-4), so a press in
    the very instant of the onset belongs to the new card. Changes of one pile follow each other.
    """
    if first.button and second.button:
        gap = second.lo - first.hi
        return gap > 0 and gap >= band_ns
    if first.zone and first.zone == second.zone:
        return first.key < second.key
    if first.zone and not second.zone:
        return second.lo >= first.hi
    return second.lo > first.hi


def reach(item: Item, band_ns: int) -> int:
    """Whatever begins after this, ns, is certainly later than `item`."""
    return item.hi + max(band_ns - 1, 0) if item.button else item.hi


def first_cluster(items: Sequence[Item], band_ns: int) -> int:
    """How many of the sorted `items` hang together, from the first on; at least 1."""
    size = 1
    end = items[0].hi
    buttons_end = reach(items[0], band_ns)
    for at in range(1, len(items)):
        item = items[at]
        if item.lo > max(end, buttons_end):
            break
        if item.lo <= end or item.button:
            size = at + 1
            end = max(item.hi for item in items[:size])
            buttons_end = max(reach(item, band_ns) for item in items[:size])
    return size


def group(presses: Sequence[Item], band_ns: int) -> tuple[tuple[tuple[Item, ...], ...], bool]:
    """Presses in ordered groups, and whether two neighbouring groups are chained.

    The first group is everything that may have been first; the next the same of the rest.
    """
    rest = sorted(presses, key=lambda item: item.key)
    if len(rest) == 1:
        return (tuple(rest),), False
    groups: list[tuple[Item, ...]] = []
    chained = False
    while rest:
        first = tuple(p for p in rest if not any(before(q, p, band_ns) for q in rest))
        if groups and not chained:
            chained = not all(before(p, q, band_ns) for p in groups[-1] for q in first)
        groups.append(first)
        rest = [p for p in rest if p not in first]
    return tuple(groups), chained


Step = Item | tuple[Item, ...]
"""A change or a tap; or buzzer presses between two of them."""


def is_grab(item: Item) -> bool:
    """Whether it is a press of a buzzer."""
    return isinstance(item.element, Press) and item.element.button == "grab"


def arrangements(items: Sequence[Item], band_ns: int) -> tuple[tuple[Step, ...], ...]:
    """Every order in which these may have happened; empty where there are too many.

    Presses that stand together form one step, whatever their order: it is in their groups.
    """
    presses = [i for i, item in enumerate(items) if is_grab(item)]
    if len(presses) == len(items):
        return (((tuple(items)),),)
    if len(items) > MOST_ELEMENTS:
        return ()
    earlier = [
        sum(1 << i for i, other in enumerate(items) if before(other, item, band_ns))
        for item in items
    ]
    found: list[tuple[Step, ...]] = []
    everything = (1 << len(items)) - 1
    buttons = sum(1 << i for i in presses)
    for order in _walk(everything, buttons, earlier):
        if len(found) == MOST_ORDERS:
            return ()
        found.append(tuple(_step(items, part, buttons) for part in order))
    return tuple(found)


def _step(items: Sequence[Item], part: int, buttons: int) -> Step:
    chosen = tuple(item for i, item in enumerate(items) if part >> i & 1)
    return chosen if part & buttons else chosen[0]


def _walk(rest: int, buttons: int, earlier: list[int]) -> Iterator[tuple[int, ...]]:
    """Orders of the items in `rest` as bit sets: single others, with sets of presses between.

    `earlier` holds for each item the set of those certainly before it.
    """
    others = [i for i in range(len(earlier)) if (rest & ~buttons) >> i & 1]
    if not others:
        yield (rest,) if rest else ()
        return
    for chosen in others:
        if earlier[chosen] & rest & ~buttons:
            continue
        must = earlier[chosen] & rest
        may = [
            i
            for i in range(len(earlier))
            if (rest & buttons & ~must) >> i & 1 and not earlier[i] >> chosen & 1
        ]
        for taken in _subsets(must, may, rest, earlier):
            head = (taken,) if taken else ()
            left = rest & ~taken & ~(1 << chosen)
            for tail in _walk(left, buttons, earlier):
                yield (*head, 1 << chosen, *tail)


def _subsets(must: int, may: list[int], rest: int, earlier: list[int]) -> Iterator[int]:
    """`must` with any of `may`, as long as nothing is taken before what precedes it."""
    for choice in range(1 << len(may)):
        taken = must | sum(1 << i for n, i in enumerate(may) if choice >> n & 1)
        inside = (i for i in range(len(earlier)) if taken >> i & 1)
        if all(earlier[i] & rest & ~taken == 0 for i in inside):
            yield taken
