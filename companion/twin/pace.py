"""The world waits for the companion before it goes on."""

import time
from pathlib import Path

from companion.twin.board import BoardPort
from hardware.timing import MS
from hardware.twin_pace import PaceReader

BEHIND_NS = 200 * MS
"""The companion's clock at the simulated table ticks every 100 ms, and its buttons' mark stands
while a contact bounces."""
LOOK_S = 0.0003


class Pace:
    """How far behind the companion may be: two ticks, or what it turned out to need."""

    def __init__(self, directory: Path) -> None:
        self._reader = PaceReader(directory)
        self._behind_ns = BEHIND_NS

    def wait(self, board: BoardPort, patience_s: float) -> bool:
        """Block until what the board was told has been handled; False when patience ran out.

        True at once where no board listens or no companion says what it has heard. Whoever is
        always further behind (a companion that holds edges back) is waited for in vain only once.
        """
        deadline = time.monotonic() + patience_s
        while board.connected and (heard := self._reader.heard()) is not None:
            if heard >= board.told_ns - self._behind_ns:
                return True
            if time.monotonic() > deadline:
                self._behind_ns = board.told_ns - heard
                return False
            time.sleep(LOOK_S)
        return True
