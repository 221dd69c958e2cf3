"""Questions about a state that several parts ask: who stands where, who may know what."""

from rules.core import Key
from rules.eldris.cards import DISPLAY_SEATS, Trait
from rules.eldris.money import DOLLAR
from rules.eldris.square import AROUND, BESIDE
from rules.eldris.state import Player, Solo, State


def trusted(state: State) -> bool:
    """Players enter their own cards. A solo player has no hidden ones, but may note a peek."""
    return state.config.options.secrecy == "trusted"


def uses_display(state: State) -> bool:
    """Targets lie open in a Display: five or six players, and solo."""
    return state.solo is not None or len(state.players) >= DISPLAY_SEATS


def has_shadows(state: State) -> bool:
    """A lead Cutpurse and a Shadow: five or six players."""
    return len(state.players) >= DISPLAY_SEATS


def alike(dice: tuple[Trait, ...]) -> Trait | None:
    """The trait of doubles or triples."""
    first, second, third = dice
    if first in (second, third):
        return first
    return second if second == third else None


def benefit_for(state: State, ability: Trait) -> bool:
    """Whether the dice bring this ability: doubles their own, triples any."""
    dice = state.dice
    if not dice:
        return False
    pair = alike(dice)
    return pair is not None and (pair == ability or dice[0] == dice[1] == dice[2])


def has_strength(state: State) -> bool:
    """Whether diagonal neighbours count this turn (R-EL-9, R-EL-31)."""
    if state.benefit is not None:
        return state.benefit == "strength"
    return benefit_for(state, "strength")


def reach(state: State) -> tuple[tuple[int, ...], ...]:
    """Cell to the cells beside it, as adjacency counts for the active player this turn."""
    return AROUND if has_strength(state) else BESIDE


def beside(state: State, card: Key, other: Key, table: tuple[tuple[int, ...], ...]) -> bool:
    """Whether two characters are neighbours in this sense (`BESIDE`, or what `reach` says)."""
    grid = state.grid
    return grid.index(other) in table[grid.index(card)]


def known_cutpurse(player: Player) -> Key | None:
    """Where the companion measures a player's reach from: what all know, else what it was told."""
    return player.exposed if player.exposed is not None else player.cutpurse


def open_cards(state: State) -> set[Key]:
    """Townsfolk cards that everybody knows to lie elsewhere than in a deck or hidden hand."""
    found = {*state.display, *state.dark}
    for player in state.players:
        if player.exposed is not None:
            found.add(player.exposed)
    if state.solo is not None:
        found.update(state.solo.rivals)
        if state.solo.cutpurse is not None:
            found.add(state.solo.cutpurse)
    return found


def hidden_cards(state: State, seat: int | None = None) -> tuple[Key, ...]:
    """Cards that may lie in the deck or hidden hands, as everybody knows; `seat`: as it knows.

    Row by row of the Square once that lies, so that nothing about the deal shows in the order.
    """
    found = open_cards(state)
    if seat is not None:
        player = state.players[seat]
        found.update(player.others)
        if player.cutpurse is not None:
            found.add(player.cutpurse)
    return tuple(sorted(key for key in state.config.traits if key not in found))


def drawer(state: State) -> int:
    """Who draws, or has a Cutpurse to replace: the accused, else the active player."""
    return state.turn if state.accusation is None else state.accusation.player


def concealed_cards(state: State) -> int:
    """Hidden cards in the next foes' stack: two, or one where the deck is short (R-EL-12)."""
    return max(0, min(2, state.deck - 1))


def wagers_left(state: State) -> int:
    """How many more whole dollars there are to wager (R-EL-33)."""
    return state.players[state.turn].haul // DOLLAR


def may_wager_on(state: State, solo: Solo) -> tuple[Key, ...]:
    """Characters with a Threat token beside the own Cutpurse, without a wager yet."""
    if solo.cutpurse is None:
        return ()
    near = reach(state) if state.config.options.strength_wager else BESIDE
    grid = state.grid
    return tuple(
        grid[cell]
        for cell in near[grid.index(solo.cutpurse)]
        if grid[cell] in solo.threats and grid[cell] not in solo.wagers
    )


def diagonal_targets(state: State) -> tuple[Key, ...]:
    """Solo: Targets of the Display that only Strength reaches (R-EL-31)."""
    solo = state.solo
    if solo is None or solo.cutpurse is None or not has_strength(state):
        return ()
    near = AROUND[state.grid.index(solo.cutpurse)]
    return tuple(card for card in state.display if state.grid.index(card) in near)


def may_agree(state: State) -> bool:
    """Whether the table may end the game: no deck, and a whole round of Passes (R-EL-8)."""
    if state.solo is not None or state.deck or state.phase not in ("roll", "slip", "nick"):
        return False
    return state.passes >= sum(not player.out for player in state.players)


def constitution_works(state: State, seat: int) -> bool:
    """Whether the ability can change this seat's Cutpurse (R-EL-6, R-EL-7, R-EL-11, R-EL-25)."""
    player = state.players[seat]
    if state.solo is not None or player.cards < 2:  # noqa: PLR2004 - nothing to choose between
        return False
    if not has_shadows(state):
        return True
    blocked = state.config.options.constitution_blocked_by_self_exposure and player.shown
    return player.lost == 0 and not blocked
