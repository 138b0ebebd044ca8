"""Where cubes may stand in a tray, by their outlines alone: a top, and the sides that the camera must see.

Knows no picture and no face: a map of what may be die goes in, poses come out.
"""

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.tray import MASK_SCALE

Points = NDArray[np.float64]
Map = NDArray[np.float32]

TURNS = np.deg2rad(np.arange(0, 90, 9))
LEAST_FIT = 0.4
"""How well an outline must fit: its inside's share of die, less a part of the ring's around it."""

RING_MM = (0.8, 3.6)
RING_WEIGHT = 0.5
TOP_WEIGHT = 0.5
"""How much a cube's top counts beside all that is seen of it: its sides may lie in shadow."""

NEAR_MM = 2
LEAST_FREE_TOP = 0.7
"""Of a top so much must not be another die's."""


class CubePose(NamedTuple):
    """The top of a cube: its centre in mm, its turn in radians, and how well the outline fits."""

    x: float
    y: float
    turn: float
    fit: float


class _Outline(NamedTuple):
    """Kernels (k, k), each of sum 1: the cube, its top counting more; the ring around it; its top alone."""

    body: Map
    ring: Map
    top: Map


def cube_outline(pose: CubePose, lean: Points, die_mm: float) -> tuple[Points, Points]:
    """Return a cube's top (4, 2) and its whole outline (n, 2), in mm on the plane of the tops."""
    half = die_mm / 2
    cos, sin = np.cos(pose.turn), np.sin(pose.turn)
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    top = square @ np.array([(cos, sin), (-sin, cos)]) + (pose.x, pose.y)
    body = cv2.convexHull(np.concatenate([top, top + lean]).astype(np.float32))[:, 0]
    return top, np.asarray(body, np.float64)


def sides_seen(die: CubePose, lean: Points, die_mm: float) -> list[Points]:
    """Return the ends (2, 2), mm, of the upper edges of *die*'s sides that the camera sees.

    It sees cubes *lean* so; from the first end to the second the side is seen from left to right.
    """
    edges = []
    for turn in die.turn + np.pi / 2 * np.arange(4):
        outward = np.array([np.cos(turn), np.sin(turn)])
        if outward @ lean > 0:
            along = np.array([-outward[1], outward[0]])
            edges.append(np.array([die.x, die.y]) + die_mm / 2 * np.array([outward - along, outward + along]))
    return edges


def paint(
    canvas: NDArray[np.uint8], outline_mm: Points, corner: Points, value: int, *, fine: int = 1
) -> None:
    """Fill *outline_mm* (n, 2) with *value* on *canvas*, whose pixel (0, 0) is at *corner* mm.

    The canvas may be *fine* times larger than the map.
    """
    places = ((outline_mm - corner) * MASK_SCALE + 0.5) * fine - 0.5
    cv2.fillConvexPoly(canvas, np.rint(places * 16).astype(np.int32), (value,), cv2.LINE_8, 4)


@lru_cache(maxsize=1024)
def _kernels(turn: float, lean: tuple[float, float], die_mm: float) -> _Outline:
    """Return the kernels of a cube turned by *turn* radians, whose foot is seen *lean* mm beside its top."""
    fine, reach = 4, int(np.ceil((0.75 * die_mm + max(abs(lean[0]), abs(lean[1])) + RING_MM[1]) * MASK_SCALE))
    side = 2 * reach + 1
    top_mm, body_mm = cube_outline(CubePose(0, 0, turn, 0), np.array(lean), die_mm)
    corner = np.full(2, -reach / MASK_SCALE)
    body, top = np.zeros((side * fine, side * fine), np.uint8), np.zeros((side * fine, side * fine), np.uint8)
    paint(body, body_mm, corner, 1, fine=fine)
    paint(top, top_mm, corner, 1, fine=fine)
    away = cv2.distanceTransform(1 - body, cv2.DIST_L2, 5) / (MASK_SCALE * fine)
    ring = (away > RING_MM[0]) & (away < RING_MM[1])
    body_map, ring_map, top_map = (
        cv2.resize(each.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
        for each in (body, ring, top)
    )
    body_map, ring_map, top_map = (
        body_map / body_map.sum(),
        ring_map / ring_map.sum(),
        top_map / top_map.sum(),
    )
    return _Outline(TOP_WEIGHT * top_map + (1 - TOP_WEIGHT) * body_map, ring_map, top_map)


def cube_poses(
    share: Map, free: Map, corner: Points, *, lean: Points, die_mm: float, most: int
) -> list[CubePose]:
    """Return where cubes may stand in *share* (h, w), the best fits first.

    *free* (h, w) is 0 where a die's top is known to be: nothing is said of what lies under it.
    """
    rounded = (round(float(lean[0]) * 2) / 2, round(float(lean[1]) * 2) / 2)
    fits = np.array(
        [_fit(share, free, _kernels(turn, rounded, die_mm)) for turn in TURNS.tolist()], np.float32
    )
    poses: list[CubePose] = []
    near = round(NEAR_MM * MASK_SCALE)
    while len(poses) < most:
        turn, y, x = (int(each) for each in np.unravel_index(int(fits.argmax()), fits.shape))
        fit = float(fits[turn, y, x])
        if fit < LEAST_FIT:
            break
        at = corner + np.array([x, y]) / MASK_SCALE
        poses.append(CubePose(float(at[0]), float(at[1]), float(TURNS[turn]), fit))
        for each in (turn - 1, turn, (turn + 1) % len(TURNS)):
            fits[each, max(y - near, 0) : y + near + 1, max(x - near, 0) : x + near + 1] = -1
    return poses


def _fit(share: Map, free: Map, outline: _Outline) -> Map:
    """Return how well a cube fits at each place of *share* (h, w), (h, w); -1 where its top is not *free*."""
    if free.all():
        kernel = outline.body - RING_WEIGHT * outline.ring
        return np.asarray(cv2.filter2D(share, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)
    known = share * free
    body, ring, top, body_known, ring_known = (
        cv2.filter2D(source, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
        for source, kernel in ((free, outline.body), (free, outline.ring), (free, outline.top),
                               (known, outline.body), (known, outline.ring))
    )  # fmt: skip
    fit = body_known / np.maximum(body, 0.05) - RING_WEIGHT * ring_known / np.maximum(ring, 0.05)
    return np.where(top > LEAST_FREE_TOP, fit, -1).astype(np.float32)
