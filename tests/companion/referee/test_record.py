"""The evidence record: a verdict follows from it alone."""

import msgspec
import pytest
from msgspec.structs import replace

from companion.referee import DuePresses, EvidenceRecord, RefereeConfig, judge, public, seal
from companion.referee.checking import RecordError
from hardware.timing import MS, Interval
from tests.companion.referee.bench_words import CONFIG, card, dues, press, span
from tests.companion.referee.fixtures import FIXTURES, FOLDER, encoded
from tests.companion.referee.mini_table import NAME, MiniTable, deal, face


def record(*evidence, config=CONFIG):
    """The record of the last presses."""
    return [one for one in dues(*evidence, config=config) if isinstance(one, DuePresses)][-1].record


def again(one: EvidenceRecord) -> EvidenceRecord:
    """Through JSON and back, as `companion judge` gets it."""
    return msgspec.json.decode(msgspec.json.encode(one), type=EvidenceRecord)


@pytest.mark.parametrize(
    ("after_ms", "anticipated"), [(-50, False), (0, True), (99, True), (101, False), (250, False)]
)
def test_a_press_within_100_ms_of_the_reveal_was_a_guess(after_ms, anticipated):
    """Design, "Numbers of a real table". At -50 ms it met the card before, half a minute old."""
    cards = card(1, 0, 33), card(2, 29_980, 30_000)
    verdict = judge(record(*cards, press(0, 30_000 + after_ms + 0.02)))
    assert verdict.anticipated == ((0,) if anticipated else ())
    assert verdict.undecided is False


def test_an_inexact_press_is_never_called_a_guess():
    early = press(0, 30_240, exact=False)
    assert judge(record(card(1, 29_980, 30_000), early)).anticipated == ()


def test_the_reaction_is_an_interval_from_the_onset():
    verdict = judge(record(card(1, 900, 1000), press(2, 1412, error=0.1)))
    (reaction,) = verdict.reactions
    assert (reaction.seat, reaction.ns) == (2, span(411.9, 512))


def test_after_a_card_was_taken_back_reactions_run_from_the_one_below():
    """R-WT-31: the window of the real top card is unchanged."""
    evidence = (
        card(1, 900, 1000),
        card(2, 1500, 1533),
        card(3, 1800, 1833, kind="taken_back"),
        press(0, 2000),
    )
    found = record(*evidence)
    assert found.top is not None
    assert found.top.ident == 1


def test_on_an_emptied_pot_there_is_nothing_to_react_to():
    found = record(card(1, 900, 1000), card(2, 1500, 1533, kind="emptied"), press(0, 2000))
    assert found.top is None
    assert judge(found).reactions == ()


def test_margins_say_how_far_apart_for_certain():
    verdict = judge(record(press(0, 400), press(1, 401), press(2, 402.8)))
    assert verdict.groups == ((0, 1), (2,))
    assert verdict.margins_ns == (round(1.78 * MS),)
    assert verdict.chained is True
    assert verdict.behind_ns is None


def test_a_later_hand_knows_how_far_behind_it_was():
    assert judge(record(press(0, 400), press(1, 411))).behind_ns == round(10.98 * MS)


def test_the_record_holds_every_press_since_the_pot_changed():
    """So that a card which is corrected later can judge them anew."""
    found = record(
        press(3, 100), card(1, 900, 1000), press(0, 1300), press(0, 1500), press(1, 1600)
    )
    assert [(p.seat, p.judged) for p in found.presses] == [(0, False), (0, False), (1, True)]


def test_a_repeated_press_of_the_same_moment_is_told():
    """R-WT-8."""
    verdict = judge(record(press(0, 400), press(1, 401), press(0, 401.5)))
    assert (verdict.groups, verdict.repeated) == (((0, 1),), (0,))


class TestRecomputing:
    def test_json_and_back_gives_the_same_verdict(self):
        table = MiniTable(deal(3)).play(
            face(1, "gem:3", 2000, 2033),
            press(1, 2300),
            face(2, "gem:3", 4967, 5000),
            press(2, 5300),
            press(0, 5301),
        )
        assert len(table.records) == 2
        for one in table.records:
            assert judge(again(one)) == one.verdict

    def test_the_state_decides_and_nothing_else(self):
        """The same presses on another Pot: another verdict."""
        (won,) = (
            MiniTable(deal(3, pot=("gem:3",), pot_by=(2,)))
            .play(face(1, "gem:3", 1000, 1033), press(2, 1400))
            .records
        )
        other = seal(won, game=NAME, state=deal(3, pot=("gem:3", "gem:4"), pot_by=(2, 0)))
        assert judge(again(won)).consequences.won == 2
        assert judge(again(other)).consequences.cursed == (2,)

    def test_what_people_said_is_taken_as_given(self):
        (undecided,) = dues(card(1, 67, 100), card(2, 900, 1000), press(0, 950))[1:]
        for order in undecided.orders:
            (presses,) = [one for one in order if isinstance(one, DuePresses)]
            said = seal(presses.record, game=NAME, state=deal(3), settled_by="people")
            assert judge(again(said)).groups == ((0,),)
            assert said.settled_by == "people"

    def test_a_tie_is_judged_with_the_band_of_the_record(self):
        evidence = press(0, 400), press(1, 403)
        assert judge(record(*evidence)).groups == ((1,),)
        wide = record(*evidence, config=RefereeConfig(measured_band_ns=4 * MS))
        assert judge(again(wide)).groups == ((0, 1),)


class TestWhereTheOrderMatters:
    """R-WT-6, R-WT-7: nobody is asked about what makes no difference."""

    hands = press(0, 5400), press(1, 5401.5), press(2, 5403)

    def verdict(self, **fields):
        table = MiniTable(deal(3, **fields)).play(face(1, "gem:3", 5000, 5033), *self.hands)
        (one,) = table.records
        assert judge(again(one)) == one.verdict
        return one.verdict

    def test_three_safe_players_are_cursed_in_any_order(self):
        """Example 10."""
        verdict = self.verdict()
        assert (verdict.undecided, verdict.groups) == (False, ((0, 1), (2,)))
        assert sorted(verdict.consequences.cursed) == [0, 1, 2]

    def test_of_three_cursed_players_whoever_was_last_wins_and_nobody_is_named(self):
        """2 was not first, but 1 may have come after 2."""
        verdict = self.verdict(status=("cursed",) * 3)
        assert (verdict.undecided, verdict.why, verdict.chained) == (True, "chain", True)
        assert verdict.consequences.tied == (0, 1, 2)
        assert verdict.consequences.eliminated == ()

    def test_on_a_pot_that_may_be_grabbed_only_the_first_matters(self):
        verdict = self.verdict(pot=("gem:3",), pot_by=(2,))
        assert (verdict.why, verdict.consequences.tied) == ("tie", (0, 1))


class TestNonsense:
    def whole(self):
        return MiniTable(deal(3)).play(face(1, "gem:3", 1000, 1033), press(2, 1400)).records[0]

    def test_a_newer_format(self):
        with pytest.raises(RecordError, match="format: 99 is newer"):
            judge(replace(self.whole(), format=99))

    def test_an_unknown_game(self):
        with pytest.raises(RecordError, match="game: 'whist' is unknown; known are wizard-thieves"):
            judge(replace(self.whole(), game="whist"))

    def test_a_state_that_is_none(self):
        with pytest.raises(RecordError, match=r"state: .*take the record from the journal"):
            judge(replace(self.whole(), state={"decks": 3}))

    def test_an_interval_that_ends_before_it_begins(self):
        one = self.whole()
        bad = replace(one.presses[0], at=Interval(9, 8))
        with pytest.raises(RecordError, match=r"presses\[0\].at: \[9, 8\] ends before"):
            judge(replace(one, presses=(bad,)))

    def test_a_band_narrower_than_was_measured(self):
        one = self.whole()
        bands = replace(one.bands, measured_band_ns=5 * MS)
        with pytest.raises(RecordError, match=r"bands.band_ns: .* give 5000000"):
            judge(replace(one, bands=bands))


def test_players_see_the_times_and_not_the_state():
    """Decks' hints and whether a grab was possible stay with the companion."""
    table = MiniTable(deal(3)).play(face(1, "gem:3", 1000, 1033), press(2, 1400))
    shown = msgspec.json.encode(public(table.records[0])).decode()
    assert '"state":null' in shown
    assert "decks" not in shown
    assert "window" not in shown
    assert '"cursed":[2]' in shown
    assert '"events":[]' in shown


@pytest.mark.parametrize("name", FIXTURES)
def test_the_published_records_are_what_the_referee_writes(name):
    """docs/fixtures; `python -m tests.companion.referee.fixtures` writes them anew."""
    text = (FOLDER / name).read_bytes()
    assert text == encoded(FIXTURES[name]())
    kept = msgspec.json.decode(text, type=EvidenceRecord)
    assert kept.verdict is not None
    assert judge(kept) == kept.verdict


def test_the_published_records_say_what_docs_say():
    clear, close, hidden = (
        msgspec.json.decode((FOLDER / name).read_bytes(), type=EvidenceRecord).verdict
        for name in FIXTURES
    )
    assert clear.consequences.won == 2
    assert (close.why, close.groups) == ("tie", ((1, 3),))
    assert (hidden.why, len(hidden.orders)) == ("overlap", 2)
