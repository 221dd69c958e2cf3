"""The fold: the state after one fact. Total; it validates nothing and decides nothing."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from rules.core import Outcome
from rules.rows import put
from rules.wizard_thieves import events as ev
from rules.wizard_thieves.state import (
    Challenge,
    Collecting,
    Deck,
    GrabMemory,
    PendingItem,
    PortalDue,
    State,
    Tied,
)


def _card_revealed(state: State, event: ev.CardRevealed) -> State:
    seat = event.seat
    recent = state.recent
    if not recent or recent[0] != seat:
        recent = (seat, *[other for other in recent if other != seat])
    return replace(
        state,
        decks=put(state.decks, seat, state.decks[seat][1:]),
        pot=(*state.pot, event.card),
        pot_by=(*state.pot_by, seat),
        recent=recent,
        memory=None,
    )


def _window_opened(state: State, event: ev.WindowOpened) -> State:
    return replace(state, window=event.reasons)


def _window_closed(state: State, _event: ev.WindowClosed) -> State:
    return replace(state, window=())


def _challenge_set(state: State, event: ev.ChallengeSet) -> State:
    challenge = Challenge(
        value=event.value, remaining=event.value, setter=event.setter, facing=event.facing
    )
    return replace(state, challenge=challenge, turn=event.facing)


def _chance_used(state: State, event: ev.ChanceUsed) -> State:
    challenge = state.challenge
    if challenge is None:
        return state
    return replace(state, challenge=replace(challenge, remaining=event.remaining))


def _unchanged(state: State, _event: object) -> State:
    return state


def _challenge_ended(state: State, _event: ev.ChallengeEnded) -> State:
    return replace(state, challenge=None)


def _setter_changed(state: State, event: ev.SetterChanged) -> State:
    challenge = state.challenge
    if challenge is None:
        return state
    return replace(state, challenge=replace(challenge, setter=event.setter))


def _pot_collecting(state: State, event: ev.PotCollecting) -> State:
    collecting = Collecting(
        seat=event.seat, count=event.count, why=event.why, top=event.top, excess=event.excess
    )
    return replace(state, collecting=collecting, turn=event.seat)


def _pot_won(state: State, event: ev.PotWon) -> State:
    seat = event.seat
    collecting, memory = state.collecting, state.memory
    if event.why == "grab":
        collecting = None
        if memory is not None:
            memory = replace(memory, winner=seat, reasons=event.reasons)
    elif collecting is not None:
        collecting = replace(collecting, awarded=True)
    return replace(
        state,
        decks=put(state.decks, seat, state.decks[seat] + state.pot),
        pot=(),
        pot_by=(),
        challenge=None,
        window=(),
        item=None,
        portal_due=_owing_nothing(state.portal_due),
        collecting=collecting,
        memory=memory,
        turn=seat,
    )


def _owing_nothing(due: PortalDue | None) -> PortalDue | None:
    """The Pot of the Caster's reveal is gone, so nothing follows its effect any more."""
    return None if due is None else replace(due, owed="nothing")


def _pot_collected(state: State, _event: ev.PotCollected) -> State:
    return replace(state, collecting=None)


def _pot_removed(state: State, _event: ev.PotRemoved) -> State:
    return replace(
        state,
        pot=(),
        pot_by=(),
        removed=state.removed + state.pot,
        portal_due=_owing_nothing(state.portal_due),
    )


def _grabbed(state: State, event: ev.Grabbed) -> State:
    before = state if state.memory is None else replace(state, memory=None)
    return replace(state, memory=GrabMemory(presses=event.presses, before=before))


def _cursed(state: State, event: ev.Cursed) -> State:
    return replace(state, status=put(state.status, event.seat, "cursed"))


def _eliminated(state: State, event: ev.Eliminated) -> State:
    seat = event.seat
    return replace(
        state,
        status=put(state.status, seat, "out"),
        aside=put(state.aside, seat, state.aside[seat] + state.decks[seat]),
        decks=put(state.decks, seat, ()),
    )


def _grab_tied(state: State, event: ev.GrabTied) -> State:
    return replace(state, tied=Tied(seats=event.seats, rest=event.rest, valid=event.valid))


def _grab_adjudicated(state: State, _event: ev.GrabAdjudicated) -> State:
    return replace(state, tied=None)


def _item_pending(state: State, event: ev.ItemPending) -> State:
    return replace(state, item=PendingItem(seat=event.seat, item=event.item, facing=event.facing))


def _item_lapsed(state: State, _event: ev.ItemLapsed) -> State:
    return replace(state, item=None, portal_due=None)


def _item_without_effect(state: State, _event: ev.ItemWithoutEffect) -> State:
    return replace(state, item=None)


def _gauntlet_used(state: State, event: ev.GauntletUsed) -> State:
    decks, portal = state.decks, state.portal
    stolen: Deck = ()
    if event.deck is not None:
        victim = decks[event.deck]
        stolen = victim[: event.count]
        decks = put(decks, event.deck, victim[event.count :])
    elif event.portal is not None:
        stolen = (portal[event.portal],)
        portal = portal[: event.portal] + portal[event.portal + 1 :]
    decks = put(decks, event.seat, decks[event.seat] + stolen)
    return replace(state, decks=decks, portal=portal, item=None, memory=None)


def _bomb_used(state: State, _event: ev.BombUsed) -> State:
    return replace(state, item=None, memory=None)


def _cards_destroyed(state: State, event: ev.CardsDestroyed) -> State:
    seat, deck = event.seat, state.decks[event.seat]
    return replace(
        state,
        decks=put(state.decks, seat, deck[event.count :]),
        aside=put(state.aside, seat, state.aside[seat] + deck[: event.count]),
    )


def _portal_target_chosen(state: State, event: ev.PortalTargetChosen) -> State:
    due = PortalDue(seat=event.seat, target=event.target, owed=event.owed)
    return replace(state, portal_due=due, item=None, memory=None)


def _portal_placed(state: State, event: ev.PortalPlaced) -> State:
    seat = event.seat
    return replace(
        state,
        decks=put(state.decks, seat, state.decks[seat][1:]),
        portal=(*state.portal, event.card),
        portal_due=None,
        memory=None,
    )


def _turn_passed(state: State, event: ev.TurnPassed) -> State:
    return replace(state, turn=event.seat)


def _mis_revealed(state: State, event: ev.MisRevealed) -> State:
    deck = state.decks[event.seat]
    return replace(state, decks=put(state.decks, event.seat, (None,) * len(deck)))


def _grab_overturned(state: State, event: ev.GrabOverturned) -> State:
    if state.memory is None:
        return state
    before = state.memory.before
    return before if event.valid else replace(before, window=())


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(
        state,
        over=Outcome(winners=event.winners, reason=event.reason),
        turn=event.winners[0],
        challenge=None,
        window=(),
        item=None,
        portal_due=None,
        tied=None,
    )


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        ev.CardRevealed: _card_revealed,
        ev.WindowOpened: _window_opened,
        ev.WindowClosed: _window_closed,
        ev.ChallengeSet: _challenge_set,
        ev.ChanceUsed: _chance_used,
        ev.ChallengeFailed: _unchanged,
        ev.ChallengeEnded: _challenge_ended,
        ev.SetterChanged: _setter_changed,
        ev.PotCollecting: _pot_collecting,
        ev.PotWon: _pot_won,
        ev.PotCollected: _pot_collected,
        ev.PotRemoved: _pot_removed,
        ev.Overcounted: _unchanged,
        ev.Grabbed: _grabbed,
        ev.Cursed: _cursed,
        ev.Eliminated: _eliminated,
        ev.PressIgnored: _unchanged,
        ev.GrabTied: _grab_tied,
        ev.GrabAdjudicated: _grab_adjudicated,
        ev.ItemPending: _item_pending,
        ev.ItemLapsed: _item_lapsed,
        ev.ItemWithoutEffect: _item_without_effect,
        ev.GauntletUsed: _gauntlet_used,
        ev.BombUsed: _bomb_used,
        ev.CardsDestroyed: _cards_destroyed,
        ev.PortalTargetChosen: _portal_target_chosen,
        ev.PortalPlaced: _portal_placed,
        ev.TurnPassed: _turn_passed,
        ev.MisRevealed: _mis_revealed,
        ev.GrabChecked: _unchanged,
        ev.GrabOverturned: _grab_overturned,
        ev.GameEnded: _game_ended,
    }
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after this fact."""
    return EVOLVERS[type(event)](state, event)
