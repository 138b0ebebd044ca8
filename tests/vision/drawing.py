"""Tags drawn into pictures."""

import cv2
import numpy as np

from rules.kernel.hexes import Hex
from vision.board.plan import BoardPlan, TagBook
from vision.eyes import Eyes, Reading
from vision.sightings import Pose
from vision.source.frames import Frame, Picture
from vision.tags.matcher import corners_mm


def lay_tag(
    image: Picture, reading: Reading, modules: np.ndarray, pose: Pose, *, brightness: float = 0.8
) -> Picture:
    """Return *image* with one more tag lying on its board."""
    assert reading.registration is not None
    card = cv2.resize(np.where(modules, 20, 235).astype(np.uint8), None, fx=12, fy=12, interpolation=0)
    side = len(card)
    square = np.array([(0, side), (side, side), (side, 0), (0, 0)], np.float32) - 0.5
    corners = reading.registration.to_pixels(corners_mm(pose)).astype(np.float32)
    warp = cv2.getPerspectiveTransform(square, corners)
    size = (image.shape[1] * 2, image.shape[0] * 2)
    twice = np.array([(2, 0, 0.5), (0, 2, 0.5), (0, 0, 1)]) @ warp
    ink = cv2.warpPerspective(card, twice, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full_like(card, 255), twice, size, flags=cv2.INTER_AREA)
    ink, cover = (cv2.resize(each, image.shape[1::-1], interpolation=cv2.INTER_AREA) for each in (ink, cover))
    share = (cover / 255.0)[..., None]
    return np.clip(image * (1 - share) + (ink[..., None] * brightness) * share, 0, 255).astype(np.uint8)


def look(image: Picture, plan: BoardPlan, book: TagBook) -> Reading:
    return Eyes(plan, book).look(Frame(image, 0, 0.0, None, still=True))


def at(plan: BoardPlan, name: str, shift: tuple[float, float] = (0.0, 0.0), size: float = 25.0) -> Pose:
    x, y = plan.centre_mm(Hex(name))
    return Pose((x + shift[0], y + shift[1]), 0.6, size)
