"""Squares of a picture that stand out from its ground: what may be single dice of any look.

Knows no faces; dice that touch are one patch here, and no square.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.tops import AROUND, EDGES, Levels

Points = NDArray[np.float64]
Map = NDArray[np.float32]
Picture = NDArray[np.uint8]

SMALL_PX = 480
LEAST_CONTRAST = 10.0
SIZES = (1 / 40, 0.95)
"""The side of a die, in sides of the picture."""

LONGEST, FILLED = 1.35, 0.78
SHIFTS = ((0.06, 0.08, 6.0), (0.03, 0.04, 3.0), (0.015, 0.02, 1.5))
STRONG_EDGE = 60.0


def lab_of(image: Picture) -> Map:
    """Return *image* (h, w, 3) BGR as CIE Lab."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


def square_patches(lab: Map) -> Points:
    """Return the patches of *lab* (h, w, 3) that are nearly square, largest first, as (n, 4).

    A row is x, y, side, turn: pixels and radians.
    """
    shrink = min(1.0, SMALL_PX / max(lab.shape[:2]))
    small = np.asarray(cv2.resize(lab, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.float32)
    away = np.linalg.norm(small - _ground(small), axis=2)
    least = max(LEAST_CONTRAST, _otsu(away))
    solid = cv2.morphologyEx((away > least).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rows = []
    for outline in outlines:
        (x, y), (wide, high), turn = cv2.minAreaRect(outline)
        side = np.sqrt(wide * high)
        is_sized = SIZES[0] < side / max(small.shape[:2]) and side < SIZES[1] * min(small.shape[:2])
        if not is_sized or max(wide, high) > LONGEST * min(wide, high):
            continue
        if cv2.contourArea(outline) >= FILLED * wide * high:
            rows.append(((x + 0.5) / shrink - 0.5, (y + 0.5) / shrink - 0.5, side / shrink, np.deg2rad(turn)))
    return np.array(sorted(rows, key=lambda row: -row[2]), np.float64).reshape(-1, 4)


def settled(lab: Map, squares: Points) -> Points:
    """Return *squares* (n, 4), each moved, grown and turned to where its outline is clearest."""
    levels, half = Levels(lab), len(EDGES) // 2
    for shift, grow, twist in SHIFTS:
        if not len(squares):
            break
        tried = np.repeat(squares[:, None], len(AROUND), axis=1)
        tried[..., :2] += AROUND[:, :2] * shift * squares[:, None, 2:3]
        tried[..., 2] *= 1 + AROUND[:, 2] * grow
        tried[..., 3] += np.deg2rad(AROUND[:, 3] * twist)
        colours = levels.sample(tried.reshape(-1, 4), EDGES)
        edge = np.minimum(np.linalg.norm(colours[:, half:] - colours[:, :half], axis=2), STRONG_EDGE)
        best = edge.mean(axis=1).reshape(len(squares), -1).argmax(axis=1)
        squares = tried[np.arange(len(squares)), best]
    return squares


def cut(image: Picture, square: Points, side_px: int) -> Picture:
    """Return the *square* (4,) of *image* as a picture of its own, *side_px* wide."""
    x, y, side, turn = square.tolist()
    half = side / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    cos, sin = np.cos(turn), np.sin(turn)
    corners = half @ np.array([(cos, sin), (-sin, cos)]) + (x, y)
    shrink = side / side_px
    soft = cv2.GaussianBlur(image, (0, 0), 0.4 * shrink) if shrink > 1.5 else image
    there = np.array([(0, 0), (side_px, 0), (side_px, side_px), (0, side_px)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), there)
    shown = cv2.warpPerspective(
        soft, matrix, (side_px, side_px), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(shown, np.uint8)


def _ground(lab: Map) -> Map:
    """Return the colour of the ground (3,): what most of the picture's rim is like."""
    rim = max(2, min(lab.shape[:2]) // 20)
    edges = (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])
    return np.asarray(np.median(np.concatenate([each.reshape(-1, 3) for each in edges]), axis=0), np.float32)


def _otsu(away: Map) -> float:
    """Return the difference from the ground (h, w) that divides it from what lies on it."""
    grey = np.clip(away * 2, 0, 255).astype(np.uint8)
    return float(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]) / 2
