"""Bringing a patch into line with a face: a few cheap steps instead of a search.

Inverse compositional alignment with the light projected out (Baker and Matthews, "Lucas-Kanade 20
years on", part 3): everything that costs is computed once for a face. The unknowns are the places
of the card's four corners, so what remains of the perspective is taken out as well.
"""

from dataclasses import dataclass

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
        step: float32 (8, N): from what the patch shows otherwise to the corners' movement.
        light: float32 (4, N): orthonormal, what light alone can change.
        margin: Outer px left out.
        at: Which of the px without their margin are looked at; N of them.
    """

    grey: Floats
    step: Floats
    light: Floats
    margin: int
    at: Pixels

    def look(self, picture: Floats) -> Floats:
        """Those px of a grey picture that are looked at: float32 (N,)."""
        return np.asarray(inner(picture, self.margin).ravel()[self.at], np.float32)


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
    slopes = (dx * across + dy * down)[:, at]
    basis = inner(light_basis((width, height)), margin).reshape(-1, 3).T[:, at]
    shade = np.concatenate([basis * inner(grey, margin).ravel()[at], np.ones_like(slopes[:1])])
    light = np.linalg.qr(shade.T)[0].T.astype(np.float32)
    slopes = slopes - (slopes @ light.T) @ light
    normal = slopes @ slopes.T + stiffness * np.eye(8)
    return Template(grey, np.linalg.solve(normal, slopes).astype(np.float32), light, margin, at)


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
    size = face.grey.shape[1], face.grey.shape[0]
    corners = card_corners((float(size[0]), float(size[1])))
    target = face.look(face.grey)
    warp: Floats = start.astype(np.float64)
    best = warp
    least = np.inf
    for _ in range(steps + 1):
        seen = face.look(warped(patch, warp, size))
        off = seen - target
        off = off - (face.light @ off) @ face.light
        rest = _share(off, seen)
        if rest > least:  # it leads away
            break
        best, least = warp, rest
        move = (face.step @ off).reshape(4, 2)
        longest = float(np.abs(move).max())
        if longest < ENOUGH_PX:
            break
        if longest > MAX_STEP_PX:
            move *= MAX_STEP_PX / longest
        undo = cv2.getPerspectiveTransform((corners + move).astype(np.float32), corners)
        warp = warp @ undo
    exact: Floats = best / best[2, 2]
    return exact.astype(np.float32)


def warped(picture: Floats, warp: Floats, size: tuple[int, int]) -> Floats:
    """The picture as the face sees it; px have their middles at 0.5."""
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            picture,
            back @ warp @ shift,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )


def unexplained(patch: Floats, face: Template, warp: Floats) -> float:
    """Share of the aligned patch's variance that neither the face nor light explains."""
    size = face.grey.shape[1], face.grey.shape[0]
    seen = face.look(warped(patch, warp, size))
    rest = seen - (face.light @ seen) @ face.light
    return _share(rest, seen)


def _share(rest: Floats, seen: Floats) -> float:
    """Of the variance of what is seen; zooming into a blank corner explains nothing."""
    spread = seen - seen.mean()
    return float(rest @ rest) / (float(spread @ spread) + 1e-3)


def scaled(warp: Floats, factor: float) -> Floats:
    """The same homography between pictures `factor` times as large."""
    grow = np.diag([factor, factor, 1.0])
    return (grow @ warp @ np.linalg.inv(grow)).astype(np.float32)


def farthest_pull(warp: Floats, size: tuple[int, int]) -> float:
    """How far the warp moves a corner, px."""
    corners = card_corners((float(size[0]), float(size[1])))
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), np.asarray(warp, np.float32))
    return float(np.abs(moved.reshape(4, 2) - corners).max())
