"""Dice that lie in the tray: how many, where, and which face is up.

A die is looked for as a cube of known size on the tray's floor: its top is where the
camera, whose place is known from the board, must see it, so its sides are never taken
for a face.  Knows what faces look like, not what they mean.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Registration
from vision.cubes import CubePose, cube_outline, cube_poses, paint
from vision.dieface import CORE, FaceSet
from vision.patches import cut, lab_of, settled, square_patches
from vision.plan import Tray
from vision.sighting import DieSeen
from vision.symbols import read_faces, stickers
from vision.tray import MASK_SCALE, Ground, TrayView, carry, is_hand_inside, look_at_ground, view_of

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]

DIE_MM = 16.0

SURE = 0.5
"""A die read with less confidence is there, but its face must be asked for."""

CLEAR_TOP = 0.5
"""Of a top so much should lie beside the dice already found; what does not may be a side of one of them."""

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


LOOSE_GRID = 18
"""Samples a side of a loose die's square; the outermost are its edges, and left out."""

AROUND_SQUARE = np.stack(np.meshgrid(*[(-1, 0, 1)] * 4), axis=-1).reshape(-1, 4).astype(float)


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
        return float(np.clip(min((self.score - 0.4) / 0.3, self.gap / 0.24), 0, 1))


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

        *image* is (h, w, 3) BGR.  With a hand in the tray no die is sure.
        """
        view = view_of(registration, tray, size=(image.shape[1], image.shape[0]), die_mm=self._die_mm)
        ground = look_at_ground(image, view, self._colour)
        if ground is None:
            return ()
        explained = np.zeros(ground.share.shape, np.uint8)
        matches: list[_Match] = []
        for blob in _blobs(ground, view, self._die_mm):
            self._read_blob(_Scene(image, view, ground, explained), blob, matches)
        most = 0.9 * SURE if is_hand_inside(ground, explained) else 1.0
        dice = [
            DieSeen(
                face=each.face,
                at_mm=(each.pose.x, each.pose.y),
                confidence=round(min(each.confidence, most), 3),
            )
            for each in matches
        ]
        return tuple(sorted(dice, key=lambda die: die.at_mm))

    def loose(self, image: Picture) -> tuple[DieSeen, ...]:
        """Return the dice that lie singly in *image* (h, w, 3) without a board, their places in pixels."""
        lab = lab_of(image)
        dice = []
        for square in settled(lab, square_patches(lab)):
            places = square + AROUND_SQUARE * (0.04 * square[2], 0.04 * square[2], 0.05 * square[2], 0.05)
            faces = [cut(image, each, LOOSE_GRID) for each in places]
            shown = np.stack(faces)[:, 1:-1, 1:-1].astype(np.float32)
            bright = np.percentile(shown.reshape(len(shown), -1, 3), 85, axis=1)
            patches = shown / np.maximum(bright, 12)[:, None, None].astype(np.float32)
            each = self._faces.compare(np.asarray(patches, np.float32), 0.5).max(axis=0)
            second, first = np.argsort(each)[-2:].tolist()
            match = _Match(
                CubePose(0, 0, 0, 0),
                self._faces.names[first],
                float(each[first]),
                float(each[first] - each[second]),
            )
            at = (float(square[0]), float(square[1]))
            dice.append(DieSeen(face=match.face, at_mm=at, confidence=round(match.confidence, 3)))
        return tuple(sorted(dice, key=lambda die: die.at_mm))

    def _read_blob(self, scene: "_Scene", blob: "_Blob", found: list[_Match]) -> None:
        """Add the dice of one patch to *found*; what they cover is set to 1 in the scene.

        The surest dice are taken first: their tops then no longer confuse their neighbours.
        """
        share, explained = scene.ground.share[blob.box], scene.explained[blob.box]
        free = np.ones(share.shape, np.uint8)
        while _area(share * (1 - explained)) > LEAST_DIE * self._die_mm**2:
            count = round(_area(share * free) / (1.3 * self._die_mm**2))
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
            fresh = scene.ground.share * (1 - scene.explained)
            outlines = cube_outline(match.pose, blob.lean, self._die_mm)
            top, body = (_painted(outline, scene) for outline in outlines)
            if (
                _area(fresh * body) < LEAST_DIE * self._die_mm**2
                or _area(fresh * top) < clear * self._die_mm**2
            ):
                continue
            np.maximum(scene.explained, body, out=scene.explained)
            taken.append(match)
            found.append(match)
        return taken

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

    It is *loose* when it does not touch the tray's edge.
    """

    box: tuple[slice, slice]
    corner: Points
    lean: Points
    is_loose: bool


def _area(share: NDArray[np.float32]) -> float:
    """Return how many square millimetres of *share* are die."""
    return float((share > 0.5).sum()) / MASK_SCALE**2


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
        blobs.append(_Blob(box, corner, view.lean(middle), is_loose))
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
