"""Rows of the vision bench: a deck among score sheets and handwriting, and on poker tables.

Rendered, each photograph on a day of its own, taught from one view of each card on another day.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from companion.bench.drawn_deck import drawn_back, printed_deck, written_deck
from companion.bench.other_day import Day
from companion.bench.pairing import paired
from companion.bench.progress import steps
from companion.bench.rendered_cards import Face
from companion.bench.rendered_scenes import Scene, poker_table, score_table, taught_on
from companion.bench.row import BenchRow
from companion.bench.tally import verdict
from vision.catalogue import build
from vision.outlines import overlap
from vision.photo import PhotoReader
from vision.readings import CardReading, Floats

SEED, PICTURES = 2600, 8
"""Of pictures that chose nothing; those looked at while building had seeds under 100."""
HARD_EVERY = {"score sheets": 4, "poker tables": 2}
"""One picture of so many is taken in low light with lamps mirrored in cards."""
SAME_PLACE = 0.6
"""Intersection over union from which a reading is about a card."""
SAID = ("right", "wrong", "asked", "not found")

Draw = Callable[[Day, np.random.Generator], Scene]


def scene_rows(name: str, faces: Sequence[Face]) -> Iterator[BenchRow]:
    """Score sheets and poker tables with a deck; the backs are drawn."""
    rng = np.random.default_rng(SEED)
    day = Day.drawn(rng)
    what = f"{name} (rendered)"
    lesson = [
        (faces[i][0], taught_on(faces[i], day, rng)) for i in steps(f"{what}, lesson", len(faces))
    ]
    reader = PhotoReader(build(lesson))
    reader.catalogue.warm_up()
    yield from _read(what, "score sheets", reader, lambda d, r: score_table(faces, d, r), rng)
    back = drawn_back()
    yield from _read(what, "poker tables", reader, lambda d, r: poker_table(faces, back, d, r), rng)


def drawn_deck_rows() -> list[BenchRow]:
    """The same with the two decks of playing cards that are drawn here."""
    decks = {
        "drawn playing cards": printed_deck(),
        "cards written by hand": written_deck(np.random.default_rng(SEED)),
    }
    return [row for name, faces in decks.items() for row in scene_rows(name, faces)]


def _read(
    name: str, kind: str, reader: PhotoReader, draw: Draw, rng: np.random.Generator
) -> Iterator[BenchRow]:
    what = f"{name}, {PICTURES} {kind}"
    counts: Counter[tuple[str, str]] = Counter()
    spent = cards = 0
    for number in steps(what, PICTURES):
        every = HARD_EVERY[kind]
        scene = draw(Day.drawn(rng, hard=number % every == every - 1), rng)
        start = time.thread_time_ns()
        readings = reader.read(scene.picture, find=True)
        spent += time.thread_time_ns() - start
        cards += len(scene.open) + len(scene.covered) + len(scene.backs) + len(scene.cut)
        counts.update(said_of(scene, readings))
    lying = ("open", "covered", "backs") if kind == "poker tables" else ("open",)
    for group in lying:
        for word in SAID if group != "backs" else SAID[1:]:
            yield BenchRow(what=f"{what}, {group}: {word}", value=counts[group, word], unit="cards")
    for word in SAID[1:3]:
        yield BenchRow(
            what=f"{what}, where no card is: {word}", value=counts["beside", word], unit="places"
        )
    yield BenchRow(what=f"{what}: CPU a card", value=spent / 1e6 / max(cards, 1), unit="ms")


def said_of(scene: Scene, readings: Sequence[CardReading]) -> Counter[tuple[str, str]]:
    """How often what (`SAID`) was said of `open` and `covered` cards, `backs`, and `beside` all.

    Cards that the picture's edge cuts, and covered ones without an index, count as nothing.
    """
    free: Sequence[CardReading] = readings
    counts: Counter[tuple[str, str]] = Counter()
    groups: list[tuple[str, list[tuple[str | None, Floats]]]] = [
        ("open", [(card.key, card.quad) for card in scene.open]),
        ("covered", [(card.key, card.quad) for card in scene.covered]),
        ("backs", [(None, quad) for quad in scene.backs]),
    ]
    for group, cards in groups:
        about, free = paired(free, [quad for _, quad in cards], SAME_PLACE)
        for (key, _), reading in zip(cards, about, strict=True):
            counts[group, "not found" if reading is None else _word(reading.key, key)] += 1
    for reading in free:
        if not any(overlap(reading.quad_px, quad) > 0.5 for quad in scene.cut):  # noqa: PLR2004
            counts["beside", _word(reading.key, None)] += 1
    return counts


def _word(said: str | None, true: str | None) -> str:
    word = verdict(said, true)
    return "asked" if word == "unsure" else word
