"""A table from its journal: members, game, undo steps, open questions. What was held is void."""

from collections.abc import Sequence
from types import GenericAlias
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import Row, fold
from companion.readmodels import LogLine
from companion.table.desks import desk_of, game_of, told_of
from companion.table.presenter import refresh
from companion.table.state import MAX_LOG, Member, OpenPrompt, Step, Table


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
    table = replace(
        table,
        phase=_phase(table, rows),
        steps=_steps(table, rows, history.undone),
        log=_log(table, rows, history.undone),
        prompts=_prompts(rows),
        prompt_id=sum(row.kind == "prompt" for row in rows),
        notes=("The companion was restarted. Look whether the Pot here is the Pot on the table.",),
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


def _steps(table: Table, rows: Sequence[Row], undone: frozenset[int]) -> tuple[Step, ...]:
    """The effective actions with the state before each."""
    game, told = game_of(table), told_of(table)
    state: Any = None
    steps: list[Step] = []
    for row in rows:
        if row.kind == "game":
            options = msgspec.convert(row.data["options"], type=game.Options)
            state = game.setup(range(row.data["seats"]), row.data["first"], options, table.pack)
        if row.kind != "action" or row.seq in undone:
            continue
        action = msgspec.convert(row.action, type=game.Action)
        label = desk_of(table).label(action, told)
        steps.append(Step(seq=row.seq, before=state, action=action, label=label))
        for event in events_of(game, row):
            state = game.evolve(state, event)
    return tuple(steps)


def events_of(game: Any, row: Row) -> tuple[Any, ...]:
    """The entry's events as the game's values."""
    found: tuple[Any, ...] = msgspec.convert(row.events, GenericAlias(tuple, (game.Event, ...)))
    return found


def _log(table: Table, rows: Sequence[Row], undone: frozenset[int]) -> tuple[LogLine, ...]:
    lines = [
        LogLine(
            seq=row.seq,
            text=story_line(table, row),
            evidence=str(row.seq) if row.evidence else "",
            undone=row.seq in undone,
        )
        for row in rows
        if row.kind == "action"
    ]
    return tuple(lines[-MAX_LOG:])


def story_line(table: Table, row: Row) -> str:
    """What the voice would say of this entry, in one line."""
    game, told = game_of(table), told_of(table)
    public = [
        seen for event in events_of(game, row) if (seen := game.redact(event, "table")) is not None
    ]
    lines = desk_of(table).narrate(public, told)
    action = msgspec.convert(row.action, type=game.Action)
    return " ".join(line.text for line in lines) or desk_of(table).label(action, told)


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
