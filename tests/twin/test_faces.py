"""The box and its pictures."""

import random
from collections import Counter

import numpy as np
import pytest

from companion.twin import wizard_thieves
from companion.twin.box import SETS
from companion.twin.stages import write_faces
from companion.twin.wizard_thieves.cards import all_keys, all_pictures, deal
from companion.twin.wizard_thieves.faces import HEIGHT, WIDTH, draw


def test_there_are_56_pictures_of_17_keys():
    pictures = [card.picture for card in all_pictures()]
    assert len(set(pictures)) == 56
    assert len(all_keys()) == 17
    assert "gem-1__4" in pictures
    assert "item-king_coin__1" in pictures


@pytest.mark.parametrize(("seats", "each"), [(2, 30), (3, 15), (4, 15)])
def test_decks_are_dealt_as_the_rulebook_says(seats: int, each: int):
    """Rulebook "Setup"; worked example 1."""
    decks = deal(seats, random.Random(5))
    assert [len(deck) for deck in decks] == [each] * seats
    idents = [card.ident for deck in decks for card in deck]
    assert len(set(idents)) == len(idents)
    kinds = Counter(card.key.split(":")[0] for card in decks[0])
    assert kinds == {"gem": each * 9 // 15, "treasure": each * 4 // 15, "item": each * 2 // 15}


def test_the_same_seed_deals_the_same_decks():
    assert deal(4, random.Random(9)) == deal(4, random.Random(9))
    assert deal(4, random.Random(9)) != deal(4, random.Random(10))


@pytest.mark.parametrize("style", SETS)
def test_every_key_looks_different(style: str):
    """In the middle of the face, where no border helps."""
    seen: dict[str, np.ndarray] = {}
    for card in all_pictures():
        if card.border > 1:
            continue
        face = draw(card, style)
        assert face.shape == (HEIGHT, WIDTH, 3)
        middle = face[40:-40, 40:-40].astype(np.int16)
        for other, known in seen.items():
            apart = np.abs(middle - known).max(axis=2)
            assert (apart > 18).mean() > 0.004, f"{card.key} looks like {other}"
        seen[card.key] = middle


def test_the_similar_set_is_nearer_than_the_distinct_one():
    def nearest(style: str) -> float:
        gems = [draw(c, style).astype(float) for c in all_pictures() if c.key[:3] == "gem"][::4]
        gaps = [np.abs(a - b).mean() for i, a in enumerate(gems) for b in gems[:i]]
        return float(min(gaps))

    assert nearest("similar") < nearest("distinct")


def test_pictures_are_written_for_teaching(tmp_path):
    paths = write_faces(wizard_thieves, "distinct", tmp_path / "faces")
    assert len(paths) == 56
    assert all(path.stat().st_size > 1000 for path in paths)
