"""All taught faces at once, at a small size: which of them might a patch be, in any light?"""

import itertools
from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import inner, light_basis
from vision.readings import Floats


class CoarseFaces:
    """All faces at the coarse size with the light's fit prepared: ranks patches in one go."""

    def __init__(
        self, faces: Sequence[Floats], size: tuple[int, int], margin: int, *, hazy: bool = False
    ) -> None:
        self.size = size
        self.margin = max(2, margin)
        small = [cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in faces]
        stack = np.stack(
            [inner(face.astype(np.float32), self.margin).reshape(-1, 3) for face in small]
        )
        basis = inner(light_basis(size), self.margin).reshape(-1, 3)
        terms = stack.transpose(2, 0, 1)[:, :, None, :] * basis.T[None, None]
        pull = [1e-3, 0.02, 0.02]
        if hazy:
            terms = np.concatenate([terms, np.ones_like(terms[:, :, :1])], 2)
            pull.append(COARSE_HAZE)
        ridge = np.diag(pull) * len(basis)
        normal = np.einsum("ckan,ckbn->ckab", terms, terms) + ridge
        # With normal = L Lt, what the best light explains is the square of (1 / L) terms patch.
        whiten = np.linalg.inv(np.linalg.cholesky(normal))
        self._lights = len(pull)
        self._terms = np.ascontiguousarray(
            (whiten @ terms).reshape(3, -1, len(basis)).astype(np.float32)
        )

    def misfits(self, patches: Sequence[Floats]) -> Floats:
        """Unexplained share of each patch's variance for each view, with the best light.

        patches: each float32 0..1 BGR of `size`. Returns float32 (patches, views).
        """
        pixels = np.stack([inner(patch, self.margin).reshape(-1, 3) for patch in patches])
        columns = np.ascontiguousarray(pixels.transpose(2, 1, 0))
        explained = np.square(self._terms @ columns).reshape(3, -1, self._lights, len(patches))
        explained = explained.sum((0, 2))
        spread = np.square(pixels - pixels.mean(1, keepdims=True)).sum((1, 2)) + 1e-3
        rest = np.square(pixels).sum((1, 2)) - explained
        share: Floats = (rest / spread).T.astype(np.float32)
        return share

    @cached_property
    def _products(self) -> Floats:
        """Of each view's terms by channel, each with each, px by px: float32 (pairs * 3 n, px)."""
        lights, px = self._lights, self._terms.shape[-1]
        terms = self._terms.reshape(-1, lights, px).swapaxes(0, 1)
        rows, columns = np.triu_indices(lights)
        return np.ascontiguousarray((terms[rows] * terms[columns]).reshape(-1, px))

    def misfits_shown(
        self, patches: Sequence[Floats], shows: Sequence[npt.NDArray[np.bool_]]
    ) -> Floats:
        """The same for patches of which only a part shows: float32 (patches, views).

        Every other light explains less there than over a whole card, so it is held back more.

        Args:
            patches: As in `misfits`.
            shows: What is seen of each, bool (H, W) with the margin.
        """
        seen = np.stack([inner(patch, self.margin).reshape(-1, 3) for patch in patches])
        mask = np.stack([inner(part, self.margin).ravel() for part in shows]).astype(np.float32)
        count = mask.sum(1)
        masked = seen * mask[..., None]
        lights = self._lights
        products = (self._products @ mask.T).reshape(
            -1, len(self._terms[0]) // lights * 3, len(seen)
        )
        columns = np.ascontiguousarray(masked.transpose(2, 1, 0))
        moments = (self._terms @ columns).reshape(-1, lights, len(seen))
        explained = _explained(products, np.ascontiguousarray(moments.swapaxes(0, 1)))
        explained = explained.reshape(3, -1, len(seen)).sum(0).T
        squares = np.square(masked).sum((1, 2))
        means = masked.sum(1) / np.maximum(count, 1)[:, None]
        spread = squares - count * np.square(means).sum(1) + 1e-3
        rest: Floats = (squares[:, None] - explained) / spread[:, None]
        rest[count == 0] = np.inf
        return rest


def _explained(products: Floats, moments: Floats) -> Floats:
    """Squares that the best light explains, for many small systems at once by elimination.

    Args:
        products: float32 (pairs, n, patches): of each system the upper half, row by row.
        moments: float32 (lights, n, patches).
    """
    lights = len(moments)
    pairs = itertools.combinations_with_replacement(range(lights), 2)
    normal: dict[tuple[int, int], Floats] = dict(zip(pairs, products, strict=True))
    total: Floats = np.zeros_like(moments[0])
    for i in range(lights):
        pivot = normal[i, i] + np.float32(PART_RIDGE)
        total += np.square(moments[i]) / pivot
        for j in range(i + 1, lights):
            share = normal[i, j] / pivot
            moments[j] -= share * moments[i]
            for k in range(j, lights):
                normal[j, k] = normal[j, k] - share * normal[i, k]
    return total


PART_RIDGE = 0.02
"""As much more than over a whole card."""
COARSE_HAZE = 0.002
"""Pull of the haze towards none: 0.1 of white in a channel is common."""
