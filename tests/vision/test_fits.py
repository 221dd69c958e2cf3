"""Which taught faces are laid on a patch, and how well they fit."""

import cv2
import numpy as np
import pytest

from vision import fits
from vision.fits import Hope, best_fits, focus_of, least_left


def phoned(card, number, blur=1.0):
    """The card in a phone's light, blurred."""
    light = np.array([0.8, 0.9, 1.0]) * (0.9 + 0.02 * number)
    seen = cv2.GaussianBlur(card * light, (0, 0), blur)
    return np.clip(seen, 0, 255).astype(np.uint8)


def test_views_that_are_far_worse_are_not_laid_and_change_no_answer(drawn, taught, monkeypatch):
    laid = []
    lay = fits._Fitting._fit

    def counted(self, view, *, turned):
        laid.append(view)
        return lay(self, view, turned=turned)

    monkeypatch.setattr(fits._Fitting, "_fit", counted)
    pictures = [phoned(card, number) for number, card in enumerate(drawn.values())]
    quick = [best_fits(picture, taught) for picture in pictures]
    few = len(laid)
    monkeypatch.setattr(fits, "FAR_WORSE", np.inf)
    thorough = [best_fits(picture, taught) for picture in pictures]
    assert few < 0.7 * (len(laid) - few)
    for one, other in zip(quick, thorough, strict=True):
        assert (one[0].view, one[0].turned) == (other[0].view, other[0].turned)
        assert one[0].misfit == pytest.approx(other[0].misfit, rel=1e-4)


def test_little_is_left_of_a_taught_card_and_much_of_anything_else(drawn, taught):
    for number, card in enumerate(drawn.values()):
        seen = phoned(card, number)
        assert least_left(seen, taught) < 0.1
        assert least_left(np.ascontiguousarray(seen[::-1, ::-1]), taught) < 0.1
        aside = np.roll(seen, (seen.shape[0] // 2, seen.shape[1] // 2), (0, 1))
        assert least_left(aside, taught) > 0.3


@pytest.mark.parametrize("hope", [Hope(left=0.3), Hope(likeness=0.3)])
def test_hope_is_given_up_for_anything_but_a_taught_card(drawn, taught, hope):
    for number, card in enumerate(drawn.values()):
        seen = phoned(card, number)
        for lies in (seen, np.ascontiguousarray(seen[::-1, ::-1])):
            kept, whole = best_fits(lies, taught, hope=hope), best_fits(lies, taught)
            assert [(fit.view, fit.misfit) for fit in kept] == [
                (fit.view, fit.misfit) for fit in whole
            ]
        aside = np.roll(seen, (seen.shape[0] // 2, seen.shape[1] // 2), (0, 1))
        assert best_fits(aside, taught, hope=hope) == []


def test_what_is_softer_is_told_either_way(drawn, taught):
    view = next(i for i, seen in enumerate(taught.views) if seen.key == "star:red")
    sharp = taught.fine[view]
    assert focus_of(sharp, view, taught) == (0, 0)
    little, much = (
        focus_of(cv2.GaussianBlur(sharp, (0, 0), sigma), view, taught) for sigma in (1.0, 2.6)
    )
    assert little == (1, 0), "the taught face is softened by the first step"
    assert much == (3, 0), "and by the last"
