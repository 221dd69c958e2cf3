"""One test at least for each ruling R-EL-n of spec/eldris.md, section 5. Each names its ruling."""

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import rules.eldris as package
from rules import eldris as game
from rules.core import Illegal
from rules.eldris import refusals
from rules.eldris.events import SigilReset, Stolen
from rules.eldris.money import coins, on_score_cards
from rules.eldris.rulings import HEADINGS, RULINGS
from tests.support.eldris import (
    A,
    B,
    C,
    D,
    Table,
    cell,
    deal,
    solo,
    square,
    table,
    traits,
    with_player,
)

TWO = ("str1 dex1 int1", "wis1 cha1 con1")
FIVE = ("str1 dex1", "wis1 cha1", "con1 con2", "int1 int2", "wis2 wis3")
DISPLAY = "dex3 dex4 int3"
BESIDE = {"str1": cell(1, 1), "wis1": cell(1, 2)}


def named(hands: tuple[str, ...] = TWO, character: str = "wis1", **more: object) -> Table:
    """A's Cutpurse str1 stands beside `character`, and A says it is B's."""
    at = {"str1": cell(1, 1), character: cell(1, 2)}
    return table(hands, at=at, **more).accuse(character, B)  # type: ignore[arg-type]


def test_r_el_1_only_the_present_haul_of_the_active_player_counts() -> None:
    """R-EL-1: at the end of the own turn; who pays falls back."""
    playing = table(TWO, at=BESIDE, hauls=[0, 8])
    playing.pass_()
    assert playing.winners is None
    playing = playing.skip_to("nick").pass_()
    assert playing.winners == (B,)
    poorer = table(TWO, at=BESIDE, hauls=[0, 8]).accuse("wis1", B)
    assert poorer.hauls == [3, 7]
    poorer.promote(B, "cha1").draw(B, "int4")
    assert poorer.skip_to("nick").pass_().winners is None


def test_r_el_2_one_benefit_a_turn() -> None:
    """R-EL-2: reset or one ability."""
    playing = table(TWO, phase="roll", inactive=[A]).roll("wis wis wis").reset()
    for ability in traits("cha con dex int wis"):
        assert playing.rule(game.ClaimAbility(seat=A, ability=ability)) == "R-EL-2"
    declined = table(TWO, phase="roll", inactive=[A]).roll("wis wis con")
    declined.do(game.DeclineBenefit(seat=A))
    assert declined.rule(game.ClaimReset(seat=A)) == "R-EL-2"
    assert declined.spend().phase == "nick"


def test_r_el_3_rolled_again_before_anything_else() -> None:
    """R-EL-3: before a benefit and before a die is spent; option reroll_after_reset."""
    again = game.Reroll(seat=A, which=(1,), dice=("wisdom",))
    used = table(TWO, phase="roll").roll("cha cha wis").use("cha")
    assert used.rule(again) == "R-EL-3"
    moved = table(TWO, phase="roll").roll("cha con wis")
    moved.do(moved.offers(game.Move)[0])
    assert moved.rule(again) == "R-EL-3"
    playing = table(TWO, phase="roll", reroll_after_reset=True).roll("con str wis")
    playing.reroll([0], "wis").reset().reroll([0, 1, 2], "dex dex dex")
    assert not playing.player(A).sigil
    assert playing.rule(game.ClaimAbility(seat=A, ability="dexterity")) == "R-EL-2"


@pytest.mark.parametrize(
    ("which", "dice"),
    [((), ()), ((0, 0), ("wisdom", "wisdom")), ((1, 0), ("wisdom", "wisdom")), ((3,), ("wisdom",))],
)
def test_r_el_3_says_which_dice(which: tuple[int, ...], dice: tuple[str, ...]) -> None:
    """R-EL-3: places of the roll, each once, in order."""
    playing = table(TWO, phase="roll").roll("con str wis")
    action = game.Reroll(seat=A, which=which, dice=dice)  # type: ignore[arg-type]
    assert playing.rule(action) == "R-EL-3"


def test_r_el_4_half_a_dollar_is_all_there_is() -> None:
    """R-EL-4: the Guild pays in full."""
    playing = named(hauls=[0, 0.5])
    assert playing.said("fine_paid")[0].amount == 1
    assert playing.said("guild_paid")[0].amount == 4


def test_r_el_5_nobody_is_accused_before_a_first_turn() -> None:
    """R-EL-5."""
    playing = table(TWO, at=BESIDE, waiting=[B])
    assert playing.rule(game.Accuse(seat=A, character="wis1", player=B)) == "R-EL-5"
    assert playing.offers(game.Accuse) == []


def test_r_el_6_an_empty_deck_replaces_nothing() -> None:
    """R-EL-6: the Display stays short; Charisma and Intelligence do nothing."""
    at = {"str1": cell(1, 1), "dex3": cell(1, 2)}
    playing = table(FIVE, at=at, display=DISPLAY, deck=0).steal("dex3")
    assert playing.state.display == ("dex4", "int3")
    assert playing.turn == B
    for words, ability in (("cha cha wis", "cha"), ("int int wis", "int")):
        tried = Table(playing.state).roll(words).use(ability)
        assert not tried.said("ability_used")[0].effect
        assert tried.phase == "slip"
        assert tried.state.peeks == ()


def test_r_el_7_a_shown_cutpurse_does_not_block_constitution() -> None:
    """R-EL-7: unless the option says so; with two to four players it never does."""
    for blocked, effect in ((False, True), (True, False)):
        playing = table(
            FIVE, display=DISPLAY, phase="roll", constitution_blocked_by_self_exposure=blocked
        )
        playing = with_player(playing, A, exposed="str1", shown=True)
        playing.roll("con con wis").use("con")
        assert playing.said("ability_used")[0].effect is effect
        assert (playing.player(A).exposed is None) is False
    two = table(TWO, phase="roll", constitution_blocked_by_self_exposure=True)
    two = with_player(two, A, exposed="str1", shown=True).roll("con con wis").use("con")
    assert two.said("ability_used")[0].effect


def test_r_el_8_the_last_player_wins_at_once() -> None:
    """R-EL-8."""
    playing = named(("str1 dex1 int1", "wis1"), deck=0)
    assert playing.winners == (A,)
    assert playing.said("game_ended")[0].reason == "last_standing"


def test_r_el_8_a_stuck_game_may_be_ended() -> None:
    """R-EL-8: an empty deck and a whole round of Passes; the highest hauls share it."""
    three = ("str1 dex1 int1", "wis1 cha1 con1", "con2 con3 con4")
    playing = table(three, deck=0, hauls=[3, 3, 1])
    assert playing.rule(game.AgreeEnd()) == "R-EL-8"
    for _ in range(3):
        assert playing.offers(game.AgreeEnd, "table") == []
        playing = playing.skip_to("nick").pass_()
    assert playing.offers(game.AgreeEnd, "table") == [game.AgreeEnd()]
    assert playing.do(game.AgreeEnd()).winners == (A, B)
    full = table(three)
    for _ in range(3):
        full = full.skip_to("nick").pass_()
    assert full.rule(game.AgreeEnd()) == "R-EL-8"


def test_r_el_8_anything_but_a_pass_starts_the_round_anew() -> None:
    """R-EL-8."""
    at = {"str1": cell(1, 1), "dex1": cell(1, 2)}
    playing = table(TWO, at=at, deck=0).skip_to("nick").steal("dex1").skip_to("nick").pass_()
    assert playing.state.passes == 1
    wrong = table(TWO, at={"str1": cell(1, 1), "cha1": cell(1, 2)}, deck=0, turn=B)
    wrong = wrong.pass_().skip_to("nick").accuse("cha1", B)
    assert wrong.state.passes == 0


def test_r_el_9_strength_is_never_claimed_nor_told() -> None:
    """R-EL-9: with doubles or triples and no other benefit."""
    at = {"str1": cell(1, 1), "dex1": cell(2, 2), "wis1": cell(0, 0)}
    claim = game.ClaimAbility(seat=A, ability="strength")
    assert table(TWO, phase="roll").roll("str str wis").rule(claim) == "R-EL-9"
    steal = game.Steal(seat=A, card="dex1")
    accuse = game.Accuse(seat=A, character="wis1", player=B)
    for dice, legal in (("str str wis", True), ("wis wis wis", True), ("str con wis", False)):
        playing = table(TWO, at=at, dice=dice)
        assert (playing.rule(steal) == "legal") is legal
        assert (playing.rule(accuse) == "legal") is legal
        assert (steal in playing.offers(game.Steal)) is legal
    declined = table(TWO, at=at, phase="roll").roll("str str wis").do(game.DeclineBenefit(seat=A))
    assert declined.skip_to("nick").rule(steal) == "legal"
    assert "adjac" not in str(table(TWO, at=at).refusal(steal).reason)


def test_r_el_10_no_threat_on_the_unoccupied() -> None:
    """R-EL-10: they left the Square; and one token is enough."""
    playing = solo(
        "dex1", display="con1 con2 con3", discarded="wis1", round=1, rivals="wis2", phase="fan"
    )
    playing.fan("cha1", "wis wis")
    assert playing.state.solo is not None
    assert set(playing.state.solo.threats) == {"wis3", "wis4"}


def test_r_el_11_solo_abilities() -> None:
    """R-EL-11: Constitution does nothing; a Display change moves tokens."""
    nothing = solo("str1", display="con1 con2 con3", phase="slip", dice="con con wis").use("con")
    assert not nothing.said("ability_used")[0].effect
    playing = solo(
        "str1",
        display="con1 con2 con3",
        phase="slip",
        dice="int int wis",
        threats="wis1 wis2 wis3 wis4",
        concealed="wis wis",
    )
    playing.use("int").turn_up("wis1").give_back("con1")
    tokens = {place.character: place.token for place in playing.view().square}
    assert tokens["wis1"] == "target"
    assert tokens["con1"] is None
    assert playing.state.solo is not None
    assert playing.state.solo.threats == ("wis2", "wis3", "wis4")


def test_r_el_11_strength_reaches_wagers_only_by_option() -> None:
    """R-EL-11: option strength_wager."""
    at = {"str1": cell(1, 1), "wis1": cell(2, 2)}
    wager = game.Wager(seat=A, characters=("wis1",))
    for option, rule in ((False, "Wager"), (True, "legal")):
        playing = solo(
            "str1",
            at=at,
            display="con1 con2 con3",
            threats="wis1 wis2",
            concealed="wis",
            dice="str str cha",
            strength_wager=option,
        )
        assert playing.rule(wager) == rule
        assert bool(playing.offers(game.WagerPattern)) is option


def test_r_el_12_the_short_stack_has_one_hidden_card() -> None:
    """R-EL-12: the deck fills the Display first; a stack of one card has none hidden."""
    gone = "cha1 cha2 cha3 cha4 con1 con2 con3 con4 dex1 dex2 dex3 dex4 int1 int2 int3 int4 wis1"
    playing = solo("str1", display="wis2 wis3 wis4", discarded=gone, round=3, phase="fan")
    assert playing.state.deck == 3
    shorter = solo("str1", display="wis2 wis3 wis4", discarded=f"{gone} str2", phase="fan")
    assert shorter.rule(game.FanFoes(rival="str3", traits=("strength", "strength"))) == "R-EL-12"
    assert shorter.rule(game.FanFoes(rival="str3", traits=("strength",))) == "legal"


def test_r_el_13_half_dollars_between_titles() -> None:
    """R-EL-13: the whole coins count."""
    from rules.eldris.money import title

    for dollars in (3, 6, 9):
        assert title(2 * dollars) == title(2 * dollars + 1) != title(2 * dollars + 2)


def test_r_el_14_two_swaps_of_one_card() -> None:
    """R-EL-14: there and back again is allowed; then it is over."""
    playing = table(TWO, at={"int1": 0}, phase="roll").roll("dex dex con").use("dex")
    other = playing.state.grid[1]
    playing.run("int1", other).run("int1", other)
    assert playing.state.grid[0] == "int1"
    assert playing.phase == "slip"
    assert playing.said("ability_ended")[0].ability == "dexterity"


def test_r_el_15_wisdom_may_take_the_own_cutpurse() -> None:
    """R-EL-15: the two differ and need not be neighbours."""
    at = {"str1": 0, "str4": 23}
    playing = table(TWO, at=at, phase="roll").roll("wis wis con").use("wis")
    assert playing.rule(game.Exchange(seat=A, first="str1", second="str1")) == "R-EL-15"
    playing.exchange("str1", "str4")
    assert playing.state.grid[23] == "str1"


def test_r_el_16_the_unoccupied_are_left_alone() -> None:
    """R-EL-16."""
    playing = table(TWO, deck=0)
    gone = playing.state.dark[0]
    assert playing.rule(game.Steal(seat=A, card=gone)) == "R-EL-16"
    assert playing.rule(game.Accuse(seat=A, character=gone, player=B)) == "R-EL-16"


def test_r_el_17_the_table_says_who_starts() -> None:
    """R-EL-17."""
    playing = deal(4, first=C)
    assert playing.turn == C
    playing.choose().roll("cha con dex").spend().pass_()
    assert playing.turn == D


def test_r_el_18_a_shown_cutpurse_stays_in_use() -> None:
    """R-EL-18."""
    playing = named(character="cha1")
    assert playing.player(A).cutpurse == "str1"
    assert playing.player(A).cards == 3
    assert playing.player(A).taken == ()


def test_r_el_19_a_rival_who_left_neither_robs_nor_competes() -> None:
    """R-EL-19: payout before thefts, and the starting $1 may be wagered."""
    at = {"str1": cell(1, 1), "dex2": cell(1, 2), "con1": cell(1, 3), "con2": 18, "con3": 23}
    playing = solo(
        "str1", at=at, display="con1 con2 con3", threats="dex2 dex3", concealed="dex", haul=1
    )
    playing.wager("dex2").foes("dex2")
    assert playing.hauls == [3]
    assert playing.pool == 0
    assert playing.tags[:2] == ["foes_revealed", "wager_won"]


def test_r_el_20_as_much_as_the_rivals_wins() -> None:
    """R-EL-20."""
    at = {"str1": 0, "con1": 5, "con2": 18, "con3": 23}
    playing = solo("str1", at=at, display="con1 con2 con3", haul=2, pool=2, round=4).foes()
    assert playing.winners == (A,)
    assert playing.said("game_ended")[0].reason == "solo_won"


@pytest.mark.parametrize(("hands", "display"), [(TWO, ""), (FIVE, DISPLAY)])
def test_r_el_21_only_the_active_cutpurse_is_correct(hands: tuple[str, ...], display: str) -> None:
    """R-EL-21: neither a Target nor a Shadow, and nothing of theirs is shown."""
    playing = named(hands, character="cha1", display=display)
    assert not playing.said("answered")[0].correct
    assert playing.said("cutpurse_shown")[0].seat == A
    assert playing.player(B).exposed is None


def test_r_el_22_a_lost_cutpurse_is_no_longer_marked() -> None:
    """R-EL-22: and Constitution without effect leaves the mark."""
    lost = with_player(table(TWO, at=BESIDE), B, exposed="wis1", shown=True).accuse("wis1", B)
    assert lost.player(B).exposed is None
    kept = table(("str1", *TWO[1:]), phase="roll", deck=0)
    kept = with_player(kept, A, exposed="str1", shown=True).roll("con con wis").use("con")
    assert not kept.said("ability_used")[0].effect
    assert kept.player(A).exposed == "str1"


def test_r_el_22_sealed_knowledge_is_dropped_too() -> None:
    """R-EL-22."""
    playing = table(TWO, at=BESIDE, secrecy="sealed", phase="roll")
    playing = with_player(playing, A, exposed="str1", shown=True).roll("con con wis").use("con")
    assert playing.player(A).exposed is None
    assert b"str1" not in msgspec.json.encode(playing.state.players)


def test_r_el_23_what_was_chosen_or_returned_is_private() -> None:
    """R-EL-23: Intelligence may return the card just drawn, never the Cutpurse."""
    playing = table(TWO, phase="roll").roll("int int wis").use("int").draw(A, "wis4")
    assert playing.told(A)[0].card == "wis4"
    for other in (B, "table"):
        assert playing.told(other)[0].card is None
    assert playing.refusal(game.GiveBack(seat=A, card="str1")).private
    playing.give_back("wis4")
    assert [event.card for event in playing.told(B)] == [None]


def test_r_el_24_no_card_that_all_know_elsewhere() -> None:
    """R-EL-24: neither face up, nor in the Display, nor a Cutpurse that was shown."""
    sealed = table(TWO, at=BESIDE, secrecy="sealed")
    sealed = with_player(sealed, B, exposed="wis1", shown=True)
    assert sealed.rule(game.Steal(seat=A, card="wis1")) == "R-EL-24"
    assert game.Steal(seat=A, card="wis1") not in sealed.offers(game.Steal)
    five = table(FIVE, display=DISPLAY, secrecy="sealed", phase="show")
    assert five.rule(game.ShowCutpurse(seat=A, card="dex3")) == "R-EL-24"
    turned = table(FIVE, display=DISPLAY, secrecy="sealed").skip_to("turn_up", "end")
    assert turned.rule(game.TurnUp(card="dex3")) == "R-EL-24"


def test_r_el_24_a_doubtful_reach_is_told_and_stands() -> None:
    """R-EL-24: Strength considered."""
    at = {"str1": cell(1, 1), "cha1": cell(2, 2)}
    for dice, doubted in (("cha con dex", True), ("str str dex", False)):
        playing = table(TWO, at=at, secrecy="sealed", dice=dice).accuse("cha1", B)
        assert playing.phase == "answer"
        playing.answer(correct=False)
        assert playing.phase == "show"
        playing.show("str1")
        assert bool(playing.said("adjacency_doubted")) is doubted
        assert playing.player(A).exposed == "str1"
        assert playing.turn == B


def test_r_el_24_what_all_know_cannot_be_denied() -> None:
    """R-EL-24 with "Reveal": an exposed Cutpurse answers by itself."""
    playing = table(TWO, at=BESIDE, secrecy="sealed")
    playing = with_player(playing, B, exposed="wis1", shown=True).accuse("wis1", B)
    assert playing.rule(game.Answer(seat=B, correct=False)) == "Reveal"
    assert playing.offers(game.Answer, B) == [game.Answer(seat=B, correct=True)]
    five = table(FIVE, at={"str1": 7, "dex3": 8}, display=DISPLAY, secrecy="sealed")
    five.accuse("dex3", B)
    assert five.rule(game.Answer(seat=B, correct=True)) == "R-EL-24"


def test_r_el_25_hands_stay_full_while_there_is_a_deck() -> None:
    """R-EL-25: three cards; without a Target only Accuse and Pass."""
    at = {"str1": cell(1, 1), "dex1": cell(1, 2)}
    playing = table(TWO, at=at).steal("dex1").draw(A, "int4")
    assert playing.player(A).cards == 3
    alone = table(("str1", *TWO[1:]), at=BESIDE, deck=0, secrecy="sealed")
    assert alone.rule(game.Steal(seat=A, card="wis1")) == "R-EL-25"
    assert {type(one) for one in game.choices(alone.state, A)} == {game.Accuse, game.Pass}
    short = table(FIVE, deck=0)
    assert {type(one) for one in game.choices(short.state, A)} == {game.Accuse, game.Pass}


def test_r_el_26_a_sure_miss_is_not_refused() -> None:
    """R-EL-26: an own Target, or one of the Display."""
    own = table(TWO, at={"str1": cell(1, 1), "dex1": cell(1, 2)})
    assert own.rule(game.Accuse(seat=A, character="dex1", player=B)) == "legal"
    five = table(FIVE, at={"str1": cell(1, 1), "dex3": cell(1, 2)}, display=DISPLAY)
    assert five.rule(game.Accuse(seat=A, character="dex3", player=C)) == "legal"


def test_r_el_27_target_tokens_are_an_aid() -> None:
    """R-EL-27: the view shows them or not, nothing else changes."""
    shown, plain = (table(FIVE, display=DISPLAY, target_tokens=on) for on in (True, False))
    assert sum(place.token is not None for place in shown.view().square) == 3
    assert all(place.token is None for place in plain.view().square)
    assert game.choices(shown.state, A) == game.choices(plain.state, A)


def test_r_el_28_an_eliminated_haul_is_frozen() -> None:
    """R-EL-28: paid first, kept out of the bank, and it wins nothing, not even by agreement."""
    hands = ("str1 dex1", "wis1", *FIVE[2:])
    playing = table(hands, at=BESIDE, display=DISPLAY, lost=[B], hauls=[0, 7, 1, 0, 0])
    bank = playing.state.bank
    playing.accuse("wis1", B)
    assert playing.hauls == [3, 6, 1, 0, 0]
    assert playing.player(B).out
    assert playing.state.bank == bank - 4
    out = with_player(table(FIVE, deck=0, hauls=[1, 6, 2, 0, 0]), B, out=True)
    for _ in range(4):
        out = out.skip_to("nick").pass_()
    assert out.do(game.AgreeEnd()).winners == (C,)


def test_r_el_29_the_cutpurse_is_chosen_before_the_first_roll() -> None:
    """R-EL-29: own cards may be entered from the deal on."""
    playing = deal(2, secrecy="trusted")
    playing.do(game.EnterCards(seat=B, cards=("wis1", "cha1", "con1")))
    assert playing.view(B).mine is not None
    assert playing.view(B).mine.others == ("wis1", "cha1", "con1")  # type: ignore[union-attr]
    roll = game.Roll(seat=A, dice=traits("cha con dex"))  # type: ignore[arg-type]
    assert playing.rule(roll) == "R-EL-29"
    assert playing.rule(game.ChooseCutpurse(seat=A, card="str1")) == "Setup"
    playing.do(game.EnterCards(seat=A, cards=("str1", "dex1", "int1"))).choose("dex1")
    assert playing.player(A).others == ("str1", "int1")
    assert playing.phase == "roll"


def test_r_el_30_solo_has_no_accusation_and_no_pass() -> None:
    """R-EL-30."""
    playing = solo("str1", display="con1 con2 con3", haul=8)
    assert playing.rule(game.Accuse(seat=A, character="con1", player=B)) == "R-EL-30"
    assert playing.rule(game.Pass(seat=A)) == "R-EL-30"
    assert playing.rule(game.AgreeEnd()) == "R-EL-8"


def strong(**more: object) -> Table:
    at = {"str1": cell(1, 1), "con1": cell(2, 2), "con2": cell(0, 0), "con3": cell(1, 2)}
    return solo("str1", at=at, display="con1 con2 con3", dice="str str cha", **more)  # type: ignore[arg-type]


def test_r_el_31_solo_strength_robs_one_diagonal_target() -> None:
    """R-EL-31: optional, one of several; what stands beside is robbed anyway."""
    playing = strong().foes()
    assert playing.hauls == [2]
    assert playing.phase == "diagonal"
    assert {one.card for one in playing.offers(game.Steal)} == {"con1", "con2"}
    robbed = Table(playing.state).steal("con2")
    assert robbed.hauls == [4]
    assert robbed.state.display == ("con1",)
    passed = Table(playing.state).pass_()
    assert passed.hauls == [2]
    assert passed.phase == "turn_up"


def test_r_el_31_it_is_one_benefit_and_claimed_openly() -> None:
    """R-EL-31: another benefit leaves none; it may be claimed before."""
    claimed = strong().use("str").foes()
    assert claimed.phase == "diagonal"
    assert claimed.steal("con1").said("ability_used") == []
    spent = strong()
    spent = Table(game.evolve(spent.state, SigilReset(seat=A))).foes()
    assert spent.phase == "turn_up"


def test_r_el_32_a_title_for_losers_too() -> None:
    """R-EL-32."""
    at = {"str1": 0, "con1": 5, "con2": 18, "con3": 23}
    playing = solo("str1", at=at, display="con1 con2 con3", haul=4, pool=9, round=4).foes()
    assert playing.winners == ()
    outcome = playing.view().outcome
    assert outcome is not None
    assert (outcome.title, outcome.scores) == ("Street Scoundrel", {A: 8})
    won = solo("str1", at=at, display="con1 con2 con3", haul=4, pool=1, round=4).foes()
    assert won.view().outcome.title == "Street Scoundrel"  # type: ignore[union-attr]
    assert named(("str1 dex1 int1", "wis1"), deck=0).view().outcome.title == ""  # type: ignore[union-attr]


def test_r_el_33_each_wager_needs_a_dollar() -> None:
    """R-EL-33: also when they are placed one after another."""
    at = {"str1": cell(1, 1), "dex1": cell(0, 1), "dex2": cell(1, 0), "dex3": cell(1, 2)}
    playing = solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        threats="dex1 dex2 dex3 dex4",
        concealed="dex dex",
        haul=2.5,
    )
    (pattern,) = playing.offers(game.WagerPattern)
    assert (pattern.most, set(pattern.characters)) == (2, {"dex1", "dex2", "dex3"})
    playing.wager("dex1")
    assert playing.rule(game.Wager(seat=A, characters=("dex1",))) == "Wager"
    playing.wager("dex2")
    assert playing.rule(game.Wager(seat=A, characters=("dex3",))) == "R-EL-33"
    assert playing.hauls == [0.5]


def test_r_el_34_a_hidden_foe_stood_with_a_token() -> None:
    """R-EL-34: so a card without one cannot be it, nor turn up elsewhere."""
    playing = solo(
        "str1", display="con1 con2 con3", threats="wis1 wis2", concealed="wis wis", rivals="wis3"
    )
    assert playing.rule(game.RevealFoes(cards=("wis1", "wis4"))) == "R-EL-34"
    assert playing.rule(game.RevealFoes(cards=("wis1", "dex1"))) == "R-EL-34"
    assert playing.rule(game.RevealFoes(cards=("wis2", "wis1"))) == "legal"
    turning = playing.skip_to("turn_up", "give_back")
    assert turning.rule(game.TurnUp(card="wis1")) == "R-EL-34"
    assert turning.rule(game.TurnUp(card="wis4")) == "legal"


def test_r_el_34_impossible_traits_are_refused() -> None:
    """R-EL-34: a stack cannot hide more cards of a trait than are left."""
    playing = solo("wis1", display="wis2 wis3 con3", round=0, phase="fan")
    assert playing.rule(game.FanFoes(rival="dex1", traits=("wisdom", "wisdom"))) == "R-EL-34"
    assert playing.rule(game.FanFoes(rival="wis4", traits=("wisdom", "dexterity"))) == "R-EL-34"
    assert playing.rule(game.FanFoes(rival="dex1", traits=("wisdom", "dexterity"))) == "legal"


def test_r_el_35_the_order_of_rivals_does_not_matter() -> None:
    """R-EL-35: and robbed Targets are discarded, not shuffled back."""
    at = {
        "str1": 23,
        "int1": cell(1, 1),
        "con1": cell(1, 0),
        "con2": cell(0, 1),
        "con3": 18,
        "int2": 9,
    }
    hauls = []
    for rivals, display in (("int1 int2", "con1 con2 con3"), ("int2 int1", "con2 con1 con3")):
        playing = solo("str1", at=at, display=display, rivals=rivals).foes()
        hauls.append((playing.pool, playing.hauls, set(playing.state.dark)))
        assert playing.state.solo is not None
        assert set(playing.state.solo.discarded) == {"con1", "con2"}
        assert playing.state.deck == 24 - 1 - 3 - 2
    assert hauls[0] == hauls[1]


def test_r_el_36_score_cards_end_at_eight() -> None:
    """R-EL-36: a display matter; the haul itself is kept."""
    assert [on_score_cards(halves) for halves in (0, 1, 15, 16, 17, 21)] == [0, 1, 15, 16, 16, 16]
    assert table(TWO, two_go=True).view().two_go
    assert coins(15) == (10, 2, 2, 1)
    assert coins(6) == (6,)
    assert sum(coins(37)) == 37


# What else the sections say.


def test_sealed_play_is_told_no_hidden_card() -> None:
    """Section 2: the companion is never told; the accused answers."""
    playing = deal(2)
    for action in (
        game.EnterCards(seat=A, cards=("str1", "dex1", "int1")),
        game.ChooseCutpurse(seat=A, card="str1"),
    ):
        assert playing.rule(action) == "Setup"
    playing.choose()
    assert playing.player(A).started
    playing = table(TWO, at=BESIDE, secrecy="sealed").accuse("wis1", B)
    assert playing.rule(game.Answer(seat=A, correct=True)) == "Reveal"
    assert playing.answer(correct=True).phase == "promote"
    assert playing.rule(game.Promote(seat=B, card="cha1")) == "Setup"
    playing.promote(B)
    assert playing.tags == ["cutpurse_replaced", "target_drawn", "turn_passed"]
    assert playing.player(B).cards == 3


def test_sealed_intelligence_happens_out_of_sight() -> None:
    """R-EL-23 in sealed mode: announced as used only."""
    playing = table(TWO, secrecy="sealed", phase="roll").roll("int int wis")
    deck = playing.state.deck
    playing.use("int")
    assert playing.tags == ["ability_used", "target_drawn", "target_returned"]
    assert (playing.state.deck, playing.player(A).cards) == (deck, 3)


def test_a_peek_is_the_peeker_s_until_the_deck_changes() -> None:
    """Section 2: the Charisma peek; noted in trusted mode only."""
    playing = table(TWO, phase="roll", at=BESIDE).roll("cha cha wis").use("cha")
    assert playing.view(B).players[A].peeked
    playing.do(game.NotePeek(seat=A, card="int4"))
    assert playing.told(B) == playing.told("table") == []
    assert playing.view(A).mine.peek == "int4"  # type: ignore[union-attr]
    assert playing.view(B).mine.peek is None  # type: ignore[union-attr]
    assert playing.rule(game.NotePeek(seat=B, card="int4")) == "Rolling Doubles & Triples"
    playing = playing.skip_to("nick").pass_().roll("int int wis").use("int").draw(B, "dex4")
    assert playing.view(A).mine.peek is None  # type: ignore[union-attr]
    assert not playing.view(B).players[A].peeked
    sealed = table(TWO, phase="roll", secrecy="sealed").roll("cha cha wis").use("cha")
    assert sealed.rule(game.NotePeek(seat=A, card="int4")) == "Setup"


def test_an_undo_does_not_unsee_the_top_card() -> None:
    """Design, "History": who looked still knows, as long as the deck is the same."""
    before = table(TWO, phase="roll", at=BESIDE).roll("cha cha wis")
    after = Table(before.state).use("cha").do(game.NotePeek(seat=A, card="int4"))
    restored = game.remember(before.state, after.state)
    assert game.observe(restored, A).mine.peek == "int4"  # type: ignore[union-attr]
    assert game.observe(restored, B).players[A].peeked
    assert game.observe(restored, B).mine.peek is None  # type: ignore[union-attr]
    assert replace(restored, peeks=()) == before.state
    drawn = table(TWO, at={"str1": 7, "dex1": 8})
    peeked = replace(drawn.state, peeks=after.state.peeks)
    stolen = Table(peeked).steal("dex1").draw(A, "int4")
    assert game.remember(peeked, stolen.state) == peeked
    shuffled = Table(replace(before.state, peeks=after.state.peeks, dice=traits("int int wis")))
    known = shuffled.state
    shuffled.use("int").draw(A, "wis4").give_back("wis4")
    assert shuffled.state.deck == known.deck
    assert game.remember(known, shuffled.state).peeks == ()


def test_a_shown_cutpurse_is_no_memory_but_a_rule() -> None:
    """R-EL-22: it lapses by rule, so an undo takes it back with the accusation."""
    before = table(TWO, at={"str1": cell(1, 1), "cha1": cell(1, 2)})
    after = Table(before.state).accuse("cha1", B)
    assert after.player(A).exposed == "str1"
    assert game.remember(before.state, after.state) == before.state


def test_a_trusted_steal_is_refused_in_private() -> None:
    """The reason goes to the asking seat alone; it says nothing of kinds of adjacency."""
    playing = table(TWO, at={"str1": cell(1, 1), "dex1": cell(2, 2), "wis1": cell(1, 2)})
    far = playing.refusal(game.Steal(seat=A, card="dex1"))
    foreign = playing.refusal(game.Steal(seat=A, card="wis1"))
    assert far.private
    assert foreign.private
    assert not playing.refusal(game.Steal(seat=B, card="cha1")).private


def test_the_own_page_says_what_can_be_robbed() -> None:
    """Section 7: where the own Cutpurse stands, and which Targets are stealable now."""
    at = {"str1": cell(1, 1), "dex1": cell(1, 2), "int1": cell(2, 2)}
    mine = table(TWO, at=at).view(A).mine
    assert mine is not None
    assert (mine.cell, mine.stealable) == (cell(1, 1), ("dex1",))
    strong_now = table(TWO, at=at, dice="str str wis").view(A).mine
    assert strong_now is not None
    assert strong_now.stealable == ("dex1", "int1")
    assert table(TWO, at=at).view("table").mine is None
    assert table(TWO, at=at, secrecy="sealed").view(A).mine is None


def test_the_harder_solo_game_shows_no_tokens() -> None:
    """Section 4, "Harder"."""
    playing = solo(
        "str1", display="con1 con2 con3", threats="wis1", concealed="wis", solo_tokens=False
    )
    assert all(place.token is None for place in playing.view().square)


def test_expectations_follow_the_table() -> None:
    """Three dice, the Square as it lies, and the card that is due."""
    playing = table(FIVE, display=DISPLAY, deck=5, phase="roll")
    dice, grid = game.expects(playing.view())
    assert (dice.zone, dice.kind, dice.count, len(dice.prior)) == ("tray", "dice", 3, 6)
    assert (grid.zone, grid.kind, grid.count, grid.columns) == ("grid", "grid", 24, 6)
    assert tuple(place.key for place in grid.cells) == playing.state.grid
    backs = {place.key for place in grid.cells if place.side == "back"}
    assert backs == set(playing.state.dark)
    card, _ = game.expects(playing.skip_to("turn_up", "end").view())
    assert (card.zone, card.kind) == ("display", "card")
    assert set(card.prior).isdisjoint({*playing.state.display, *playing.state.dark})
    (blank,) = game.expects(game.observe(game.setup(range(5), 0, game.Options(), pack()), "table"))
    assert (blank.cells, len(blank.prior)) == ((), 24)
    assert game.expects(named(("str1 dex1 int1", "wis1"), deck=0).view()) == ()


def pack() -> game.Pack:
    from tests.support.eldris import PACK

    return PACK


def test_the_square_has_each_character_once() -> None:
    """Setup, step 2."""
    playing = Table(game.setup(range(2), 0, game.Options(), pack()))
    grid = square({})
    assert playing.rule(game.LayOut(grid=grid[:-1])) == "Setup"
    assert playing.rule(game.LayOut(grid=(*grid[:-1], grid[0]))) == "Setup"
    assert playing.rule(game.LayOut(grid=grid)) == "legal"


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (("str1", "dex1"), "Setup"),
        (("str1", "dex1", "dex1"), "Setup"),
        (("str1", "dex1", "elf"), "Setup"),
        (("str1", "dex1", "int1"), "legal"),
    ],
)
def test_a_hand_as_it_was_dealt(cards: tuple[str, ...], rule: str) -> None:
    """Setup."""
    playing = deal(2, secrecy="trusted")
    assert playing.rule(game.EnterCards(seat=A, cards=cards)) == rule
    if rule == "legal":
        playing.do(game.EnterCards(seat=A, cards=cards))
        assert playing.refusal(game.EnterCards(seat=A, cards=cards)).rule == "Setup"


def test_two_seats_may_enter_the_same_card() -> None:
    """Refusing it would tell the second what the first holds."""
    playing = deal(2, secrecy="trusted")
    playing.do(game.EnterCards(seat=B, cards=("str1", "dex1", "int1")))
    assert playing.rule(game.EnterCards(seat=A, cards=("str1", "cha1", "cha2"))) == "legal"


def test_canonical_says_it_in_plain_numbers() -> None:
    playing = table(TWO, hauls=[1.5, 0], deck=0)
    plain = game.canonical(playing.state)
    assert plain["players"][A]["haul"] == 3
    assert [len(row) for row in plain["grid"]] == [6, 6, 6, 6]
    assert plain["dark"] == sorted(playing.state.dark)
    msgspec.json.encode(plain)


# The rulings themselves.


def test_every_ruling_is_cited_by_a_test_and_every_cited_rule_exists() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    cited = set(re.findall(r"R-EL-\d+", tests))
    assert set(RULINGS) == {f"R-EL-{number}" for number in range(1, 37)}
    assert set(RULINGS) <= cited
    for module in Path(package.__file__).parent.glob("*.py"):
        found = set(re.findall(r"R-EL-\d+", module.read_text(encoding="utf-8")))
        assert found <= set(RULINGS), module.name


def test_every_example_has_a_test() -> None:
    text = (Path(__file__).parent / "test_rulebook.py").read_text(encoding="utf-8")
    assert set(map(int, re.findall(r"def test_example_(\d+)_", text))) == set(range(1, 47))


def test_every_refusal_names_a_ruling_or_heading() -> None:
    found = [value for value in vars(refusals).values() if isinstance(value, Illegal)]
    found += refusals.DUE.values()
    assert len(found) > 50
    for refusal in found:
        assert refusal.rule in RULINGS or refusal.rule in HEADINGS, refusal


def test_defaults_of_the_options_are_pinned() -> None:
    """R-EL-3, R-EL-7, R-EL-11, R-EL-27."""
    assert msgspec.to_builtins(game.Options()) == {
        "secrecy": "sealed",
        "reroll_after_reset": False,
        "constitution_blocked_by_self_exposure": False,
        "strength_wager": False,
        "target_tokens": True,
        "solo_tokens": True,
        "two_go": False,
        "mode": "usual",
    }
    described = game.describe_options(game.Options(secrecy="trusted"))
    assert [info.key for info in described] == list(game.Options.__struct_fields__)
    assert (described[0].kind, described[0].value) == ("choice", "trusted")
    assert described[0].values == ("sealed", "trusted")
    assert all(info.help for info in described)
    assert {info.rule for info in described} <= {*RULINGS, *HEADINGS}


def test_a_stolen_event_has_no_room_for_adjacency() -> None:
    """R-EL-9."""
    assert set(Stolen.__struct_fields__) == {"seat", "card", "place", "amount", "haul"}
