"""Dice that must not count since they do not lie flat: told by their outlines, and by what is left over."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cubes import CubePose, cube_outline, paint
from vision.dice.tray import MASK_SCALE, TrayGround, TrayView

Mask = NDArray[np.uint8]

AROUND_MM = 6
"""So far from a die's outline what sticks out is still its own."""

MOST_OVER = 0.12
"""Of its top so much may a flat die stick out of its outline."""

LEAST_LEFT, MOST_LEFT, WIDE_MM = 0.5, 3.0, 9
"""What is left over is a die if it is so large, in tops, and so wide; what is larger is none."""

HIDDEN_LEFT, CLEAR_MM = 0.25, 12
"""Less is left of a die that stands before the side of another one; but so much of its top is no other's."""

ROOM = np.ones((3, 3), np.uint8)


def are_cocked(ground: TrayGround, view: TrayView, poses: Sequence[CubePose], die_mm: float) -> list[bool]:
    """Return which of the dice at *poses* stick out of what a cube that lies flat there would cover.

    What is missing of such a cube is not held against it: black ink looks like the ground.
    """
    die = (ground.share > 0.5).astype(np.uint8)
    bodies = [_body(ground, view, pose, die_mm) for pose in poses]
    whole = np.max(bodies, axis=0) if bodies else np.zeros_like(die)
    top = (die_mm * MASK_SCALE) ** 2
    reach = 2 * round(AROUND_MM * MASK_SCALE) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    cocked = []
    for body in bodies:
        near = cv2.dilate(body, disc)
        over = int(np.sum((die == 1) & (near == 1) & (cv2.dilate(whole, ROOM) == 0))) / top
        cocked.append(over > MOST_OVER)
    return cocked


def left_over(
    ground: TrayGround, view: TrayView, explained: Mask, die_mm: float, *, tops: Mask | None = None
) -> list[tuple[float, float]]:
    """Return where (mm) something as large as a die lies that no die found *explained* (h, w; 0 or 1).

    What has its middle beside the tray is a piece of its wall.  Where the *tops* (h, w; 0 or 1) of the dice
    found are told, a die that stands before a side of one of them is found as well.
    """
    die, top = ground.share > 0.5, (die_mm * MASK_SCALE) ** 2
    rest = (die & (explained == 0)).astype(np.uint8)
    if cv2.countNonZero(rest) < (LEAST_LEFT if tops is None else HIDDEN_LEFT) * top:
        return []
    core = _wide(rest, WIDE_MM)
    clear = np.zeros_like(core) if tops is None else _wide((die & (tops == 0)).astype(np.uint8), CLEAR_MM)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(core)
    rows, columns = rest.shape
    places = []
    for (left, low, wide, high, area), middle in zip(boxes[1:].tolist(), middles[1:], strict=True):
        is_inside = left > 0 and low > 0 and left + wide < columns and low + high < rows
        at = ground.origin + middle / MASK_SCALE
        is_inside = is_inside and bool((at > view.low).all() and (at < view.high).all())
        x, y = np.rint(middle).astype(int).tolist()
        least = HIDDEN_LEFT if clear[y, x] else LEAST_LEFT
        if is_inside and least * top <= area <= MOST_LEFT * top:
            places.append((float(at[0]), float(at[1])))
    return places


def _wide(mask: Mask, width_mm: int) -> Mask:
    """Return *mask* (h, w) without what is less wide."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_mm, width_mm))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, disc), np.uint8)


def _body(ground: TrayGround, view: TrayView, pose: CubePose, die_mm: float) -> Mask:
    """Return the map (h, w) with 1 where a cube at *pose* is seen."""
    canvas = np.zeros(ground.share.shape, np.uint8)
    paint(canvas, cube_outline(pose, view.lean(np.array([pose.x, pose.y])), die_mm)[1], ground.origin, 1)
    return canvas
