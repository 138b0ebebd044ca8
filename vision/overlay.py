"""What the eyes see, drawn over the picture: grid, tags, doubts, dice and tray, for people to check."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Registration
from vision.eyes import Reading
from vision.frames import Picture
from vision.plan import BoardPlan
from vision.tags import corners_mm

GRID, TAG, DOUBT, DIE, TRAY, MARK = (
    (200, 200, 200),
    (80, 220, 80),
    (40, 80, 240),
    (240, 200, 60),
    (200, 160, 40),
    (240, 120, 220),
)
Points = NDArray[np.float64]


def draw_overlay(image: Picture, reading: Reading, plan: BoardPlan) -> Picture:
    """Return a copy of *image* (h, w, 3) with what *reading* says drawn over it."""
    drawn = image.copy()
    registration = reading.registration
    if registration is None:
        _write(drawn, reading.reason or "the board is not found", (20, 40), DOUBT, size=1.6)
        return drawn
    thin = max(1, image.shape[1] // 1200)
    for name in plan.board.hexes:
        _outline(drawn, registration, plan.outline_mm(name), GRID, thin)
    for name in reading.doubtful:
        _outline(drawn, registration, plan.outline_mm(name, 0.94), DOUBT, 2 * thin)
        _write(drawn, "?", _pixel(registration, np.array(plan.centre_mm(name))), DOUBT, size=2.0)
    for mark in registration.marks:
        cv2.polylines(drawn, [_ints(mark.corners_px)], isClosed=True, color=MARK, thickness=2 * thin)
    if reading.tray is not None:
        _outline(drawn, registration, reading.tray.corners_mm, TRAY, 2 * thin)
    for one in reading.sightings:
        sure = reading.pieces.get(one.piece) == one.hex
        _outline(drawn, registration, corners_mm(one.pose), TAG if sure else DOUBT, 2 * thin)
        below = np.array(one.at_mm) - (one.pose.size_mm / 2, one.pose.size_mm * 0.8)
        _write(drawn, f"{one.hex} {one.piece}", _pixel(registration, below), TAG if sure else DOUBT)
    for die in reading.dice:
        x, y = _pixel(registration, np.array(die.at_mm))
        _write(drawn, f"{die.face} {die.confidence:.0%}", (x + 10, y), DIE)
    _write(drawn, f"{reading.state.value}  {registration.error_mm:.2f} mm", (12, 26), TAG, size=1.4)
    return drawn


def _pixel(registration: Registration, at_mm: Points) -> tuple[int, int]:
    x, y = registration.to_pixels(at_mm)
    return round(float(x)), round(float(y))


def _ints(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.round(points), np.int32)


def _outline(
    drawn: Picture, registration: Registration, corners: Points, colour: tuple[int, int, int], thickness: int
) -> None:
    """Draw a closed line through *corners* (n, 2) mm, bent as the lens bends it."""
    steps = np.linspace(0, 1, 6, endpoint=False)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    around = np.concatenate([start + (end - start) * steps for start, end in sides])
    pixels = _ints(registration.to_pixels(around))
    cv2.polylines(drawn, [pixels], isClosed=True, color=colour, thickness=thickness, lineType=cv2.LINE_AA)


def _write(
    drawn: Picture, text: str, at: tuple[int, int], colour: tuple[int, int, int], *, size: float = 1.0
) -> None:
    """Write *text* with a dark edge, so that it is read on any ground."""
    scale = size * drawn.shape[1] / 4200
    for ink, thickness in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thickness, cv2.LINE_AA)
