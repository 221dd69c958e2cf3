"""Moments of a practice without cards, as the pages show them."""

from msgspec.structs import replace

from companion.practicemodels import (
    PracticeButton,
    PracticeHand,
    PracticeModel,
    PracticePerson,
    PracticeRound,
)
from companion.readmodels import SeatView
from tests.web import scenes

PEOPLE = (
    PracticePerson(seat=0, measured=10, median_ms=214.0, iqr_ms=31.0, fastest_ms=187.0),
    PracticePerson(seat=1, measured=9, fastest_ms=203.0, false_starts=1),
    PracticePerson(seat=2, measured=10, median_ms=231.0, iqr_ms=40.0, fastest_ms=195.0),
)
BUTTONS = tuple(
    PracticeButton(seat=seat, presses=10, bounce_ms=bounce, bounce_ms_max=2 * bounce)
    for seat, bounce in enumerate((1.2, 3.5, 0.4))
)
LAST = PracticeRound(
    number=10,
    signal="lamp",
    first=(0,),
    hands=(
        PracticeHand(seat=1, jumped="before"),
        PracticeHand(seat=0, ms=199.4),
        PracticeHand(seat=2, ms=222.0),
    ),
)


def _practising(audience: str, model: PracticeModel) -> SeatView:
    return replace(scenes.lobby(audience), notices=(), practice=model)


def lamps(audience: str) -> SeatView:
    """Between two rounds."""
    model = PracticeModel(
        kind="lamp", round=11, rounds=12, last=LAST, people=PEOPLE, buttons=BUTTONS
    )
    return _practising(audience, model)


def flash_soon(audience: str) -> SeatView:
    """Phones wait for their flash."""
    model = PracticeModel(kind="screen", round=3, rounds=10, people=PEOPLE, exact=False)
    return _practising(audience, model)


def flash(audience: str) -> SeatView:
    """They flash."""
    view = flash_soon(audience)
    assert view.practice is not None
    return replace(view, practice=replace(view.practice, phase="go"))


def band(audience: str) -> SeatView:
    """The buttons were measured."""
    delayed = tuple(replace(one, delay_ms=0.1 * one.seat) for one in BUTTONS)
    model = PracticeModel(
        kind="bar", phase="over", round=8, rounds=8, buttons=delayed, spread_ms=0.42, band_ms=0.6
    )
    return _practising(audience, model)


def ready(audience: str) -> SeatView:
    """The host may begin."""
    view = scenes.lobby(audience)
    if view.host is None:
        return view
    kinds = ("lamp", "beep", "both", "screen", "bar")
    return replace(view, host=replace(view.host, practices=kinds))


SCENES = {
    "practice_ready": ready,
    "practice_lamps": lamps,
    "practice_flash_soon": flash_soon,
    "practice_flash": flash,
    "practice_band": band,
}
