"""What the voice says about the solo game, step by step."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from companion.table.desk import Line, Told
from companion.table.eldris.narrator_words import move, quiet, told_deck, verdict
from companion.table.eldris.words import PLACES, card_name, cards_of, dollars, trait_name
from companion.words import Text, Words, all_of, t
from rules.eldris import events as e


def _chosen(event: e.SoloCutpurseChosen, told: Told) -> Iterator[Line]:
    card, amount = card_name(event.card, told.names), dollars(event.amount)
    yield move(t("{card} is your Cutpurse. You start with {amount}.", card=card, amount=amount))


def _fanned(event: e.FoesFanned, told: Told) -> Iterator[Line]:
    rival = card_name(event.rival, told.names)
    text = t("Round {round}. {card} is a Rival.", round=event.round, card=rival)
    yield verdict(text)
    if event.traits:
        traits = all_of([trait_name(trait) for trait in event.traits])
        yield move(t("Threats: {traits}.", traits=traits))
    yield from told_deck(event.left)


def _wagered(event: e.Wagered, told: Told) -> Iterator[Line]:
    card, amount = card_name(event.character, told.names), dollars(event.amount)
    yield move(t("{amount} wagered on {card}.", amount=amount, card=card))


def _revealed(event: e.FoesRevealed, told: Told) -> Iterator[Line]:
    yield verdict(t("The hidden foes: {cards}.", cards=cards_of(event.cards, told)))


def _lost(event: e.WagerLost, told: Told) -> Iterator[Line]:
    card = card_name(event.character, told.names)
    yield move(t("The wager on {card} is lost.", card=card))


def _won(event: e.WagerWon, told: Told) -> Iterator[Line]:
    card, amount = card_name(event.character, told.names), dollars(event.amount)
    yield verdict(
        t(
            "The wager on {card} was right: {amount} for you. {card} leaves.",
            card=card,
            amount=amount,
        )
    )


def _robbed(event: Any, told: Told) -> dict[str, Words]:
    return {
        "card": card_name(event.card, told.names),
        "place": Text(PLACES[event.place]),
        "amount": dollars(event.amount),
    }


def _rivals(event: e.RivalsStole, told: Told) -> Iterator[Line]:
    yield move(t("Rivals rob {card} {place}: {amount}.", **_robbed(event, told)))


def _own(event: e.TargetRobbed, told: Told) -> Iterator[Line]:
    yield move(t("You rob {card} {place}: {amount}.", **_robbed(event, told)))


def _competition(event: e.CompetitionPaid, _told: Told) -> Iterator[Line]:
    amount = dollars(event.amount)
    yield move(t("Stiff competition: the Rivals take {amount} from you.", amount=amount))


def _ended(event: e.RoundEnded, _told: Told) -> Iterator[Line]:
    yield quiet(t("Round {round} is over.", round=event.round))


SOLO_LINES: Mapping[type, Callable[[Any, Told], Iterator[Line]]] = MappingProxyType(
    {
        e.SoloCutpurseChosen: _chosen,
        e.FoesFanned: _fanned,
        e.Wagered: _wagered,
        e.FoesRevealed: _revealed,
        e.WagerLost: _lost,
        e.WagerWon: _won,
        e.RivalsStole: _rivals,
        e.TargetRobbed: _own,
        e.CompetitionPaid: _competition,
        e.RoundEnded: _ended,
    }
)
