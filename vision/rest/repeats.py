"""Whether a camera sends the very same picture again and again: noise never repeats.

Knows no board.
"""

import numpy as np

from vision.source.frames import Frame
from vision.source.pictures import Picture

FROZEN_FRAMES, FROZEN_S = 6, 2.4
SAMPLE_PX = 8  # of the pixels that are compared, each way


class Repeats:
    """Watches over the pictures of one camera."""

    def __init__(self) -> None:
        self._first: tuple[Picture, float] | None = None
        self._count = 0

    def is_frozen(self, frame: Frame) -> bool:
        """Take in *frame*; return whether a live camera has sent it for some time."""
        sample = frame.draft[::SAMPLE_PX, ::SAMPLE_PX]
        if not frame.live or self._first is None or not np.array_equal(sample, self._first[0]):
            self._first = (sample.copy(), frame.at) if frame.live else None
            self._count = 0
            return False
        self._count += 1
        return self._count >= FROZEN_FRAMES and frame.at - self._first[1] >= FROZEN_S
