"""What an entry of Eldris may be corrected to, and whose secrets it rests on."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.table.desk import Told
from companion.table.eldris import ids
from companion.table.eldris.labels import label
from companion.table.eldris.words import card_name, trait_name
from companion.words import Text, Words, mark, t
from rules.core import LEGAL, Key
from rules.eldris import actions as a
from rules.eldris import check
from rules.eldris import choices as legal_choices
from rules.eldris.cards import TRAITS
from rules.eldris.events import CardTurnedUp, CutpurseShown, FoesFanned, SquareLaid
from rules.eldris.square import BESIDE
from rules.eldris.standing import hidden_cards, trusted, uses_display
from rules.eldris.state import State

Values = Iterator[tuple[str, Words]]

_TOLD_IN_SECRET = (
    a.EnterCards,
    a.ChooseCutpurse,
    a.DrawTarget,
    a.GiveBack,
    a.NotePeek,
    a.Promote,
)
_ENUMERATED = (
    *(a.ClaimReset, a.ClaimAbility, a.DeclineBenefit, a.Move, a.AbilityMove, a.Exchange),
    *(a.ChooseCutpurse, a.GiveBack, a.Promote, a.Steal, a.Accuse, a.Answer),
)
"""Actions whose other possibilities the rules list themselves."""
DIE_AT: tuple[str, ...] = (
    mark("first die: {trait}"),
    mark("second die: {trait}"),
    mark("third die: {trait}"),
)


def keeper(state: State, action: a.Action) -> int | None:
    """In trusted mode a seat's own entries rest on its cards, and so do its thefts."""
    if isinstance(action, a.NotePeek):
        return action.seat
    if state.solo is not None or not trusted(state):
        return None
    if isinstance(action, a.GiveBack) and uses_display(state):
        return None
    if isinstance(action, (*_TOLD_IN_SECRET, a.Steal, a.Accuse)):
        return int(action.seat)
    return None


def secret(state: State, action: a.Action) -> bool:
    """Whether its card is for its seat alone."""
    return keeper(state, action) is not None and isinstance(action, _TOLD_IN_SECRET)


def again(_state: State, action: a.Action, _by: str) -> a.Action:
    """What people declared stays theirs."""
    return action


def amendments(state: State, action: a.Action, told: Told) -> tuple[tuple[str, Words], ...]:
    """(value, label) of what this entry could have been, on the state before it."""
    values = _VALUES.get(type(action))
    if values is not None:
        return tuple(values(state, action, told))
    if isinstance(action, _ENUMERATED):
        return tuple(_others(state, action, told))
    return ()


def _others(state: State, action: Any, told: Told) -> Values:
    """Whatever else the rules allowed this seat instead, of the same kind of decision."""
    for one in legal_choices(state, action.seat):
        like = type(one) in _LIKE.get(type(action), (type(action),))
        if like and one != action and not isinstance(one, a.Pattern):
            yield f"as:{ids.ident(one)}", label_of(one, told)


_LIKE: Mapping[type, tuple[type, ...]] = MappingProxyType(
    {
        a.ClaimReset: (a.ClaimAbility, a.DeclineBenefit),
        a.ClaimAbility: (a.ClaimReset, a.ClaimAbility, a.DeclineBenefit),
        a.DeclineBenefit: (a.ClaimReset, a.ClaimAbility),
        a.Steal: (a.Steal, a.Pass),
        a.Accuse: (a.Accuse, a.Pass),
    }
)


def label_of(action: Any, told: Told) -> Words:
    """What the button says; of a secret choice the card, since only its keeper sees the button."""
    card: Key | None = getattr(action, "card", None)
    if isinstance(action, _TOLD_IN_SECRET) and card is not None:
        return card_name(card, told.names)
    return label(action, told)


def _laid(_state: State, action: a.LayOut, told: Told) -> Values:
    """Two neighbours were exchanged."""
    for cell, near in enumerate(BESIDE):
        for other in near:
            if other > cell:
                pair = action.grid[cell], action.grid[other]
                one, two = (card_name(key, told.names) for key in pair)
                text = t("{card} and {other} the other way round", card=one, other=two)
                yield f"pair:{pair[0]}:{pair[1]}", text


def _one_card(state: State, action: Any, told: Told) -> Values:
    seat = getattr(action, "seat", None) if secret(state, action) else None
    for key in hidden_cards(state, seat):
        if key != action.card and check(state, replace(action, card=key)) is LEGAL:
            yield f"card:{key}", card_name(key, told.names)


def _hand(state: State, action: a.EnterCards, told: Told) -> Values:
    for place, held in enumerate(action.cards):
        for key in hidden_cards(state):
            if key not in action.cards:
                was, now = card_name(held, told.names), card_name(key, told.names)
                yield f"place:{place}:{key}", t("{now} instead of {was}", now=now, was=was)


def _dice(_state: State, action: Any, _told: Told) -> Values:
    which = getattr(action, "which", (0, 1, 2))
    for place, shown in enumerate(action.dice):
        for trait in TRAITS:
            if trait != shown:
                text = Text(DIE_AT[which[place]], {"trait": trait_name(trait)})
                yield f"die:{place}:{trait}", text


def _fanned(state: State, action: a.FanFoes, told: Told) -> Values:
    for key in hidden_cards(state):
        if key != action.rival and check(state, replace(action, rival=key)) is LEGAL:
            yield f"card:{key}", card_name(key, told.names)
    for place, shown in enumerate(action.traits):
        for trait in TRAITS:
            if trait != shown:
                text = t("hidden card {number}: {trait}", number=place + 1, trait=trait_name(trait))
                yield f"trait:{place}:{trait}", text


def _wagered(state: State, action: a.Wager, told: Told) -> Values:
    for pattern in legal_choices(state, action.seat):
        if isinstance(pattern, a.WagerPattern):
            for key in pattern.characters:
                if (key,) != action.characters:
                    yield f"wager:{key}", card_name(key, told.names)


def _foes(state: State, action: a.RevealFoes, told: Told) -> Values:
    threats = () if state.solo is None else state.solo.threats
    for cards in combinations(threats, len(action.cards)):
        one = a.RevealFoes(cards=cards)
        if set(cards) != set(action.cards) and check(state, one) is LEGAL:
            yield ":".join(("foes", *cards)), label(one, told)


_VALUES: Mapping[type, Callable[[State, Any, Told], Values]] = MappingProxyType(
    {
        a.LayOut: _laid,
        a.TurnUp: _one_card,
        a.EnterCards: _hand,
        a.DrawTarget: _one_card,
        a.NotePeek: _one_card,
        a.ShowCutpurse: _one_card,
        a.Roll: _dice,
        a.Reroll: _dice,
        a.FanFoes: _fanned,
        a.Wager: _wagered,
        a.RevealFoes: _foes,
    }
)


def amended(action: Any, value: str) -> a.Action | None:
    """The corrected action, or None where `value` is none of this entry's."""
    word, _, rest = value.partition(":")
    fields = rest.split(":")
    match action, word, fields:
        case (_, "as", _) if isinstance(action, _ENUMERATED):
            found = ids.action(action.seat, rest)
            likes = _LIKE.get(type(action), (type(action),))
            return found if type(found) in likes else None
        case (a.LayOut(grid=grid), "pair", [one, two]) if {one, two} <= set(grid):
            return a.LayOut(grid=_exchanged(grid, one, two))
        case (a.TurnUp() | a.DrawTarget() | a.NotePeek() | a.ShowCutpurse(), "card", [key]):
            return replace(action, card=key)
        case (a.FanFoes(), "card", [key]):
            return replace(action, rival=key)
        case (a.Wager(), "wager", [key]):
            return replace(action, characters=(key,))
        case (a.RevealFoes(), "foes", keys) if len(keys) == len(action.cards):
            return a.RevealFoes(cards=tuple(keys))
        case _:
            return _at_a_place(action, word, fields)


def _at_a_place(action: Any, word: str, fields: list[str]) -> a.Action | None:
    """One of several cards, dice or traits."""
    row = {"place": "cards", "die": "dice", "trait": "traits"}.get(word, "")
    if len(fields) != 2 or not hasattr(action, row):  # noqa: PLR2004 - place and value
        return None
    held = getattr(action, row)
    if fields[0] not in {str(place) for place in range(len(held))}:
        return None
    place = int(fields[0])
    changed: a.Action = replace(action, **{row: (*held[:place], fields[1], *held[place + 1 :])})
    return changed


def _exchanged(grid: tuple[Key, ...], one: Key, two: Key) -> tuple[Key, ...]:
    other = {one: two, two: one}
    return tuple(other.get(key, key) for key in grid)


def reprint(event: Any, action: a.Action) -> Any:
    """The old event with the face that the corrected action names: the same piece of cardboard."""
    match event, action:
        case (SquareLaid(), a.LayOut(grid=grid)):
            return replace(event, grid=grid)
        case (CardTurnedUp() | CutpurseShown(), a.TurnUp(card=card) | a.ShowCutpurse(card=card)):
            return replace(event, card=card)
        case (FoesFanned(), a.FanFoes(rival=rival)):
            return replace(event, rival=rival)
        case _:
            return event
