"""From a pile's change, or a tapped choice, to the action of Wizard Thieves that it means."""

from typing import Any

from companion.table.desk import Act, Ask, Hold, Meaning, Nothing, WhoTook, WhoTookBack
from companion.table.numbers import whole
from companion.words import t
from hardware.events import Observation
from rules.core import Key
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.state import State


def change(state: State, observation: Observation) -> Meaning:
    """What a change of the Pot or the Portal means now."""
    if observation.kind == "card" and observation.identity is None:
        return Ask()
    if state.over is not None and state.collecting is None:
        return Nothing()
    if observation.zone == "portal":
        return _portal(state, observation)
    if observation.kind == "card":
        return _pot_card(state, observation)
    if observation.kind == "taken_back":
        return WhoTookBack() if state.pot or state.collecting else Nothing()
    return _pot_emptied(state)


def _portal(state: State, observation: Observation) -> Meaning:
    if observation.kind != "card":
        return Nothing()
    if state.portal_due is not None and observation.identity is not None:
        return Act(actions=(a.ToPortal(seat=state.portal_due.target, card=observation.identity),))
    if state.item is not None and state.item.item == "item:portal_caster":
        return Hold()
    return Nothing(note=t("A card lies on the Portal that no Portal Caster sent there."))


def _pot_card(state: State, observation: Observation) -> Meaning:
    if observation.identity is None:
        return Nothing()
    if state.tied is not None:
        return Hold()
    if state.item is not None or state.portal_due is not None:
        # R-WT-31: a card flipped while an item choice is pending goes back into its deck.
        return Act(actions=(a.MisReveal(seat=state.turn),), too_soon=True)
    collecting = state.collecting
    if collecting is not None and not observation.on_empty:
        # The Pot still lies there, so this card is one too many of the player who failed (R-WT-31).
        seat = state.recent[0] if state.recent else state.turn
        return Act(actions=(a.MisReveal(seat=seat),), too_soon=True)
    return Act(actions=(a.Reveal(seat=state.turn, card=observation.identity),))


def _pot_emptied(state: State) -> Meaning:
    collecting = state.collecting
    if collecting is not None:
        return Act(actions=(collect(state),))
    if not state.pot:
        return Nothing()
    return WhoTook()


def collect(state: State) -> Any:
    """The action by which the Pot that goes to a seat is taken."""
    collecting = state.collecting
    if collecting is None:
        return a.TakePot(seat=state.turn)
    if collecting.why == "king_coin":
        return a.ApplyKingCoin(seat=collecting.seat)
    return a.TakePot(seat=collecting.seat)


def card_action(state: State, zone: str, key: Key) -> Any | None:
    """The action that this card on that pile means, when a person says so."""
    if zone == "portal":
        if state.portal_due is None:
            return None
        return a.ToPortal(seat=state.portal_due.target, card=key)
    return a.Reveal(seat=state.turn, card=key)


def action(state: State, seat: int, choice: str) -> Any | None:
    """The action behind a choice id, or None where it is none of the game's."""
    word, _, rest = choice.partition(":")
    simple = {
        "take_pot": a.TakePot,
        "apply_king_coin": a.ApplyKingCoin,
    }
    if word in simple and not rest:
        return simple[word](seat=seat)
    if word == "reveal":
        return a.Reveal(seat=seat, card=rest)
    if word == "to_portal":
        return a.ToPortal(seat=seat, card=rest)
    if choice == "check_grab":
        return a.CheckGrab()
    if word == "override_grab":
        return a.OverrideGrab(valid=rest == "valid")
    return _item_action(seat, word, rest)


def _item_action(seat: int, word: str, rest: str) -> Any | None:
    if word == "use_bomb":
        return a.UseBomb(seat=seat, target=None if rest == "all" else whole(rest))
    if word == "use_portal_caster" and (target := whole(rest)) is not None:
        return a.UsePortalCaster(seat=seat, target=target)
    if word == "use_gauntlet":
        where, _, number = rest.partition(":")
        if where == "deck":
            return a.UseGauntlet(seat=seat, deck=whole(number))
        if where == "portal":
            return a.UseGauntlet(seat=seat, portal=whole(number))
    return None
