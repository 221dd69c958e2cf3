"""A loudspeaker in virtual time: it hears what a table wants said, and notes what it began."""

from typing import Any

from msgspec import Struct

from companion.history import undone_seqs
from companion.table.effects import Retract, Say
from hardware.timing import MS
from hardware.voice import Queue, Utterance, cuts
from tests.companion.table.scripted import Script

LETTER_NS = 60 * MS
"""How long a letter takes: 165 words a minute of six letters."""


class Begun(Struct, frozen=True, kw_only=True):
    """A sentence that was begun after `waited` ns; `untrue` where its entry did not count then."""

    ident: int
    text: str
    waited: int
    untrue: bool


class Speaker:
    """Speaks by the rules of the real voice. `deaf` to what was undone, it shows what they are for.

    Time goes by with the signals; a sentence begins when the one before it ends.
    """

    def __init__(self, *, deaf: bool = False) -> None:
        self.begun: list[Begun] = []
        self.untrue: frozenset[int] = frozenset()
        self._deaf = deaf
        self._queue = Queue()
        self._asked: dict[int, tuple[Say, int]] = {}
        self._current: Utterance | None = None
        self._ends = 0

    def hear(self, effects: Any, now: int) -> None:
        self.until(now)
        for effect in effects:
            if isinstance(effect, Say):
                self._say(effect, now)
            elif isinstance(effect, Retract) and not self._deaf:
                self._queue.retract(effect.seq)
                if self._current is not None and self._current.seq == effect.seq:
                    self._ends = now
        self.until(now)

    def _say(self, say: Say, now: int) -> None:
        utterance = Utterance(
            text=say.text,
            priority=say.priority,
            key=say.key,
            seq=say.seq,
            expires=now + say.expires_ms * MS,
        )
        self._asked[id(utterance)] = (say, now)
        self._queue.put(utterance)
        if cuts(utterance, self._current):
            self._ends = now

    def until(self, now: int) -> None:
        while self._current is None or self._ends <= now:
            at = now if self._current is None else self._ends
            self._current = self._queue.take(at)
            if self._current is None:
                return
            say, asked = self._asked[id(self._current)]
            self._ends = at + LETTER_NS * len(say.text)
            self.begun.append(
                Begun(
                    ident=say.ident,
                    text=say.text,
                    waited=at - asked,
                    untrue=say.seq in self.untrue,
                )
            )


class HeardScript(Script):
    """A scripted table with a loudspeaker on it."""

    def __init__(self, *args: Any, deaf: bool = False, **kwargs: Any) -> None:
        self.speaker = Speaker(deaf=deaf)
        super().__init__(*args, **kwargs)

    def _take(self, table: Any, effects: Any) -> None:
        self.speaker.until(table.now)  # with what was true until now
        super()._take(table, effects)
        prompts = {row.data["id"]: row.seq for row in self.rows if row.kind == "prompt"}
        open_ones = {prompt.seq for prompt in table.prompts}
        self.speaker.untrue = undone_seqs(self.rows) | (set(prompts.values()) - open_ones)
        self.speaker.hear(effects, table.now)
