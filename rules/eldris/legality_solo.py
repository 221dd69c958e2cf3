"""Whether a foes' stack, a wager or a reveal may be, solo."""

from collections import Counter

from rules.core import LEGAL, Key, Ruling
from rules.eldris import actions as act
from rules.eldris import refusals as no
from rules.eldris.cards import CHARACTER_SET, TRAITS
from rules.eldris.due import due
from rules.eldris.standing import (
    concealed_cards,
    hidden_cards,
    may_wager_on,
    open_cards,
    wagers_left,
)
from rules.eldris.state import State


def would_take_a_foe(state: State, card: Key) -> bool:
    """Whether this card must be one of the concealed ones of the foes' stack (R-EL-34)."""
    solo = state.solo
    if solo is None or card not in solo.threats:
        return False
    traits = state.config.traits
    trait = traits[card]
    standing = sum(traits[threat] == trait for threat in solo.threats)
    return standing <= solo.concealed.count(trait)


def fan_foes(state: State, action: act.FanFoes) -> Ruling:
    """One open card, and the traits of those below it, which must be possible."""
    if state.solo is None:
        return no.NOT_SOLO
    if state.phase != "fan":
        return no.DUE[state.phase]
    if action.rival not in CHARACTER_SET or not set(action.traits) <= set(TRAITS):
        return no.FAN
    if len(action.traits) != concealed_cards(state):
        return no.SHORT_FAN if concealed_cards(state) < 2 else no.FAN  # noqa: PLR2004 - R-EL-12
    if action.rival in open_cards(state):
        return no.LIES_OPEN
    traits = state.config.traits
    left = Counter(traits[card] for card in hidden_cards(state) if card != action.rival)
    return LEGAL if Counter(action.traits) <= left else no.NO_SUCH_FOES


def wager(state: State, action: act.Wager) -> Ruling:
    """On Threats beside the Cutpurse, a whole dollar each (R-EL-11, R-EL-33)."""
    solo = state.solo
    if solo is None:
        return no.NOT_SOLO
    ruling = due(state, action.seat, "wager")
    if ruling is not LEGAL:
        return ruling
    characters = set(action.characters)
    if not characters or len(characters) != len(action.characters):
        return no.WAGER_WHERE
    if not characters.issubset(may_wager_on(state, solo)):
        return no.WAGER_WHERE
    return LEGAL if len(characters) <= wagers_left(state) else no.NO_DOLLAR


def reveal_foes(state: State, action: act.RevealFoes) -> Ruling:
    """The concealed cards: of the traits shown, and each with a Threat token (R-EL-34)."""
    solo = state.solo
    if solo is None:
        return no.NOT_SOLO
    if state.phase != "wager":
        return no.DUE[state.phase]
    cards, traits = action.cards, state.config.traits
    if len(set(cards)) != len(cards) or not CHARACTER_SET.issuperset(cards):
        return no.FOES_DIFFER
    if Counter(traits[card] for card in cards) != Counter(solo.concealed):
        return no.FOES_DIFFER
    return LEGAL if set(cards).issubset(solo.threats) else no.NO_THREAT
