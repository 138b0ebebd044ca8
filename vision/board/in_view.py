"""What of a board lies inside a picture, for of what lies outside nothing is known, and whether it moved."""

import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.calibrate import Points, Registration
from vision.board.plan import BoardPlan

MOVED_PX = 3.0  # of some hex, for the board to have been moved


def hexes_outside(plan: BoardPlan, registration: Registration, shape: tuple[int, ...]) -> frozenset[Hex]:
    """Return the hexes whose inner part does not lie wholly inside a picture of *shape* (h, w, ...)."""
    inside = _are_inside(registration.to_pixels(plan.cores_mm), shape)
    return frozenset(name for name, is_seen in zip(plan.board.hexes, inside, strict=True) if not is_seen)


def sees_tray(plan: BoardPlan, registration: Registration, shape: tuple[int, ...]) -> bool:
    """Return whether the dice tray of *plan* lies wholly inside a picture of *shape* (h, w, ...)."""
    return plan.tray is not None and bool(
        _are_inside(registration.to_pixels(plan.tray.corners_mm[None]), shape)[0]
    )


def _are_inside(corners_px: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return of each of (n, m, 2) corners whether all of them lie inside a picture of *shape*: (n,)."""
    return np.asarray(((corners_px >= 0) & (corners_px < (shape[1], shape[0]))).all(axis=(1, 2)), np.bool_)


def lies_elsewhere(plan: BoardPlan, before: Registration, now: Registration) -> bool:
    """Return whether the board lies elsewhere or is known better; a mark half covered looks moved a bit."""
    shift = now.to_pixels(plan.centres_mm) - before.to_pixels(plan.centres_mm)
    return len(now.marks) > len(before.marks) or float(np.abs(shift).max()) >= MOVED_PX
