"""Which tags a camera can read where it stands: kind and size, from the measured view.

The limits are measured (docs/vision.md); knows no printer and no page.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rules.kernel.translatable import Message, verbatim

if TYPE_CHECKING:  # what is advised needs no picture, and so no OpenCV
    from vision.board.calibrate import Registration
    from vision.board.plan import BoardPlan

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
    text: Message


def weakest_scale(registration: "Registration", plan: "BoardPlan", shape: tuple[int, ...]) -> float:
    """Return pixels a millimetre at the worst seen hex of a picture of *shape*, in the weaker direction.

    What lies outside of the picture does not count, unless all does: another camera looks there.
    """
    from vision.board.in_view import hexes_outside

    outside = hexes_outside(plan, registration, shape)
    seen = [plan.centre_mm(name) for name in plan.board.hexes if name not in outside]
    return min(registration.scale(np.asarray(centre)) for centre in seen or plan.centres_mm)


def px_per_module(px_per_mm: float, size_mm: float, modules: int = QR_MODULES) -> float:
    """Return how many pixels a module of a tag of *size_mm* with *modules* a side has."""
    return px_per_mm * size_mm / modules


def advise(registration: "Registration", plan: "BoardPlan", shape: tuple[int, ...]) -> Advice:
    """Return which tags to print for the board of *plan* as *registration* sees it in pictures of *shape*."""
    return advise_for(weakest_scale(registration, plan, shape))


def advise_for(px_per_mm: float) -> Advice:
    """Return which tags to print for a camera that sees *px_per_mm* where it sees least."""
    qr_mm = _smallest(QR_SIZES, px_per_mm, QR_MODULES, QR_GOOD)
    aruco_mm = _smallest(ARUCO_SIZES, px_per_mm, ARUCO_MODULES, ARUCO_LEAST)
    text = Message("your camera sees {1} px/mm: {2}", f"{px_per_mm:.1f}", _advised(qr_mm, aruco_mm))
    return Advice(px_per_mm, qr_mm, aruco_mm, text)


def _advised(qr_mm: int | None, aruco_mm: int | None) -> Message:
    kinds = [f"{size} mm {kind}" for size, kind in ((qr_mm, "QR"), (aruco_mm, "ArUco")) if size is not None]
    if not kinds:
        return Message("no tag is large enough, move the camera nearer or use a sharper one")
    return verbatim(kinds[0]) if len(kinds) == 1 else Message("{1} or {2}", *kinds)


def _smallest(sizes: tuple[int, ...], px_per_mm: float, modules: int, least: float) -> int | None:
    return next((size for size in sizes if px_per_module(px_per_mm, size, modules) >= least), None)
