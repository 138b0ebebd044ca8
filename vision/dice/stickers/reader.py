"""Dice with printed stickers in the tray, read by their ids: at the height of the tops, on any ground.

A sticker is a black square with white around it, so neither the ground nor the die's body counts.
Squares of the right size are looked for on the plane of the tops; a die's side may look like one too, but
lies where that die's top leaves no room for another die.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration
from vision.board.plan import Layout, TagBook, Tray
from vision.board.plane import Area, Sheet, flatten
from vision.dice.cocked_dice import left_over
from vision.dice.cubes import CubePose, cube_outline, paint
from vision.dice.faces import FaceSet
from vision.dice.loose_faces import loose_faces
from vision.dice.reader import DIE_MM
from vision.dice.symbols import SECOND_DIE, STICKER_FAMILY, STICKER_SHARE, DieFaces, stickers
from vision.dice.tray import OUT_MM, TrayView, is_hand_inside, is_on, look_for_any, view_of
from vision.sightings import COCKED, OFF_THE_TRAY, SURE, DieSeen, Pose
from vision.tags.locate import evenly_lit
from vision.tags.matcher import Clue, Matcher, TagMatch
from vision.tags.squares import WINDOWS_MM, Squares

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

LAYOUT = Layout(kind="aruco", family=STICKER_FAMILY, quiet=1, frame=0)
STICKER_MODULES, BLACK_MODULES = 8, 6
SHEET_SCALE = 2.5  # px/mm
RIVALS = range(10)  # the marks of board and mat among them
BLUR_MODULES = 0.35
LOW, HIGH = 0.86, 1.14  # of the side that a sticker has on a flat die
LEAST_SCORE = 0.45  # of a square that may be a sticker
NO_SCORE, ALL_SCORE, ALL_GAP = 0.55, 0.95, 0.2  # from no confidence to all of it
SHIFTS_MM, TURNS = (-3.0, 0.0, 3.0), np.deg2rad(np.arange(0, 90, 9)).tolist()  # where one may lie unseen
NO_ROOM = 0.9  # dice whose tops lie nearer than so many sides are one die: its top and a side of it
SIDE_MM = 2.5  # so near to where a die's side must be seen it is that, unless it has a side of its own
AGAIN_MM = 3.0  # so near to another the same sticker is seen again
CLEARER = 0.2  # where what counts as a side is so much surer than its top, the top is asked for
UNSURE_SCORE = NO_SCORE + 0.9 * SURE * (ALL_SCORE - NO_SCORE)
STICKER_SPREAD = 25.0  # of brightness, evenly lit; ground and shadows have less
OFF_SURE = 0.75
"""A die beside the tray counts only if its face is so sure."""


class _Top(NamedTuple):
    """A sticker that lies where a flat die's top is."""

    face: str
    at_mm: Points
    turn: float
    score: float
    gap: float

    @property
    def confidence(self) -> float:
        """Return how sure the face is, 0 to 1."""
        score = (self.score - NO_SCORE) / (ALL_SCORE - NO_SCORE)
        return float(np.clip(min(score, self.gap / ALL_GAP), 0.05, 1))


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
        around = _grown(tray, OUT_MM)
        view = view_of(registration, around, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        plane = Registration(view.top, 0.0, (0.0, 0.0), float(gray.shape[1]), 0.0)
        sheet = evenly_lit(flatten(gray, plane, Area(*view.low, *view.high), SHEET_SCALE))
        tops = self._without_sides(self._tops(gray, plane, sheet), view, sheet)
        others = self._others(image, registration, tray, tops)
        if others.places:  # the outline of a sticker may run into its neighbour's
            again = self._matched(gray, plane, self._poses_around(others.places))
            tops = self._without_sides(
                [*tops, *(top for top in again if top.confidence >= SURE)], view, sheet
            )
            others = self._others(image, registration, tray, tops)
        dice = [
            DieSeen(face="", at_mm=at, confidence=0.0, trouble=COCKED)
            for at in others.places
            if _has_sticker(sheet, np.array(at))
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

    def _tops(self, gray: Gray, plane: Registration, sheet: Sheet) -> list[_Top]:
        """Return the stickers in *gray* (h, w), *sheet* from above, that may be tops, sides among them."""
        black = self._die_mm * STICKER_SHARE
        squares = Squares(sheet, LOW * black, HIGH * black)
        squared = [pose for window in WINDOWS_MM for pose in squares.find(window, done=())]
        return self._matched(gray, plane, squared)

    def _poses_around(self, places: Sequence[tuple[float, float]]) -> list[Pose]:
        """Return how a sticker may lie on a die that is somewhere at *places* (mm)."""
        return [
            Pose((x + east, y + north), turn, self._size_mm)
            for x, y in places
            for east in SHIFTS_MM
            for north in SHIFTS_MM
            for turn in TURNS
        ]

    def _matched(self, gray: Gray, plane: Registration, poses: Sequence[Pose]) -> list[_Top]:
        """Return what may be a sticker at *poses* in *gray* (h, w)."""
        sized = [pose._replace(size_mm=self._size_mm) for pose in poses]
        matches = self._matcher.match_all(gray, plane, sized, by=Clue.HINT)
        return [self._top(match) for match in matches if match.score >= LEAST_SCORE]

    def _top(self, match: TagMatch) -> _Top:
        face = self._matcher.book.tags[match.payload]
        at = np.array(match.pose.centre_mm)
        return _Top(face, at, match.pose.turn, match.score, match.gap)

    def _without_sides(self, tops: Sequence[_Top], view: TrayView, sheet: Sheet) -> list[_Top]:
        """Return *tops* without those that are seen twice, and without the sides of others."""
        kept: list[_Top] = []
        for top in sorted(tops, key=lambda each: float(each.at_mm @ view.lean(each.at_mm))):
            one = next((n for n, other in enumerate(kept) if self._is_one_die(other, top, view, sheet)), None)
            if one is None:
                kept.append(top)
            elif np.hypot(*(top.at_mm - kept[one].at_mm)) < AGAIN_MM:
                kept[one] = max(kept[one], top, key=lambda each: each.confidence)
            elif top.confidence > kept[one].confidence + CLEARER:
                kept[one] = kept[one]._replace(score=min(kept[one].score, UNSURE_SCORE))
        return kept

    def _is_one_die(self, top: _Top, other: _Top, view: TrayView, sheet: Sheet) -> bool:
        """Return whether *other*, which lies nearer to the camera, is *top* again or a side of it."""
        lean, off = view.lean(top.at_mm), other.at_mm - top.at_mm
        if np.hypot(*off) < NO_ROOM * self._die_mm:
            return True
        for turn in top.turn + np.pi / 2 * np.arange(4):
            out = np.array([np.cos(turn), np.sin(turn)]) * self._die_mm / 2
            if out @ lean > 0 and np.hypot(*(off - out - lean / 2)) < SIDE_MM:
                return not _has_sticker(sheet, other.at_mm + out + lean / 2)
        return False

    def _others(
        self, image: Picture, registration: Registration, tray: Tray, tops: Sequence[_Top]
    ) -> _Others:
        """Return what lies in *tray* of *image* (h, w, 3) beside the dice with *tops*."""
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        ground = look_for_any(image, view)
        if ground is None:
            return _Others(is_hand=False, places=[])
        explained = np.zeros(ground.share.shape, np.uint8)
        for top in tops:
            pose = CubePose(float(top.at_mm[0]), float(top.at_mm[1]), top.turn, 1.0)
            paint(explained, cube_outline(pose, view.lean(top.at_mm), self._die_mm)[1], ground.origin, 1)
        if is_hand_inside(ground, explained):
            return _Others(is_hand=True, places=[])
        return _Others(is_hand=False, places=left_over(ground, view, explained, self._die_mm))


def _has_sticker(sheet: Sheet, at_mm: Points) -> bool:
    """Return whether black and white lie around *at_mm* (2,)."""
    x, y = np.rint(sheet.to_pixels(at_mm)).astype(int).tolist()
    reach = round(4 * sheet.scale)
    part = sheet.image[max(0, y - reach) : max(0, y + reach), max(0, x - reach) : max(0, x + reach)]
    return part.size > 0 and float(part.std()) > STICKER_SPREAD


def _grown(tray: Tray, by_mm: float) -> Tray:
    (west, south), (east, north) = tray.corners_mm[0].tolist(), tray.corners_mm[2].tolist()
    return Tray(from_mm=(west - by_mm, south - by_mm), to_mm=(east + by_mm, north + by_mm))
