"""Laws of every reachable state, over random games played with real cards."""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.bench.playout import Move, Playout
from rules import eldris as game
from rules.core import Illegal, IllegalActionError
from rules.eldris.cards import CHARACTERS, TRAITS
from rules.eldris.folding import evolve
from rules.eldris.soundness import faults
from tests.support.eldris import PACK

LONGEST = 4_000
"""More than three times the longest of 4,000 random games, 1,228 actions."""

seeds = st.integers(min_value=0, max_value=2**32)
seat_counts = st.integers(min_value=1, max_value=6)
modes = st.builds(
    game.Options,
    secrecy=st.sampled_from(["sealed", "trusted"]),
    reroll_after_reset=st.booleans(),
    constitution_blocked_by_self_exposure=st.booleans(),
    strength_wager=st.booleans(),
)
laws = settings(derandomize=True, deadline=None, max_examples=60, database=None)


def moves(seats: int, seed: int, options: game.Options) -> Iterator[Move]:
    return Playout(game, seats, seed, options, PACK).moves()


@lru_cache(maxsize=1)
def many_moves() -> tuple[Move, ...]:
    """Some thousand moves of all player counts and modes, for laws that look closely."""
    found: list[Move] = []
    for seed in range(48):
        options = game.Options(
            secrecy="trusted" if seed % 2 else "sealed",
            reroll_after_reset=seed % 3 == 0,
            strength_wager=seed % 4 == 0,
        )
        found.extend(moves(1 + seed // 2 % 6, seed, options))
        found.extend(moves(1, 1000 + seed, options))
    return tuple(found)


@laws
@given(seats=seat_counts, seed=seeds, options=modes)
def test_random_play_ends_and_conserves_cards_and_coins(
    seats: int, seed: int, options: game.Options
) -> None:
    """Promise 6. The playout compares cards and coins with the real ones after each action."""
    playout = Playout(game, seats, seed, options, PACK)
    for count, move in enumerate(islice(playout.moves(), LONGEST)):
        assert count < LONGEST - 1
        if count % 7 == 0:
            assert list(faults(move.after)) == []
    over = game.outcome(playout.state)
    assert over is not None
    assert list(faults(playout.state)) == []
    assert all(not playout.state.players[seat].out for seat in over.winners)
    assert set(over.scores) == set(range(seats))


@laws
@given(seats=seat_counts, seed=seeds, options=modes)
def test_the_fold_is_deterministic(seats: int, seed: int, options: game.Options) -> None:
    """Same start, same actions: same events and states; events alone give the states too."""
    first, second = (list(moves(seats, seed, options)) for _ in range(2))
    assert [move.events for move in first] == [move.events for move in second]
    state = first[0].before
    for move in first:
        for event in move.events:
            state = evolve(state, event)
        assert state == move.after
        assert game.decide(move.before, move.action) == move.events


def every_action(state: game.State, rng: random.Random) -> Iterator[game.Action]:
    """Whatever could be tried at all, sensible or not."""
    seats = range(-1, len(state.players) + 1)
    cards = (*CHARACTERS, "elf", "")
    yield game.AgreeEnd()
    yield game.LayOut(grid=CHARACTERS)
    yield game.LayOut(grid=CHARACTERS[1:])
    for card in cards:
        yield game.TurnUp(card=card)
        yield game.FanFoes(rival=card, traits=tuple(rng.choices(TRAITS, k=2)))
        yield game.FanFoes(rival=card, traits=tuple(rng.choices(TRAITS, k=1)))
    for count in (0, 1, 2, 2, 2, 2, 3):
        yield game.RevealFoes(cards=tuple(rng.sample(CHARACTERS, count)))
    for seat in seats:
        yield from _of_seat(state, seat, cards, rng)


def _of_seat(
    state: game.State, seat: int, cards: tuple[str, ...], rng: random.Random
) -> Iterator[game.Action]:
    first, second, third = rng.choices(TRAITS, k=3)
    yield game.Roll(seat=seat, dice=(first, second, third))
    yield game.Roll(seat=seat, dice=(first, second))
    for which in ((0,), (0, 2), (0, 1, 2), (1, 0), (5,), ()):
        yield game.Reroll(seat=seat, which=which, dice=tuple(rng.choices(TRAITS, k=len(which))))
    yield game.ClaimReset(seat=seat)
    yield game.DeclineBenefit(seat=seat)
    yield game.EndAbility(seat=seat)
    yield game.Pass(seat=seat)
    yield game.ChooseCutpurse(seat=seat)
    yield game.Promote(seat=seat)
    for ability in TRAITS:
        yield game.ClaimAbility(seat=seat, ability=ability)
    for correct in (True, False):
        yield game.Answer(seat=seat, correct=correct)
    for count in (1, 2, 2, 3, 3):
        yield game.EnterCards(seat=seat, cards=tuple(rng.sample(CHARACTERS, count)))
        yield game.Wager(seat=seat, characters=tuple(rng.sample(CHARACTERS, count)))
    yield game.Wager(seat=seat, characters=())
    for card in cards:
        yield game.ChooseCutpurse(seat=seat, card=card)
        yield game.DrawTarget(seat=seat, card=card)
        yield game.GiveBack(seat=seat, card=card)
        yield game.NotePeek(seat=seat, card=card)
        yield game.Steal(seat=seat, card=card)
        yield game.ShowCutpurse(seat=seat, card=card)
        yield game.Promote(seat=seat, card=card)
        yield game.Wager(seat=seat, characters=(card,))
        yield game.Accuse(seat=seat, character=card, player=rng.choice(range(-1, 7)))
        yield game.Accuse(seat=seat, character=card, player=(seat + 1) % len(state.players))
        for other in rng.sample(cards, 6):
            yield game.Move(seat=seat, card=card, other=other)
            yield game.AbilityMove(seat=seat, card=card, other=other)
            yield game.Exchange(seat=seat, first=card, second=other)


def covers(choice: game.Choice, action: game.Action) -> bool:
    """Whether the action is what this choice offers."""
    seat = getattr(choice, "seat", None)
    if seat != getattr(action, "seat", None):
        return False
    match choice, action:
        case (game.LayOutPattern(), game.LayOut()):
            return True
        case (game.RollPattern(), game.Roll()) | (game.RerollPattern(), game.Reroll()):
            return True
        case (
            (game.TurnUpPattern(), game.TurnUp())
            | (game.DrawTargetPattern(), game.DrawTarget())
            | (game.NotePeekPattern(), game.NotePeek())
            | (game.ShowCutpursePattern(), game.ShowCutpurse())
        ):
            return action.card in choice.cards.counts
        case (game.EnterCardsPattern(), game.EnterCards()):
            return len(action.cards) == choice.count and set(action.cards) <= set(
                choice.cards.counts
            )
        case (game.FanFoesPattern(), game.FanFoes()):
            return action.rival in choice.cards.counts and len(action.traits) == choice.concealed
        case (game.WagerPattern(), game.Wager()):
            return (
                set(action.characters) <= set(choice.characters)
                and len(action.characters) <= choice.most
            )
        case (game.RevealFoesPattern(), game.RevealFoes()):
            return set(action.cards) <= set(choice.cards.counts)
        case _:
            return False


def concrete(choice: game.Choice) -> Iterator[game.Action]:
    """Actions that a choice stands for: all, or those that follow from one card each."""
    cards = tuple(choice.cards.counts) if hasattr(choice, "cards") else ()
    match choice:
        case game.TurnUpPattern():
            yield from (game.TurnUp(card=card) for card in cards)
        case game.DrawTargetPattern(seat=seat):
            yield from (game.DrawTarget(seat=seat, card=card) for card in cards)
        case game.NotePeekPattern(seat=seat):
            yield from (game.NotePeek(seat=seat, card=card) for card in cards)
        case game.ShowCutpursePattern(seat=seat):
            yield from (game.ShowCutpurse(seat=seat, card=card) for card in cards)
        case game.EnterCardsPattern(seat=seat, count=count):
            yield game.EnterCards(seat=seat, cards=cards[:count])
        case _:
            yield from _without_cards(choice)


def _without_cards(choice: game.Choice) -> Iterator[game.Action]:
    match choice:
        case game.WagerPattern(seat=seat):
            yield game.Wager(seat=seat, characters=choice.characters[: choice.most])
            yield from (game.Wager(seat=seat, characters=(one,)) for one in choice.characters)
        case game.RollPattern(seat=seat):
            yield game.Roll(seat=seat, dice=("wisdom", "wisdom", "charisma"))
        case game.RerollPattern(seat=seat):
            yield game.Reroll(seat=seat, which=(0, 2), dice=("wisdom", "strength"))
        case game.LayOutPattern():
            yield game.LayOut(grid=tuple(reversed(CHARACTERS)))
        case game.FanFoesPattern() | game.RevealFoesPattern():
            return  # weights; the random games carry out those that are possible
        case _:
            yield choice


def test_choices_check_and_decide_agree() -> None:
    """What is offered is legal; what is legal is offered; decide obeys check."""
    rng = random.Random(5)
    legal = 0
    for move in many_moves()[::149]:
        state = move.before
        actors = (*range(len(state.players)), "table")
        offered = [choice for actor in actors for choice in game.choices(state, actor)]
        plain = {choice for choice in offered if not isinstance(choice, game.Pattern)}
        patterns = [choice for choice in offered if isinstance(choice, game.Pattern)]
        for choice in offered:
            for action in concrete(choice):
                assert not isinstance(game.check(state, action), Illegal), action
                game.decide(state, action)
        for action in every_action(state, rng):
            if isinstance(game.check(state, action), Illegal):
                with pytest.raises(IllegalActionError):
                    game.decide(state, action)
            else:
                legal += 1
                game.decide(state, action)
                seen = action in plain or any(covers(choice, action) for choice in patterns)
                assert seen, (state.phase, action)
    assert legal > 400


def test_somebody_can_always_go_on() -> None:
    """No dead ends in any mode: whom the game waits for has something to do, until it is over."""
    for move in many_moves():
        waiting = game.acting(move.after)
        assert bool(waiting) == (game.outcome(move.after) is None)
        for actor in waiting:
            assert game.choices(move.after, actor), (actor, move.after.phase)


def test_hands_and_display_are_full_while_there_is_a_deck() -> None:
    """R-EL-6, R-EL-25: between the plays that move cards."""
    looked = 0
    for move in many_moves():
        state = move.after
        if state.phase not in ("roll", "slip", "nick", "wager") or not state.deck:
            continue
        looked += 1
        if len(state.players) in (2, 3, 4):
            assert all(player.cards == 3 for player in state.players)
        else:
            assert len(state.display) == 3
    assert looked > 5_000


def test_no_two_hands_hold_the_same_card() -> None:
    """Section 2: a Cutpurse is nobody's Target, and lies in one place."""
    for move in many_moves()[::7]:
        state = move.after
        held = [key for player in state.players for key in (player.cutpurse, *player.others) if key]
        lying = [*held, *state.display, *state.dark]
        assert len(set(lying)) == len(lying)
        gone = [key for player in state.players for key in player.taken]
        assert set(gone) <= set(state.dark)


def test_encoding_and_decoding_is_identity() -> None:
    seen = set()
    for move in many_moves()[::5]:
        seen |= {type(event) for event in move.events}
        for value, kind in (
            (move.after, game.State),
            (move.action, game.Action),
            (move.events, tuple[game.Event, ...]),
            (game.observe(move.after, 0), game.View),
            (game.observe(move.after, "table"), game.View),
        ):
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value
    assert len(seen) > 30


def test_every_action_event_and_phase_occurs_in_random_games() -> None:
    """Otherwise the laws would not speak of it."""
    actions = {type(move.action) for move in many_moves()}
    assert actions == set(game.Action.__args__)
    events = {type(event) for move in many_moves() for event in move.events}
    assert events == set(game.Event.__args__)


def test_views_name_the_same_people_whom_the_game_waits_for() -> None:
    for move in many_moves()[::50]:
        view = game.observe(move.after, "table")
        assert set(view.awaited) == {str(actor) for actor in game.acting(move.after)}
