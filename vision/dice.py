"""Dice that lie in the tray: how many, where, and which face is up.

A die is looked for as a cube of known size on the tray's floor: its top is where the
camera, whose place is known from the board, must see it, so its sides are never taken
for a face.  Knows what faces look like, not what they mean.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple, Self

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.awry import left_over, lie_awry
from vision.calibrate import Registration
from vision.cubes import TURNS, CubePose, cube_outline, cube_poses, is_side, paint
from vision.dieface import CORE, FaceSet, confidence
from vision.loosefaces import loose_faces
from vision.plan import Tray
from vision.sighting import COCKED, OFF_THE_TRAY, DieSeen
from vision.symbols import read_faces, stickers
from vision.tray import (
    MASK_SCALE,
    Ground,
    TrayView,
    area_mm2,
    carry,
    is_hand_inside,
    is_on,
    look_at_ground,
    strips_around,
    view_of,
)

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

DIE_MM = 16.0

SURE = 0.5
"""A die read with less confidence is there, but its face must be asked for."""

CLEAR_TOP = 0.5
"""Of a top so much should lie beside the dice already found; what does not may be a side of one of them."""

FREE_TOP, VERY_SURE = 0.85, 0.75
"""A die whose sides are all hidden needs its top free, and its face very sure."""

WELL, CLEARLY, SHIFTS_MM = 0.85, 0.05, (-3.0, 0.0, 3.0)
"""A face that agrees less is looked for again at any turn so far around: it may agree clearly better."""

CROWDED_DICE, CROWDED = 1.5, 0.72
"""Of dice that lie so near each other, in dice, more is asked: they hide each other's edges."""

OFF_FIT, LONE = 0.8, 2.4
"""Beside the tray lies much that is no die: there an outline must fit so well, and stand by itself."""

LEAST_BELOW, DOUBTED_GAP = 0.35, 0.1
"""So much die must lie below a top that may be a side; by so much, less than SURE asks, it then leads."""


UNREAD_FIT = 0.6
"""What fits so well is a die even if no face agrees."""

LEAST_DIE = 0.4
"""Of a die's top so much must be seen to look for one."""

MOST_AREA_MM2 = 9000.0
"""A patch larger than that is a hand, not dice."""

BLUR_PX = 0.8
SEARCHES = ((12, 1.4, 4.0), (16, 0.7, 2.0), (16, 0.35, 1.0))
"""How faces are fitted, one search after the other: samples a side, steps in mm and degrees."""

ROOM_MM = 5.0

FIT_WEIGHT = 0.5
APART_MM = 11.5
SAME_MM = 3.0
AROUND = np.array([(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)], float)


class _Match(NamedTuple):
    """A cube and what face agrees best with its top; *gap* is how far it is ahead of the next face."""

    pose: CubePose
    face: str
    score: float
    gap: float

    @property
    def worth(self) -> float:
        """Return what speaks for this cube, face and outline together."""
        return self.score + FIT_WEIGHT * self.pose.fit

    @property
    def confidence(self) -> float:
        """Return how sure the face is, 0 to 1: it must agree well, and clearly better than any other."""
        return confidence(self.score, self.gap)

    def told(self, share: float, trouble: str) -> DieSeen:
        """Return this die as it is told, with this *share* of its confidence."""
        sure = round(self.confidence * share, 3)
        return DieSeen(face=self.face, at_mm=self.pose[:2], confidence=sure, trouble=trouble)


class DiceReader:
    """Reads one set of dice."""

    def __init__(self, faces: Mapping[str, Picture | Sequence[Picture]], *, die_mm: float = DIE_MM) -> None:
        self._faces = FaceSet(faces)
        self._colour = self._faces.colour
        self._die_mm = die_mm

    @classmethod
    def from_faces(cls, faces: Mapping[str, Picture] | Path, *, die_mm: float = DIE_MM) -> Self:
        """Return a reader of dice with these pictures on them, or with those in a folder.

        Raises InputError where the folder does not hold the six faces.
        """
        return cls(read_faces(faces) if isinstance(faces, Path) else faces, die_mm=die_mm)

    @classmethod
    def stickers(cls, *, die_mm: float = DIE_MM) -> Self:
        """Return a reader of dice with the printed stickers on them."""
        return cls(stickers(), die_mm=die_mm)

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
        scene = _Scene(image, view, ground, np.zeros(ground.share.shape, np.uint8))
        matches: list[_Match] = []
        for blob in _blobs(ground, view, self._die_mm):
            if least_fit == 0 or blob.size_mm <= LONE * self._die_mm:
                self._read_blob(scene, blob, matches)
        matches = [each for each in matches if each.pose.fit >= least_fit]
        is_hand, near = is_hand_inside(ground, scene.explained), CROWDED_DICE * self._die_mm
        awry = lie_awry(ground, view, [each.pose for each in matches], self._die_mm)
        share = 0.9 * SURE if is_hand else 1.0
        dice = []
        for each, is_awry in zip(matches, awry, strict=True):
            others = [other for other in matches if other is not each]
            crowd = 1.0 if _is_apart(each.pose, others, near) else CROWDED
            dice.append(each.told(share * crowd, COCKED if is_awry and not is_hand else ""))
        left = [] if is_hand else left_over(ground, scene.explained, self._die_mm)
        return dice + [DieSeen(face="", at_mm=at, confidence=0.0, trouble=COCKED) for at in left]

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return the dice that lie singly in *image* (h, w, 3) without a board, their places in pixels."""
        return loose_faces(image, self._faces)

    def _read_blob(self, scene: "_Scene", blob: "_Blob", found: list[_Match]) -> None:
        """Add the dice of one patch to *found*; what they cover is set to 1 in the scene.

        The surest dice are taken first: their tops then no longer confuse their neighbours.
        """
        share, explained = scene.ground.share[blob.box], scene.explained[blob.box]
        free = np.ones(share.shape, np.uint8)
        while area_mm2(share * (1 - explained)) > LEAST_DIE * self._die_mm**2:
            count = round(area_mm2(share * free) / (1.3 * self._die_mm**2))
            poses = cube_poses(
                share,
                free.astype(np.float32),
                blob.corner,
                lean=blob.lean,
                die_mm=self._die_mm,
                most=4 + 4 * count,
            )
            inside = [pose for pose in poses if _is_inside(pose, scene.view, self._die_mm)]
            matches = self._matched(scene, inside, most=2 + count)
            unread = [match for match in matches if blob.is_loose and match.pose.fit >= UNREAD_FIT][:1]
            more = (
                self._taken(scene, blob, matches, found, least=SURE, clear=CLEAR_TOP)
                or self._taken(scene, blob, matches, found, least=SURE)
                or self._taken(scene, blob, unread, found)
            )
            if not more:
                break
            for match in more:
                top, _ = cube_outline(match.pose, blob.lean, self._die_mm)
                paint(free, top, blob.corner, 0)
        if found:
            self._read_between(scene, blob, found, free)

    def _read_between(
        self, scene: "_Scene", blob: "_Blob", found: list[_Match], free: NDArray[np.uint8]
    ) -> None:
        """Add to *found* the dice of which all but the tops may be hidden: they touch others on all sides.

        Only a very sure top counts, *free* of other tops.  Where the side of another die may be
        seen, there must be die below it too, and still it is asked for.
        """
        share = scene.ground.share[blob.box]
        if area_mm2(share * free) < CLEAR_TOP * self._die_mm**2:
            return
        poses = cube_poses(
            share, free.astype(np.float32), blob.corner, lean=blob.lean, die_mm=self._die_mm, most=12
        )
        inside = [pose for pose in poses if _is_inside(pose, scene.view, self._die_mm)]
        for match in self._matched(scene, inside, most=4):
            top, body = cube_outline(match.pose, blob.lean, self._die_mm)
            canvas = np.zeros_like(free)
            paint(canvas, top, blob.corner, 1)
            is_clear = area_mm2(share * free * canvas) >= FREE_TOP * area_mm2(canvas.astype(np.float32))
            if match.confidence < SURE or not is_clear or not _is_apart(match.pose, found):
                continue
            if match.confidence < VERY_SURE or any(
                is_side(match.pose, each.pose, blob.lean, self._die_mm) for each in found
            ):
                below = _painted(body, scene)[blob.box] * (1 - canvas)
                if area_mm2(share * below) < LEAST_BELOW * area_mm2(below.astype(np.float32)):
                    continue
                match = match._replace(gap=min(match.gap, DOUBTED_GAP))
            np.maximum(scene.explained, _painted(body, scene), out=scene.explained)
            paint(free, top, blob.corner, 0)
            found.append(match)

    def _taken(
        self,
        scene: "_Scene",
        blob: "_Blob",
        matches: Sequence[_Match],
        found: list[_Match],
        *,
        least: float = 0.0,
        clear: float = 0.0,
    ) -> list[_Match]:
        """Add to *found*, and return, those of *matches* that are dice of their own, the best first.

        They must be *least* sure, and *clear* of their tops not yet explained by other dice.
        """
        taken = []
        for match in matches:
            if match.confidence < least or not _is_apart(match.pose, found):
                continue
            match = self._reconsidered(scene, match, found)
            fresh = scene.ground.share * (1 - scene.explained)
            outlines = cube_outline(match.pose, blob.lean, self._die_mm)
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

    def _reconsidered(self, scene: "_Scene", match: _Match, found: list[_Match]) -> _Match:
        """Return *match*, or what fits much better there: dice that touch have outlines in common."""
        if match.score >= WELL or match.confidence < SURE:
            return match
        x, y, _, fit = match.pose
        shifts = product(SHIFTS_MM, SHIFTS_MM, TURNS.tolist())
        around = [CubePose(x + east, y + north, turn, fit) for east, north, turn in shifts]
        better = [
            each
            for each in self._matched(scene, around, most=6)
            if each.score > match.score + CLEARLY and _is_apart(each.pose, found)
        ]
        return max(better, key=lambda each: each.score, default=match)

    def _matched(self, scene: "_Scene", poses: Sequence[CubePose], most: int) -> list[_Match]:
        """Return the best *most* of *poses*, moved a little to fit, each with the face that agrees best."""
        matches = [_Match(pose, "", 0.0, 0.0) for pose in poses]
        for grid, shift, twist in SEARCHES:
            if not matches:
                break
            places = np.array([each.pose[:3] for each in matches])
            tried = places[:, None] + AROUND * (shift, shift, np.deg2rad(twist))
            patches = _patches(scene, tried, grid=grid, side_mm=self._die_mm * CORE)
            blur = BLUR_PX / scene.view.scale * grid / (self._die_mm * CORE)
            scores = self._faces.compare(patches, blur).reshape(len(matches), len(AROUND), -1)
            moved = [
                self._match(old.pose, places, each)
                for old, places, each in zip(matches, tried, scores, strict=True)
            ]
            matches = _thinned(moved)[:most]
        return matches

    def _match(self, pose: CubePose, places: Points, scores: NDArray[np.float32]) -> _Match:
        """Return the best of *places* (k, 3), where the faces' *scores* (k, faces) were found."""
        x, y, turn = places[int(scores.max(axis=1).argmax())].tolist()
        each = scores.max(axis=0)
        second, first = np.argsort(each)[-2:].tolist()
        best = float(each[first])
        return _Match(
            CubePose(x, y, turn, pose.fit), self._faces.names[first], best, best - float(each[second])
        )


class _Scene(NamedTuple):
    """A picture and what is known of its tray; *explained* (h, w) is 1 where a die was found."""

    image: Picture
    view: TrayView
    ground: Ground
    explained: NDArray[np.uint8]


class _Blob(NamedTuple):
    """A patch of what may be dice: its *box* in the map with some room, that box's corner in mm.

    It is *loose* when it does not touch the tray's edge; *size_mm* is its longer extent.
    """

    box: tuple[slice, slice]
    corner: Points
    lean: Points
    is_loose: bool
    size_mm: float


def _painted(outline: Points, scene: _Scene) -> NDArray[np.uint8]:
    """Return the map with 1 in *outline* (n, 2) mm, a millimetre of its rim included."""
    canvas = np.zeros_like(scene.explained)
    paint(canvas, outline + np.sign(outline - outline.mean(axis=0)), scene.ground.origin, 1)
    return canvas


def _blobs(ground: Ground, view: TrayView, die_mm: float) -> list[_Blob]:
    """Return the patches of *ground* that are large enough for a die, and not too large for dice."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats((ground.share > 0.5).astype(np.uint8))
    rows, columns = ground.share.shape
    room = round(ROOM_MM * MASK_SCALE)
    blobs = []
    for left, top, width, height, area in boxes[1:].tolist():
        if not LEAST_DIE * die_mm**2 <= area / MASK_SCALE**2 <= MOST_AREA_MM2:
            continue
        box = np.s_[max(top - room, 0) : top + height + room, max(left - room, 0) : left + width + room]
        corner = ground.origin + np.array([box[1].start, box[0].start]) / MASK_SCALE
        middle = ground.origin + np.array([left + width / 2, top + height / 2]) / MASK_SCALE
        is_loose = left > 0 and top > 0 and left + width < columns and top + height < rows
        blobs.append(_Blob(box, corner, view.lean(middle), is_loose, max(width, height) / MASK_SCALE))
    return blobs


def _is_inside(pose: CubePose, view: TrayView, die_mm: float) -> bool:
    at = np.array([pose.x, pose.y])
    return bool((at > view.low + die_mm / 4).all() and (at < view.high - die_mm / 4).all())


def _thinned(matches: Sequence[_Match]) -> list[_Match]:
    """Return *matches*, the best first, without those that have come to lie where a better one lies."""
    kept: list[_Match] = []
    for match in sorted(matches, key=lambda each: -each.worth):
        if _is_apart(match.pose, kept, SAME_MM):
            kept.append(match)
    return kept


def _is_apart(pose: CubePose, found: Sequence[_Match], least_mm: float = APART_MM) -> bool:
    """Return whether *pose* is *least_mm* or more from all in *found*."""
    return all(np.hypot(pose.x - each.pose.x, pose.y - each.pose.y) >= least_mm for each in found)


def _patches(scene: _Scene, places: Points, *, grid: int, side_mm: float) -> NDArray[np.float32]:
    """Return the tops at *places* (n, k, 3: x, y, turn) as seen from above, (n * k, grid, grid, 3).

    The light is taken out: for each n, the brighter part of the *side_mm* wide squares becomes 1.
    """
    span = ((np.arange(grid) + 0.5) / grid - 0.5) * side_mm
    square = np.stack(np.meshgrid(span, -span)).reshape(2, -1)
    flat = places.reshape(-1, 3)
    cos, sin = np.cos(flat[:, 2]), np.sin(flat[:, 2])
    turns = np.stack([np.stack([cos, -sin], axis=-1), np.stack([sin, cos], axis=-1)], axis=1)
    near = [carry(scene.view.top, flat[:, :2] + step) for step in ((0, 0), (1, 0), (0, 1))]
    slope = np.stack([near[1] - near[0], near[2] - near[0]], axis=-1)
    pixels = (slope @ turns @ square + near[0][..., None]).astype(np.float32)
    values = cv2.remap(
        scene.image, pixels[:, 0], pixels[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    shown = values.reshape(len(places), -1, 3).astype(np.float32)
    bright = np.percentile(shown[:, ::11], 85, axis=1).astype(np.float32)
    return np.asarray((shown / np.maximum(bright, 12)[:, None]).reshape(-1, grid, grid, 3), np.float32)
