"""Squares of a sheet that may be the dark frames of tags.

Knows no tag: what lies in a square is said by the matcher.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.board.plane import Sheet
from vision.sightings import Pose
from vision.tags.poses import corners_mm

WINDOWS_MM = (5.5, 11.0)  # of the adaptive threshold
THRESHOLD_BELOW = 5
SQUARENESS, FULLNESS = 0.8, 0.84  # least ratio of sides, least share of the enclosing square
SAME_PX = 1.5


class Squares:
    """The squares of *sheet* with sides from *low_mm* to *high_mm*, each told once.

    Where brightness differs by no more than *noise* in a whole window, there is none.
    """

    def __init__(self, sheet: Sheet, low_mm: float, high_mm: float, *, noise: float = 0.0) -> None:
        self._sheet, self._low, self._high = sheet, low_mm * sheet.scale, high_mm * sheet.scale
        self._noise = noise
        self._seen = list[tuple[float, float, float]]()

    def find(self, window_mm: float, done: Sequence[Pose]) -> Iterator[Pose]:
        """Yield what is square and darker than *window_mm* around it, but not in tags that are *done*."""
        window = int(window_mm * self._sheet.scale) | 1
        method, kind = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
        dark = cv2.adaptiveThreshold(self._sheet.image, 255, method, kind, window, THRESHOLD_BELOW)
        if self._noise:  # specks cost more than all else that is done here
            around = np.ones((window, window), np.uint8)
            spread = cv2.morphologyEx(self._sheet.image, cv2.MORPH_GRADIENT, around)
            dark[spread <= self._noise] = 0
        for pose in done:
            corners = self._sheet.to_pixels(corners_mm(pose))
            cv2.fillConvexPoly(dark, np.rint(corners).astype(np.int32), (0,))
        dark = cv2.medianBlur(dark, 3)  # of the specks that noise leaves each would be an outline
        for contour in cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(contour) < 1.7 * self._low:  # most are far too short, and len costs least
                continue
            _, _, width, height = cv2.boundingRect(contour)
            if min(width, height) >= self._low * 0.9 and max(width, height) <= self._high * 1.6:
                yield from self._square(np.asarray(contour, np.int32))

    def _square(self, contour: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]") -> Iterator[Pose]:
        """Yield the square that *contour* (n, 1, 2) is, if it is a new one."""
        (x, y), (p, q), degrees = cv2.minAreaRect(contour)
        side = float(np.sqrt(p * q))
        if min(p, q) < SQUARENESS * max(p, q) or not self._low <= side <= self._high:
            return
        if cv2.contourArea(cv2.convexHull(contour)) < FULLNESS * p * q:
            return
        if any(abs(x - u) + abs(y - v) < SAME_PX and abs(side - w) < SAME_PX for u, v, w in self._seen):
            return
        self._seen.append((x, y, side))
        east, north = self._sheet.to_mm(np.array((x, y), np.float64))
        yield Pose((float(east), float(north)), -float(np.deg2rad(degrees)), side / self._sheet.scale)
