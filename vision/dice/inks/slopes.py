"""How well shapes agree with squares of a picture across which the light fades, as in the next die's shadow.

What a smooth slope of light may make of a square is left out of it and of the shapes.  Knows nothing of
where squares lie.
"""

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import NOISE, PipTemplates, agreements, explained, square_grid

Values = NDArray[np.float32]

LEAST_CONTRAST, CLEAR_CONTRAST = 0.3, 0.45
"""So much of a shape no slope explains, or it is one itself; what has more is well told beside slopes."""


def lit_agreements(patches: Values, templates: PipTemplates, grid: int) -> Values:
    """Return how *patches* (n, grid * grid, channels) agree with each template, (n, templates), 0 to 1.

    Those that slopes do not explain for the most part are compared beside slopes.
    """
    _, contrast = _beside_slopes(templates, _slopes(grid, templates.weight))
    is_clear = contrast >= CLEAR_CONTRAST
    scores = np.empty((len(patches), len(is_clear)), np.float32)
    scores[:, is_clear] = sloped_agreements(patches, _only(templates, is_clear), grid)
    scores[:, ~is_clear] = agreements(patches, _only(templates, ~is_clear))
    return scores


def sloped_agreements(patches: Values, templates: PipTemplates, grid: int) -> Values:
    """Return how *patches* (n, grid * grid, channels) agree with each template beside slopes, (n, templates).

    It is 0 to 1, as in even light.
    """
    count, _, depth = patches.shape
    weight, slopes = templates.weight, _slopes(grid, templates.weight)
    shapes, contrast = _beside_slopes(templates, slopes)
    shapes = np.asarray(shapes / np.sqrt(np.maximum(contrast, LEAST_CONTRAST)), np.float32)
    channels = np.ascontiguousarray(patches.transpose(0, 2, 1))
    faded = channels @ (slopes * weight[:, None])
    spread = (channels * weight) @ patches - faded @ faded.transpose(0, 2, 1)
    shared = (channels.reshape(count * depth, -1) @ shapes).reshape(count, depth, -1)
    return explained(spread + NOISE * np.eye(depth, dtype=np.float32), shared)


def _slopes(grid: int, weight: Values) -> Values:
    """Return what light may do across a square, (grid * grid, 6), each of length 1 and unlike the others."""
    x, y = square_grid(grid).T
    root = np.sqrt(weight)[:, None]
    curves = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    return np.asarray(np.linalg.qr(curves * root)[0] / np.maximum(root, 1e-6), np.float32)


def _beside_slopes(templates: PipTemplates, slopes: Values) -> tuple[Values, Values]:
    """Return what *slopes* leave of each shape, weighed (samples, templates), and how much, (templates,)."""
    weight = templates.weight[:, None]
    shapes = templates.weighed - (slopes * weight) @ (slopes.T @ templates.weighed)
    return shapes, np.asarray((shapes**2 / np.maximum(weight, 1e-9)).sum(axis=0), np.float32)


def _only(templates: PipTemplates, chosen: NDArray[np.bool_]) -> PipTemplates:
    """Return the *chosen* (templates,) of *templates*."""
    weight, weighed, inked, faces = templates
    return PipTemplates(weight, weighed[:, chosen], inked[:, chosen], faces[chosen])
