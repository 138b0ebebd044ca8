"""A reader of dice with pips: in the tray of a board, or loose in a picture.

Dice of any colour are read; a set that was taught with dice of one colour reads those only.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.loose import LooseDie, chosen, described, loose_dice
from vision.dice.tops import find_tops
from vision.dice.tray import carry, flat_tray, view_of
from vision.sightings import DieSeen

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

DIE_MM = 16.0
DIE_PX = 48.0
"""In a tray that is seen from above, dice are drawn so large."""

TRAY_SIZES = (0.78, 1.2)
MIDDLE = (0.15, 0.85)
"""The part of a taught picture where the die's own colour is surely seen."""

ONE_COLOUR = 25.0
MOSTLY = 0.7
OTHER_COLOUR = 45.0


class PipReader:
    """Reads dice with pips in pictures (h, w, 3) BGR.

    Where those *taught* are of one colour, it reads none of another.
    """

    def __init__(
        self, taught: Mapping[str, Sequence[Picture]] | None = None, *, die_mm: float = DIE_MM
    ) -> None:
        self._die_mm = die_mm
        self._body = (
            None if taught is None else _one_colour([each for some in taught.values() for each in some])
        )

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die in *tray*, from west to east; one below SURE lies there unread.

        *image* is (h, w, 3) BGR.
        """
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        flat, to_mm = flat_tray(image, view, DIE_PX / self._die_mm)
        lab = np.asarray(cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
        found = described(lab, *find_tops(lab, TRAY_SIZES[0] * DIE_PX, TRAY_SIZES[1] * DIE_PX))
        dice = chosen([die for die in found if self._is_of_set(die)])
        places = carry(to_mm, np.array([(die.x, die.y) for die in dice]).reshape(-1, 2))
        return _seen(dice, places)

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return every die in *image* (h, w, 3) BGR, wherever it lies, its place in pixels."""
        dice = loose_dice(image, self._is_of_set)
        return _seen(dice, np.array([(die.x, die.y) for die in dice]).reshape(-1, 2))

    def _is_of_set(self, die: LooseDie) -> bool:
        return self._body is None or float(np.linalg.norm(self._body - die.body)) < OTHER_COLOUR


def _seen(dice: Sequence[LooseDie], places: Points) -> tuple[DieSeen, ...]:
    """Return *dice* as they are told, each at its place (n, 2), from west to east."""
    seen = [
        DieSeen(face=die.face, at_mm=(float(x), float(y)), confidence=round(die.confidence, 3))
        for die, (x, y) in zip(dice, places, strict=True)
    ]
    return tuple(sorted(seen, key=lambda die: die.at_mm))


def _one_colour(pictures: Sequence[Picture]) -> Points | None:
    """Return the colour (3,), CIE Lab, of the dice in *pictures* (h, w, 3), None where they have several."""
    bodies = []
    for picture in pictures:
        rows, columns = (slice(*(round(part * size) for part in MIDDLE)) for size in picture.shape[:2])
        lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
        bodies.append(np.median(lab[rows, columns].reshape(-1, 3), axis=0))
    middle = np.asarray(np.median(bodies, axis=0), np.float64)
    is_near = np.linalg.norm(np.array(bodies) - middle, axis=1) < ONE_COLOUR
    return middle if is_near.mean() >= MOSTLY else None
