"""Answers to the table's questions: what a person says is written down as theirs."""

from msgspec.structs import replace

from companion.referee import Due, DueChange, DueUndecided
from companion.table.changes import (
    apply_change,
    ask_if_tied,
    judge_presses,
    mistaken_card,
)
from companion.table.desks import desk_of
from companion.table.misfits import answer_misfit
from companion.table.orders import decide_orders, matching, said_by_people, with_identity
from companion.table.play import carry_out, reason_of
from companion.table.questions import ask_card, close_question, unseen_card
from companion.table.sights_answers import answer_sight
from companion.table.signals import Tap
from companion.table.state import (
    CardQuestion,
    ClaimQuestion,
    FirstQuestion,
    LostQuestion,
    MisfitQuestion,
    OpenPrompt,
    OrderQuestion,
    PlayQuestion,
    SightQuestion,
    StaleQuestion,
    TakenBackQuestion,
)
from companion.table.work import Work
from companion.words import NOTE, t
from rules.core import Illegal


def receive_answer(work: Work, tap: Tap) -> None:
    """Somebody answered. The first answer counts; the others find the question gone."""
    _, ident, value = tap.choice.split(":", 2)
    prompt = next((p for p in work.table.prompts if p.id == ident), None)
    if prompt is None:
        work.reply(tap.ident, 409, t("Somebody has answered already."))
        return
    close_question(work, prompt, answer=value, by=tap.audience)
    question = prompt.question
    if isinstance(question, SightQuestion):
        refused = answer_sight(work, question, value, by=tap.audience, at=tap.arrived)
    else:
        refused = _answer(work, prompt, question, value, tap)
    if isinstance(refused, Illegal):
        work.tell(reason_of(refused), kind="correction")
        work.reply(tap.ident, 409, reason_of(refused), refused.rule)
    else:
        work.reply(tap.ident)


def _answer(
    work: Work, prompt: OpenPrompt, asked: PlayQuestion, value: str, tap: Tap
) -> Illegal | None:
    match asked:
        case CardQuestion() as question:
            _card(work, question, value, tap)
        case FirstQuestion():
            return _first(work, int(value), tap, prompt)
        case ClaimQuestion() | LostQuestion():
            return _claim(work, value, tap, prompt)
        case OrderQuestion(orders=orders, seat=seat):
            left = matching(orders, seat or 0, before=value == "before")
            decide_orders(work, said_by_people(left or orders[:1]), prompt.record)
        case TakenBackQuestion():
            if value != "none":
                refused = mistaken_card(work, int(value), by=tap.audience, at_ns=tap.arrived)
                work.quietly(expect_back=0)
                return refused
        case MisfitQuestion() as misfit:
            answer_misfit(work, misfit, value, by=tap.audience, at=tap.arrived)
        case StaleQuestion(presses=presses):
            if value == "yes":
                judge_presses(work, presses)
            else:
                work.quietly(backlog=(presses, *work.table.backlog))
                ask_card(work, unseen_card("pot", presses.presses[0].at.earliest))
    return None


def _card(work: Work, question: CardQuestion, value: str, tap: Tap) -> None:
    observation = question.observation
    if value == "none":
        away = t("Then take it away again, please.")
        if observation.zone in {"pot", "portal"}:
            away = t("Then take it off the Pot, please.")
        work.tell(away, "quiet", kind=NOTE)
        work.quietly(
            expect_back=work.table.expect_back + 1, backlog=_without(work, observation.ident)
        )
        return
    fixed = replace(observation, identity=value)
    head = work.table.backlog[0] if work.table.backlog else None
    if isinstance(head, DueUndecided) and observation.ident:
        patched = with_identity(head, observation.ident, fixed)
        work.quietly(backlog=(patched, *work.table.backlog[1:]))
        return
    apply_change(work, fixed, by=tap.audience)


def _without(work: Work, ident: int) -> tuple[Due, ...]:
    """The backlog without a thing that was no card; presses that overlapped it are judged alone."""
    kept: list[Due] = []
    for due in work.table.backlog:
        if isinstance(due, DueUndecided) and due.orders:
            kept += [
                one
                for one in due.orders[0]
                if not (isinstance(one, DueChange) and one.observation.ident == ident)
            ]
        else:
            kept.append(due)
    return tuple(kept)


def _first(work: Work, seat: int, tap: Tap, prompt: OpenPrompt) -> Illegal | None:
    refused = carry_out(
        work,
        desk_of(work.table).adjudicate(seat),
        at_ns=tap.arrived,
        by=tap.audience,
        data={"asked": prompt.id},
    )
    ask_if_tied(work, None)
    return refused


def _claim(work: Work, value: str, tap: Tap, prompt: OpenPrompt) -> Illegal | None:
    if value == "none":
        return None
    grab = desk_of(work.table).grab(((int(value),),))
    refused = carry_out(
        work,
        grab,
        at_ns=tap.arrived,
        by=tap.audience,
        record=prompt.record,
        data={"asked": prompt.id, "settled_by": "people"},
    )
    ask_if_tied(work, None)
    return refused
