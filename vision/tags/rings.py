"""Finder patterns of a sheet, and the tags that two of them may belong to: a foot may break a tag's frame.

Knows no tag of any book.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import pi
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.plane import Sheet
from vision.sightings import Pose
from vision.tags.poses import turned

Points = NDArray[np.float64]

RING_SCORE = 0.45  # correlation from which something may be a finder pattern
RING_SLACK = 0.12  # how far two finder patterns' distance may be off
SAME_SPOT = 0.3  # of a tag's side
SAME_TURN = 0.075  # radians
OWN_RING = 0.06  # of a tag's side; so near to where a tag has a finder pattern it is that
MOST_RINGS = 400
MODULE_PX, FINE_PX = 0.97, 1.3  # of a picture that shows finder patterns well, from a finer one


class RingLayout(NamedTuple):
    """A tag with finder patterns: its side in modules, and how far they lie from its middle lines (sides)."""

    side: int
    finder: float


class Told(NamedTuple):
    """The tags whose finder patterns need no search: *whole* ones; of the *others* a part may be hidden."""

    whole: Sequence[Pose]
    others: Sequence[Pose]


def ringed(sheet: Sheet, layout: RingLayout, size_mm: float, told: Told) -> Iterator[Pose]:
    """Yield the poses of tags of *size_mm*, but *told* ones, two of whose finder patterns may be seen."""
    if size_mm * sheet.scale >= FINE_PX * layout.side:
        sheet = sheet.made_small(MODULE_PX * layout.side / size_mm)
    side = size_mm * sheet.scale
    spots = _rings(sheet, side / layout.side)
    spots = spots[~_is_told(sheet.to_mm(spots), layout, told)][:MOST_RINGS]
    edge = 2 * layout.finder * side
    tried = np.empty((0, 3))
    for first, second in _pairs(spots, edge):
        for x, y, turn in _squares_through(spots[first], spots[second], edge):
            east, north = sheet.to_mm(np.array((x, y)))
            off = np.hypot(tried[:, 0] - east, tried[:, 1] - north)
            twist = np.abs((tried[:, 2] - turn + pi / 4) % (pi / 2) - pi / 4)
            if not ((off < SAME_SPOT * size_mm) & (twist < SAME_TURN)).any():
                tried = np.vstack([tried, (east, north, turn)])
                yield Pose((float(east), float(north)), turn, size_mm)


def _rings(sheet: Sheet, module_px: float) -> Points:
    """Return where *sheet* may show finder patterns of such modules, (n, 2) px, the clearest first."""
    pattern = _ring(module_px)
    if min(sheet.image.shape) <= len(pattern):
        return np.empty((0, 2))
    score = cv2.matchTemplate(sheet.image.astype(np.float32), pattern, cv2.TM_CCOEFF_NORMED)
    around = np.ones((len(pattern) // 2 | 1,) * 2, np.uint8)
    rows, columns = np.nonzero((score == cv2.dilate(score, around)) & (score >= RING_SCORE))
    best = np.lexsort((rows, columns, -score[rows, columns]))
    return np.asarray(np.stack([columns[best], rows[best]], axis=1) + len(pattern) // 2, np.float64)


@lru_cache(maxsize=16)
def _ring(module_px: float) -> NDArray[np.float32]:
    """Return a finder pattern, averaged over all turns: dark heart, white ring, dark ring, (n, n)."""
    reach, fine = round(3.5 * module_px), 8
    along = ((np.arange((2 * reach + 1) * fine) + 0.5) / fine - 0.5 - reach)[None] / module_px
    total = np.zeros((along.size, along.size), np.float32)
    for turn in np.deg2rad(np.arange(0, 90, 15)):
        across = along * np.cos(turn) + along.T * np.sin(turn)
        down = along.T * np.cos(turn) - along * np.sin(turn)
        out = np.maximum(np.abs(across), np.abs(down))
        total += ((out >= 1.5) & (out < 2.5)) | (out >= 3.5)
    blurred = cv2.GaussianBlur(total, (0, 0), 0.6 * module_px * fine)
    return np.asarray(cv2.resize(blurred, (2 * reach + 1,) * 2, interpolation=cv2.INTER_AREA), np.float32)


def _is_told(at_mm: Points, layout: RingLayout, told: Told) -> NDArray[np.bool_]:
    """Return which of the rings *at_mm* (n, 2) belong to tags that are *told*, (n,)."""
    is_told = np.zeros(len(at_mm), np.bool_)
    for pose in told.whole:
        is_told |= np.abs(_within(at_mm, pose)).max(axis=1) < 0.5
    for pose in told.others:
        off = np.abs(np.abs(_within(at_mm, pose)) - layout.finder)
        is_told |= off.max(axis=1) < OWN_RING
    return is_told


def _within(at_mm: Points, pose: Pose) -> Points:
    """Return *at_mm* (n, 2) in the sides of the tag at *pose*, from its middle, (n, 2)."""
    return np.asarray((at_mm - pose.centre_mm) @ turned(-pose.turn) / pose.size_mm, np.float64)


def _pairs(spots: Points, edge: float) -> list[tuple[int, int]]:
    """Return which of *spots* (n, 2) lie as far apart as finder patterns do, *edge* or its diagonal."""
    apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) / edge
    fits = (np.abs(apart - 1) < RING_SLACK) | (np.abs(apart / np.sqrt(2) - 1) < RING_SLACK)
    return [(int(first), int(second)) for first, second in np.argwhere(np.triu(fits))]


def _squares_through(one: Points, other: Points, edge: float) -> Iterator[tuple[float, float, float]]:
    """Yield middle (px) and turn of tags with two of their finder patterns at *one* and *other* (2,)."""
    (x, y), (u, v) = one.tolist(), other.tolist()
    way, turn = (u - x, v - y), -float(np.arctan2(v - y, u - x))
    middle, aside = ((x + u) / 2, (y + v) / 2), (-way[1] / 2, way[0] / 2)
    if np.hypot(*way) < 1.2 * edge:
        yield middle[0] + aside[0], middle[1] + aside[1], turn
        yield middle[0] - aside[0], middle[1] - aside[1], turn
    else:
        yield *middle, turn + pi / 4
