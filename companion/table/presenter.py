"""From the table to pages: one read model an audience, with a version of its own."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.readmodels import (
    Choice,
    HostModel,
    Lobby,
    LogLine,
    Notice,
    OptionModel,
    Player,
    Prompt,
    SeatView,
    SpokenKind,
)
from companion.table.audit_words import notices as audit_notices
from companion.table.confusions import likeliest
from companion.table.desks import desk_of, game_of, reach_of, told_of
from companion.table.effects import Effect, Show
from companion.table.lobby import fewer, options_of, why_not_start
from companion.table.options import option_models
from companion.table.slaps import counting as counting_steps
from companion.table.slaps import winner
from companion.table.state import Shown, Step, Table
from companion.table.translating import in_language
from companion.words import KINDS, Text, Words, languages, n, recognised, t
from hardware.events import SensorStatus

COLOURS = ("red", "blue", "green", "yellow", "orange", "violet")
"""By seat; names of CSS variables, chosen to differ in lightness as well."""
TABLE_AUDIENCES = ("table", "public")
"""The table's own screen (host rights) and spectators."""
NO_VIEW = SeatView(version=0, audience="", game="", title="", phase="lobby")


def audiences(table: Table) -> tuple[str, ...]:
    """Everybody who may look."""
    return (*TABLE_AUDIENCES, *(f"seat:{member.seat}" for member in table.members))


def look(table: Table, audience: str) -> SeatView:
    """What this audience is shown now."""
    shown = table.shown.get(audience) or table.shown.get("public")
    return shown.view if shown is not None else NO_VIEW


def refresh(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """Look at every audience's view again; those that changed get a new version."""
    shown: dict[str, Shown] = {}
    changed: list[str] = []
    for audience in audiences(table):
        old = table.shown.get(audience)
        fresh = present(table, audience)
        if old is not None and replace(fresh, version=old.view.version) == old.view:
            shown[audience] = old
            continue
        version = old.view.version + 1 if old is not None else 1
        shown[audience] = _shown(replace(fresh, version=version), old, table.now)
        changed.append(audience)
    if not changed and len(shown) == len(table.shown):
        return table, ()
    gone = [audience for audience in table.shown if audience not in shown]
    return replace(table, shown=shown), (Show(audiences=(*changed, *gone)),)


def _shown(view: SeatView, old: Shown | None, now: int) -> Shown:
    offers: dict[str, int] = {}
    offered_at: dict[str, int] = {}
    for ident in choice_ids(view):
        kept = old is not None and ident in old.offers
        offers[ident] = old.offers[ident] if old is not None and kept else view.version
        offered_at[ident] = old.offered_at[ident] if old is not None and kept else now
    return Shown(view=view, offers=offers, offered_at=offered_at)


def choice_ids(view: SeatView) -> tuple[str, ...]:
    """Every id that this page may post back; what is filled in follows one that ends in `=`."""
    prompts = tuple(choice.id for prompt in view.prompts for choice in prompt.choices)
    mends = tuple(choice.id for notice in view.notices for choice in notice.choices)
    mine = (f"{one.id}=" if one.entry else one.id for one in view.my_choices)
    return (*mine, *prompts, *mends)


def seat_of(audience: str) -> int | None:
    """`seat:2` is 2; the table and spectators have none."""
    return int(audience.removeprefix("seat:")) if audience.startswith("seat:") else None


def present(table: Table, audience: str) -> SeatView:
    """The view of one audience in its language; its version is filled in by `refresh`."""
    view = _present(table, audience)
    return in_language(view, view.language)


def _present(table: Table, audience: str) -> SeatView:
    seat = seat_of(audience)
    member = None if seat is None else table.member(seat)
    host = audience == "table" or bool(member and member.host)
    base = SeatView(
        version=0,
        audience=audience,
        game=table.game_name,
        title=game_of(table).TITLE,
        phase="stopped" if table.failed else table.phase,  # type: ignore[arg-type]
        seat=seat,
        notices=(*audit_notices(table, choices=audience != "public"), *_notices(table)),
        captions=table.captions,
        log=table.log,
        language=table.language_of(audience),
        languages=tuple(languages().items()),
        my_language=member.language if member else "",
        says=member.says if member else "",
        players=_members(table),
        host=_host(table) if host else None,
        practice=table.practice,
        lobby=_lobby(table, host=host) if audience != "public" else None,
    )
    if table.game is None:
        return replace(base, headline=_lobby_headline(table, seat))
    return _playing(table, base, seat)


def _playing(table: Table, base: SeatView, seat: int | None) -> SeatView:
    desk, told = desk_of(table), told_of(table)
    audience = "table" if seat is None else seat
    view = game_of(table).observe(table.game, audience)
    picture = desk.picture(view, seat, told)
    prompts = _prompts(table) if seat is not None or base.audience == "table" else ()
    stuck = bool(table.prompts) or bool(table.failed) or table.paused
    choices: tuple[Choice, ...] = ()
    if seat is not None and not stuck:
        choices = desk.offers(table.game, view, seat, reach_of(table), told)
    elif base.audience == "table" and not stuck:
        choices = desk.table_offers(table.game, told)
    undo: Words = table.steps[-1].label if table.steps else ""
    headline: Words = table.prompts[0].title if table.prompts else picture.headline
    if table.paused:
        headline = t("Paused: cards and slaps do not count now")
    return replace(
        base,
        headline=headline,
        players=_with_people(table, picture.players),
        piles=picture.piles,
        challenge=picture.challenge,
        result=picture.result,
        prompts=prompts,
        my_choices=choices,
        paused=table.paused,
        can_undo=bool(undo) and not table.failed and base.audience != "public",
        undo_label=undo,
        redo_label=table.redo[-1].step.label if table.redo else "",
        tasks=table.tasks,
        log=_amendable(table, base.audience),
        tip=picture.tip,
        lines=picture.lines,
        passing=picture.passing,
        hand=picture.hand,
        square=picture.square,
        dice=picture.dice,
        rows=picture.rows,
    )


def _amendable(table: Table, audience: str) -> tuple[LogLine, ...]:
    """The story's lines; those that may be corrected say so."""
    first = table.log[0].seq if table.log else 0
    steps = [step for step in counting_steps(table) if step.seq >= first]
    counting = {step.seq: place for place, step in enumerate(steps)}
    return tuple(
        line
        if line.undone or (place := counting.get(line.seq)) is None
        else replace(
            line,
            amendable=may_amend(table, steps[place], audience),
            pressed=steps[place].pressed,
            won=winner(table, steps, place) if steps[place].pressed else None,
        )
        for line in table.log
    )


def _prompts(table: Table) -> tuple[Prompt, ...]:
    return tuple(
        Prompt(
            id=prompt.id,
            kind=prompt.kind,
            title=prompt.title,
            body=prompt.body,
            choices=prompt.choices,
            evidence=prompt.evidence,
        )
        for prompt in table.prompts
    )


def _members(table: Table) -> tuple[Player, ...]:
    """The lobby's seats, empty ones too."""
    if table.game is not None:
        return ()
    players = []
    for seat in range(table.seats):
        member = table.member(seat)
        players.append(
            Player(
                seat=seat,
                name=member.name if member else "",
                colour=COLOURS[seat],
                status_label=_seat_note(table, seat, taken=member is not None),
                connected=_connected(table.pages, seat),
                host=bool(member and member.host),
            )
        )
    return tuple(players)


def _seat_note(table: Table, seat: int, *, taken: bool) -> Words:
    if not taken:
        return t("Free")
    if not table.works("buttons"):
        return t("Ready")
    return t("Button works") if seat in table.seen_buttons else t("Press your button once")


def _with_people(table: Table, players: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(
        replace(
            player,
            colour=COLOURS[player.seat],
            connected=_connected(table.pages, player.seat),
            host=bool((member := table.member(player.seat)) and member.host),
        )
        for player in players
    )


def _connected(pages: Mapping[str, int], seat: int) -> bool:
    return pages.get(f"seat:{seat}", 0) > 0


def status_text(status: SensorStatus) -> Words:
    """What a sensor says of itself; what no catalogue knows is shown in English."""
    if not status.template:
        return recognised(status.text)
    parts = {
        name: recognised(part) if isinstance(part, str) else part
        for name, part in status.parts.items()
    }
    return Text(status.template, parts)


def _notices(table: Table) -> tuple[Notice, ...]:
    notices = []
    if table.failed:
        notices.append(
            Notice(
                level="stop",
                text=t("Play has stopped: {why}", why=recognised(table.failed)),
                cure=t(
                    "Everything shown here is safe. Free some space or change the disk, then "
                    "choose Try again."
                ),
            )
        )
    for _, status in sorted(table.sensors.items()):
        if not status.ok or status.warning:
            notices.append(Notice(level="warn", text=status_text(status)))
        elif status.source in {"keyboard", "twin"}:
            notices.append(Notice(level="info", text=status_text(status)))
    notices += [Notice(level="info", text=note) for note in table.notes]
    return tuple(notices)


def _host(table: Table) -> HostModel:
    facts = desk_of(table).facts(table.pack)
    choices: list[Choice] = []
    if table.failed:
        choices.append(Choice(id="retry", label=t("Try again"), style="primary"))
    if table.phase == "lobby":
        choices.append(_start(table))
    if table.phase == "playing":
        pause = ("resume", t("Go on")) if table.paused else ("pause", t("Pause"))
        choices.append(Choice(id=pause[0], label=pause[1]))
        choices.append(Choice(id="end", label=t("End this game"), style="danger"))
    if table.phase == "over":
        choices.append(Choice(id="new_game", label=t("New game"), style="primary"))
    return HostModel(
        choices=tuple(choices),
        language=table.language,
        facts=-1 if facts is None or table.phase == "playing" else facts.missing,
        spoken=tuple(
            SpokenKind(kind=kind, label=Text(label), on=kind in table.spoken)
            for kind, label in KINDS.items()
            if kind in desk_of(table).SPOKEN
        ),
        practices=_practices(table),
    )


def _start(table: Table) -> Choice:
    """With everybody, or with those who are there."""
    count = fewer(table)
    if not count:
        return Choice(id="start", label=t("Start the game"), style="primary")
    label = n("Start with {n} player", "Start with {n} players", count)
    return Choice(id=f"start:{count}", label=label, style="primary")


def _practices(table: Table) -> tuple[str, ...]:
    """Without buttons that work only phones are left; during a game nothing is."""
    if table.phase == "playing" or table.failed:
        return ()
    return tuple(kind for kind in table.practices if kind == "screen" or table.works("buttons"))


def _lobby(table: Table, *, host: bool) -> Lobby:
    """Always there: the code and QR must not disappear when the game begins."""
    why = why_not_start(table)
    options: tuple[OptionModel, ...] = ()
    if host and table.phase == "lobby":
        options = option_models(table, options_of(table))
    return Lobby(
        join_url=table.join_url,
        code=table.code,
        seats=table.seats,
        seat_counts=tuple(game_of(table).SEATS),
        can_start=not why and table.phase == "lobby",
        why_not=why,
        options=options,
    )


def _lobby_headline(table: Table, seat: int | None) -> Words:
    why = why_not_start(table)
    if why:
        return why
    who = table.name(table.first)
    if seat == table.first:
        return t("Ready. You start: deal, then start the game.")
    return t("Ready. {who} starts: deal, then start the game.", who=who)


def may_amend(table: Table, step: Step, audience: str) -> bool:
    """Whether this audience may correct an entry that counts: one of secrets only its keeper."""
    keeper = desk_of(table).keeper(step.before, step.action)
    return keeper is None or audience == f"seat:{keeper}"


def amendments_of(table: Table, seq: int, audience: str = "table") -> tuple[Choice, ...]:
    """What the entry could have been, and that it never happened. Nothing if it does not count."""
    step = next((one for one in table.steps if one.seq == seq), None)
    if step is None or step.action is None or not may_amend(table, step, audience):
        return ()
    values = desk_of(table).amendments(step.before, step.action, told_of(table))
    found = [
        Choice(id=f"{seq}={value}", label=label, icon=_icon(table, value))
        for value, label in _likely_first(table, step, values)
    ]
    gone = Choice(id=f"{seq}=out", label=t("That never happened"), style="danger")
    return (*found, gone)


def _likely_first(
    table: Table, step: Step, values: Sequence[tuple[str, Words]]
) -> Sequence[tuple[str, Words]]:
    """Of a card: what it most probably was comes first, the others keep their order."""
    laid = desk_of(table).laid(step.action)
    if laid is None:
        return values
    read = step.read or laid[1]
    found = likeliest(read, step.candidates, table.confusions, table.alike)
    keys = [key for key in found if key != laid[1]]
    keys[1:1] = [read] if read != laid[1] else []  # the correction may have been the mistake
    likely = [f"card:{key}" for key in keys]
    place = {value: number for number, value in enumerate(likely)}
    return sorted(values, key=lambda pair: place.get(pair[0], len(place)))


def _icon(table: Table, value: str) -> str:
    """The picture of `card:gem:1`; of anything else none."""
    kind, _, key = value.partition(":")
    return str(desk_of(table).face(key).icon) if kind == "card" else ""
