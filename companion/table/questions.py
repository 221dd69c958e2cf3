"""Questions to the table: asked on all phones, answered once, never answering themselves."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.readmodels import Choice
from companion.referee import DuePresses, EvidenceRecord
from companion.table.confusions import ranked
from companion.table.desk import Line
from companion.table.desks import desk_of, game_of, told_of
from companion.table.effects import Retract
from companion.table.state import (
    CardQuestion,
    ClaimQuestion,
    FirstQuestion,
    LostQuestion,
    OpenPrompt,
    OrderQuestion,
    Question,
    StaleQuestion,
    TakenBackQuestion,
)
from companion.table.work import Work
from companion.words import Text, Words, mark, one_of, recognised, t
from hardware.events import Observation
from hardware.timing import Interval

NO_ICONS: Mapping[str, str] = MappingProxyType({})
RANKED = 3
"""Candidates offered first; the true card was among the first two in nearly all misreads tried."""


def open_question(
    work: Work,
    question: Question,
    *,
    kind: str,
    title: Words,
    body: Words,
    values: Sequence[tuple[str, Words, str]],
    evidence: tuple[str, ...] = (),
    record: EvidenceRecord | None = None,
    icons: Mapping[str, str] = NO_ICONS,
) -> None:
    """Ask. `values` are (value, label, style); the choice's id is `answer:<prompt>:<value>`."""
    number = work.table.prompt_id + 1
    ident = f"p{number}"
    choices = tuple(
        Choice(
            id=f"answer:{ident}:{value}",
            label=label,
            style=style,  # type: ignore[arg-type]
            icon=icons.get(value, ""),
        )
        for value, label, style in values
    )
    prompt = OpenPrompt(
        id=ident,
        question=question,
        kind=kind,
        title=title,
        body=body,
        choices=choices,
        evidence=evidence,
        record=record,
        seq=work.table.seq + 1,
    )
    work.set(prompts=(*work.table.prompts, prompt), prompt_id=number)
    seq = work.row("prompt", data=msgspec.to_builtins(prompt), images=evidence)
    work.say((Line(text=title, priority="verdict", kind="question"),), seq=seq)


def close_question(work: Work, prompt: OpenPrompt, *, answer: str, by: str) -> None:
    """It was answered: whoever has not heard it yet need not."""
    work.effect(Retract(seq=prompt.seq))
    work.set(prompts=tuple(p for p in work.table.prompts if p.id != prompt.id))
    work.row("answer", by=by, data={"id": prompt.id, "answer": answer})


def unseen_card(zone: str, at: int) -> Observation:
    """A card that no camera saw and somebody will name."""
    return Observation(
        zone=zone, kind="card", on_empty=True, onset=Interval(at, at), settled_at=at, ident=0
    )


def ask_card(work: Work, observation: Observation) -> None:
    """Which card is that? Candidates first, then every card there is."""
    told = told_of(work.table)
    everything = desk_of(work.table).card_choices(work.table.game, observation.zone, told)
    names = dict(everything)
    likely = ranked(observation.candidates, work.table.confusions, work.table.alike)
    first = [key for key in likely if key in names][:RANKED]
    values: list[tuple[str, Words, str]] = [(key, names[key], "primary") for key in first]
    values += [(key, name, "plain") for key, name in everything if key not in first]
    values.append(("none", t("That is no card of this game"), "quiet"))
    title = t("Which card is on the Pot?")
    if observation.zone == "portal":
        title = t("Which card is on the Portal?")
    elif observation.zone in {"discard", "spyglass"}:
        title = t("Which card was discarded?")
    why: Words = ""
    if observation.unsure:
        why = t("The camera was not sure: {why}.", why=_with_names(observation.unsure, names))
    open_question(
        work,
        CardQuestion(observation=observation),
        kind="which_card",
        title=title,
        body=why,
        values=values,
        evidence=tuple(frame.id for frame in reversed(observation.frames)),
        icons={key: desk_of(work.table).face(key).icon for key in names},
    )


def _with_names(unsure: str, names: Mapping[str, Words]) -> Words:
    """Why the camera was not sure, with the names of cards instead of their keys."""
    why = recognised(unsure)
    if isinstance(why, str):
        return why
    parts = {
        name: names.get(part, part) if isinstance(part, str) else part
        for name, part in why.parts.items()
    }
    return Text(why.template, parts, why.plural)


def ask_first(work: Work, seats: tuple[int, ...], record: EvidenceRecord | None = None) -> None:
    """Too close to call, and it matters (R-WT-6): hand below, else the hand covering more."""
    who = one_of([work.table.name(seat) for seat in seats])
    open_question(
        work,
        FirstQuestion(seats=seats),
        kind="who_first",
        title=t("Who was first: {who}?", who=who),
        body=t(
            "Closer than these buttons can tell. The hand below wins; else the one covering more."
        ),
        values=[(str(seat), work.table.name(seat), "primary") for seat in seats],
        record=record,
    )


def ask_claim(work: Work, seats: tuple[int, ...], *, by: int | None, body: Words) -> None:
    """A slap without a stamp: who was it?"""
    values = _people(work, seats)
    values.append(("none", t("Nobody: false alarm"), "quiet"))
    open_question(
        work,
        ClaimQuestion(by=by),
        kind="who_first",
        title=t("Who slapped first?"),
        body=body,
        values=values,
    )


def ask_stale(work: Work, due: DuePresses, why: Words) -> None:
    """Nobody watched: order is exact, but was a card flipped that nobody has told yet?"""
    who = work.table.name(due.groups[0][0])
    open_question(
        work,
        StaleQuestion(presses=due),
        kind="confirm",
        title=t("{who} slapped. Is the card shown here the newest one?", who=who),
        body=t("{why} A card that was flipped and not yet told would be missed.", why=why),
        values=[
            ("yes", t("Yes, judge it"), "primary"),
            ("no", t("No, another card was flipped"), "plain"),
        ],
    )


def ask_taken_back(work: Work, observation: Observation) -> None:
    """The newest card was lifted off: whose mistake was it (R-WT-31)?"""
    values = _people(work, range(work.table.seats))
    values.append(("none", t("Nobody: it is in play"), "quiet"))
    open_question(
        work,
        TakenBackQuestion(observation=observation),
        kind="confirm",
        title=t("Who flipped that card by mistake?"),
        body=t("The newest card was taken back. It goes into the middle of that player's deck."),
        values=values,
        evidence=tuple(frame.id for frame in observation.frames),
    )


def ask_order(
    work: Work, orders: tuple[Any, ...], seat: int, other: Words, record: EvidenceRecord | None
) -> None:
    """Before or after? Their times overlap, and the order matters."""
    name = work.table.name(seat)
    open_question(
        work,
        OrderQuestion(orders=orders, seat=seat),
        kind="late_card",
        title=t("Did {who} slap before {other}?", who=name, other=other),
        body=t("The camera and the buttons cannot tell. What did you see?"),
        values=[("before", t("Before"), "primary"), ("after", t("After"), "primary")],
        evidence=tuple(
            frame.id for frame in (record.next.frames if record and record.next else ())
        ),
        record=record,
    )


LOST: Mapping[str, str] = MappingProxyType(
    {
        "camera": mark("The camera could not see the Pot when the buttons were pressed."),
        "buttons": mark("The buttons did not report in time."),
        "late": mark("A press reached the companion too late to be put in order."),
        "restart": mark(
            "The companion was restarted in between; presses from before do not count."
        ),
        "overlap": mark("Too much happened at once to tell what came first."),
    }
)


def ask_lost(
    work: Work, seats: tuple[int, ...], reason: str, record: EvidenceRecord | None
) -> None:
    """Evidence is missing: the table says who slapped, or that nothing did."""
    candidates = seats or desk_of(work.table).can_grab(_view(work))
    values: list[tuple[str, Words, str]] = [
        (str(seat), t("{who} slapped", who=work.table.name(seat)), "primary") for seat in candidates
    ]
    values.append(("none", t("Nobody: nothing happened"), "quiet"))
    open_question(
        work,
        LostQuestion(presses=seats, reason=reason),
        kind="who_first",
        title=t("Who slapped first?"),
        body=t(
            "{why} It is judged on the cards shown here.",
            why=Text(LOST.get(reason, LOST["overlap"])),
        ),
        values=values,
        record=record,
    )


def _people(work: Work, seats: Sequence[int]) -> list[tuple[str, Words, str]]:
    return [(str(seat), work.table.name(seat), "primary") for seat in seats]


def _view(work: Work) -> Any:
    return game_of(work.table).observe(work.table.game, "table")
