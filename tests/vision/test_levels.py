"""Levels of pictures are those that numpy tells, only sooner."""

import numpy as np
import pytest

from vision.levels import least_channel, middle, most_channel, quantile

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("size", [1, 2, 7, 300, (12, 25)])
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_a_quantile_is_that_of_numpy(size: int | tuple[int, int], kind: type) -> None:
    values = (RNG.random(size) * 255).astype(kind)
    for share in (0.0, 0.01, 0.25, 0.5, 0.9, 0.995, 1.0):
        assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), abs=1e-3)
    assert middle(values) == pytest.approx(float(np.median(values)), abs=1e-3)


def test_a_quantile_leaves_the_picture_as_it_is() -> None:
    values = RNG.random(50).astype(np.float32)
    before = values.copy()
    quantile(values, 0.5)
    assert np.array_equal(values, before)


def test_the_darkest_and_the_brightest_channel_of_each_px() -> None:
    picture = (RNG.random((9, 6, 3)) * 255).astype(np.uint8)
    assert np.array_equal(least_channel(picture), picture.min(axis=2))
    assert np.array_equal(most_channel(picture), picture.max(axis=2))
