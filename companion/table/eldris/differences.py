"""What a correction changed, in words: only the difference, and only what all may know."""

from collections.abc import Iterator

from companion.table.desk import Told
from companion.table.eldris.words import cards_of, dollars, names_of
from companion.words import Words, n, t
from rules.eldris.state import State


def differences(before: State, after: State, told: Told) -> tuple[Words, ...]:
    """One sentence for each thing that is different now."""
    return (
        *_square(before, after, told),
        *_players(before, after, told),
        *_cards(before, after, told),
        *_course(before, after, told),
    )


def _square(before: State, after: State, told: Told) -> Iterator[Words]:
    pairs = zip(before.grid, after.grid, strict=False)
    moved = sum(one != two for one, two in pairs)
    if moved or len(before.grid) != len(after.grid):
        yield n("{n} card of the Square.", "{n} cards of the Square.", moved or len(after.grid))
    turned = set(before.dark) ^ set(after.dark)
    if turned:
        keys = [key for key in after.grid if key in turned]
        yield t("Turned over in the Square: {cards}.", cards=cards_of(keys, told))


def _players(before: State, after: State, told: Told) -> Iterator[Words]:
    for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        who = told.name(seat)
        if was.haul != now.haul:
            yield t("{who} has {amount}.", who=who, amount=dollars(now.haul))
        if was.sigil != now.sigil:
            yield t("{who}'s Sigil.", who=who)
        if was.taken != now.taken:
            yield t("Other open cards before {who}.", who=who)
        if was.out != now.out:
            yield t("{who} is out.", who=who) if now.out else t("{who} is in again.", who=who)


def _cards(before: State, after: State, told: Told) -> Iterator[Words]:
    if before.deck != after.deck:
        yield n("{n} townsfolk card is left.", "{n} townsfolk cards are left.", after.deck)
    if set(before.display) != set(after.display):
        yield t("Display: {cards}.", cards=cards_of(after.display, told))
    was = None if before.solo is None else (before.solo.pool, before.solo.rivals)
    now = None if after.solo is None else (after.solo.pool, after.solo.rivals)
    if after.solo is not None and was != now:
        yield t("The Rivals have {amount}.", amount=dollars(after.solo.pool))


def _course(before: State, after: State, told: Told) -> Iterator[Words]:
    if before.dice != after.dice and after.dice:
        yield t("The dice.")
    if before.turn != after.turn:
        yield t("Turn: {who}.", who=told.name(after.turn))
    if before.over != after.over:
        if after.over is None:
            yield t("The game goes on.")
        elif len(after.over.winners) == 1:
            yield t("{who} wins.", who=names_of(after.over.winners, told))
        elif after.over.winners:
            yield t("{who} win.", who=names_of(after.over.winners, told))
        else:
            yield t("The Rivals win.")
