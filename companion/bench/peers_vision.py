"""Public methods of naming a card, as they are commonly written: the peers of the benchmark."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.readings import Image

Crop = tuple[str, Image]


class PerceptualHashNames:
    """pHash: 64 signs of the lowest frequencies, nearest in Hamming distance, either way up."""

    name = "perceptual hash"

    def __init__(self, taught: Sequence[Crop]) -> None:
        self._keys = [key for key, _ in taught]
        self._hashes = np.stack([_hash(image) for _, image in taught])

    def right(self, shown: Sequence[Crop]) -> int:
        """How many it names right."""
        return sum(self._name(image) == key for key, image in shown)

    def _name(self, image: Image) -> str:
        turned = np.ascontiguousarray(image[::-1, ::-1])
        apart = [(self._hashes != _hash(picture)).sum(1) for picture in (image, turned)]
        return self._keys[int(np.minimum(*apart).argmin())]


def _hash(image: Image) -> npt.NDArray[np.bool_]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (32, 32), interpolation=cv2.INTER_AREA).astype(np.float32)
    low = np.asarray(cv2.dct(small))[:8, :8].ravel()
    return np.asarray(low > np.median(low))


class OrbNames:
    """ORB: 500 features, cross-checked matches, most inliers of a RANSAC homography."""

    name = "ORB with RANSAC"

    def __init__(self, taught: Sequence[Crop]) -> None:
        self._orb = cv2.ORB.create(nfeatures=500)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
        self._taught = [(key, *self._features(image)) for key, image in taught]

    def right(self, shown: Sequence[Crop]) -> int:
        """How many it names right."""
        return sum(self._name(image) == key for key, image in shown)

    def _features(self, image: Image) -> tuple[Image, Image | None]:
        points, descriptors = self._orb.detectAndCompute(image, None)
        return np.array([p.pt for p in points], np.float32).reshape(-1, 2), descriptors

    def _name(self, image: Image) -> str | None:
        points, descriptors = self._features(image)
        best, most = None, 3
        for key, theirs, their_descriptors in self._taught:
            inliers = self._inliers(points, descriptors, theirs, their_descriptors)
            if inliers > most:
                best, most = key, inliers
        return best

    def _inliers(
        self, mine: Image, first: Image | None, theirs: Image, second: Image | None
    ) -> int:
        if first is None or second is None:
            return 0
        matches = self._matcher.match(first, second)
        if len(matches) < 4:  # noqa: PLR2004 - a homography has four
            return 0
        source = mine[[m.queryIdx for m in matches]]
        target = theirs[[m.trainIdx for m in matches]]
        _, inliers = cv2.findHomography(source, target, cv2.RANSAC, 4.0)
        return int(np.count_nonzero(inliers))


class BlobDice:
    """Blobs are pips, near pips are a die: median blur, blob detector, clusters of 40 px.

    The recipe of a dozen tutorials (SimpleBlobDetector with inertia 0.6, DBSCAN with eps 40 and one
    sample, which is single linkage), with its published numbers.
    """

    name = "blobs with DBSCAN"

    def __init__(self) -> None:
        params = cv2.SimpleBlobDetector.Params()
        params.filterByInertia = True
        params.minInertiaRatio = 0.6
        self._detector = cv2.SimpleBlobDetector.create(params)

    def read(self, image: Image) -> list[tuple[float, float, int]]:
        """Middle and pips of each die."""
        grey = cv2.cvtColor(cv2.medianBlur(image, 7), cv2.COLOR_BGR2GRAY)
        points = np.array([p.pt for p in self._detector.detect(grey)], np.float32).reshape(-1, 2)
        groups: list[list[int]] = []
        left = set(range(len(points)))
        while left:
            group, edge = [], [left.pop()]
            while edge:
                at = edge.pop()
                group.append(at)
                near = {i for i in left if np.hypot(*(points[i] - points[at])) <= BLOB_EPS}
                left -= near
                edge.extend(near)
            groups.append(group)
        middles = [points[group].mean(0) for group in groups]
        return [(float(m[0]), float(m[1]), len(g)) for m, g in zip(middles, groups, strict=True)]


BLOB_EPS = 40.0
