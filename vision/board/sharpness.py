"""How sharp a picture is, by the edges of the marks in it."""

import cv2
import numpy as np

from vision.board.calibrate import Gray, Points, Registration


def steepness(gray: Gray, registration: Registration) -> float | None:
    """Return what share of a mark's contrast its edges rise in one pixel of *gray* (h, w).

    None where no mark is seen.  Lenses reach 0.4; half of it is blurred by two pixels.
    """
    rises = [
        rise
        for one in registration.marks
        for side in range(4)
        if (rise := _rise(gray, one.corners_px[side], one.corners_px[(side + 1) % 4])) is not None
    ]
    return float(np.median(rises)) if rises else None


def _rise(gray: Gray, start: Points, end: Points) -> float | None:
    """Return the share of its contrast that the edge from *start* to *end*, both (2,) px, rises in a pixel.

    None where it is unclear.
    """
    way = end - start
    length = float(np.hypot(*way))
    out = np.array((way[1], -way[0])) / length
    across = np.arange(-4.0, 4.01, 0.5)
    base = start + np.linspace(0.2, 0.8, 15)[:, None] * way
    at = (base[:, None] + across[:, None] * out).astype(np.float32)
    profiles = cv2.remap(gray.astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    contrast = np.ptp(profiles, axis=1)
    clear = contrast > 30
    if not clear.any():
        return None
    steepest = np.abs(profiles[:, 2:] - profiles[:, :-2]).max(axis=1)  # over one pixel
    return float(np.median(steepest[clear] / contrast[clear]))
