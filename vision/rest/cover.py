"""For how long the same thing has covered the board.

Knows not what it is.
"""

from vision.rest.glance import Mask, overlap

SAME = 0.75  # of two masks, to be the same thing lying there
HAND_FRAMES, MOST_FRAMES, MOST_STILLS = 12, 150, 3  # frames, frames, photographs


class Cover:
    """What covers the board, as masks (h, w; 0 or 1), and for how many pictures in a row."""

    def __init__(self) -> None:
        self._mask: Mask | None = None
        self._frames = 0

    def go(self) -> None:
        """Forget what has covered the board."""
        self._mask, self._frames = None, 0

    def has_come_to_stay(self, mask: Mask, *, is_still: bool) -> bool:
        """Return whether what covers the board in *mask* of this photograph or frame has long done so."""
        is_same = self._mask is not None and overlap(self._mask, mask) >= SAME
        self._mask, self._frames = mask, self._frames + 1 if is_same else 1
        return self._frames >= (MOST_STILLS if is_still else MOST_FRAMES)

    @property
    def outlasts_a_hand(self) -> bool:
        """Return whether it has lain there for longer than hands do."""
        return self._frames >= HAND_FRAMES
