"""What a spot of a tray looks like to a camera, and how well a place of a picture fits it.

Knows no tray and no tag.
"""

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.figure_spots import FigureSpots

Floats = NDArray[np.float32]

BLUR_PX, LEAST_BLUR_MM, MOST_BLUR_MM = 0.7, 0.25, 1.0
WHITE_MM = 0.9  # of the paper around a spot, that is looked at too
SIDE = 21  # samples
REACH = 2  # samples, each way: how far off a spot is looked for
SECTORS = 8
USUAL_BLUR_MM = 0.5


class SpotFit(NamedTuple):
    """How well a place fits a spot: all of it, and its worst part; how far its ink is from its paper.

    *contrast* is in grey levels.
    """

    whole: float
    worst: float
    contrast: float


class SpotPattern(NamedTuple):
    """A spot as a camera sees it, (n,), and which samples are in each of its parts, (1 + SECTORS, n).

    The first part is all of it.  *paper* and *ink* (n,) are means over either.
    """

    drawn: Floats
    parts: Floats
    paper: Floats
    ink: Floats


@lru_cache(32)
def _drawn_pattern(spot_mm: float, hole_mm: float, blur_mm: float) -> SpotPattern:
    reach, fine = spot_mm / 2 + WHITE_MM, 4
    along = ((np.arange(SIDE * fine) + 0.5) / (SIDE * fine) * 2 - 1) * reach
    out = np.hypot(along[None], along[:, None])
    ink = np.where((out > hole_mm / 2) & (out < spot_mm / 2), -1, 1).astype(np.float32)
    sigma = blur_mm / (2 * reach) * SIDE * fine
    drawn = cv2.resize(cv2.GaussianBlur(ink, (0, 0), sigma), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    mids = ((np.arange(SIDE) + 0.5) / SIDE * 2 - 1) * reach
    turns = np.floor((np.arctan2(mids[:, None], mids[None]) / (2 * np.pi) % 1) * SECTORS)
    disc = np.hypot(mids[None], mids[:, None]) <= reach
    parts = np.array([disc, *(disc & (turns == part) for part in range(SECTORS))], np.float32)
    means = [(disc & (drawn > 0.5)), (disc & (drawn < -0.5))]
    paper, dark = ((mask / max(1, mask.sum())).astype(np.float32).ravel() for mask in means)
    return SpotPattern(np.asarray(drawn, np.float32).ravel(), parts.reshape(len(parts), -1), paper, dark)


def usual_pattern(spots: FigureSpots) -> SpotPattern:
    """Return one of *spots* as most cameras see it."""
    return _drawn_pattern(spots.spot_mm, spots.hole_mm, USUAL_BLUR_MM)


def fit_spots(
    gray: Gray, registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64]
) -> list[SpotFit]:
    """Return how well *gray* (h, w) shows spots at *at_mm* (n, 2) on the board's plane, or near them."""
    places = spot_pixels(registration, spots, at_mm, SIDE + 2 * REACH)
    step = places[0, :2, :2].astype(np.float64)
    right, down = step[0, 1] - step[0, 0], step[1, 0] - step[0, 0]
    least = abs(float(right[0] * down[1] - right[1] * down[0])) / max(np.hypot(*right), np.hypot(*down), 1e-6)
    scale = max(least * SIDE / (spots.spot_mm + 2 * WHITE_MM), 0.1)
    pattern = _drawn_pattern(
        spots.spot_mm, spots.hole_mm, round(min(max(BLUR_PX / scale, LEAST_BLUR_MM), MOST_BLUR_MM), 1)
    )
    flat = places.reshape(-1, SIDE + 2 * REACH, 2)
    seen = cv2.remap(gray, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    seen = np.asarray(seen.reshape(places.shape[:-1]), np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(seen, (SIDE, SIDE), axis=(1, 2))
    samples = np.asarray(windows, np.float32).reshape(len(at_mm), -1, SIDE * SIDE)
    scores = _agreement(samples, pattern)
    best = scores[..., 0].argmax(axis=1)
    rows = np.arange(len(at_mm))
    taken = samples[rows, best]
    contrast = taken @ (pattern.paper - pattern.ink)
    return [
        SpotFit(float(fit[0]), float(fit[1:].min()), float(levels))
        for fit, levels in zip(scores[rows, best], contrast, strict=True)
    ]


def _agreement(samples: Floats, pattern: SpotPattern) -> Floats:
    """Return the correlation of *samples* (..., n) with each part of *pattern*, (..., 1 + SECTORS)."""
    even = samples - samples.mean(axis=-1, keepdims=True)
    counts, masks = pattern.parts.sum(axis=1), pattern.parts.T
    sums, squares = even @ masks, even**2 @ masks
    products = even @ (pattern.parts * pattern.drawn).T
    drawn, drawn_squares = pattern.drawn @ masks, pattern.drawn**2 @ masks
    spread = np.maximum(squares - sums**2 / counts, 0) * (drawn_squares - drawn**2 / counts)
    return np.asarray((products - sums * drawn / counts) / np.maximum(np.sqrt(spread), 1e-3), np.float32)


def spot_pixels(
    registration: Registration, spots: FigureSpots, at_mm: NDArray[np.float64], side: int
) -> Floats:
    """Return where *side* samples each way are taken around spots at *at_mm* (n, 2): (n, side, side, 2) px.

    So small a place is seen without perspective.
    """
    half = spots.spot_mm / 2
    around = np.array([(half, 0), (-half, 0), (0, half), (0, -half)])
    east, west, north, south = registration.to_pixels(at_mm + around[:, None])
    along = (np.arange(side) - (side - 1) / 2) * (spots.spot_mm + 2 * WHITE_MM) / SIDE / spots.spot_mm
    across = along[None, None, :, None] * (east - west)[:, None, None]
    up = along[None, :, None, None] * (north - south)[:, None, None]
    middle = (east + west + north + south)[:, None, None] / 4
    return np.asarray(middle + across + up, np.float32)


def rough_fits(gray: Gray, places: Floats, pattern: SpotPattern) -> Floats:
    """Return how *places* (n, SIDE, SIDE, 2) fit *pattern* without looking for it beside them, (n,)."""
    flat = places.reshape(-1, SIDE, 2)
    samples = cv2.remap(gray, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).astype(np.float32)
    return np.asarray(_agreement(samples.reshape(-1, SIDE * SIDE), pattern)[:, 0], np.float32)
