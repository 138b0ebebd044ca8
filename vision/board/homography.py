"""Points carried from one plane to another, without OpenCV: what no picture is needed for runs without it."""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def homography(start: Points, end: Points) -> Points:
    """Return the (3, 3) homography that carries the four points *start* (4, 2) to *end* (4, 2).

    Raises ValueError where three of either lie on a line.
    """
    (x, y), (u, v) = start.T, end.T
    one, none = np.ones(4), np.zeros((4, 3))
    at = np.stack([x, y, one], axis=1)
    across = np.hstack([at, none, -u[:, None] * at[:, :2]])
    up = np.hstack([none, at, -v[:, None] * at[:, :2]])
    try:
        found = np.linalg.solve(np.vstack([across, up]), np.concatenate([u, v]))
    except np.linalg.LinAlgError:
        raise ValueError("three of four points lie on a line: there is no way from plane to plane") from None
    return np.append(found, 1.0).reshape(3, 3)


def carried(points: Points, by: Points) -> Points:
    """Return *points* (n, 2) carried *by* a (3, 3) homography."""
    there = np.hstack([points, np.ones((len(points), 1))]) @ by.T
    carried: Points = there[:, :2] / there[:, 2:]
    return carried


def is_convex(corners: Points) -> bool:
    """Return whether a closed line through *corners* (n, 2) turns one way only, at each of them."""
    along = np.roll(corners, -1, axis=0) - corners
    on = np.roll(along, -1, axis=0)
    turns = along[:, 0] * on[:, 1] - along[:, 1] * on[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
