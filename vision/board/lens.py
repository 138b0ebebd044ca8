"""A camera's lens, measured once from a printed sheet: how far it bends what is straight.

Knows no board of a game.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.lens_sheet import LENS_SHEET as LENS_SHEET, LensSheet
from vision.errors import InputError

FEWEST_PICTURES = 3
FEWEST_CORNERS = 16  # of the sheet, in a picture that counts
FEWEST_TILT = 0.12  # of the sheet's scale across one picture; all flat says nothing about the lens
WORST_PX = 1.5  # root mean square; more, and the sheet was bent or the pictures blurred


class Lens(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a lens does: a pixel at radius r from its *middle* moves outwards by 1 + *k1* r² + *k2* r⁴.

    *middle* and r are in picture widths and heights, and picture widths; *error_px* is how
    well the sheet fitted.
    """

    k1: float
    k2: float
    middle: tuple[float, float]
    error_px: float

    def middle_px(self, shape: tuple[int, ...]) -> tuple[float, float]:
        """Return the middle in a picture of *shape* (h, w, …)."""
        return self.middle[0] * shape[1] - 0.5, self.middle[1] * shape[0] - 0.5


class SheetView(NamedTuple):
    """The sheet in one picture: corners of squares in mm, (n, 2), and in pixels, (n, 2)."""

    at_mm: NDArray[np.float32]
    at_px: NDArray[np.float32]


def find_sheet(gray: NDArray[np.uint8], sheet: LensSheet = LENS_SHEET) -> SheetView | None:
    """Return where *sheet* lies in *gray* (h, w), or None where too little of it is seen."""
    board = sheet.board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(gray)
    if ids is None or len(ids) < FEWEST_CORNERS:
        return None
    places = np.asarray(board.getChessboardCorners(), np.float32)[np.asarray(ids).ravel(), :2]
    return SheetView(places, np.asarray(corners, np.float32).reshape(-1, 2))


def measure_lens(grays: Sequence[NDArray[np.uint8]], sheet: LensSheet = LENS_SHEET) -> Lens:
    """Return the lens that took *grays*, each (h, w) with *sheet* at another tilt.

    Raises InputError, with what to do, where the pictures do not suffice.
    """
    if len({gray.shape for gray in grays}) > 1:
        raise InputError("the pictures are of different sizes; take all of them with one camera as it is set")
    views = [view for gray in grays if (view := find_sheet(gray, sheet)) is not None]
    if len(views) < FEWEST_PICTURES:
        raise InputError(
            "the sheet is seen well in {1} of {2} pictures and {3} are needed; show it large, sharp "
            "and whole, each time at another tilt",
            len(views),
            len(grays),
            FEWEST_PICTURES,
        )
    if max(_tilt(view) for view in views) < FEWEST_TILT:
        raise InputError("the sheet lies flat to the camera in all pictures; tilt it well in some of them")
    height, width = grays[0].shape
    at_mm = [np.column_stack([view.at_mm, np.zeros(len(view.at_mm), np.float32)]) for view in views]
    start = np.array([(width, 0, width / 2), (0, width, height / 2), (0, 0, 1)], np.float64)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO
    flags |= cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    error, matrix, bend, _, _ = cv2.calibrateCamera(
        at_mm, [view.at_px for view in views], (width, height), start, np.zeros(5), flags=flags
    )
    if error > WORST_PX:
        raise InputError(
            "the sheet fits only to {1} pixels; glue it to something flat and hold still for each picture",
            f"{error:.1f}",
        )
    k1, k2 = np.asarray(bend, np.float64).ravel()[:2]
    length = float(matrix[0, 0]) / width  # OpenCV's radii are in focal lengths, ours in picture widths
    middle = (float(matrix[0, 2]) + 0.5) / width, (float(matrix[1, 2]) + 0.5) / height
    return Lens(k1=float(k1) / length**2, k2=float(k2) / length**4, middle=middle, error_px=float(error))


def _tilt(view: SheetView) -> float:
    """Return by what share the sheet's scale changes from one of its ends to the other."""
    plane = np.asarray(cv2.findHomography(view.at_mm, view.at_px)[0], np.float64)
    depths = view.at_mm @ plane[2, :2] + plane[2, 2]
    return float(np.ptp(depths) / np.abs(depths).mean())
