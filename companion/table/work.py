"""The bench on which one signal is worked into a new table and its effects."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.readmodels import Caption, LogLine
from companion.table.desk import Line
from companion.table.desks import desk_of, game_of
from companion.table.effects import Commit, Effect, Expect, Reply, Row, Say
from companion.table.presenter import refresh
from companion.table.state import MAX_CAPTIONS, MAX_LOG, Table
from companion.words import Words, render, sentences


class Work:
    """Collects what one signal changes. Lives for one call of `handle` only."""

    def __init__(self, table: Table, audience: str = "table") -> None:
        """`audience` is whom replies are for: they are in that page's language."""
        self.table = table
        self._audience = audience
        self.changed = False
        self._before = table
        self._rows: list[Row] = []
        self._images: list[str] = []
        self._says: list[Say] = []
        self._effects: list[Effect] = []

    def set(self, **changes: Any) -> None:
        """Replace fields of the table; views are looked at again."""
        self.table = replace(self.table, **changes)
        self.changed = True

    def quietly(self, **changes: Any) -> None:
        """Replace fields that no view shows."""
        self.table = replace(self.table, **changes)

    def row(
        self,
        kind: str,
        *,
        at_ns: int | None = None,
        action: Any = None,
        events: Iterable[Any] = (),
        by: str = "sensors",
        evidence: Any = None,
        images: Iterable[str] = (),
        data: dict[str, Any] | None = None,
    ) -> int:
        """Append a journal entry; returns its seq."""
        table = self.table
        seq = table.seq + 1
        self._rows.append(
            Row(
                seq=seq,
                kind=kind,
                at_ns=table.now if at_ns is None else at_ns,
                run=table.run,
                action=None if action is None else msgspec.to_builtins(action),
                events=tuple(msgspec.to_builtins(event) for event in events),
                by=by,
                evidence=evidence,
                data=data or {},
            )
        )
        self._images += images
        self.set(seq=seq)
        return seq

    def say(self, lines: Iterable[Line], *, seq: int = 0) -> None:
        """Sentences for the captions, and for the voice what the table wants spoken.

        What one entry has to say is said in one breath: a second sentence that waited for the
        first to end would come too late.
        """
        table, breath = self.table, []
        for line in lines:
            ident = self.table.say_id + 1
            caption = Caption(id=ident, text=line.text, priority=line.priority)
            self.set(say_id=ident, captions=(*self.table.captions, caption)[-MAX_CAPTIONS:])
            if line.kind in table.spoken:
                breath.append((ident, line))
        if breath:
            self._says.append(self._breath(breath, seq))

    def _breath(self, breath: list[tuple[int, Line]], seq: int) -> Say:
        table = self.table
        verdict = any(line.priority == "verdict" for _, line in breath)
        return Say(
            ident=breath[0][0],
            text=self.aloud(sentences([line.text for _, line in breath])),
            priority="verdict" if verdict else "say",
            key=breath[0][1].key if len(breath) == 1 else "",
            seq=seq,
            language=table.language,
        )

    def preview(self, said: str) -> None:
        """A name for the loudspeaker alone: whoever asked has it on the phone."""
        ident = self.table.say_id + 1
        self.quietly(say_id=ident)
        self._says.append(Say(ident=ident, text=said, key="preview", language=self.table.language))

    def aloud(self, text: Words) -> str:
        """In the table's language, with names as their owners want to hear them.

        A name may look like eSpeak's phonemes (`[[h@'loU]]`): it is read, not obeyed.
        """
        said = {member.name: member.says for member in self.table.members if member.says}
        return render(text, self.table.language, said).replace("[[", "[").replace("]]", "]")

    def tell(self, text: Words, priority: Any = "say", *, kind: str = "people") -> None:
        """One sentence that belongs to no entry."""
        self.say((Line(text=text, priority=priority, kind=kind),))

    def log(self, seq: int, text: Words, evidence: str = "") -> None:
        """A line of the story."""
        line = LogLine(seq=seq, text=text, evidence=evidence)
        self.set(log=(*self.table.log, line)[-MAX_LOG:])

    def effect(self, effect: Effect) -> None:
        """Anything else, after the commit."""
        self._effects.append(effect)

    def reply(
        self, ident: int, status: int = 200, reason: Words = "", rule: str = "", **data: Any
    ) -> None:
        """Answer a tap or an ask; without ident nobody waits."""
        if ident:
            said = render(reason, self.table.language_of(self._audience))
            self._effects.append(
                Reply(ident=ident, status=status, reason=said, rule=rule, data=data)
            )

    def finish(self) -> tuple[Table, tuple[Effect, ...]]:
        """The new table, and its effects: commit first, then tell."""
        effects: list[Effect] = []
        if self._rows:
            effects.append(
                Commit(rows=tuple(self._rows), images=tuple(dict.fromkeys(self._images)))
            )
        if self.changed:
            self.table, show = refresh(self.table)
            effects += show
            effects += self._devices()
        effects += self._says
        effects += self._effects
        return self.table, tuple(effects)

    def _devices(self) -> Iterable[Effect]:
        """Lamps and expectations that differ from what was last sent."""
        table = self.table
        if table.game is None:
            return
        view = game_of(table).observe(table.game, "table")
        lamps = desk_of(table).lamps(view)
        expecting = game_of(table).expects(view)
        if lamps != table.lamps:
            yield lamps
        if expecting != table.expecting and desk_of(table).SEES:
            yield Expect(expectations=expecting)
        self.table = replace(table, lamps=lamps, expecting=expecting)
