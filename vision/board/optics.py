"""Where a camera stands over the board: three dimensions from a plane's homography, and back.

The board's plane is z = 0, x east, y north, z up, in millimetres.  Knows no
tags, no dice and no pictures.
"""

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

USUAL_FOCAL = 0.85
"""Focal length of a usual webcam (61 degrees across), in picture widths."""

FOCALS = np.exp(np.linspace(log(0.45), log(2.4), 121))
FOCAL_SPREAD = 0.25
"""How far webcams differ from the usual focal length, as the spread of its logarithm."""

SQUARENESS = 0.006
"""How well a homography fitted through a bent lens keeps right angles and equal lengths."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera: *projection* (3, 4) carries millimetres to pixels, *bend* is the lens's first radial term.

    *centre* is the picture's centre (2,) and *focal* the focal length, both in pixels.
    """

    projection: Points
    centre: Points
    focal: float
    bend: float = 0.0

    @property
    def eye(self) -> Points:
        """Return where the camera is, (3,) in millimetres."""
        return np.asarray(-np.linalg.solve(self.projection[:, :3], self.projection[:, 3]), np.float64)

    def project(self, points: Points) -> Points:
        """Carry (n, 3) millimetres to (n, 2) pixels."""
        seen = np.asarray(points, float) @ self.projection[:, :3].T + self.projection[:, 3]
        flat = (seen[:, :2] / seen[:, 2:] - self.centre) / self.focal
        bent = flat * (1 + self.bend * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * self.focal + self.centre, np.float64)

    def on_plane(self, pixels: Points, height: float = 0.0) -> Points:
        """Carry (n, 2) pixels to (n, 2) millimetres on the plane at *height* mm."""
        bent = (np.asarray(pixels, float) - self.centre) / self.focal
        flat = bent.copy()
        if self.bend:
            for _ in range(6):
                flat = bent / (1 + self.bend * (flat**2).sum(axis=1, keepdims=True))
        straight = np.column_stack([flat * self.focal + self.centre, np.ones(len(flat))])
        plane = np.linalg.solve(self.plane(height), straight.T).T
        return np.asarray(plane[:, :2] / plane[:, 2:])

    def plane(self, height: float = 0.0) -> Points:
        """Return the (3, 3) homography of the plane at *height* mm, through a straight lens."""
        last = self.projection[:, 3] + height * self.projection[:, 2]
        return np.column_stack([self.projection[:, :2], last])


def looking_at(
    eye: Points, aim: Points, *, focal: float, size: tuple[int, int], turn: float = 0.0, bend: float = 0.0
) -> Camera:
    """Return the camera at *eye* (3,) that looks at *aim* (3,), north up, turned by *turn* radians.

    *focal* is in picture widths, *size* is (width, height) in pixels.
    """
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(ahead, [0.0, 1.0, 0.0] if abs(ahead[2]) > 0.5 else [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    level = np.array([right, down, ahead])
    roll = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    rotation = roll @ level
    centre = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    lens = np.array([[focal * size[0], 0, centre[0]], [0, focal * size[0], centre[1]], [0, 0, 1]])
    projection = lens @ np.column_stack([rotation, -rotation @ eye])
    return Camera(projection=projection, centre=centre, focal=focal * size[0], bend=bend)


def camera_of(homography: Points, size: tuple[int, int]) -> Camera:
    """Return the camera that sees the plane z = 0 through *homography* (3, 3: mm to pixels).

    A plane seen from straight above tells nothing of the focal length: the less
    it tells, the nearer the answer is to a usual webcam's.
    """
    centre = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    focal = _likely_focal(homography, centre, size[0])
    lens = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    axes = np.linalg.solve(lens, homography)
    axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    if axes[2, 2] < 0:
        axes = -axes
    up = np.cross(axes[:, 0], axes[:, 1])
    return Camera(
        projection=lens @ np.column_stack([axes[:, :2], up, axes[:, 2]]), centre=centre, focal=focal
    )


def _likely_focal(homography: Points, centre: Points, width: int) -> float:
    """Return the focal length (px) for which the plane's two axes are most nearly square and equally long.

    *homography* (3, 3) carries mm to pixels, *centre* (2,) is the picture's, *width* its width in px.
    """
    focals = FOCALS * width
    straight = homography[:2] - centre[:, None] * homography[2]
    axes = np.concatenate(
        [straight[None] / focals[:, None, None], np.tile(homography[2], (len(focals), 1, 1))], axis=1
    )
    first, second = axes[..., 0], axes[..., 1]
    long, wide = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    stretch, slant = long / wide - 1, (first * second).sum(axis=1) / (long * wide)
    usual = np.log(FOCALS / USUAL_FOCAL) / FOCAL_SPREAD
    return float(focals[np.argmin((stretch**2 + slant**2) / SQUARENESS**2 + usual**2)])
