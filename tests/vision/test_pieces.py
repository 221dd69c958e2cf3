"""Cards under a token or a coin that nobody taught."""

import cv2
import numpy as np
import pytest

from vision.catalogue import build
from vision.pieces import read_under_pieces

SIZE = (126, 176)
"""Of a crop, px: 2 to a millimetre."""


def patch_of(face: np.ndarray, *middles: tuple[int, int], across_mm: float = 20.0) -> np.ndarray:
    """A card with round pieces on it, a little soft and unevenly lit."""
    patch = cv2.resize(face, SIZE, interpolation=cv2.INTER_AREA)
    for x, y in middles:
        radius = round(across_mm)
        cv2.circle(patch, (x + 3, y + 3), radius, (60, 60, 60), -1, cv2.LINE_AA)
        cv2.circle(patch, (x, y), radius, (50, 60, 200), -1, cv2.LINE_AA)
        cv2.circle(patch, (x, y), radius // 2, (240, 240, 240), -1, cv2.LINE_AA)
    light = np.linspace(0.8, 1.05, SIZE[0], dtype=np.float32)[None, :, None]
    return np.clip(cv2.GaussianBlur(patch, (3, 3), 0.8) * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("key", ["cross:blue", "star:blue"])
@pytest.mark.parametrize("middles", [((40, 60),), ((90, 140),), ((24, 70), (84, 150))], ids=str)
def test_what_shows_around_a_piece_names_the_card(drawn, taught, key, middles):
    for turned in (False, True):
        patch = patch_of(drawn[key], *middles)
        reading = read_under_pieces(patch[::-1, ::-1] if turned else patch, taught)
        assert reading is not None
        assert reading.key == key


def test_a_piece_on_all_of_a_figure_leaves_it_open(drawn, taught):
    """These cards have one small figure each, in the middle."""
    reading = read_under_pieces(patch_of(drawn["circle:red"], (63, 88)), taught)
    assert reading is not None
    assert reading.key is None


def test_what_parts_two_cards_may_lie_under_the_piece(drawn):
    """Then it stays open which of the two it is."""
    face = drawn["cross:blue"]
    height, width = face.shape[:2]
    twin = face.copy()
    spot = (width // 4, height // 4)
    cv2.circle(twin, spot, width // 12, (40, 160, 40), -1, cv2.LINE_AA)
    catalogue = build([*drawn.items(), ("twin", twin)])
    middle = (spot[0] * SIZE[0] // width, spot[1] * SIZE[1] // height)
    reading = read_under_pieces(patch_of(face, middle), catalogue)
    assert reading is not None
    assert reading.key is None
