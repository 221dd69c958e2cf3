"""A practice on the bench: marks, lamps and hands in milliseconds."""

from companion.practice import Effect, Give, Plan, Practice, Round, RoundOver, begin, handle
from hardware.events import EdgesUntil, Lit, Press
from hardware.timing import MS, Interval
from tests.support.trains import as_told

STEP_MS = 5


class Bench:
    """Time passes in steps; the board answers a signal `lamp_ms` after it was asked for."""

    def __init__(
        self,
        *foreperiods_ms: int,
        seats: int = 2,
        lamp_ms: float = 3.0,
        error_ms: float = 0.0,
        deaf: bool = False,
        signal: str = "lamp",
    ) -> None:
        periods = foreperiods_ms or (2000,)
        self.practice: Practice = begin(
            Plan(
                seats=seats,
                foreperiods_ns=tuple(period * MS for period in periods),
                signals=(signal,) * len(periods),
            )
        )
        self.now_ms = 0
        self.effects: list[Effect] = []
        self.lit_ms: list[float] = []
        self._lamp_ms, self._error_ms, self._deaf = lamp_ms, error_ms, deaf
        self._due: list[tuple[float, Press]] = []

    def press(self, seat: int, at_ms: float, **fields: object) -> None:
        """A hand comes down at `at_ms`; the board tells of it with the next mark."""
        stamp = round(at_ms * MS)
        self._due.append((at_ms, Press(seat=seat, at=Interval(stamp, stamp), **fields)))

    def until(self, ms: float) -> "Bench":
        while self.now_ms < ms:
            self.now_ms += STEP_MS
            for _, press in [one for one in self._due if one[0] <= self.now_ms]:
                for signal in as_told(press):
                    self._send(signal)
            self._due = [one for one in self._due if one[0] > self.now_ms]
            self._send(EdgesUntil(ns=self.now_ms * MS))
        return self

    def lamp(self) -> float:
        """Go on until this round's signal was given; when that was, ms."""
        rounds = len(self.lit_ms)
        while len(self.lit_ms) == rounds:
            self.until(self.now_ms + STEP_MS)
        return self.lit_ms[-1]

    def over(self) -> Round:
        """Go on until this round is over."""
        rounds = len(self.practice.rounds)
        while len(self.practice.rounds) == rounds:
            self.until(self.now_ms + STEP_MS)
        return self.practice.rounds[-1]

    @property
    def told(self) -> list[Round]:
        return [one.round for one in self.effects if isinstance(one, RoundOver)]

    def _send(self, signal: object) -> None:
        self.practice, effects = handle(self.practice, signal)  # type: ignore[arg-type]
        self.effects += effects
        for effect in effects:
            if isinstance(effect, Give) and not self._deaf:
                at = self.now_ms + self._lamp_ms
                self.lit_ms.append(at)
                at_ns = Interval(round((at - self._error_ms) * MS), round(at * MS))
                self._send(Lit(ident=effect.ident, at=at_ns))
