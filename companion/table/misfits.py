"""Entries that a correction made impossible: asked about one by one, then the rest follows."""

from typing import Any

import msgspec

from companion.table.desks import desk_of, game_of, reach_of, told_of
from companion.table.play import carry_out, reason_of
from companion.table.questions import open_question
from companion.table.state import LeftOver, MisfitQuestion
from companion.table.work import Work
from companion.words import Words, sentences, t
from rules.core import Illegal

SKIP = "skip"
SKIP_ALL = "skip_all"


def ask_misfit(work: Work, left: tuple[LeftOver, ...]) -> None:
    """What happened instead of the first of `left`? What the game waits for is offered."""
    entry, rest = left[0], left[1:]
    action = _action(work, entry)
    ruling = game_of(work.table).check(work.table.game, action)
    refused = isinstance(ruling, Illegal) and not ruling.private
    reason: Words = reason_of(ruling) if refused else ""
    values: list[tuple[str, Words, str]] = [
        (value, label, "primary") for value, label in _instead(work)
    ]
    values.append((SKIP, t("Leave it out"), "plain"))
    if rest:
        values.append((SKIP_ALL, t("Leave out this and all that followed"), "plain"))
    open_question(
        work,
        MisfitQuestion(entry=entry, rest=rest),
        kind="confirm",
        title=t("After the correction this does not fit: {what}", what=entry.label),
        body=sentences((reason, t("What happened then?"))),
        values=values,
    )


def _action(work: Work, entry: LeftOver) -> Any:
    action = msgspec.convert(entry.action, type=game_of(work.table).Action)
    return desk_of(work.table).again(work.table.game, action, entry.by)


def _instead(work: Work) -> list[tuple[str, Words]]:
    """Choices of the seats that the game waits for now."""
    game, desk, told = game_of(work.table), desk_of(work.table), told_of(work.table)
    found: list[tuple[str, Words]] = []
    for seat in sorted(actor for actor in game.acting(work.table.game) if isinstance(actor, int)):
        view = game.observe(work.table.game, seat)
        found += [
            (f"{seat}/{choice.id}", t("{who}: {what}", who=told.name(seat), what=choice.label))
            for choice in desk.offers(work.table.game, view, seat, reach_of(work.table), told)
            if choice.style == "primary" and choice.entry is None
        ]
    return found


def answer_misfit(work: Work, question: MisfitQuestion, value: str, *, by: str, at: int) -> None:
    """Carry out what happened instead, then the rest as far as it fits."""
    if value == SKIP:
        follow(work, question.rest)
        return
    if value == SKIP_ALL:
        return
    seat, _, choice = value.partition("/")
    action = desk_of(work.table).action(work.table.game, int(seat), choice)
    if action is not None:
        carry_out(work, action, at_ns=at, by=by, quiet=True)
    follow(work, (question.entry, *question.rest))


def follow(work: Work, left: tuple[LeftOver, ...]) -> None:
    """Write the entries again, in order, until one does not fit."""
    for place, entry in enumerate(left):
        refused = carry_out(
            work,
            _action(work, entry),
            at_ns=entry.at_ns,
            by=entry.by,
            data={"again": entry.seq},
            quiet=True,
            again=True,
            candidates=entry.candidates,
        )
        if refused is not None:
            ask_misfit(work, left[place:])
            return
