"""Pictures that jump from moment to moment: noise, flicker, torn pictures; hands do not move like that.

Knows no board.
"""

from collections import deque
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from vision.board.calibrate import Gray
from vision.source.pictures import Picture

STEP_PX = 2  # of the pixels that are compared, each way
WINDOW_S = 2.5
LEAST_S = 1.5  # so long it must last, to be called unsteady
MOST_FLIPS, FEW_FLIPS = 8, 2  # between rest and no rest, in the window: no hand is in and out so often
LEAST_PICTURES = 6
JUMP = 20  # grey levels by which a pixel has jumped
WIDE = 0.25  # share of the picture that jumps at once; a hand moves less of it
MOST_WIDE, FEW_WIDE = 0.8, 0.3  # share of the window's pictures


class _Look(NamedTuple):
    at: float
    is_rest: bool
    is_wide: bool


class Unrest:
    """Watches over the looks of the last moments."""

    def __init__(self) -> None:
        self._looks: deque[_Look] = deque()
        self._before: Gray | None = None
        self.is_unsteady = False

    def feed(self, small: Picture, at: float, *, is_rest: bool) -> bool:
        """Take in a small picture (h, w, 3) of a look at *at* (s), and whether the table was at rest in it.

        Returns whether pictures jump.
        """
        green = small[::STEP_PX, ::STEP_PX, 1].copy()
        self._looks.append(_Look(at, is_rest, self._jumps(green)))
        self._before = green
        while not 0 <= at - self._looks[0].at <= WINDOW_S:
            self._looks.popleft()
        states = [look.is_rest for look in self._looks]
        flips = sum(one != other for one, other in pairwise(states))
        wide = sum(look.is_wide for look in self._looks) / len(states)
        if self.is_unsteady:
            self.is_unsteady = flips > FEW_FLIPS or wide > FEW_WIDE
        elif len(states) >= LEAST_PICTURES and at - self._looks[0].at >= LEAST_S:
            self.is_unsteady = flips >= MOST_FLIPS or wide >= MOST_WIDE
        return self.is_unsteady

    def _jumps(self, green: Gray) -> bool:
        """Return whether much of *green* (h, w) is another picture than the one before."""
        if self._before is None or self._before.shape != green.shape:
            return False
        off = cv2.absdiff(self._before, green)
        return bool(np.count_nonzero(off > JUMP) >= WIDE * off.size)
