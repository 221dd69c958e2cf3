"""One test for each ruling R-SK-n of spec/skullduggery.md, section 5. Each names its ruling."""

import re
from pathlib import Path

import msgspec
import pytest

import rules.skullduggery as package
from rules import skullduggery as game
from rules.core import Illegal
from rules.skullduggery import legality
from rules.skullduggery.rulings import HEADINGS, RULINGS
from tests.support.skullduggery import A, B, C, D, Table, deal, table

LINE = [5, 6, 9, 5]


def test_r_sk_1_left_is_clockwise() -> None:
    """R-SK-1: with two players both sides are the opponent, one replacement for each token."""
    four = table([LINE] * 4, turn=D).draw(9).other("left", 1)
    assert four.said("token_used")[0].against == A
    two = table([LINE] * 2)
    assert two.draw(9).other("left", 1).said("token_used")[0].against == B
    two.pass_turns(1)
    assert two.draw(9).other("right", 1).said("token_used")[0].against == B


def test_r_sk_2_two_players_exchange_at_once() -> None:
    """R-SK-2."""
    assert [(one.from_slot, one.to_seat, one.to_slot) for one in game.passes(2, "pass_left")] == [
        (0, B, 3),
        (0, A, 3),
    ]
    assert [(one.from_slot, one.to_seat, one.to_slot) for one in game.passes(2, "pass_right")] == [
        (3, B, 0),
        (3, A, 0),
    ]


def test_r_sk_3_face_up_goes_with_the_card_and_stays_with_the_slot() -> None:
    """R-SK-3: passed and switched cards stay face up; what replaces one lies face up."""
    passed = table([LINE] * 2, up=[(A, 0)], spyglasses=1).throw(1)
    assert (passed.up(A), passed.up(B)) == ([], [3])
    replaced = table([LINE] * 2, up=[(A, 1)], spyglasses=1).draw(9).own(1, value=9)
    assert replaced.up(A) == [1]
    assert replaced.said("card_placed")[0].face_up
    assert game.redact(replaced.said("card_placed")[0], B) == replaced.said("card_placed")[0]


def test_r_sk_3_a_face_up_card_cannot_turn_out_to_be_another() -> None:
    """R-SK-3: unless it was misread, and that is put right first."""
    playing = table([LINE] * 2, up=[(A, 1)], spyglasses=1).draw(9)
    as_7 = game.ReplaceOwn(seat=A, slot=1, discard=7)
    assert playing.rule(as_7) == "R-SK-3"
    assert playing.rule(game.ReadFaceUp(seat=A, slot=0, value=7)) == "R-SK-3"
    playing.do(game.ReadFaceUp(seat=A, slot=1, value=7))
    assert playing.rule(as_7) == "legal"


def test_r_sk_3_a_face_up_card_needs_no_value_to_be_discarded() -> None:
    """R-SK-3: all see what it is."""
    playing = table([LINE] * 2, up=[(A, 1)], spyglasses=1).draw(9)
    playing.do(game.ReplaceOwn(seat=A, slot=1))
    assert playing.said("card_discarded")[0].value == 6
    assert playing.turn == B


def test_r_sk_4_the_active_player_s_point_of_view() -> None:
    """R-SK-4: the discard came out of B's line, A peeks at A's own cards."""
    playing = table([LINE, [4, 5, 5, 5]]).draw(9).other("left", 0)
    assert [place.seat for place in playing.said("look_due")[0].places] == [A, A]
    assert playing.rule(game.ChoosePeek(seat=B, end="left")) == "Playing the Game"


def test_r_sk_5_a_look_may_be_waived() -> None:
    """R-SK-5: choosing is mandatory; a waived look teaches nothing; face-up cards may be seen."""
    waiting = table([LINE] * 2, up=[(A, 0)], spyglasses=1).throw(4)
    assert waiting.rule(game.Draw(seat=B)) == "R-SK-5"
    assert waiting.rule(game.ChoosePeek(seat=A, end="left")) == "legal"
    assert waiting.rule(game.ChoosePeek(seat=A, end="right", look=False, value=5)) == "R-SK-5"
    waived = waiting.peek("right", look=False)
    assert waived.knows(A, A) == [0]
    assert waived.turn == B


def test_r_sk_6_every_player_turns_one_that_lies_face_down() -> None:
    """R-SK-6: the active one too, in any order; the only one is the only choice."""
    playing = table([LINE] * 3, up=[(A, 1), (C, 2)], spyglasses=1).throw(2)
    assert playing.said("turn_up_due")[0].seats == (A, B, C)
    offered = [one for one in game.choices(playing.state, A) if isinstance(one, game.TurnUp)]
    assert [one.slot for one in offered] == [2]
    playing.turn_up(C, 1).turn_up(B, 1)
    assert playing.rule(game.TurnUp(seat=B, slot=2)) == "R-SK-6"
    assert playing.rule(game.Draw(seat=B)) == "R-SK-6"
    playing.turn_up(A, 2)
    assert playing.turn == B


def test_r_sk_6_the_order_of_turning_does_not_matter() -> None:
    """R-SK-6: simultaneous choices."""
    one = table([LINE] * 2).throw(2).turn_up(A, 1).turn_up(B, 2)
    other = table([LINE] * 2).throw(2).turn_up(B, 2).turn_up(A, 1)
    assert one.state == other.state


def test_r_sk_6_nothing_happens_where_all_lie_face_up() -> None:
    """R-SK-6: nobody is asked, and play goes on."""
    up = [(seat, slot) for seat in (A, B) for slot in (1, 2)]
    playing = table([LINE] * 2, up=up, spyglasses=1).throw(2)
    assert "turn_up_due" not in playing.tags
    assert playing.turn == B


def test_r_sk_7_nothing_is_turned_after_the_third() -> None:
    """R-SK-7."""
    playing = table([LINE] * 2, spyglasses=2).throw(2)
    assert playing.phase == "reveal"
    assert playing.rule(game.TurnUp(seat=A, slot=1)) == "R-SK-6"
    assert playing.rule(game.Draw(seat=B)) == "Winning the Game"


def test_r_sk_8_the_last_turn_is_played_in_full() -> None:
    """R-SK-8: its action too; a third Spyglass then is named as the end."""
    passed = table([[1, 2, 3, 4], [5, 6, 7, 8]], pile=1).throw(1)
    assert passed.lines == [[2, 3, 4, 5], [6, 7, 8, 1]]
    assert passed.phase == "reveal"
    peeking = table([LINE] * 2, pile=1).throw(4)
    assert peeking.phase == "peek"
    assert peeking.peek("left").phase == "reveal"
    both = table([LINE] * 2, pile=1, spyglasses=2).throw(2)
    assert both.said("play_ended")[0].reason == "third_spyglass"


def test_r_sk_9_equal_numbers_share_the_win() -> None:
    """R-SK-9."""
    ended = table([LINE, [1, 1, 1, 1], LINE], pile=1).throw(5).reveal()
    assert ended.winners == (A, C)


def test_r_sk_10_a_2_in_a_line_scores_2() -> None:
    """R-SK-10."""
    ended = table([[2, 2, 2, 2], [1, 9, 9, 9]], pile=1).throw(5).reveal()
    assert ended.scores == [2222, 1999]
    assert ended.winners == (A,)


def test_r_sk_11_nothing_is_reshuffled() -> None:
    """R-SK-11: the game ends with the pile, discards stay in order."""
    playing = table([LINE] * 2, pile=3).pass_turns(2).throw(6)
    assert playing.discards == [5, 5, 5, 6]
    assert playing.phase == "reveal"
    assert playing.view().discard == (5, 5, 5, 6)


def test_r_sk_12_the_first_look() -> None:
    """R-SK-12: once, at both, until the first draw; and for any seat."""
    playing = deal(3)
    playing.do(game.LookAtMiddle(seat=C, values=(7, None)))
    assert playing.knows(C, C) == [1, 2]
    assert playing.rule(game.LookAtMiddle(seat=C)) == "R-SK-12"
    playing.draw(5)
    assert playing.rule(game.LookAtMiddle(seat=A)) == "R-SK-12"
    assert not [one for one in game.choices(playing.state, A) if isinstance(one, game.LookAtMiddle)]


def test_r_sk_13_a_card_is_replaced_unseen() -> None:
    """R-SK-13: the slot is declared before the old card is shown; face-up ones are legal too."""
    playing = table([LINE] * 2, up=[(A, 1)], spyglasses=1).draw(9)
    slots = [one.slot for one in game.choices(playing.state, A) if isinstance(one, game.ReplaceOwn)]
    assert slots == [0, 1, 2, 3]
    playing.do(game.ReplaceOwn(seat=A, slot=0))
    assert playing.phase == "discard"


def test_r_sk_14_what_was_declared_stands() -> None:
    """R-SK-14: until the discard is shown nothing else can be done."""
    playing = table([LINE] * 2).draw(9).do(game.ReplaceOwn(seat=A, slot=0))
    assert playing.rule(game.ReplaceOwn(seat=A, slot=1)) == "R-SK-14"
    assert playing.rule(game.DiscardDrawn(seat=A)) == "R-SK-14"
    assert playing.rule(game.Draw(seat=B)) == "R-SK-14"
    assert playing.rule(game.ShowDiscard(seat=B, value=5)) == "Playing the Game"
    playing.do(game.ShowDiscard(seat=A, value=5))
    assert (playing.turn, playing.discards[-1]) == (B, 5)


def test_r_sk_14_with_the_value_or_after_it_is_the_same() -> None:
    """R-SK-14: told in one step or in two."""
    at_once = table([LINE] * 2).draw(9).own(0)
    later = table([LINE] * 2).draw(9).do(game.ReplaceOwn(seat=A, slot=0))
    assert later.do(game.ShowDiscard(seat=A, value=5)).state == at_once.state


def test_r_sk_15_a_line_is_read_from_its_owner_s_left() -> None:
    """R-SK-15."""
    ended = table([[8, 1, 3, 4], [1, 1, 1, 1]], pile=1).throw(5).reveal()
    assert ended.scores[A] == 8134
    assert [slot.value for slot in ended.view().players[A].line] == [8, 1, 3, 4]
    assert ended.view().players[A].score == 8134


def test_r_sk_16_only_a_discard_acts() -> None:
    """R-SK-16: a 2 that is turned up, or an 8 that is placed, does nothing."""
    playing = table([[5, 2, 9, 5], LINE]).throw(2).turn_up(A, 1)
    assert playing.tags == ["card_turned_up"]
    assert len(playing.state.spyglass) == 1
    assert table([LINE] * 2).draw(8).own(3).line(A) == [5, 6, 9, 8]


def test_r_sk_17_tokens_stay_and_are_never_renewed() -> None:
    """R-SK-17: also when cards are passed."""
    playing = table([LINE] * 3, red=[A], blue=[A, B]).throw(1)
    assert [(one.red, one.blue) for one in playing.state.tokens] == [
        (True, True),
        (False, True),
        (False, False),
    ]


def test_r_sk_18_the_new_card_lies_before_the_action() -> None:
    """R-SK-18: it is passed on at once."""
    playing = table([[1, 6, 9, 5], LINE]).draw(9).own(0)
    assert playing.lines == [[6, 9, 5, 5], [6, 9, 5, 9]]


def test_r_sk_19_middle_is_what_lies_there_now() -> None:
    """R-SK-19: no card is turned back down, whatever the count."""
    playing = table([LINE] * 2, up=[(A, 0), (B, 1), (B, 2)], spyglasses=1).throw(8)
    assert playing.up(A) == [3]
    playing.throw(2)
    assert playing.state.owing == (A,)
    playing.turn_up(A, 1)
    assert (playing.up(A), playing.up(B)) == ([1, 3], [1, 2])


def test_r_sk_20_turned_before_the_reveal() -> None:
    """R-SK-20: no effect on scores."""
    playing = table([LINE] * 2, pile=1).throw(2)
    assert playing.rule(game.RevealAll(seat=A, values=(5, 6, 9, 5))) == "Winning the Game"
    playing.turn_up(A, 1).turn_up(B, 2)
    assert playing.reveal().scores == [5695, 5695]


def test_r_sk_21_who_knows_the_new_card() -> None:
    """R-SK-21: who placed it; the old one is everybody's."""
    playing = table([LINE, [5, 5, 5, 9], LINE]).draw(8, tell=True).other("left", 3)
    placed = playing.said("card_placed")[0]
    assert playing.knows(A, B) == [3]
    assert playing.knows(B, B) == []
    sight = playing.state.sights[playing.state.discard[-1]]
    assert sight is not None
    assert (sight.face, sight.seen_by) == (9, (A, B, C))
    assert game.redact(placed, B) == msgspec.structs.replace(placed, value=None)


def test_r_sk_22_one_card_a_turn() -> None:
    """R-SK-22: nothing returns to the pile."""
    playing = table([LINE] * 2, pile=7).draw(5)
    assert playing.rule(game.Draw(seat=A)) == "R-SK-22"
    playing.discard()
    assert playing.rule(game.DiscardDrawn(seat=B)) == "R-SK-22"
    assert playing.rule(game.Draw(seat=A)) == "Playing the Game"
    assert len(playing.state.pile) == 6


# What the companion may be told, and when.


def test_a_value_may_be_told_afterwards() -> None:
    """What a player holds, or has just looked at; until the next card is drawn."""
    playing = table([LINE] * 2).draw(4)
    assert playing.rule(game.Tell(seat=B, value=4)) == "R-SK-13"
    playing.do(game.Tell(seat=A, value=4))
    assert playing.view(A).drawn == 4
    assert playing.view(B).drawn is None
    playing.discard()
    assert playing.rule(game.Tell(seat=A, value=4)) == "R-SK-13"
    playing.peek("right")
    assert playing.rule(game.Tell(seat=B, value=5)) == "R-SK-13"
    playing.do(game.Tell(seat=A, value=5))
    look = playing.view(A).look
    assert look is not None
    assert (look.place.slot, look.value) == (3, 5)
    assert playing.view(B).look == msgspec.structs.replace(look, value=None)
    playing.draw(5)
    assert playing.view(A).look is None
    assert playing.rule(game.Tell(seat=A, value=5)) == "R-SK-13"


def test_what_was_told_in_confidence_stays_so() -> None:
    """Also when the card lies face up: all see it, but the companion shows what it read."""
    playing = table([LINE] * 2, up=[(A, 1)], spyglasses=1).draw(8, tell=True)
    playing.do(game.ReplaceOwn(seat=A, slot=1))
    assert playing.view(B).players[A].line[1].value is None
    playing.do(game.ReadFaceUp(seat=A, slot=1, value=8))
    assert playing.view(B).players[A].line[1].value == 8


def test_a_face_up_card_may_be_read_later() -> None:
    """The engine runs without it: the camera or a person fills it in."""
    playing = table([LINE] * 2).throw(2)
    playing.do(game.TurnUp(seat=B, slot=1)).do(game.TurnUp(seat=A, slot=1))
    assert playing.turn == B
    assert playing.view().players[A].line[1] == msgspec.convert(
        {"up": True}, type(playing.view().players[A].line[1])
    )
    (pattern,) = (
        one for one in game.choices(playing.state, A) if isinstance(one, game.ReadFaceUpPattern)
    )
    assert (pattern.seat, pattern.slot) == (A, 1)
    playing.do(game.ReadFaceUp(seat=A, slot=1, value=6))
    assert playing.view().players[A].line[1].value == 6


def test_the_end_needs_every_card_that_nobody_knows() -> None:
    """ "Winning the Game": face-up cards need not be read again, others must."""
    playing = table([LINE] * 2, up=[(A, 1)], pile=1).throw(5)
    assert playing.rule(game.RevealAll(seat=A, values=(5, None, 9, 5))) == "legal"
    assert playing.rule(game.RevealAll(seat=A, values=(None, 6, 9, 5))) == "Winning the Game"
    assert playing.rule(game.RevealAll(seat=A, values=(5, 7, 9, 5))) == "R-SK-3"
    playing.do(game.RevealAll(seat=A, values=(5, None, 9, 5)))
    assert playing.said("line_revealed")[0].score == 5695
    assert playing.rule(game.RevealAll(seat=A, values=(5, 6, 9, 5))) == "Winning the Game"
    assert playing.winners is None


def test_the_last_unread_card_is_worked_out() -> None:
    """When all others of the box lie open, the last one needs no reading."""
    lines = [9, 9, 2, 2, 8, 2, 2, 7]
    playing = deal(2)
    playing.faces[:8] = lines
    pile = [value for value in range(1, 10) for _ in range(6)]
    for value in lines:
        pile.remove(value)
    for value in sorted(pile, key=lambda value: value == 2):
        playing.throw(value)
        while playing.phase in ("peek", "sneak", "spyglass"):
            settle(playing)
    assert playing.phase == "reveal"
    playing.do(game.RevealAll(seat=A, values=four(playing.line(A))))
    first, second, _, last = four(playing.line(B))
    action = game.RevealAll(seat=B, values=(first, second, None, last))
    assert playing.rule(action) == "legal"
    assert playing.do(action).said("line_revealed")[0].values == four(playing.line(B))


def four(values: list[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = values
    return first, second, third, fourth


def settle(playing: Table) -> None:
    """Waive looks, turn up the first middle card."""
    if playing.phase == "peek":
        playing.peek("left", look=False)
    elif playing.phase == "sneak":
        playing.sneak("left", look=False)
    else:
        seat = playing.state.owing[0]
        playing.turn_up(seat, 1 if 1 not in playing.up(seat) else 2)


def test_too_many_copies_are_a_warning() -> None:
    """Spec section 1: only hints count cards, so a seventh 9 is a warning and never refused."""
    playing = table([[9] * 4, [9] * 4], up=[(A, slot) for slot in range(4)], pile=20)
    playing.throw(9).throw(9)
    assert playing.said("overcounted") == []
    warning = playing.throw(9).said("overcounted")[0]
    assert (warning.value, warning.copies) == (9, 6)
    assert playing.turn == B


# The rulings themselves.


def test_every_ruling_is_cited_by_a_test_and_every_cited_rule_exists() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    cited = set(re.findall(r"R-SK-\d+", tests))
    assert set(RULINGS) == {f"R-SK-{number}" for number in range(1, 23)}
    assert set(RULINGS) <= cited
    source = Path(package.__file__).parent
    for module in source.glob("*.py"):
        named = set(re.findall(r"R-SK-\d+", module.read_text(encoding="utf-8")))
        assert named <= set(RULINGS), module.name


def test_every_refusal_names_a_ruling_or_heading() -> None:
    found = [value for value in vars(legality).values() if isinstance(value, Illegal)]
    assert len(found) > 15
    for refusal in found:
        assert refusal.rule in RULINGS or refusal.rule in HEADINGS, refusal


def test_defaults_of_the_options_are_pinned() -> None:
    assert msgspec.to_builtins(game.Options()) == {"memory_aid": False}
    (described,) = game.describe_options(game.Options(memory_aid=True))
    assert (described.key, described.kind, described.value) == ("memory_aid", "switch", "true")
    assert described.rule in RULINGS


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (game.Draw(seat=7), "Set Up"),
        (game.Draw(seat=-1), "Set Up"),
        (game.Draw(seat=A, value=0), "Contents"),
        (game.LookAtMiddle(seat=A, values=(10, None)), "Contents"),
        (game.RevealAll(seat=A, values=(1, 1, 1, 1)), "Winning the Game"),
        (game.ReadFaceUp(seat=A, slot=4, value=1), "Set Up"),
    ],
)
def test_nonsense_is_refused_by_name(action: game.Action, rule: str) -> None:
    assert deal(2).rule(action) == rule
