"""What an entry of Wizard Thieves may be corrected to, and how later entries are read again."""

from typing import Any

from msgspec.structs import replace

from companion.table.desk import Told
from companion.table.numbers import whole
from companion.table.wizard_thieves.words import card_name
from companion.words import Words, t
from rules import wizard_thieves as game
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.cards import KEYS
from rules.wizard_thieves.events import CardRevealed, PortalPlaced, PotCollecting
from rules.wizard_thieves.state import State


def again(state: State, action: a.Action, by: str) -> a.Action:
    """The same evidence, read once more on another state.

    A card that the camera saw was flipped by whoever had the turn; where the turn is somebody
    else's now, so is the card. What a person declared stays that person's.
    """
    if by != "sensors":
        return action
    match action:
        case a.Reveal(card=card):
            return a.Reveal(seat=state.turn, card=card)
        case a.ToPortal(card=card) if state.portal_due is not None:
            return a.ToPortal(seat=state.portal_due.target, card=card)
        case a.TakePot() | a.ApplyKingCoin() if state.collecting is not None:
            kinged = state.collecting.why == "king_coin"
            kind = a.ApplyKingCoin if kinged else a.TakePot
            return kind(seat=state.collecting.seat)
        case _:
            return action


def amendments(state: State, action: a.Action, told: Told) -> tuple[tuple[str, Words], ...]:
    """(value, label) of what this entry could have been, on the state before it."""
    match action:
        case a.Reveal() | a.ToPortal():
            keys = (*KEYS, *sorted(state.config.extra))
            return tuple(
                (f"card:{key}", card_name(key, told.names)) for key in keys if key != action.card
            )
        case a.Grab():
            return tuple(
                (f"grab:{seat}", t("{who} was first", who=told.name(seat)))
                for seat in range(state.config.seats)
                if state.status[seat] != "out" and action.presses != ((seat,),)
            )
        case a.UseBomb() | a.UseGauntlet() | a.UsePortalCaster():
            return _other_choices(state, action, told)
        case a.MisReveal() | a.AdjudicateGrab():
            return tuple(
                (f"seat:{seat}", told.name(seat))
                for seat in range(state.config.seats)
                if seat != action.seat
            )
        case _:
            return ()


def _other_choices(state: State, action: Any, told: Told) -> tuple[tuple[str, Words], ...]:
    found: list[tuple[str, Words]] = []
    for choice in game.choices(state, action.seat):
        match choice:
            case a.UseBomb(target=target) if choice != action:
                value = "all" if target is None else str(target)
                label = t("Bomb on everybody else")
                if target is not None:
                    label = t("Bomb on {who}", who=told.name(target))
                found.append((f"bomb:{value}", label))
            case a.UsePortalCaster(target=target) if choice != action:
                label = t("{who} to the Portal", who=told.name(target))
                found.append((f"caster:{target}", label))
            case a.UseGauntlet(deck=int(deck)) if choice != action:
                found.append((f"deck:{deck}", t("Stolen from {who}", who=told.name(deck))))
            case a.UseGauntlet(portal=int(portal)) if choice != action:
                card = card_name(state.portal[portal], told.names)
                label = t("Stolen from the Portal: {card}", card=card)
                found.append((f"portal:{portal}", label))
            case _:
                pass
    return tuple(found)


def amended(action: Any, value: str) -> a.Action | None:
    """The corrected action, or None where `value` is none of this entry's."""
    word, _, rest = value.partition(":")
    number = whole(rest)
    match action, word:
        case (a.Reveal() | a.ToPortal(), "card"):
            return type(action)(seat=action.seat, card=rest)
        case (a.Grab(), "grab") if number is not None:
            return a.Grab(presses=((number,),))
        case (a.MisReveal() | a.AdjudicateGrab(), "seat") if number is not None:
            return type(action)(seat=number)
        case (a.UseBomb(), "bomb"):
            return a.UseBomb(seat=action.seat, target=number)
        case (a.UsePortalCaster(), "caster") if number is not None:
            return a.UsePortalCaster(seat=action.seat, target=number, card=action.card)
        case (a.UseGauntlet(), "deck"):
            return a.UseGauntlet(seat=action.seat, deck=number)
        case (a.UseGauntlet(), "portal"):
            return a.UseGauntlet(seat=action.seat, portal=number)
        case _:
            return None


def reprint(event: Any, action: a.Action) -> Any:
    """The old event with the face that the corrected action names: the same piece of cardboard."""
    if not isinstance(action, a.Reveal | a.ToPortal):
        return event
    match event:
        case CardRevealed() | PortalPlaced():
            return replace(event, card=action.card)
        case PotCollecting():
            return replace(event, top=action.card)
        case _:
            return event
