"""What the voice says about Eldris: public events in, sentences out.

It gets only what `redact` leaves for the table, and says of nothing which adjacency was used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.table.desk import Line, Told
from companion.table.eldris.narrator_solo import SOLO_LINES
from companion.table.eldris.narrator_words import move, quiet, told_deck, verdict
from companion.table.eldris.words import (
    PLACES,
    TITLES,
    card_name,
    dollars,
    names_of,
    trait_name,
)
from companion.words import Text, all_of, t
from rules.eldris import events as e
from rules.eldris.cards import DICE


def narrate(events: Sequence[e.Event], told: Told) -> tuple[Line, ...]:
    """Sentences for one entry's public events, in order."""
    return tuple(line for event in events for line in _LINES[type(event)](event, told))


def _nothing(_event: Any, _told: Told) -> Iterator[Line]:
    yield from ()


def _laid(_event: Any, _told: Told) -> Iterator[Line]:
    yield quiet(t("The Square lies."))


def _turned_up(event: e.CardTurnedUp, told: Told) -> Iterator[Line]:
    yield move(t("New in the Display: {card}.", card=card_name(event.card, told.names)))
    yield from told_deck(event.left)


def _entered(event: e.CardsEntered, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} has noted the dealt cards.", who=told.name(event.seat)))


def _chosen(event: e.CutpurseChosen, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} has chosen a Cutpurse.", who=told.name(event.seat)))


def _rechosen(event: e.CutpurseRechosen, told: Told) -> Iterator[Line]:
    text = t(
        "{who} has looked at the own cards; the Cutpurse may be another.", who=told.name(event.seat)
    )
    yield quiet(text)


def _drawn(event: e.TargetDrawn, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} draws a Target.", who=told.name(event.seat)))
    yield from told_deck(event.left)


def _returned(event: e.TargetReturned, told: Told) -> Iterator[Line]:
    text = t("{who} shuffles a Target back into the deck.", who=told.name(event.seat))
    yield quiet(text)


def _display_returned(event: e.DisplayReturned, told: Told) -> Iterator[Line]:
    card = card_name(event.card, told.names)
    text = t("{card} is shuffled back into the deck.", card=card)
    yield move(text)


def _rolled(event: Any, told: Told) -> Iterator[Line]:
    who, dice = told.name(event.seat), all_of([trait_name(trait) for trait in event.dice])
    text = t("{who} rolls {dice}.", who=who, dice=dice)
    if isinstance(event, e.Rerolled):
        text = t("{who} uses the Sigil. The dice are {dice} now.", who=who, dice=dice)
    yield move(text)
    if event.alike is None:
        return
    if len(set(event.dice)) == 1 and len(event.dice) == DICE:
        yield move(t("Triples: any one ability, or the Sigil."))
    else:
        yield move(t("Doubles: {ability}, or the Sigil.", ability=trait_name(event.alike)))


def _reset(event: e.SigilReset, told: Told) -> Iterator[Line]:
    yield move(t("{who}'s Sigil is active again.", who=told.name(event.seat)))


def _used(event: e.AbilityUsed, told: Told) -> Iterator[Line]:
    who, ability = told.name(event.seat), trait_name(event.ability)
    yield move(t("{who} uses {ability}.", who=who, ability=ability))
    if not event.effect:
        yield move(t("It has no effect now."))
    elif event.ability == "charisma":
        yield quiet(t("{who} looks at the top card of the deck, alone.", who=who))


def _declined(event: e.BenefitDeclined, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} goes on without it.", who=told.name(event.seat)))


def _moved(event: Any, told: Told) -> Iterator[Line]:
    one, two = ("first", "second") if isinstance(event, e.Exchanged) else ("card", "other")
    yield quiet(
        t(
            "{card} and {other} change places.",
            card=card_name(getattr(event, one), told.names),
            other=card_name(getattr(event, two), told.names),
        )
    )


def _stolen(event: e.Stolen, told: Told) -> Iterator[Line]:
    yield verdict(
        t(
            "{who} steals {amount} from {card} {place}.",
            who=told.name(event.seat),
            amount=dollars(event.amount),
            card=card_name(event.card, told.names),
            place=Text(PLACES[event.place]),
        )
    )
    yield from _holds(event.seat, event.haul, told)


def _holds(seat: int, haul: int | None, told: Told) -> Iterator[Line]:
    if haul is not None:
        yield move(t("{who} has {amount} now.", who=told.name(seat), amount=dollars(haul)))


def _passed(event: e.Passed, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} passes.", who=told.name(event.seat)))


def _accused(event: e.Accused, told: Told) -> Iterator[Line]:
    yield move(
        t(
            "{who} says: {card} is {other}'s Cutpurse.",
            who=told.name(event.seat),
            card=card_name(event.character, told.names),
            other=told.name(event.player),
        )
    )


def _answered(event: e.Answered, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    text = t("{who} answers: correct!", who=who)
    if not event.correct:
        text = t("{who} answers: incorrect.", who=who)
    yield verdict(text)


def _taken(event: e.CutpurseTaken, told: Told) -> Iterator[Line]:
    card, who = card_name(event.card, told.names), told.name(event.by)
    yield quiet(t("{who} takes {card}; turn it over in the Square.", who=who, card=card))


def _fined(event: e.FinePaid, told: Told) -> Iterator[Line]:
    yield move(
        t(
            "{who} pays {amount} to {other}.",
            who=told.name(event.seat),
            amount=dollars(event.amount),
            other=told.name(event.to),
        )
    )


def _guild(event: e.GuildPaid, told: Told) -> Iterator[Line]:
    who, amount = told.name(event.seat), dollars(event.amount)
    yield move(t("The Guild pays {who} {amount}.", who=who, amount=amount))
    yield from _holds(event.seat, event.haul, told)


def _replaced(event: e.CutpurseReplaced, told: Told) -> Iterator[Line]:
    yield quiet(t("{who} makes a Target the new Cutpurse.", who=told.name(event.seat)))


def _shadow(event: e.ShadowSteppedIn, told: Told) -> Iterator[Line]:
    yield move(t("{who} goes on with the Shadow.", who=told.name(event.seat)))


def _eliminated(event: e.Eliminated, told: Told) -> Iterator[Line]:
    yield verdict(t("{who} is out of the game.", who=told.name(event.seat)))


def _shown(event: e.CutpurseShown, told: Told) -> Iterator[Line]:
    card, who = card_name(event.card, told.names), told.name(event.seat)
    yield move(t("{who} shows the own Cutpurse to all: {card}.", who=who, card=card))


def _doubted(event: e.AdjacencyDoubted, told: Told) -> Iterator[Line]:
    yield move(
        t(
            "{card} does not stand beside {other}. It stands unless you take it back.",
            card=card_name(event.card, told.names),
            other=card_name(event.character, told.names),
        )
    )


def _turn(event: e.TurnPassed, told: Told) -> Iterator[Line]:
    yield move(t("{who}'s turn.", who=told.name(event.seat)))


def _ended(event: e.GameEnded, told: Told) -> Iterator[Line]:
    if event.title is not None:
        yield verdict(_solo_end(event))
        return
    who = names_of(event.winners, told)
    amount = dollars(max(event.scores[seat] for seat in event.winners))
    text = t("{who} wins the game with {amount}!", who=who, amount=amount)
    if len(event.winners) > 1:
        text = t("{who} share the win with {amount}!", who=who, amount=amount)
    yield verdict(text)


def _solo_end(event: e.GameEnded) -> Text:
    name = Text(TITLES[event.title or ""])
    amount = dollars(event.scores[0])
    if event.winners:
        return t("You win with {amount}: {title}!", amount=amount, title=name)
    return t("The Rivals have more than your {amount}: {title}.", amount=amount, title=name)


_LINES: Mapping[type, Callable[[Any, Told], Iterator[Line]]] = MappingProxyType(
    {
        e.SquareLaid: _laid,
        e.CardTurnedUp: _turned_up,
        e.CardsEntered: _entered,
        e.CutpurseChosen: _chosen,
        e.CutpurseRechosen: _rechosen,
        e.TargetDrawn: _drawn,
        e.TargetReturned: _returned,
        e.DisplayReturned: _display_returned,
        e.PeekNoted: _nothing,
        e.Rolled: _rolled,
        e.Rerolled: _rolled,
        e.SigilReset: _reset,
        e.AbilityUsed: _used,
        e.AbilityEnded: _nothing,
        e.BenefitDeclined: _declined,
        e.Moved: _moved,
        e.AbilityMoved: _moved,
        e.Exchanged: _moved,
        e.Stolen: _stolen,
        e.Passed: _passed,
        e.Accused: _accused,
        e.Answered: _answered,
        e.CutpurseTaken: _taken,
        e.FinePaid: _fined,
        e.GuildPaid: _guild,
        e.CutpurseReplaced: _replaced,
        e.ShadowSteppedIn: _shadow,
        e.Eliminated: _eliminated,
        e.CutpurseShown: _shown,
        e.AdjacencyDoubted: _doubted,
        e.TurnPassed: _turn,
        e.Awaiting: _nothing,
        e.GameEnded: _ended,
        **SOLO_LINES,
    }
)
