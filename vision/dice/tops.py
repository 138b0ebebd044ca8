"""Squares in a picture that are the tops of dice with pips: found from spots, moved until they fit best.

Knows one picture in which tops are nearly square; what leans and what lies where is told elsewhere.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import agreements, by_face, pip_templates, square_grid
from vision.dice.spots import find_spots, squares_of

Points = NDArray[np.float64]
Map = NDArray[np.float32]

COARSE_GRID, FINE_GRID = 10, 16
COARSE_RADII = (0.09,)
LEAST_OUTLINE, LEAST_WORTH, LEAST_FIRST = 0.35, 0.3, 0.18
MOST = 250
"""So many squares are moved until they fit."""

SEARCHES = ((0.05, 0.07, 6.0), (0.025, 0.035, 3.0))
"""How squares are moved, one search after the other: sides, part of the side, degrees."""

OUTLINE_POWER = 0.7
EDGE = 12.0
"""So much (CIE Lab) of difference across a side makes an edge."""

INSIDE, OUTSIDE, ALONG = 0.42, 0.60, tuple(np.linspace(-0.33, 0.33, 7).tolist())
SMALLEST_LEVEL = 60
AT_ONCE = 20000
AROUND = np.stack(np.meshgrid(*[(-1, 0, 1)] * 4), axis=-1).reshape(-1, 4).astype(float)


class Tops(NamedTuple):
    """Squares (n, 4: x, y, side, turn), how well each face agrees (n, 6), how clear each side is (n, 4)."""

    squares: Points
    scores: Map
    sides: Map

    @property
    def worth(self) -> Map:
        """Return what speaks for each square, face and outline together, (n,), 0 to 1."""
        return np.asarray(self.scores.max(axis=1) * self.sides.mean(axis=1) ** OUTLINE_POWER, np.float32)

    def only(self, kept: NDArray[np.int64] | NDArray[np.bool_]) -> "Tops":
        """Return those of the squares."""
        return Tops(self.squares[kept], self.scores[kept], self.sides[kept])


class Levels:
    """A picture (h, w, 3; CIE Lab) at several sizes, so that faces of any size are sampled alike."""

    def __init__(self, lab: Map) -> None:
        self._levels = [lab]
        while min(self._levels[-1].shape[:2]) > SMALLEST_LEVEL:
            self._levels.append(np.asarray(cv2.pyrDown(self._levels[-1]), np.float32))

    def sample(self, squares: Points, places: Map) -> Map:
        """Return the colours (n, k, 3) at *places* (k, 2), in sides from the middle, of each square."""
        colours = np.empty((len(squares), len(places), 3), np.float32)
        wanted = np.log2(np.maximum(squares[:, 2], 1) / (1.6 * FINE_GRID))
        level = np.clip(np.floor(wanted), 0, len(self._levels) - 1).astype(int)
        for each in np.unique(level):
            chosen = np.flatnonzero(level == each)
            for start in range(0, len(chosen), AT_ONCE):
                some = chosen[start : start + AT_ONCE]
                at = on_squares(squares[some], places)
                at = ((at + 0.5) / 2.0**each - 0.5).astype(np.float32)
                colours[some] = cv2.remap(
                    self._levels[each], at[..., 0], at[..., 1], cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE,
                )  # fmt: skip
        return colours


def on_squares(squares: Points, places: Map) -> Points:
    """Return where *places* (k, 2), in sides from the middle, lie on each of *squares*: (n, k, 2)."""
    cos, sin = np.cos(squares[:, 3]) * squares[:, 2], np.sin(squares[:, 3]) * squares[:, 2]
    x = squares[:, :1] + cos[:, None] * places[:, 0] - sin[:, None] * places[:, 1]
    y = squares[:, 1:2] + sin[:, None] * places[:, 0] + cos[:, None] * places[:, 1]
    return np.asarray(np.stack([x, y], axis=-1), np.float64)


def _edge(away: float) -> Map:
    """Return where the four sides are sampled, *away* from a square's middle, (n, 2) in sides."""
    along = np.array(ALONG)
    flat = np.full_like(along, away)
    sides = ((along, -flat), (flat, along), (along, flat), (-flat, along))
    return np.concatenate([np.stack(each, axis=1) for each in sides]).astype(np.float32)


EDGES = np.concatenate([_edge(INSIDE), _edge(OUTSIDE)])
FEW_EDGES = EDGES.reshape(8, -1, 2)[:, 1::2].reshape(-1, 2)


def find_tops(lab: Map, least: float, most: float) -> tuple[Tops, Points]:
    """Return the squares in *lab* (h, w, 3), *least* to *most* px wide, that look like tops; and spots."""
    levels, spots = Levels(lab), find_spots(lab)
    squares = squares_of(spots, least, most)
    squares = squares[_sides(levels, squares, FEW_EDGES).mean(axis=1) >= LEAST_OUTLINE]
    tops = judge(levels, squares, grid=COARSE_GRID)
    first = tops.worth
    tops = tops.only(apart(tops.squares, np.where(first >= LEAST_FIRST, first, 0), 0.2)[:MOST])
    for search, grid in zip(SEARCHES, (COARSE_GRID, FINE_GRID), strict=True):
        tops = _moved(levels, tops, search, grid)
    worth = tops.worth
    return tops.only(apart(tops.squares, np.where(worth >= LEAST_WORTH, worth, 0), 0.1)), spots


def judge(levels: Levels, squares: Points, *, grid: int = FINE_GRID) -> Tops:
    """Return *squares* (n, 4) with how well they look like tops."""
    templates = pip_templates(grid, COARSE_RADII) if grid == COARSE_GRID else pip_templates(grid)
    scores = np.zeros((len(squares), 6), np.float32)
    places = square_grid(grid)
    for start in range(0, len(squares), AT_ONCE):
        some = np.s_[start : start + AT_ONCE]
        scores[some] = by_face(agreements(levels.sample(squares[some], places), templates), templates)
    return Tops(squares, scores, _sides(levels, squares))


def _sides(levels: Levels, squares: Points, edges: Map = EDGES) -> Map:
    """Return how clear an edge each of the sides of *squares* is, (n, 4), 0 to 1."""
    colours = levels.sample(squares, edges)
    half = len(edges) // 2
    across = np.linalg.norm(colours[:, half:] - colours[:, :half], axis=2)
    return np.asarray(
        np.clip(across / EDGE, 0, 1).reshape(len(squares), 4, half // 4).mean(axis=2), np.float32
    )


def _moved(levels: Levels, tops: Tops, search: tuple[float, float, float], grid: int) -> Tops:
    """Return *tops*, each moved, grown and turned a little to where it fits best."""
    if not len(tops.squares):
        return tops
    shift, grow, twist = search
    tried = np.repeat(tops.squares[:, None], len(AROUND), axis=1)
    tried[..., :2] += AROUND[:, :2] * shift * tops.squares[:, None, 2:3]
    tried[..., 2] *= 1 + AROUND[:, 2] * grow
    tried[..., 3] += np.deg2rad(AROUND[:, 3] * twist)
    judged = judge(levels, tried.reshape(-1, 4), grid=grid)
    best = judged.worth.reshape(len(tops.squares), -1).argmax(axis=1)
    return judged.only(np.arange(len(best)) * len(AROUND) + best)


def apart(squares: Points, worth: Map, near: float) -> NDArray[np.int64]:
    """Return the row numbers (m,) of *squares* (n, 4), the best first, without those like a better one.

    *worth* (n,) says how good each is; one of no worth is left out.  *near* is in sides.
    """
    order = np.argsort(-worth)
    order = order[worth[order] > 0]
    x, y, side = squares[order, :3].T
    kept, is_left = [], np.ones(len(order), bool)
    for number in range(len(order)):
        if is_left[number]:
            kept.append(order[number])
            is_near = np.hypot(x - x[number], y - y[number]) <= near * np.minimum(side, side[number])
            is_left &= ~(is_near & (np.abs(np.log(side / side[number])) <= 0.15))
    return np.array(kept, np.int64)
