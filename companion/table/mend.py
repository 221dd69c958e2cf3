"""Mending a difference that the audit found, by what people say happened."""

from msgspec.structs import replace

from companion.table.amend import amend
from companion.table.audit import top_step
from companion.table.audit_state import Difference
from companion.table.audit_words import MEND
from companion.table.desks import desk_of, game_of
from companion.table.mend_grids import mend_grid
from companion.table.play import carry_out, reason_of
from companion.table.presenter import seat_of
from companion.table.questions import ask_card, ask_claim, unseen_card
from companion.table.signals import Tap
from companion.table.work import Work
from companion.words import Text, Words, mark, t
from rules.core import Illegal

GONE = mark("That difference is gone already; look at the page again.")


def is_mend(choice: str) -> bool:
    """Whether this tap mends a difference."""
    return choice.startswith(f"{MEND}:")


def receive_mend(work: Work, tap: Tap) -> None:
    """Somebody said what happened."""
    head, _, what = tap.choice.rpartition(":")
    zone = head.partition(":")[2]
    difference = next((one for one in work.table.audit.shown if one.zone == zone), None)
    if difference is None:
        work.reply(tap.ident, 409, Text(GONE))
        return
    refused = _mend(work, difference, what, tap)
    if isinstance(refused, Illegal):
        work.reply(tap.ident, 409, reason_of(refused), refused.rule)
    elif refused:
        work.reply(tap.ident, 409, refused)
    else:
        work.reply(tap.ident)


def _mend(work: Work, difference: Difference, what: str, tap: Tap) -> Illegal | Words | None:
    if difference.cells:
        mend_grid(work, difference, what, tap)
        return None
    match what:
        case "missed":
            return _missed(work, difference, tap)
        case "misread":
            return _misread(work, difference, tap)
        case "taken":
            view = game_of(work.table).observe(work.table.game, "table")
            seats = desk_of(work.table).can_grab(view)
            ask_claim(work, seats, by=seat_of(tap.audience), body=t("The Pot lies empty."))
        case "keep":
            audit = work.table.audit
            rest = tuple(one for one in audit.open if one.difference != difference)
            work.set(audit=replace(audit, open=rest, accepted=(*audit.accepted, difference)))
            work.row("audit", by=tap.audience, data={"zone": difference.zone, "kept": True})
        case _:
            return Text(GONE)
    return None


def _missed(work: Work, difference: Difference, tap: Tap) -> Illegal | Words | None:
    """A card came that the camera did not see come."""
    if not difference.key:
        ask_card(work, unseen_card(difference.zone, tap.arrived))
        return None
    action = desk_of(work.table).card_action(work.table.game, difference.zone, difference.key)
    if action is None:
        return Text(GONE)
    return carry_out(
        work, action, at_ns=tap.arrived, by=tap.audience, data={"seen": difference.key}
    )


def _misread(work: Work, difference: Difference, tap: Tap) -> Words:
    """The newest card there was another one all along."""
    step = top_step(work.table, difference.zone)
    if step is None:
        return Text(GONE)
    action = desk_of(work.table).amended(step.action, f"card:{difference.key}")
    seat = seat_of(tap.audience)
    who: Words = t("The table") if seat is None else work.table.name(seat)
    return amend(work, step.seq, action, by=tap.audience, who=who)
