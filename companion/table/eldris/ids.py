"""Choice ids of Eldris and the actions behind them: `move:str1:con2`, `roll=315`, `hand=acx`.

What is filled in is one letter for a character and one digit for a trait, in the order of the box.
"""

from collections.abc import Callable, Mapping
from string import ascii_lowercase
from types import MappingProxyType

from rules.core import Key
from rules.eldris import actions as a
from rules.eldris.cards import CHARACTER_SET, CHARACTERS, DICE, TRAITS, Trait

LETTER: Mapping[Key, str] = MappingProxyType(dict(zip(CHARACTERS, ascii_lowercase, strict=False)))
DIGIT: Mapping[Trait, str] = MappingProxyType(
    {trait: str(number) for number, trait in enumerate(TRAITS, 1)}
)
KEEP = "-"
"""At a die's place: this one is not rolled again."""
_CHARACTER = {letter: key for key, letter in LETTER.items()}
_TRAIT = {digit: trait for trait, digit in DIGIT.items()}
Fields = list[str]


def action(seat: int, choice: str) -> a.Action | None:
    """The action behind a choice id; None where it is none of this game's."""
    head, filled, rest = choice.partition("=")
    word, *fields = head.split(":")
    if filled:
        make = _FILLED.get(word)
        return None if make is None or fields or not rest else make(seat, rest)
    maker = _PLAIN.get(word)
    return None if maker is None else maker(seat, fields)


def letters(keys: tuple[Key, ...]) -> str:
    """As they are filled in."""
    return "".join(LETTER[key] for key in keys)


def digits(traits: tuple[Trait, ...]) -> str:
    """As they are filled in."""
    return "".join(DIGIT[trait] for trait in traits)


def _characters(text: str) -> tuple[Key, ...] | None:
    return tuple(_CHARACTER[one] for one in text) if set(text) <= _CHARACTER.keys() else None


def _traits(text: str) -> tuple[Trait, ...] | None:
    return tuple(_TRAIT[one] for one in text) if set(text) <= _TRAIT.keys() else None


def _one(text: str) -> Key | None:
    return _CHARACTER.get(text)


# What is filled in.


def _layout(_seat: int, text: str) -> a.Action | None:
    grid = _characters(text)
    return None if grid is None else a.LayOut(grid=grid)


def _up(_seat: int, text: str) -> a.Action | None:
    card = _one(text)
    return None if card is None else a.TurnUp(card=card)


def _hand(seat: int, text: str) -> a.Action | None:
    cards = _characters(text)
    return None if cards is None else a.EnterCards(seat=seat, cards=cards)


def _roll(seat: int, text: str) -> a.Action | None:
    dice = _traits(text)
    return None if dice is None or len(dice) != DICE else a.Roll(seat=seat, dice=dice)


def _reroll(seat: int, text: str) -> a.Action | None:
    which = tuple(place for place, one in enumerate(text) if one != KEEP)
    dice = _traits(text.replace(KEEP, ""))
    if dice is None or len(text) != DICE or not which:
        return None
    return a.Reroll(seat=seat, which=which, dice=dice)


def _drawn(seat: int, text: str) -> a.Action | None:
    card = _one(text)
    return None if card is None else a.DrawTarget(seat=seat, card=card)


def _peek(seat: int, text: str) -> a.Action | None:
    card = _one(text)
    return None if card is None else a.NotePeek(seat=seat, card=card)


def _show(seat: int, text: str) -> a.Action | None:
    card = _one(text)
    return None if card is None else a.ShowCutpurse(seat=seat, card=card)


def _fan(_seat: int, text: str) -> a.Action | None:
    rival, traits = _one(text[:1]), _traits(text[1:])
    return None if rival is None or traits is None else a.FanFoes(rival=rival, traits=traits)


_FILLED: Mapping[str, Callable[[int, str], a.Action | None]] = MappingProxyType(
    {
        "layout": _layout,
        "up": _up,
        "hand": _hand,
        "roll": _roll,
        "reroll": _reroll,
        "drawn": _drawn,
        "peek": _peek,
        "show": _show,
        "fan": _fan,
    }
)


# What is tapped.


def _is_card(fields: Fields) -> bool:
    return len(fields) == 1 and fields[0] in CHARACTER_SET


def _are_two(fields: Fields) -> bool:
    return len(fields) == 2 and CHARACTER_SET.issuperset(fields)  # noqa: PLR2004 - two cards


def _of_seat(make: Callable[[int], a.Action]) -> Callable[[int, Fields], a.Action | None]:
    return lambda seat, fields: None if fields else make(seat)


def _of_card(make: Callable[[int, Key], a.Action]) -> Callable[[int, Fields], a.Action | None]:
    return lambda seat, fields: make(seat, fields[0]) if _is_card(fields) else None


def _of_two(make: Callable[[int, Key, Key], a.Action]) -> Callable[[int, Fields], a.Action | None]:
    return lambda seat, fields: make(seat, *fields) if _are_two(fields) else None


def _cutpurse(seat: int, fields: Fields) -> a.Action | None:
    if not fields:
        return a.ChooseCutpurse(seat=seat)
    return a.ChooseCutpurse(seat=seat, card=fields[0]) if _is_card(fields) else None


def _promote(seat: int, fields: Fields) -> a.Action | None:
    if not fields:
        return a.Promote(seat=seat)
    return a.Promote(seat=seat, card=fields[0]) if _is_card(fields) else None


def _use(seat: int, fields: Fields) -> a.Action | None:
    trait = next((one for one in TRAITS if fields == [one]), None)
    return None if trait is None else a.ClaimAbility(seat=seat, ability=trait)


def _accuse(seat: int, fields: Fields) -> a.Action | None:
    if len(fields) != 2 or not _is_card(fields[:1]):  # noqa: PLR2004 - who and by whom
        return None
    if fields[1] not in {"0", "1", "2", "3", "4", "5"}:
        return None
    return a.Accuse(seat=seat, character=fields[0], player=int(fields[1]))


def _foes(_seat: int, fields: Fields) -> a.Action | None:
    known = 0 < len(fields) < DICE and CHARACTER_SET.issuperset(fields)
    return a.RevealFoes(cards=tuple(fields)) if known else None


_PLAIN: Mapping[str, Callable[[int, Fields], a.Action | None]] = MappingProxyType(
    {
        "cutpurse": _cutpurse,
        "promote": _promote,
        "reset": _of_seat(lambda seat: a.ClaimReset(seat=seat)),
        "use": _use,
        "decline": _of_seat(lambda seat: a.DeclineBenefit(seat=seat)),
        "move": _of_two(lambda seat, card, other: a.Move(seat=seat, card=card, other=other)),
        "run": _of_two(lambda seat, card, other: a.AbilityMove(seat=seat, card=card, other=other)),
        "stop": _of_seat(lambda seat: a.EndAbility(seat=seat)),
        "swap": _of_two(lambda seat, one, two: a.Exchange(seat=seat, first=one, second=two)),
        "back": _of_card(lambda seat, card: a.GiveBack(seat=seat, card=card)),
        "steal": _of_card(lambda seat, card: a.Steal(seat=seat, card=card)),
        "accuse": _accuse,
        "pass": _of_seat(lambda seat: a.Pass(seat=seat)),
        "correct": _of_seat(lambda seat: a.Answer(seat=seat, correct=True)),
        "incorrect": _of_seat(lambda seat: a.Answer(seat=seat, correct=False)),
        "agree": _of_seat(lambda _seat: a.AgreeEnd()),
        "wager": _of_card(lambda seat, card: a.Wager(seat=seat, characters=(card,))),
        "foes": _foes,
    }
)


# The other way round: what a tap on this action posts.


def ident(action: a.Action) -> str:
    """The choice id of an action that is tapped, not filled in."""
    return _IDENTS[type(action)](action)


def _word(word: str, *fields: str) -> Callable[[a.Action], str]:
    return lambda action: ":".join((word, *(str(getattr(action, field)) for field in fields)))


def _perhaps(word: str) -> Callable[[a.Action], str]:
    """With the card, where the companion is told it."""

    def make(action: a.Action) -> str:
        card: Key | None = getattr(action, "card", None)
        return word if card is None else f"{word}:{card}"

    return make


def _said(action: a.Action) -> str:
    return "correct" if isinstance(action, a.Answer) and action.correct else "incorrect"


_IDENTS: Mapping[type, Callable[[a.Action], str]] = MappingProxyType(
    {
        a.ChooseCutpurse: _perhaps("cutpurse"),
        a.Promote: _perhaps("promote"),
        a.ClaimReset: _word("reset"),
        a.ClaimAbility: _word("use", "ability"),
        a.DeclineBenefit: _word("decline"),
        a.Move: _word("move", "card", "other"),
        a.AbilityMove: _word("run", "card", "other"),
        a.EndAbility: _word("stop"),
        a.Exchange: _word("swap", "first", "second"),
        a.GiveBack: _word("back", "card"),
        a.Steal: _word("steal", "card"),
        a.Accuse: _word("accuse", "character", "player"),
        a.Pass: _word("pass"),
        a.Answer: _said,
        a.AgreeEnd: _word("agree"),
    }
)
