"""One bar on all buttons: their delays, their bounce, and the tie band that follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import Config, ConfigError
from companion.practice import Bar, Bars, band_of, buttons_of, handle_bar, with_band
from companion.practice.bar import ENOUGH, MOST_MS
from hardware.events import EdgesUntil, Press, SensorStatus
from hardware.timing import MS, Interval
from tests.support.trains import as_told


def strike(bars: Bars, at_ms: float, *after_ms: float | None, error_ms: float = 0.0) -> Bars:
    """All buttons but those that are None."""
    for seat, after in enumerate(after_ms):
        if after is not None:
            stamp = round((at_ms + after) * MS)
            at = Interval(stamp - round(error_ms * MS), stamp)
            for told in as_told(Press(seat=seat, at=at, bounce=(100_000, 2 * MS))):
                bars = handle_bar(bars, told)
    return handle_bar(bars, EdgesUntil(ns=round((at_ms + 1000) * MS)))


def stroked(*spreads_ms: float) -> tuple[Bar, ...]:
    return tuple(Bar(after_ns=(0, round(s * MS)), spread_ns=round(s * MS)) for s in spreads_ms)


def test_delays_are_medians_beside_the_quickest_button():
    bars = Bars(seats=3, wanted=6)
    for n in range(6):
        bars = strike(bars, 2000 * (n + 1), 0.0, 0.4, 1.1)
    assert bars.over
    band = band_of(bars.bars)
    assert band.delays_ms == (0.0, 0.4, 1.1)
    assert band.band_ms == 1.1
    assert band.spreads_ms == (1.1,) * 6


def test_the_error_of_the_stamps_widens_the_band():
    bars = Bars(seats=2, wanted=5)
    for n in range(5):
        bars = strike(bars, 2000 * (n + 1), 0.0, 0.4, error_ms=0.5)
    assert band_of(bars.bars).band_ms == 0.9


def test_a_stroke_that_a_button_did_not_feel_is_named_and_not_counted():
    bars = strike(Bars(seats=3, wanted=2), 2000, 0.0, None, 0.2)
    bars = strike(bars, 4000, 0.0, 0.1, 0.2)
    assert bars.missed == ((1,),)
    assert len(bars.bars) == 1


def test_a_stroke_is_not_judged_while_a_part_of_it_may_be_under_way():
    bars = handle_bar(Bars(seats=2, wanted=1), Press(seat=0, at=Interval(10 * MS, 10 * MS)))
    bars = handle_bar(bars, EdgesUntil(ns=200 * MS))
    assert bars.bars == ()
    bars = handle_bar(bars, Press(seat=1, at=Interval(11 * MS, 11 * MS)))
    assert handle_bar(bars, EdgesUntil(ns=400 * MS)).over


def test_a_bounce_that_counts_as_a_press_of_its_own_does_not_spoil_a_stroke():
    bars = handle_bar(Bars(seats=2, wanted=1), Press(seat=0, at=Interval(10 * MS, 10 * MS)))
    bars = handle_bar(bars, Press(seat=1, at=Interval(11 * MS, 11 * MS)))
    bars = handle_bar(bars, Press(seat=0, at=Interval(90 * MS, 90 * MS)))
    bars = handle_bar(bars, EdgesUntil(ns=999 * MS))
    assert bars.bars[0].after_ns == (0, MS)


def test_too_few_strokes_suggest_nothing():
    band = band_of(stroked(*[1.0] * (ENOUGH - 1)))
    assert band.band_ms is None
    assert "too few" in band.why


def test_a_crooked_stroke_is_left_out_by_name():
    band = band_of(stroked(0.9, 1.0, 1.1, 1.0, 0.95, 14.0))
    assert band.band_ms == 1.1
    assert band.left_out == 1


def test_buttons_that_are_hopelessly_apart_are_named_instead_of_made_fair():
    band = band_of(stroked(*[MOST_MS + 5] * 6))
    assert band.band_ms is None
    assert "seat 2 last" in band.why


def test_the_band_is_never_narrower_than_a_level_stroke():
    assert band_of(stroked(*[1.01] * 5)).band_ms == 1.1
    assert band_of(stroked(*[1.0] * 5)).band_ms == 1.0


@given(st.lists(st.floats(min_value=0, max_value=MOST_MS), min_size=ENOUGH, max_size=30))
def test_the_band_covers_every_stroke_that_counts(spreads):
    band = band_of(stroked(*spreads))
    assert band.band_ms is not None
    assert band.band_ms >= max(band.spreads_ms) - 0.0005
    assert band.band_ms <= max(band.spreads_ms) + 0.1001
    assert len(band.spreads_ms) + band.left_out == len(spreads)
    assert band.left_out < len(spreads) / 2


def test_the_train_that_follows_a_press_is_kept_with_it():
    bars = strike(Bars(seats=2, wanted=1), 2000, 0.0, 0.4)
    assert [press.bounce for press in bars.presses] == [(100_000, 2 * MS)] * 2


def test_bounce_is_told_for_each_button():
    presses = [
        Press(seat=0, at=Interval(0, 0), bounce=(1 * MS, 3 * MS)),
        Press(seat=0, at=Interval(9, 9)),
        Press(seat=0, at=Interval(99, 99), bounce=(7 * MS,)),
    ]
    first, second = buttons_of(presses, 2, None)
    assert (first.presses, first.bounce_edges, first.bounce_edges_max) == (3, 1, 2)
    assert (first.bounce_ms, first.bounce_ms_max) == (3.0, 7.0)
    assert second.bounce_edges is None


def test_the_reason_why_there_are_no_buttons_is_kept():
    bars = handle_bar(Bars(seats=2, wanted=1), SensorStatus(sensor="buttons", ok=False, text="x"))
    assert str(bars.missing) == "x"


# ---------------------------------------------------------------- the owner's file
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[referee]\nmeasured_band_ms = 1.5\n"),
        ("[web]\nport = 80\n", "[web]\nport = 80\n\n[referee]\nmeasured_band_ms = 1.5\n"),
        (
            "[referee] # ours\ntap_ms = 200.0\n\n[web]\nport = 80\n",
            "[referee] # ours\nmeasured_band_ms = 1.5\ntap_ms = 200.0\n\n[web]\nport = 80\n",
        ),
        (
            "[referee]\ntap_ms = 200.0\nmeasured_band_ms = 0.0  # never measured\n",
            "[referee]\ntap_ms = 200.0\nmeasured_band_ms = 1.5  # never measured\n",
        ),
        (
            "# measured_band_ms = 9\n[web]\nport = 80\n[ referee ]\n# measured_band_ms = 3\n",
            "# measured_band_ms = 9\n[web]\nport = 80\n[ referee ]\nmeasured_band_ms = 1.5\n"
            "# measured_band_ms = 3\n",
        ),
        ("[web]\nport = 80", "[web]\nport = 80\n\n[referee]\nmeasured_band_ms = 1.5\n"),
    ],
    ids=["no file", "no section", "no key", "there already", "comments", "no last line end"],
)
def test_the_band_is_written_and_every_other_line_stays(before, after):
    assert with_band(before, 1.5) == after


def test_a_whole_band_is_written_as_a_real_number():
    assert "measured_band_ms = 2.0\n" in with_band("", 2.0)


@pytest.mark.parametrize(
    "text",
    [
        "referee.tap_ms = 200.0\n",
        "referee = { tap_ms = 200.0 }\n",
        '[eye]\npath = """\n[referee]\n"""\n',
    ],
    ids=["dotted", "inline", "inside a text"],
)
def test_what_only_a_person_can_change_is_left_to_one(text):
    with pytest.raises(ConfigError, match=r"by hand|cannot be read"):
        with_band(text, 1.5)


def test_a_broken_file_is_not_touched():
    with pytest.raises(ConfigError, match="cannot be read"):
        with_band("[referee\n", 1.5)


@given(st.floats(min_value=0.1, max_value=20).map(lambda x: round(x, 1)))
def test_what_is_written_is_what_is_read(band):
    import msgspec

    config = msgspec.toml.decode(with_band("[voice]\nrate = 150\n", band), type=Config)
    assert config.referee.measured_band_ms == band
    assert config.voice.rate == 150
