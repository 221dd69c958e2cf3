"""All taught faces at once, at a small size: which of them might a patch be, in any light?"""

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
        """Of each view's terms by channel, each with each, px by px: float32 (3, n, px)."""
        lights = self._lights
        terms = self._terms.reshape(3, -1, lights, self._terms.shape[-1])
        rows, columns = np.triu_indices(lights)
        return np.ascontiguousarray(
            (terms[:, :, rows] * terms[:, :, columns]).reshape(3, -1, terms.shape[-1])
        )

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
        products = (self._products @ mask.T).reshape(3, -1, lights * (lights + 1) // 2, len(seen))
        rows, columns = np.triu_indices(lights)
        normal = np.empty((*products.shape[:2], len(seen), lights, lights), np.float32)
        normal[..., rows, columns] = normal[..., columns, rows] = products.swapaxes(2, 3)
        normal += PART_RIDGE * np.eye(lights, dtype=np.float32)
        moments = (self._terms @ masked.transpose(2, 1, 0)).reshape(3, -1, lights, len(seen))
        moments = moments.swapaxes(2, 3)[..., None]
        explained = (moments * np.linalg.solve(normal, moments)).sum((0, 3, 4)).T
        squares = np.square(masked).sum((1, 2))
        means = masked.sum(1) / np.maximum(count, 1)[:, None]
        spread = squares - count * np.square(means).sum(1) + 1e-3
        rest: Floats = (squares[:, None] - explained) / spread[:, None]
        rest[count == 0] = np.inf
        return rest


PART_RIDGE = 0.02
"""As much more than over a whole card."""
COARSE_HAZE = 0.002
"""Pull of the haze towards none: 0.1 of white in a channel is common."""
