"""Laws of every reachable state of Skullduggery, over random games played with real cards."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.bench.playout import Move, Playout
from rules import skullduggery as game
from rules.core import Illegal, IllegalActionError
from rules.skullduggery.cards import CARDS, VALUES
from rules.skullduggery.knowledge import left_for, recalled
from tests.support.skullduggery import PACK

ACTORS = (0, 1, 2, 3, 4, 5, "table")

seeds = st.integers(min_value=0, max_value=2**32)
seat_counts = st.sampled_from([2, 3, 4, 5, 6])
laws = settings(derandomize=True, deadline=None, max_examples=60, database=None)


def moves(seats: int, seed: int, *, memory_aid: bool = False) -> Iterator[Move]:
    return Playout(game, seats, seed, game.Options(memory_aid=memory_aid), PACK).moves()


@lru_cache(maxsize=1)
def many_moves() -> tuple[Move, ...]:
    found: list[Move] = []
    for seed in range(40):
        found.extend(moves(2 + seed % 5, seed))
    return tuple(found)


def zones(state: game.State) -> list[int]:
    held = [ref for ref in (state.drawn, state.leaving) if ref is not None]
    lines = [ref for line in state.lines for ref in line]
    return [*state.pile, *state.discard, *state.spyglass, *held, *lines]


@laws
@given(seats=seat_counts, seed=seeds)
def test_all_cards_are_there_and_the_game_ends(seats: int, seed: int) -> None:
    """Promise 6 and R-SK-22: 54 cards in one place each; at most 54 - 4n are drawn."""
    turns = 0
    last = None
    for move in moves(seats, seed):
        last = move.after
        assert sorted(zones(last)) == list(range(CARDS))
        turns += isinstance(move.action, game.Draw)
    assert last is not None
    assert turns <= CARDS - 4 * seats
    over = game.outcome(last)
    assert over is not None
    assert over.scores[over.winners[0]] == max(over.scores.values())


@laws
@given(seats=seat_counts, seed=seeds)
def test_no_card_is_turned_back_and_nothing_is_forgotten(seats: int, seed: int) -> None:
    """R-SK-19; and what was seen of a card stays seen, wherever it goes."""
    for move in moves(seats, seed):
        lines = {ref for line in move.after.lines for ref in line}
        assert move.before.face_up & lines <= move.after.face_up
        for old, new in zip(move.before.sights, move.after.sights, strict=True):
            if old is not None:
                assert new is not None
                assert set(old.seen_by) <= set(new.seen_by)
                assert old.face in (None, new.face)


@laws
@given(seats=seat_counts, seed=seeds)
def test_what_is_never_told_changes_no_card(seats: int, seed: int) -> None:
    """The engine runs whether or not anybody tells it: the cards go the same ways."""
    played = list(moves(seats, seed))
    silent = played[0].before
    for move in played:
        action = silenced(move)
        if action is not None:
            silent = game.apply(silent, action)[1]
        assert game.canonical(silent) == game.canonical(move.after)


def silenced(move: Move) -> game.Action | None:
    """The same action without what is told in confidence; what all see is still said."""
    match move.action:
        case game.Tell():
            return None
        case game.LookAtMiddle():
            return replace(move.action, values=(None, None))
        case game.Draw() | game.ChoosePeek() | game.ChooseSneak():
            return replace(move.action, value=None)
        case game.ReplaceOwn() | game.ReplaceNeighbour():
            return move.action if placed_face_up(move) else replace(move.action, value=None)
        case _:
            action: game.Action = move.action
            return action


def placed_face_up(move: Move) -> bool:
    """Whether this action put a card into a line for all to see."""
    placed = [event for event in move.events if event.__struct_config__.tag == "card_placed"]
    return bool(placed) and placed[0].face_up


@laws
@given(seats=seat_counts, seed=seeds)
def test_what_came_to_light_fills_in_the_past(seats: int, seed: int) -> None:
    """After the game every card of the lines and discards is known for each earlier state."""
    played = list(moves(seats, seed))
    present = played[-1].after
    unknown = set(present.pile)
    for move in played[::7]:
        filled = game.fill_in(move.before, present)
        assert replace(filled, sights=move.before.sights) == move.before
        faces = [None if sight is None else sight.face for sight in filled.sights]
        assert {ref for ref, face in enumerate(faces) if face is None} == unknown
        before = [() if sight is None else sight.seen_by for sight in move.before.sights]
        assert [() if sight is None else sight.seen_by for sight in filled.sights] == before


@laws
@given(seats=seat_counts, seed=seeds)
def test_what_a_page_recalls_is_true_and_its_player_saw_it_or_could_count_it(
    seats: int, seed: int
) -> None:
    """Memory aid on. Recalled is what lay open, what this seat told, or the only value left."""
    played = list(moves(seats, seed, memory_aid=True))
    present = played[-1].after
    for move in played[::5]:
        real = [None if s is None else s.face for s in game.fill_in(move.after, present).sights]
        for seat in range(seats):
            shown = recalled(move.after, seat)
            left = [value for value, count in left_for(move.after, seat).items() if count]
            for ref, face in enumerate(shown):
                if face is None:
                    continue
                assert real[ref] in {None, face}
                sight = move.after.sights[ref]
                saw = sight is not None and (sight.face is not None or seat in sight.seen_by)
                assert saw or left == [face]


@laws
@given(seats=seat_counts, seed=seeds)
def test_undo_restores_all_but_what_was_seen(seats: int, seed: int) -> None:
    """People cannot unsee: an undone step leaves its sights, and the cards lie as before."""
    for move in moves(seats, seed):
        restored = game.remember(move.before, move.after)
        assert game.canonical(restored) == game.canonical(move.before)
        assert replace(restored, sights=move.before.sights) == move.before
        for kept, seen in zip(restored.sights, move.after.sights, strict=True):
            assert (kept.seen_by if kept else ()) == (seen.seen_by if seen else ())
        again = game.apply(restored, move.action)[1]
        assert game.canonical(again) == game.canonical(move.after)


def every_action(state: game.State) -> Iterator[game.Action]:
    """Whatever could be tried at all, sensible or not."""
    for seat in range(-1, state.config.seats + 1):
        yield from _of_values(seat)
        for look in (True, False):
            for value in (None, 3):
                yield game.ChoosePeek(seat=seat, end="left", look=look, value=value)
                yield game.ChoosePeek(seat=seat, end="right", look=look, value=value)
                yield game.ChooseSneak(seat=seat, side="left", look=look, value=value)
                yield game.ChooseSneak(seat=seat, side="right", look=look, value=value)
        for slot in range(-1, 5):
            for value in (None, 3, 10):
                yield game.ReplaceOwn(seat=seat, slot=slot, discard=value)
                yield game.ReplaceNeighbour(seat=seat, side="left", slot=slot, discard=value)
                yield game.ReplaceNeighbour(seat=seat, side="right", slot=slot, value=value)
                yield game.TurnUp(seat=seat, slot=slot, value=value)
            yield game.ReadFaceUp(seat=seat, slot=slot, value=4)


def _of_values(seat: int) -> Iterator[game.Action]:
    for value in (0, 1, 2, 7, 9, 10):
        yield game.Draw(seat=seat, value=value)
        yield game.Tell(seat=seat, value=value)
        yield game.DiscardDrawn(seat=seat, discard=value)
        yield game.ShowDiscard(seat=seat, value=value)
        yield game.LookAtMiddle(seat=seat, values=(value, None))
        yield game.RevealAll(seat=seat, values=(value, 5, 5, 5))
    yield game.Draw(seat=seat)
    yield game.DiscardDrawn(seat=seat)
    yield game.LookAtMiddle(seat=seat)
    yield game.RevealAll(seat=seat, values=(None, None, None, None))


def concrete(choice: game.Choice) -> Iterator[game.Action]:
    """The actions a choice stands for."""
    match choice:
        case game.TellPattern(seat=seat):
            yield from (game.Tell(seat=seat, value=value) for value in VALUES)
        case game.ShowDiscardPattern(seat=seat):
            yield from (game.ShowDiscard(seat=seat, value=value) for value in VALUES)
        case game.ReadFaceUpPattern(seat=seat, slot=slot):
            yield from (game.ReadFaceUp(seat=seat, slot=slot, value=value) for value in VALUES)
        case game.RevealAllPattern(seat=seat, known=known):
            for value in VALUES:
                first, second, third, last = (value if one is None else one for one in known)
                yield game.RevealAll(seat=seat, values=(first, second, third, last))
        case _:
            yield choice


def bare(state: game.State, action: game.Action) -> object:
    """The choice that stands for this action; None for a correction, which is not listed."""
    match action:
        case game.Tell(seat=seat):
            return ("tell", seat)
        case game.ShowDiscard(seat=seat):
            return ("show", seat)
        case game.RevealAll(seat=seat):
            return ("reveal", seat)
        case game.ReadFaceUp(seat=seat, slot=slot):
            sight = state.sights[state.lines[seat][slot]]
            return ("read", seat, slot) if sight is None or sight.face is None else None
        case _:
            return _untold(action)


def _untold(action: game.Action) -> object:
    match action:
        case game.LookAtMiddle():
            return replace(action, values=(None, None))
        case game.DiscardDrawn():
            return replace(action, discard=None)
        case game.ReplaceOwn() | game.ReplaceNeighbour():
            return replace(action, discard=None, value=None)
        case _:
            return replace(action, value=None)


def test_choices_check_and_decide_agree() -> None:
    """What is offered is legal; what is legal is offered; decide obeys check."""
    for move in many_moves()[::19]:
        state = move.before
        offered = {
            action
            for actor in ACTORS
            for choice in game.choices(state, actor)
            for action in concrete(choice)
        }
        names = {bare(state, action) for action in offered}
        for action in offered:
            assert not isinstance(game.check(state, action), Illegal), action
        for action in (*offered, *every_action(state)):
            if isinstance(game.check(state, action), Illegal):
                with pytest.raises(IllegalActionError):
                    game.decide(state, action)
            else:
                game.decide(state, action)
                name = bare(state, action)
                assert name is None or name in names, action


def test_seats_are_offered_nothing_for_others() -> None:
    """Only a seat's own page may act for it."""
    for move in many_moves()[::7]:
        for seat in range(move.after.config.seats):
            assert all(one.seat == seat for one in game.choices(move.after, seat))
        assert game.choices(move.after, 6) == ()
        assert game.choices(move.after, "team:0") == ()


def test_turns_go_round_clockwise() -> None:
    """ "Playing the Game": play moves clockwise, no seat is skipped."""
    drawers = [
        (move.action.seat, move.after.config.seats, len(move.after.pile))
        for move in many_moves()
        if isinstance(move.action, game.Draw)
    ]
    for (seat, seats, left), (following, _, then) in pairwise(drawers):
        if then == left - 1:
            assert following == (seat + 1) % seats
