"""Pictures of one scene at rest, added up: noise goes, what lies there stays."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray
from vision.source.frames import Frame

SOFT_PX, SHARPEN = 1.0, 1.5  # sigma of what is taken away, and how much of it


class FrameAverage:
    """Adds up pictures (h, w) of one shape; *count* is how many lie on it, *first* the frame below them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: Frame | None = None
        self._sum: NDArray[np.float32] | None = None

    def begin(self, frame: Frame) -> None:
        """Start anew with *frame*."""
        self.first, self._sum, self.count = frame, frame.gray.astype(np.float32), 1

    def add(self, frame: Frame) -> Gray:
        """Add *frame* and return the mean of all."""
        if self._sum is None:
            self.begin(frame)
            return frame.gray
        cv2.accumulate(frame.gray, self._sum)
        self.count += 1
        return self.mean

    @property
    def sharpened(self) -> Gray:
        """Return the mean of all, sharper than the lens was: noise that this would bring out has gone."""
        mean = self.mean
        soft = cv2.GaussianBlur(mean, (0, 0), SOFT_PX)
        return np.asarray(cv2.addWeighted(mean, 1 + SHARPEN, soft, -SHARPEN, 0), np.uint8)

    @property
    def mean(self) -> Gray:
        """Return the mean of all pictures; there must be one."""
        assert self._sum is not None, "no picture has been added up"
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count), np.uint8)
