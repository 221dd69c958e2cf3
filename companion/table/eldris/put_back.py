"""How people put the real table right by hand: the Square, tokens, money, Sigils and open cards.

Nothing here looks at a hidden card: how many lie before a seat is public, which is not.
"""

from collections.abc import Iterator

from companion.readmodels import Move
from companion.table.cell_names import cell_name
from companion.table.desk import Told
from companion.table.eldris import put_back_pieces as pieces
from companion.table.eldris.words import card_name, dollars
from companion.words import Words, enumerated, t
from rules.core import Key
from rules.eldris.money import DOLLAR
from rules.eldris.square import COLUMNS
from rules.eldris.state import State

BOX = "box"
"""Where characters are that do not lie in the Square."""


def put_back(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """Moves that turn the table of `now` into that of `wanted`."""
    return (
        *_square(now, wanted, told),
        *_sides(now, wanted, told),
        *pieces.tokens(now, wanted, told),
        *_open_cards(now, wanted, told),
        *pieces.hidden_foes(now, wanted),
        *_hidden_cards(now, wanted, told),
        *pieces.wagers(now, wanted, told),
        *_money(now, wanted, told),
        *_sigils(now, wanted, told),
    )


def _square(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """Exchanges, one cell after the other, until every card lies where it should."""
    if not now.grid or not wanted.grid:
        yield from _laid_out_anew(now, wanted, told)
        return
    lies = list(now.grid)
    for cell, card in enumerate(wanted.grid):
        if lies[cell] == card:
            continue
        there = lies.index(card)
        text = t(
            "Square: {card} and {other} change places, so that {card} lies in {cell}.",
            card=card_name(card, told.names),
            other=card_name(lies[cell], told.names),
            cell=cell_name(cell, COLUMNS),
        )
        keys = (card, lies[cell])
        yield Move(source=f"grid:{there}", target=f"grid:{cell}", text=text, cards=keys)
        lies[cell], lies[there] = card, lies[cell]


def _laid_out_anew(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """All of the Square: nobody knows yet how it will lie, or every row as it lay."""
    if now.grid:
        text = t("Square: take up all characters and lay them out anew, light side up.")
        yield Move(source="grid", target=BOX, text=text)
    for start in range(0, len(wanted.grid), COLUMNS):
        cards = wanted.grid[start : start + COLUMNS]
        text = t(
            "Square, row {row}, from the left and light side up: {cards}.",
            row=start // COLUMNS + 1,
            cards=enumerated([card_name(card, told.names) for card in cards]),
        )
        yield Move(source=BOX, target=f"grid:{start}", text=text, cards=cards)


def _sides(now: State, wanted: State, told: Told) -> Iterator[Move]:
    for cell, card in enumerate(wanted.grid):
        was, dark = card in now.dark, card in wanted.dark
        if was == dark:
            continue
        name = card_name(card, told.names)
        text = t("Square: turn {card} to its light side.", card=name)
        if dark:
            text = t("Square: turn {card} to its dark side.", card=name)
        place = f"grid:{cell}"
        yield Move(source=place, target=place, text=text, cards=(card,))


def _places(state: State) -> dict[Key, str]:
    """Where townsfolk cards lie open."""
    found = dict.fromkeys(state.display, "display")
    for seat, player in enumerate(state.players):
        found.update(dict.fromkeys(player.taken, f"open:{seat}"))
    if state.solo is not None:
        found.update(dict.fromkeys(state.solo.rivals, "foes"))
        found.update(dict.fromkeys(state.solo.discarded, "discarded"))
        if state.solo.cutpurse is not None:
            found[state.solo.cutpurse] = "cutpurse"
    return found


def _open_cards(now: State, wanted: State, told: Told) -> Iterator[Move]:
    lies, should = _places(now), _places(wanted)
    for card in sorted({*lies, *should}, key=list({**lies, **should}).index):
        source, target = lies.get(card, ""), should.get(card, "")
        if source == target:
            continue
        name = card_name(card, told.names)
        text = t("{card} lies {place}.", card=name, place=_name(target, told))
        if not target:
            text = t("{card} goes back face down to where it came from.", card=name)
        yield Move(source=source or "hidden", target=target or "hidden", text=text, cards=(card,))


def _name(place: str, told: Told) -> Words:
    word, _, seat = place.partition(":")
    match word:
        case "display":
            return t("in the Display")
        case "open":
            return t("open before {who}", who=told.name(int(seat)))
        case "foes":
            return t("in the foes' stack")
        case "cutpurse":
            return t("before you, as the Cutpurse")
        case _:
            return t("out of the game")


def _hidden_cards(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """Cards that only their owner has seen; open ones have been told of."""
    for seat, (was, should) in enumerate(zip(now.players, wanted.players, strict=True)):
        hidden = was.cards + len(was.taken) - should.cards - len(should.taken)
        hand, deck = f"hand:{seat}", "deck:0"
        who = told.name(seat)
        for _ in range(max(0, min(hidden, wanted.deck - now.deck))):
            text = t("{who} lays the newest Target back on top of the deck, unseen.", who=who)
            yield Move(source=hand, target=deck, text=text, cards=("",))
        for _ in range(max(0, min(-hidden, now.deck - wanted.deck))):
            text = t("{who} takes the top card of the deck, unseen by others.", who=who)
            yield Move(source=deck, target=hand, text=text, cards=("",))


def _money(now: State, wanted: State, told: Told) -> Iterator[Move]:
    for seat, (was, should) in enumerate(zip(now.players, wanted.players, strict=True)):
        who, purse = told.name(seat), f"haul:{seat}"
        has = was.haul + DOLLAR * pieces.taken_off(now, wanted)
        if has > should.haul:
            amount = dollars(has - should.haul)
            text = t("{who} gives back {amount}.", who=who, amount=amount)
            yield Move(source=purse, target="bank", text=text)
        elif has < should.haul:
            amount = dollars(should.haul - has)
            text = t("{who} takes {amount} from the bank.", who=who, amount=amount)
            yield Move(source="bank", target=purse, text=text)
    had = 0 if now.solo is None else now.solo.pool
    should_have = 0 if wanted.solo is None else wanted.solo.pool
    if had != should_have:
        text = t("The Rivals' coins: {amount}.", amount=dollars(should_have))
        yield Move(source="bank", target="pool", text=text)


def _sigils(now: State, wanted: State, told: Told) -> Iterator[Move]:
    for seat, (was, should) in enumerate(zip(now.players, wanted.players, strict=True)):
        if was.sigil == should.sigil:
            continue
        who, place = told.name(seat), f"sigil:{seat}"
        text = t("{who}'s Sigil: active side up.", who=who)
        if not should.sigil:
            text = t("{who}'s Sigil: inactive side up.", who=who)
        yield Move(source=place, target=place, text=text)
