"""Pips: where they lie on a die's face, and how well a square of a picture agrees with each face.

Dice and pips may have any two colours: a face agrees as far as one direction in colour
tells its pips from the rest of the square.  Knows no tray and no camera.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float32]
Points = NDArray[np.float64]

PIP_FACES = ("1", "2", "3", "4", "5", "6")

CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
LAYOUTS: tuple[tuple[str, tuple[tuple[float, float], ...]], ...] = (
    ("1", ((0, 0),)),
    ("2", ((-1, -1), (1, 1))),
    ("2", ((-1, 1), (1, -1))),
    ("3", ((-1, -1), (1, 1), (0, 0))),
    ("3", ((-1, 1), (1, -1), (0, 0))),
    ("4", CORNERS),
    ("5", (*CORNERS, (0, 0))),
    ("6", (*CORNERS, (-1, 0), (1, 0))),
    ("6", (*CORNERS, (0, -1), (0, 1))),
)
"""Where pips lie, in spreads from the middle of the face."""

SPREADS = (0.21, 0.25, 0.29)
"""How far the outer pips lie from the middle lines, in sides of the die: makers differ."""

RADII = (0.08, 0.105)
SQUEEZES = ((1.0, 1.0), (1.0, 0.82), (0.82, 1.0))
"""A six's rows may lie nearer to each other than its columns."""

CORE = 0.92
ROUNDED = 0.30
NOISE = 6.0
"""Differences in colour (squared, CIE Lab) that are noise whatever the picture."""

OVERSAMPLED = 8


class PipTemplates(NamedTuple):
    """Templates (samples, n) of mean 0 and length 1 under *weight* (samples,); *faces* (n,) are theirs."""

    weight: Values
    weighed: Values
    inked: NDArray[np.bool_]
    faces: NDArray[np.int64]


def square_grid(grid: int) -> Values:
    """Return where the (grid * grid, 2) samples of a face lie, in sides from its middle."""
    span = ((np.arange(grid) + 0.5) / grid - 0.5) * CORE
    return np.stack(np.meshgrid(span, span), axis=-1).reshape(-1, 2).astype(np.float32)


@cache
def pip_templates(grid: int, radii: tuple[float, ...] = RADII) -> PipTemplates:
    """Return every layout in all spreads and *radii*, *grid* samples a side."""
    at = square_grid(grid)
    corner = np.hypot(*np.maximum(np.abs(at) - ROUNDED, 0).T) + ROUNDED
    weight = np.clip((0.47 - corner) / 0.04 + 0.5, 0, 1).astype(np.float32)
    weight /= weight.sum()
    drawn, faces = [], []
    for spread in SPREADS:
        for radius in radii:
            for face, pips in LAYOUTS:
                for squeeze in SQUEEZES if face == "6" else SQUEEZES[:1]:
                    drawn.append(_drawn(np.array(pips) * squeeze * spread, radius, grid))
                    faces.append(PIP_FACES.index(face))
    ink = np.array(drawn, np.float32)
    level = ink - (ink @ weight)[:, None]
    level /= np.sqrt(level**2 @ weight)[:, None]
    return PipTemplates(weight, (level * weight).T.copy(), (ink > 0.5).T.copy(), np.array(faces))


def _drawn(pips: Points, radius: float, grid: int) -> Values:
    """Return a face (grid * grid,) that is 1 on its *pips* (n, 2) and 0 elsewhere."""
    at = square_grid(grid * OVERSAMPLED)
    near = np.min([np.hypot(*(at - pip).T) for pip in pips], axis=0)
    fine = np.clip((radius - near) / 0.03 + 0.5, 0, 1).astype(np.float32)
    shape = (grid * OVERSAMPLED, grid * OVERSAMPLED)
    small = cv2.resize(fine.reshape(shape), (grid, grid), interpolation=cv2.INTER_AREA)
    return np.asarray(small.ravel(), np.float32)


def agreements(patches: Values, templates: PipTemplates) -> Values:
    """Return how *patches* (n, samples, channels) agree with each template, (n, templates), 0 to 1.

    It is the share of a template that the best direction in colour explains.
    """
    count, _, depth = patches.shape
    mean = templates.weight @ patches  # what templates of mean 0 have nothing in common with
    channels = np.ascontiguousarray(patches.transpose(0, 2, 1))
    spread = (channels * templates.weight) @ patches - mean[:, :, None] * mean[:, None]
    shared = (channels.reshape(count * depth, -1) @ templates.weighed).reshape(count, depth, -1)
    return explained(spread + NOISE * np.eye(depth, dtype=np.float32), shared)


def explained(spread: Values, shared: Values) -> Values:
    """Return what of each template the best direction of a patch explains, (n, templates).

    *spread* (n, channels, channels) is how a patch's channels vary together, *shared* (n, channels,
    templates) how each does with each template.
    """
    within = np.linalg.inv(spread) @ shared  # to solve for so many templates takes seven times as long
    return np.asarray(np.einsum("nct,nct->nt", within, shared), np.float32)


def by_face(scores: Values, templates: PipTemplates) -> Values:
    """Return the best of *scores* (n, templates) for each face, (n, 6)."""
    return np.stack([scores[:, templates.faces == face].max(axis=1) for face in range(6)], axis=1)
