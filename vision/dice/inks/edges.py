"""How well shapes agree with a square of a picture across which a shadow's edge falls.

On both sides of an edge ink and die are as different as ever, but in a light of their own: on each side one
direction in colour tells them apart.  Knows nothing of where squares lie.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import NOISE, PipTemplates, square_grid

Values = NDArray[np.float32]

TURNS, OFFSETS = np.deg2rad(np.arange(0, 180, 15)), np.linspace(-0.35, 0.35, 8)
"""Where edges are tried: radians, and sides from the middle of the square."""

LEAST_SIDE = 0.12
"""So much of a square must lie on either side of an edge."""

LEAST_CONTRAST = 0.3
"""A shape whose two sides are alike in themselves by more than that is the edge itself."""


def edge_agreements(patch: Values, templates: PipTemplates, grid: int) -> Values:
    """Return how *patch* (grid * grid, 3) agrees with each template at the best of all edges, (templates,).

    It is 0 to 1, as without an edge.
    """
    sides = _sides(grid) * templates.weight
    size = sides.sum(axis=2)
    sides, size = (each[:, size.min(axis=0) >= LEAST_SIDE] for each in (sides, size))
    shapes = np.asarray(templates.weighed / np.maximum(templates.weight, 1e-9)[:, None], np.float32)
    shares, colours = sides / size[..., None], patch - templates.weight @ patch
    colour, shape = shares @ colours, shares @ shapes
    spread = _together(shares, colours, colours) - colour[..., None] * colour[..., None, :]
    shared = _together(shares, colours, shapes) - colour[..., None] * shape[..., None, :]
    within = np.linalg.solve(spread + NOISE * np.eye(colours.shape[1], dtype=np.float32), shared)
    explained = ((within * shared).sum(axis=2) * size[..., None]).sum(axis=0)
    contrast = ((shares @ shapes**2 - shape**2) * size[..., None]).sum(axis=0)
    return np.asarray((explained / np.maximum(contrast, LEAST_CONTRAST)).max(axis=0), np.float32)


def _together(shares: Values, first: Values, second: Values) -> Values:
    """Return the mean product of each column of *first* (n, p) with each of *second* (n, q).

    It is (2, edges, p, q), as *shares* (2, edges, n) weigh the rows.
    """
    products = (first[:, :, None] * second[:, None]).reshape(len(first), -1)
    return (shares @ products).reshape(*shares.shape[:2], first.shape[1], second.shape[1])


@cache
def _sides(grid: int) -> Values:
    """Return which samples lie on either side of each edge, (2, edges, grid * grid)."""
    ways = np.stack([np.cos(TURNS), np.sin(TURNS)])
    beyond = (square_grid(grid) @ ways).T[:, None] > OFFSETS[:, None]
    one = beyond.reshape(-1, grid * grid)
    return np.stack([one, ~one]).astype(np.float32)
