"""How alike samples and patterns are: correlation in one thread, and with the contrast evened out.

Rows are brightness at the modules of one tag, patterns have mean 0 and length 1.  Knows neither pictures
nor what a pattern means.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

ONE_THREAD = 250_000  # multiplications; OpenBLAS does no more than 262 144 alone
MOST_COLUMNS = 34  # patterns of one piece: with more, rows are too few and each reads all patterns anew
LOCAL_MODULES = 7  # window in which contrast is evened out under a hard shadow


def normal(rows: Floats) -> Floats:
    """Return *rows* (m, n) each with mean 0 and length 1."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", centred, centred))[:, None]
    return np.asarray(centred / np.maximum(length, 1e-3), np.float32)


def correlations(rows: Floats, patterns: Floats) -> Floats:
    """Return how well every row (m, n) agrees with every pattern (p, n) of mean 0 and length 1, (m, p)."""
    return products(normal(rows), patterns)


def products(rows: Floats, patterns: Floats) -> Floats:
    """Return the product of every row (m, n) with every pattern (p, n), (m, p).

    In pieces so small that numpy does them in one thread: waking the others takes a
    hundred times longer than the work when the machine is busy.  A single row would be
    another of its routines, which wakes them for less; so it is doubled.
    """
    count, width = rows.shape
    if count == 1:
        rows = np.concatenate([rows, rows])
    wide = max(1, min(MOST_COLUMNS, len(patterns), ONE_THREAD // (2 * width)))
    tall = max(2, ONE_THREAD // (width * wide))
    result = np.empty((len(rows), len(patterns)), np.float32)
    for row in range(0, len(rows), tall):
        for first in range(0, len(patterns), wide):
            part = rows[row : row + tall] @ patterns[first : first + wide].T
            result[row : row + tall, first : first + wide] = part
    return result[:count]


def evened(codes: Floats) -> Floats:
    """Return *codes* (m, n, n) with the same contrast everywhere, so that a shadow's edge does not count."""
    around = _mean_around(codes.shape[-1])
    flat = codes - around @ codes @ around.T
    spread = np.sqrt(np.maximum(around @ (flat * flat) @ around.T, 0))
    most = spread.max(axis=(1, 2), keepdims=True, initial=0)
    return np.asarray(flat / np.maximum(spread, 0.15 * most + 1e-3), np.float32)


@lru_cache(maxsize=8)
def _mean_around(side: int) -> Floats:
    """Return the (side, side) that makes means over LOCAL_MODULES of the columns on its right."""
    gap = LOCAL_MODULES // 2
    at = np.abs(np.arange(side)[:, None] + np.arange(-gap, gap + 1))
    at = side - 1 - np.abs(side - 1 - at)
    return np.asarray((at[..., None] == np.arange(side)).mean(axis=1), np.float32)


def fits(scores: Floats, columns: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return for each row of *scores* (m, tags * 4) the score at its column and the gap to the next tag.

    *columns* and both answers are (m,).  Where the book has no other tag the gap is 1.
    """
    own = np.take_along_axis(scores, columns[:, None], axis=1)[:, 0]
    is_own = np.arange(scores.shape[1]) // 4 == columns[:, None] // 4
    others = np.where(is_own, own[:, None] - 1, scores).max(axis=1)
    return own, own - others
