"""Which face lies up where, of a cube whose top the camera must see at a known height in the tray.

Faces and poses in, the faces that agree best out.  Does not know which of them are dice.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cubes import TURNS, CubePose
from vision.dice.faces import CORE, FaceSet, confidence, without_shadows
from vision.dice.tray import MASK_SCALE, TrayGround, TrayView, carry
from vision.sightings import DieSeen

Points = NDArray[np.float64]
Picture = NDArray[np.uint8]
Values = NDArray[np.float32]

BLUR_PX = 0.8
SEARCHES = ((12, 1.4, 4.0), (16, 0.7, 2.0), (16, 0.35, 1.0))
"""How faces are fitted, one search after the other: samples a side, steps in mm and degrees."""

FIT_WEIGHT = 0.5
SAME_MM = 3.0
AROUND = np.array([(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)], float)

EVERYWHERE_MM, EVERYWHERE_GRID = 2, 10
"""Where outlines say little, faces are looked for on a grid so narrow, in so many samples a side."""

INNER, LEAST_INSIDE = 0.8, 0.55
"""Of a top's inner part, so wide in tops, so much must be of a die's colour to be looked at at all."""

CLEAR_LEAD = 0.1
"""A die without which others would explain what is seen nearly as well is not sure."""


class DiceScene(NamedTuple):
    """A picture and what is known of its tray; *explained* (h, w) is 1 where a die was found.

    *even* is the picture without shadows on dice, where these are looked at so, too.
    """

    image: Picture
    view: TrayView
    ground: TrayGround
    explained: NDArray[np.uint8]
    even: Picture | None = None


class DieMatch(NamedTuple):
    """A cube and what face agrees best with its top; *gap* is how far it is ahead of the next face.

    Of dice that were told together, *lead* is how much worse they fit without this one.
    """

    pose: CubePose
    face: str
    score: float
    gap: float
    lead: float = 1.0

    @property
    def worth(self) -> float:
        """Return what speaks for this cube, face and outline together."""
        return self.score + FIT_WEIGHT * self.pose.fit

    @property
    def confidence(self) -> float:
        """Return how sure the face is, 0 to 1: it must agree well, and clearly better than any other."""
        return min(confidence(self.score, self.gap), self.lead / CLEAR_LEAD)

    def told(self, share: float, trouble: str) -> DieSeen:
        """Return this die as it is told, with this *share* of its confidence."""
        sure = round(self.confidence * share, 3)
        return DieSeen(face=self.face, at_mm=self.pose[:2], confidence=sure, trouble=trouble)


class TopFinder:
    """Finds the faces of one set of dice."""

    def __init__(self, faces: FaceSet, die_mm: float) -> None:
        self._faces, self._even_faces = faces, faces.evened()
        self._die_mm = die_mm

    def in_even_light(self, scene: DiceScene) -> DiceScene:
        """Return *scene* with its picture without shadows on dice, unless these are dice of much black."""
        if self._even_faces is None:
            return scene
        (left, low), (right, high) = scene.view.low, scene.view.high
        corners = carry(scene.view.top, np.array([(left, low), (right, low), (right, high), (left, high)]))
        start = np.floor(corners.min(axis=0)).astype(int).clip(0)
        end = np.ceil(corners.max(axis=0)).astype(int).clip(0)
        box = np.s_[start[1] : end[1], start[0] : end[0]]
        even = scene.image.copy()
        even[box] = without_shadows(scene.image[box], self._die_mm * scene.view.scale)
        return scene._replace(even=even)

    def fitted(self, scene: DiceScene, poses: Sequence[CubePose], most: int) -> list[DieMatch]:
        """Return the best *most* of *poses*, moved a little to fit, each with the face that agrees best."""
        matches = [DieMatch(pose, "", 0.0, 0.0) for pose in poses]
        for grid, shift, twist in SEARCHES:
            if not matches:
                break
            places = np.array([each.pose[:3] for each in matches])
            tried = places[:, None] + AROUND * (shift, shift, np.deg2rad(twist))
            pixels = _top_pixels(scene.view, tried.reshape(-1, 3), grid, self._die_mm * CORE)
            scores = self._compared(scene, pixels, len(matches), self._looks(scene))
            scores = scores.reshape(len(matches), len(AROUND), -1)
            moved = [
                self._match(old.pose, places, each)
                for old, places, each in zip(matches, tried, scores, strict=True)
            ]
            matches = thinned(moved)[:most]
        return matches

    def everywhere(self, scene: DiceScene, share: Values, corner: Points, most: int) -> list[DieMatch]:
        """Return the best *most* tops in *share* (h, w), a part of the map, found by their faces alone."""
        side, step = round(INNER * self._die_mm * MASK_SCALE), round(EVERYWHERE_MM * MASK_SCALE)
        inside = cv2.blur(share, (side, side), borderType=cv2.BORDER_CONSTANT)
        y, x = np.nonzero(inside[::step, ::step] > LEAST_INSIDE)
        if not len(x):
            return []
        at = corner + np.stack([x, y], axis=1) * step / MASK_SCALE
        tried = np.empty((len(at), len(TURNS), 3))
        tried[..., :2], tried[..., 2] = at[:, None], TURNS
        pixels = _top_pixels(scene.view, tried.reshape(-1, 3), EVERYWHERE_GRID, self._die_mm * CORE)
        scores = self._compared(scene, pixels, len(at), self._looks(scene)[-1:]).max(axis=1)
        scores = scores.reshape(len(at), len(TURNS))
        poses: list[CubePose] = []
        for number in np.argsort(-scores.max(axis=1)).tolist():
            place, turn = at[number], TURNS[scores[number].argmax()]
            if all(np.hypot(place[0] - each.x, place[1] - each.y) >= SAME_MM for each in poses):
                poses.append(CubePose(float(place[0]), float(place[1]), float(turn), 0.0))
            if len(poses) >= 2 * most:
                break
        return self.fitted(scene, poses, most)

    def side_scores(self, scene: DiceScene, edges: Sequence[Points]) -> list[float]:
        """Return how well some face agrees with the sides of dice that hang from *edges* (2, 2), mm."""
        if not edges:
            return []
        pixels = np.stack([_side_pixels(scene.view, edge, SEARCHES[-1][0]) for edge in edges])
        scores = self._compared(scene, pixels, len(edges), self._looks(scene))
        return [float(each) for each in scores.max(axis=1)]

    def _looks(self, scene: DiceScene) -> list[tuple[Picture, FaceSet]]:
        """Return the pictures (h, w, 3) of *scene* with what faces look like in them."""
        looks = [(scene.image, self._faces)]
        if scene.even is not None and self._even_faces is not None:
            looks.append((scene.even, self._even_faces))
        return looks

    def _compared(
        self, scene: DiceScene, pixels: Values, groups: int, looks: Sequence[tuple[Picture, FaceSet]]
    ) -> Values:
        """Return how each face agrees at *pixels* (n, 2, samples), (n, faces), the best of all *looks*.

        The light is taken out: for each of the *groups*, the brighter part becomes 1.
        """
        grid = math.isqrt(pixels.shape[2])
        blur = BLUR_PX / scene.view.scale * grid / (self._die_mm * CORE)
        scores = []
        for image, faces in looks:
            values = cv2.remap(
                image, pixels[:, 0], pixels[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            shown = values.reshape(groups, -1, 3).astype(np.float32)
            bright = np.percentile(shown[:, ::11], 85, axis=1).astype(np.float32)
            lit = (shown / np.maximum(bright, 12)[:, None]).reshape(-1, grid, grid, 3)
            scores.append(faces.compare(lit.astype(np.float32), blur))
        return np.asarray(np.max(scores, axis=0), np.float32)

    def _match(self, pose: CubePose, places: Points, scores: Values) -> DieMatch:
        """Return the best of *places* (k, 3), where the faces' *scores* (k, faces) were found."""
        x, y, turn = places[int(scores.max(axis=1).argmax())].tolist()
        each = scores.max(axis=0)
        second, first = np.argsort(each)[-2:].tolist()
        best = float(each[first])
        return DieMatch(
            CubePose(x, y, turn, pose.fit), self._faces.names[first], best, best - float(each[second])
        )


def thinned(matches: Sequence[DieMatch]) -> list[DieMatch]:
    """Return *matches*, the best first, without those that have come to lie where a better one lies."""
    kept: list[DieMatch] = []
    for match in sorted(matches, key=lambda each: -each.worth):
        if is_apart(match.pose, kept, SAME_MM):
            kept.append(match)
    return kept


def is_apart(pose: CubePose, found: Sequence[DieMatch], least_mm: float) -> bool:
    """Return whether *pose* is *least_mm* or more from all in *found*."""
    return all(np.hypot(pose.x - each.pose.x, pose.y - each.pose.y) >= least_mm for each in found)


def _top_pixels(view: TrayView, places: Points, grid: int, side_mm: float) -> Values:
    """Return where *grid* x *grid* samples of the tops at *places* (n, 3: x, y, turn) are seen: (n, 2, k)."""
    span = ((np.arange(grid) + 0.5) / grid - 0.5) * side_mm
    square = np.stack(np.meshgrid(span, -span)).reshape(2, -1)
    cos, sin = np.cos(places[:, 2]), np.sin(places[:, 2])
    turns = np.stack([np.stack([cos, -sin], axis=-1), np.stack([sin, cos], axis=-1)], axis=1)
    near = [carry(view.top, places[:, :2] + step) for step in ((0, 0), (1, 0), (0, 1))]
    slope = np.stack([near[1] - near[0], near[2] - near[0]], axis=-1)
    return np.asarray(slope @ turns @ square + near[0][..., None], np.float32)


def _side_pixels(view: TrayView, edge: Points, grid: int) -> Values:
    """Return where *grid* x *grid* samples of a die's side below *edge* (2, 2), mm, are seen: (2, k)."""
    corners = np.concatenate([carry(view.top, edge), carry(view.foot, edge[::-1])])
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    there = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    span = ((np.arange(grid) + 0.5) / grid - 0.5) * CORE + 0.5
    across, down = np.meshgrid(span, span)
    samples = np.stack([across.ravel(), down.ravel()], axis=1)
    return np.asarray(carry(np.asarray(there, np.float64), samples).T, np.float32)
