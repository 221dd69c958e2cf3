"""A black box without names: typed names replaced, codes and digests gone, still a replay."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.blackbox import Begin, Box, Heard, Segment, pack_table, unpack_table
from companion.bundle.names import Aliases
from companion.history import Row
from companion.replaying import play_segment
from companion.table.presenter import present
from companion.table.signals import Ask
from companion.table.state import Shown, Table
from hardware.events import SensorStatus

Scrub = Callable[[str], str]
_NOWHERE, _ELSEWHERE = "http://table.invalid/", "http://moved.table.invalid/"
TYPED = frozenset({"join", "rename"})
"""Requests whose value is a name."""
PLAIN = frozenset(
    {"seats", "first", "option", "free_seat", "move", "leave", "presence", "start", "end"}
    | {"undo", "redo", "amend", "overrule", "tick", "band", "new_game", "retry", "pause", "resume"}
    | {"language", "table_language", "spoken", "facts"}
)
"""Requests whose value tells of the game only."""
WITHHELD = frozenset({"says", "preview"})
"""Requests whose value is how somebody's name sounds: left out."""


def anonymous_box(box: Box, names: Aliases, scrub: Scrub) -> Box:
    """The same evening of people who typed other names. Raises BoxError."""
    made: tuple[Row, ...] = ()
    segments = []
    for segment in box.segments:
        heard = _heard(segment, names, scrub)
        begin = _begin(segment.begin, made, names, scrub)
        again = Segment(begin=begin, heard=heard)
        made = (*begin.rows, *play_segment(again)[0])
        segments.append(again)
    return replace(box, segments=tuple(segments))


def _heard(segment: Segment, names: Aliases, scrub: Scrub) -> tuple[Heard, ...]:
    """Play the segment as it was, to see what the table made of each typed name."""
    names.learn(segment.begin.rows)
    told: list[Heard] = []

    def watch(heard: Heard, rows: Sequence[Row]) -> None:
        signal: Any = heard.signal
        if isinstance(signal, Ask):
            signal = replace(signal, value=_value(signal, rows, names), digest="")
        elif isinstance(signal, SensorStatus):
            signal = replace(signal, text=scrub(names.text(signal.text)))
        refused = {number: scrub(why) for number, why in heard.refused.items()}
        told.append(replace(heard, signal=signal, refused=refused))

    play_segment(segment, watch)
    return tuple(told)


def _value(ask: Ask, rows: Sequence[Row], names: Aliases) -> str:
    """What to ask instead; of a request that is not known here nothing is kept."""
    if ask.what not in TYPED:
        return ask.value if ask.what in PLAIN else ""
    fresh = names.typed(ask.value)
    for row in rows:
        if row.kind == "seat" and row.data.get("name"):
            names.became(ask.value, row.data["name"])
    return fresh


def _begin(begin: Begin, made: tuple[Row, ...], names: Aliases, scrub: Scrub) -> Begin:
    """Entries of earlier segments as these replay now, the others replaced in their texts."""
    rows = tuple(names.row(row) for row in begin.rows)
    if begin.kind == "resume":
        rows = (*made[: len(rows)], *rows[len(made) :])
    table = unpack_table(begin.table)
    fresh = _table(table, names, scrub)
    moved = begin.join_url != table.join_url  # then every page was written anew
    return replace(
        begin,
        rows=rows,
        table=pack_table(fresh),
        rescued=scrub(begin.rescued),
        created="",
        join_url=_ELSEWHERE if moved else fresh.join_url,
    )


def _table(table: Table, names: Aliases, scrub: Scrub) -> Table:
    for member in table.members:
        names.of(member.name)

    def text(words: Any) -> Any:
        return scrub(names.text(words)) if isinstance(words, str) else names.struct(words)

    fresh = replace(
        table,
        code="",
        join_url=_NOWHERE if table.join_url else "",
        members=tuple(names.struct(member) for member in table.members),
        # Of an earlier game, and perhaps of people whom this journal does not know.
        captions=tuple(replace(caption, text="") for caption in table.captions),
        log=tuple(replace(line, text="") for line in table.log),
        notes=tuple(text(note) for note in table.notes),
        failed=text(table.failed),
        sensors={k: replace(s, text=text(s.text)) for k, s in table.sensors.items()},
    )
    shown = {who: _shown(table, fresh, who, old) for who, old in table.shown.items()}
    return replace(fresh, shown=shown)


def _shown(table: Table, fresh: Table, audience: str, old: Shown) -> Shown:
    """The page of the same version; one that was not up to date stays so, without its words."""
    version = old.view.version
    view = replace(present(fresh, audience), version=version)
    if replace(present(table, audience), version=version) != old.view:
        view = replace(view, headline=f"{view.headline} ")
    return replace(old, view=view)
