"""One test for each ruling R-WT-n of spec/wizard_thieves.md, section 5. Each names its ruling."""

import re
from pathlib import Path

import msgspec
import pytest

import rules.wizard_thieves as package
from rules import wizard_thieves as game
from rules.core import Illegal
from rules.wizard_thieves import legality
from rules.wizard_thieves.rulings import HEADINGS, RULINGS
from tests.support.wizard import A, B, C, D, Table, deal, table


def test_r_wt_1_the_next_card_closes_the_window() -> None:
    """R-WT-1: no memory of earlier missed challenges."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1")
    assert game_.may_grab
    game_.flip(B, "g2")
    assert not game_.may_grab
    assert game_.press(C).status[C] == "cursed"


def test_r_wt_1_the_next_card_may_open_a_new_one() -> None:
    """R-WT-1."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1").flip(B, "g1")
    assert game_.tags == ["window_closed", "card_revealed", "window_opened", "turn_passed"]


def test_r_wt_2_three_alike_are_doubles_only() -> None:
    """R-WT-2: a sandwich needs a filler that does not match."""
    assert table([5, 5], pot="g1 g1").flip(A, "g1").reasons == ("doubles",)


def test_r_wt_3_portal_cards_are_no_part_of_the_sequence() -> None:
    """R-WT-3: neither under the Pot nor between its cards."""
    assert not table([5, 5], portal="g1 g2", pot="g3").flip(A, "g1").may_grab
    assert not table([5, 5], portal="g1 g2").flip(A, "g1").may_grab


def test_r_wt_4_each_press_meets_the_pot_as_it_is() -> None:
    """R-WT-4: presses of one moment in order, or one after another, are the same."""
    start = [table([5, 5, 5], pot="g1 x3", challenge=(A, B, 3), cursed=[B]) for _ in range(2)]
    together = start[0].press(B, C)
    apart = start[1].press(B).press(C)
    assert together.status == apart.status == ["safe", "out", "safe"]
    assert together.said("press_ignored")[0].why == "no_pot"


def test_r_wt_5_late_hands_and_empty_pots_curse_nobody() -> None:
    """R-WT-5: after a valid win, and before the first card of a Pot."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1").press(B, C)
    assert game_.status == ["safe"] * 3
    assert game_.press(C).said("press_ignored")[0].rule == "R-WT-5"
    assert deal(2).press(A).status == ["safe", "safe"]


def test_r_wt_6_the_table_says_who_was_first() -> None:
    """R-WT-6: until then nothing else happens; then the named one has the Pot."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1").press((B, C), A)
    assert game_.state.tied is not None
    assert game_.flip_rule(B) == "R-WT-6"
    assert game_.rule(game.AdjudicateGrab(seat=A)) == "R-WT-6"
    game_.first(C)
    assert game_.cards == [4, 5, 7]
    assert game_.status == ["safe"] * 3
    assert [event.seat for event in game_.said("press_ignored")] == [B, A]


def test_r_wt_7_the_order_of_two_cursed_players_is_asked_only_where_it_matters() -> None:
    """R-WT-7: with four players both are out whoever was first."""
    game_ = table([5, 5], pot="g1", cursed=[A, B]).press((A, B))
    assert game_.state.tied is not None
    assert game_.first(B).winners == (A,)
    game_ = table([5, 5, 5, 5], pot="g1", cursed=[A, B], turn=C).press((A, B))
    assert game_.state.tied is None
    assert game_.status == ["out", "out", "safe", "safe"]


def test_r_wt_7_whoever_is_first_of_two_the_third_wins() -> None:
    """R-WT-7: so nobody is asked, and the third one's own press comes after the end."""
    game_ = table([5, 5, 5], pot="g1", cursed=[A, B]).press((A, B), C)
    assert game_.winners == (C,)
    assert game_.status[C] == "safe"


def test_r_wt_7_later_presses_are_judged_when_the_table_has_spoken() -> None:
    """R-WT-7: B faces, so whether A's hand meets a Pot depends on who was first."""
    game_ = table([5, 5, 5], pot="x3", challenge=(C, B, 3), cursed=[B]).press((A, B), C)
    assert game_.state.tied is not None
    assert game_.first(A).status == ["cursed", "out", "safe"]
    assert [event.seat for event in game_.said("press_ignored")] == [C]


def test_r_wt_8_one_attempt_names_a_player_once() -> None:
    """R-WT-8: within debounce_ms; the referee counts, the rules refuse a double."""
    assert deal(2).rule(game.Grab(presses=((A,), (A,)))) == "R-WT-8"
    assert game.Options().debounce_ms == 800


def test_r_wt_9_players_without_cards_are_skipped() -> None:
    """R-WT-9: in turns and in challenges."""
    assert table([5, 0, 5]).flip(A, "g1").turn == C
    assert table([5, 0, 5]).flip(A, "x1").facing == (A, C, 1)
    out = table([5, 0, 5, 5], out=[B]).flip(A, "x1")
    assert out.facing == (A, C, 1)
    assert table([2, 0]).flip(A, "x1").winners == (A,)


def test_r_wt_10_a_pot_is_a_deck() -> None:
    """R-WT-10: won by a player without cards, who starts the next Pot."""
    game_ = table([5, 5, 0], pot="g1").flip(A, "g1").press(C)
    assert game_.cards == [4, 5, 2]
    assert game_.turn == C
    assert game_.flip_rule(C) == "legal"


def last_chance_with_a_match() -> Table:
    return table([5, 5, 5], pot="x2 g1", challenge=(A, B, 1)).flip(B, "g1")


def test_r_wt_11_the_setter_s_pot_waits_for_a_grab() -> None:
    """R-WT-11: a grab before the setter takes it wins; TakePot closes the window."""
    assert last_chance_with_a_match().press(C).cards == [5, 4, 8]
    taken = last_chance_with_a_match().take(A)
    assert taken.cards == [8, 4, 5]
    assert taken.press(C).status == ["safe"] * 3
    flipped = last_chance_with_a_match().flip(A, "g5")
    assert flipped.cards == [7, 4, 5]
    assert flipped.state.pot == ("gem:5",)


def test_r_wt_12_nobody_qualifies() -> None:
    """R-WT-12: the challenge ends, the Pot stays, the facing player reveals normally."""
    game_ = table([5, 5, 5], cursed=[A]).flip(A, "x3").press(A)
    assert game_.said("challenge_ended")[0].why == "no_setter"
    assert (game_.turn, len(game_.state.pot)) == (B, 1)


def test_r_wt_12_the_facing_player_s_own_treasure_does_not_qualify() -> None:
    """R-WT-12: neither does an eliminated player's."""
    game_ = table([5, 5, 5], pot="x1 x2 x3", by=[C, B, A], challenge=(A, B, 3), cursed=[A])
    assert game_.press(A).facing == (C, B, 3)


def test_r_wt_13_before_the_first_flip_too() -> None:
    """R-WT-13: the Pot is removed and the next with cards starts."""
    game_ = table([5, 5, 0, 5], cursed=[B]).flip(A, "x2").press(B)
    assert game_.state.removed == ("treasure:2",)
    assert game_.turn == D


def test_r_wt_13_any_other_player_leaves_pot_and_challenge() -> None:
    """R-WT-13: a builder's turn passes on."""
    game_ = table([5, 5, 5], pot="x2", challenge=(A, B, 2), cursed=[C]).press(C)
    assert game_.facing == (A, B, 2)
    game_ = table([5, 5, 5], pot="g1", turn=B, cursed=[B]).press(B)
    assert game_.turn == C
    assert len(game_.state.pot) == 1


def test_r_wt_14_with_a_window_the_first_grab_wins() -> None:
    """R-WT-14: a last-card Bomb on a Bomb; else the latest revealer takes the Pot."""

    def nobody_holds() -> Table:
        return table([1, 1], pot="bomb", by=[B]).flip(A, "bomb").bomb(A, B)

    assert nobody_holds().winners is None
    assert nobody_holds().press(B).winners == (B,)
    taken = nobody_holds().take(A)
    assert taken.winners == (A,)
    assert taken.cards == [2, 0]


def test_r_wt_14_an_eliminated_revealer_does_not_win() -> None:
    """R-WT-14: the latest one who is still in."""
    game_ = table([5, 0, 0], pot="g1", cursed=[A], recent=[A, C, B]).press(A)
    assert game_.winners == (C,)


def test_r_wt_15_the_end_beats_a_grab() -> None:
    """R-WT-15: and by the option it does not."""
    game_ = table([1, 5], pot="g1").flip(A, "g1")
    assert game_.winners == (B,)
    assert game_.rule(game.Grab(presses=((A,),))) == "Game End"
    game_ = table([1, 5], pot="g1", grab_before_end=True).flip(A, "g1")
    assert game_.winners is None
    game_.press(A)
    assert game_.cards == [2, 5]
    assert game_.winners is None
    game_ = table([1, 5], pot="g1", grab_before_end=True).flip(A, "g1").take(B)
    assert game_.winners == (B,)


def test_r_wt_15_a_lone_setter_wins_before_a_grab() -> None:
    """R-WT-15, R-WT-11: the facing player's last card makes Doubles, the setter alone has cards."""
    game_ = table([5, 1], pot="x2 g1", challenge=(A, B, 2)).flip(B, "g1")
    assert game_.winners == (A,)


def test_r_wt_15_items_without_effect_are_no_items() -> None:
    """R-WT-15: a Cursed player's last Gauntlet ends the game like a gem."""
    assert table([1, 5], pot="g1", cursed=[A]).flip(A, "gauntlet").winners == (B,)
    assert table([1, 5], pot="g1").flip(A, "coin").winners == (B,)


def test_r_wt_16_played_out_by_the_last_holder() -> None:
    """R-WT-16: success leaves nobody to challenge; running out gives all to the setter."""
    game_ = table([0, 3], pot="x2", challenge=(A, B, 2)).flip(B, "g1 x1")
    assert game_.winners == (B,)
    assert game_.said("challenge_ended")[0].why == "no_one_left"
    game_ = table([0, 3], pot="x2", challenge=(A, B, 2)).flip(B, "g1 g2")
    assert game_.cards == [3, 1]
    assert game_.winners is None


def test_r_wt_17_items_use_chances() -> None:
    """R-WT-17: a Cursed player's King Coin is just a failed chance."""
    game_ = table([5, 5], pot="x2", challenge=(A, B, 2), cursed=[B]).flip(B, "coin")
    assert game_.facing == (A, B, 1)
    game_ = table([5, 5], pot="x2", challenge=(A, B, 2)).flip(B, "bomb").bomb(B, A)
    assert game_.facing == (A, B, 1)


def test_r_wt_18_a_choice_not_yet_stated_is_lost() -> None:
    """R-WT-18: the grab comes first; a King Coin's owner may win the race instead."""
    game_ = table([5, 5, 5], pot="gauntlet").flip(A, "gauntlet").press(B)
    assert game_.rule(game.UseGauntlet(seat=A, deck=C)) == "R-WT-29"
    coins = table([5, 5, 5], pot="x3 coin", challenge=(A, B, 2)).flip(B, "coin").press(C)
    assert coins.said("item_lapsed")[0].item == "item:king_coin"


def test_r_wt_19_only_players_with_cards_can_be_chosen() -> None:
    """R-WT-19: and "all opponents" are those still in."""
    game_ = table([5, 0, 5, 0], out=[D]).flip(A, "bomb")
    assert game_.rule(game.UseBomb(seat=A, target=B)) == "R-WT-19"
    assert game_.rule(game.UseBomb(seat=A, target=A)) == "R-WT-19"
    game_.bomb(A)
    assert [event.seat for event in game_.said("cards_destroyed")] == [C]
    assert table([5, 2], pot="g1").flip(A, "bomb").bomb(A, B).winners == (A,)


def test_r_wt_20_a_later_portal_card_opens_nothing() -> None:
    """R-WT-20: tested only when a card is played into the Pot."""
    game_ = table([5, 5], pot="g1").flip(A, "caster").cast(A, B, "caster")
    assert not game_.may_grab
    game_ = table([5, 5], portal="g7 g1").flip(A, "gauntlet").steal(A, portal=1)
    assert not game_.may_grab


def test_r_wt_21_any_portal_card_may_be_stolen() -> None:
    """R-WT-21: the rest keeps its order."""
    game_ = table([5, 5], portal="g1 g2 g3").flip(A, "gauntlet").steal(A, portal=1)
    assert game_.state.portal == ("gem:1", "gem:3")
    assert game_.state.decks[A][-1] == "gem:2"


def test_r_wt_22_a_won_pot_lies_as_it_was_played() -> None:
    """R-WT-22: a hint for weights; a different card is not refused."""
    game_ = table([1, 5, 5], pot="g1 g2").flip(A, "g2").press(A)
    assert game_.state.decks[A] == ("gem:1", "gem:2", "gem:2")
    assert game_.flip_rule(A, "x4") == "legal"


def test_r_wt_23_magic_items_dealt() -> None:
    """R-WT-23."""
    assert deal(2).cards == [18 + 8 + 4] * 2
    assert deal(3).cards == [9 + 4 + 2] * 3
    assert deal(4).cards == [9 + 4 + 2] * 4


def test_r_wt_24_the_effect_comes_before_the_chance() -> None:
    """R-WT-24: and an item never sets a challenge."""
    game_ = table([5, 5], pot="x1", challenge=(A, B, 1)).flip(B, "bomb")
    assert game_.facing == (A, B, 1)
    game_.bomb(B, A)
    assert game_.tags[:4] == ["bomb_used", "cards_destroyed", "chance_used", "challenge_failed"]


def test_r_wt_25_the_revealer_may_grab_like_anybody() -> None:
    """R-WT-25: no handicap for whoever revealed the card."""
    assert table([5, 5], pot="g1").flip(A, "g1").press(A, B).cards == [6, 5]


def test_r_wt_26_pressing_into_somebody_s_choice() -> None:
    """R-WT-26: improper, and the choice stays."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "bomb").press(B)
    assert game_.status == ["safe", "cursed", "safe"]
    assert game_.rule(game.UseBomb(seat=A)) == "legal"


def test_r_wt_27_applied_effects_stand_and_pending_ones_lapse() -> None:
    """R-WT-27: a named target owes the Portal its card, grab or no grab."""
    game_ = table([5, 5, 5], pot="caster").flip(A, "caster").cast(A, B).press(C)
    assert game_.cards == [4, 5, 7]
    assert game_.flip_rule(C) == "R-WT-31"
    game_.to_portal(B, "g1")
    assert game_.state.portal == ("gem:1",)
    assert game_.turn == C
    last_one = table([5, 5], pot="g1", cursed=[B]).flip(A, "bomb").press(B)
    assert last_one.winners == (A,)
    assert last_one.state.item is None


def test_r_wt_28_an_effect_leaves_the_window_open() -> None:
    """R-WT-28: only the next card, a grab, TakePot or King Coin closes it."""
    game_ = table([5, 5, 5], pot="bomb").flip(A, "bomb").bomb(A)
    assert game_.may_grab
    assert game_.press(B).cards == [4, 6, 4]


def test_r_wt_29_choices_are_mandatory() -> None:
    """R-WT-29: the next card waits; exactly one branch is chosen."""
    game_ = table([5, 5], portal="g1").flip(A, "gauntlet")
    assert game_.flip_rule(B) == "R-WT-31"
    assert game_.rule(game.UseGauntlet(seat=A)) == "Magic Items"
    assert game_.rule(game.UseGauntlet(seat=A, deck=B, portal=0)) == "Magic Items"
    assert game_.rule(game.UseGauntlet(seat=B, deck=A)) == "R-WT-29"
    only_portal = table([5, 0, 0], portal="g1").flip(A, "gauntlet")
    assert only_portal.rule(game.UseGauntlet(seat=A, deck=B)) == "R-WT-19"
    assert only_portal.rule(game.UseGauntlet(seat=A, portal=0)) == "legal"


def test_r_wt_30_a_king_coin_without_a_match_works_at_once() -> None:
    """R-WT-30: the owner's button afterwards only says so."""
    game_ = table([5, 5], pot="x3", challenge=(A, B, 3)).flip(B, "coin")
    assert game_.cards == [5, 6]
    game_.coin(B)
    assert game_.tags == ["pot_collected"]
    assert game_.rule(game.ApplyKingCoin(seat=B)) == "R-WT-30"


def test_r_wt_31_cards_flipped_at_the_wrong_time() -> None:
    """R-WT-31: refused; as a MisReveal they change nothing but the hint."""
    game_ = table([5, 5, 5], pot="g1 g2").flip(A, "g2")
    assert game_.flip_rule(C) == "R-WT-31"
    game_.do(game.MisReveal(seat=C))
    assert game_.may_grab
    assert game_.cards == [4, 5, 5]
    won = table([5, 5], pot="g1").flip(A, "g1").press(B).do(game.MisReveal(seat=B))
    assert set(won.state.decks[B]) == {None}


def test_r_wt_32_a_cursed_player_plays_on() -> None:
    """R-WT-32: reveals, sets, faces; negated items lie in the Pot and match."""
    game_ = table([5, 5, 5], cursed=[A, B]).flip(A, "x2")
    assert game_.facing == (A, B, 2)
    game_.flip(B, "bomb bomb")
    assert game_.reasons == ("doubles",)
    assert game_.cards == [4, 3, 5]
    assert game_.state.collecting is not None


def test_r_wt_33_the_setter_s_press_takes_the_pot() -> None:
    """R-WT-33: the Pot is the setter's when the failing card is visible; others meet no Pot."""
    game_ = table([5, 5, 5], pot="x1", challenge=(A, B, 1)).flip(B, "g1")
    assert game_.cards == [7, 4, 5]
    game_.press(A)
    assert game_.tags == ["pot_collected"]
    assert game_.status == ["safe"] * 3
    game_ = table([5, 5, 5], pot="x1", challenge=(A, B, 1)).flip(B, "g1").press(C, A)
    assert [event.seat for event in game_.said("press_ignored")] == [C]
    assert game_.rule(game.TakePot(seat=C)) == "R-WT-33"


def test_r_wt_34_a_treasure_with_a_match_still_challenges() -> None:
    """R-WT-34: in force from the reveal on."""
    game_ = table([5, 5, 5], pot="x2").flip(A, "x2")
    assert game_.may_grab
    assert game_.facing == (A, B, 2)


def test_r_wt_35_the_first_card_of_a_pot() -> None:
    """R-WT-35: matches no earlier Pot; a Treasure challenges as usual."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1").press(B).flip(B, "g1")
    assert not game_.may_grab
    assert deal(2).flip(A, "x4").facing == (A, B, 4)


# Overruling a grab ("Grabbing Etiquette").


def test_a_grab_is_fanned_out_and_overruled() -> None:
    """ "Grabbing Etiquette": Pot, turn, challenge and item come back; the presses were improper."""
    game_ = table([5, 5, 5], pot="bomb").flip(A, "bomb").press(C, B)
    assert game_.do(game.CheckGrab()).said("grab_checked")[0].cards == ("item:bomb", "item:bomb")
    game_.override(valid=False)
    assert game_.status == ["safe", "cursed", "cursed"]
    assert len(game_.state.pot) == 2
    assert game_.state.item is not None
    assert not game_.may_grab
    game_.override(valid=True)
    assert game_.cards == [4, 5, 7]
    assert game_.status == ["safe"] * 3


def test_an_improper_grab_was_valid_after_all() -> None:
    """ "Grabbing Etiquette": the earliest press has the Pot and nobody is cursed."""
    game_ = table([5, 5, 5], pot="g1 g2").press(B, C)
    assert game_.status == ["safe", "cursed", "cursed"]
    assert game_.rule(game.CheckGrab()) == "Grabbing Etiquette"
    assert game_.rule(game.OverrideGrab(valid=False)) == "Grabbing Etiquette"
    game_.override(valid=True)
    assert game_.status == ["safe"] * 3
    assert game_.cards == [5, 7, 5]


def test_an_overruled_grab_of_a_failed_challenge_meets_no_pot() -> None:
    """R-WT-33 with "Grabbing Etiquette": without a match the Pot had gone to the setter."""
    game_ = last_chance_with_a_match().press(C).override(valid=False)
    assert game_.cards == [8, 4, 5]
    assert game_.status == ["safe"] * 3


def test_a_moved_card_ends_the_dispute() -> None:
    """ "Grabbing Etiquette": until the next card."""
    game_ = table([5, 5, 5], pot="g1").flip(A, "g1").press(C).flip(C, "g4")
    assert game_.rule(game.OverrideGrab(valid=False)) == "Grabbing Etiquette"


# Warnings.


def test_too_many_copies_are_a_warning_when_the_pot_is_settled() -> None:
    """Spec section 2: warn if a card exceeds its copies, never refuse it."""
    game_ = table([5, 5, 5], pot="g1 g1 g1").flip(A, "g1").press(B)
    assert game_.said("overcounted")[0].copies == 3
    collected = table([5, 5, 5], pot="x1 g1 g1 g1 g2", challenge=(A, B, 1)).flip(B, "g1")
    assert collected.said("overcounted") == []
    assert collected.take(A).said("overcounted")[0].card == "gem:1"


# The rulings themselves.


def test_every_ruling_is_cited_by_a_test_and_every_cited_rule_exists() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    cited = set(re.findall(r"R-WT-\d+", tests))
    assert set(RULINGS) == {f"R-WT-{number}" for number in range(1, 36)}
    assert set(RULINGS) <= cited
    source = Path(package.__file__).parent
    for module in source.glob("*.py"):
        named = set(re.findall(r"R-WT-\d+", module.read_text(encoding="utf-8")))
        assert named <= set(RULINGS), module.name


def test_every_refusal_names_a_ruling_or_heading() -> None:
    found = [value for value in vars(legality).values() if isinstance(value, Illegal)]
    assert len(found) > 15
    for refusal in found:
        assert refusal.rule in RULINGS or refusal.rule in HEADINGS, refusal


def test_defaults_of_the_options_are_pinned() -> None:
    """R-WT-5, R-WT-6, R-WT-8, R-WT-15."""
    assert msgspec.to_builtins(game.Options()) == {
        "grab_before_end": False,
        "tie_ms": 2,
        "grace_ms": 1500,
        "debounce_ms": 800,
    }
    described = game.describe_options(game.Options(tie_ms=5))
    assert [info.key for info in described] == list(game.Options.__struct_fields__)
    assert {info.rule for info in described} <= set(RULINGS)
    assert described[1].value == "5"
    assert all(info.help for info in described)


@pytest.mark.parametrize("field", ["tie_ms", "grace_ms", "debounce_ms"])
def test_times_are_not_negative(field: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({field: -1}, game.Options)
