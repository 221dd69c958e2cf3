"""Wagers and the reveal of the foes' stack, tapped in the Square.

In the harder game nobody is shown where Threats stand, so what may be tapped must not show it
either: every occupied card of a hidden foe's trait, and the rules say no where it is none.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from companion.readmodels import Choice
from companion.table.desk import Told
from companion.table.eldris.words import card_name, cards_of
from companion.words import t
from rules.core import Key
from rules.eldris import actions as a
from rules.eldris.money import DOLLAR
from rules.eldris.view import View


def shows_tokens(view: View) -> bool:
    """Whether the Square shows who is a Threat."""
    return any(cell.token is not None for cell in view.square)


def wagers(action: a.WagerPattern, view: View, told: Told) -> Iterator[Choice]:
    """$1 on one character at a time, where the tokens show who is a Threat."""
    yield from _wagers(action.characters, view, told)


def blind_wagers(view: View, told: Told) -> Iterator[Choice]:
    """The same without tokens: offered whether or not a Threat stands beside the Cutpurse."""
    if view.phase == "wager" and view.players[0].haul >= DOLLAR:
        yield from _wagers(_of_the_traits(view), view, told)


def _wagers(cards: Sequence[Key], view: View, told: Told) -> Iterator[Choice]:
    cells = _cells(view)
    for card in cards:
        label = t("Wager $1 on {card}", card=card_name(card, told.names))
        yield Choice(id=f"wager:{card}", label=label, cells=(cells[card],))


def foes(action: a.RevealFoesPattern, view: View, told: Told) -> Iterator[Choice]:
    """The hidden cards, in any order."""
    cards = tuple(action.cards.counts) if shows_tokens(view) else _of_the_traits(view)
    cells = _cells(view)
    traits = {cell.character: cell.trait for cell in view.square}
    wanted = sorted(action.traits)
    for found in permutations(cards, len(wanted)):
        if sorted(traits[card] for card in found) == wanted:
            yield Choice(
                id=":".join(("foes", *sorted(found))),
                label=t("The hidden foes: {cards}", cards=cards_of(sorted(found), told)),
                cells=tuple(cells[card] for card in found),
            )


def _cells(view: View) -> dict[Key, int]:
    return {cell.character: place for place, cell in enumerate(view.square)}


def _of_the_traits(view: View) -> tuple[Key, ...]:
    concealed = () if view.solo is None else view.solo.concealed
    return tuple(
        cell.character for cell in view.square if cell.trait in concealed and not cell.dark
    )
