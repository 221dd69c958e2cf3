"""What people ask of the table besides the game's own choices: seats, options, start, end, undo."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.referee import reconfigured
from companion.table import people, speaking
from companion.table.amend import amend
from companion.table.desks import desk_of, game_of
from companion.table.effects import Recheck
from companion.table.facts import tell_facts
from companion.table.lobby import OptionError, fewer, parse_options, why_not_start
from companion.table.numbers import whole
from companion.table.play import carry_out, reason_of
from companion.table.presenter import may_amend
from companion.table.referee_config import config_of
from companion.table.signals import Ask
from companion.table.slaps import disputable
from companion.table.tasks import ask_to_put_back, tick
from companion.table.undo import redo, undo
from companion.table.work import Work
from companion.words import Words, recognised, t
from hardware.timing import MS
from rules.core import RulesError

AS_JSON = "json:"
LEAVE_OUT = "out"
"""The amendment that says that an entry never happened."""


def receive_ask(work: Work, ask: Ask) -> None:
    """Do it, or refuse with the reason."""
    if work.table.failed and ask.what not in {"retry", "presence", "preview"}:
        work.reply(ask.ident, 503, t("Play has stopped: {why}", why=recognised(work.table.failed)))
        return
    handler = _HANDLERS.get(ask.what)
    if handler is None:
        work.reply(ask.ident, 422, t("The table does not know this request."))
        return
    why_not = handler(work, ask)
    if why_not:
        work.reply(ask.ident, 409, why_not)


def _presence(work: Work, ask: Ask) -> Words:
    pages = dict(work.table.pages)
    count = pages.get(ask.audience, 0) + int(ask.value or 0)
    pages[ask.audience] = max(0, count)
    work.set(pages=pages)
    work.reply(ask.ident)
    return ""


def _seats(work: Work, ask: Ask) -> Words:
    allowed = game_of(work.table).SEATS
    count = whole(ask.value)
    if work.table.phase != "lobby":
        return t("The number of players is fixed while a game runs. End it first.")
    if count is None or count not in allowed:
        return t(
            "{game} is for {least} to {most} players.",
            game=game_of(work.table).TITLE,
            least=allowed[0],
            most=allowed[-1],
        )
    if any(member.seat >= count for member in work.table.members):
        return t("Somebody sits on a seat that would go. Free it first.")
    work.set(seats=count, first=min(work.table.first, count - 1))
    work.row("option", by=ask.audience, data={"seats": count})
    work.reply(ask.ident)
    return ""


def _first(work: Work, ask: Ask) -> Words:
    seat = whole(ask.value)
    if work.table.phase != "lobby" or seat is None or seat >= work.table.seats:
        return t("Who starts is chosen before the game, among the seats.")
    work.set(first=seat)
    work.row("option", by=ask.audience, data={"first": seat})
    work.reply(ask.ident)
    return ""


def _option(work: Work, ask: Ask) -> Words:
    key, _, value = ask.value.partition("=")
    if work.table.phase != "lobby":
        return t("Options are fixed while a game runs.")
    try:
        parse_options(work.table, {**work.table.options, key: value})
    except OptionError as error:
        return error.why
    work.set(options={**work.table.options, key: value})
    work.row("option", by=ask.audience, data={"key": key, "value": value})
    work.reply(ask.ident)
    return ""


def _start(work: Work, ask: Ask) -> Words:
    table = work.table
    if table.phase != "lobby":
        return t("The game has begun already.")
    if ask.value:
        why_not_fewer = _free_seats_go(work, ask)
        if why_not_fewer:
            return why_not_fewer
        table = work.table
    why = why_not_start(table)
    if why:
        return why
    game = game_of(table)
    try:
        options = parse_options(table, table.options)
        state = game.setup(range(table.seats), table.first, options, table.pack)
    except OptionError as error:
        return error.why
    except RulesError as error:
        return recognised(str(error))
    data = {
        "game": table.game_name,
        "seats": table.seats,
        "first": table.first,
        "options": msgspec.to_builtins(options),
        "names": [table.name(seat) for seat in range(table.seats)],
        "pack": msgspec.to_builtins(table.pack),
    }
    begin(work, state, data, by=ask.audience)
    work.reply(ask.ident)
    return ""


def _free_seats_go(work: Work, ask: Ask) -> Words:
    """Start with those who are there: `value` is how many the page showed."""
    count = fewer(work.table)
    if not count or ask.value != str(count):
        return t("Somebody came or went meanwhile. Look again, then start.")
    work.set(seats=count, first=min(work.table.first, count - 1))
    work.row("option", by=ask.audience, data={"seats": count})
    return ""


def begin(work: Work, state: object, data: dict[str, object], *, by: str) -> None:
    """The game's first entry."""
    work.row("game", by=by, data=data)
    config = config_of(work.table)
    work.set(
        game=state,
        phase="playing",
        steps=(),
        backlog=(),
        prompts=(),
        expect_back=0,
        held=(),
        notes=(),
        log=(),
        redo=(),
        tasks=(),
        putting=None,
        practice=None,
        referee=reconfigured(work.table.referee, config),
    )
    starter = work.table.name(work.table.first)
    work.tell(t("The game begins. {who} starts.", who=starter))


def _end(work: Work, ask: Ask) -> Words:
    if work.table.phase != "playing":
        return t("No game is running.")
    work.row("end", by=ask.audience)
    work.set(phase="over", prompts=(), backlog=(), paused=False)
    work.tell(t("The game was ended."))
    work.reply(ask.ident)
    return ""


def _undo(work: Work, ask: Ask) -> Words:
    why = undo(work, by=ask.audience, who=_who(work, ask))
    if not why:
        work.reply(ask.ident)
    return why


def _redo(work: Work, ask: Ask) -> Words:
    why = redo(work, by=ask.audience, who=_who(work, ask))
    if not why:
        work.reply(ask.ident)
    return why


def _amend(work: Work, ask: Ask) -> Words:
    """`value` is `<seq>=<value of an amendment>`, or `<seq>=out` where it never happened."""
    number, _, value = ask.value.partition("=")
    seq = whole(number)
    step = next((step for step in work.table.steps if step.seq == seq), None)
    if work.table.game is None or step is None or step.action is None:
        return t("That entry does not count any more; choose another in the story.")
    keeper = desk_of(work.table).keeper(step.before, step.action)
    if not may_amend(work.table, step, ask.audience):
        return t(
            "Only {who} can correct this: it rests on secret cards.", who=work.table.name(keeper)
        )
    try:
        action = None if value == LEAVE_OUT else _amended(work, step.action, value)
    except msgspec.DecodeError as error:
        title = game_of(work.table).TITLE
        return t("That is no action of {game}: {error}.", game=title, error=recognised(str(error)))
    if action is None and value != LEAVE_OUT:
        return t("That entry cannot be corrected to this; choose one of the page.")
    if action is not None and desk_of(work.table).keeper(step.before, action) not in {None, keeper}:
        return t("That entry cannot be corrected to this; choose one of the page.")
    why = amend(work, step.seq, action, by=ask.audience, who=_who(work, ask))
    if not why:
        work.reply(ask.ident)
    return why


def _amended(work: Work, action: Any, value: str) -> Any:
    """A value of the page, or `json:` and a whole action."""
    if value.startswith(AS_JSON):
        return msgspec.json.decode(value[len(AS_JSON) :], type=game_of(work.table).Action)
    return desk_of(work.table).amended(action, value)


def _overrule(work: Work, ask: Ask) -> Words:
    """`value` is `<seq>=<verdict>`: what the table says of its newest slap."""
    number, _, value = ask.value.partition("=")
    newest = disputable(work.table)
    action = desk_of(work.table).overrule(value)
    if action is None:
        return t("Say whether it was valid or not.")
    if newest is None or newest.seq != whole(number):
        return t("Only the newest slap can be overruled; correct earlier ones in the story.")
    if work.table.prompts:
        return t("Answer the open question first.")
    before = work.table.game
    refused = carry_out(work, action, at_ns=max(ask.arrived, newest.at_ns), by=ask.audience)
    if refused is not None:
        work.reply(ask.ident, 409, reason_of(refused), refused.rule)
        return ""
    ask_to_put_back(work, before, work.table.game)
    work.reply(ask.ident)
    return ""


def _tick(work: Work, ask: Ask) -> Words:
    if not tick(work, ask.value, by=ask.audience):
        return t("That is done already.")
    work.reply(ask.ident)
    return ""


def _who(work: Work, ask: Ask) -> Words:
    seat = ask.audience.removeprefix("seat:")
    return work.table.name(int(seat)) if seat.isdecimal() else t("The table")


def _new_game(work: Work, ask: Ask) -> Words:
    table = work.table
    if table.phase != "over":
        return t("End this game first.")
    work.set(
        phase="lobby",
        game=None,
        steps=(),
        seq=0,
        backlog=(),
        prompts=(),
        log=(),
        notes=(),
        redo=(),
        tasks=(),
        putting=None,
        lamps=None,
        expecting=(),
    )
    for member in table.members:
        people.write_member(work, member)
    work.row("option", by=ask.audience, data={"seats": table.seats})
    work.row("option", by=ask.audience, data={"language": table.language})
    work.row("option", by=ask.audience, data={"spoken": list(table.spoken)})
    work.reply(ask.ident)
    return ""


def _pause(work: Work, ask: Ask) -> Words:
    """From now on nothing on the table counts; what was settled before is carried out first."""
    if work.table.phase != "playing" or work.table.paused:
        return t("There is no game to pause.")
    work.row("pause", by=ask.audience)
    work.set(paused=True)
    work.tell(t("Paused."))
    work.reply(ask.ident)
    return ""


def _resume(work: Work, ask: Ask) -> Words:
    if not work.table.paused:
        return t("The game is not paused.")
    work.row("resume", by=ask.audience)
    work.set(paused=False)
    work.effect(Recheck())
    work.tell(t("Play goes on."))
    work.reply(ask.ident)
    return ""


def _retry(work: Work, ask: Ask) -> Words:
    if not work.table.failed:
        return t("The disk has not failed; nothing is to be tried again.")
    work.set(failed="", more=True)
    work.row("retry", by=ask.audience)
    work.tell(t("The disk works again; play goes on."))
    work.reply(ask.ident)
    return ""


def _band(work: Work, ask: Ask) -> Words:
    """How far apart these very buttons must be pressed to be told apart, ms, as just measured."""
    if work.table.phase == "playing":
        return t("The tie band stays as it is while a game runs.")
    config = work.table.referee.config
    measured = replace(config, measured_band_ns=round(float(ask.value) * MS))
    work.quietly(referee=reconfigured(work.table.referee, measured))
    work.reply(ask.ident)
    return ""


_HANDLERS: dict[str, Callable[[Work, Ask], Words]] = {
    "join": people.join,
    "rename": people.rename,
    "leave": people.leave,
    "free_seat": people.free_seat,
    "presence": _presence,
    "seats": _seats,
    "first": _first,
    "option": _option,
    "facts": tell_facts,
    "start": _start,
    "end": _end,
    "undo": _undo,
    "redo": _redo,
    "amend": _amend,
    "band": _band,
    "overrule": _overrule,
    "tick": _tick,
    "new_game": _new_game,
    "retry": _retry,
    "pause": _pause,
    "resume": _resume,
    "move": people.move,
    "language": speaking.language,
    "table_language": speaking.table_language,
    "spoken": speaking.spoken,
    "says": speaking.says,
    "preview": speaking.preview,
}
