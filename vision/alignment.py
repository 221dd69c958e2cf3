"""Bringing a patch into line with a face: a few cheap steps instead of a search.

Inverse compositional alignment with the light projected out (Baker and Matthews, "Lucas-Kanade 20
years on", part 3): everything that costs is computed once for a face. The unknowns are the places
of the card's four corners, so what remains of the perspective is taken out as well.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import MARGIN, inner, light_basis
from vision.geometry import card_corners
from vision.readings import Floats

COARSE_STEPS, FINE_STEPS = 6, 6
ENOUGH_PX = 0.03
"""A step that moves no corner by more ends the search."""
STIFFNESS = 0.02, 0.08
"""Pull on the corners in each step, fine and coarse: keeps nearly blank faces from being sheared.
0.02 is the noise of a picture, 0.03, squared times 30 px that err together over 1 px squared."""
MAX_STEP_PX = 3.0
Pixels = npt.NDArray[np.intp] | slice
ALL = slice(None)


@dataclass(frozen=True, slots=True)
class Template:
    """A face prepared for alignment at one size.

    Attributes:
        grey: float32 (H, W).
        target: float32 (N,): those px of it that are looked at.
        rows: float32 (12, N). The first four are orthonormal, what light alone can change; the
            others lead from what a patch shows otherwise to the movement of its corners and are
            orthogonal to the first four.
        margin: Outer px left out.
        at: Which of the px without their margin are looked at; N of them.
    """

    grey: Floats
    target: Floats
    rows: Floats
    margin: int
    at: Pixels

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.grey.shape[1], self.grey.shape[0]

    def look(self, patch: Floats, warp: Floats) -> Floats:
        """Those px of a grey patch that are looked at, as the face sees them: float32 (N,)."""
        seen = warped(patch, warp, self.size, self.margin).ravel()
        return seen if isinstance(self.at, slice) else seen[self.at]


LIGHTS = 4
"""Of the rows of a template."""


def template(
    grey: Floats,
    *,
    margin: int = MARGIN,
    stiffness: float = STIFFNESS[0],
    at: Pixels = ALL,
) -> Template:
    """Prepare a grey face, float32 (H, W) 0..1; `at`: px without the margin that are looked at."""
    height, width = grey.shape
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7)
    dx = inner(np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125)), margin).ravel()
    dy = inner(np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)), margin).ravel()
    across, down = _corner_fields(width, height, margin)
    slopes = dx[at] * across[:, at] + dy[at] * down[:, at]
    basis = inner(light_basis((width, height)), margin).reshape(-1, 3).T[:, at]
    shade = np.concatenate([basis * inner(grey, margin).ravel()[at], np.ones_like(slopes[:1])])
    light = _orthonormal(shade)
    slopes = slopes - (slopes @ light.T) @ light
    # Inverted and multiplied: to solve for thousands of columns takes six times as long.
    to_moves = np.linalg.inv(slopes @ slopes.T + stiffness * np.eye(8)).astype(np.float32)
    rows = np.concatenate([light, to_moves @ slopes])
    target = inner(grey, margin).ravel()[at].astype(np.float32)
    return Template(grey, target, rows, margin, at)


def _orthonormal(rows: Floats) -> Floats:
    """Rows of length 1 at right angles to each other that span the same: float32 (k, N)."""
    exact = rows.astype(np.float64)
    lower = np.linalg.cholesky(exact @ exact.T + 1e-9 * np.eye(len(rows)))
    return (np.linalg.inv(lower) @ exact).astype(np.float32)


@cache
def _corner_fields(width: int, height: int, margin: int) -> tuple[Floats, Floats]:
    """Movement of each pixel when one corner moves by 1 px: two float32 (8, N), x and y."""
    ys, xs = np.mgrid[margin : height - margin, margin : width - margin].astype(np.float32)
    x, y = xs.ravel() + 0.5, ys.ravel() + 0.5
    rows = []
    for cx, cy in card_corners((float(width), float(height))):
        rows.append([cx, cy, 1, 0, 0, 0, cx * cx, cx * cy])
        rows.append([0, 0, 0, cx, cy, 1, cx * cy, cy * cy])
    a = np.linalg.inv(np.array(rows, np.float64)).astype(np.float32)  # (8 params, 8 corner moves)
    across = a[0][:, None] * x + a[1][:, None] * y + a[2][:, None]
    down = a[3][:, None] * x + a[4][:, None] * y + a[5][:, None]
    lean = a[6][:, None] * x + a[7][:, None] * y
    return across + lean * x, down + lean * y


def align(patch: Floats, face: Template, start: Floats, steps: int = FINE_STEPS) -> Floats:
    """Homography (3, 3) from face px to patch px, from `start` on. patch: float32 grey (H, W)."""
    corners = card_corners((float(face.size[0]), float(face.size[1])))
    warp: Floats = start.astype(np.float64)
    best = warp
    least = np.inf
    for _ in range(steps + 1):
        seen = face.look(patch, warp)
        off = seen - face.target
        found = face.rows @ off
        light = found[:LIGHTS]
        rest = float(off @ off - light @ light) / _spread(seen)
        if rest > least:  # it leads away
            break
        best, least = warp, rest
        move = found[LIGHTS:].reshape(4, 2)
        longest = float(np.abs(move).max())
        if longest < ENOUGH_PX:
            break
        if longest > MAX_STEP_PX:
            move *= MAX_STEP_PX / longest
        warp = warp @ cv2.getPerspectiveTransform(corners + move, corners)
    exact: Floats = best / best[2, 2]
    return exact.astype(np.float32)


def warped(picture: Floats, warp: Floats, size: tuple[int, int], margin: int = 0) -> Floats:
    """The picture as the face sees it, without its margin; px have their middles at 0.5.

    size: Of the whole face.
    """
    return np.asarray(
        cv2.warpPerspective(
            picture,
            TO_INDEX @ warp @ (FROM_INDEX + margin * ASIDE),
            (size[0] - 2 * margin, size[1] - 2 * margin),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


FROM_INDEX = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
TO_INDEX = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
"""OpenCV counts from the middle of a px."""
ASIDE = np.array([[0.0, 0, 1], [0, 0, 1], [0, 0, 0]])


def unexplained(patch: Floats, face: Template, warp: Floats) -> float:
    """Share of the aligned patch's variance that neither the face nor light explains."""
    seen = face.look(patch, warp)
    light = face.rows[:LIGHTS] @ seen
    return float(seen @ seen - light @ light) / _spread(seen)


def _spread(seen: Floats) -> float:
    """Variance of what is seen, summed: zooming into a blank corner explains nothing."""
    return float(seen @ seen) - float(seen.sum()) ** 2 / len(seen) + 1e-3


def scaled(warp: Floats, factor: float) -> Floats:
    """The same homography between pictures `factor` times as large."""
    grow = np.diag([factor, factor, 1.0])
    return (grow @ warp @ np.linalg.inv(grow)).astype(np.float32)


def farthest_pull(warp: Floats, size: tuple[int, int]) -> float:
    """How far the warp moves a corner, px."""
    corners = card_corners((float(size[0]), float(size[1])))
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.asarray(warp, np.float32))
    return float(np.abs(moved.reshape(4, 2) - corners).max())
