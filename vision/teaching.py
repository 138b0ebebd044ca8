"""What a face looks like, cut out of a picture that shows it: in a tray, on a table, or by itself."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import register
from vision.mat import find_mat
from vision.patches import cut, lab_of, settled, square_patches
from vision.plan import BoardPlan
from vision.tray import flat_tray
from vision.trouble import InputError

Picture = NDArray[np.uint8]

FACE_PX = 96
TRAY_PX_A_MM = 6.0
LEAST_WIDE = 0.35
"""In a picture of one die a patch that is narrower is no die: the picture shows a face and nothing else."""

CROP_PX = 400
LIKE_DIE = (0.75, 1.4)


def cut_face(image: Picture, where: str, *, plan: BoardPlan | None, die_mm: float) -> Picture:
    """Return the upper face of the one die in *image* (h, w, 3), a square of FACE_PX.

    It is looked for in the tray of *plan* where that board is seen, else wherever it lies;
    a small picture may show the face alone.  Raises InputError naming *where* if it is not found.
    """
    tray = None if plan is None else _tray_from_above(image, plan, die_mm)
    if tray is not None:
        wide = die_mm * TRAY_PX_A_MM
        found = square_patches(lab_of(tray))
        sides = found[:, 2] / wide
        found = found[(sides > LIKE_DIE[0]) & (sides < LIKE_DIE[1])]
        if len(found) != 1:
            raise InputError(
                f"{where}: {len(found)} dice are seen in the tray; lay one die there, apart from its walls"
            )
        found[:, 2] = wide
        return cut(tray, settled(lab_of(tray), found)[0], FACE_PX)
    found = square_patches(lab_of(image))
    is_crop = max(image.shape[:2]) <= CROP_PX and max(image.shape[:2]) <= LIKE_DIE[1] * min(image.shape[:2])
    if is_crop and not (found[:, 2] > LEAST_WIDE * min(image.shape[:2])).any():
        return np.asarray(cv2.resize(image, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8)
    if not len(found):
        raise InputError(f"{where}: no die is seen; show one die on a plain ground, or the face alone")
    return cut(image, settled(lab_of(image), found[:1])[0], FACE_PX)


def _tray_from_above(image: Picture, plan: BoardPlan, die_mm: float) -> Picture | None:
    """Return the tray at the height of the die's top, TRAY_PX_A_MM, or None where no tray is seen."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    if registration is None:
        return None
    tray = find_mat(gray, registration) or plan.tray
    if tray is None:
        return None
    return flat_tray(image, registration, tray, die_mm=die_mm, px_a_mm=TRAY_PX_A_MM)[0]
