"""How people put the real table right: which cards go from where to where, by hand.

The companion's state after an undo or a correction is what the table ought to look like; the state
before is what it does look like. The difference of the piles is turned into moves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType

from msgspec import Struct

from companion.readmodels import Move
from companion.table.desk import Told
from companion.table.wizard_thieves.words import card_name, cards
from companion.words import Text, Words, enumerated, mark, t
from rules.core import Key
from rules.wizard_thieves.state import State

Cards = tuple[Key | None, ...]


class _Unit(Struct, frozen=True):
    """One card that is where it should not be, or a place that lacks one.

    Attributes:
        pile: `deck:0`, `pot`, `portal`, `aside:1`, `removed`.
        end: `top` or `bottom`; of an open pile that lacks a card its place from below, from 1.
        card: What it is or must be; None where nobody knows or it does not matter.
    """

    pile: str
    end: str
    card: Key | None


def put_back(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """Moves that turn the table of `now` into that of `wanted`, in an order that works."""
    surplus: list[_Unit] = []
    lacking: list[_Unit] = []
    for pile, has, should in _piles(now, wanted):
        compare = _compare_open if pile in OPEN else _compare_closed
        more, less = compare(pile, has, should)
        surplus += more
        lacking += less
    _add_swaps(now, wanted, surplus, lacking)
    pairs = sorted(_match(surplus, lacking), key=_clearing_first)
    return tuple(_moves(pairs, told))


OPEN = ("pot", "portal")


def _clearing_first(pair: tuple[_Unit, _Unit]) -> tuple[bool, int]:
    """Open piles are cleared before anything comes onto them, and filled from below."""
    target = pair[1]
    return (target.pile in OPEN, int(target.end) if target.end.isdecimal() else 0)


def _piles(now: State, wanted: State) -> list[tuple[str, Cards, Cards]]:
    piles: list[tuple[str, Cards, Cards]] = [
        ("pot", now.pot, wanted.pot),
        ("portal", now.portal, wanted.portal),
    ]
    for seat in range(now.config.seats):
        piles.append((f"deck:{seat}", now.decks[seat], wanted.decks[seat]))
        piles.append((f"aside:{seat}", now.aside[seat], wanted.aside[seat]))
    piles.append(("removed", now.removed, wanted.removed))
    return piles


def _compare_closed(pile: str, has: Cards, should: Cards) -> tuple[list[_Unit], list[_Unit]]:
    """Face-down piles: only how many cards, and at which end they differ."""
    count = len(has) - len(should)
    if not count:
        return [], []
    if count > 0:
        end = _end(longer=has, shorter=should)
        moved = has[:count] if end == "top" else has[-count:]
        return [_Unit(pile, end, card) for card in moved], []
    end = _end(longer=should, shorter=has)
    moved = should[:-count] if end == "top" else should[len(has) :]
    return [], [_Unit(pile, end, card) for card in moved]


def _compare_open(pile: str, has: Cards, should: Cards) -> tuple[list[_Unit], list[_Unit]]:
    """Face-up piles: what may stay stays in its order, the rest goes, what is missing comes."""
    surplus: list[_Unit] = []
    lacking: list[_Unit] = []
    for word, a, b, c, d in SequenceMatcher(None, has, should, autojunk=False).get_opcodes():
        if word != "equal":
            surplus += [_Unit(pile, "top", card) for card in reversed(has[a:b])]
            lacking += [_Unit(pile, str(n + 1), should[n]) for n in range(c, d)]
    return surplus, lacking


def _end(*, longer: Cards, shorter: Cards) -> str:
    """Where a face-down pile differs: a Pot that was won lies at the bottom, all else on top."""
    count = len(longer) - len(shorter)
    at_top, at_bottom = longer[count:] == shorter, longer[: len(shorter)] == shorter
    if at_top != at_bottom:
        return "top" if at_top else "bottom"
    won = all(card is not None for card in longer[-count:])
    return "bottom" if won else "top"


def _add_swaps(now: State, wanted: State, surplus: list[_Unit], lacking: list[_Unit]) -> None:
    """An open pile lacks a card that lies in a deck of the right size: the two change places."""
    spare = Counter(unit.card for unit in surplus)
    for need in [unit for unit in lacking if unit.pile in OPEN]:
        if spare[need.card]:
            spare[need.card] -= 1
            continue
        for seat in range(now.config.seats):
            if now.decks[seat].count(need.card) > wanted.decks[seat].count(need.card):
                surplus.append(_Unit(f"deck:{seat}", "bottom", need.card))
                lacking.append(_Unit(f"deck:{seat}", "bottom", None))
                break


def _match(surplus: list[_Unit], lacking: list[_Unit]) -> list[tuple[_Unit, _Unit]]:
    """Pair what is too many with what is missing: places that show their card choose first."""
    pairs: list[tuple[_Unit, _Unit]] = []
    free = list(surplus)
    for need in sorted(lacking, key=lambda unit: unit.card is None):
        same = [unit for unit in free if unit.card == need.card and unit.card is not None]
        unknown = [unit for unit in free if unit.card is None]
        chosen = (same or unknown or free)[0]
        free.remove(chosen)
        pairs.append((chosen, need))
    return pairs


def _moves(pairs: Sequence[tuple[_Unit, _Unit]], told: Told) -> list[Move]:
    """Cards that go the same way are one move."""
    moves: list[Move] = []
    run: list[tuple[_Unit, _Unit]] = []
    for pair in pairs:
        if run and not _same_way(run[-1], pair):
            moves.append(_move(run, told))
            run = []
        run.append(pair)
    if run:
        moves.append(_move(run, told))
    return moves


def _same_way(one: tuple[_Unit, _Unit], other: tuple[_Unit, _Unit]) -> bool:
    (a, b), (c, d) = one, other
    if b.end.isdecimal() and d.end.isdecimal():
        return (a.pile, a.end, b.pile) == (c.pile, c.end, d.pile) and int(d.end) == int(b.end) + 1
    return (a.pile, a.end, b.pile, b.end) == (c.pile, c.end, d.pile, d.end)


def _move(run: Sequence[tuple[_Unit, _Unit]], told: Told) -> Move:
    source, target = run[0]
    keys = tuple(unit.card or need.card or "" for unit, need in run)
    return Move(
        source=source.pile,
        source_end=source.end,
        target=target.pile,
        target_end=target.end,
        cards=keys,
        text=_text(source, target, keys, told),
    )


def _text(source: _Unit, target: _Unit, keys: tuple[str, ...], told: Told) -> Words:
    what: Words = cards(len(keys))
    named = Counter(key for key in keys if key)
    if named.total() == len(keys) and named:
        what = t("{cards} ({names})", cards=what, names=_listed(named, told))
    return t(
        "{what}: {source} {target}.",
        what=what,
        source=_from(source, told),
        target=_to(target, told),
    )


def _listed(named: Counter[str], told: Told) -> Words:
    return enumerated(
        [
            card_name(key, told.names)
            if count == 1
            else t("{count} times {card}", count=count, card=card_name(key, told.names))
            for key, count in named.items()
        ]
    )


def _from(unit: _Unit, told: Told) -> Words:
    kind, _, seat = unit.pile.partition(":")
    match kind, unit.end:
        case "deck", "top":
            return t("from the top of {who}'s deck", who=told.name(int(seat)))
        case "deck", _:
            return t("from the bottom of {who}'s deck", who=told.name(int(seat)))
        case "aside", _:
            return t("from under {who}'s status card", who=told.name(int(seat)))
        case "removed", _:
            return t("from the cards out of the game")
        case "portal", _:
            return t("out of the Portal")
        case _:
            return t("out of the Pot")


def _to(unit: _Unit, told: Told) -> Words:
    kind, _, seat = unit.pile.partition(":")
    match kind, unit.end:
        case "deck", "top":
            return t("to face down on top of {who}'s deck", who=told.name(int(seat)))
        case "deck", _:
            return t("to face down under {who}'s deck", who=told.name(int(seat)))
        case "aside", _:
            return t("to face down under {who}'s status card", who=told.name(int(seat)))
        case "removed", _:
            return t("to the cards out of the game")
        case "portal", place:
            return t("to the Portal, face up, place {place} from below", place=place)
        case _, place:
            return t("to the Pot, face up, place {place} from below", place=place)


STATUS: Mapping[str, str] = MappingProxyType(
    {
        "safe": mark("{who}'s status card: hat side up."),
        "cursed": mark("{who}'s status card: totem side up."),
        "out": mark("{who}'s status card: turned away."),
    }
)


def flip_status(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """Status cards that show the wrong side."""
    return tuple(
        Move(
            source=f"status:{seat}",
            target=f"status:{seat}",
            cards=(wanted.status[seat],),
            text=Text(STATUS[wanted.status[seat]], {"who": told.name(seat)}),
        )
        for seat in range(now.config.seats)
        if now.status[seat] != wanted.status[seat]
    )
