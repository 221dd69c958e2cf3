"""What each actor may do now. Of chance, patterns: never one entry for each card or roll.

What a seat is offered may depend on its own cards; what the table is offered never does. Values
that are offered again and again are made once (`lru_cache`).
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.core import LEGAL, TABLE, Actor, Key, Multiset
from rules.eldris import actions as act
from rules.eldris.cards import CHARACTERS, DICE, HAND, TRAITS, Trait
from rules.eldris.legality import may_reroll
from rules.eldris.legality_nick import is_exposed
from rules.eldris.legality_solo import would_take_a_foe
from rules.eldris.square import BESIDE
from rules.eldris.standing import (
    alike,
    benefit_for,
    concealed_cards,
    diagonal_targets,
    drawer,
    hidden_cards,
    known_cutpurse,
    may_agree,
    may_wager_on,
    reach,
    trusted,
    uses_display,
    wagers_left,
)
from rules.eldris.state import Phase, State

Choices = list[act.Choice]


@lru_cache(maxsize=8)
def _moves(seat: int) -> Mapping[Key, Mapping[Key, act.Move]]:
    """Card, then other card, to the move that exchanges them."""
    return {
        card: {other: act.Move(seat=seat, card=card, other=other) for other in CHARACTERS}
        for card in CHARACTERS
    }


@lru_cache(maxsize=8)
def _free_moves(seat: int) -> Mapping[Key, Mapping[Key, act.AbilityMove]]:
    return {
        card: {other: act.AbilityMove(seat=seat, card=card, other=other) for other in CHARACTERS}
        for card in CHARACTERS
    }


@lru_cache(maxsize=64)
def _accusations(seat: int, players: tuple[int, ...]) -> Mapping[Key, tuple[act.Accuse, ...]]:
    """Character to the accusations of these players with it."""
    return {
        card: tuple(act.Accuse(seat=seat, character=card, player=player) for player in players)
        for card in CHARACTERS
    }


_steal = lru_cache(maxsize=256)(lambda seat, card: act.Steal(seat=seat, card=card))
_pass = lru_cache(maxsize=8)(lambda seat: act.Pass(seat=seat))
_roll = lru_cache(maxsize=8)(lambda seat: act.RollPattern(seat=seat))
_reroll = lru_cache(maxsize=8)(lambda seat: act.RerollPattern(seat=seat))
_AGREE_END = act.AgreeEnd()


def _once_each(cards: tuple[Key, ...]) -> Multiset:
    return Multiset(counts=dict.fromkeys(cards, 1))


def choices(state: State, actor: Actor) -> tuple[act.Choice, ...]:
    """Legal actions of a seat, or of the table; cards and dice yet to come are patterns."""
    if actor == TABLE:
        found = _chance(state, None)
        if may_agree(state):
            found.append(_AGREE_END)
        return tuple(found)
    if not isinstance(actor, int) or not 0 <= actor < len(state.players):
        return ()
    found = _chance(state, actor)
    offer = _OFFERS.get(state.phase)
    if offer is not None:
        offer(state, actor, found)
    if trusted(state) and state.phase != "over":
        _private(state, actor, found)
    return tuple(found)


def acting(state: State) -> frozenset[Actor]:
    """Whom the game waits for. In trusted mode others may enter their cards meanwhile."""
    phase = state.phase
    if phase == "over":
        return frozenset()
    if phase in ("lay_out", "turn_up", "fan"):
        return frozenset((TABLE,))
    if phase in ("roll", "show", "wager"):
        return frozenset((TABLE, state.turn))
    if phase in ("answer", "draw", "promote"):
        return frozenset((drawer(state),))
    return frozenset((state.turn,))


def _chance(state: State, seat: int | None) -> Choices:
    """What falls or turns up, offered to the table (None) and to the active player."""
    if seat not in (None, state.turn):
        return []
    phase, turn = state.phase, state.turn
    if phase == "roll":
        return [_roll(turn)]
    if phase == "lay_out":
        return [act.LayOutPattern(cards=_once_each(tuple(state.config.traits)))]
    if phase == "turn_up":
        cards = [card for card in hidden_cards(state) if not would_take_a_foe(state, card)]
        return [act.TurnUpPattern(cards=_once_each(tuple(cards)))]
    if phase == "show":
        cards = [card for card in hidden_cards(state) if card not in state.display]
        return [act.ShowCutpursePattern(seat=turn, cards=_once_each(tuple(cards)))]
    if phase == "fan":
        return [
            act.FanFoesPattern(
                cards=_once_each(hidden_cards(state)), concealed=concealed_cards(state)
            )
        ]
    if phase == "wager" and state.solo is not None:
        return [
            act.RevealFoesPattern(cards=_once_each(state.solo.threats), traits=state.solo.concealed)
        ]
    return []


def _private(state: State, seat: int, found: Choices) -> None:
    """What a seat may enter for itself, whoever's turn it is."""
    player = state.players[seat]
    if state.solo is None and not player.entered:
        cards = _once_each(hidden_cards(state))
        count = HAND[len(state.players)]
        found.append(act.EnterCardsPattern(seat=seat, count=count, cards=cards))
    if any(peek.seat == seat for peek in state.peeks):
        found.append(act.NotePeekPattern(seat=seat, cards=_once_each(hidden_cards(state, seat))))


def _choose(state: State, seat: int, found: Choices) -> None:
    """The Cutpurse of a first turn, and in Constitution."""
    if seat != state.turn:
        return
    player = state.players[seat]
    cards: tuple[Key | None, ...]
    if state.solo is not None:
        cards = state.display
    elif not trusted(state):
        cards = (None,)
    elif not player.entered:
        return
    else:
        cards = player.others if player.cutpurse is None else (player.cutpurse, *player.others)
    found.extend(act.ChooseCutpurse(seat=seat, card=card) for card in cards)


def _slip(state: State, seat: int, found: Choices) -> None:
    if seat != state.turn:
        return
    if may_reroll(state, seat) is LEGAL:
        found.append(_reroll(seat))
    pair = alike(state.dice)
    if pair is not None:
        _benefits(state, seat, found)
    grid, traits, unspent, moves = state.grid, state.config.traits, state.unspent, _moves(seat)
    found += [
        row[grid[near]]
        for cell, card in enumerate(grid)
        if traits[card] in unspent
        for row in (moves[card],)
        for near in BESIDE[cell]
    ]


def _benefits(state: State, seat: int, found: Choices) -> None:
    if state.benefit is not None:
        return
    if state.solo is not None and benefit_for(state, "strength"):
        found.append(act.ClaimAbility(seat=seat, ability="strength"))
    if state.declined or len(state.unspent) < DICE:
        return
    if not state.players[seat].sigil:
        found.append(act.ClaimReset(seat=seat))
    found.extend(
        act.ClaimAbility(seat=seat, ability=ability)
        for ability in TRAITS
        if ability != "strength" and benefit_for(state, ability)
    )
    found.append(act.DeclineBenefit(seat=seat))


def _dexterity(state: State, seat: int, found: Choices) -> None:
    if seat != state.turn:
        return
    grid, moves = state.grid, _free_moves(seat)
    for cell, card in enumerate(grid):
        if state.runner in (None, card):
            found.extend(moves[card][grid[near]] for near in BESIDE[cell])
    found.append(act.EndAbility(seat=seat))


def _wisdom(state: State, seat: int, found: Choices) -> None:
    if seat != state.turn:
        return
    of: dict[Trait, list[Key]] = {}
    for card, trait in state.config.traits.items():
        of.setdefault(trait, []).append(card)
    for cards in of.values():
        for first in cards:
            for second in cards:
                if first != second:
                    found.append(act.Exchange(seat=seat, first=first, second=second))


def _draw(state: State, seat: int, found: Choices) -> None:
    if seat == drawer(state):
        cards = _once_each(hidden_cards(state, seat))
        found.append(act.DrawTargetPattern(seat=seat, cards=cards))


def _give_back(state: State, seat: int, found: Choices) -> None:
    if seat == state.turn:
        cards = state.display if uses_display(state) else state.players[seat].others
        found.extend(act.GiveBack(seat=seat, card=card) for card in cards)


def _nick(state: State, seat: int, found: Choices) -> None:
    if seat != state.turn:
        return
    grid, dark = state.grid, state.dark
    near = grid
    cutpurse = known_cutpurse(state.players[seat])
    if cutpurse is not None:
        near = tuple([grid[cell] for cell in reach(state)[grid.index(cutpurse)]])
    targets = _targets(state, seat)
    found += [_steal(seat, card) for card in near if card in targets and card not in dark]
    accusable = tuple(
        [
            other
            for other, player in enumerate(state.players)
            if other != seat and player.started and not player.out
        ]
    )
    if accusable:
        accusations = _accusations(seat, accusable)
        for card in near:
            if card not in dark:
                found += accusations[card]
    found.append(_pass(seat))


def _targets(state: State, seat: int) -> tuple[Key, ...]:
    """What the seat might rob, wherever it stands."""
    if uses_display(state):
        return state.display
    player = state.players[seat]
    if trusted(state):
        held = player.others
    elif player.cards > 1:
        held = state.grid
    else:
        held = ()
    exposed = [player.exposed for player in state.players]
    return tuple([card for card in held if card not in exposed])


def _answer(state: State, seat: int, found: Choices) -> None:
    accusation = state.accusation
    if accusation is None or seat != accusation.player:
        return
    exposed, character = state.players[seat].exposed, accusation.character
    if exposed is not None:
        answers = [exposed == character]
    elif character in state.display or is_exposed(state, character):
        answers = [False]
    else:
        answers = [True, False]
    found.extend(act.Answer(seat=seat, correct=correct) for correct in answers)


def _promote(state: State, seat: int, found: Choices) -> None:
    if seat != drawer(state):
        return
    cards: tuple[Key | None, ...] = state.players[seat].others if trusted(state) else (None,)
    found.extend(act.Promote(seat=seat, card=card) for card in cards)


def _wager(state: State, seat: int, found: Choices) -> None:
    solo = state.solo
    if solo is None:
        return
    if state.benefit is None and benefit_for(state, "strength"):
        found.append(act.ClaimAbility(seat=seat, ability="strength"))
    near, most = may_wager_on(state, solo), wagers_left(state)
    if near and most:
        found.append(act.WagerPattern(seat=seat, characters=near, most=min(most, len(near))))


def _diagonal(state: State, seat: int, found: Choices) -> None:
    found += [_steal(seat, card) for card in diagonal_targets(state)]
    found.append(_pass(seat))


_OFFERS: Mapping[Phase, Callable[[State, int, Choices], None]] = MappingProxyType(
    {
        "choose": _choose,
        "constitution": _choose,
        "slip": _slip,
        "dexterity": _dexterity,
        "wisdom": _wisdom,
        "draw": _draw,
        "give_back": _give_back,
        "nick": _nick,
        "answer": _answer,
        "promote": _promote,
        "wager": _wager,
        "diagonal": _diagonal,
    }
)
