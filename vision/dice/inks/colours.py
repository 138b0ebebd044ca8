"""Which ink a symbol is printed in, where several faces share its shape: by hue, with the light divided out.

Ink and die are seen in the same light, so on a light die their ratio, channel by channel, is the
ink's own.  A dark die throws hardly any light back: there the paper of the board's marks says what
white is.  Certain is only what is much nearer to one ink than to every other.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Values = NDArray[np.float32]

GAMMA = 2.2
LEAST_LIGHT = 0.002
WHITEST = 85
"""Of a mark so many percent of the pixels are not its paper, or not clean."""

SURE_GAP, CLEAR_GAP = 50.0, 100.0
"""So many degrees of hue must the next ink be farther away to be sure, and to be as sure as can be.

Light thrown back by coloured walls turned hues by up to 90 degrees in the pictures that were measured,
other light by up to 36; inks of dice lie some 120 apart.
"""

LEAST_STRENGTH = 0.4
"""An ink that is so much paler than it was taught may be anything."""


class InkColour(NamedTuple):
    """What is seen of a symbol, in linear light, each (3,) BGR: its *ink*, and the die around it."""

    ink: Points
    body: Points

    def hue(self, white: Points) -> Points:
        """Return the ink's hue, (2,): its direction tells the colour, its length how strong it is.

        *white* (3,) is what something white would look like there.
        """
        ratio = np.clip(self.ink / np.maximum(white, LEAST_LIGHT), 0, None) ** (1 / GAMMA)
        blue, green, red = (ratio / max(float(ratio.max()), 1.0)).tolist()
        return np.array([red - (green + blue) / 2, np.sqrt(3) / 2 * (green - blue)])


class InkReading(NamedTuple):
    """Which of the known inks a hue is nearest to, and how surely, 0 to 1."""

    number: int
    confidence: float


def nearest(hue: Points, known: Sequence[Points]) -> InkReading:
    """Return which of the hues *known* (2,) is nearest to *hue* (2,)."""
    away = [abs(float(np.rad2deg(np.angle(complex(*hue) / complex(*each))))) for each in known]
    first, second = np.argsort(away)[:2].tolist()
    gap = away[second] - away[first]
    sure = float(np.clip(0.5 + (gap - SURE_GAP) / (CLEAR_GAP - SURE_GAP) / 2, 0, 1))
    is_pale = np.hypot(*hue) < LEAST_STRENGTH * np.hypot(*known[first])
    return InkReading(first, 0.0 if is_pale or away[first] > SURE_GAP else sure)


def white_of(image: Picture, registration: Registration) -> Points:
    """Return what the paper of the marks looks like in *image* (h, w, 3), (3,) BGR in linear light."""
    whites = [np.ones(3)]
    for one in registration.marks:
        left, top = np.maximum(one.corners_px.min(axis=0).astype(int), 0)
        right, bottom = one.corners_px.max(axis=0).astype(int) + 1
        pixels = linear(np.ascontiguousarray(image[top:bottom, left:right])).reshape(-1, 3)
        bright = pixels.sum(axis=1)
        whites.append(np.median(pixels[bright >= np.percentile(bright, WHITEST)], axis=0))
    return np.asarray(np.median(whites[1:] or whites, axis=0), np.float64)


def linear(picture: Picture) -> Values:
    """Return *picture* (h, w, 3) in linear light, 0 to 1."""
    table = (np.arange(256, dtype=np.float32) / 255) ** np.float32(GAMMA)
    return np.asarray(cv2.LUT(picture, table), np.float32)


def measured(shown: Values, share: Values, places: Values) -> InkColour:
    """Return the ink that covers *share* (n,) of what is *shown* (n, 3) at *places* (n, 2), and its ground.

    The light may slope across the face.
    """
    terms = np.column_stack([np.ones(len(share)), places, share])
    weight = np.ones(len(share))
    for _ in range(3):  # gleams and what does not belong to the face count for less
        fitted = np.linalg.lstsq(terms * weight[:, None], shown * weight[:, None], rcond=None)[0]
        off = np.linalg.norm(shown - terms @ fitted, axis=1)
        weight = 1 / (1 + (off / max(2 * float(np.median(off)), 1e-4)) ** 2)
    return InkColour(fitted[0] + fitted[3], fitted[0])
