"""The faces that dice may show, and how well a patch of the picture agrees with each of them.

Knows no tray and no camera: squares of pixels in, faces and scores out.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.symbols import SIDE
from vision.tray import DieColour

Picture = NDArray[np.uint8]
Values = NDArray[np.float32]

SCALES = (0.88, 1.0)
"""How large a symbol may be on its die, beside its picture."""

BLACK, MUCH_INK = 70, 0.25
"""Of a face so much is black ink where stickers cover it."""

CORE = 0.9
"""The share of a face's side that is compared: its rounded edges are left out."""


class FaceSet:
    """Pictures of faces, one or several a face, ready to be compared at any quarter turn."""

    def __init__(self, pictures: Mapping[str, Picture | Sequence[Picture]]) -> None:
        self.names = tuple(pictures)
        shown = [[each] if isinstance(each, np.ndarray) else list(each) for each in pictures.values()]
        self._starts = np.cumsum([0, *[len(each) for each in shown[:-1]]])
        self._pictures = [
            cv2.resize(each, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for some in shown for each in some
        ]
        self._lit = [_lit(np.asarray(each, np.uint8)) for each in self._pictures]
        self._templates = lru_cache(maxsize=32)(self._drawn)

    @property
    def colour(self) -> DieColour:
        """Return the dice's own colour: what the pictures' borders mostly are."""
        rims = (np.s_[:8], np.s_[-8:], np.s_[:, :8], np.s_[:, -8:])
        edges = [each[rim].reshape(-1, 3) for each in self._pictures for rim in rims]
        ground = np.median(np.concatenate(edges), axis=0).astype(np.float32).reshape(1, 1, 3) / 255
        lab = cv2.cvtColor(ground * np.float32(0.9), cv2.COLOR_BGR2LAB)[0, 0].astype(np.float64)
        black = float(np.mean([each.max(axis=2) < BLACK for each in self._pictures]))
        return DieColour(lab, black > MUCH_INK)

    def _drawn(self, grid: int, blur: int) -> Values:
        """Return templates (samples, scales * pictures * 4 turns) of *grid* samples a side, unit length.

        *blur* is in sixteenths of a sample.
        """
        rows = []
        sigma = max(blur / 16, 0.3) * SIDE * CORE / grid
        for scale in SCALES:
            span = (np.arange(grid, dtype=np.float32) + 0.5) / grid - 0.5
            x, y = np.meshgrid(*[(span * (SIDE * CORE / scale) + SIDE / 2 - 0.5).astype(np.float32)] * 2)
            for picture in self._lit:
                soft = cv2.GaussianBlur(picture, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
                small = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                rows += [np.rot90(small, turn).astype(np.float32).ravel() for turn in range(4)]
        return _unit(np.array(rows, np.float32)).T.copy()

    def compare(self, patches: Values, blur: float) -> Values:
        """Return how *patches* (n, grid, grid, 3) agree with every face, (n, faces), at most 1.

        Their ground must have been brought to 1; the picture is blurred by *blur* samples.
        """
        count, grid = patches.shape[:2]
        scores = _unit(patches.reshape(count, -1)) @ self._templates(grid, round(16 * blur))
        turned = scores.reshape(count, len(SCALES), len(self._pictures), 4)
        best = turned.max(axis=(1, 3))
        return np.asarray(np.maximum.reduceat(best, self._starts, axis=1), np.float32)


def confidence(score: float, gap: float) -> float:
    """Return how sure a face is, 0 to 1: it must agree well, and by *gap* clearly better than any other."""
    return float(np.clip(min((score - 0.4) / 0.3, gap / 0.24), 0, 1))


def _lit(picture: Picture) -> Values:
    """Return *picture* with its light taken out, as with compared patches: its brighter part becomes 255."""
    bright = np.percentile(picture.reshape(-1, 3), 85, axis=0)
    return (picture * (255 / np.maximum(bright, 12))).astype(np.float32)


def _unit(rows: Values) -> Values:
    """Return *rows* (n, samples) without their mean, at length one."""
    level = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(level / np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-3), np.float32)
