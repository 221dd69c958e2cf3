"""The voice as others see it: what to say, what matters more, what has become untrue."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from hardware.errors import HardwareError
from hardware.events import SensorStatus

STALE_NS = 2_000_000_000
"""A sentence that could not be begun within two seconds tells of a moment that is over."""

OnStatus = Callable[[SensorStatus], None]


class Utterance(Struct, frozen=True, kw_only=True):
    """One sentence that waits to be said.

    Attributes:
        text: What to say.
        priority: `verdict` interrupts, `say` queues, `quiet` is a caption only and is not said.
        key: A later sentence with the same key replaces this one while it is unsaid; empty never.
        seq: Journal entry it tells of; 0 for none.
        expires: ns on the voice's own clock; it is dropped when it could not be begun before.
        language: Code of the language that `text` is in; empty for the voice's own.
    """

    text: str
    priority: str = "say"
    key: str = ""
    seq: int = 0
    expires: int = 0
    language: str = ""


class Voice(Protocol):
    """Speaks, and never makes anybody wait. Captions are shown by others, whatever happens here."""

    def say(
        self,
        text: str,
        *,
        priority: str = "say",
        key: str = "",
        seq: int = 0,
        expires_s: float | None = None,
        language: str = "",
    ) -> None:
        """Queue a sentence (`expires_s` from now; two seconds where not given). Returns at once."""

    def retract(self, seq: int) -> None:
        """Journal entry `seq` was undone: forget what is unsaid of it, stop what is being said."""

    def close(self) -> None:
        """Idempotent. Falls silent at once."""


class VoiceUnavailableError(HardwareError, OSError):
    """Nothing can be heard now; the text says why, and the cure."""


def silent_because(reason: str) -> str:
    """For a voice that is lost: what it means and where to look."""
    return (
        f"The voice cannot be heard ({reason}); captions are on every page. Run: companion doctor"
    )


class Playing(Protocol):
    """A sound that is being played."""

    def wait(self) -> str:
        """Blocks until it ended; empty where it was played, else what went wrong."""

    def stop(self) -> None:
        """Fall silent at once. From any thread, idempotent."""


def cuts(fresh: Utterance, current: Utterance | None) -> bool:
    """Whether `fresh` interrupts what is being said."""
    return fresh.priority == "verdict" and current is not None and current.priority != "verdict"


class Queue:
    """Which sentence comes next; pure, the clock is given. Always in the order they were made."""

    def __init__(self) -> None:
        self._waiting: list[Utterance] = []

    def put(self, utterance: Utterance) -> None:
        """Add a sentence; an unsaid one of the same key is forgotten.

        A verdict does not wait for older small talk, and what it overtakes is not said any more:
        after a verdict it would sound like news.
        """
        if utterance.key:
            self._waiting = [other for other in self._waiting if other.key != utterance.key]
        if utterance.priority == "verdict":
            self._waiting = [other for other in self._waiting if other.priority == "verdict"]
        self._waiting.append(utterance)

    def take(self, now: int) -> Utterance | None:
        """The next sentence that is not stale at `now` (ns)."""
        while self._waiting:
            utterance = self._waiting.pop(0)
            if utterance.expires >= now:
                return utterance
        return None

    def retract(self, seq: int) -> None:
        """Forget what is unsaid of this journal entry."""
        self._waiting = [other for other in self._waiting if other.seq != seq]

    def clear(self) -> None:
        """Forget everything."""
        self._waiting = []

    def __len__(self) -> int:
        return len(self._waiting)
