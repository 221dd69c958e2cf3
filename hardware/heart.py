"""Signs of life: they tell a process that hangs from one that has nothing to say.

A thread of the process says `Alive` every second. A process that was stopped, or that is stuck in
one piece of work, says nothing any more, and `hardware.child` starts another.
"""

import contextlib
import threading
import time
from typing import Any

from msgspec import Struct

from hardware.channel import Channel, ChannelClosedError

BEAT_S = 1.0
SILENT_S = 10.0
"""Ten beats that did not come: a busy Pi delays one by a second or two (estimate). Each that was
ended for it gives the next more time (`child.MOST_PATIENCE`)."""
START_S = 60.0
"""Until the first: Python, OpenCV and the camera's libraries load for up to 10 s (estimate)."""
STUCK_S = 60.0
"""The longest piece of work is to compare all cards that were taught: seconds."""


class Alive(Struct, frozen=True, kw_only=True, tag="alive"):
    """The process runs, and its work goes on."""


class Heart:
    """Beats once it was started, as long as no piece of work takes too long.

    Args:
        channel: To whoever keeps the process.
        every_s: Between two beats.
        stuck_s: A piece of work that takes longer hangs.
    """

    def __init__(
        self, channel: Channel[Any], *, every_s: float = BEAT_S, stuck_s: float = STUCK_S
    ) -> None:
        self._channel = channel
        self._every_s = every_s
        self._stuck_s = stuck_s
        self._since: float | None = None

    def start(self) -> None:
        """Beat from now on, until the other end is gone."""
        threading.Thread(target=self._run, name="heart", daemon=True).start()

    def begins(self) -> None:
        """A piece of work begins; it must end, or the next begin, before long."""
        self._since = time.monotonic()

    def rests(self) -> None:
        """It ended, and nobody knows when the next will begin."""
        self._since = None

    def beats_at(self, now: float) -> bool:
        """Whether nothing hangs at this moment of `time.monotonic`."""
        since = self._since
        return since is None or now - since < self._stuck_s

    def _run(self) -> None:
        with contextlib.suppress(ChannelClosedError):
            while True:
                if self.beats_at(time.monotonic()):
                    self._channel.send(Alive())
                time.sleep(self._every_s)
