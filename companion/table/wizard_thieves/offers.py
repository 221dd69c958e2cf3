"""The buttons of a player's page in Wizard Thieves.

Made from the view alone, which cannot say whether the Pot may be grabbed.
"""

from collections.abc import Iterator
from typing import Any

from companion.readmodels import Choice
from companion.table.desk import Reach, Told
from companion.table.wizard_thieves.words import card_name
from companion.words import t
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.cards import KEYS
from rules.wizard_thieves.view import View


def can_grab(view: View) -> tuple[int, ...]:
    """Seats whose slap could count, whatever it would bring."""
    if view.outcome is not None or not (view.pot.count or view.collecting):
        return ()
    return tuple(player.seat for player in view.players if player.status != "out")


def offers(
    legal: tuple[Any, ...], view: View, seat: int, reach: Reach, told: Told
) -> tuple[Choice, ...]:
    """Buttons, the most wanted first.

    Args:
        legal: The rules' choices of this seat.
        view: This seat's view.
        seat: Whose page.
        reach: Which sensors work; what is missing is offered by phone.
        told: Names.
    """
    if view.outcome is not None:
        return ()
    found = [
        *_mine(legal, view, told),
        *_slap(view, seat, reach),
        *_cards(legal, view, seat, reach, told),
    ]
    found += _quiet(legal, view, seat, reach)
    return tuple(found)


def _mine(legal: tuple[Any, ...], view: View, told: Told) -> Iterator[Choice]:
    for action in legal:
        match action:
            case a.TakePot():
                yield Choice(id="take_pot", label=t("Take the Pot"), style="primary", icon="pot")
            case a.ApplyKingCoin():
                yield Choice(
                    id="apply_king_coin",
                    label=t("Take the Pot"),
                    style="primary",
                    icon="item-king-coin",
                    hint=t("King Coin"),
                )
            case a.UseBomb(target=None):
                yield Choice(
                    id="use_bomb:all",
                    label=t("Bomb everybody else"),
                    style="primary",
                    icon="item-bomb",
                    hint=t("One card each"),
                )
            case a.UseBomb(target=int(target)):
                yield Choice(
                    id=f"use_bomb:{target}",
                    label=t("Bomb {who}", who=told.name(target)),
                    style="primary",
                    icon="item-bomb",
                    hint=t("Two cards"),
                )
            case a.UseGauntlet() | a.UsePortalCaster():
                yield _theft(action, view, told)
            case _:
                pass


def _theft(action: a.UseGauntlet | a.UsePortalCaster, view: View, told: Told) -> Choice:
    if isinstance(action, a.UsePortalCaster):
        return Choice(
            id=f"use_portal_caster:{action.target}",
            label=t("{who} to the Portal", who=told.name(action.target)),
            style="primary",
            icon="item-portal-caster",
            hint=t("Top card, face up"),
        )
    if action.deck is not None:
        return Choice(
            id=f"use_gauntlet:deck:{action.deck}",
            label=t("Steal from {who}", who=told.name(action.deck)),
            style="primary",
            icon="item-gauntlet",
            hint=t("Top two, unseen"),
        )
    index = action.portal or 0
    return Choice(
        id=f"use_gauntlet:portal:{index}",
        label=t("Steal {card}", card=card_name(view.portal[index], told.names)),
        style="primary",
        icon="item-gauntlet",
        hint=t("From the Portal"),
    )


def _slap(view: View, seat: int, reach: Reach) -> Iterator[Choice]:
    if not reach.buttons and seat in can_grab(view):
        yield Choice(
            id="grab",
            label=t("Grab!"),
            style="danger",
            icon="hand",
            hint=t("Slap the Pot first; then tap. The table is asked who was first."),
        )


def _cards(
    legal: tuple[Any, ...], view: View, seat: int, reach: Reach, told: Told
) -> Iterator[Choice]:
    """Without a camera the player says which card landed."""
    if reach.camera:
        return
    patterns = {"reveal": a.RevealPattern, "to_portal": a.ToPortalPattern}
    for word, pattern in patterns.items():
        if any(isinstance(action, pattern) for action in legal):
            for key in (*KEYS, *sorted(view.extra)):
                yield Choice(
                    id=f"{word}:{key}",
                    label=card_name(key, told.names),
                    icon=key.replace(":", "-").replace("_", "-"),
                    hint=t("I flipped this") if word == "reveal" else t("It lies on the Portal"),
                )


def _quiet(legal: tuple[Any, ...], view: View, seat: int, reach: Reach) -> Iterator[Choice]:
    mine = next(player for player in view.players if player.seat == seat)
    if reach.camera and view.turn == seat:
        yield Choice(
            id="missed",
            label=t("The camera missed my card"),
            style="quiet",
            hint=t("Say which card it was"),
        )
    if mine.cards and mine.status != "out":
        yield Choice(
            id="mis_reveal",
            label=t("I flipped a card by mistake"),
            style="quiet",
            hint=t("It goes back into the middle of your deck"),
        )
    if view.grab is not None:
        yield from _disputes(legal)


def _disputes(legal: tuple[Any, ...]) -> Iterator[Choice]:
    for action in legal:
        match action:
            case a.CheckGrab():
                yield Choice(id="check_grab", label=t("Check that grab"), style="quiet")
            case a.OverrideGrab(valid=True):
                yield Choice(
                    id="override_grab:valid", label=t("That grab was valid"), style="quiet"
                )
            case a.OverrideGrab(valid=False):
                yield Choice(
                    id="override_grab:invalid", label=t("That grab was not valid"), style="quiet"
                )
            case _:
                pass
