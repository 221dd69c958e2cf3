"""What an audience may know: views built from named fields, and events as they may be told."""

from rules.core import Audience, Expectation, Outcome
from rules.wizard_thieves.events import (
    Event,
    GameEnded,
    PotCollecting,
    PotWon,
    WindowClosed,
    WindowOpened,
)
from rules.wizard_thieves.knowledge import could_turn_up
from rules.wizard_thieves.legality import is_over, pot_goes_to, shown_cards
from rules.wizard_thieves.state import State
from rules.wizard_thieves.view import (
    CollectingView,
    GrabView,
    ItemView,
    PlayerView,
    PortalDueView,
    PotView,
    TiedView,
    View,
)

_EMPTY_POT = PotView(count=0, top=None, by=None)


def observe(state: State, audience: Audience) -> View:
    """The game as this audience may know it. Nobody holds secrets here but the engine.

    While a Pot is being collected everybody sees it as arrived, whether it is or not.
    """
    collecting = state.collecting
    over = is_over(state)
    return View(
        audience=audience,
        seats=state.config.seats,
        players=tuple(
            PlayerView(
                seat=seat,
                status=status,
                cards=shown_cards(state, seat),
                aside=len(state.aside[seat]),
            )
            for seat, status in enumerate(state.status)
        ),
        turn=None if over else state.turn,
        pot=_pot(state),
        portal=state.portal,
        removed=len(state.removed),
        challenge=state.challenge if collecting is None else None,
        item=None if state.item is None else ItemView(seat=state.item.seat, item=state.item.item),
        portal_due=None
        if state.portal_due is None
        else PortalDueView(seat=state.portal_due.seat, target=state.portal_due.target),
        collecting=None
        if collecting is None
        else CollectingView(
            seat=collecting.seat, count=collecting.count, why=collecting.why, top=collecting.top
        ),
        tied=None if state.tied is None else TiedView(seats=state.tied.seats),
        grab=_grab(state),
        outcome=state.over if over else None,
        extra=state.config.extra,
    )


def _pot(state: State) -> PotView:
    if not state.pot or pot_goes_to(state) is not None:
        return _EMPTY_POT
    return PotView(count=len(state.pot), top=state.pot[-1], by=state.pot_by[-1])


def _grab(state: State) -> GrabView | None:
    memory = state.memory
    if memory is None:
        return None
    return GrabView(presses=memory.presses, winner=memory.winner, reasons=memory.reasons)


def redact(event: Event, _audience: Audience) -> Event | None:
    """The event as anybody but the engine may know it, or None."""
    if isinstance(event, WindowOpened | WindowClosed):
        return None
    if isinstance(event, PotWon):
        return event if event.why == "grab" else None
    if isinstance(event, GameEnded):
        return event if event.told else None
    if isinstance(event, PotCollecting) and event.excess:
        return PotCollecting(seat=event.seat, count=event.count, why=event.why, top=event.top)
    return event


def outcome(state: State) -> Outcome | None:
    """How it ended, or None while playing. Not for people while `state.collecting` is set."""
    return state.over


def expects(view: View) -> tuple[Expectation, ...]:
    """Where cards may land or vanish, weighed by what lies open. A weight, never a licence."""
    if view.outcome is not None:
        return ()
    weights = could_turn_up(view.seats, view.extra, view.pot.top, view.portal).counts
    expected = [Expectation(zone="pot", kind="card", prior=weights)]
    if view.collecting is not None or (view.grab is not None and view.grab.winner is not None):
        expected.append(Expectation(zone="pot", kind="empty"))
    if view.portal_due is not None:
        expected.append(Expectation(zone="portal", kind="card", prior=weights))
    return tuple(expected)
