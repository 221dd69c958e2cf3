"""What an entry of Eldris is called, for undo and the story: never a card that one seat told."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.table.desk import Told
from companion.table.eldris.words import card_name, cards_of, trait_name
from companion.words import Text, Words, all_of, mark, t
from rules.eldris import actions as a

Label = Callable[[Any, Told], Words]


def label(done: Any, told: Told) -> Words:
    """`Ann steals from Fighter`."""
    return _LABELS[type(done)](done, told)


def _of_seat(template: str) -> Label:
    return lambda done, told: Text(template, {"who": told.name(done.seat)})


def _of_table(template: str) -> Label:
    return lambda _done, _told: Text(template)


def _turned_up(done: Any, told: Told) -> Words:
    return t("Display: {card}", card=card_name(done.card, told.names))


def _chose(done: Any, told: Told) -> Words:
    return t("{who} chooses a Cutpurse", who=told.name(done.seat))


def _rolled(done: Any, told: Told) -> Words:
    dice = all_of([trait_name(trait) for trait in done.dice])
    return t("{who} rolls {dice}", who=told.name(done.seat), dice=dice)


def _rerolled(done: Any, told: Told) -> Words:
    dice = all_of([trait_name(trait) for trait in done.dice])
    return t("{who} uses the Sigil: {dice}", who=told.name(done.seat), dice=dice)


def _claimed(done: Any, told: Told) -> Words:
    ability = trait_name(done.ability)
    return t("{who} uses {ability}", who=told.name(done.seat), ability=ability)


def _exchanged(one: str, two: str) -> Label:
    def make(done: Any, told: Told) -> Words:
        return t(
            "{who}: {card} and {other} change places",
            who=told.name(done.seat),
            card=card_name(getattr(done, one), told.names),
            other=card_name(getattr(done, two), told.names),
        )

    return make


def _stole(done: Any, told: Told) -> Words:
    card = card_name(done.card, told.names)
    return t("{who} steals from {card}", who=told.name(done.seat), card=card)


def _accused(done: Any, told: Told) -> Words:
    return t(
        "{who} accuses {other} of {card}",
        who=told.name(done.seat),
        other=told.name(done.player),
        card=card_name(done.character, told.names),
    )


def _answered(done: Any, told: Told) -> Words:
    who = told.name(done.seat)
    return t("{who}: correct", who=who) if done.correct else t("{who}: incorrect", who=who)


def _shown(done: Any, told: Told) -> Words:
    card = card_name(done.card, told.names)
    return t("{who} shows {card}", who=told.name(done.seat), card=card)


def _fanned(done: Any, told: Told) -> Words:
    return t("Foes' stack: {card}", card=card_name(done.rival, told.names))


def _wagered(done: Any, told: Told) -> Words:
    cards = cards_of(done.characters, told)
    return t("{who} wagers on {cards}", who=told.name(done.seat), cards=cards)


def _revealed(done: Any, told: Told) -> Words:
    return t("Hidden foes: {cards}", cards=cards_of(done.cards, told))


_LABELS: Mapping[type, Label] = MappingProxyType(
    {
        a.LayOut: _of_table(mark("The Square is laid out")),
        a.TurnUp: _turned_up,
        a.EnterCards: _of_seat(mark("{who} notes the dealt cards")),
        a.ChooseCutpurse: _chose,
        a.Roll: _rolled,
        a.Reroll: _rerolled,
        a.ClaimReset: _of_seat(mark("{who} resets the Sigil")),
        a.ClaimAbility: _claimed,
        a.DeclineBenefit: _of_seat(mark("{who} takes no benefit")),
        a.Move: _exchanged("card", "other"),
        a.AbilityMove: _exchanged("card", "other"),
        a.EndAbility: _of_seat(mark("{who} is done with Dexterity")),
        a.Exchange: _exchanged("first", "second"),
        a.DrawTarget: _of_seat(mark("{who} notes the drawn Target")),
        a.GiveBack: _of_seat(mark("{who} gives a Target back")),
        a.NotePeek: _of_seat(mark("{who} notes the top card")),
        a.Steal: _stole,
        a.Accuse: _accused,
        a.Pass: _of_seat(mark("{who} passes")),
        a.Answer: _answered,
        a.ShowCutpurse: _shown,
        a.Promote: _of_seat(mark("{who} has a new Cutpurse")),
        a.AgreeEnd: _of_table(mark("The table ends the game")),
        a.FanFoes: _fanned,
        a.Wager: _wagered,
        a.RevealFoes: _revealed,
    }
)
