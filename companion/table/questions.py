"""Questions to the table: asked on all phones, answered once, never answering themselves."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.readmodels import Choice
from companion.referee import DuePresses, EvidenceRecord
from companion.table.desks import desk_of, game_of, told_of
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
    title: str,
    body: str,
    values: Sequence[tuple[str, str, str]],
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
    )
    work.set(prompts=(*work.table.prompts, prompt), prompt_id=number)
    work.row("prompt", data=msgspec.to_builtins(prompt), images=evidence)
    work.tell(title, "verdict")


def close_question(work: Work, prompt: OpenPrompt, *, answer: str, by: str) -> None:
    """It was answered."""
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
    ranked = [c.key for c in observation.candidates if c.key in names][:RANKED]
    values = [(key, names[key], "primary") for key in ranked]
    values += [(key, name, "plain") for key, name in everything if key not in ranked]
    values.append(("none", "That is no card of this game", "quiet"))
    where = "Portal" if observation.zone == "portal" else "Pot"
    why = f"The camera was not sure: {observation.unsure}." if observation.unsure else ""
    open_question(
        work,
        CardQuestion(observation=observation),
        kind="which_card",
        title=f"Which card is on the {where}?",
        body=why,
        values=values,
        evidence=tuple(frame.id for frame in reversed(observation.frames)),
        icons={key: desk_of(work.table).face(key).icon for key in names},
    )


def ask_first(work: Work, seats: tuple[int, ...], record: EvidenceRecord | None = None) -> None:
    """Too close to call, and it matters (R-WT-6): hand below, else the hand covering more."""
    who = " or ".join(work.table.name(seat) for seat in seats)
    open_question(
        work,
        FirstQuestion(seats=seats),
        kind="who_first",
        title=f"Who was first: {who}?",
        body="Closer than these buttons can tell. The hand below wins; else the one covering more.",
        values=[(str(seat), work.table.name(seat), "primary") for seat in seats],
        record=record,
    )


def ask_claim(work: Work, seats: tuple[int, ...], *, by: int | None, body: str) -> None:
    """A slap without a stamp: who was it?"""
    values = [(str(seat), work.table.name(seat), "primary") for seat in seats]
    values.append(("none", "Nobody: false alarm", "quiet"))
    open_question(
        work,
        ClaimQuestion(by=by),
        kind="who_first",
        title="Who slapped first?",
        body=body,
        values=values,
    )


def ask_stale(work: Work, due: DuePresses, why: str) -> None:
    """Nobody watched: order is exact, but was a card flipped that nobody has told yet?"""
    who = work.table.name(due.groups[0][0])
    open_question(
        work,
        StaleQuestion(presses=due),
        kind="confirm",
        title=f"{who} slapped. Is the card shown here the newest one?",
        body=f"{why} A card that was flipped and not yet told would be missed.",
        values=[
            ("yes", "Yes, judge it", "primary"),
            ("no", "No, another card was flipped", "plain"),
        ],
    )


def ask_taken_back(work: Work, observation: Observation) -> None:
    """The newest card was lifted off: whose mistake was it (R-WT-31)?"""
    values = [(str(seat), work.table.name(seat), "primary") for seat in range(work.table.seats)]
    values.append(("none", "Nobody: it is in play", "quiet"))
    open_question(
        work,
        TakenBackQuestion(observation=observation),
        kind="confirm",
        title="Who flipped that card by mistake?",
        body="The newest card was taken back. It goes into the middle of that player's deck.",
        values=values,
        evidence=tuple(frame.id for frame in observation.frames),
    )


def ask_order(
    work: Work, orders: tuple[Any, ...], seat: int, other: str, record: EvidenceRecord | None
) -> None:
    """Before or after? Their times overlap, and the order matters."""
    name = work.table.name(seat)
    open_question(
        work,
        OrderQuestion(orders=orders, seat=seat),
        kind="late_card",
        title=f"Did {name} slap before {other}?",
        body="The camera and the buttons cannot tell. What did you see?",
        values=[("before", "Before", "primary"), ("after", "After", "primary")],
        evidence=tuple(
            frame.id for frame in (record.next.frames if record and record.next else ())
        ),
        record=record,
    )


LOST = {
    "camera": "The camera could not see the Pot when the buttons were pressed.",
    "buttons": "The buttons did not report in time.",
    "late": "A press reached the companion too late to be put in order.",
    "restart": "The companion was restarted in between; presses from before do not count.",
    "overlap": "Too much happened at once to tell what came first.",
}


def ask_lost(
    work: Work, seats: tuple[int, ...], reason: str, record: EvidenceRecord | None
) -> None:
    """Evidence is missing: the table says who slapped, or that nothing did."""
    candidates = seats or desk_of(work.table).can_grab(_view(work))
    values = [(str(seat), f"{work.table.name(seat)} slapped", "primary") for seat in candidates]
    values.append(("none", "Nobody: nothing happened", "quiet"))
    open_question(
        work,
        LostQuestion(presses=seats, reason=reason),
        kind="who_first",
        title="Who slapped first?",
        body=f"{LOST.get(reason, LOST['overlap'])} It is judged on the cards shown here.",
        values=values,
        record=record,
    )


def _view(work: Work) -> Any:
    return game_of(work.table).observe(work.table.game, "table")
