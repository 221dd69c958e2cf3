"""What the voice says about Wizard Thieves: public events in, sentences out.

It gets only what `redact` leaves for the table, so it cannot hint at a grab that nobody has made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.table.desk import Line, Told
from companion.table.wizard_thieves.words import (
    card_name,
    cards,
    chances,
    grab_reasons,
    item_short,
    names_of,
)
from companion.words import Text, enumerated, mark, t
from rules.wizard_thieves import events as e


def narrate(events: Sequence[e.Event], told: Told) -> tuple[Line, ...]:
    """Sentences for one entry's public events, in order."""
    return tuple(line for event in events for line in _lines(event, told))


def _lines(event: e.Event, told: Told) -> Iterator[Line]:
    for kind, tell in (_POT | _GRAB | _ITEM).items():
        if isinstance(event, kind):
            yield from tell(event, told)
            return


def _revealed(event: e.CardRevealed, told: Told) -> Iterator[Line]:
    key, who = event.card, told.name(event.seat)
    card = card_name(key, told.names)
    if key.startswith("item:"):
        yield Line(text=t("{card}.", card=card), kind="item")
    else:
        text = t("{who}: {card}.", who=who, card=card)
        yield Line(text=text, priority="quiet", kind="card")
    if event.left == 0:
        yield Line(text=t("{who} is out of cards.", who=who), kind="count")


def _challenge(event: e.ChallengeSet, told: Told) -> Iterator[Line]:
    text = t(
        "Times {value}. {who}, {chances}.",
        value=event.value,
        who=told.name(event.facing),
        chances=chances(event.value),
    )
    yield Line(text=text, kind="challenge")


def _chance(event: e.ChanceUsed, told: Told) -> Iterator[Line]:
    if event.remaining:
        text = t("{remaining} left.", remaining=event.remaining)
        yield Line(text=text, key="chance", kind="count")


def _failed(event: e.ChallengeFailed, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    text = t("{who} has no card left.", who=who)
    if event.why == "chances":
        text = t("{who} has no chance left.", who=who)
    yield Line(text=text, priority="quiet")


def _collecting(event: e.PotCollecting, told: Told) -> Iterator[Line]:
    who, count = told.name(event.seat), cards(event.count)
    text = t("The Pot goes to {who}: {cards}.", who=who, cards=count)
    if event.why == "king_coin":
        text = t("Kinged. The Pot goes to {who}: {cards}.", who=who, cards=count)
    yield Line(text=text, kind="pot")


def _ended(event: e.ChallengeEnded, told: Told) -> Iterator[Line]:
    yield Line(text=t("The challenge is over."), kind="challenge")


def _setter(event: e.SetterChanged, told: Told) -> Iterator[Line]:
    text = t("The challenge is {who}'s now.", who=told.name(event.setter))
    yield Line(text=text, kind="challenge")


def _removed(event: e.PotRemoved, told: Told) -> Iterator[Line]:
    yield Line(text=t("The Pot leaves the game: {cards}.", cards=cards(event.count)), kind="pot")


def _overcounted(event: e.Overcounted, told: Told) -> Iterator[Line]:
    text = t(
        "More than {copies} times {card} in this game: was a card misread?",
        copies=event.copies,
        card=card_name(event.card, told.names),
    )
    yield Line(text=text, priority="quiet")


def _won(event: e.PotWon, told: Told) -> Iterator[Line]:
    who, count = told.name(event.seat), cards(event.count)
    if event.why != "grab":
        yield Line(text=t("{who} takes the Pot: {cards}.", who=who, cards=count), kind="pot")
        return
    why = grab_reasons(event.reasons)
    text = t("{who}, {why}. {cards}.", who=who, why=why, cards=count)
    if told.reaction_ms is not None:
        text = t(
            "{who}, {why}, {ms} ms. {cards}.",
            who=who,
            why=why,
            ms=told.reaction_ms,
            cards=count,
        )
    yield Line(text=text, priority="verdict", kind="verdict")


def _cursed(event: e.Cursed, told: Told) -> Iterator[Line]:
    text = t("Improper grab. {who} is cursed.", who=told.name(event.seat))
    yield Line(text=text, priority="verdict", kind="verdict")


def _eliminated(event: e.Eliminated, told: Told) -> Iterator[Line]:
    text = t("Improper grab. {who} is eliminated.", who=told.name(event.seat))
    yield Line(text=text, priority="verdict", kind="verdict")


IGNORED: Mapping[str, str] = MappingProxyType(
    {
        "late": mark("{who} was later: no curse."),
        "no_pot": mark("{who} pressed, but there is no Pot to grab."),
        "eliminated": mark("{who} is out; the press counts for nothing."),
        "game_over": mark("{who} pressed after the end."),
    }
)


def _ignored(event: e.PressIgnored, told: Told) -> Iterator[Line]:
    why = "late" if event.seat in told.grace else event.why
    text = Text(IGNORED[why], {"who": told.name(event.seat)})
    yield Line(text=text, priority="quiet")


def _tied(event: e.GrabTied, told: Told) -> Iterator[Line]:
    who = names_of(event.seats, told)
    text = t("Too close to call: {who}. Whose hand is below?", who=who)
    yield Line(text=text, priority="verdict", kind="verdict")


def _adjudicated(event: e.GrabAdjudicated, told: Told) -> Iterator[Line]:
    text = t("The table says {who} was first.", who=told.name(event.seat))
    yield Line(text=text, priority="quiet")


def _overturned(event: e.GrabOverturned, told: Told) -> Iterator[Line]:
    text = t("The table says that grab was not valid.")
    if event.valid:
        text = t("The table says that grab was valid.")
    yield Line(text=text, priority="verdict", kind="verdict")


def _checked(event: e.GrabChecked, told: Told) -> Iterator[Line]:
    shown = enumerated([card_name(key, told.names) for key in event.cards[-3:]])
    text = t("Checked: nothing matched. On top were {cards}.", cards=shown)
    if event.reasons:
        why = grab_reasons(event.reasons)
        text = t("Checked: {why}. On top were {cards}.", why=why, cards=shown)
    yield Line(text=text, priority="quiet")


def _pending(event: e.ItemPending, told: Told) -> Iterator[Line]:
    text = t("{who} chooses.", who=told.name(event.seat))
    yield Line(text=text, priority="quiet", kind="turn")


def _lapsed(event: e.ItemLapsed, told: Told) -> Iterator[Line]:
    text = t(
        "{who}'s {item} is lost.",
        who=told.name(event.seat),
        item=item_short(event.item, told.names),
    )
    yield Line(text=text, kind="item")


NO_EFFECT: Mapping[str, str] = MappingProxyType(
    {
        "cursed": mark("{who} is cursed: no effect."),
        "no_challenge": mark("No challenge: no effect."),
        "no_choice": mark("Nothing to choose from: no effect."),
        "unknown_item": mark("No effect."),
    }
)


def _no_effect(event: e.ItemWithoutEffect, told: Told) -> Iterator[Line]:
    text = Text(NO_EFFECT[event.why], {"who": told.name(event.seat)})
    yield Line(text=text, kind="item")


def _gauntlet(event: e.GauntletUsed, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    text = t("{who} steals a card from the Portal.", who=who)
    if event.deck is not None:
        text = t(
            "{who} steals {cards} from {other}.",
            who=who,
            cards=cards(event.count),
            other=told.name(event.deck),
        )
    elif event.card:
        stolen = card_name(event.card, told.names)
        text = t("{who} steals {card} from the Portal.", who=who, card=stolen)
    yield Line(text=text, kind="item")


def _bomb(event: e.BombUsed, told: Told) -> Iterator[Line]:
    who = told.name(event.seat)
    text = t("{who}'s bomb hits everybody else.", who=who)
    if event.target is not None:
        text = t("{who}'s bomb hits {other}.", who=who, other=told.name(event.target))
    yield Line(text=text, kind="item")


def _destroyed(event: e.CardsDestroyed, told: Told) -> Iterator[Line]:
    text = t("{who} loses {cards}.", who=told.name(event.seat), cards=cards(event.count))
    yield Line(text=text, priority="quiet")


def _portal_target(event: e.PortalTargetChosen, told: Told) -> Iterator[Line]:
    text = t("{who}, top card to the Portal.", who=told.name(event.target))
    yield Line(text=text, kind="item")


def _placed(event: e.PortalPlaced, told: Told) -> Iterator[Line]:
    text = t("{card} on the Portal.", card=card_name(event.card, told.names))
    yield Line(text=text, kind="item")


def _mis_revealed(event: e.MisRevealed, told: Told) -> Iterator[Line]:
    text = t(
        "Too soon. {who}, slide that card back into the middle of your deck.",
        who=told.name(event.seat),
    )
    yield Line(text=text, kind="correction")


def _over(event: e.GameEnded, told: Told) -> Iterator[Line]:
    text = t("The game is over. Nobody wins.")
    if event.winners:
        who = names_of(event.winners, told)
        text = t("{who} wins the game!", who=who)
        if len(event.winners) > 1:
            text = t("{who} win the game!", who=who)
    yield Line(text=text, priority="verdict", kind="verdict")


Tell = Callable[..., Iterator[Line]]

_POT: dict[type, Tell] = {
    e.CardRevealed: _revealed,
    e.ChallengeSet: _challenge,
    e.ChanceUsed: _chance,
    e.ChallengeFailed: _failed,
    e.PotCollecting: _collecting,
    e.ChallengeEnded: _ended,
    e.SetterChanged: _setter,
    e.PotRemoved: _removed,
    e.Overcounted: _overcounted,
    e.GameEnded: _over,
}
_GRAB: dict[type, Tell] = {
    e.PotWon: _won,
    e.Cursed: _cursed,
    e.Eliminated: _eliminated,
    e.PressIgnored: _ignored,
    e.GrabTied: _tied,
    e.GrabAdjudicated: _adjudicated,
    e.GrabOverturned: _overturned,
    e.GrabChecked: _checked,
}
_ITEM: dict[type, Tell] = {
    e.ItemPending: _pending,
    e.ItemLapsed: _lapsed,
    e.ItemWithoutEffect: _no_effect,
    e.GauntletUsed: _gauntlet,
    e.BombUsed: _bomb,
    e.CardsDestroyed: _destroyed,
    e.PortalTargetChosen: _portal_target,
    e.PortalPlaced: _placed,
    e.MisRevealed: _mis_revealed,
}
