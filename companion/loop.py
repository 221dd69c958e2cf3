"""The one thread that owns the table: signals in, effects out, commit first."""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from msgspec.structs import replace

from companion.blackbox.recorder import NoRecorder, Recording
from companion.images import ImageShelf
from companion.store import Journal, StoreError
from companion.table.effects import Commit, Effect, Expect, Recheck, Reply, Retract, Say, Show
from companion.table.handle import handle, more_to_do
from companion.table.signals import Proceed, Signal
from companion.table.state import Table
from companion.words import Text, Words, mark, recognised, render
from hardware.events import Beep, Lamps

log = logging.getLogger(__name__)


class Outputs(Protocol):
    """What the table moves in the world."""

    def say(self, say: Say) -> None:
        """Speak it."""

    def retract(self, seq: int) -> None:
        """Do not speak of this entry any more."""

    def lamps(self, lamps: Lamps) -> None:
        """Set the lamps."""

    def beep(self, beep: Beep) -> None:
        """Sound the beeper."""

    def expect(self, expect: Expect) -> None:
        """Tell the eye what may turn up."""

    def recheck(self) -> None:
        """Tell the eye to take what lies there as given."""


class Loop:
    """Owns the table. Everyone else posts signals and reads snapshots, which never change."""

    def __init__(
        self,
        table: Table,
        *,
        open_journal: Callable[[], Journal],
        journal: Journal | None,
        outputs: Outputs,
        images: ImageShelf,
        shown: Callable[[Table, tuple[str, ...]], None],
        recorder: Recording | None = None,
        handled: Callable[[Signal], None] | None = None,
    ) -> None:
        """Args.

        table: Where to begin.
        open_journal: Makes a new journal; called when the first entry of a game is written.
        journal: The journal of a game that is resumed.
        outputs: Voice, lamps, eye.
        images: Where unclaimed JPEGs wait.
        shown: Called after views changed, with the new snapshot and the audiences.
        recorder: The black box.
        handled: Called with each signal when all that followed from it is done.
        """
        self.table = table
        self.journal = journal
        self._open_journal = open_journal
        self._outputs = outputs
        self._images = images
        self._shown = shown
        self._recorder = recorder or NoRecorder()
        self._handled = handled
        self._queue: queue.SimpleQueue[Signal | None] = queue.SimpleQueue()
        self._waiting: dict[int, Future[Reply]] = {}
        self._idents = iter(range(1, 1 << 62))
        self._ident_lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.now = table.now

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is queued and end; the journal is flushed and closed."""
        self._queue.put(None)
        self._thread.join(5)
        self._recorder.close()
        if self.journal is not None:
            self.journal.close()

    def post(self, signal: Signal) -> None:
        """Queue a signal; returns at once."""
        self._queue.put(signal)

    def request(self, make: Callable[[int], Signal]) -> Future[Reply]:
        """Queue a signal that will be answered: `make` gets the ident to carry."""
        future: Future[Reply] = Future()
        with self._ident_lock:
            ident = next(self._idents)
            self._waiting[ident] = future
        self._queue.put(make(ident))
        return future

    def _run(self) -> None:
        while (signal := self._queue.get()) is not None:
            try:
                self.step(signal)
            except Exception:
                log.exception("The table could not handle %s; the game stays as it was", signal)
                self._recorder.stumbled(self.table)
                self._answer(self._sorry(signal, Text(BROKEN)))

    def step(self, signal: Signal) -> None:
        """Handle one signal and whatever became due by it."""
        self._recorder.heard(self.table, signal)
        self.apply(signal)
        while more_to_do(self.table):
            before = self.table
            self.apply(Proceed())
            if self.table is before:
                break
        self._recorder.handled(self.table)
        if self._handled is not None:
            self._handled(signal)

    def apply(self, signal: Signal) -> None:
        """One step of it: at most one transaction, then its effects."""
        table, effects = handle(self.table, signal)
        try:
            for effect in effects:
                if isinstance(effect, Commit):
                    self._commit(effect)
        except StoreError as error:
            self._refuse(signal, str(error))
            return
        self.table = table
        self.now = table.now
        self._recorder.applied()
        for effect in effects:
            self._execute(effect)

    def _commit(self, commit: Commit) -> None:
        self._recorder.committing(commit.rows)
        images = self._images.pick(commit.images)
        if self.journal is not None and all(row.seq != 1 for row in commit.rows):
            self.journal.append(commit.rows, images)
            return
        fresh = self._open_journal()
        try:
            fresh.append(commit.rows, images)
        except StoreError:
            fresh.close()
            raise
        if self.journal is not None:
            self.journal.close()
        self.journal = fresh
        self._recorder.opened(fresh)

    def _refuse(self, signal: Signal, why: str) -> None:
        """The disk failed: the old table stays, play stops, everybody is told."""
        log.error("%s", why)
        self.table = replace(self.table, failed=why)
        table, effects = handle(self.table, Proceed())
        self.table = table
        self._recorder.refused(why)
        self._recorder.applied()
        for effect in effects:
            self._execute(effect)
        self._answer(self._sorry(signal, recognised(why)))

    def _sorry(self, signal: Signal, why: Words) -> Reply:
        """In the language of whoever asked."""
        language = self.table.language_of(getattr(signal, "audience", "table"))
        ident = getattr(signal, "ident", 0)
        return Reply(ident=ident, status=503, reason=render(why, language))

    def _execute(self, effect: Effect) -> None:
        match effect:
            case Commit():
                pass
            case Say():
                self._outputs.say(effect)
            case Retract():
                self._outputs.retract(effect.seq)
            case Show():
                self._shown(self.table, effect.audiences)
            case Reply():
                self._answer(effect)
            case Expect():
                self._outputs.expect(effect)
            case Recheck():
                self._outputs.recheck()
            case Lamps():
                self._outputs.lamps(effect)
            case Beep():
                self._outputs.beep(effect)

    def _answer(self, reply: Reply) -> None:
        with self._ident_lock:
            future = self._waiting.pop(reply.ident, None)
        if future is not None:
            future.set_result(reply)


BROKEN = mark(
    "The companion stumbled over this and did nothing. The game is as it was; try again, "
    "and if it happens again, enter it another way."
)
