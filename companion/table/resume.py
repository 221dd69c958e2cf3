"""A table from its journal: members, game, undo steps, open questions. What was held is void."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import Row, amended_entries, events_of, fold, remembered
from companion.readmodels import LogLine, Task
from companion.table.desks import desk_of, game_of, told_of
from companion.table.lessons import read_as
from companion.table.play import candidates_in, public_of
from companion.table.presenter import refresh
from companion.table.state import MAX_LOG, Member, OpenPrompt, Putting, Step, Table, Undone
from companion.table.tasks import TASKS, listed, task_number
from companion.words import Text, Words, sentences


def resume(fresh: Table, rows: Sequence[Row]) -> Table:
    """The table as the last entry left it.

    Args:
        fresh: An empty table of this boot (its code, referee, options of the command line).
        rows: Every sound entry.

    Raises:
        HistoryError: The entries cannot be folded.
    """
    table = replace(fresh, seq=rows[-1].seq if rows else 0, say_id=1000 * len(rows))
    for row in rows:
        table = _person(table, row)
    started = next((row for row in rows if row.kind == "game"), None)
    if started is None:
        return refresh(table)[0]
    history = fold(rows)
    game = history.game
    pack = msgspec.convert(started.data["pack"], type=game.Pack)
    table = replace(
        table,
        game_name=game.NAME,
        seats=started.data["seats"],
        first=started.data["first"],
        options={key: _text(value) for key, value in started.data["options"].items()},
        pack=pack,
        game=history.state,
    )
    stack = _Stack(table, history.states[started.seq - 1])
    for row in rows:
        stack.add(row)
    table = replace(
        table,
        paused=_paused(rows),
        phase=_phase(table, rows),
        steps=stack.steps,
        redo=stack.redo,
        tasks=stack.tasks,
        task_id=_newest(rows),
        putting=stack.putting,
        log=_log(table, rows, history.undone),
        prompts=_prompts(rows),
        prompt_id=sum(row.kind == "prompt" for row in rows),
        notes=(Text(desk_of(table).RESUMED),),
    )
    return refresh(table)[0]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _person(table: Table, row: Row) -> Table:
    if row.kind == "option":
        data = row.data
        if "seats" in data:
            return replace(table, seats=data["seats"])
        if "first" in data:
            return replace(table, first=data["first"])
        if "language" in data:
            return replace(table, language=data["language"])
        if "pack" in data:
            pack = msgspec.convert(data["pack"], type=game_of(table).Pack)
            return replace(table, pack=pack)
        if "spoken" in data:
            return replace(table, spoken=tuple(data["spoken"]))
        return replace(table, options={**table.options, data["key"]: data["value"]})
    if row.kind != "seat":
        return table
    others = tuple(m for m in table.members if m.seat != row.data["seat"])
    if row.data.get("free"):
        return replace(table, members=others)
    member = msgspec.convert(row.data, type=Member)
    return replace(table, members=tuple(sorted((*others, member), key=lambda m: m.seat)))


def _phase(table: Table, rows: Sequence[Row]) -> str:
    game = game_of(table)
    if rows[-1].kind == "end" or game.observe(table.game, "table").outcome is not None:
        return "over"
    return "playing"


def _paused(rows: Sequence[Row]) -> bool:
    kinds = [row.kind for row in rows if row.kind in {"pause", "resume", "end"}]
    return bool(kinds) and kinds[-1] == "pause"


class _Stack:
    """Undo, redo and corrections as the table held them, from the rows in order."""

    def __init__(self, table: Table, first: Any) -> None:
        self._table = table
        self._game = game_of(table)
        self._desk, self._told = desk_of(table), told_of(table)
        self.state = first
        self.steps: tuple[Step, ...] = ()
        self.redo: tuple[Undone, ...] = ()
        self.tasks: tuple[Task, ...] = ()
        self.putting: Putting | None = None
        self._was = first
        self._guessed: dict[int, tuple[str, ...]] = {}

    def add(self, row: Row) -> None:
        match row.kind:
            case "action":
                self._was = self.state
                events = events_of(self._game, row.events)
                self.steps = (*self.steps, self._step(row, events))
                self._evolve(events)
                self.redo = ()
            case "undo":
                self._was = self.state
                self._undo(row)
            case "amend":
                self._was = self.state
                self._amend(row)
            case "tasks":
                self.tasks, self.putting = listed(row, self._was, self.state, self.putting)
            case _:
                pass

    def _step(self, row: Row, events: tuple[Any, ...]) -> Step:
        value = msgspec.convert(row.action, type=self._game.Action)
        label = self._desk.label(value, self._told)
        guessed = candidates_in(row.data) or self._guessed.get(row.data.get("again", 0), ())
        self._guessed[row.seq] = guessed
        return Step(
            seq=row.seq,
            before=self.state,
            action=value,
            label=label,
            by=row.by,
            at_ns=row.at_ns,
            pressed=self._desk.slapped(value),
            won=self._desk.won_by(events),
            events=public_of(self._game, events),
            candidates=guessed,
            read=read_as(self._desk, value, row.by, guessed),
        )

    def _evolve(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self.state = self._game.evolve(self.state, event)

    def _undo(self, row: Row) -> None:
        back = next((one for one in self.redo if one.undo == row.data["undoes"]), None)
        if back is not None:
            self.state = remembered(self._game, back.after, self.state)
            self.steps, self.redo = back.steps, self.redo[:-1]
            return
        step = self.steps[-1]
        undone = Undone(undo=row.seq, step=step, after=self.state, steps=self.steps)
        self.redo = (*self.redo, undone)
        self.steps = self.steps[:-1] if step.restores is None else step.restores
        self.state = remembered(self._game, step.before, self.state)

    def _amend(self, row: Row) -> None:
        whole, before = self.steps, self.state
        place = next(n for n, step in enumerate(whole) if step.seq == row.data["amends"])
        by_seq = {step.seq: step for step in whole}
        self.state, self.steps = whole[place].before, whole[:place]
        for entry in amended_entries(row):
            old = by_seq[entry.seq]
            action = msgspec.convert(entry.action, type=self._game.Action)
            label = desk_of(self._table).label(action, told_of(self._table))
            step = msgspec.structs.replace(
                old,
                before=self.state,
                action=action,
                label=label,
                pressed=desk_of(self._table).slapped(action),
                won=desk_of(self._table).won_by(events_of(self._game, entry.events)),
                events=public_of(self._game, events_of(self._game, entry.events)),
            )
            self.steps = (*self.steps, step)
            self._evolve(events_of(self._game, entry.events))
        self.state = remembered(self._game, self.state, before)
        mark = Step(
            seq=row.seq,
            before=before,
            action=None,
            label=msgspec.convert(row.data.get("words", row.data["label"]), type=Words),
            by=row.by,
            restores=whole,
        )
        self.steps, self.redo = (*self.steps, mark), ()


def _newest(rows: Sequence[Row]) -> int:
    """Number of the last task that was listed."""
    listings = [row.data["tasks"] for row in rows if row.kind == TASKS]
    return max((task_number(task["id"]) for tasks in listings for task in tasks), default=0)


def _log(table: Table, rows: Sequence[Row], undone: frozenset[int]) -> tuple[LogLine, ...]:
    told = [row for row in rows if row.kind == "action"][-MAX_LOG:]
    return tuple(
        LogLine(
            seq=row.seq,
            text=story_line(table, row),
            evidence=str(row.seq) if row.evidence else "",
            undone=row.seq in undone,
        )
        for row in told
    )


def story_line(table: Table, row: Row) -> Words:
    """What the voice would say of this entry, in one line."""
    game, told = game_of(table), told_of(table)
    public = public_of(game, events_of(game, row.events))
    lines = desk_of(table).narrate(public, told)
    action = msgspec.convert(row.action, type=game.Action)
    label: Words = desk_of(table).label(action, told)
    return sentences([line.text for line in lines]) or label


def _prompts(rows: Sequence[Row]) -> tuple[OpenPrompt, ...]:
    """Questions that nobody has answered."""
    open_prompts: dict[str, OpenPrompt] = {}
    for row in rows:
        match row.kind:
            case "prompt":
                prompt = msgspec.convert(row.data, type=OpenPrompt)
                open_prompts[prompt.id] = prompt
            case "answer":
                open_prompts.pop(row.data["id"], None)
            case "undo" | "end" | "game":
                open_prompts.clear()
            case _:
                pass
    return tuple(open_prompts.values())
