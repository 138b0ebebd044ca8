"""Dice with printed stickers in the tray, read by their ids: at the height of the tops, on any ground.

A sticker is a black square with white around it, so neither the ground nor the die's body counts.
Squares of the right size are looked for on the plane of the tops; a die's side may look like one too, but
lies where that die's top leaves no room for another die.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import Layout, TagBook, Tray
from vision.board.plane import Area, Sheet
from vision.dice.cocked_dice import left_over
from vision.dice.cubes import CubePose, cube_outline, paint
from vision.dice.faces import FaceSet
from vision.dice.loose_faces import loose_faces
from vision.dice.reader import DIE_MM
from vision.dice.stickers.sides import ReadSticker, tops_among
from vision.dice.symbols import SECOND_DIE, STICKER_FAMILY, STICKER_SHARE, DieFaces, stickers
from vision.dice.tray import (
    MASK_SCALE,
    OUT_MM,
    TrayGround,
    TrayView,
    flat_tray,
    is_hand_inside,
    is_on,
    look_for_any,
    part_seen,
    view_of,
)
from vision.sightings import COCKED, OFF_THE_TRAY, SURE, DieSeen, Pose
from vision.tags.locate import evenly_lit
from vision.tags.matcher import Clue, Matcher, TagMatch
from vision.tags.squares import Squares

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

LAYOUT = Layout(kind="aruco", family=STICKER_FAMILY, quiet=1, frame=0)
STICKER_MODULES, BLACK_MODULES = 8, 6
SHEET_SCALE = 2.0  # px/mm
WINDOW_MM = 5.5  # of the threshold: half of a sticker, so that its rim is dark and what is around it not
RIVALS = range(10)  # the marks of board and mat among them
BLUR_MODULES = 0.35
LOW, HIGH = 0.86, 1.14  # of the side that a sticker has on a flat die
LEAST_SCORE = 0.45  # of a square that may be a sticker
SHIFTS_MM, TURNS = (-3.0, 0.0, 3.0), np.deg2rad(np.arange(0, 90, 9)).tolist()  # where one may lie unseen
STICKER_CONTRAST, STICKER_SPREAD = 40.0, 25.0  # of brightness, evenly lit; ground and shadows have less
LEAST_SPREAD = (
    8.0  # of what lies there like a die: what a gleam or a smear leaves of a sticker; bare ground has 4
)
AGAIN_SURE = 0.7  # where so many poses are tried, some face fits a little by chance
OFF_SURE = 0.75
"""A die beside the tray counts only if its face is so sure."""


class _Scene(NamedTuple):
    """The tray in a picture *gray* (h, w) and what is around it: how they are seen, their *sheet* from above.

    *inside* is how the tray alone is seen, and *ground* what lies there, both at the height of the tops.
    """

    gray: Gray
    view: TrayView
    sheet: Sheet
    inside: TrayView
    ground: TrayGround


class _Others(NamedTuple):
    """What lies in the tray beside the dice that were found: a hand, or at *places* (mm) what may be dice."""

    is_hand: bool
    places: list[tuple[float, float]]


class StickerReader:
    """Reads dice of *die_mm* whose faces have the printed stickers of *die*."""

    def __init__(self, die: DieFaces = SECOND_DIE, *, die_mm: float = DIE_MM) -> None:
        self._die = die
        tags = {str(number): face for face, number in die.marks.items()}
        book = TagBook(tags=tags, layout=LAYOUT)
        self._size_mm = die_mm * STICKER_SHARE * STICKER_MODULES / BLACK_MODULES
        others = tuple(str(number) for number in RIVALS if str(number) not in book.tags)
        self._matcher = Matcher(book, others, BLUR_MODULES)
        self._die_mm = die_mm

    def read(self, image: Picture, registration: Registration, tray: Tray) -> tuple[DieSeen, ...]:
        """Return every die in *tray* of *image* (h, w, 3) BGR, and those beside it, from west to east.

        One below SURE lies there unread.  With a hand in the tray no die is sure.
        """
        scene = self._scene(image, registration, tray)
        found = self._found(scene)
        tops = self._tops_among(found, scene)
        others = self._others(scene, tops)
        if others.places:  # the outline of a sticker may run into its neighbour's
            again = self._matched(scene.gray, scene.view.top, self._poses_around(others.places, scene))
            found += [top for top in again if top.confidence >= AGAIN_SURE]
            tops = self._tops_among(found, scene)
            others = self._others(scene, tops)
        dice = [
            DieSeen(face="", at_mm=at, confidence=0.0, trouble=COCKED)
            for at in others.places
            if _spread(scene.sheet, np.array(at)) > LEAST_SPREAD
        ]
        for top in tops:
            at = (float(top.at_mm[0]), float(top.at_mm[1]))
            sure = min(top.confidence, 0.9 * SURE) if others.is_hand else top.confidence
            die = DieSeen(face=top.face, at_mm=at, confidence=sure)
            if is_on(tray, at, -self._die_mm / 2):  # a mat has no walls
                dice.append(die)
            elif sure >= OFF_SURE:
                dice.append(msgspec.structs.replace(die, trouble=OFF_THE_TRAY))
        return tuple(sorted(dice, key=lambda die: die.at_mm))

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return the dice that lie singly in *image* (h, w, 3) without a board, their places in pixels."""
        return loose_faces(image, FaceSet(stickers(self._die)))

    def _scene(self, image: Picture, registration: Registration, tray: Tray) -> _Scene:
        """Return what *image* (h, w, 3) shows of *tray*."""
        size, around = (image.shape[1], image.shape[0]), _grown(tray, OUT_MM)
        whole = view_of(registration, around, size=size, die_mm=self._die_mm)
        part, view = part_seen(image, whole, np.zeros(2))
        inside = replace(view, low=tray.corners_mm[0], high=tray.corners_mm[2])
        gray = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
        flat, _ = flat_tray(gray, view, SHEET_SCALE)
        sheet = Sheet(flat, Area(*view.low, *view.high), SHEET_SCALE)
        return _Scene(gray, view, evenly_lit(sheet), inside, look_for_any(part, inside))

    def _found(self, scene: _Scene) -> list[ReadSticker]:
        """Return the stickers in *scene* that may be tops, sides among them."""
        black = self._die_mm * STICKER_SHARE
        squares = Squares(scene.sheet, LOW * black, HIGH * black, noise=STICKER_CONTRAST)
        squared = list(squares.find(WINDOW_MM, done=()))
        return self._matched(scene.gray, scene.view.top, squared)

    def _poses_around(self, places: Sequence[tuple[float, float]], scene: _Scene) -> list[Pose]:
        """Return how a sticker may lie on a die that is seen around *places* (mm) of *scene*.

        They are the middles of tops alone, or of tops with the sides below them.
        """
        middles = [np.array(place) for place in places]
        middles += [place - scene.view.lean(place) / 2 for place in middles]
        return [
            Pose((x + east, y + north), turn, self._size_mm)
            for x, y in np.array(middles).tolist()
            for east in SHIFTS_MM
            for north in SHIFTS_MM
            for turn in TURNS
        ]

    def _matched(
        self, gray: Gray, plane: Points, poses: Sequence[Pose], *, cold: bool = True
    ) -> list[ReadSticker]:
        """Return what may be a sticker at *poses* in *gray* (h, w), on the *plane* seen by its (3, 3).

        *cold* looks further around than where one must lie.
        """
        sized = [pose._replace(size_mm=self._size_mm) for pose in poses]
        matches = self._matcher.match_all(gray, _plane(plane, gray), sized, by=Clue.HINT, cold=cold)
        return [self._sticker(match) for match in matches if match.score >= LEAST_SCORE]

    def _sticker(self, match: TagMatch) -> ReadSticker:
        face = self._matcher.book.tags[match.payload]
        at = np.array(match.pose.centre_mm)
        return ReadSticker(face, at, match.pose.turn, match.score, match.gap)

    def _tops_among(self, found: Sequence[ReadSticker], scene: _Scene) -> list[ReadSticker]:
        """Return the tops among what was *found* in *scene*."""

        def read_on(side: Points, *, is_turn_known: bool = True) -> ReadSticker | None:
            plane, middle = scene.view.top @ side, [Pose((0.0, 0.0), 0.0, self._size_mm)]
            return next(iter(self._matched(scene.gray, plane, middle, cold=not is_turn_known)), None)

        def is_bare(at_mm: Points) -> bool:
            is_plain = _spread(scene.sheet, at_mm) <= STICKER_SPREAD
            return is_plain and _is_ground(scene.ground, at_mm)

        return tops_among(found, scene.view, self._die_mm, read_on, is_bare)

    def _others(self, scene: _Scene, tops: Sequence[ReadSticker]) -> _Others:
        """Return what lies in the tray of *scene* beside the dice with *tops*."""
        ground = scene.ground
        explained, covered = (np.zeros(ground.share.shape, np.uint8) for _ in range(2))
        for top in tops:
            pose = CubePose(float(top.at_mm[0]), float(top.at_mm[1]), top.turn, 1.0)
            square, body = cube_outline(pose, scene.inside.lean(top.at_mm), self._die_mm)
            paint(explained, body, ground.origin, 1)
            paint(covered, square, ground.origin, 1)
        if is_hand_inside(ground, explained):
            return _Others(is_hand=True, places=[])
        places = left_over(ground, scene.inside, explained, self._die_mm, tops=covered)
        return _Others(is_hand=False, places=places)


def _plane(to_pixels: Points, gray: Gray) -> Registration:
    """Return how *gray* (h, w) shows the plane that a (3, 3) carries from mm *to_pixels*."""
    return Registration(to_pixels, 0.0, (0.0, 0.0), float(gray.shape[1]), 0.0)


def _spread(sheet: Sheet, at_mm: Points) -> float:
    """Return how much brightness differs around *at_mm* (2,): most where black and white lie."""
    x, y = np.rint(sheet.to_pixels(at_mm)).astype(int).tolist()
    reach = round(4 * sheet.scale)
    part = sheet.image[max(0, y - reach) : max(0, y + reach), max(0, x - reach) : max(0, x + reach)]
    return float(part.std()) if part.size else 0.0


def _is_ground(ground: TrayGround, at_mm: Points) -> bool:
    """Return whether nothing lies at *at_mm* (2,) on *ground*."""
    x, y = np.rint((at_mm - ground.origin) * MASK_SCALE).astype(int).clip(0).tolist()
    return not (ground.share[y : y + 1, x : x + 1] > 0.5).any()


def _grown(tray: Tray, by_mm: float) -> Tray:
    (west, south), (east, north) = tray.corners_mm[0].tolist(), tray.corners_mm[2].tolist()
    return Tray(from_mm=(west - by_mm, south - by_mm), to_mm=(east + by_mm, north + by_mm))
