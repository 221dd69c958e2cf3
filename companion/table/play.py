"""Carrying out an action: check, decide, evolve, write, tell. The only way into the state."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.referee import EvidenceRecord, Verdict, seal
from companion.table.desk import Told
from companion.table.desks import desk_of, game_of, told_of
from companion.table.lessons import read_as, relearn
from companion.table.state import Step
from companion.table.work import Work
from companion.words import Text, sentences
from hardware.timing import Interval
from rules.core import Illegal, Ruling


def reason_of(refused: Illegal) -> Text:
    """Why not, for any language."""
    return Text(refused.template or refused.reason, refused.parts)


def public_of(game: Any, events: Iterable[Any]) -> tuple[Any, ...]:
    """What the table may know of the facts."""
    seen = (game.redact(event, "table") for event in events)
    return tuple(event for event in seen if event is not None)


def facts_of(game: Any, state: Any, action: Any) -> tuple[Any, ...]:
    """The facts of an entry that counts already.

    A private reason may speak against it by now; others must not learn of that, so a game with
    secrets that it enforces insists on the entry.
    """
    decide = getattr(game, "insist", game.decide)
    facts: tuple[Any, ...] = decide(state, action)
    return facts


def check(work: Work, action: Any) -> Ruling:
    """Whether the action is legal now."""
    ruling: Ruling = game_of(work.table).check(work.table.game, action)
    return ruling


def carry_out(
    work: Work,
    action: Any,
    *,
    at_ns: int,
    by: str = "sensors",
    record: EvidenceRecord | None = None,
    images: Iterable[str] = (),
    data: dict[str, Any] | None = None,
    quiet: bool = False,
    again: bool = False,
    candidates: tuple[str, ...] = (),
) -> Illegal | None:
    """Apply `action` as one entry; None when done, the ruling when refused.

    Args:
        work: The bench.
        action: Of the game.
        at_ns: Event time on the table's clock.
        by: Audience that caused it, or `sensors`.
        record: A grab's evidence; it is completed with the state and the verdict.
        images: JPEGs to keep with the entry.
        data: Extra facts of the entry (what the camera read, what a person corrected).
        quiet: Log it, say nothing.
        again: It counted before a correction; a private reason does not speak against it.
        candidates: What the eye thought of, where `data` does not say so again.
    """
    ruling = check(work, action)
    if isinstance(ruling, Illegal) and not (again and ruling.private):
        return ruling
    game, before = game_of(work.table), work.table.game
    sealed = None if record is None else sealed_by(work, record)
    events = facts_of(game, before, action) if again else game.decide(before, action)
    after = before
    for event in events:
        after = game.evolve(after, event)
    seq = work.row(
        "action",
        at_ns=at_ns,
        action=action,
        events=events,
        by=by,
        evidence=None if sealed is None else msgspec.to_builtins(sealed),
        images=images,
        data=data,
    )
    told = _told(work, sealed)
    step = Step(
        seq=seq,
        before=before,
        action=action,
        label=desk_of(work.table).label(action, told),
        by=by,
        at_ns=at_ns,
        pressed=desk_of(work.table).slapped(action),
        won=desk_of(work.table).won_by(events),
        events=public_of(game, events),
        candidates=(guessed := candidates_in(data or {}) or candidates),
        read=read_as(desk_of(work.table), action, by, guessed),
    )
    work.set(game=after, steps=(*work.table.steps, step), redo=())
    relearn(work, (), (step,))
    _remember_taking(work, events, at_ns, after)
    _announce(work, step, events, told, has_evidence=sealed is not None, quiet=quiet)
    if game.outcome(after) is not None and game.observe(after, "table").outcome is not None:
        work.set(phase="over")
    return None


def candidates_in(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of an entry's reading, best first."""
    return tuple(str(key) for key, _ in data.get("candidates", ()))


def sealed_by(work: Work, record: EvidenceRecord) -> EvidenceRecord:
    """The record with what only the table knows, and the verdict."""
    table = work.table
    return seal(record, game=table.game_name, state=table.game, taken=table.taken)


def _told(work: Work, sealed: EvidenceRecord | None) -> Told:
    told = told_of(work.table)
    if sealed is None or sealed.verdict is None:
        return told
    grace = frozenset(sealed.verdict.grace)
    return replace(told, reaction_ms=reaction_ms(sealed.verdict), grace=grace)


def reaction_ms(verdict: Verdict) -> int | None:
    """The first presser's reaction, ms, where the onset of the card is known."""
    if not verdict.reactions or verdict.reactions[0].ns.earliest < 0:
        return None
    first = verdict.reactions[0].ns
    return round((first.earliest + first.latest) / 2e6)


def _remember_taking(work: Work, events: Sequence[Any], at_ns: int, after: Any) -> None:
    """Hands that come a little late are excused after a Pot was taken (R-WT-5, R-WT-28)."""
    desk = desk_of(work.table)
    if desk.took_pot(events):
        work.quietly(taken=Interval(at_ns, at_ns))
    elif desk.pot_lies(after):
        work.quietly(taken=None)


def _announce(
    work: Work,
    step: Step,
    events: Iterable[Any],
    told: Told,
    *,
    has_evidence: bool,
    quiet: bool,
) -> None:
    """Say and log what the table may know of the events."""
    game = game_of(work.table)
    lines = desk_of(work.table).narrate(public_of(game, events), told)
    if not quiet:
        work.say(lines, seq=step.seq)
    text = sentences([line.text for line in lines]) or step.label
    work.log(step.seq, text, evidence=str(step.seq) if has_evidence else "")
