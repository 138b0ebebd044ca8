"""Tags drawn into pictures."""

from functools import lru_cache

import cv2
import numpy as np

from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes
from vision.reading import Reading
from vision.sightings import Pose
from vision.source.frames import Frame
from vision.source.pictures import Picture
from vision.tags.poses import corners_mm

MARGIN = 4
"""How many pixels around a tag its edge may spread to."""
DRIFTS = 64
"""By how many pixels the windows of noise are apart at most."""


def lay_tag(
    image: Picture, reading: Reading, modules: np.ndarray, pose: Pose, *, brightness: float = 0.8
) -> Picture:
    """Return *image* with one more tag lying on its board."""
    assert reading.registration is not None
    card = cv2.resize(np.where(modules, 20, 235).astype(np.uint8), None, fx=12, fy=12, interpolation=0)
    side = len(card)
    square = np.array([(0, side), (side, side), (side, 0), (0, 0)], np.float32) - 0.5
    corners = reading.registration.to_pixels(corners_mm(pose)).astype(np.float32)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - MARGIN, 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + MARGIN
    part = image[top:bottom, left:right]
    warp = cv2.getPerspectiveTransform(square, corners - np.float32((left, top)))
    size = (part.shape[1] * 2, part.shape[0] * 2)
    twice = np.array([(2, 0, 0.5), (0, 2, 0.5), (0, 0, 1)]) @ warp
    ink = cv2.warpPerspective(card, twice, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full_like(card, 255), twice, size, flags=cv2.INTER_AREA)
    ink, cover = (cv2.resize(each, part.shape[1::-1], interpolation=cv2.INTER_AREA) for each in (ink, cover))
    share = (cover / 255.0)[..., None]
    drawn = image.copy()
    drawn[top:bottom, left:right] = part * (1 - share) + (ink[..., None] * brightness) * share
    return drawn


def noisy(image: Picture, noise: float, rng: np.random.Generator) -> Picture:
    """Return *image* with normal *noise*, of which each picture gets another window of one field."""
    x, y = rng.integers(0, DRIFTS, 2)
    height, width = image.shape[:2]
    window = _field((height + DRIFTS, width + DRIFTS, *image.shape[2:]), noise)[y : y + height, x : x + width]
    return np.asarray(cv2.add(image, window, dtype=cv2.CV_8U), np.uint8)


@lru_cache(2)
def _field(shape: tuple[int, ...], noise: float) -> np.ndarray:
    field = np.random.default_rng(0).standard_normal(shape, np.float32)
    return np.floor(field * noise).astype(np.int16)


def look(image: Picture, plan: BoardPlan, book: TagBook) -> Reading:
    return Eyes(plan, book).look(Frame(image, 0, 0.0, None, still=True))


def at(plan: BoardPlan, name: str, shift: tuple[float, float] = (0.0, 0.0), size: float = 25.0) -> Pose:
    x, y = plan.centre_mm(Hex(name))
    return Pose((x + shift[0], y + shift[1]), 0.6, size)
