"""The faces that dice may show, and how well a patch of the picture agrees with each of them.

Knows no tray and no camera: squares of pixels in, faces and scores out.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.symbols import SIDE
from vision.dice.tray import DieColour

Picture = NDArray[np.uint8]
Values = NDArray[np.float32]

SCALES = (0.88, 1.0)
"""How large a symbol may be on its die, beside its picture."""

LOOKS = 4 * len(SCALES)
"""Every picture of a face is compared at each scale and quarter turn."""

BLACK, MUCH_INK = 70, 0.25
"""Of a face so much is black ink where stickers cover it."""

EVEN_SHARE = 0.375
"""What is dark over less than so much of a face is its symbol; what is dark over more is a shadow."""

EVEN_WHITE, LEAST_WHITE, SOFTLY = 200.0, 12.0, 8

CORE = 0.9
"""The share of a face's side that is compared: its rounded edges are left out."""


class FaceSet:
    """Pictures of faces (h, w, 3) BGR, one or several a face, ready to be compared at any quarter turn."""

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

    def evened(self) -> "FaceSet | None":
        """Return these faces as they look where shadows are taken out; None where their ink is too wide."""
        if self.colour.is_black_inked:
            return None
        ends = [*self._starts[1:].tolist(), len(self._pictures)]
        spans = zip(self.names, self._starts.tolist(), ends, strict=True)
        pictures = [without_shadows(np.asarray(each, np.uint8), SIDE) for each in self._pictures]
        return FaceSet({name: pictures[start:end] for name, start, end in spans})

    def _drawn(self, grid: int, blur: int) -> Values:
        """Return templates (samples, n) of *grid* samples a side, of unit length.

        They are n = pictures * scales * 4 turns; *blur* is in sixteenths of a sample.
        """
        rows = []
        sigma = max(blur / 16, 0.3) * SIDE * CORE / grid
        soft = [cv2.GaussianBlur(each, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE) for each in self._lit]
        for scale in SCALES:
            span = (np.arange(grid, dtype=np.float32) + 0.5) / grid - 0.5
            x, y = np.meshgrid(*[(span * (SIDE * CORE / scale) + SIDE / 2 - 0.5).astype(np.float32)] * 2)
            for picture in soft:
                small = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                rows += [np.rot90(small, turn).astype(np.float32).ravel() for turn in range(4)]
        by_scale = _unit(np.array(rows, np.float32)).reshape(len(SCALES), len(soft), 4, -1)
        return by_scale.swapaxes(0, 1).reshape(len(rows), -1).T.copy()

    def compare(self, patches: Values, blur: float) -> Values:
        """Return how *patches* (n, grid, grid, 3) agree with every face, (n, faces), at most 1.

        Their ground must have been brought to 1; the picture is blurred by *blur* samples.
        """
        count, grid = patches.shape[:2]
        scores = _unit(patches.reshape(count, -1)) @ self._templates(grid, round(16 * blur))
        return np.asarray(np.maximum.reduceat(scores, LOOKS * self._starts, axis=1), np.float32)


def without_shadows(picture: Picture, side_px: float) -> Picture:
    """Return *picture* (h, w, 3) with the white of all dice *side_px* wide made alike, in light or shadow."""
    width = max(round(EVEN_SHARE * side_px), 1) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    white = cv2.morphologyEx(picture.max(axis=2), cv2.MORPH_CLOSE, disc).astype(np.float32)
    white = np.asarray(cv2.GaussianBlur(white, (0, 0), width / SOFTLY), np.float32)
    lit = picture * (EVEN_WHITE / np.maximum(white, LEAST_WHITE))[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def confidence(score: float, gap: float) -> float:
    """Return how sure a face is, 0 to 1: it must agree well, and by *gap* clearly better than any other."""
    return float(np.clip(min((score - 0.4) / 0.3, gap / 0.24), 0, 1))


def _lit(picture: Picture) -> Values:
    """Return *picture* (h, w, 3) with its light taken out: its brighter part becomes 255.

    That must agree with what is done to compared patches.
    """
    bright = np.percentile(picture.reshape(-1, 3), 85, axis=0)
    return (picture * (255 / np.maximum(bright, 12))).astype(np.float32)


def _unit(rows: Values) -> Values:
    """Return *rows* (n, samples) without their mean, at length one."""
    level = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(level / np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-3), np.float32)
