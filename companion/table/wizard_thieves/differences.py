"""What a correction changed, in words: only the difference, for the voice and the page."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.table.desk import Told
from companion.table.wizard_thieves.words import names_of
from companion.words import Text, Words, mark, t
from rules.wizard_thieves.state import State

STATUS: Mapping[str, str] = MappingProxyType(
    {
        "safe": mark("{who} is safe."),
        "cursed": mark("{who} is cursed."),
        "out": mark("{who} is out."),
    }
)


def differences(before: State, after: State, told: Told) -> tuple[Words, ...]:
    """One sentence for each thing that is different now."""
    return (*_seats(before, after, told), *_table(before, after, told))


def _seats(before: State, after: State, told: Told) -> tuple[Words, ...]:
    found: list[Words] = []
    for seat in range(before.config.seats):
        who = told.name(seat)
        had, has = len(before.decks[seat]), len(after.decks[seat])
        if had != has:
            found.append(t("{who}: {had} to {has} cards.", who=who, had=had, has=has))
        if before.status[seat] != after.status[seat]:
            found.append(Text(STATUS[after.status[seat]], {"who": who}))
        if len(before.aside[seat]) != len(after.aside[seat]):
            count = len(after.aside[seat])
            found.append(t("{who} has {count} under the status card.", who=who, count=count))
    return tuple(found)


def _table(before: State, after: State, told: Told) -> tuple[Words, ...]:
    found: list[Words] = []
    if len(before.pot) != len(after.pot):
        had, has = len(before.pot), len(after.pot)
        found.append(t("Pot: {had} to {has} cards.", had=had, has=has))
    elif before.pot != after.pot:
        found.append(t("Other cards in the Pot."))
    if before.portal != after.portal:
        had, has = len(before.portal), len(after.portal)
        found.append(t("Portal: {had} to {has} cards.", had=had, has=has))
    if before.challenge != after.challenge:
        found.append(_challenge(after, told))
    if before.turn != after.turn:
        found.append(t("Turn: {who}.", who=told.name(after.turn)))
    if before.over != after.over:
        found.append(_ending(after, told))
    return tuple(found)


def _challenge(after: State, told: Told) -> Words:
    challenge = after.challenge
    if challenge is None:
        return t("No challenge.")
    return t(
        "{who} faces x{value}, {remaining} left.",
        who=told.name(challenge.facing),
        value=challenge.value,
        remaining=challenge.remaining,
    )


def _ending(after: State, told: Told) -> Words:
    if after.over is None:
        return t("The game goes on.")
    winners = after.over.winners
    if len(winners) > 1:
        return t("{who} win.", who=names_of(winners, told))
    return t("{who} wins.", who=names_of(winners, told)) if winners else t("Nobody wins.")
