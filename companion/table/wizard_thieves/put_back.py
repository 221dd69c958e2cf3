"""How people put the real table right: which cards go from where to where, by hand.

The companion's state after an undo or a correction is what the table ought to look like; the state
before is what it does look like. The difference of the piles is turned into moves.
"""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from companion.readmodels import Move
from companion.table.desk import Told
from companion.table.wizard_thieves.words import card_name
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
        cards = has[:count] if end == "top" else has[-count:]
        return [_Unit(pile, end, card) for card in cards], []
    end = _end(longer=should, shorter=has)
    cards = should[:-count] if end == "top" else should[len(has) :]
    return [], [_Unit(pile, end, card) for card in cards]


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
    cards = tuple(unit.card or need.card or "" for unit, need in run)
    return Move(
        source=source.pile,
        source_end=source.end,
        target=target.pile,
        target_end=target.end,
        cards=cards,
        text=_text(source, target, cards, told),
    )


def _text(source: _Unit, target: _Unit, cards: tuple[str, ...], told: Told) -> str:
    what = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    names = [card_name(card, told.names) for card in cards if card]
    if names and len(names) == len(cards):
        what += f" ({_listed(names)})"
    return f"{what}: {_from(source, told)} to {_to(target, told)}."


def _listed(names: Sequence[str]) -> str:
    counted = Counter(names)
    return ", ".join(
        name if count == 1 else f"{count} times {name}" for name, count in counted.items()
    )


def _from(unit: _Unit, told: Told) -> str:
    kind, _, seat = unit.pile.partition(":")
    match kind:
        case "deck":
            return f"from the {unit.end} of {told.name(int(seat))}'s deck"
        case "aside":
            return f"from under {told.name(int(seat))}'s status card"
        case "removed":
            return "from the cards out of the game"
        case _:
            return f"out of the {kind.capitalize()}"


def _to(unit: _Unit, told: Told) -> str:
    kind, _, seat = unit.pile.partition(":")
    match kind:
        case "deck":
            side = "on top of" if unit.end == "top" else "under"
            return f"face down {side} {told.name(int(seat))}'s deck"
        case "aside":
            return f"face down under {told.name(int(seat))}'s status card"
        case "removed":
            return "the cards out of the game"
        case _:
            return f"the {kind.capitalize()}, face up, place {unit.end} from below"


STATUS = {"safe": "hat side up", "cursed": "totem side up", "out": "turned away"}


def flip_status(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """Status cards that show the wrong side."""
    return tuple(
        Move(
            source=f"status:{seat}",
            target=f"status:{seat}",
            cards=(wanted.status[seat],),
            text=f"{told.name(seat)}'s status card: {STATUS[wanted.status[seat]]}.",
        )
        for seat in range(now.config.seats)
        if now.status[seat] != wanted.status[seat]
    )
