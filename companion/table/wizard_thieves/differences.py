"""What a correction changed, in words: only the difference, for the voice and the page."""

from companion.table.desk import Told
from rules.wizard_thieves.state import State

STATUS = {"safe": "safe", "cursed": "cursed", "out": "out"}


def differences(before: State, after: State, told: Told) -> tuple[str, ...]:
    """One sentence for each thing that is different now."""
    return (*_seats(before, after, told), *_table(before, after, told))


def _seats(before: State, after: State, told: Told) -> tuple[str, ...]:
    found: list[str] = []
    for seat in range(before.config.seats):
        name = told.name(seat)
        had, has = len(before.decks[seat]), len(after.decks[seat])
        if had != has:
            found.append(f"{name}: {had} to {has} cards.")
        if before.status[seat] != after.status[seat]:
            found.append(f"{name} is {STATUS[after.status[seat]]}.")
        if len(before.aside[seat]) != len(after.aside[seat]):
            count = len(after.aside[seat])
            found.append(f"{name} has {count} under the status card.")
    return tuple(found)


def _table(before: State, after: State, told: Told) -> tuple[str, ...]:
    found: list[str] = []
    if len(before.pot) != len(after.pot):
        found.append(f"Pot: {len(before.pot)} to {len(after.pot)} cards.")
    elif before.pot != after.pot:
        found.append("Other cards in the Pot.")
    if before.portal != after.portal:
        found.append(f"Portal: {len(before.portal)} to {len(after.portal)} cards.")
    if before.challenge != after.challenge:
        challenge = after.challenge
        if challenge is None:
            found.append("No challenge.")
        else:
            who = told.name(challenge.facing)
            found.append(f"{who} faces x{challenge.value}, {challenge.remaining} left.")
    if before.turn != after.turn:
        found.append(f"Turn: {told.name(after.turn)}.")
    if before.over != after.over:
        found.append(_ending(after, told))
    return tuple(found)


def _ending(after: State, told: Told) -> str:
    if after.over is None:
        return "The game goes on."
    who = " and ".join(told.name(seat) for seat in after.over.winners)
    return f"{who} wins." if who else "Nobody wins."
