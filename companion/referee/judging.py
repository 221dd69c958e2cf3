"""The verdict from an evidence record alone: the table's code and `companion judge` alike."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.referee.checking import RecordError, check_times
from companion.referee.elements import RefereeConfig
from companion.referee.ordering import Item, Step, arrangements, before, group
from companion.referee.record import (
    FORMAT,
    Consequences,
    EvidenceRecord,
    IgnoredPress,
    Reaction,
    Verdict,
)
from companion.referee.recording import (
    config_of,
    counting,
    describe,
    grabs,
    items_of,
    seat_groups,
    seats_of,
)
from hardware.timing import Interval
from rules import GAMES
from rules.core import Illegal

Groups = tuple[tuple[int, ...], ...]


def seal(
    record: EvidenceRecord,
    *,
    game: str,
    state: Any,
    taken: Interval | None = None,
    settled_by: str | None = None,
) -> EvidenceRecord:
    """Complete a record with what only the table knows, and with the verdict that follows.

    Args:
        record: From a due.
        game: Name of the game.
        state: The rules' state before the grab.
        taken: ns, when the Pot was last taken, where no card has been played since.
        settled_by: `people` where somebody chose between possible orders.
    """
    whole = replace(
        record,
        game=game,
        state=msgspec.to_builtins(state),
        taken=taken,
        settled_by=settled_by or record.settled_by,
    )
    return replace(whole, verdict=verdict_of(whole, state))


def judge(record: EvidenceRecord) -> Verdict:
    """The verdict, recomputed from the record alone. Raises RecordError."""
    if record.format > FORMAT:
        raise RecordError(
            f"format: {record.format} is newer than {FORMAT}, the newest this companion reads;"
            " update the companion"
        )
    check_times(record)
    if record.state is None:
        return verdict_of(record, None)
    if record.game not in GAMES:
        raise RecordError(f"game: {record.game!r} is unknown; known are {', '.join(GAMES)}")
    try:
        state = msgspec.convert(record.state, GAMES[record.game].State)
    except msgspec.ValidationError as error:
        raise RecordError(f"state: {error}; take the record from the journal again") from error
    return verdict_of(record, state)


def public(record: EvidenceRecord) -> EvidenceRecord:
    """The record for the eyes of players: times and frames, without the rules' state."""
    verdict = record.verdict
    if verdict is not None and verdict.consequences is not None:
        told = replace(verdict.consequences, events=())
        verdict = replace(verdict, consequences=told)
    return replace(record, state=None, verdict=verdict)


def verdict_of(record: EvidenceRecord, state: Any) -> Verdict:
    """The verdict of a record whose state is already decoded (None: the order alone)."""
    items, presses = items_of(record)
    if record.why:
        return Verdict(undecided=True, why=record.why, orders=_orders(record, items, presses))
    orders = arrangements(items, config_of(record).band_ns) if items else ()
    if items and len(orders) != 1:
        return Verdict(undecided=True, why="overlap", orders=_orders(record, items, presses))
    return _decided(record, grabs(items), presses, state)


def _decided(
    record: EvidenceRecord, judged: Sequence[Item], presses: Sequence[Item], state: Any
) -> Verdict:
    config = config_of(record)
    counted = counting(presses, config)
    those = [item for item in judged if item in counted]
    members, chained = group(those, config.band_ns)
    groups = seat_groups(members)
    chain = chained and _order_behind_matters(record.game, state, those, config)
    asked = (tuple(sorted(seat for each in groups for seat in each)),) if chain else groups
    consequences = _consequences(record.game, state, asked) if groups and state else None
    tie = bool(groups) and len(groups[0]) > 1 if consequences is None else bool(consequences.tied)
    return Verdict(
        groups=groups,
        margins_ns=tuple(
            min(q.lo for q in later) - max(p.hi for p in earlier)
            for earlier, later in pairwise(members)
        ),
        behind_ns=_behind(those, [item for item in grabs(counted) if item not in judged]),
        chained=chained,
        undecided=tie or chain,
        why="chain" if chain else "tie" if tie else "",
        anticipated=_anticipated(record, those),
        reactions=_reactions(record, those),
        repeated=seats_of([item for item in judged if item not in counted]),
        grace=_grace(record, judged),
        consequences=consequences,
    )


def _behind(presses: Sequence[Item], earlier: Sequence[Item]) -> int | None:
    if not presses or not earlier:
        return None
    return min(item.lo for item in presses) - max(item.hi for item in earlier)


def _orders(
    record: EvidenceRecord, items: Sequence[Item], presses: Sequence[Item]
) -> tuple[tuple[str, ...], ...]:
    band = config_of(record).band_ns
    if not items or record.why in {"late", "restart"}:
        return ()
    return tuple(
        tuple(describe(step, _groups_of(step, band)) for step in order)
        for order in arrangements(items, band)
    )


def _groups_of(step: Step, band_ns: int) -> Groups:
    if not isinstance(step, tuple):
        return ()
    members, _ = group(step, band_ns)
    return seat_groups(members)


def _anticipated(record: EvidenceRecord, presses: Sequence[Item]) -> tuple[int, ...]:
    """Pressed so soon after the new card can have been visible that nobody reacts so fast.

    Only of presses with an exact stamp: of others it would be a guess.
    """
    if record.top is None:
        return ()
    until = record.top.onset.latest + record.bands.anticipation_ns
    return seats_of([item for item in presses if item.button and item.lo < until])


def _reactions(record: EvidenceRecord, presses: Sequence[Item]) -> tuple[Reaction, ...]:
    if record.top is None:
        return ()
    onset = record.top.onset
    return tuple(
        Reaction(seat=seat, ns=Interval(item.lo - onset.latest, item.hi - onset.earliest))
        for item, seat in zip(presses, seats_of(presses), strict=True)
    )


def _grace(record: EvidenceRecord, presses: Sequence[Item]) -> tuple[int, ...]:
    if record.taken is None:
        return ()
    until = record.taken.latest + record.bands.grace_ns
    return seats_of([item for item in presses if item.lo <= until])


def _consequences(game: str, state: Any, groups: Groups) -> Consequences:
    """What the rules make of a grab. Events are read by their tags: any game with these works."""
    rules = GAMES[game]
    grab = msgspec.convert({"type": "grab", "presses": groups}, rules.Action)
    ruling = rules.check(state, grab)
    if isinstance(ruling, Illegal):
        return Consequences(legal=False, reason=ruling.reason, rules=(ruling.rule,))
    events = msgspec.json.decode(msgspec.json.encode(rules.decide(state, grab)))
    ignored = tuple(
        IgnoredPress(seat=event["seat"], rule=event["rule"])
        for event in _of(events, "press_ignored")
    )
    won = [event["seat"] for event in _of(events, "pot_won") if event.get("why") == "grab"]
    tied = [event["seats"] for event in _of(events, "grab_tied")]
    return Consequences(
        won=won[0] if won else None,
        cursed=tuple(event["seat"] for event in _of(events, "cursed")),
        eliminated=tuple(event["seat"] for event in _of(events, "eliminated")),
        ignored=ignored,
        tied=tuple(tied[0]) if tied else (),
        rules=tuple(dict.fromkeys(press.rule for press in ignored)),
        events=tuple(events),
    )


def _of(events: Sequence[Mapping[str, Any]], kind: str) -> list[Mapping[str, Any]]:
    return [event for event in events if event.get("type") == kind]


def _order_behind_matters(
    game: str, state: Any, presses: Sequence[Item], config: RefereeConfig
) -> bool:
    """Whether chained groups could end otherwise although it is known who was first."""
    if state is None:
        return False
    found: dict[int, bytes] = {}
    for order in _total_orders(tuple(presses), config.band_ns):
        facts = _facts(game, state, order)
        if found.setdefault(order[0][0], facts) != facts:
            return True
    return False


def _facts(game: str, state: Any, order: Groups) -> bytes:
    told = _consequences(game, state, order)
    events = [event for event in told.events if event.get("type") != "grabbed"]
    return msgspec.json.encode(sorted(events, key=msgspec.json.encode))


def _total_orders(presses: tuple[Item, ...], band_ns: int) -> list[Groups]:
    """Every order of the presses that their intervals allow, one seat a group."""
    if not presses:
        return [()]
    found: list[Groups] = []
    for first in presses:
        if any(before(other, first, band_ns) for other in presses):
            continue
        rest = tuple(item for item in presses if item is not first)
        found += [(seats_of((first,)), *tail) for tail in _total_orders(rest, band_ns)]
    return found
