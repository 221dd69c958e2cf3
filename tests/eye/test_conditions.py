"""What is told of light, lens and the camera's place: what stops reading, what makes it harder."""

import itertools

import numpy as np
import pytest

from companion.bench.conditions import KEYS, Worsening
from companion.bench.conditions import twin_catalogue as twin_deck
from companion.eye.limits import LIMITS
from companion.twin.worse import WORSE
from hardware.events import Observation
from tests.eye.film import PERIOD_NS
from vision.conditions import FlickerWatch

LIMIT = {limit.name: limit for limit in LIMITS}
LOOK = 2 * 10**9 // PERIOD_NS + 2
"""Frames between two regular looks."""


def numbers(film) -> dict[str, float]:
    return {one.name: one.value for one in film.conditions.measures}


def levels(film) -> dict[str, str]:
    return {one.name: one.level for one in film.conditions.measures}


@pytest.mark.parametrize("name", ["exposure", "glare", "flicker", "dirt", "shift"])
def test_a_high_number_is_bad(name):
    limit = LIMIT[name]
    assert limit.level(0.0) == "good"
    assert limit.level(limit.amber) == "amber"
    assert limit.level(limit.red) == "red"
    assert limit.amber < limit.red


@pytest.mark.parametrize("name", ["light", "distance", "sharpness", "markers", "evenness"])
def test_a_low_number_is_bad(name):
    limit = LIMIT[name]
    assert limit.level(4.0) == "good"
    assert limit.level(limit.amber) == "amber"
    assert limit.level(limit.red) == "red"
    assert limit.amber > limit.red


def test_a_good_table_has_every_number_and_nothing_to_say(film):
    film.show(frames=2 * LOOK)
    assert set(numbers(film)) == set(LIMIT) - {"likeness"}  # no card was named yet
    assert set(levels(film).values()) == {"good"}
    assert film.conditions.ok
    assert film.conditions.text == ""


def test_a_mirrored_lamp_is_a_warning_and_stops_nothing(film):
    """The lamp over the Pot: people are told, and cards are read on."""
    for _ in range(2 * LOOK):
        image = film.table.frame()
        image[200:260, 300:360] = 255
        film.look_at(image)
    assert film.conditions.ok
    assert "lamp" in film.conditions.text
    assert film.conditions.template == LIMIT["glare"].template


def test_darkness_stops_reading_at_one_look(film):
    for _ in range(LOOK + 15):
        film.look_at((film.table.frame() * 0.1).astype(np.uint8))
    assert not film.conditions.ok
    assert "dark" in film.conditions.text


def test_a_pushed_camera_is_told_and_the_mat_found_again(film, drawn):
    film.table.bump((9.0, 12.0))
    film.show(frames=LOOK)
    assert film.conditions.ok
    assert abs(numbers(film)["shift"] - 15.0) < 1.0
    assert "pushed by 15" in film.conditions.text
    assert film.observations == []
    film.number += 31 * 10**9 // PERIOD_NS  # half a minute later
    film.show(frames=LOOK)
    assert film.conditions.text == ""


def test_a_covered_corner_is_told_and_one_passing_hand_is_not(film):
    def covered(frames):
        for _ in range(frames):
            image = film.table.frame()
            image[:110, :230] = 128
            film.look_at(image)

    film.show(frames=LOOK)
    covered(3)
    assert film.conditions.text == ""
    film.show(frames=LOOK)
    assert film.conditions.text == ""
    covered(3 * LOOK)
    assert film.conditions.ok
    assert "corner" in film.conditions.text


def test_a_camera_turned_away_is_told(film):
    for _ in range(2 * LOOK):
        film.look_at(np.full((540, 960, 3), 120, np.uint8))
    assert not film.conditions.ok


def test_a_lamp_that_is_switched_on_is_no_flicker():
    watch = FlickerWatch()
    levels = [90] * 10 + [140] * 10
    shares = []
    for level in levels:
        watch.add(np.full((180, 320), level, np.uint8))
        shares.append(watch.share)
    assert max(shares) < LIMIT["flicker"].amber


def test_flickering_light_is_measured_under_moving_hands(film):
    """Frames alternate by four per cent; nothing lies still in such light."""
    for number in range(2 * LOOK):
        gain = 1.04 if number % 2 else 0.96
        film.look_at((film.table.frame() * gain).clip(0, 255).astype(np.uint8))
    assert numbers(film)["flicker"] > 0.02
    assert "flickers" in film.conditions.text


def test_a_shadow_is_no_card_and_cards_are_read_in_it(film, drawn):
    """Somebody leans before the lamp and stays: a third of the light is gone from one side."""
    from tests.vision.drawn_table import Laid, middle

    shade = 1 - 0.35 / (1 + np.exp(np.linspace(-10, 10, 960) + 2))

    def frame():
        return (film.table.frame(film.cards) * shade[None, :, None]).astype(np.uint8)

    for _ in range(60):
        film.look_at(frame())
    assert film.observations == []
    film.cards.append(Laid(drawn["star:red"], middle("pot"), 20))
    for _ in range(60):
        film.look_at(frame())
    assert [one.identity for one in film.all(Observation)] == ["star:red"]


@pytest.fixture(scope="module")
def deck():
    return twin_deck()


STEPS = {
    "dim": (0, 0.4, 0.7, 0.82, 0.95),
    "bright": (0, 0.35, 1.5),
    "lamp": (0, 0.03, 0.12),
    "blur": (0, 1.2, 2.0, 3.0, 7.0),
    "smear": (0, 0.5, 0.7, 0.75, 1.0),
    "flicker": (0, 0.012, 0.03),
}
"""As in the bench: good, gradually worse, and at last too bad to name a card."""


@pytest.mark.parametrize("name", sorted(STEPS))
def test_worse_conditions_are_told_before_a_card_is_misread(name, deck):
    """Step by step: the word comes at an earlier step than the first card that is not named right,
    if any is not; and no card is ever named wrong."""
    table = Worsening(WORSE[name][0], deck)
    for much, key in zip(STEPS[name], itertools.cycle(KEYS)):
        table.step(much, [key])
    told, failed = table.first_word(), table.first_failure()
    assert told is not None
    assert told < STEPS[name][-1]
    assert failed is None or told < failed
    assert all(named in {None, key} for _, key, named in table.named)
