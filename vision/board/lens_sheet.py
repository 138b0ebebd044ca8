"""The sheet that a lens is measured from: whoever prints it and whoever looks for it asks here.

OpenCV is loaded only where it is drawn or looked for.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import cv2


class LensSheet(NamedTuple):
    """A ChArUco board: squares across and down, their side and their marks' (mm), the marks' ids."""

    columns: int = 7
    rows: int = 10
    square_mm: float = 25.0
    mark_mm: float = 18.0
    family: str = "DICT_4X4_100"
    first_id: int = 20  # below lie the board's and the tray's corner marks

    @property
    def ids(self) -> range:
        """Return the ids of the marks in its white squares, row by row."""
        return range(self.first_id, self.first_id + self.columns * self.rows // 2)

    def board(self) -> "cv2.aruco.CharucoBoard":
        """Return it as OpenCV draws and finds it."""
        import cv2

        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.family))
        size = (self.columns, self.rows)
        return cv2.aruco.CharucoBoard(size, self.square_mm, self.mark_mm, dictionary, np.array(self.ids))


LENS_SHEET = LensSheet()
