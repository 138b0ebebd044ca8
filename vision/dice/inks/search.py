"""Where the printed shapes of dice lie in a tray seen from above, on whatever ground: squares and shapes.

Every place is looked at, since light dice on white paper have no outline.  Knows no colours but as
differences, and no names.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.inks.edges import edge_agreements
from vision.dice.inks.shapes import InkShapes
from vision.dice.inks.slopes import lit_agreements, sloped_agreements
from vision.dice.pips import CORE, PipTemplates, agreements, square_grid
from vision.dice.tops import AROUND, Levels

Points = NDArray[np.float64]
Map = NDArray[np.float32]

COARSE_GRID, FINE_GRID = 12, 18
COARSE_TURNS, QUARTERS = 24, 4
LEAST_INK = 4.0
"""Where so little differs (CIE Lab), nothing is printed."""

LEAST_COARSE, LEAST_MOVED = 0.3, 0.45
"""Where so little agrees, at first and after a first move, nothing is looked at any more."""

NEAR, SAME, MOST = 0.2, 0.1, 250
"""Of places so near each other, in dice, the best is looked at, and later told; of all so many."""

SEARCHES = ((0.04, 0.0, 5.0), (0.02, 0.04, 2.5), (0.015, 0.0, 1.2), (0.01, 0.02, 1.0))
"""How squares are moved, one search after the other: sides, part of the side, degrees."""

AROUND_TOP = 0.3
"""So near each other, in dice, shapes lie in one place, and the best is the one that is there."""

SIZES = (0.9, 1.1)
LEANS, NARROWED, GROWN = (
    tuple(np.deg2rad(np.arange(0, 180, 30)).tolist()),
    (0.76, 0.82, 0.88, 0.94, 1.0),
    (1.0, 1.06, 1.12),
)
LEAST_GAIN, MOST_NARROWED, LEAST_GROWN = 0.015, 0.82, 1.09
"""What fits so much better so much narrower, or so much larger, leans on something."""

LEAST_EDGED, EDGED_SCORE = 0.85, 0.8
"""What agrees so well beside the edge of a shadow counts as if it agreed a little less well without one."""

LEAST_SLOPED, SLOPED_LEAD = 0.68, 0.45
"""So does what agrees so well where the light fades, so far ahead of every other shape."""

AT_ONCE = 4000


class InkTop(NamedTuple):
    """A *shape* that lies in a *square* (4,: x, y, side, turn; px), turned as it is; how well it agrees.

    *lead* is how far it is ahead of the next shape that lies there.
    """

    square: Points
    shape: int
    score: float
    lead: float


class _Tops(NamedTuple):
    """Squares (n, 4), the shapes that lie there, and how well they agree, (n,)."""

    squares: Points
    shapes: NDArray[np.int64]
    scores: Map


def find_ink(lab: Map, shapes: InkShapes, side_px: float, blur: float) -> list[InkTop]:
    """Return where shapes lie in *lab* (h, w, 3), on dice *side_px* wide, the best first.

    The picture is blurred by *blur* sides.
    """
    tops, levels = _places(lab, shapes, side_px, blur), Levels(lab)
    templates = shapes.templates(FINE_GRID, QUARTERS, round(blur * FINE_GRID, 1))
    for search in SEARCHES:
        tops = _apart(_moved(levels, tops, templates, search, side_px), SAME * side_px)
    found = [
        InkTop(tops.squares[row], int(tops.shapes[row]), float(tops.scores[row]), _lead(tops, row, side_px))
        for row in range(len(tops.squares))
    ]
    lit = [_in_its_light(levels, top, templates) for top in found]
    return sorted(lit, key=lambda top: -top.score)


def _in_its_light(levels: Levels, top: InkTop, templates: PipTemplates) -> InkTop:
    """Return *top* with what it scores where light fades or a shadow's edge falls across it, if clear."""
    if top.score >= EDGED_SCORE or top.lead <= 0:
        return top
    patch = levels.sample(top.square[None], square_grid(FINE_GRID))
    own, lead = _own_and_lead(top, edge_agreements(patch[0], templates, FINE_GRID))
    if own < LEAST_EDGED:
        own, lead = _own_and_lead(top, sloped_agreements(patch, templates, FINE_GRID)[0])
        if own < LEAST_SLOPED or lead < SLOPED_LEAD:
            return top
    return top._replace(score=EDGED_SCORE, lead=lead)


def _own_and_lead(top: InkTop, scores: Map) -> tuple[float, float]:
    """Return what of *scores* (templates,) is *top*'s, and how far it is ahead of every other shape."""
    by_turn = scores.reshape(-1, QUARTERS)
    own, others = float(by_turn[top.shape, 0]), np.delete(by_turn, top.shape, axis=0)
    return own, own - float(others.max(initial=0.0))


def _moved(
    levels: Levels, tops: _Tops, templates: PipTemplates, search: tuple[float, float, float], side_px: float
) -> _Tops:
    """Return *tops*, each moved, grown and turned a little to where its shape fits best."""
    if not len(tops.squares):
        return tops
    shift, grow, twist = search
    around = AROUND if grow else AROUND[AROUND[:, 2] == 0]
    steps = around * (shift * side_px, shift * side_px, grow * side_px, np.deg2rad(twist))
    tried = tops.squares[:, None] + steps
    tried[..., 2] = np.clip(tried[..., 2], SIZES[0] * side_px, SIZES[1] * side_px)
    found = _judged(levels, tried.reshape(-1, 4), templates)
    rows = np.arange(len(tried))
    own = found.reshape(len(tried), len(steps), -1, QUARTERS)[rows, :, tops.shapes, 0]
    best = own.argmax(axis=1)
    return _Tops(tried[rows, best], tops.shapes, own[rows, best])


def _apart(tops: _Tops, near_px: float) -> _Tops:
    """Return *tops* that agree well enough, the best first, each shape once in each place."""
    kept: list[int] = []
    for row in np.argsort(-tops.scores).tolist():
        away = np.hypot(*(tops.squares[kept, :2] - tops.squares[row, :2]).T)
        is_same = (away < near_px) & (tops.shapes[kept] == tops.shapes[row])
        if tops.scores[row] >= LEAST_MOVED and not is_same.any():
            kept.append(row)
    return _Tops(tops.squares[kept], tops.shapes[kept], tops.scores[kept])


def _lead(tops: _Tops, row: int, side_px: float) -> float:
    """Return how far one of *tops* is ahead of the best other shape at its place."""
    away = np.hypot(*(tops.squares[:, :2] - tops.squares[row, :2]).T)
    others = tops.scores[(away < AROUND_TOP * side_px) & (tops.shapes != tops.shapes[row])]
    return float(tops.scores[row] - others.max(initial=0.0))


def is_cocked(levels: Levels, top: InkTop, shapes: InkShapes, side_px: float, blur: float) -> bool:
    """Return whether *top* fits clearly better if it leans: narrower one way, and nearer to the camera."""
    templates = shapes.templates(FINE_GRID, QUARTERS, round(blur * FINE_GRID, 1))
    tried = [(turn, *size) for turn in LEANS for size in product(NARROWED, GROWN)]
    places = np.concatenate([_leaning(*each) for each in tried])
    patches = levels.sample(top.square[None], places).reshape(len(tried), -1, 3)
    scores = agreements(patches, templates)[:, top.shape * QUARTERS]
    is_better = scores.max() > top.score + LEAST_GAIN
    _, narrow, size = tried[int(scores.argmax())] if is_better else (0.0, 1.0, 1.0)
    return narrow <= MOST_NARROWED or size * top.square[2] >= LEAST_GROWN * side_px


@cache
def _leaning(turn: float, narrowed: float, grown: float) -> Map:
    """Return the samples of a face, *narrowed* along *turn* and *grown*, (n, 2) in sides from its middle."""
    way = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    lean = way @ np.diag([narrowed, 1.0]) @ way.T * grown
    return np.asarray(square_grid(FINE_GRID) @ lean.T, np.float32)


def _places(lab: Map, shapes: InkShapes, side_px: float, blur: float) -> _Tops:
    """Return the places of *lab* (h, w, 3) that are worth a closer look, each for one shape and turn."""
    step = side_px * CORE / COARSE_GRID
    size = tuple(max(1, round(each / step)) for each in lab.shape[1::-1])
    small = np.asarray(cv2.resize(lab, size, interpolation=cv2.INTER_AREA), np.float32)
    if min(size) < COARSE_GRID:
        return _Tops(np.empty((0, 4)), np.empty(0, np.int64), np.empty(0, np.float32))
    scores, turns = _everywhere(
        small, shapes.templates(COARSE_GRID, COARSE_TURNS, round(blur * COARSE_GRID, 1))
    )
    near = 2 * round(NEAR * COARSE_GRID / CORE) + 1
    peaks = scores >= cv2.dilate(scores, np.ones((near, near))).reshape(scores.shape)
    chosen = np.argwhere(peaks & (scores > LEAST_COARSE))
    chosen = chosen[np.argsort(-scores[tuple(chosen.T)])[:MOST]]
    middle = (chosen[:, 1::-1] + COARSE_GRID / 2) * np.divide(lab.shape[1::-1], size) - 0.5
    turn = (
        -2 * np.pi / COARSE_TURNS * turns[tuple(chosen.T)]
    )  # what shows turned one way lies turned the other
    squares = np.column_stack([middle, np.full(len(chosen), side_px), turn])
    return _Tops(squares, chosen[:, 2], scores[tuple(chosen.T)])


def _everywhere(small: Map, templates: PipTemplates) -> tuple[Map, NDArray[np.int64]]:
    """Return how well each shape agrees at each place of *small* (h, w, 3), and the number of its best turn.

    Both are (rows, columns, shapes), by the place's corner.
    """
    windows = np.lib.stride_tricks.sliding_window_view(small, (COARSE_GRID, COARSE_GRID), axis=(0, 1))
    box, corner = (COARSE_GRID, COARSE_GRID), (0, 0)
    mean, square = (cv2.blur(each, box, anchor=corner) for each in (small, small**2))
    differs = np.sqrt(np.maximum(square - mean**2, 0).sum(axis=2))
    rows, columns = np.nonzero(differs[: windows.shape[0], : windows.shape[1]] > LEAST_INK)
    scores = np.zeros((*windows.shape[:2], len(templates.faces) // COARSE_TURNS), np.float32)
    turns = np.zeros(scores.shape, np.int64)
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE], columns[start : start + AT_ONCE]
        patches = np.ascontiguousarray(windows[some].reshape(len(some[0]), 3, -1).transpose(0, 2, 1))
        found = lit_agreements(patches, templates, COARSE_GRID)
        found = found.reshape(len(patches), -1, COARSE_TURNS)
        scores[some], turns[some] = found.max(axis=2), found.argmax(axis=2)
    return scores, turns


def _judged(levels: Levels, squares: Points, templates: PipTemplates) -> Map:
    """Return how well *templates* agree with *squares* (n, 4), (n, templates)."""
    places = square_grid(FINE_GRID)
    parts = [
        levels.sample(squares[start : start + AT_ONCE], places) for start in range(0, len(squares), AT_ONCE)
    ]
    return np.concatenate([agreements(part, templates) for part in parts])
