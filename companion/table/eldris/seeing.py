"""What the camera's view of the Square and of the slip dice means to Eldris.

Only what lies open is looked at: the Square, the dice, the phase. A difference of the Square is
explained by the fewest moves that the dice, or a started ability, allow; where they would leave
different dice, or might have been an ability, people are asked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from companion.table.cells import DARK, face_seen
from companion.table.desk import Act, Meaning, Nothing, Told, Way, Which
from companion.table.eldris.words import (
    TRAIT_NAMES,
    card_name,
    in_reading_order,
    trait_name,
)
from companion.words import Words, sentences, t
from hardware.events import DiceSeen, GridSeen
from rules import eldris as game
from rules.core import Key, Legal
from rules.eldris import actions as a
from rules.eldris.cards import CHARACTER_SET, CHARACTERS
from rules.eldris.square import BESIDE, CELLS, COLUMNS
from rules.eldris.state import State

MOST_SWAPS = 3
"""Dice of a turn; an ability adds two, but is seen before the dice are spent."""
NOT_ALL = t("The Square is not complete: each character lies there once, light side up.")
OTHER_CARDS = t("The Square does not show each character once; look whether a card was misread.")
UNEXPLAINED = t("No move explains how the Square lies now.")


class Story(Struct, frozen=True, kw_only=True):
    """Actions that lead from the state to a layout, and the state they lead to."""

    actions: tuple[Any, ...]
    after: State


def grid(state: State, seen: GridSeen) -> Meaning:
    """The initial layout, or the moves that explain the difference."""
    faces = [face_seen(cell) for cell in seen.cells]
    if state.phase == "lay_out":
        if len(faces) == CELLS and set(faces) == CHARACTER_SET:
            return Act(actions=(a.LayOut(grid=tuple(faces)),))
        return Nothing(note=NOT_ALL)
    lying = tuple(face.removesuffix(DARK) for face in faces)
    if lying == state.grid:
        return Nothing()  # a card that was turned over: a phone says why, the audit asks
    if Counter(lying) != Counter(state.grid):
        return Nothing(note=OTHER_CARDS)
    stories = explain(state, lying)
    if not stories:
        return Nothing(note=UNEXPLAINED)
    if len(stories) == 1 and not _is_ability(stories[0]):
        return Act(actions=stories[0].actions)
    return Which(
        title=t("What was done in the Square?"),
        body=t("The camera sees the cards, not which die was used."),
        ways=tuple(Way(label=_told(state, story), actions=story.actions) for story in stories),
    )


def explain(state: State, lying: tuple[Key, ...]) -> tuple[Story, ...]:
    """The shortest ways to this layout, one for each state that they lead to.

    Ways that begin with an ability nobody has announced come besides those by dice alone.
    """
    found: dict[Any, Story] = {}
    for start in _starts(state):
        for story in _shortest(start, lying):
            after = story.after
            found.setdefault((after.phase, after.unspent, after.benefit, after.runner), story)
    return tuple(found.values())


def _starts(state: State) -> Iterator[Story]:
    """The state as it is, and after what may have been said aloud and not been entered."""
    yield Story(actions=(), after=state)
    seat = state.turn
    silent: tuple[Any, ...] = (
        a.ClaimAbility(seat=seat, ability="dexterity"),
        a.ClaimAbility(seat=seat, ability="wisdom"),
        a.EndAbility(seat=seat),
    )
    for action in silent:
        if isinstance(game.check(state, action), Legal):
            yield Story(actions=(action,), after=game.apply(state, action)[1])


def _shortest(start: Story, lying: tuple[Key, ...]) -> tuple[Story, ...]:
    level = [start]
    for left in range(MOST_SWAPS, 0, -1):
        level = [
            Story(actions=(*story.actions, action), after=game.apply(story.after, action)[1])
            for story in level
            for action in _swaps(story.after, lying, left)
        ]
        there = tuple(story for story in level if story.after.grid == lying)
        if there:
            return there
    return ()


def _swaps(state: State, lying: tuple[Key, ...], left: int) -> Iterator[Any]:
    """Legal exchanges of two cards after which `left - 1` more may still lead to the layout."""
    away = [cell for cell in range(CELLS) if state.grid[cell] != lying[cell]]
    goal = {key: cell for cell, key in enumerate(lying)}
    for one, other in _pairs(state, away):
        if _far(_exchanged(state.grid, one, other), goal) > 2 * (left - 1):
            continue
        for first, second in ((one, other), (other, one)):
            action = _action(state, state.grid[first], state.grid[second])
            if action is not None and isinstance(game.check(state, action), Legal):
                yield action
            if isinstance(action, a.Exchange):
                break  # the order of the two means nothing


def _pairs(state: State, away: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cells whose cards may be exchanged next, each pair once."""
    if state.phase == "wisdom":
        yield from combinations(away, 2)
        return
    pairs = {(min(cell, by), max(cell, by)) for cell in away for by in BESIDE[cell]}
    yield from sorted(pairs)


def _action(state: State, card: Key, other: Key) -> Any | None:
    match state.phase:
        case "slip":
            return a.Move(seat=state.turn, card=card, other=other)
        case "dexterity":
            return a.AbilityMove(seat=state.turn, card=card, other=other)
        case "wisdom":
            return a.Exchange(seat=state.turn, first=card, second=other)
        case _:
            return None


def _exchanged(square: tuple[Key, ...], one: int, other: int) -> list[Key]:
    after = list(square)
    after[one], after[other] = after[other], after[one]
    return after


def _far(square: Sequence[Key], goal: dict[Key, int]) -> int:
    """Half of this many moves are needed at least: one brings two cards a step nearer.

    An exchange by Wisdom crosses any distance, but then no move is left to be seen with it.
    """
    total = 0
    for cell, key in enumerate(square):
        (row, column), (to_row, to_column) = divmod(cell, COLUMNS), divmod(goal[key], COLUMNS)
        total += abs(row - to_row) + abs(column - to_column)
    return total


def _is_ability(story: Story) -> bool:
    """Whether it claims an ability that nobody has announced to the companion."""
    return any(isinstance(one, a.ClaimAbility) for one in story.actions)


def _told(state: State, story: Story) -> Words:
    """`Fighter moves past Monk, by the Strength die.` Names are the pack's at the table."""
    return sentences([_told_action(state, action) for action in story.actions])


def _told_action(state: State, action: Any) -> Words:
    match action:
        case a.Move(card=card, other=other):
            return t(
                "{card} moves to where {other} was, by the {trait} die.",
                card=card_name(card),
                other=card_name(other),
                trait=trait_name(state.config.traits[card]),
            )
        case a.AbilityMove(card=card, other=other):
            return t(
                "{card} moves to where {other} was, by Dexterity.",
                card=card_name(card),
                other=card_name(other),
            )
        case a.Exchange(first=first, second=second):
            return t(
                "{first} and {second} change places, by Wisdom.",
                first=card_name(first),
                second=card_name(second),
            )
        case a.ClaimAbility(ability=ability):
            return t("The ability of {trait} was used.", trait=trait_name(ability))
        case _:
            return t("Dexterity was over.")


def dice(state: State, seen: DiceSeen) -> Meaning:
    """The roll of the turn, or of some dice anew."""
    values = tuple(die.value for die in seen.dice)
    if any(value not in TRAIT_NAMES for value in values):
        return Nothing(note=t("These are not the slip dice."))
    if state.phase == "roll":
        return Act(actions=(a.Roll(seat=state.turn, dice=values),))  # type: ignore[arg-type]
    if state.phase != "slip" or Counter(values) == Counter(state.dice):
        return Nothing()
    again = _rolled_again(state, seen)
    if again is None or not isinstance(game.check(state, again), Legal):
        return Nothing(
            note=t("The dice lie otherwise than they were rolled; that changes nothing.")
        )
    label = t("Yes, the Sigil was used")
    return Which(
        title=t("Were dice rolled again with the Sigil?"),
        ways=(Way(label=label, actions=(again,)),),
    )


def _rolled_again(state: State, seen: DiceSeen) -> a.Reroll | None:
    """The dice that do not lie where they lay; None where those that do were not in the roll."""
    places = list(range(len(state.dice)))
    for die in seen.dice:
        if not die.stayed:
            continue
        kept = next((place for place in places if state.dice[place] == die.value), None)
        if kept is None:
            return None
        places.remove(kept)
    fresh = tuple(die.value for die in seen.dice if not die.stayed)
    if len(fresh) != len(places):
        return None
    return a.Reroll(seat=state.turn, which=tuple(places), dice=fresh)  # type: ignore[arg-type]


def faces(told: Told) -> tuple[tuple[str, Words], ...]:
    """Both sides of every character, in the order in which people find the cards."""
    keys = in_reading_order(CHARACTERS, told)
    sides = [face for key in keys for face in (key, key + DARK)]
    return tuple((face, face_name(face, told)) for face in sides)


def die_faces() -> tuple[tuple[str, Words], ...]:
    """The six faces of a slip die, as they are taught."""
    return tuple(
        (f"die:{trait}", t("{trait} on a die", trait=trait_name(trait))) for trait in TRAIT_NAMES
    )


def aliases(told: Told) -> dict[str, str]:
    """What pictures may be named after: `fighter` is the character that the pack calls so."""
    return {
        name.casefold().replace(" ", "-"): key
        for key, name in told.names.items()
        if key in CHARACTER_SET
    }


def place(_zone: str, cell: int, columns: int, _told: Told) -> Words:
    """As people count in the Square, from its top left."""
    row, column = divmod(cell, columns)
    return t("row {row}, column {column}", row=row + 1, column=column + 1)


def face_name(face: str, told: Told) -> Words:
    """A character, its dark side, or a trait on a die."""
    trait = next((one for one in TRAIT_NAMES if one == face), None)
    if trait is not None:
        return trait_name(trait)
    name = card_name(face.removesuffix(DARK), told.names)
    return t("{card} (dark side)", card=name) if face.endswith(DARK) else name
