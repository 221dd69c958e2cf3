"""What an audience may know: views built from named fields, and events as they may be told."""

from rules.core import Audience, Cell, Expectation, Key, Outcome
from rules.eldris.cards import CHARACTERS, DICE, TRAITS
from rules.eldris.choosing import acting
from rules.eldris.events import (
    Awaiting,
    CardsEntered,
    CutpurseChosen,
    CutpurseRechosen,
    CutpurseReplaced,
    Event,
    PeekNoted,
    TargetDrawn,
    TargetReturned,
)
from rules.eldris.money import title
from rules.eldris.square import BESIDE, CELLS, COLUMNS
from rules.eldris.standing import (
    alike,
    hidden_cards,
    may_agree,
    reach,
    trusted,
    uses_display,
)
from rules.eldris.state import Player, Solo, State
from rules.eldris.view import CellView, MineView, PlayerView, SoloView, Token, View

_OF_ONE_CARD = (CutpurseChosen, CutpurseRechosen, TargetReturned, CutpurseReplaced)


def observe(state: State, audience: Audience) -> View:
    """The game as this audience may know it."""
    return View(
        audience=audience,
        seats=len(state.players),
        phase=state.phase,
        turn=None if state.over is not None else state.turn,
        awaited=tuple(sorted(map(str, acting(state)))),
        square=_square(state),
        players=tuple(_player(state, seat, player) for seat, player in enumerate(state.players)),
        deck=state.deck,
        bank=state.bank,
        display=state.display,
        dice=state.dice,
        unspent=state.unspent,
        alike=alike(state.dice) if state.dice else None,
        benefit=state.benefit,
        declined=state.declined,
        runner=state.runner,
        accusation=state.accusation,
        may_agree=may_agree(state),
        hidden=dict.fromkeys(hidden_cards(state), 1),
        mine=_mine(state, audience) if isinstance(audience, int) else None,
        solo=None if state.solo is None else _solo(state, state.solo),
        outcome=outcome(state),
        secrecy=state.config.options.secrecy,
        two_go=state.config.options.two_go,
    )


def _square(state: State) -> tuple[CellView, ...]:
    tokens = tokens_of(state)
    wagers = () if state.solo is None else state.solo.wagers
    traits, dark = state.config.traits, state.dark
    return tuple(
        CellView(
            character=card,
            trait=traits[card],
            dark=card in dark,
            token=tokens.get(card),
            wager=card in wagers,
        )
        for card in state.grid
    )


def tokens_of(state: State) -> dict[Key, Token]:
    """Who carries which token; in the harder solo game nobody is shown (spec, section 4)."""
    options, solo = state.config.options, state.solo
    tokens: dict[Key, Token] = {}
    shown = options.target_tokens if solo is None else options.solo_tokens
    if shown:
        tokens.update(dict.fromkeys(state.display, "target"))
    if solo is not None and shown:
        tokens.update(dict.fromkeys(solo.threats, "threat"))
        tokens.update(dict.fromkeys(solo.rivals, "rival"))
        if solo.cutpurse is not None:
            tokens[solo.cutpurse] = "cutpurse"
    return tokens


def _player(state: State, seat: int, player: Player) -> PlayerView:
    return PlayerView(
        seat=seat,
        haul=player.haul,
        sigil=player.sigil,
        started=player.started,
        out=player.out,
        cards=player.cards,
        taken=player.taken,
        lost=player.lost,
        exposed=player.exposed,
        entered=player.entered,
        peeked=any(peek.seat == seat for peek in state.peeks),
    )


def _mine(state: State, seat: int) -> MineView | None:
    """The seat's own cards and note. Nothing here is looked up in another player."""
    if not trusted(state) or not 0 <= seat < len(state.players):
        return None
    player = state.players[seat]
    peek = next((peek.card for peek in state.peeks if peek.seat == seat), None)
    cutpurse = state.solo.cutpurse if state.solo is not None else player.cutpurse
    cell: int | None = None
    in_reach: tuple[Key, ...] = ()
    if cutpurse is not None and state.grid:
        cell = state.grid.index(cutpurse)
        near = reach(state)[cell] if seat == state.turn else BESIDE[cell]
        in_reach = tuple(state.grid[other] for other in near)
    held = state.display if uses_display(state) else player.others
    return MineView(
        cutpurse=cutpurse,
        others=player.others,
        cell=cell,
        in_reach=in_reach,
        stealable=tuple(card for card in held if card in in_reach and card not in state.dark),
        peek=peek,
    )


def _solo(state: State, solo: Solo) -> SoloView:
    return SoloView(
        round=solo.round,
        pool=solo.pool,
        cutpurse=solo.cutpurse,
        foes=solo.rivals,
        concealed=solo.concealed,
        wagers=solo.wagers,
        discarded=solo.discarded,
    )


def redact(event: Event, audience: Audience) -> Event | None:
    """The event as this audience may know it, or None."""
    if isinstance(event, Awaiting):
        return None
    if isinstance(event, PeekNoted):
        return event if event.seat == audience else None
    if isinstance(event, CardsEntered):
        return event if event.seat == audience else CardsEntered(seat=event.seat)
    if isinstance(event, TargetDrawn):
        mine = event.seat == audience
        return event if mine else TargetDrawn(seat=event.seat, left=event.left)
    if isinstance(event, _OF_ONE_CARD):
        return event if event.seat == audience else type(event)(seat=event.seat)
    return event


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while playing. Scores are hauls in half-dollars."""
    over = state.over
    if over is None:
        return None
    scores = {seat: player.haul for seat, player in enumerate(state.players)}
    name = "" if state.solo is None else title(state.players[0].haul)
    return Outcome(winners=over.winners, reason=over.reason, scores=scores, title=name)


def expects(view: View) -> tuple[Expectation, ...]:
    """Where dice and cards may land, and how the Square lies. A weight, never a licence."""
    if view.outcome is not None:
        return ()
    found = []
    if view.phase in ("roll", "slip"):
        faces: dict[Key, int] = dict.fromkeys(TRAITS, 1)
        found.append(Expectation(zone="tray", kind="dice", prior=faces, count=DICE))
    if view.phase == "turn_up":
        found.append(Expectation(zone="display", kind="card", prior=view.hidden))
    if view.phase in ("fan", "wager"):
        found.append(Expectation(zone="foes", kind="card", prior=view.hidden))
    if view.phase == "show":
        found.append(Expectation(zone="shown", kind="card", prior=view.hidden))
    cells = tuple(
        Cell(key=cell.character, side="back" if cell.dark else "front") for cell in view.square
    )
    grid = dict.fromkeys(CHARACTERS, 1)
    found.append(
        Expectation(zone="grid", kind="grid", prior=grid, count=CELLS, columns=COLUMNS, cells=cells)
    )
    return tuple(found)
