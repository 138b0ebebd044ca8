"""Round spots of any colour, and the squares that a die's top may be if they are its pips."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import SPREADS

Points = NDArray[np.float64]
Map = NDArray[np.float32]

FINEST, STEP, SIZES = 1.1, 1.3, 11
"""Spots are looked for at so many sizes (the blur, in pixels, that makes a spot stand out most)."""

WIDER = 1.6
COARSE = 3.0
LEAST_CONTRAST = 5.0
"""So much (CIE Lab) a spot must differ from what is around it."""

RADIUS = 1.25
"""A spot's radius, beside the blur at which it stands out most."""

SIDE_OF_RADIUS = 10.0
ONE_SIDES = (0.8, 0.95, 1.12, 1.3)
ONE_TURNS = tuple(np.deg2rad(np.arange(0, 90, 10)).tolist())
PAIR_APART = (0.28, 1.15)
"""How far two pips of a die may lie apart, in sides as guessed from their size."""

ALIKE_SIZE, ALIKE_CONTRAST = 0.5, 0.3


def find_spots(lab: Map) -> Points:
    """Return the spots in *lab* (h, w, 3), strongest first, as rows (n, 4): x, y, radius, contrast."""
    found = []
    for size in FINEST * STEP ** np.arange(SIZES):
        shrink = 1
        while size / shrink > COARSE:
            shrink *= 2
        small = lab if shrink == 1 else cv2.resize(
            lab, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA
        )  # fmt: skip
        fine, wide = (cv2.GaussianBlur(small, (0, 0), sigma * size / shrink) for sigma in (1.0, WIDER))
        contrast = np.linalg.norm(fine - wide, axis=2)
        is_peak = (contrast == cv2.dilate(contrast, np.ones((3, 3)))) & (contrast > LEAST_CONTRAST)
        y, x = np.nonzero(is_peak)
        rows = [(x + 0.5) * shrink - 0.5, (y + 0.5) * shrink - 0.5]
        found.append(np.stack([*rows, np.full(len(x), RADIUS * size), contrast[y, x]], axis=1))
    spots = np.concatenate(found)
    return _thinned(spots[np.argsort(-spots[:, 3])])


def _thinned(spots: Points) -> Points:
    """Return *spots* (n, 4), strongest first, each place and size once, (m, 4)."""
    kept, is_left = [], np.ones(len(spots), bool)
    for number, (x, y, radius, _) in enumerate(spots):
        if is_left[number]:
            kept.append(number)
            is_near = np.hypot(spots[:, 0] - x, spots[:, 1] - y) < radius
            is_left &= ~(is_near & (np.abs(np.log(spots[:, 2] / radius)) < 0.8))
    return spots[kept]


def squares_of(spots: Points, least: float, most: float) -> Points:
    """Return the squares (n, 4: x, y, side, turn) that *spots* may be pips of, sides from *least* to *most*.

    A spot alone may be a one; two may lie across a face, at its middle and a corner, or along a row.
    """
    guess = spots[:, 2] * SIDE_OF_RADIUS
    keep = (guess > 0.8 * least) & (guess < 1.25 * most)
    squares = np.concatenate([_ones(spots[keep]), *_pairs(spots[keep])])
    return squares[(squares[:, 2] > least) & (squares[:, 2] < most)]


def _ones(spots: Points) -> Points:
    """Return the squares (m, 4) of which each of *spots* (n, 4) may be the only pip."""
    tried = np.array([(side, turn) for side in ONE_SIDES for turn in ONE_TURNS])
    sides = (SIDE_OF_RADIUS * spots[:, 2, None] * tried[:, 0]).ravel()
    x, y = (np.repeat(spots[:, axis], len(tried)) for axis in (0, 1))
    return np.stack([x, y, sides, np.tile(tried[:, 1], len(spots))], axis=1)


def _pairs(spots: Points) -> list[Points]:
    """Return the squares, some (m, 4) at a time, of which any two of *spots* (n, 4) may be pips."""
    x, y, radius, contrast = spots.T
    guess = SIDE_OF_RADIUS * np.sqrt(radius * radius[:, None])
    apart = np.hypot(x - x[:, None], y - y[:, None]) / guess
    is_pair = (apart > PAIR_APART[0]) & (apart < PAIR_APART[1])
    is_pair &= np.abs(np.log(radius / radius[:, None])) < ALIKE_SIZE
    is_pair &= np.minimum(contrast, contrast[:, None]) > ALIKE_CONTRAST * np.maximum(
        contrast, contrast[:, None]
    )
    one, other = np.nonzero(is_pair)
    across, up = x[other] - x[one], y[other] - y[one]
    length, turn = np.hypot(across, up), np.arctan2(up, across)
    x, y, once = x[one], y[one], one < other
    places: list[Points] = []
    for spread in SPREADS:
        diagonal = np.sqrt(2) * spread
        middle = [x + across / 2, y + up / 2]
        beside = [x + across / 2 - up / 2, y + up / 2 + across / 2]
        places += [
            np.stack([x, y, length / diagonal, turn + np.pi / 4], axis=1),
            np.stack([*middle, length / diagonal / 2, turn + np.pi / 4], axis=1)[once],
            np.stack([*middle, length / spread / 2, turn], axis=1)[once],
            np.stack([*beside, length / spread / 2, turn], axis=1),
        ]
    return places
