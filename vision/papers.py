"""What the edges of a photograph's cards look like, once some are named: paper, frames, outlines.

Another card of the deck has edges of the same colours, in about the same light.
"""

import numpy as np

from vision.geometry import cut_out
from vision.readings import Floats, Image

BORDER_SHARES = (0.25, 0.5, 0.75)
"""Of the px along a card's edge, by brightness: the colours of its border, a frame's among them."""
BORDER_LEVELS, EDGE_SHARE = 50.0, 0.4
"""Grey levels by which the edges of two cards of a deck may differ under one light, and in how
large a share they must not: rounded corners and hard shadows fall into them."""
INSET = 2
"""Coarse px from a card's edge to what is its border without a printed outline."""
SHADE, DARKEST = 0.25, 30.0
"""Share by which a channel of two papers may differ in one light, and the least level it is of."""


class Papers:
    """Colours along the edges of the cards that are known."""

    def __init__(self, image: Image, size: tuple[int, int]) -> None:
        """image: BGR uint8. size: width and height at which cards are cut out of it."""
        self._image, self._size = image, size
        self._borders: list[Floats] = []

    def add(self, quad: Floats) -> None:
        """Another card that is known."""
        patch = cut_out(self._image, quad, self._size)
        edge = edge_of(patch, 1)
        order = np.argsort(edge.sum(1))
        middles = [int(len(edge) * share) for share in BORDER_SHARES]
        inside = np.median(edge_of(patch[INSET:-INSET, INSET:-INSET], 1), axis=0)
        self._borders.append(np.stack([*edge[order[middles]], inside]).astype(np.float32))

    @property
    def colours(self) -> Floats:
        """Those of all borders: float32 (N, 3) BGR."""
        return np.concatenate(self._borders)

    def border(self, patch: Image, shows: Image) -> bool:
        """Whether what shows along the edge of a patch has the colours of a known card's edge.

        patch: BGR uint8 of the size given. shows: uint8 (H, W), not 0 where it is seen.
        """
        edge = edge_of(patch, 2)[edge_of(shows, 2) > 0].astype(np.float32)
        if not len(edge):
            return False
        return any(
            (np.abs(edge[:, None] - known).max(2).min(1) < BORDER_LEVELS).mean() > EDGE_SHARE
            for known in self._borders
        )

    def share(self, quad: Floats, shows: Image | None = None, inset: int = 0) -> float:
        """Share of the px so far inside the edge of a quad that have the paper of a known card.

        shows: As in `border`; all where None. 0 where nothing of the edge shows.
        """
        rim = slice(inset, -inset or None)
        ring = edge_of(cut_out(self._image, quad, self._size)[rim, rim], 1)
        if shows is not None:
            ring = ring[edge_of(shows[rim, rim], 1) > 0]
        if not len(ring):
            return 0.0
        papers = np.stack([border[-1] for border in self._borders])
        off = np.abs(ring[:, None].astype(np.float32) - papers) / np.maximum(papers, DARKEST)
        return float((off.max(2).min(1) < SHADE).mean())


def edge_of(patch: Image, wide: int) -> Image:
    """The px along the edge of a patch, so many wide: (N, 3) or (N,)."""
    ring = np.ones(patch.shape[:2], np.bool_)
    ring[wide:-wide, wide:-wide] = False
    return patch[ring]
