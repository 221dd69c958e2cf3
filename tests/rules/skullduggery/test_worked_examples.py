"""The worked examples 1 to 27 of spec/skullduggery.md, section 6, in their order."""

import pytest

from rules import skullduggery as game
from rules.skullduggery.cards import number_of
from tests.support.skullduggery import A, B, C, deal, table

ABC = ([1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3])
TWO = ([1, 2, 3, 4], [5, 6, 7, 8])
DULL_LINE = [5, 6, 9, 5]


def test_1_a_line_is_a_number() -> None:
    """Example 1."""
    assert number_of((8, 1, 3, 4)) == 8134
    assert number_of((9, 9, 9, 9)) == 9999
    ended = table([[1, 9, 9, 9], [2, 1, 1, 1]], pile=1).throw(5).reveal()
    assert ended.scores == [1999, 2111]
    assert ended.winners == (B,)


def test_2_pass_left() -> None:
    """Example 2."""
    assert table(ABC).throw(1).lines == [[2, 3, 4, 9], [6, 7, 8, 1], [1, 2, 3, 5]]


def test_3_pass_right() -> None:
    """Example 3."""
    assert table(ABC).throw(3).lines == [[8, 1, 2, 3], [3, 5, 6, 7], [4, 9, 1, 2]]


def test_4_passes_of_two() -> None:
    """Example 4."""
    assert table(TWO).throw(1).lines == [[2, 3, 4, 5], [6, 7, 8, 1]]
    assert table(TWO).throw(3).lines == [[8, 1, 2, 3], [4, 5, 6, 7]]


def test_5_switch() -> None:
    """Example 5: face-up flags travel."""
    switched = table(TWO, up=[(A, 0), (A, 1)]).throw(8)
    assert switched.line(A) == [4, 2, 3, 1]
    assert switched.up(A) == [1, 3]
    assert switched.line(B) == [5, 6, 7, 8]


def test_6_a_replaced_4_is_a_peek() -> None:
    """Example 6."""
    playing = table([[4, 2, 3, 1], DULL_LINE]).draw(9).own(0)
    assert playing.line(A) == [9, 2, 3, 1]
    assert playing.discards[-1] == 4
    assert playing.phase == "peek"
    offered = [one for one in game.choices(playing.state, A) if isinstance(one, game.ChoosePeek)]
    assert {one.end for one in offered} == {"left", "right"}
    assert [place.slot for place in playing.said("look_due")[0].places] == [0, 3]
    assert playing.peek("right").knows(A, A) == [0, 3]


def test_7_a_token_is_used_once() -> None:
    """Example 7."""
    playing = table([DULL_LINE, [9, 6, 5, 6], DULL_LINE]).draw(1).other("left", 0)
    assert playing.state.tokens[A].red
    assert not playing.state.tokens[A].blue
    assert playing.line(B)[0] == 1
    assert playing.knows(A, B) == [0]
    assert playing.knows(B, B) == []
    assert playing.discards[-1] == 9
    assert playing.phase == "draw"
    playing.pass_turns(2).draw(5)
    red = game.ReplaceNeighbour(seat=A, side="left", slot=1)
    blue = game.ReplaceNeighbour(seat=A, side="right", slot=1)
    assert playing.rule(red) == "R-SK-17"
    assert playing.rule(blue) == "legal"


def test_8_the_first_spyglass() -> None:
    """Example 8."""
    playing = table([DULL_LINE] * 3).throw(2)
    assert len(playing.state.spyglass) == 1
    assert playing.discards == [5]
    assert playing.rule(game.TurnUp(seat=B, slot=0)) == "R-SK-6"
    playing.turn_up(B, 2).turn_up(A, 1).turn_up(C, 1)
    assert [playing.up(seat) for seat in (A, B, C)] == [[1], [2], [1]]
    assert playing.turn == B


def test_9_a_face_up_card_has_moved_to_the_end() -> None:
    """Example 9."""
    playing = table([[5, 6, 7, 9], DULL_LINE], up=[(A, 0), (B, 1)], spyglasses=1).throw(2)
    playing.turn_up(B, 2).turn_up(A, 2)
    assert playing.up(A) == [0, 2]


def test_10_both_middle_cards_lie_face_up() -> None:
    """Example 10."""
    up = [(A, 1), (A, 2), (B, 1)]
    playing = table([DULL_LINE, DULL_LINE], up=up, spyglasses=1).throw(2)
    assert playing.state.owing == (B,)
    assert playing.rule(game.TurnUp(seat=A, slot=1)) == "R-SK-6"
    playing.turn_up(B, 2)
    assert playing.up(A) == [1, 2]
    assert playing.phase == "draw"


def test_11_the_third_spyglass() -> None:
    """Example 11."""
    playing = table(TWO, spyglasses=2).throw(2)
    assert playing.tags == ["drawn_let_go", "card_discarded", "play_ended"]
    assert playing.phase == "reveal"
    assert len(playing.state.pile) == 19
    assert playing.reveal().winners == (B,)
    over = game.outcome(playing.state)
    assert over is not None
    assert over.reason == "third_spyglass"


def test_12_a_face_up_card_is_replaced() -> None:
    """Example 12."""
    playing = table([[5, 6, 9, 3], TWO[1], [9, 9, 9, 9]], up=[(A, 3)]).draw(8).own(3, value=8)
    assert "cards_passed" in playing.tags
    assert playing.line(C)[0] == 8
    assert playing.up(C) == [0]
    assert playing.up(A) == []
    assert playing.view().players[C].line[0].value == 8


def test_13_the_last_card_of_the_pile() -> None:
    """Example 13."""
    playing = table([[1, 2, 3, 4], DULL_LINE], pile=1).throw(8)
    assert playing.line(A) == [4, 2, 3, 1]
    assert playing.tags[-1] == "play_ended"
    assert playing.reveal().scores == [4231, 5695]


@pytest.mark.parametrize(("seats", "dealt", "pile"), [(6, 24, 30), (2, 8, 46)])
def test_14_all_cards_at_all_times(seats: int, dealt: int, pile: int) -> None:
    """Example 14."""
    fresh = deal(seats)
    assert sum(map(len, fresh.state.lines)) == dealt
    assert len(fresh.state.pile) == pile
    fresh.draw(5)
    assert in_play(fresh.state) == 54


def in_play(state: game.State) -> int:
    held = [ref for ref in (state.drawn, state.leaving) if ref is not None]
    zones = (*state.pile, *state.discard, *state.spyglass, *held, *sum(state.lines, ()))
    assert len(set(zones)) == len(zones)
    return len(zones)


def test_15_sneak_of_two() -> None:
    """Example 15."""
    places = table(TWO).throw(7).said("look_due")[0].places
    assert [(place.seat, place.slot) for place in places] == [(B, 3), (B, 0)]


def test_16_a_tie() -> None:
    """Example 16."""
    assert table([[8, 1, 3, 4], [8, 1, 3, 4]], pile=1).throw(5).reveal().winners == (A, B)


def test_17_a_sneak_after_a_replacement() -> None:
    """Example 17."""
    playing = table([DULL_LINE, DULL_LINE, [5, 6, 9, 7]]).draw(6).other("right", 3)
    places = playing.said("look_due")[0].places
    assert [(place.seat, place.slot) for place in places] == [(B, 3), (C, 0)]
    assert playing.line(C) == [5, 6, 9, 6]
    playing.sneak("right")
    assert playing.knows(A, C) == [0, 3]


def test_18_a_switch_out_of_a_neighbour_s_line() -> None:
    """Example 18."""
    playing = table([[1, 2, 3, 4], [5, 8, 6, 7], DULL_LINE]).draw(9).other("left", 1)
    assert playing.lines[:2] == [[4, 2, 3, 1], [5, 9, 6, 7]]


def test_19_the_own_face_up_spyglass_is_replaced() -> None:
    """Example 19."""
    playing = table([[5, 2, 6, 5], DULL_LINE], up=[(A, 1), (B, 1)], spyglasses=1)
    playing.draw(9).own(1, value=9)
    assert playing.up(A) == [1]
    assert playing.view().players[A].line[1].value == 9
    assert playing.rule(game.TurnUp(seat=A, slot=1)) == "R-SK-6"
    assert playing.turn_up(A, 2).up(A) == [1, 2]


def test_20_a_spyglass_on_the_last_card() -> None:
    """Example 20."""
    playing = table([DULL_LINE, DULL_LINE], pile=1).throw(2)
    assert playing.phase == "spyglass"
    playing.turn_up(A, 1).turn_up(B, 1)
    assert playing.phase == "reveal"


@pytest.mark.parametrize(("seats", "turns"), [(2, 46), (3, 42), (4, 38), (5, 34), (6, 30)])
def test_21_most_turns(seats: int, turns: int) -> None:
    """Example 21."""
    playing = deal(seats)
    for _ in range(turns):
        assert playing.phase == "draw"
        playing.throw(5)
    assert playing.phase == "reveal"


def test_22_what_was_seen_moves_with_the_card() -> None:
    """Example 22."""
    playing = deal(3).do(game.LookAtMiddle(seat=A)).throw(1)
    assert playing.knows(A, A) == [0, 1]
    playing.throw(1)
    assert playing.knows(A, A) == [0]
    assert playing.knows(A, B) == [3]
    assert playing.knows(B, B) == []


def test_23_a_face_up_card_is_passed() -> None:
    """Example 23."""
    playing = table([DULL_LINE] * 3, up=[(A, 0), (B, 1)], spyglasses=1).throw(1)
    assert playing.up(A) == []
    assert playing.up(B) == [0, 3]


def test_24_a_2_laid_into_a_line_is_no_spyglass() -> None:
    """Example 24."""
    playing = table([[5, 5, 6, 5], DULL_LINE], up=[(A, 1)], spyglasses=1).draw(2).own(1, value=2)
    assert playing.view().players[A].line[1].value == 2
    assert playing.discards[-1] == 5
    assert len(playing.state.spyglass) == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_25_both_tokens_used(seats: int) -> None:
    """Example 25."""
    playing = table([DULL_LINE] * seats, red=[A], blue=[A]).draw(5)
    for side in ("left", "right"):
        for slot in range(4):
            action = game.ReplaceNeighbour(seat=A, side=side, slot=slot)
            assert playing.rule(action) == "R-SK-17"
    assert playing.rule(game.ReplaceOwn(seat=A, slot=0)) == "legal"
    assert playing.rule(game.DiscardDrawn(seat=A)) == "legal"


def test_26_two_replacements_in_the_same_line() -> None:
    """Example 26."""
    playing = table([DULL_LINE, DULL_LINE]).draw(6).other("left", 0).pass_turns(1)
    playing.draw(6).other("right", 3).pass_turns(1).draw(6)
    assert playing.line(B) == [6, 6, 9, 6]
    for side in ("left", "right"):
        action = game.ReplaceNeighbour(seat=A, side=side, slot=1)
        assert playing.rule(action) == "R-SK-17"


def test_27_the_third_spyglass_out_of_a_neighbour_s_line() -> None:
    """Example 27."""
    playing = table([DULL_LINE, [2, 5, 5, 5]], spyglasses=2).draw(9).other("left", 0)
    assert playing.phase == "reveal"
    assert playing.reveal().scores == [5695, 9555]
