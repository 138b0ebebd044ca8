"""What a face looks like, cut out of a picture that shows it: in a tray, on a table, or by itself."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration, register
from vision.board.plan import BoardPlan, Tray
from vision.dice.cubes import cube_poses
from vision.dice.mat import find_mat
from vision.dice.patches import Map, cut, lab_of, settled, square_patches
from vision.dice.tray import carry, flat_tray, look_for_any, view_of
from vision.errors import InputError

Picture = NDArray[np.uint8]

FACE_PX = 96
TRAY_PX_A_MM = 6.0
LEAST_WIDE = 0.35
"""In a picture of one die a patch that is narrower is no die: the picture shows a face and nothing else."""

CROP_PX = 400
LONGEST = 1.4


BRIGHT, MOST_GAIN = 225.0, 3.0
"""What is bright on a die is made so bright: the set must not remember in what light it was taught."""

RIM, LEAST_SYMBOL, OUT_OF_RIM = 0.08, 12.0, 2.0
"""A symbol differs from its face by so much (CIE Lab), so many times as much as three of its sides do."""

ALIKE = 1.0
"""How little two pictures differ in the mean (CIE Lab) that are one given twice: a pip more is twice that."""


def cut_face(image: Picture, where: str, *, plan: BoardPlan | None, die_mm: float) -> Picture:
    """Return the upper face of the one die in *image* (h, w, 3), a square of FACE_PX, in full light.

    It is looked for in the tray of *plan* where that board is seen, else wherever it lies;
    a small picture may show the face alone.  Raises InputError naming *where* if it is not found.
    """
    shown = _cut(image, where, plan=plan, die_mm=die_mm)
    bright = float(np.percentile(shown.max(axis=2), 85))
    lit = np.clip(shown * np.clip(BRIGHT / max(bright, 1.0), 1, MOST_GAIN), 0, 255)
    return np.asarray(lit, np.uint8)


def look_alike(faces: Mapping[str, Sequence[Picture]]) -> list[tuple[str, str]]:
    """Return the pairs of *faces*, pictures (h, w, 3) of each, of which a picture is the other's as well."""
    small = {name: [_made_small(each) for each in some] for name, some in faces.items()}
    return [
        (one, other)
        for one, other in combinations(small, 2)
        if min(_apart(mine, its) for mine in small[one] for its in small[other]) < ALIKE
    ]


def has_symbol(face: Picture) -> bool:
    """Return whether anything is on *face* (n, n, 3) that is not at its rim as well, as grain is.

    A blank face has none, nor has one whose symbol reaches all its sides.
    """
    lab, rim = lab_of(face), max(1, round(RIM * len(face)))
    turned = [np.rot90(lab, turn)[:rim] for turn in range(4)]
    sides = sorted(float(np.percentile(_differing(side), 90)) for side in turned)
    within = _differing(lab[2 * rim : -2 * rim, 2 * rim : -2 * rim])
    return bool(np.percentile(within, 95) >= max(LEAST_SYMBOL, OUT_OF_RIM * sides[2]))


def _differing(part: Map) -> Map:
    """Return how much each place of *part* (h, w, 3) differs from most of it, (h, w)."""
    return np.asarray(np.linalg.norm(part - np.median(part, axis=(0, 1)), axis=2), np.float32)


def _made_small(face: Picture) -> Map:
    """Return *face* (h, w, 3) BGR as CIE Lab, in few pixels: how sharp it is does not count."""
    return np.asarray(cv2.resize(lab_of(face), (24, 24), interpolation=cv2.INTER_AREA), np.float32)


def _apart(one: Map, other: Map) -> float:
    """Return by how much two faces (n, n, 3) differ in the mean, at the quarter turn that fits best."""
    return min(float(np.linalg.norm(one - np.rot90(other, turn), axis=2).mean()) for turn in range(4))


def _cut(image: Picture, where: str, *, plan: BoardPlan | None, die_mm: float) -> Picture:
    """Return the die's face in *image* (h, w, 3) BGR: from the tray, from a plain ground, or all of it.

    Raises InputError naming *where* for a picture that shows no die.
    """
    in_tray = None if plan is None else _tray_in(image, plan)
    if in_tray is not None:
        return _cut_in_tray(image, where, *in_tray, die_mm=die_mm)
    found = square_patches(lab_of(image))
    is_crop = max(image.shape[:2]) <= CROP_PX and max(image.shape[:2]) <= LONGEST * min(image.shape[:2])
    if is_crop and not (found[:, 2] > LEAST_WIDE * min(image.shape[:2])).any():
        return np.asarray(cv2.resize(image, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8)
    if not len(found):
        raise InputError("{1}: no die is seen; show one die on a plain ground, or the face alone", where)
    return cut(image, settled(lab_of(image), found[:1])[0], FACE_PX)


def _tray_in(image: Picture, plan: BoardPlan) -> tuple[Registration, Tray] | None:
    """Return how the camera sees the board of *plan* in *image* (h, w, 3) and where its tray is, or None."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    tray = None if registration is None else find_mat(gray, registration) or plan.tray
    return None if registration is None or tray is None else (registration, tray)


def _cut_in_tray(
    image: Picture, where: str, registration: Registration, tray: Tray, *, die_mm: float
) -> Picture:
    """Return the top of the one die in *tray*, (n, n, 3), cut out of *image* (h, w, 3) as seen from above.

    Raises InputError naming *where* for no die or several.
    """
    view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=die_mm)
    ground = look_for_any(image, view)
    lean, free = view.lean((view.low + view.high) / 2), np.ones_like(ground.share)
    poses = cube_poses(ground.share, free, ground.origin, lean=lean, die_mm=die_mm, most=8)
    if not poses or any(np.hypot(pose.x - poses[0].x, pose.y - poses[0].y) > die_mm for pose in poses):
        seen = "no die is" if not poses else "more than one die is"
        raise InputError("{1}: {2} seen in the tray; lay one die there, apart from its walls", where, seen)
    flat, to_mm = flat_tray(image, view, TRAY_PX_A_MM)
    x, y = carry(np.asarray(np.linalg.inv(to_mm)), np.array([poses[0][:2]], np.float64))[0].tolist()
    side = die_mm * TRAY_PX_A_MM
    square = settled(lab_of(flat), np.array([(x, y, side, -poses[0].turn)]))[0]
    square[2] = side
    return cut(flat, square, FACE_PX)
