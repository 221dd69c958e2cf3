"""What the voice says of light, lens and the camera's place: each warning once in a while. Pure."""

from companion.table.presenter import status_text
from companion.table.work import Work
from hardware.events import SensorStatus
from hardware.timing import MS

AGAIN_NS = 600_000 * MS
"""The same warning is spoken again after ten minutes at the earliest: a lamp that sways between two
states would talk all evening. The page shows it all the time."""


def warn(work: Work, status: SensorStatus) -> None:
    """Speak what makes reading harder; where nothing can be read, the camera itself is away.

    Numbers in it change without being news: warnings are told apart by their templates.
    """
    if not status.warning:
        return
    name = status.template or status.text
    now, last = work.table.now, work.table.warned.get(name)
    if last is not None and now - last < AGAIN_NS:
        return
    work.quietly(warned={**work.table.warned, name: now})
    work.tell(status_text(status), kind="conditions")
