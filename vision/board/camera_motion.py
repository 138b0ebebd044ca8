"""Follows a picture without marks: how everything in it moved since it was last at rest.

What is drawn on the board and stands on it serves as anchor; what moved by itself is
outvoted.  Knows no board.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH = 960  # px; enough to follow by
POINTS = 1200
ALIKE = 0.75  # of the second best; more is no match
FEWEST, SHARE = 40, 0.4  # of the matches must agree
REACH_PX = 3.0


class Anchor(NamedTuple):
    """What was seen at rest: places (n, 2) px of the full picture, and how each looks."""

    places: NDArray[np.float32]
    looks: NDArray[np.uint8]


def anchor_of(gray: NDArray[np.uint8]) -> Anchor:
    """Return what *gray* (h, w) can be recognised by; nothing, where it is plain."""
    scale = WIDTH / gray.shape[1]
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    points, looks = cv2.ORB.create(POINTS, fastThreshold=10).detectAndCompute(small, None)
    places = np.array([(point.pt[0] + 0.5, point.pt[1] + 0.5) for point in points], np.float32)
    return Anchor(
        places.reshape(-1, 2) / scale - 0.5,
        np.zeros((0, 32), np.uint8) if looks is None else np.asarray(looks, np.uint8),
    )


def motion_since(anchor: Anchor, gray: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """Return the (3, 3) homography from *anchor*'s pixels to those of *gray*, or None where it is unsure."""
    now = anchor_of(gray)
    if min(len(anchor.looks), len(now.looks)) < FEWEST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(anchor.looks, now.looks, k=2)
    good = [one for one, other in pairs if one.distance < ALIKE * other.distance]
    if len(good) < FEWEST:
        return None
    start = anchor.places[[match.queryIdx for match in good]]
    end = now.places[[match.trainIdx for match in good]]
    motion, agree = cv2.findHomography(start, end, cv2.RANSAC, REACH_PX)
    if motion is None or int(agree.sum()) < max(FEWEST, SHARE * len(good)):
        return None
    return np.asarray(motion, np.float64)
