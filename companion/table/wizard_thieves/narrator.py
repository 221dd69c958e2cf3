"""What the voice says about Wizard Thieves: public events in, sentences out.

It gets only what `redact` leaves for the table, so it cannot hint at a grab that nobody has made.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.table.desk import Line, Told
from companion.table.wizard_thieves.words import WHY_GRAB, card_name, item_short
from rules.wizard_thieves import events as e

Name = Callable[[int], str]


def narrate(events: Sequence[e.Event], told: Told) -> tuple[Line, ...]:
    """Sentences for one entry's public events, in order."""
    return tuple(line for event in events for line in _lines(event, told))


def chances(count: int) -> str:
    """`1 chance`, `3 chances`."""
    return "1 chance" if count == 1 else f"{count} chances"


def cards(count: int) -> str:
    """`1 card`, `12 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def _lines(event: e.Event, told: Told) -> Iterator[Line]:
    for kind, tell in (_POT | _GRAB | _ITEM).items():
        if isinstance(event, kind):
            yield from tell(event, told)
            return


def _revealed(event: e.CardRevealed, told: Told) -> Iterator[Line]:
    key = event.card
    if key.startswith("item:"):
        yield Line(text=f"{card_name(key, told.names)}.")
    else:
        yield Line(text=f"{told.name(event.seat)}: {card_name(key, told.names)}.", priority="quiet")
    if event.left == 0:
        yield Line(text=f"{told.name(event.seat)} is out of cards.")


def _challenge(event: e.ChallengeSet, told: Told) -> Iterator[Line]:
    yield Line(text=f"Times {event.value}. {told.name(event.facing)}, {chances(event.value)}.")


def _chance(event: e.ChanceUsed, told: Told) -> Iterator[Line]:
    if event.remaining:
        yield Line(text=f"{event.remaining} left.", key="chance")


def _failed(event: e.ChallengeFailed, told: Told) -> Iterator[Line]:
    why = "has no chance left" if event.why == "chances" else "has no card left"
    yield Line(text=f"{told.name(event.seat)} {why}.", priority="quiet")


def _collecting(event: e.PotCollecting, told: Told) -> Iterator[Line]:
    by = "Kinged. " if event.why == "king_coin" else ""
    yield Line(text=f"{by}The Pot goes to {told.name(event.seat)}: {cards(event.count)}.")


def _ended(event: e.ChallengeEnded, told: Told) -> Iterator[Line]:
    yield Line(text="The challenge is over.")


def _setter(event: e.SetterChanged, told: Told) -> Iterator[Line]:
    yield Line(text=f"The challenge is {told.name(event.setter)}'s now.")


def _removed(event: e.PotRemoved, told: Told) -> Iterator[Line]:
    yield Line(text=f"The Pot leaves the game: {cards(event.count)}.")


def _overcounted(event: e.Overcounted, told: Told) -> Iterator[Line]:
    name = card_name(event.card, told.names)
    text = f"More than {event.copies} times {name} in this game: was a card misread?"
    yield Line(text=text, priority="quiet")


def _won(event: e.PotWon, told: Told) -> Iterator[Line]:
    if event.why != "grab":
        yield Line(text=f"{told.name(event.seat)} takes the Pot: {cards(event.count)}.")
        return
    why = " and ".join(WHY_GRAB[reason] for reason in event.reasons)
    took = f", {told.reaction_ms} ms" if told.reaction_ms is not None else ""
    text = f"{told.name(event.seat)}, {why}{took}. {cards(event.count).capitalize()}."
    yield Line(text=text, priority="verdict")


def _cursed(event: e.Cursed, told: Told) -> Iterator[Line]:
    text = f"Improper grab. {told.name(event.seat)} is cursed."
    yield Line(text=text, priority="verdict")


def _eliminated(event: e.Eliminated, told: Told) -> Iterator[Line]:
    text = f"Improper grab. {told.name(event.seat)} is eliminated."
    yield Line(text=text, priority="verdict")


IGNORED = {
    "late": "{name} was later: no curse.",
    "no_pot": "{name} pressed, but there is no Pot to grab.",
    "eliminated": "{name} is out; the press counts for nothing.",
    "game_over": "{name} pressed after the end.",
}


def _ignored(event: e.PressIgnored, told: Told) -> Iterator[Line]:
    why = "late" if event.seat in told.grace else event.why
    yield Line(text=IGNORED[why].format(name=told.name(event.seat)), priority="quiet")


def _tied(event: e.GrabTied, told: Told) -> Iterator[Line]:
    who = " and ".join(told.name(seat) for seat in event.seats)
    yield Line(text=f"Too close to call: {who}. Whose hand is below?", priority="verdict")


def _adjudicated(event: e.GrabAdjudicated, told: Told) -> Iterator[Line]:
    yield Line(text=f"The table says {told.name(event.seat)} was first.", priority="quiet")


def _overturned(event: e.GrabOverturned, told: Told) -> Iterator[Line]:
    word = "valid" if event.valid else "not valid"
    yield Line(text=f"The table says that grab was {word}.", priority="verdict")


def _checked(event: e.GrabChecked, told: Told) -> Iterator[Line]:
    why = " and ".join(WHY_GRAB[reason] for reason in event.reasons) or "nothing matched"
    shown = ", ".join(card_name(key, told.names) for key in event.cards[-3:])
    yield Line(text=f"Checked: {why}. On top were {shown}.", priority="quiet")


def _pending(event: e.ItemPending, told: Told) -> Iterator[Line]:
    yield Line(text=f"{told.name(event.seat)} chooses.", priority="quiet")


def _lapsed(event: e.ItemLapsed, told: Told) -> Iterator[Line]:
    yield Line(text=f"{told.name(event.seat)}'s {item_short(event.item, told.names)} is lost.")


NO_EFFECT = {
    "cursed": "{name} is cursed: no effect.",
    "no_challenge": "No challenge: no effect.",
    "no_choice": "Nothing to choose from: no effect.",
    "unknown_item": "No effect.",
}


def _no_effect(event: e.ItemWithoutEffect, told: Told) -> Iterator[Line]:
    yield Line(text=NO_EFFECT[event.why].format(name=told.name(event.seat)))


def _gauntlet(event: e.GauntletUsed, told: Told) -> Iterator[Line]:
    if event.deck is not None:
        text = f"{told.name(event.seat)} steals {cards(event.count)} from {told.name(event.deck)}."
    else:
        stolen = card_name(event.card, told.names) if event.card else "a card"
        text = f"{told.name(event.seat)} steals {stolen} from the Portal."
    yield Line(text=text)


def _bomb(event: e.BombUsed, told: Told) -> Iterator[Line]:
    at = "everybody else" if event.target is None else told.name(event.target)
    yield Line(text=f"{told.name(event.seat)}'s bomb hits {at}.")


def _destroyed(event: e.CardsDestroyed, told: Told) -> Iterator[Line]:
    yield Line(text=f"{told.name(event.seat)} loses {cards(event.count)}.", priority="quiet")


def _portal_target(event: e.PortalTargetChosen, told: Told) -> Iterator[Line]:
    yield Line(text=f"{told.name(event.target)}, top card to the Portal.")


def _placed(event: e.PortalPlaced, told: Told) -> Iterator[Line]:
    yield Line(text=f"{card_name(event.card, told.names)} on the Portal.")


def _mis_revealed(event: e.MisRevealed, told: Told) -> Iterator[Line]:
    text = f"Too soon. {told.name(event.seat)}, slide that card back into the middle of your deck."
    yield Line(text=text)


def _over(event: e.GameEnded, told: Told) -> Iterator[Line]:
    if not event.winners:
        yield Line(text="The game is over. Nobody wins.", priority="verdict")
        return
    who = " and ".join(told.name(seat) for seat in event.winners)
    yield Line(text=f"{who} wins the game!", priority="verdict")


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
