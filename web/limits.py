"""How often a join code may be guessed."""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable

TRIES_PER_ADDRESS = 5
TRIES_OVERALL = 60  # wrong codes a minute from everywhere: 32**6 codes then last 34 years
WINDOW_S = 60.0
MAX_ADDRESSES = 1024  # remembered; the oldest is forgotten first, the overall cap still holds


class GuessLimiter:
    """Counts wrong codes in a sliding minute, for each address and for all together.

    Right codes are never counted, so a family behind one address joins freely. While an address
    is shut even its right code is refused; otherwise guessing could go on behind the refusals.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque()

    def wait_s(self, address: str) -> int:
        """Whole seconds until this address may try again; 0 if it may now."""
        with self._lock:
            now = self._now()
            waits = [
                _wait(self._wrong.get(address, deque()), TRIES_PER_ADDRESS, now),
                _wait(self._all, TRIES_OVERALL, now),
            ]
        return max(waits)

    def wrong(self, address: str) -> None:
        """A wrong code came from this address."""
        with self._lock:
            now = self._now()
            mine = self._wrong.setdefault(address, deque(maxlen=TRIES_PER_ADDRESS))
            self._wrong.move_to_end(address)
            mine.append(now)
            self._all.append(now)
            while len(self._all) > TRIES_OVERALL:
                self._all.popleft()
            while len(self._wrong) > MAX_ADDRESSES:
                self._wrong.popitem(last=False)


def _wait(times: deque[float], cap: int, now: float) -> int:
    recent = [at for at in times if now - at < WINDOW_S]
    if len(recent) < cap:
        return 0
    return int(recent[-cap] + WINDOW_S - now) + 1
