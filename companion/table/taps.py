"""Taps on phones: those of the game take their place in event time, the others act at once."""

from companion.referee import feed, phone_tap
from companion.table.answers import receive_answer
from companion.table.changes import mistaken_card
from companion.table.desks import desk_of, game_of
from companion.table.mend import is_mend, receive_mend
from companion.table.play import check, reason_of
from companion.table.presenter import seat_of
from companion.table.questions import ask_card, ask_claim, unseen_card
from companion.table.signals import Tap
from companion.table.state import Shown, Table
from companion.table.work import Work
from companion.words import Text, mark, t
from rules.core import Illegal, Ruling

MOVED_ON = mark(
    "The table moved on while you tapped. This is how it stands now; "
    "tap again if you still want to."
)
CHOICE_MAX = 80
"""Characters of the longest choice id, with room."""


def receive_tap(work: Work, tap: Tap) -> None:
    """A tap arrived. What the page no longer offers is refused with the fresh view."""
    table = work.table
    shown = table.shown.get(tap.audience)
    if table.failed:
        work.reply(tap.ident, 503, t("Play has stopped: {why}", why=table.failed))
    elif table.paused:
        work.reply(tap.ident, 409, t("The game is paused. The host lets it go on."))
    elif shown is None or not _ever_a_choice(tap.choice):
        work.reply(tap.ident, 422, t("This page does not offer that. Reload it."))
    elif not still_offered(shown, tap):
        _not_now(work, shown, tap)
    elif tap.choice.startswith("answer:"):
        receive_answer(work, tap)
    elif is_mend(tap.choice):
        receive_mend(work, tap)
    else:
        _choose(work, table, shown, tap)


def _ever_a_choice(choice: str) -> bool:
    return 0 < len(choice) <= CHOICE_MAX and choice.isprintable()


def offer_of(choice: str) -> str:
    """The offer that a tap takes up: `reveal=8134` fills in what `reveal=` asks for."""
    head, filled, _ = choice.partition("=")
    return head + filled


def still_offered(shown: Shown, tap: Tap) -> bool:
    """Offered without a gap since the version that the person saw."""
    since = shown.offers.get(offer_of(tap.choice))
    return since is not None and since <= tap.version <= shown.view.version


def _not_now(work: Work, shown: Shown, tap: Tap) -> None:
    """The ruling, for whoever sees the table as it is; else that the table moved on."""
    ruling = _ruling_on(work, tap) if tap.version == shown.view.version else None
    if isinstance(ruling, Illegal):
        work.reply(tap.ident, 409, reason_of(ruling), ruling.rule)
    else:
        work.reply(tap.ident, 409, Text(MOVED_ON))


def _ruling_on(work: Work, tap: Tap) -> Ruling | None:
    """What the rules say to it; None where it is no action of a player in a game."""
    seat, table = seat_of(tap.audience), work.table
    if seat is None or table.game is None:
        return None
    action = desk_of(table).action(table.game, seat, tap.choice)
    return None if action is None else check(work, action)


def _choose(work: Work, table: Table, shown: Shown, tap: Tap) -> None:
    seat = seat_of(tap.audience)
    if seat is None and tap.audience == "table":
        _take_in_turn(work, table, shown, tap)
        return
    if seat is None:
        work.reply(tap.ident, 403, t("Only a player can do this."))
        return
    match tap.choice:
        case "grab":
            desk = desk_of(table)
            seats = desk.can_grab(game_of(table).observe(table.game, "table"))
            who = table.name(seat)
            body = t("{who} says: Grab! It is judged on the cards shown here.", who=who)
            ask_claim(work, (seat, *(s for s in seats if s != seat)), by=seat, body=body)
            work.reply(tap.ident)
        case "missed":
            ask_card(work, unseen_card("pot", tap.arrived))
            work.reply(tap.ident)
        case "mis_reveal":
            _mis_reveal(work, seat, tap)
        case _:
            _take_in_turn(work, table, shown, tap)


def _take_in_turn(work: Work, table: Table, shown: Shown, tap: Tap) -> None:
    """Its place in event time is found first."""
    offered = shown.offered_at.get(offer_of(tap.choice), tap.arrived)
    timed = phone_tap(
        table.referee.config,
        audience=tap.audience,
        choice=tap.choice,
        arrived=max(tap.arrived, table.now),
        offered=offered,
        ident=tap.ident,
        run=tap.run,
    )
    work.quietly(referee=feed(table.referee, timed))


def _mis_reveal(work: Work, seat: int, tap: Tap) -> None:
    refused = mistaken_card(work, seat, by=tap.audience, at_ns=tap.arrived)
    if refused is None:
        work.reply(tap.ident)
    else:
        work.reply(tap.ident, 409, reason_of(refused), refused.rule)
