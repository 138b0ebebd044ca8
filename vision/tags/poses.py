"""How tags lie, many at once: poses as rows, carried to pixels, and the picture sampled there.

Knows no tag of any book.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.sightings import Pose
from vision.tags.correlation import Floats

PoseRows = NDArray[np.float64]
"""Poses as rows (n, 4): x, y, turn, side."""

SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def turned(angle: float) -> Floats:
    """Return the matrix that, on the right of rows (n, 2), turns them counter-clockwise by *angle*."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, sin), (-sin, cos)], np.float32)


def corners_mm(pose: Pose) -> NDArray[np.float64]:
    """Return a tag's corners on the plane, (4, 2): its own SW, SE, NE, NW."""
    return np.asarray(SQUARE * pose.size_mm @ turned(pose.turn) + pose.centre_mm, np.float64)


def rows_of(poses: Sequence[Pose]) -> PoseRows:
    """Return *poses* as rows, (n, 4)."""
    return np.array([(*pose.centre_mm, pose.turn, pose.size_mm) for pose in poses], np.float64).reshape(-1, 4)


def pose_of(row: PoseRows, quarters: int) -> Pose:
    """Return the pose of *row* (4,), turned by so many *quarters*."""
    x, y, turn, side = row.tolist()
    return Pose((x, y), turn + quarters * np.pi / 2, side)


def changed(rows: PoseRows, changes: PoseRows) -> PoseRows:
    """Return *rows* (n, 4), each after its change (n, 4), which is in its own tag sides."""
    cos, sin, side = np.cos(rows[:, 2]), np.sin(rows[:, 2]), rows[:, 3]
    x = rows[:, 0] + (changes[:, 0] * cos - changes[:, 1] * sin) * side
    y = rows[:, 1] + (changes[:, 0] * sin + changes[:, 1] * cos) * side
    return np.stack([x, y, rows[:, 2] + changes[:, 2], side * changes[:, 3]], axis=1)


def views_of(registration: Registration, rows: PoseRows) -> NDArray[np.float32]:
    """Return the (n, 3, 3) from tag sides around *rows* (n, 4) to pixels; lenses bend nothing so small."""
    cos, sin = np.cos(rows[:, 2]), np.sin(rows[:, 2])
    turns = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], 1)
    corners = (SQUARE @ turns) * rows[:, 3, None, None] + rows[:, None, :2]
    seen = registration.to_pixels(corners).astype(np.float32)
    square = SQUARE.astype(np.float32)
    return np.array([cv2.getPerspectiveTransform(square, quad) for quad in seen], np.float32)


def sampled(image: Gray, views: NDArray[np.float32], places: Floats) -> Floats:
    """Return how bright *image* (h, w) is at *places* (m, n, 2) by each of the (k, 3, 3), (k, m, n).

    Of one in colours, (h, w, 3), each colour is sampled: (k, m, n, 3).
    """
    flat = places.reshape(-1, 2)
    there = views[:, :, :2] @ flat.T + views[:, :, 2:]
    at = (len(views) * len(places), places.shape[1])
    across, down = (there[:, :2] / there[:, 2:]).swapaxes(0, 1)
    read = cv2.remap(
        image, across.reshape(at), down.reshape(at), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(read, np.float32).reshape(len(views), *places.shape[:2], *image.shape[2:])
