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
from vision.tags.correlation import Floats
from vision.tags.poses import corners_mm, turned

Points = NDArray[np.float64]

RING_SCORE = 0.45  # correlation from which something may be a finder pattern
FAINT_RING = 0.28  # from which it may be one where two others are seen
NEAR_PX = 1  # so far from where a third one should be it is looked for
THREE_RINGS = 0.95  # so much three correlate together that are seen where a tag has them
LEAST_VARIANCE = np.float32(0.01)  # of grey levels; less is rounding
LEAST_CONTRAST = 4.0  # grey levels by which what may be a faint one varies
MOST_CONTRASTS = 2.2  # times as much one of three varies as another
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
    rings = _rings(sheet, side / layout.side)
    if rings is None:
        return
    rings = rings.only(~_is_told(rings.spots, sheet, layout, told), MOST_RINGS)
    tried = np.empty((0, 3))
    for x, y, turn in _squares(rings, 2 * layout.finder * side).tolist():
        east, north = sheet.to_mm(np.array((x, y)))
        off = np.hypot(tried[:, 0] - east, tried[:, 1] - north)
        twist = np.abs((tried[:, 2] - turn + pi / 4) % (pi / 2) - pi / 4)
        if not ((off < SAME_SPOT * size_mm) & (twist < SAME_TURN)).any():
            tried = np.vstack([tried, (east, north, turn)])
            yield Pose((float(east), float(north)), turn, size_mm)


class _Rings(NamedTuple):
    """What may be finder patterns: *spots* (n, 2) px, the clearest first, their *scores* (n,).

    *near* (h, w) is the best score within NEAR_PX of each pixel, counted from *reach* px inside the sheet,
    and *contrast* (h, w) by how many grey levels a finder pattern's surroundings vary there.
    """

    spots: Points
    scores: Points
    near: Floats
    contrast: Floats
    reach: int

    def only(self, kept: NDArray[np.bool_], most: int) -> "_Rings":
        """Return these with at *most* so many of the *kept* (n,) spots."""
        return self._replace(spots=self.spots[kept][:most], scores=self.scores[kept][:most])

    def at(self, places: Points) -> tuple[Floats, Floats]:
        """Return the best score near each of *places* (m, 2) px of the sheet, 0 outside, and the contrast."""
        x, y = np.rint(places - self.reach).astype(np.intp).T
        height, width = self.near.shape
        is_inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        pixels = np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)
        return np.where(is_inside, self.near[pixels], 0).astype(np.float64), self.contrast[pixels].astype(
            np.float64
        )


def _rings(sheet: Sheet, module_px: float) -> _Rings | None:
    """Return where *sheet* may show finder patterns of such modules, None where it is too small for any."""
    pattern = _ring(module_px)
    if min(sheet.image.shape) <= len(pattern):
        return None
    score, contrast = _fitted(sheet.image.astype(np.float32), pattern)
    around, reach = cv2.dilate(score, np.ones((len(pattern) // 2 | 1,) * 2, np.uint8)), len(pattern) // 2
    near = np.asarray(cv2.dilate(score, np.ones((2 * NEAR_PX + 1,) * 2, np.uint8)), np.float32)
    rows, columns = np.nonzero((score == around) & (score >= FAINT_RING))
    is_clear = (score[rows, columns] >= RING_SCORE) | (contrast[rows, columns] >= LEAST_CONTRAST)
    rows, columns = rows[is_clear], columns[is_clear]
    best = np.lexsort((rows, columns, -score[rows, columns]))
    rows, columns = rows[best], columns[best]
    spots = np.stack([columns, rows], axis=1).astype(np.float64) + reach
    return _Rings(spots, score[rows, columns].astype(np.float64), near, contrast, reach)


def _fitted(image: Floats, pattern: Floats) -> tuple[Floats, Floats]:
    """Return how well each place of *image* (h, w) that holds *pattern* (n, n) agrees, and its contrast.

    It is what matchTemplate's TM_CCOEFF_NORMED says, in half of its time; contrast is in grey levels.
    """
    reach = len(pattern) // 2
    inside = np.s_[reach:-reach, reach:-reach]
    centred = pattern - pattern.mean()
    product = cv2.filter2D(image, cv2.CV_32F, centred / np.linalg.norm(centred))[inside]
    mean = cv2.boxFilter(image, cv2.CV_32F, pattern.shape)[inside]
    square = cv2.sqrBoxFilter(image, cv2.CV_32F, pattern.shape)[inside]
    contrast = np.sqrt(np.maximum(square - mean * mean, LEAST_VARIANCE))
    score = product / (contrast * np.float32(len(pattern)))
    return np.asarray(score, np.float32), np.asarray(contrast, np.float32)


@lru_cache(maxsize=16)
def _ring(module_px: float) -> Floats:
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


def _is_told(spots: Points, sheet: Sheet, layout: RingLayout, told: Told) -> NDArray[np.bool_]:
    """Return which of *spots* (n, 2) px of *sheet* belong to tags that are *told*, (n,)."""
    whole = np.zeros(sheet.image.shape, np.uint8)
    for pose in told.whole:
        cv2.fillConvexPoly(whole, np.rint(sheet.to_pixels(corners_mm(pose))).astype(np.int32), (1,))
    x, y = spots.astype(np.intp).T
    is_told = np.asarray(whole[y, x] > 0, np.bool_)
    left = np.flatnonzero(~is_told)
    at_mm = sheet.to_mm(spots[left])
    for pose in told.others:
        within = (at_mm - pose.centre_mm) @ turned(-pose.turn) / pose.size_mm
        is_told[left] |= np.abs(np.abs(within) - layout.finder).max(axis=1) < OWN_RING
    return is_told


def _squares(rings: _Rings, edge: float) -> Points:
    """Return middle (px) and turn of tags with finder patterns at two of the spots of *rings*, (m, 3).

    These lie *edge* px apart, or its diagonal.  Where one of the two is faint, a third must be seen as well.
    """
    first, second, is_side = _pairs(rings.spots, edge)
    one, other = rings.spots[first], rings.spots[second]
    middle, aside = (one + other) / 2, (other - one)[:, ::-1] * (-0.5, 0.5)
    turn = np.where(is_side, 0, pi / 4) - np.arctan2(other[:, 1] - one[:, 1], other[:, 0] - one[:, 0])
    found = []
    for way, is_new in ((aside, np.ones_like(is_side)), (-aside, is_side)):
        beside = middle + np.where(is_side[:, None], way, 0)
        thirds = [
            np.where(is_side[:, None], end + 2 * way, middle + sign * way)
            for end, sign in ((one, 1), (other, -1))
        ]
        is_tag = rings.scores[second] >= RING_SCORE
        is_tag |= np.any([_are_three(rings, first, second, third) for third in thirds], axis=0)
        found.append(np.column_stack([beside, turn, first, second])[is_tag & is_new])
    every = np.concatenate(found)
    return np.asarray(every[np.lexsort((every[:, 4], every[:, 3]))][:, :3], np.float64)


def _are_three(
    rings: _Rings, first: NDArray[np.intp], second: NDArray[np.intp], third: Points
) -> NDArray[np.bool_]:
    """Return where spots *first* and *second* (m,) and *third* places (m, 2) look like those of one tag."""
    scores, contrast = rings.at(third)
    _, spots_contrast = rings.at(rings.spots)
    three = np.stack([spots_contrast[first], spots_contrast[second], contrast])
    is_alike = three.max(axis=0) <= MOST_CONTRASTS * np.maximum(three.min(axis=0), LEAST_CONTRAST)
    is_alike &= three.min(axis=0) >= LEAST_CONTRAST
    return np.asarray(is_alike & (rings.scores[first] + rings.scores[second] + scores >= THREE_RINGS))


def _pairs(spots: Points, edge: float) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return which of *spots* (n, 2) lie as far apart as finder patterns do, *edge* or its diagonal.

    Each is (m,); the third says where it is *edge*.
    """
    x, y = (np.subtract.outer(each, each) for each in spots.astype(np.float32).T)
    apart = np.triu(np.sqrt(x * x + y * y) / np.float32(edge))
    is_side = np.abs(apart - 1) < RING_SLACK
    fits = is_side | (np.abs(apart / np.float32(np.sqrt(2)) - 1) < RING_SLACK)
    first, second = np.nonzero(fits)
    return first, second, is_side[first, second]
