"""What was taught: card faces by key, ready to be compared; as bytes with a version and a hash."""

import hashlib
import io
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import STIFFNESS, Template, template
from vision.borders import PLAIN, border_for
from vision.catalogue_head import FORMAT, CatalogueError, Head, head_of, unpacked
from vision.coarse import CoarseFaces
from vision.faces import (
    COARSE_WIDTH,
    FINE_WIDTH,
    MARGIN,
    Shape,
    inner,
    normalise,
    prepare,
    soften,
    to_lab,
)
from vision.features import FeatureIndex, Features, find_features
from vision.readings import Floats, Image

FACE_WIDTH = 160
"""Width in px at which faces are kept: 2.5 px/mm on a poker card."""
CARD_MM = (63.0, 88.0)
"""A poker card, where the owner says nothing else."""


@dataclass(frozen=True)
class View:
    """One taught picture: its key and its face as BGR uint8 of the catalogue's size."""

    key: str
    face: Image


@dataclass(frozen=True)
class Catalogue:
    """Taught faces.

    Attributes:
        views: In order of teaching; a key may have several.
        card_mm: Size of the real cards, width and height.
        features: SIFT features of each view, in its own px.
        digest: Hash of the content, for the black box and for cache names.
        border: Share of a card's width along its edges that is left out of comparisons.
    """

    views: tuple[View, ...]
    card_mm: tuple[float, float]
    features: tuple[Features, ...]
    digest: str = ""
    border: float = PLAIN

    @property
    def margin(self) -> int:
        """Outer px left out of fine comparisons."""
        return max(MARGIN, round(self.border * FINE_WIDTH))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Distinct keys, sorted."""
        return tuple(sorted({view.key for view in self.views}))

    @cached_property
    def aspect(self) -> float:
        """Height over width of the faces."""
        height, width = self.views[0].face.shape[:2]
        return float(height / width)

    @cached_property
    def shape(self) -> Shape:
        """Sizes for comparing."""
        return Shape.of(self.aspect)

    @cached_property
    def fine(self) -> tuple[Floats, ...]:
        """Each view normalised at the fine size: float32 BGR."""
        return tuple(normalise(prepare(view.face, self.shape.fine)) for view in self.views)

    @cached_property
    def labs(self) -> tuple[Floats, ...]:
        """Each view in Lab without its margin."""
        return tuple(inner(to_lab(face), self.margin) for face in self.fine)

    @cached_property
    def index(self) -> FeatureIndex:
        """The features of all views, ready to be compared."""
        return FeatureIndex(self.features)

    @cached_property
    def softer(self) -> "Softer":
        """Views as a soft picture shows them."""
        return Softer(self)

    @cached_property
    def small(self) -> "Resized":
        """Views at the size at which signs are compared."""
        return Resized(self.views, self.shape.signs)

    @cached_property
    def templates(self) -> tuple["Templates", "Templates"]:
        """Each view prepared for alignment: at the fine size, and at the coarse one."""
        grown = round(self.border * COARSE_WIDTH)
        small = [cv2.resize(f, self.shape.coarse, interpolation=cv2.INTER_AREA) for f in self.fine]
        return (
            Templates(self.fine, self.margin, STIFFNESS[0]),
            Templates(small, max(2, grown), STIFFNESS[1]),
        )

    def warm_up(self) -> None:
        """Compute now what the first reading would wait for."""
        _ = (self.fine, self.labs, self.coarse, self.templates)

    @cached_property
    def coarse(self) -> CoarseFaces:
        """All views at once, for the short list."""
        return CoarseFaces(self.fine, self.shape.coarse, round(self.border * COARSE_WIDTH))

    @cached_property
    def hazy(self) -> CoarseFaces:
        """The same for patches that haze may lie over."""
        grown = round(self.border * COARSE_WIDTH)
        return CoarseFaces(self.fine, self.shape.coarse, grown, hazy=True)


class Resized:
    """Views at another size, BGR uint8, each when it is first needed."""

    def __init__(self, views: Sequence[View], size: tuple[int, int]) -> None:
        self._views = views
        self._size = size
        self._made: dict[int, Image] = {}

    def __getitem__(self, view: int) -> Image:
        """The view's face at this size; not to be written to."""
        if view not in self._made:
            face = self._views[view].face
            small = cv2.resize(face, self._size, interpolation=cv2.INTER_AREA)
            self._made[view] = np.asarray(small, np.uint8)
        return self._made[view]


class Templates:
    """Views prepared for alignment, each when it is first needed."""

    def __init__(self, faces: Sequence[Floats], margin: int, stiffness: float) -> None:
        self._faces = faces
        self._margin = margin
        self._stiffness = stiffness
        self._made: dict[int, Template] = {}

    def __getitem__(self, view: int) -> Template:
        """The view's template."""
        if view not in self._made:
            self._made[view] = template(
                self.grey(view), margin=self._margin, stiffness=self._stiffness
            )
        return self._made[view]

    def grey(self, view: int) -> Floats:
        """The view in grey alone, float32 (H, W): a template is large and takes its time."""
        return np.asarray(cv2.cvtColor(self._faces[view], cv2.COLOR_BGR2GRAY), np.float32)

    def shown(self, view: int, shows: npt.NDArray[np.bool_]) -> Template:
        """A template of that part of a view that shows: bool (H, W)."""
        at = np.flatnonzero(inner(shows, self._margin))
        grey = self.grey(view)
        return template(grey, margin=self._margin, stiffness=self._stiffness, at=at)


SOFTNESS = (0.0, 1.0, 1.7, 2.6)
"""Blur in fine px (of 64 across) at which faces are kept: a picture out of focus by 4 % of a card's
width is still read. Steps of 0.7 px change what remains unexplained by less than noise does."""


class Softer:
    """Views blurred in the steps of `SOFTNESS`, each when it is first needed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._of = catalogue
        self._made: dict[tuple[int, int], tuple[Floats, Floats]] = {}

    def __call__(self, view: int, step: int) -> tuple[Floats, Floats]:
        """The face, float32 BGR at the fine size, and in Lab without its margin."""
        if step == 0:
            return self._of.fine[view], self._of.labs[view]
        if (view, step) not in self._made:
            face = soften(self._of.fine[view], SOFTNESS[step])
            self._made[view, step] = face, inner(to_lab(face), self._of.margin)
        return self._made[view, step]


def build(
    pictures: Sequence[tuple[str, Image]],
    *,
    card_mm: tuple[float, float] = CARD_MM,
    border: float | None = None,
) -> Catalogue:
    """A catalogue from (key, upright crop of the card in BGR). Raises CatalogueError when empty.

    `border` is the share of a card's width along its edges that says nothing of its key; None
    takes what is known of decks with such keys.
    """
    if not pictures:
        raise CatalogueError("There is no picture to learn from. Take one of each card.")
    aspect = float(np.median([image.shape[0] / image.shape[1] for _, image in pictures]))
    size = (FACE_WIDTH, round(FACE_WIDTH * aspect))
    views = tuple(View(key, _resized(image, size)) for key, image in pictures)
    features = tuple(find_features(view.face, limit=FEATURES_A_VIEW) for view in views)
    catalogue = Catalogue(views=views, card_mm=card_mm, features=features)
    share = border_for(key for key, _ in pictures) if border is None else border
    return Catalogue(views, card_mm, features, _digest(_arrays(catalogue)), share)


FEATURES_A_VIEW = 90
"""Strongest features kept of a view; a covered card needs eight of them."""


def _resized(image: Image, size: tuple[int, int]) -> Image:
    how = cv2.INTER_AREA if image.shape[1] > size[0] else cv2.INTER_CUBIC
    return cv2.resize(image, size, interpolation=how).astype(np.uint8)


def dump(catalogue: Catalogue) -> bytes:
    """As bytes: an .npz with the faces, their features and a header."""
    arrays = _arrays(catalogue)
    header = {"format": FORMAT, "digest": _digest(arrays), "card_mm": list(catalogue.card_mm)}
    header["keys"] = [view.key for view in catalogue.views]
    header["border"] = catalogue.border
    out = io.BytesIO()
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(out, allow_pickle=False, **arrays)
    return out.getvalue()


def load(data: bytes, *, name: str = "the catalogue") -> Catalogue:
    """A catalogue from `dump`'s bytes. Raises CatalogueError naming `name` and the cure."""
    arrays = unpacked(data, name)
    head = head_of(arrays.pop("header", None), name, border=PLAIN)
    _check(head, arrays, name)
    bounds = np.concatenate([[0], np.cumsum(arrays["counts"])])
    features = tuple(
        Features(arrays["points"][a:b], arrays["descriptors"][a:b])
        for a, b in itertools.pairwise(bounds)
    )
    views = tuple(View(k, f) for k, f in zip(head.keys, arrays["faces"], strict=True))
    return Catalogue(views, head.card_mm, features, head.digest, head.border)


def _check(head: Head, arrays: dict[str, npt.NDArray[Any]], name: str) -> None:
    wanted = {"faces", "points", "descriptors", "counts"}
    if set(arrays) != wanted or head.digest != _digest(arrays):
        raise CatalogueError(
            f"{name} is damaged: its content does not fit its hash. Copy it again, or teach anew."
        )
    if len(head.keys) != len(arrays["faces"]):
        raise CatalogueError(
            f"{name} is damaged: names and faces differ in number. Copy it again, or teach anew."
        )


def _arrays(catalogue: Catalogue) -> dict[str, npt.NDArray[Any]]:
    return {
        "faces": np.stack([view.face for view in catalogue.views]),
        "points": np.concatenate([f.points for f in catalogue.features]),
        "descriptors": np.concatenate([f.descriptors for f in catalogue.features]),
        "counts": np.array([len(f.points) for f in catalogue.features], np.int32),
    }


def _digest(arrays: dict[str, npt.NDArray[Any]]) -> str:
    sha = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        sha.update(f"{name} {array.dtype} {array.shape}".encode())
        sha.update(array.tobytes())
    return sha.hexdigest()
