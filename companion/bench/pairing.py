"""Which reading is about which card of a picture whose truth is known."""

from collections.abc import Callable, Sequence

from vision.overlaps import same_place
from vision.readings import CardReading, Floats


def paired(
    readings: Sequence[CardReading],
    quads: Sequence[Floats],
    least: float,
    closeness: Callable[[Floats, Floats], float] = same_place,
) -> tuple[list[CardReading | None], list[CardReading]]:
    """The nearest reading for each card, none twice, and the readings that are about none.

    Args:
        readings: Of one picture.
        quads: Where its cards lie, float32 (4, 2) px each.
        least: Closeness from which a reading is about a card.
        closeness: Of two quads, 0 to 1.
    """
    free = list(readings)
    about: list[CardReading | None] = []
    for quad in quads:
        best = max(free, key=lambda r: closeness(r.quad_px, quad), default=None)
        if best is not None and closeness(best.quad_px, quad) < least:
            best = None
        about.append(best)
        free = [reading for reading in free if reading is not best]
    return about, free
