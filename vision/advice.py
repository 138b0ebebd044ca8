"""Which tags a camera can read where it stands: kind and size, from the measured view.

The limits are measured (docs/vision.md); knows no printer and no page.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.calibrate import Gray, Points, Registration
from vision.plan import BoardPlan

QR_MODULES, ARUCO_MODULES = 29, 8  # a side, white margin and frame included
QR_LEAST, QR_GOOD = 0.7, 1.0  # px a module, in the weaker direction
ARUCO_LEAST = 2.9
QR_SIZES = (18, 20, 25, 30, 35, 40)  # mm, as they are printed
ARUCO_SIZES = (12, 15, 18, 20, 25, 30)


class Advice(NamedTuple):
    """What the view allows: pixels a millimetre where it is weakest, the sizes (mm) to print, a sentence.

    A size is None where even the largest is too small.
    """

    px_per_mm: float
    qr_mm: int | None
    aruco_mm: int | None
    text: str


def weakest_scale(registration: Registration, plan: BoardPlan) -> float:
    """Return pixels a millimetre at the hex that the camera sees worst, in the weaker direction."""
    return min(registration.scale(np.asarray(centre)) for centre in plan.centres_mm)


def px_per_module(px_per_mm: float, size_mm: float, modules: int = QR_MODULES) -> float:
    """Return how many pixels a module of a tag of *size_mm* with *modules* a side has."""
    return px_per_mm * size_mm / modules


def advise(registration: Registration, plan: BoardPlan) -> Advice:
    """Return which tags to print for the board of *plan* as *registration* sees it."""
    return advise_for(weakest_scale(registration, plan))


def advise_for(px_per_mm: float) -> Advice:
    """Return which tags to print for a camera that sees *px_per_mm* where it sees least."""
    qr_mm = _smallest(QR_SIZES, px_per_mm, QR_MODULES, QR_GOOD)
    aruco_mm = _smallest(ARUCO_SIZES, px_per_mm, ARUCO_MODULES, ARUCO_LEAST)
    kinds = [f"{size} mm {kind}" for size, kind in ((qr_mm, "QR"), (aruco_mm, "ArUco")) if size is not None]
    advised = " or ".join(kinds) or "no tag is large enough, move the camera nearer or use a sharper one"
    return Advice(px_per_mm, qr_mm, aruco_mm, f"your camera sees {px_per_mm:.1f} px/mm: {advised}")


def _smallest(sizes: tuple[int, ...], px_per_mm: float, modules: int, least: float) -> int | None:
    return next((size for size in sizes if px_per_module(px_per_mm, size, modules) >= least), None)


def steepness(gray: Gray, registration: Registration) -> float | None:
    """Return what share of a mark's contrast its edges rise in one pixel, or None where no mark is seen.

    Lenses reach 0.4; half of it is blurred by two pixels.
    """
    rises = [
        rise
        for one in registration.marks
        for side in range(4)
        if (rise := _rise(gray, one.corners_px[side], one.corners_px[(side + 1) % 4])) is not None
    ]
    return float(np.median(rises)) if rises else None


def _rise(gray: Gray, start: Points, end: Points) -> float | None:
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
