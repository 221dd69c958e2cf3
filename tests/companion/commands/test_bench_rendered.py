"""The bench's rendered cards, and how it says how far it is."""

from collections import Counter

import numpy as np

from companion.bench.progress import steps
from companion.bench.rendered_cards import Light, photograph, scattered
from vision.geometry import cut_out, rectangle

DULL = Light(slope=0.0, glare=0.0, shadow=0.0, tint=0.0, blur=0.4, noise=1.1)


def test_a_long_measurement_says_how_far_it_is_and_what_it_counted(capsys):
    tally: Counter[str] = Counter()
    for number in steps("piles", 3, tally):
        tally["right" if number else "unsure"] += 1
    said = capsys.readouterr()
    assert said.err == "piles: 3 of 3 (2 right, 1 unsure)\n"
    assert said.out == ""  # standard output is for rows


def test_a_card_is_drawn_where_it_is_said_to_lie_also_over_the_edge():
    face = np.full((160, 100, 3), (40, 200, 90), np.uint8)
    ground = np.full((400, 600, 3), 30, np.uint8)
    quads = [rectangle((300.0, 200.0), (100.0, 160.0), 25.0)]
    quads.append(rectangle((590.0, 390.0), (100.0, 160.0), 70.0))
    quads.append(rectangle((900.0, 200.0), (100.0, 160.0), 0.0))  # off the picture
    cards = [(("one", face), quad) for quad in quads]
    rng = np.random.default_rng(4)
    picture, laid = photograph(cards, rng, size=(600, 400), light=DULL, ground=ground)
    seen = cut_out(picture, laid[0].quad, (100, 160))[8:-8, 8:-8]
    assert np.ptp(np.median(seen, axis=(0, 1)) / (40, 200, 90)) < 0.06
    around = (laid[0].quad - laid[0].quad.mean(0)) * 1.4 + laid[0].quad.mean(0)
    rim = cut_out(picture, around.astype(np.float32), (100, 160))[:6]
    assert rim.max() < 60


def test_scattered_cards_lie_apart_and_in_the_picture():
    rng = np.random.default_rng(5)
    quads = scattered(5, 110.0, 1.7, rng, (1280, 960))
    corners = np.concatenate(quads)
    assert corners.min() > 0
    assert (corners < (1280, 960)).all()
