"""Who watches which zone of a mat: piles, lines and grids, trays of dice."""

from collections.abc import Callable, Iterator

from companion.eye.grid import GridWatch
from companion.eye.masks import Masks, masked_cells
from companion.eye.pile import PileWatch
from companion.eye.rest import RestWatch
from companion.eye.tokens import TokenWatch
from companion.eye.tray import DiceReader, TrayWatch
from companion.eye.usual import Usual
from companion.eye.watch import Site, Watch
from hardware.camera import Frame
from hardware.eye_link import Expect
from vision.mat import Mat
from vision.readings import Prior
from vision.tokens import TokenReader
from vision.zone_reader import ZoneReader


def watches(
    mat: Mat,
    cards: ZoneReader | None,
    dice: DiceReader,
    tokens: TokenReader | None,
    *,
    usual: Usual,
    next_ident: Callable[[int], int],
    pushed: Callable[[Frame], bool],
) -> tuple[Watch, ...]:
    """One for each zone that is read."""

    def each() -> Iterator[Watch]:
        for zone in mat.zones:
            site = Site(zone, next_ident, pushed)
            if zone.kind == "tray":
                yield TrayWatch(site, dice)
            elif zone.kind == "tokens":
                yield TokenWatch(site, tokens)
            elif zone.cells:
                yield GridWatch(site, cards, usual)
            elif zone.kind == "pile":
                yield PileWatch(site, cards, usual)

    return tuple(each())


def expect(zones: tuple[Watch, ...], masks: Masks, order: Expect) -> None:
    """What may turn up where, and where nobody may look."""
    masks.set(order.masked)
    for watch in zones:
        name = watch.zone.name
        watch.prior = Prior(dict(order.zones.get(name, {})))
        if isinstance(watch, GridWatch):
            watch.expect(order.cells.get(name, ()), masked_cells(watch.zone, order.masked))
        if isinstance(watch, RestWatch):
            watch.hide(masks.quads_mm)
