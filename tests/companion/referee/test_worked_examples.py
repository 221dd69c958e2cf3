"""The worked examples of the specification in which time matters: referee and rules together."""

import pytest

from companion.referee import phone_tap
from hardware.timing import MS
from rules.wizard_thieves.state import Challenge
from tests.companion.referee.bench_words import CONFIG, press, tap, words
from tests.companion.referee.mini_table import MiniTable, deal, face


def test_example_9_two_cursed_players_press_improperly():
    """Example 9, R-WT-7: at 10.000 and 10.020 s; the first is out, the second wins."""
    table = MiniTable(deal(2, status=("cursed", "cursed")))
    table.play(face(1, "gem:1", 5000, 5033), press(1, 10_000), press(0, 10_020))
    assert table.state.status == ("cursed", "out")
    assert table.state.over is not None
    assert table.state.over.winners == (0,)
    first, second = table.verdicts
    assert first.groups == ((1,),)
    assert first.consequences.eliminated == (1,)
    assert second.consequences.eliminated == ()


def test_example_9_within_the_tie_band_the_table_is_asked():
    """Example 9 with R-WT-6: 1 ms apart nobody is named."""
    table = MiniTable(deal(2, status=("cursed", "cursed")))
    table.play(face(1, "gem:1", 5000, 5033), press(1, 10_000), press(0, 10_001))
    (verdict,) = table.verdicts
    assert (verdict.undecided, verdict.why) == (True, "tie")
    assert verdict.consequences.tied == (0, 1)
    assert table.state.over is None


class TestExample19Buffering:
    """Example 19, R-WT-4: the reveal is visible at 5.00 s and only classified at 5.40 s."""

    cards = (face(1, "gem:3", 2000, 2033), face(2, "gem:3", 4967, 5000))

    def test_a_press_at_5_10_wins(self):
        table = MiniTable(deal(3)).play(press(2, 5100), *self.cards)
        (verdict,) = table.verdicts
        assert verdict.consequences.won == 2
        assert (table.state.pot, len(table.state.decks[2])) == ((), 17)

    def test_a_press_at_4_95_met_the_previous_top(self):
        table = MiniTable(deal(3)).play(press(2, 4950), *self.cards)
        (verdict,) = table.verdicts
        assert verdict.consequences.cursed == (2,)
        assert table.state.status == ("safe", "safe", "cursed")
        assert len(table.state.pot) == 2

    def test_a_press_while_the_hand_hides_the_pot_is_asked(self):
        table = MiniTable(deal(3)).play(press(2, 4980), *self.cards)
        assert [verdict.why for verdict in table.verdicts] == ["overlap"]
        assert words(table.undecided) == ["overlap? pot card 2, press 2 | press 2, pot card 2"]


class TestExample20TwoKingCoins:
    """Example 20, R-WT-18: King Coin on King Coin in a challenge, with an apply button."""

    def table(self):
        state = deal(
            3,
            pot=("treasure:3", "item:king_coin"),
            pot_by=(0, 1),
            turn=1,
            recent=(1, 0),
            challenge=Challenge(value=3, remaining=2, setter=0, facing=1),
        )
        return MiniTable(state)

    coin = face(1, "item:king_coin", 2700, 2733)

    def test_the_grab_first(self):
        table = self.table().play(self.coin, press(2, 3100), press(1, 3250, button="apply"))
        assert table.verdicts[0].consequences.won == 2
        assert [len(deck) for deck in table.state.decks] == [15, 14, 18]

    def test_the_coin_first(self):
        table = self.table().play(self.coin, press(2, 3250), press(1, 3100, button="apply"))
        assert [len(deck) for deck in table.state.decks] == [15, 17, 15]
        (late,) = table.verdicts
        assert late.grace == (2,)
        assert late.consequences.cursed == ()
        assert table.state.status == ("safe",) * 3


class TestExample30BombOnBomb:
    """Example 30, R-WT-18, R-WT-28."""

    def table(self):
        return MiniTable(deal(3, pot=("item:bomb",), pot_by=(2,), recent=(2,)))

    bomb = face(1, "item:bomb", 2700, 2733)

    def test_the_choice_first_stands_and_the_grabber_has_the_pot(self):
        table = self.table().play(self.bomb, tap("seat:0", "bomb all", 3095, 3100), press(1, 3300))
        assert [len(aside) for aside in table.state.aside] == [0, 1, 1]
        assert table.verdicts[0].consequences.won == 1

    def test_the_grab_first_and_the_effect_is_lost(self):
        table = self.table().play(self.bomb, tap("seat:0", "bomb all", 3095, 3100), press(1, 3050))
        assert [len(aside) for aside in table.state.aside] == [0, 0, 0]
        assert table.verdicts[0].consequences.won == 1

    def test_from_a_phone_3_05_against_3_10_is_asked(self):
        """R-WT-18: a tap counts as the interval before its arrival."""
        made = phone_tap(
            CONFIG, audience="seat:0", choice="bomb all", arrived=3100 * MS, offered=2800 * MS
        )
        table = self.table().play(self.bomb, made, press(1, 3050))
        assert [verdict.why for verdict in table.verdicts] == ["overlap"]
        assert [len(aside) for aside in table.state.aside] == [0, 0, 0]


class TestExample39KingCoinOnThePortal:
    """Example 39, R-WT-18, R-WT-28."""

    def table(self):
        state = deal(
            3,
            pot=("treasure:1",),
            pot_by=(0,),
            turn=1,
            recent=(0,),
            portal=("item:king_coin",),
            challenge=Challenge(value=1, remaining=1, setter=0, facing=1),
        )
        return MiniTable(state)

    coin = face(1, "item:king_coin", 2700, 2733)

    def test_the_grab_first(self):
        table = self.table().play(self.coin, press(2, 3100), press(1, 3150, button="apply"))
        assert table.verdicts[0].consequences.won == 2
        assert table.state.status == ("safe",) * 3

    def test_the_coin_first_and_the_late_hand_is_excused(self):
        table = self.table().play(self.coin, press(2, 3150), press(1, 3100, button="apply"))
        assert [len(deck) for deck in table.state.decks] == [15, 16, 15]
        assert table.state.status == ("safe",) * 3
        assert table.verdicts[0].consequences.ignored[0].rule == "R-WT-5"


class TestLateHands:
    """R-WT-5, R-WT-28: after a valid win others are excused until the new Pot's first card."""

    def table(self, *more, seats=3):
        evidence = (face(1, "gem:3", 2000, 2033), face(2, "gem:3", 4967, 5000), press(2, 5300))
        return MiniTable(deal(seats)).play(*evidence, *more)

    @pytest.mark.parametrize(("after", "grace"), [(100, (1,)), (1499, (1,)), (1501, ())])
    def test_nobody_is_cursed_on_an_empty_pot(self, after, grace):
        table = self.table(press(1, 5300 + after))
        assert table.state.status == ("safe",) * 3
        assert table.verdicts[1].grace == grace
        assert table.verdicts[1].consequences.ignored[0].rule == "R-WT-5"

    def test_after_the_new_pots_first_card_a_press_is_judged_again(self):
        table = self.table(face(3, "gem:4", 5600, 5633), press(1, 5900))
        assert table.verdicts[1].grace == ()
        assert table.state.status == ("safe", "cursed", "safe")


def test_a_press_during_a_pending_choice_without_a_window_is_improper():
    """R-WT-26: and the choice stays; R-WT-27: unless its owner becomes Cursed."""
    cards = face(1, "gem:1", 1000, 1033), face(2, "item:gauntlet", 2000, 2033)
    other = MiniTable(deal(3)).play(*cards, press(2, 2500))
    assert other.state.status == ("safe", "safe", "cursed")
    assert other.state.item is not None
    owner = MiniTable(deal(3)).play(*cards, press(1, 2500))
    assert owner.state.status == ("safe", "cursed", "safe")
    assert owner.state.item is None


class TestTheLastChanceOpensAWindow:
    """R-WT-11: a grab before the setter's side collects wins; R-WT-33: without a window none."""

    def table(self):
        state = deal(
            3,
            pot=("treasure:1",),
            pot_by=(0,),
            turn=1,
            recent=(0,),
            portal=("gem:2",),
            challenge=Challenge(value=1, remaining=1, setter=0, facing=1),
        )
        return MiniTable(state)

    def test_a_grab_beats_the_setter(self):
        table = self.table().play(face(1, "gem:2", 2000, 2033), press(2, 2400))
        assert table.verdicts[0].consequences.won == 2

    def test_without_a_window_a_press_meets_an_empty_pot(self):
        table = self.table().play(face(1, "gem:3", 2000, 2033), press(2, 2400))
        assert table.verdicts[0].consequences.won is None
        assert table.state.status == ("safe",) * 3
        assert len(table.state.decks[0]) == 17
