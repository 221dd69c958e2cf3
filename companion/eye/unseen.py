"""Whether so many pictures are missing before one that cards may have come and gone unseen."""

from hardware.camera import Frame
from hardware.timing import MS

UNSEEN_NS = 600 * MS
"""The longest that a hand hides the Pot while it lays one card (0.2 to 0.6 s): in less than this
nobody lays two, one after the other."""


class Unseen:
    """Looks at the times of frames in a row. One for each opening of a camera."""

    def __init__(self, *, steady: bool) -> None:
        """`steady`: the camera never rests, so that a silence is a loss (the twin's rests)."""
        self._steady = steady
        self._last: Frame | None = None

    def before(self, frame: Frame) -> bool:
        """True where the time since the frame before was long, and not because nothing happened.

        A computer that is too busy to take pictures looks like a still table; then what lies there
        afterwards is asked about and not believed.
        """
        last, self._last = self._last, frame
        if last is None or last.run != frame.run:
            return False
        long = frame.at.earliest - last.at.earliest > UNSEEN_NS
        return long and (self._steady or frame.missed > 0)
