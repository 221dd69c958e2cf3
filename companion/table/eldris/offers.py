"""The buttons of a player's page in Eldris, and what may be tapped in the Square.

A choice that rests on secret cards is never of the style `primary`: primary ones may be offered to
the whole table after a correction.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.readmodels import Choice
from companion.table.desk import Told
from companion.table.eldris import entries
from companion.table.eldris.ids import ident
from companion.table.eldris.offers_solo import blind_wagers, foes, shows_tokens, wagers
from companion.table.eldris.words import card_name, trait_name
from companion.words import Words, t
from rules.core import TABLE, Key
from rules.eldris import actions as a
from rules.eldris import choices as legal_choices
from rules.eldris.cards import DISPLAY_SEATS
from rules.eldris.state import State
from rules.eldris.view import View

Offer = Callable[[Any, "Asked"], Iterator[Choice]]


class Asked:
    """Who is offered something, and what that person sees."""

    def __init__(self, view: View, seat: int, told: Told) -> None:
        self.view, self.seat, self.told = view, seat, told
        self.cell: Mapping[Key, int] = {
            cell.character: place for place, cell in enumerate(view.square)
        }

    def name(self, card: Key) -> Words:
        """Of a character."""
        return card_name(card, self.told.names)


def offers(state: State, view: View, seat: int, told: Told) -> tuple[Choice, ...]:
    """Everything this seat may do now."""
    asked = Asked(view, seat, told)
    found = [
        choice
        for action in (*legal_choices(state, seat), *_together(state))
        for choice in _OFFERS[type(action)](action, asked)
    ]
    if view.solo is not None and not shows_tokens(view):
        found += blind_wagers(view, told)
    return tuple(found)


def _together(state: State) -> tuple[Any, ...]:
    """What any seat may tap for all."""
    return tuple(one for one in legal_choices(state, TABLE) if isinstance(one, a.AgreeEnd))


# Setting up, and what turns up.


def _layout(_action: Any, asked: Asked) -> Iterator[Choice]:
    yield entries.layout(asked.told)


def _turn_up(action: a.TurnUpPattern, asked: Asked) -> Iterator[Choice]:
    label = t("The card that was turned up for the Display")
    yield entries.one_card("up", label, tuple(action.cards.counts), asked.told)


def _enter(action: a.EnterCardsPattern, asked: Asked) -> Iterator[Choice]:
    label = t("The cards you were dealt, for this phone alone")
    places = tuple(t("card {number}", number=number + 1) for number in range(action.count))
    quiet = asked.view.phase != "choose" or asked.view.turn != asked.seat
    cards = tuple(action.cards.counts)
    yield entries.several("hand", label, cards, places, asked.told, quiet=quiet)


def _draw(action: a.DrawTargetPattern, asked: Asked) -> Iterator[Choice]:
    label = t("The Target you drew, for this phone alone")
    yield entries.one_card("drawn", label, tuple(action.cards.counts), asked.told)


def _note(action: a.NotePeekPattern, asked: Asked) -> Iterator[Choice]:
    label = t("Note the top card you saw, for this phone alone")
    yield entries.one_card("peek", label, tuple(action.cards.counts), asked.told, quiet=True)


def _show(action: a.ShowCutpursePattern, asked: Asked) -> Iterator[Choice]:
    label = t("The Cutpurse that you show to all")
    yield entries.one_card("show", label, tuple(action.cards.counts), asked.told)


def _choose(action: a.ChooseCutpurse, asked: Asked) -> Iterator[Choice]:
    if action.card is None:
        label = t("I have chosen my Cutpurse, in secret")
        yield Choice(id=ident(action), label=label, style="primary")
        return
    hint = t("As your Cutpurse, in secret")
    if asked.view.solo is not None:
        hint = t("As your Cutpurse")
    yield Choice(id=ident(action), label=asked.name(action.card), hint=hint)


def _promote(action: a.Promote, asked: Asked) -> Iterator[Choice]:
    if action.card is None:
        label = t("I have chosen a Target as my new Cutpurse")
        yield Choice(id=ident(action), label=label, style="primary")
        return
    hint = t("As your new Cutpurse, in secret")
    yield Choice(id=ident(action), label=asked.name(action.card), hint=hint)


# Dice and benefits.


def _roll(_action: Any, _asked: Asked) -> Iterator[Choice]:
    yield entries.roll()


def _reroll(_action: Any, asked: Asked) -> Iterator[Choice]:
    yield entries.reroll(asked.view)


def _reset(action: Any, _asked: Asked) -> Iterator[Choice]:
    yield Choice(id=ident(action), label=t("Reset my Sigil"), style="primary")


def _use(action: a.ClaimAbility, _asked: Asked) -> Iterator[Choice]:
    label = t("Use {ability}", ability=trait_name(action.ability))
    yield Choice(id=ident(action), label=label, style="primary")


def _decline(action: Any, _asked: Asked) -> Iterator[Choice]:
    yield Choice(id=ident(action), label=t("No reset, no ability"), style="quiet")


# The Square.


def _move(action: a.Move, asked: Asked) -> Iterator[Choice]:
    trait = asked.view.square[asked.cell[action.card]].trait
    yield Choice(
        id=ident(action),
        label=t(
            "{card} changes places with {other}",
            card=asked.name(action.card),
            other=asked.name(action.other),
        ),
        hint=trait_name(trait),
        cells=(asked.cell[action.card], asked.cell[action.other]),
    )


def _run(action: a.AbilityMove, asked: Asked) -> Iterator[Choice]:
    yield _exchanged(ident(action), action.card, action.other, asked)


def _exchange(action: a.Exchange, asked: Asked) -> Iterator[Choice]:
    yield _exchanged(ident(action), action.first, action.second, asked)


def _exchanged(choice: str, card: Key, other: Key, asked: Asked) -> Choice:
    label = t("{card} changes places with {other}", card=asked.name(card), other=asked.name(other))
    return Choice(id=choice, label=label, cells=(asked.cell[card], asked.cell[other]))


def _stop(action: Any, _asked: Asked) -> Iterator[Choice]:
    yield Choice(id=ident(action), label=t("That was all of Dexterity"), style="primary")


def _give_back(action: a.GiveBack, asked: Asked) -> Iterator[Choice]:
    hint = t("Goes back into the deck, in secret")
    if asked.view.solo is not None or asked.view.seats >= DISPLAY_SEATS:
        hint = t("Goes back into the deck")
    yield Choice(id=ident(action), label=asked.name(action.card), hint=hint)


# The Nick phase.


def _steal(action: a.Steal, asked: Asked) -> Iterator[Choice]:
    label = t("Steal from {card}", card=asked.name(action.card))
    blind = asked.view.solo is not None and not shows_tokens(asked.view)
    cells = () if blind else (asked.cell[action.card],)
    yield Choice(id=ident(action), label=label, cells=cells)


def _accuse(action: a.Accuse, asked: Asked) -> Iterator[Choice]:
    label = t(
        "{card} is {who}'s Cutpurse",
        card=asked.name(action.character),
        who=asked.told.name(action.player),
    )
    yield Choice(
        id=ident(action),
        label=label,
        cells=(asked.cell[action.character],),
    )


def _pass(action: Any, asked: Asked) -> Iterator[Choice]:
    label = t("Leave the diagonal Target") if asked.view.solo is not None else t("Pass")
    yield Choice(id=ident(action), label=label, style="primary")


def _answer(action: a.Answer, _asked: Asked) -> Iterator[Choice]:
    if action.correct:
        yield Choice(id=ident(action), label=t("Correct"), style="primary")
    else:
        yield Choice(id=ident(action), label=t("Incorrect"), style="primary")


def _agree(action: Any, _asked: Asked) -> Iterator[Choice]:
    hint = t("The deck is empty and everybody has passed")
    yield Choice(id=ident(action), label=t("We end the game here"), style="quiet", hint=hint)


# Solo.


def _fan(action: a.FanFoesPattern, asked: Asked) -> Iterator[Choice]:
    yield entries.fan(tuple(action.cards.counts), action.concealed, asked.told)


def _wager(action: a.WagerPattern, asked: Asked) -> Iterator[Choice]:
    if shows_tokens(asked.view):
        yield from wagers(action, asked.view, asked.told)


def _foes(action: a.RevealFoesPattern, asked: Asked) -> Iterator[Choice]:
    yield from foes(action, asked.view, asked.told)


_OFFERS: Mapping[type, Offer] = MappingProxyType(
    {
        a.LayOutPattern: _layout,
        a.TurnUpPattern: _turn_up,
        a.EnterCardsPattern: _enter,
        a.RollPattern: _roll,
        a.RerollPattern: _reroll,
        a.DrawTargetPattern: _draw,
        a.NotePeekPattern: _note,
        a.ShowCutpursePattern: _show,
        a.ChooseCutpurse: _choose,
        a.Promote: _promote,
        a.ClaimReset: _reset,
        a.ClaimAbility: _use,
        a.DeclineBenefit: _decline,
        a.Move: _move,
        a.AbilityMove: _run,
        a.EndAbility: _stop,
        a.Exchange: _exchange,
        a.GiveBack: _give_back,
        a.Steal: _steal,
        a.Accuse: _accuse,
        a.Pass: _pass,
        a.Answer: _answer,
        a.AgreeEnd: _agree,
        a.FanFoesPattern: _fan,
        a.WagerPattern: _wager,
        a.RevealFoesPattern: _foes,
    }
)
