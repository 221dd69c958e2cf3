"""How people put right what lies on characters, tokens and wagers, and the hidden foes."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.readmodels import Move
from companion.table.desk import Told
from companion.table.eldris.words import card_name, cards_of
from companion.words import Text, mark, t
from rules.core import Key
from rules.eldris.state import State
from rules.eldris.viewing import tokens_of

TOKENS: Mapping[str, str] = MappingProxyType(
    {
        "target": mark("Target token"),
        "cutpurse": mark("Cutpurse token"),
        "rival": mark("Rival token"),
        "threat": mark("Threat token"),
    }
)
TWO_SIDED = frozenset({"rival", "threat"})
"""The two sides of one token."""
SUPPLY = "tokens"


def tokens(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """Off, on, and turned over; nothing where the table is shown none."""
    had, should = tokens_of(now), tokens_of(wanted)
    groups: dict[tuple[str, str], list[Key]] = {}
    for card in wanted.grid:
        old, new = had.get(card), should.get(card)
        for step in _steps(old or "", new or ""):
            groups.setdefault(step, []).append(card)
    for (off, on), cards in sorted(groups.items(), key=lambda group: not group[0][0]):
        values = {"token": Text(TOKENS[on or off]), "cards": cards_of(cards, told)}
        text = t("Square: lay a {token} on {cards}.", **values)
        if off and on:
            text = t("Square: turn the token on {cards} over: {token}.", **values)
        elif off:
            text = t("Square: take the {token} off {cards}.", **values)
        source, target = (f"token:{one}" if one else SUPPLY for one in (off, on))
        yield Move(source=source, target=target, text=text, cards=tuple(cards))


def _steps(old: str, new: str) -> Iterator[tuple[str, str]]:
    """What is done on one character."""
    if old == new:
        return
    if {old, new} == TWO_SIDED:
        yield old, new
        return
    if old:
        yield old, ""
    if new:
        yield "", new


def wagers(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """Dollars between the haul and the characters."""
    lie, should = _wagered(now), _wagered(wanted)
    who = told.name(0)
    for card in lie - should:
        text = t("{who} takes the $1 off {card}.", who=who, card=card_name(card, told.names))
        yield Move(source="wager", target="haul:0", text=text, cards=(card,))
    for card in should - lie:
        text = t("{who} lays $1 on {card}.", who=who, card=card_name(card, told.names))
        yield Move(source="haul:0", target="wager", text=text, cards=(card,))


def taken_off(now: State, wanted: State) -> int:
    """Dollars that come back to the haul by `wagers`; less than none where some are laid."""
    return len(_wagered(now)) - len(_wagered(wanted))


def _wagered(state: State) -> set[Key]:
    return set() if state.solo is None else set(state.solo.wagers)


def hidden_foes(now: State, wanted: State) -> Iterator[Move]:
    """Cards that come out of the deck into the foes' stack unseen, or go back."""
    if now.solo is None or wanted.solo is None:
        return
    if now.solo.concealed and wanted.solo.round < now.solo.round:
        text = t("The hidden cards of the foes' stack go back on top of the deck, unseen.")
        yield Move(source="foes", target="deck:0", text=text)
    if wanted.solo.concealed and now.solo.round < wanted.solo.round:
        text = t("The next cards of the deck go under the open one of the foes' stack, unseen.")
        yield Move(source="deck:0", target="foes", text=text)
