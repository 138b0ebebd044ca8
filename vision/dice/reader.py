"""Dice that lie in the tray: how many, where, and which face is up.

A die is looked for as a cube of known size on the tray's floor: its top is where the
camera, whose place is known from the board, must see it, so its sides are never taken
for a face.  Knows what faces look like, not what they mean.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.cocked_dice import are_cocked, left_over
from vision.dice.cubes import CubePose, cube_outline, cube_poses, paint
from vision.dice.die_search import DiceScene, DieMatch, TopFinder, is_apart
from vision.dice.faces import FaceSet
from vision.dice.loose_faces import loose_faces
from vision.dice.symbols import read_faces
from vision.dice.touching_dice import Patch, dice_together
from vision.dice.tray import (
    MASK_SCALE,
    TrayGround,
    TrayView,
    area_mm2,
    filled,
    is_hand_inside,
    is_on,
    look_at_ground,
    strips_around,
    view_of,
)
from vision.sightings import COCKED, OFF_THE_TRAY, SURE, DieSeen

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

DIE_MM = 16.0

CLEAR_TOP = 0.5
"""Of a top so much should lie beside the dice already found; what does not may be a side of one of them."""

VERY_SURE = 0.75
"""A die beside the tray counts only if its face is so sure."""

CROWDED_DICE, CROWDED = 1.5, 0.72
"""Of dice that lie so near each other, in dice, more is asked: they hide each other's edges."""

OFF_FIT, LONE = 0.8, 2.4
"""Beside the tray lies much that is no die: there an outline must fit so well, and stand by itself."""

LIKELY, LIKELY_A_DIE, MOST_LIKELY = 8, 4, 40
"""Where dice touch, so many likely tops are looked at: so many more for each die that may lie there."""

MORE_THAN_ONE = 1.3
"""What is so much larger than a cube that lies alone may be several."""

UNREAD_FIT = 0.6
"""What fits so well is a die even if no face agrees."""

LEAST_DIE = 0.4
"""Of a die's top so much must be seen to look for one."""

MOST_AREA_MM2 = 9000.0
"""A patch larger than that is a hand, not dice."""

ROOM_MM = 5.0

APART_MM = 11.5


class DiceReader:
    """Reads one set of dice, whose *faces* are pictures (h, w, 3) BGR, in pictures (h, w, 3) BGR."""

    def __init__(self, faces: Mapping[str, Picture | Sequence[Picture]], *, die_mm: float = DIE_MM) -> None:
        self._faces = FaceSet(faces)
        self._colour = self._faces.colour
        self._die_mm = die_mm
        self._tops = TopFinder(self._faces, die_mm)

    @classmethod
    def from_faces(cls, faces: Mapping[str, Picture] | Path, *, die_mm: float = DIE_MM) -> Self:
        """Return a reader of dice with these pictures on them, or with those in a folder.

        Raises InputError where the folder does not hold the six faces.
        """
        return cls(read_faces(faces) if isinstance(faces, Path) else faces, die_mm=die_mm)

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die in *tray*, from west to east; one below SURE lies there unread.

        *image* is (h, w, 3) BGR.  With a hand in the tray no die is sure.  What looks like a
        die but lies on no face of its own, and a die beside the tray, come with their trouble.
        """
        dice = self._read_in(image, registration, tray)
        for strip in strips_around(tray):
            for die in self._read_in(image, registration, strip, least_fit=OFF_FIT):
                is_new = all(np.hypot(*np.subtract(die.at_mm, each.at_mm)) >= APART_MM for each in dice)
                is_sure = die.confidence >= VERY_SURE and not die.trouble
                if is_sure and is_new and not is_on(tray, die.at_mm, self._die_mm / 4):
                    dice.append(msgspec.structs.replace(die, trouble=OFF_THE_TRAY))
        return tuple(sorted(dice, key=lambda die: die.at_mm))

    def _read_in(
        self, image: Picture, registration: Registration, tray: Tray, *, least_fit: float = 0.0
    ) -> list[DieSeen]:
        """Return the dice in *tray* whose outlines fit so well, and what is left where no cube lies flat."""
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        ground = look_at_ground(image, view, self._colour)
        if ground is None:
            return []
        scene = DiceScene(image, view, ground, np.zeros(ground.share.shape, np.uint8))
        matches: list[DieMatch] = []
        blobs = _blobs(ground, view, self._die_mm)
        if least_fit == 0:
            self._read_crowds(scene, _crowds(ground, view, blobs, self._die_mm), matches)
        for blob in blobs:
            if least_fit == 0 or blob.size_mm <= LONE * self._die_mm:
                self._read_blob(scene, blob, matches)
        matches = [each for each in matches if each.pose.fit >= least_fit]
        is_hand, near = is_hand_inside(ground, scene.explained), CROWDED_DICE * self._die_mm
        cocked = are_cocked(ground, view, [each.pose for each in matches], self._die_mm)
        share = 0.9 * SURE if is_hand else 1.0
        dice = []
        for each, is_cocked in zip(matches, cocked, strict=True):
            others = [other for other in matches if other is not each]
            touching = 1.0 if is_apart(each.pose, others, near) else CROWDED
            dice.append(each.told(share * touching, COCKED if is_cocked and not is_hand else ""))
        left = [] if is_hand else left_over(ground, view, scene.explained, self._die_mm)
        return dice + [DieSeen(face="", at_mm=at, confidence=0.0, trouble=COCKED) for at in left]

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return the dice that lie singly in *image* (h, w, 3) without a board, their places in pixels."""
        return loose_faces(image, self._faces)

    def _read_crowds(self, scene: DiceScene, blobs: Sequence["_Blob"], found: list[DieMatch]) -> None:
        """Add to *found* the dice of patches where several may touch."""
        for blob in blobs:
            _, alone = cube_outline(CubePose(0, 0, 0, 0), blob.patch.lean, self._die_mm)
            dice = blob.area_mm2 / float(cv2.contourArea(alone.astype(np.float32)))
            if dice < MORE_THAN_ONE:
                continue
            if scene.even is None:
                scene = self._tops.in_even_light(scene)
            most = min(LIKELY + LIKELY_A_DIE * round(dice), MOST_LIKELY)
            matches = dice_together(self._tops, scene, blob.patch, self._die_mm, most)
            inside = [each for each in matches if _is_inside(each.pose, scene.view, self._die_mm)]
            for match in inside:
                others = [other for other in inside if other is not match]
                if is_apart(match.pose, others, CROWDED_DICE * self._die_mm):
                    continue  # what stands by itself is told by its outline, or is a wall
                _, body = cube_outline(match.pose, blob.patch.lean, self._die_mm)
                np.maximum(scene.explained, _painted(body, scene), out=scene.explained)
                found.append(match)

    def _read_blob(self, scene: DiceScene, blob: "_Blob", found: list[DieMatch]) -> None:
        """Add the dice of one patch to *found*; what they cover is set to 1 in the scene.

        The surest dice are taken first: their tops then no longer confuse their neighbours.
        """
        share, explained = scene.ground.share[blob.box], scene.explained[blob.box]
        free = np.ones(share.shape, np.uint8)
        for match in found:
            paint(free, cube_outline(match.pose, blob.patch.lean, self._die_mm)[0], blob.patch.corner, 0)
        while area_mm2(share * (1 - explained)) > LEAST_DIE * self._die_mm**2:
            count = round(area_mm2(share * free) / (1.3 * self._die_mm**2))
            poses = cube_poses(
                share,
                free.astype(np.float32),
                blob.patch.corner,
                lean=blob.patch.lean,
                die_mm=self._die_mm,
                most=4 + 4 * count,
            )
            inside = [pose for pose in poses if _is_inside(pose, scene.view, self._die_mm)]
            matches = self._tops.fitted(scene, inside, most=2 + count)
            unread = [match for match in matches if blob.is_loose and match.pose.fit >= UNREAD_FIT][:1]
            more = (
                self._taken(scene, blob, matches, found, least=SURE, clear=CLEAR_TOP)
                or self._taken(scene, blob, matches, found, least=SURE)
                or self._taken(scene, blob, unread, found)
            )
            if not more:
                break
            for match in more:
                top, _ = cube_outline(match.pose, blob.patch.lean, self._die_mm)
                paint(free, top, blob.patch.corner, 0)

    def _taken(
        self,
        scene: DiceScene,
        blob: "_Blob",
        matches: Sequence[DieMatch],
        found: list[DieMatch],
        *,
        least: float = 0.0,
        clear: float = 0.0,
    ) -> list[DieMatch]:
        """Add to *found*, and return, those of *matches* that are dice of their own, the best first.

        They must be *least* sure, and *clear* of their tops not yet explained by other dice.
        """
        taken = []
        for match in matches:
            if match.confidence < least or not is_apart(match.pose, found, APART_MM):
                continue
            fresh = scene.ground.share * (1 - scene.explained)
            outlines = cube_outline(match.pose, blob.patch.lean, self._die_mm)
            top, body = (_painted(outline, scene) for outline in outlines)
            if (
                area_mm2(fresh * body) < LEAST_DIE * self._die_mm**2
                or area_mm2(fresh * top) < clear * self._die_mm**2
            ):
                continue
            np.maximum(scene.explained, body, out=scene.explained)
            taken.append(match)
            found.append(match)
        return taken


class _Blob(NamedTuple):
    """A patch of what may be dice: its *box* in the map with some room, and what is dice there.

    It is *loose* when it does not touch the tray's edge; *size_mm* is its longer extent.
    """

    box: tuple[slice, slice]
    patch: Patch
    area_mm2: float
    is_loose: bool
    size_mm: float


def _painted(outline: Points, scene: DiceScene) -> NDArray[np.uint8]:
    """Return the map with 1 in *outline* (n, 2) mm, a millimetre of its rim included."""
    canvas = np.zeros_like(scene.explained)
    paint(canvas, outline + np.sign(outline - outline.mean(axis=0)), scene.ground.origin, 1)
    return canvas


def _blobs(ground: TrayGround, view: TrayView, die_mm: float) -> list[_Blob]:
    """Return the patches of *ground* that are large enough for a die, and not too large for dice."""
    _, labels, boxes, _ = cv2.connectedComponentsWithStats((ground.share > 0.5).astype(np.uint8))
    rows, columns = ground.share.shape
    room = round(ROOM_MM * MASK_SCALE)
    blobs = []
    for label, (left, top, width, height, area) in enumerate(boxes[1:].tolist(), 1):
        if not LEAST_DIE * die_mm**2 <= area / MASK_SCALE**2 <= MOST_AREA_MM2:
            continue
        box = np.s_[max(top - room, 0) : top + height + room, max(left - room, 0) : left + width + room]
        corner = ground.origin + np.array([box[1].start, box[0].start]) / MASK_SCALE
        middle = ground.origin + np.array([left + width / 2, top + height / 2]) / MASK_SCALE
        is_loose = left > 0 and top > 0 and left + width < columns and top + height < rows
        patch = Patch((labels[box] == label).astype(np.uint8), corner, view.lean(middle))
        size = max(width, height) / MASK_SCALE
        blobs.append(_Blob(box, patch, area / MASK_SCALE**2, is_loose, size))
    return blobs


def _crowds(ground: TrayGround, view: TrayView, blobs: Sequence[_Blob], die_mm: float) -> list[_Blob]:
    """Return the patches around *blobs* of all that is foreign to the tray: shadows may part *blobs*."""
    foreign = filled(ground.foreign.astype(np.float32))
    whole = _blobs(ground._replace(share=np.maximum(ground.share, foreign)), view, die_mm)
    loose = np.zeros_like(ground.foreign)
    for blob in blobs:
        if blob.is_loose:
            loose[blob.box] |= blob.patch.mask
    return [blob for blob in whole if (loose[blob.box] & blob.patch.mask).any()]


def _is_inside(pose: CubePose, view: TrayView, die_mm: float) -> bool:
    at = np.array([pose.x, pose.y])
    return bool((at > view.low + die_mm / 4).all() and (at < view.high - die_mm / 4).all())
