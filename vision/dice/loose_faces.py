"""Dice with pictures on their faces that lie singly in a picture without a board.

Of unknown size, on a plain ground; dice that touch are not read here, as they are in a tray.
"""

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import FaceSet, confidence
from vision.dice.patches import cut, lab_of, settled, square_patches
from vision.dice.tops import AROUND
from vision.sightings import DieSeen

Picture = NDArray[np.uint8]

GRID = 18
"""Samples a side of a die's square; the outermost are its edges, and left out."""

SHIFT, GROW, TWIST = 0.04, 0.05, 0.05
BLUR = 0.5


def loose_faces(image: Picture, faces: FaceSet) -> tuple[DieSeen, ...]:
    """Return the single dice in *image* (h, w, 3) BGR, from left to right, their places in pixels."""
    lab = lab_of(image)
    dice = []
    for square in settled(lab, square_patches(lab)):
        side = square[2]
        tried = square + AROUND * (SHIFT * side, SHIFT * side, GROW * side, TWIST)
        shown = np.stack([cut(image, each, GRID) for each in tried])[:, 1:-1, 1:-1].astype(np.float32)
        bright = np.percentile(shown.reshape(len(shown), -1, 3), 85, axis=1)
        lit = np.asarray(shown / np.maximum(bright, 12)[:, None, None], np.float32)
        scores = faces.compare(lit, BLUR).max(axis=0)
        second, first = np.argsort(scores)[-2:].tolist()
        sure = confidence(float(scores[first]), float(scores[first] - scores[second]))
        at = (float(square[0]), float(square[1]))
        dice.append(DieSeen(face=faces.names[first], at_mm=at, confidence=round(sure, 3)))
    return tuple(sorted(dice, key=lambda die: die.at_mm))
