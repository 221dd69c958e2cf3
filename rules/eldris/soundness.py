"""Whether a state hangs together: nothing was lost, and play can go on from it."""

from collections import Counter
from collections.abc import Iterator

from rules.core import Key, SetupError
from rules.eldris.beginning import SEATS
from rules.eldris.cards import CHARACTER_SET, CHARACTERS, OF_A_TRAIT, TRAITS
from rules.eldris.money import BANK, WAGER
from rules.eldris.standing import trusted
from rules.eldris.state import State


def require_sound(state: State) -> None:
    """Raises SetupError with the field and the cure."""
    for fault in faults(state):
        raise SetupError(fault)


def money(state: State) -> int:
    """All half-dollars, wherever they lie: always what the box has."""
    solo = state.solo
    apart = 0 if solo is None else solo.pool + WAGER * len(solo.wagers)
    return state.bank + apart + sum(player.haul for player in state.players)


def cards(state: State) -> int:
    """All townsfolk cards, wherever they lie: always 24."""
    solo = state.solo
    count = state.deck + len(state.display)
    count += sum(player.cards + len(player.taken) for player in state.players)
    if solo is not None:
        count += (solo.cutpurse is not None) + len(solo.rivals) + len(solo.concealed)
        count += len(solo.discarded)
    return count


def faults(state: State) -> Iterator[str]:
    """What is wrong with a state, sentence by sentence."""
    seats = state.config.seats
    if seats not in SEATS or len(state.players) != seats:
        yield f"state.players: give one entry for each of the {seats} seats, 1 to 6."
        return
    if (state.solo is None) == (seats == 1):
        yield "state.solo: one player plays solo, and only then is it given."
        return
    if not 0 <= state.turn < seats:
        yield f"state.turn: no seat {state.turn}; use 0 to {seats - 1}."
    yield from _card_faults(state)
    if money(state) != BANK:
        yield f"state.bank: {money(state)} half-dollars in all; the box has {BANK}."
    amounts = [state.bank, *(player.haul for player in state.players)]
    if min(amounts) < 0:
        yield "state.bank: nobody owes money."


def _card_faults(state: State) -> Iterator[str]:
    traits = Counter(state.config.traits.values())
    if set(state.config.traits) != CHARACTER_SET or set(traits.values()) != {OF_A_TRAIT}:
        yield f"state.config.traits: give {OF_A_TRAIT} characters to each of {', '.join(TRAITS)}."
        return
    if state.grid and (len(state.grid) != len(CHARACTERS) or set(state.grid) != CHARACTER_SET):
        yield "state.grid: each of the 24 characters stands there once."
        return
    if not state.grid and state.phase != "lay_out":
        yield 'state.phase: without a Square only "lay_out" is possible.'
    yield from _pile_faults(state)
    if state.solo is None and trusted(state):
        for seat, player in enumerate(state.players):
            told = len(player.others) + (player.cutpurse is not None)
            if player.entered and told != player.cards:
                yield f"state.players[{seat}]: {told} of {player.cards} cards are named."


def _pile_faults(state: State) -> Iterator[str]:
    gone = [key for player in state.players for key in player.taken]
    rivals: tuple[Key, ...] = ()
    if state.solo is not None:
        gone += state.solo.discarded
        rivals = state.solo.rivals
    lying = Counter([*gone, *state.display, *rivals])
    wrong = [key for key, count in lying.items() if count > 1 or key not in CHARACTER_SET]
    if wrong:
        yield f"state.players: {wrong[0]!r} cannot lie open like that; there is one of each card."
    if cards(state) != len(CHARACTERS):
        yield f"state.deck: {cards(state)} townsfolk cards in all; there are {len(CHARACTERS)}."
    if set(gone) != set(state.dark):
        yield "state.dark: those are unoccupied whose card was stolen, claimed or discarded."
