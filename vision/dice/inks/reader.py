"""A reader of dice of which some faces differ by nothing but the colour of their ink.

The shapes are found first, everywhere in the tray, on whatever ground; then the ink tells the face.
Knows what faces look like, not what they mean.
"""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Registration
from vision.board.plan import Tray
from vision.dice.cocked_dice import left_over
from vision.dice.cubes import CubePose, cube_outline, paint, sides_seen
from vision.dice.faces import FaceSet
from vision.dice.inks.colours import InkColour, linear, measured, nearest, white_of
from vision.dice.inks.search import InkTop, find_ink, is_cocked
from vision.dice.inks.shapes import SIDE, InkShapes
from vision.dice.loose_faces import loose_faces
from vision.dice.patches import lab_of
from vision.dice.pips import square_grid
from vision.dice.tops import Levels
from vision.dice.tray import (
    TrayView,
    carry,
    flat_tray,
    is_hand_inside,
    is_on,
    look_at_ground,
    strips_around,
    view_of,
)
from vision.sightings import COCKED, OFF_THE_TRAY, SURE, DieSeen

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

DIE_PX = 48.0
"""Seen from above, dice are drawn so large."""

BLUR_PX, TAUGHT_BLUR = 0.8, 0.01
COLOUR_GRID = 24

LEAST_SCORE, UNSURE_SCORE, SURE_SCORE, SURE_LEAD = 0.67, 0.62, 0.76, 0.05
"""What agrees less is no die; a shape is sure that agrees so well, and so clearly better than any other."""

UNSURE = 0.45
"""No face is surer whose ink was not measured, or that may be a die's side; must be below SURE."""

TOP_APART, SIDE_APART, SURE_SIDE = 0.9, 0.22, 0.12
"""So near another die's top or side, in dice, nothing is a die of its own; so near a side nothing is sure."""

FROM_WALL = 0.35
"""What has its middle nearer to the tray's edge, in dice, is a piece of its wall."""

NO_SIDE = 0.86
"""A side is seen at a slant and never agrees so well: what does is asked for even there."""

VERY_SURE = 0.75
"""A die beside the tray counts only if its face is so sure."""


class InkReader:
    """Reads one set of dice, whose *faces* are pictures (h, w, 3) BGR, in pictures (h, w, 3) BGR.

    *shapes* are those of its faces.
    """

    def __init__(self, faces: Mapping[str, Sequence[Picture]], shapes: InkShapes, *, die_mm: float) -> None:
        self._faces, self._shapes, self._die_mm = FaceSet(faces), shapes, die_mm
        taught = {
            name: [self._taught(each, shape) for each in faces[name]]
            for shape, names in enumerate(self._shapes.faces)
            for name in names
        }
        all_of_them = [each for some in taught.values() for each in some]
        self._is_dark = np.sum([each.body for each in all_of_them]) < np.sum(
            [each.ink for each in all_of_them]
        )
        self._hues = {
            name: np.asarray(np.mean([self._hue(each, np.ones(3)) for each in some], axis=0))
            for name, some in taught.items()
        }

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die in *tray*, from west to east; one below SURE lies there unread.

        *image* is (h, w, 3) BGR.  With a hand in the tray no die is sure.  What looks like a
        die but lies on no face of its own, and a die beside the tray, come with their trouble.
        """
        white = white_of(image, registration)
        found = self._found(image, registration, tray, white)
        dice = [die for _, die in found] + self._beside(image, registration, tray, white)
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        ground = look_at_ground(image, view, self._faces.colour)
        if ground is None:
            return _by_place(dice)
        explained = np.zeros(ground.share.shape, np.uint8)
        for pose, _ in found:
            body = cube_outline(pose, view.lean(np.array(pose[:2])), self._die_mm)[1]
            paint(explained, body + np.sign(body - body.mean(axis=0)), ground.origin, 1)
        if is_hand_inside(ground, explained):
            return _by_place(
                msgspec.structs.replace(die, confidence=0.9 * SURE * die.confidence, trouble="")
                for die in dice
            )
        left = [
            at
            for at in left_over(ground, view, explained, self._die_mm)
            if is_on(tray, at, FROM_WALL * self._die_mm)
        ]
        return _by_place(
            [*dice, *(DieSeen(face="", at_mm=at, confidence=0.0, trouble=COCKED) for at in left)]
        )

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return the dice that lie singly in *image* (h, w, 3) without a board; none is sure of its ink."""
        several = {name for names in self._shapes.faces if len(names) > 1 for name in names}
        return tuple(
            msgspec.structs.replace(die, confidence=min(die.confidence, UNSURE))
            if die.face in several
            else die
            for die in loose_faces(image, self._faces)
        )

    def _found(
        self, image: Picture, registration: Registration, tray: Tray, white: Points
    ) -> list[tuple[CubePose, DieSeen]]:
        """Return the dice in *tray* whose shapes are seen; something *white* (3,) is told from the marks."""
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        flat, to_mm = flat_tray(image, view, DIE_PX / self._die_mm)
        blur, lab, light = BLUR_PX / (view.scale * self._die_mm), lab_of(flat), Levels(linear(flat))
        levels = Levels(lab)
        found: list[tuple[CubePose, DieSeen]] = []
        for top in find_ink(lab, self._shapes, DIE_PX, blur):
            x, y = carry(to_mm, top.square[None, :2])[0].tolist()
            pose = CubePose(x, y, -float(top.square[3]), top.score)
            if top.score >= LEAST_SCORE and self._is_own(pose, [each for each, _ in found], view):
                face, sure = self._face(light, top, white, blur)
                if self._is_side(pose, [each for each, _ in found], view, SURE_SIDE):
                    sure = min(sure, UNSURE)
                trouble = COCKED if is_cocked(levels, top, self._shapes, DIE_PX, blur) else ""
                found.append(
                    (pose, DieSeen(face=face, at_mm=(x, y), confidence=round(sure, 3), trouble=trouble))
                )
        return found

    def _beside(self, image: Picture, registration: Registration, tray: Tray, white: Points) -> list[DieSeen]:
        """Return the dice that lie flat beside *tray* and are very sure."""
        return [
            msgspec.structs.replace(die, trouble=OFF_THE_TRAY)
            for strip in strips_around(tray)
            for _, die in self._found(image, registration, strip, white)
            if die.confidence >= VERY_SURE and not die.trouble and not is_on(tray, die.at_mm, 0)
        ]

    def _is_own(self, pose: CubePose, found: Sequence[CubePose], view: TrayView) -> bool:
        """Return whether *pose* is neither the top nor a side of a die that was *found*."""
        at = np.array(pose[:2])
        if any(np.hypot(*(at - each[:2])) < TOP_APART * self._die_mm for each in found):
            return False
        return pose.fit >= NO_SIDE or not self._is_side(pose, found, view, SIDE_APART)

    def _is_side(self, pose: CubePose, found: Sequence[CubePose], view: TrayView, apart: float) -> bool:
        """Return whether *pose* lies *apart* dice or less from where a *found* die's side is seen."""
        at, near = np.array(pose[:2]), apart * self._die_mm
        leans = [(each, view.lean(np.array(each[:2]))) for each in found]
        return any(
            np.hypot(*(edge.mean(axis=0) + lean / 2 - at)) < near
            for each, lean in leans
            for edge in sides_seen(each, lean, self._die_mm)
        )

    def _face(self, light: Levels, top: InkTop, white: Points, blur: float) -> tuple[str, float]:
        """Return the face that *top* is, as its ink in linear *light* tells, and how sure it is, 0 to 1."""
        sure = 0.5 * min((top.score - UNSURE_SCORE) / (SURE_SCORE - UNSURE_SCORE), top.lead / SURE_LEAD)
        sure = float(np.clip(sure, 0, 1))
        names = self._shapes.faces[top.shape]
        if len(names) == 1:
            return names[0], sure
        hue = self._hue(self._colour(light, top.square, top.shape, blur), white)
        ink = nearest(hue, [self._hues[name] for name in names])
        return names[ink.number], min(sure, ink.confidence)

    def _taught(self, picture: Picture, shape: int) -> InkColour:
        """Return the ink and the body of the face in *picture* (h, w, 3), which shows *shape*."""
        right, down, turn = self._shapes.place_of(picture, shape).tolist()
        shown = np.asarray(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
        square = np.array([(right + 0.5) * SIDE - 0.5, (down + 0.5) * SIDE - 0.5, SIDE, turn])
        return self._colour(Levels(linear(shown)), square, shape, TAUGHT_BLUR)

    def _colour(self, light: Levels, square: Points, shape: int, blur: float) -> InkColour:
        """Return the ink of *shape* in a *square* (4,) of a picture in linear *light*, and the die's body."""
        places = square_grid(COLOUR_GRID)
        return measured(light.sample(square[None], places)[0], self._shapes.ink(shape, places, blur), places)

    def _hue(self, colour: InkColour, white: Points) -> Points:
        """Return the hue of *colour*: against the die's own body, or *white* (3,) where that is dark."""
        return colour.hue(white if self._is_dark else colour.body)


def _by_place(dice: Iterable[DieSeen]) -> tuple[DieSeen, ...]:
    """Return *dice* from west to east."""
    return tuple(sorted(dice, key=lambda die: die.at_mm))
