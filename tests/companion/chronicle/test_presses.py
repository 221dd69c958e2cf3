"""Reactions: from sealed verdicts to a person's numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle import FEW, Slap, reactions_of, slaps_of, summary
from companion.history import fold
from companion.table.play import carry_out
from companion.table.work import Work
from rules.wizard_thieves import OverrideGrab
from tests.companion.chronicle.games import doubles
from tests.companion.table.scripted import Script


def slaps(game: Script) -> tuple[Slap, ...]:
    return slaps_of(fold(game.rows))


def two_rubies(game: Script, *onset: int) -> Script:
    """Ann and Ben flip a Ruby each; the second appears within `onset`, ms."""
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:1", *(onset or (2000,)))
    return game


def test_a_reaction_is_the_middle_of_the_interval_and_says_its_doubt():
    game = two_rubies(Script(4).begin(), 2000, 2040)
    game.press(2, 2420)
    game.until(3000)
    (slap,) = slaps(game)
    assert (slap.name, slap.reaction_ms, slap.doubt_ms) == ("Cleo", 400.0, 20.0)
    assert not slap.improper
    assert not slap.anticipated


def test_a_press_that_may_have_come_before_the_card_has_no_reaction():
    """A hand hid the Pot from 2000 to 2500; Cleo pressed in between."""
    game = two_rubies(Script(4).begin(), 2000, 2500)
    game.press(2, 2300)
    game.until(3000)
    assert game.answer("after").status == 200
    (slap,) = slaps(game)
    assert slap.reaction_ms is None
    assert slap.anticipated


def test_too_early_to_have_seen_it_is_a_false_start():
    game = two_rubies(Script(4).begin())
    game.press(2, 2080)
    game.until(3000)
    (line,) = reactions_of(slaps(game))
    assert (line.anticipated, line.improper, line.false_starts, line.measured) == (1, 0, 1, 0)


def test_a_slap_that_was_not_allowed_is_a_false_start_and_gives_no_time():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.press(3, 1400)
    game.until(2000)
    (line,) = reactions_of(slaps(game))
    assert (line.name, line.improper, line.false_starts, line.measured) == ("Dan", 1, 1, 0)


def test_both_at_once_is_one_false_start():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.press(3, 1050)
    game.until(2000)
    (line,) = reactions_of(slaps(game))
    assert (line.anticipated, line.improper, line.false_starts) == (1, 1, 1)


def test_whoever_is_late_has_a_reaction_as_well():
    game = two_rubies(Script(4).begin())
    game.press(2, 2400)
    game.press(3, 2450)
    game.until(3000)
    assert [(slap.name, slap.reaction_ms) for slap in slaps(game)] == [
        ("Cleo", 400.0),
        ("Dan", 450.0),
    ]


def test_keys_and_phones_have_no_reaction_time():
    """Never judged to the millisecond, so never measured."""
    game = two_rubies(Script(4).begin())
    game.press(2, 2400, exact=False)
    game.until(4000)
    (slap,) = slaps(game)
    assert slap.reaction_ms is None


def test_what_is_taken_back_does_not_count():
    game = two_rubies(Script(4).begin())
    game.press(2, 2400)
    game.until(3000)
    game.ask("undo", "seat:2")
    assert slaps(game) == ()


def test_a_corrected_card_judges_the_slap_again_and_keeps_its_time():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:2", 2000)
    game.press(3, 2400)
    game.until(3000)
    (before,) = slaps(game)
    assert before.improper
    seq = next(row.seq for row in game.rows if row.kind == "action" and row.seq > 6)
    assert game.ask("amend", "seat:3", value=f"{seq}=card:gem:1").status == 200
    (after,) = slaps(game)
    assert not after.improper
    assert after.reaction_ms == before.reaction_ms == 400.0


def test_an_overruled_grab_is_judged_as_the_table_said():
    """Cleo won; the table says that it was no match after all."""
    game = two_rubies(Script(4).begin())
    game.press(2, 2400)
    game.until(3000)
    assert not slaps(game)[0].improper
    work = Work(game.table)
    assert carry_out(work, OverrideGrab(valid=False), at_ns=game.table.now, by="table") is None
    game._take(*work.finish())
    assert game.state.status[2] == "cursed"
    assert slaps(game)[0].improper


def test_a_tie_that_people_decide_punishes_whom_they_name():
    """R-WT-7: on a Pot that may not be grabbed the first is cursed."""
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.press(2, 1400.0)
    game.press(3, 1400.5)
    game.until(2000)
    improper = {slap.name for slap in slaps(game) if slap.improper}
    punished = {game.view().players[s].name for s in range(4) if game.state.status[s] == "cursed"}
    if game.table.prompts:
        assert game.answer("3").status == 200
        improper = {slap.name for slap in slaps(game) if slap.improper}
        punished = {
            game.view().players[s].name for s in range(4) if game.state.status[s] == "cursed"
        }
    assert improper == punished
    assert improper


def test_a_slap_belongs_to_who_sat_there_then():
    game = two_rubies(Script(4).begin())
    game.press(2, 2400)
    game.until(3000)
    game.ask("rename", "seat:2", seat=2, value="Cleopatra")
    assert [slap.name for slap in slaps(game)] == ["Cleo"]


@pytest.mark.parametrize("count", [FEW - 1, FEW])
def test_below_ten_there_is_no_median(count):
    line = summary(
        "Ann", [Slap(seq=n, seat=0, name="Ann", reaction_ms=400.0) for n in range(count)]
    )
    assert line.too_few == (count < FEW)
    assert (line.median_ms is None) == (count < FEW)
    assert (line.iqr_ms is None) == (count < FEW)
    assert line.fastest_ms == 400.0


def test_a_known_row_of_times():
    """0 to 100 in steps of ten: quartiles by linear interpolation are 25, 50 and 75."""
    row = [Slap(seq=n, seat=0, name="Ann", reaction_ms=10.0 * n, doubt_ms=n) for n in range(11)]
    line = summary("Ann", row)
    assert (line.q1_ms, line.median_ms, line.q3_ms, line.iqr_ms) == (25.0, 50.0, 75.0, 50.0)
    assert (line.fastest_ms, line.doubt_ms) == (0.0, 5)


def test_a_long_game_of_known_reactions():
    """401 .. are played into the table by stamps; the same come out, for everybody."""
    lines = {line.name: line for line in reactions_of(slaps(doubles(180, reaction_ms=400)))}
    assert {name: line.measured for name, line in lines.items()} == dict.fromkeys(
        ("Ann", "Ben", "Cleo", "Dan"), 15
    )
    assert lines["Ann"].fastest_ms == 400.0
    assert lines["Ann"].median_ms == 400 + 4 * 7
    assert lines["Dan"].median_ms == 403 + 4 * 7


slap = st.builds(
    Slap,
    seq=st.integers(1, 99),
    seat=st.integers(0, 3),
    name=st.sampled_from(["Ann", "ANN", "Straße", "STRASSE", "Ben"]),
    reaction_ms=st.none() | st.floats(0, 5000),
    doubt_ms=st.just(1.0),
    anticipated=st.booleans(),
    improper=st.booleans(),
)


@given(st.lists(slap, max_size=60), st.randoms(use_true_random=False))
def test_numbers_do_not_depend_on_the_order_and_add_up(row, rng):
    lines = reactions_of(row)
    assert len({line.name.casefold() for line in lines}) == len(lines)
    assert sum(line.presses for line in lines) == len(row)
    mixed = list(row)
    rng.shuffle(mixed)
    bare = {line.name.casefold(): line for line in reactions_of(mixed)}
    for line in lines:
        other = bare[line.name.casefold()]
        assert (other.median_ms, other.iqr_ms, other.false_starts) == (
            line.median_ms,
            line.iqr_ms,
            line.false_starts,
        )
        assert max(line.improper, line.anticipated) <= line.false_starts
        assert line.false_starts <= line.improper + line.anticipated
        assert line.measured + line.false_starts <= line.presses
        if line.median_ms is not None:
            assert line.fastest_ms <= line.q1_ms <= line.median_ms <= line.q3_ms
