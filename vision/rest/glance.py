"""Whether the table is at rest: what changed between two glances, and whether somebody reaches in.

A glance is a small picture in which light hardly counts: brightness against its
surroundings, and colour against the whole picture's.  Knows no tags.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.hexes import Hex
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan
from vision.board.plane import Area, area_around
from vision.source.frames import Frame
from vision.source.pictures import Picture

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]

GLANCE_WIDTH = 480  # px
SURROUNDINGS_PX = 33
WHITE = 248  # the least of each channel where there is nothing but light
DARKEST = 12  # added to every brightness, so that noise in the dark is no change
CHANGE = np.array((0.25, 0.20, 0.20, 0.45), np.float32)  # of contrast, colour, texture: natural logarithms
JUMPS = np.array((0.05, 0.10, 0.10, 0.05), np.float32)  # that a codec makes in the dark, as if it were light
LIT = 112.0  # a brightness, DARKEST added, from which noise is told alike
NOISY = 5.0  # standard deviations of the noise; in the evening they count for more than the changes above
FINE_PX = 5  # what is finer than that, in a picture twice as large as a glance, is texture
MOVING_PX = 10  # of the glance; fewer changed pixels are noise
HEX_CHANGED = 0.05  # share of a hex
TRAY_CHANGED = 0.003  # share of the tray; a die is ten times that
TRAY_RIM_MM = 28.0
BESIDE_MM = 25.0  # around a change beside the board: a tag of which a part has changed
REACHES_IN, REACHES_OUT = 0.35, 0.12  # hexes of one change on either side of the board's edge
REACHES_IN_AT_RIM = 2.0  # hexes, where the picture ends amid the board: a unit that is seen in part is no arm
LARGEST_MOVE = 6.0  # hexes of one change that may still be figures
RIM_PX = 4  # of a glance: the picture's own border
MIDDLE = float(np.log(110.0))
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + DARKEST)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """*small* (h, w, 3) BGR and its *features* (h, w, 4): contrast, red and blue against green, texture.

    Texture tells a tag from a plain board of the same brightness.
    """

    small: Picture
    features: Floats


def glance(frame: Frame) -> Glance:
    """Return a glance at *frame*."""
    image, size = frame.draft, glance_size(frame.shape)
    while image.shape[1] > 2 * size[0]:  # halving is much faster than any other resizing
        image = _halved(image)
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shades = np.asarray(cv2.absdiff(gray, cv2.blur(gray, (FINE_PX, FINE_PX))), np.uint8)
    small, fine = _shrunk(image, size), _shrunk(shades, size).astype(np.float32)
    if frame.shape[1] < 2 * size[0]:  # too few pixels make one of a glance for their noise to go
        small = np.asarray(cv2.blur(small, (3, 3)), np.uint8)
        fine = np.asarray(cv2.blur(fine, (3, 3)), np.float32)
    fine = np.asarray(cv2.blur(fine, (3, 3)), np.float32)
    blue, green, red = cv2.split(cv2.LUT(small, LOGARITHMS))
    bright = (blue + green + red) / 3
    contrast = bright - cv2.boxFilter(bright, -1, (SURROUNDINGS_PX, SURROUNDINGS_PX))
    as_lit_alike = fine * cv2.exp(np.float32(MIDDLE) - bright)
    texture = cv2.log(as_lit_alike + np.float32(DARKEST))
    features = cv2.merge([contrast, red - green, blue - green, texture])
    return Glance(small, np.asarray(features, np.float32))


def _halved(image: Picture) -> Picture:
    """Return *image* (h, w, 3) at half its width and height."""
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _shrunk(image: Picture, size: tuple[int, int]) -> Picture:
    """Return *image* (h, w) or (h, w, 3) in a *size* (width, height) up to half as large.

    Means of areas take six times as long as those of the nearest pixels, but where two pixels become one.
    """
    is_halved = image.shape[1] == 2 * size[0]
    way = cv2.INTER_AREA if is_halved else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def glance_size(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return the (width, height) of a glance at a picture of *shape*."""
    return GLANCE_WIDTH, max(1, round(shape[0] * GLANCE_WIDTH / shape[1]))


def changes(one: Glance, other: Glance) -> Mask:
    """Return where two glances differ, (h, w), 1 or 0; a change of the light alone is none."""
    off = np.asarray(cv2.subtract(other.features, one.features), np.float32)
    light, noise = _light_and_noise(off, one, other)
    least = np.maximum(JUMPS, NOISY * noise)
    limits = np.maximum(CHANGE, least)
    outside = np.asarray(cv2.bitwise_not(cv2.inRange(off, light - limits, light + limits)), np.uint8)
    at = np.flatnonzero(outside)
    if at.size:
        away = np.abs(_pixels_at(at, off) - light[:, None])
        dimmed = away * _dimness(_pixels_at(at, one.small), _pixels_at(at, other.small))
        outside.ravel()[at] = ((away > CHANGE[:, None]) & (dimmed > least[:, None])).any(axis=0)
    return np.asarray(cv2.morphologyEx(outside, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def nothing_but_white(picture: Picture) -> Mask:
    """Return where *picture* (h, w, 3) is as white as it can be (h, w; 0 or 1): there a lamp is reflected."""
    return np.asarray(cv2.inRange(picture, np.full(3, WHITE), np.full(3, 255)) // 255, np.uint8)


def _light_and_noise(off: NDArray[np.float32], one: Glance, other: Glance) -> tuple[Floats, Floats]:
    """Return by how much all of the picture changed, (4,), and how much it trembles about that, (4,).

    Lamps and cameras change the whole picture's colour and texture; its contrast they do not.  What
    trembles in the dark trembles by as many grey levels as in the light.
    """
    few = _every_eighth(off)
    light = np.asarray(_middles(few) * (0, 1, 1, 1), np.float32)
    dim = _dimness(_every_eighth(one.small), _every_eighth(other.small))
    return light, np.asarray(1.4826 * _middles(np.abs(few - light[:, None]) * dim), np.float32)


def _middles(values: Floats) -> Floats:
    """Return the middle one of each row of *values* (m, n), of two the larger: (m,)."""
    middle = values.shape[1] // 2
    return np.asarray(np.partition(values, middle, axis=1)[:, middle])


def _every_eighth(image: NDArray[Any]) -> NDArray[Any]:
    """Return every eighth pixel of every eighth row of *image* (h, w, channels): (channels, n)."""
    return np.ascontiguousarray(image[::8, ::8].reshape(-1, image.shape[2]).T)


def _pixels_at(at: NDArray[np.intp], image: NDArray[Any]) -> NDArray[Any]:
    """Return the pixels of *image* (h, w, channels) numbered *at* (n,), row after row: (channels, n)."""
    return np.ascontiguousarray(image.reshape(-1, image.shape[2]).take(at, axis=0).T)


def _dimness(one: Picture, other: Picture) -> Floats:
    """Return how much less a grey level counts in pixels (3, n) than in bright ones, (n,): 1 and less.

    In logarithms a grey level is the more the darker it is.
    """
    level = np.minimum(one, other).min(axis=0).astype(np.float32) + DARKEST
    return np.asarray(np.minimum(level / LIT, 1), np.float32)


class Zones:
    """Which pixels of a glance belong to which hex, to the tray, to the marks, to the board at all.

    Masks are (h, w; 0 or 1), of a glance's size; *shape* is the whole picture's.
    """

    def __init__(self, plan: BoardPlan, registration: Registration, shape: tuple[int, ...]) -> None:
        self._hexes = plan.board.hexes
        self._size = glance_size(shape)
        self._scale = self._size[0] / shape[1]
        self._labels = np.zeros(self._size[::-1], np.int32)
        for number, name in enumerate(self._hexes, 1):
            corners = self._pixels(plan.outline_mm(name), registration)
            cv2.fillConvexPoly(self._labels, corners, number)
        areas = np.bincount(self._labels.ravel(), minlength=len(self._hexes) + 1)
        self._areas = np.maximum(areas, 1)
        in_picture = areas[1:][areas[1:] > 0]
        self.hex_px = float(np.median(in_picture)) if in_picture.size else 1.0
        self.tray = self._filled(None if plan.tray is None else plan.tray.corners_mm, registration)
        self.board = self._filled(plan.corners_mm, registration)
        rim = None if plan.tray is None else _grown(plan.tray.corners_mm, TRAY_RIM_MM)
        self.inside = self.board | self._filled(rim, registration)
        self._beside = np.asarray((self._labels == 0) & (self.tray == 0), np.uint8)
        self.marks = np.zeros_like(self.board)
        for mark in plan.marker:
            square = (
                np.array(mark.centre_mm) + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * mark.size_mm / 2
            )
            self.marks |= self._filled(square, registration)

    def _pixels(self, points_mm: NDArray[np.float64], registration: Registration) -> NDArray[np.int32]:
        """Carry (n, 2) millimetres to the whole pixels (n, 2) of a glance."""
        at = (registration.to_pixels(points_mm) + 0.5) * self._scale - 0.5
        return np.asarray(np.round(at), np.int32)

    def _filled(self, corners_mm: NDArray[np.float64] | None, registration: Registration) -> Mask:
        """Return the mask of what lies within *corners_mm* (n, 2); its sides bend with the lens."""
        mask = np.zeros(self._size[::-1], np.uint8)
        if corners_mm is not None:
            steps = np.linspace(0, 1, 9)[:, None]
            sides = zip(corners_mm, np.roll(corners_mm, -1, axis=0), strict=True)
            around = np.concatenate([start + (end - start) * steps for start, end in sides])
            cv2.fillPoly(mask, [self._pixels(around, registration)], 1)
        return mask

    def is_moving(self, mask: Mask) -> bool:
        """Return whether enough of the board or the tray changed from one glance to the next."""
        return int((mask & self.inside).sum()) >= MOVING_PX

    def changed_hexes(self, mask: Mask) -> set[Hex]:
        """Return the hexes of which a part changed."""
        counts = np.bincount(self._labels[mask > 0], minlength=len(self._hexes) + 1)
        shares = counts[1:] / self._areas[1:]
        return {name for name, share in zip(self._hexes, shares, strict=True) if share >= HEX_CHANGED}

    def changed_beside(self, mask: Mask, registration: Registration) -> Area | None:
        """Return what holds every change beside hexes and tray (mm), or None where there is none."""
        beside = mask & self._beside
        if cv2.countNonZero(beside) < MOVING_PX:
            return None
        left, top, width, height = cv2.boundingRect(beside)
        corners = np.array([(x, y) for x in (left, left + width) for y in (top, top + height)], float)
        return area_around(registration.to_mm((corners - 0.5) / self._scale)).grown(BESIDE_MM)

    def hexes_under(self, mask: Mask, share: float = 0.3) -> set[Hex]:
        """Return the hexes of which *share* or more lies under *mask*."""
        counts = np.bincount(self._labels[mask > 0], minlength=len(self._hexes) + 1)
        return {
            name
            for name, part in zip(self._hexes, counts[1:] / self._areas[1:], strict=True)
            if part >= share
        }

    def has_tray_changed(self, mask: Mask) -> bool:
        """Return whether anything in the tray changed."""
        room = int(self.tray.sum())
        return room > 0 and int((mask & self.tray).sum()) >= max(4, TRAY_CHANGED * room)

    def have_marks_changed(self, mask: Mask) -> bool:
        """Return whether a part of a mark changed: a hand on it, or the camera has moved."""
        return int((mask & self.marks).sum()) > 0.04 * max(1, int(self.marks.sum()))

    def is_reached_into(self, mask: Mask) -> bool:
        """Return whether one connected change crosses the board's edge, or is too large for figures."""
        joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, labels = cv2.connectedComponents(joined)
        rim = self._rim()
        beyond = np.where(rim, self._labels == 0, self.inside == 0)
        inside, outside, at_rim = (
            np.bincount(labels[where], minlength=count)[1:] / self.hex_px
            for where in (self.inside > 0, beyond, rim & (self._labels > 0))
        )
        crossing = (inside >= REACHES_IN) & (outside >= REACHES_OUT)
        crossing |= (inside >= REACHES_IN_AT_RIM) & (at_rim >= REACHES_OUT)
        return bool(crossing.any() or (inside >= LARGEST_MOVE).any())

    def _rim(self) -> NDArray[np.bool_]:
        """Return the picture's own border, (h, w)."""
        rim = np.ones(self._labels.shape, np.bool_)
        rim[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = False
        return rim


def _grown(corners_mm: NDArray[np.float64], by_mm: float) -> NDArray[np.float64]:
    """Return the rectangle *corners_mm* (4, 2), larger by *by_mm* on every side."""
    return np.asarray(corners_mm + np.sign(corners_mm - corners_mm.mean(axis=0)) * by_mm, np.float64)


def overlap(one: Mask, other: Mask) -> float:
    """Return the shared part of two masks (h, w; 0 or 1): 1 where they are equal, 0 where they are apart."""
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 1.0
