"""Whether an arm lies across the board's edge, and whether what has changed is more than units.

An arm is told from one picture alone, for the first one, when nothing shows what the
table looks like without hands.  Along its edge a board differs from the table, and
always in the same way, in light and in shadow; where it does not, and both differ from
the rest of that edge, something lies across it.  Skin, sleeve or glove: its colour does
not matter, but a spot of nothing but white tells nothing: it is a lamp's reflection.
"""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.rest.glance import DARKEST, Glance, Mask, Zones, nothing_but_white
from vision.source.pictures import Picture

Lines = NDArray[np.float32]

STEP_MM = 3.0
OUTSIDE_MM, EDGE_MM, INSIDE_MM = 10.0, -18.0, -28.0  # from the board's edge, outwards
SAME = 0.4  # natural logarithms, like all that follow
STRANGE, STRANGE_TABLE = 0.3, 0.25  # against the rest of the edge
LEAST_STEP = 0.3  # between board and table, to tell anything
LEAST_OF_STEP = 0.35  # share of the usual step, below which board and table do not differ
LEAST_ARM_MM = 50.0
REFLECTION_MM2 = 16_000.0  # more white at once is a cloth or a sleeve
COLOUR_WEIGHT = 2.0  # colour says more than brightness, which shadows change too
UNIT_HEXES, SLACK_HEXES = 0.8, 0.25  # what a tag with its figures and their shadows may change
TOUCHED = 0.04  # share of a hex


def is_arm_across(seen: Glance, plan: BoardPlan, registration: Registration, width_px: int) -> bool:
    """Return whether an arm crosses one of the board's edges, *width_px* being the whole picture's width."""
    smooth = cv2.GaussianBlur(seen.small, (0, 0), 1.2).astype(np.float32)
    blue, green, red = cv2.split(np.log(smooth + DARKEST))
    colours = cv2.merge(
        [(blue + green + red) / 3, COLOUR_WEIGHT * (red - green), COLOUR_WEIGHT * (blue - green)]
    )
    scale, corners = seen.small.shape[1] / width_px, plan.corners_mm
    edge_px = np.hypot(*np.diff(registration.to_pixels(corners[:2]), axis=0)[0]) * scale
    colours[_reflections(seen.small, edge_px / np.hypot(*(corners[1] - corners[0]))) > 0] = np.nan
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        outside, edge, inside = (
            _line(np.asarray(colours), registration, start, end, out=out, scale=scale)
            for out in (OUTSIDE_MM, EDGE_MM, INSIDE_MM)
        )
        if _widest(_is_across(outside, edge, inside)) * STEP_MM >= LEAST_ARM_MM:
            return True
    return False


def foreign_hexes(mask: Mask, zones: Zones, spots: Iterable[Hex]) -> set[Hex]:
    """Return the hexes under changes that are too large for the units there: a cup, a box, an arm.

    *mask* (h, w; 0 or 1) is of a glance's size; *spots* are the hexes of all tags before and after,
    one entry a tag.
    """
    count, labels = cv2.connectedComponents(_joined(mask))
    at, foreign = list(spots), set[Hex]()
    for number in range(1, count):
        part = np.asarray(labels == number, np.uint8)
        under = zones.hexes_under(part, TOUCHED)
        tags = sum(name in under for name in at)
        size = int((part & zones.inside).sum()) / zones.hex_px
        if size > UNIT_HEXES * tags + SLACK_HEXES:
            foreign |= under
    return foreign


def largest_part(mask: Mask) -> Mask:
    """Return the largest part of the changes in *mask* (h, w; 0 or 1), as such a mask."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(_joined(mask))
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(labels == largest, np.uint8)


def _joined(mask: Mask) -> Mask:
    """Return *mask* (h, w; 0 or 1) without the gaps that belong to one thing."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _reflections(small: Picture, px_per_mm: float) -> Mask:
    """Return where a lamp is reflected in *small* (h, w, 3), (h, w; 0 or 1): no white cloth, no sleeve."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(nothing_but_white(small))
    areas = np.asarray(stats[:, cv2.CC_STAT_AREA]) / px_per_mm**2
    spots = [number for number in range(1, count) if areas[number] <= REFLECTION_MM2]
    return np.asarray(
        cv2.dilate(np.isin(labels, spots).astype(np.uint8), np.ones((3, 3), np.uint8)), np.uint8
    )


def _line(
    colours: Lines,
    registration: Registration,
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    *,
    out: float,
    scale: float,
) -> Lines:
    """Return the colours along an edge, *out* millimetres outside of it, (n, 3); nan beyond the picture."""
    way = (end - start) / np.hypot(*(end - start))
    along = np.arange(0, np.hypot(*(end - start)), STEP_MM)[:, None]
    at_mm = start + along * way + np.array((way[1], -way[0])) * out
    at = ((registration.to_pixels(at_mm) + 0.5) * scale - 0.5).astype(np.float32)
    nothing = (float("nan"),) * 3
    read = cv2.remap(
        colours, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, nothing
    )
    return np.asarray(read[0], np.float32)


def _is_across(outside: Lines, edge: Lines, inside: Lines) -> NDArray[np.bool_]:
    """Return for each place along an edge, (n,), whether the same lies on all three lines, and only there.

    The lines are (n, 3), nan beyond the picture.
    """
    seen = np.asarray(np.isfinite(np.stack([outside, edge, inside])).all(axis=(0, 2)), np.bool_)
    if int(seen.sum()) < len(seen) / 4:
        return np.zeros(len(seen), np.bool_)
    same = (_apart(edge, outside) < SAME) & (_apart(edge, inside) < SAME)
    strange = (_strangeness(edge, seen) > STRANGE) & (_strangeness(inside, seen) > STRANGE)
    strange &= _strangeness(outside, seen) > STRANGE_TABLE
    no_step = _has_no_step(edge - outside, seen) & _has_no_step(inside - outside, seen)
    return np.asarray(seen & same & strange & no_step, np.bool_)


def _has_no_step(step: Lines, seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where the usual *step* from table to board, (n, 3), is missing."""
    usual = np.median(step[seen], axis=0)
    size = float(np.linalg.norm(usual))
    if size < LEAST_STEP:
        return np.zeros(len(step), np.bool_)
    return np.asarray((step * usual).sum(axis=1) / size**2 < LEAST_OF_STEP, np.bool_)


def _strangeness(line: Lines, seen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return how far each place of *line* (n, 3) is from the usual colour of those *seen* (n,), (n,)."""
    return _apart(line, np.median(line[seen], axis=0))


def _apart(one: Lines, other: Lines) -> NDArray[np.float32]:
    """Return the difference of colours (n, 3), that of the channel that differs most, (n,)."""
    return np.asarray(np.abs(one - other).max(axis=1), np.float32)


def _widest(places: NDArray[np.bool_]) -> int:
    """Return the length of the longest run of true *places* (n,)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], places, [False]]).astype(np.int8)))
    return int((edges[1::2] - edges[::2]).max(initial=0))
