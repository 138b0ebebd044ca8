"""The board's plane as a flat picture: a part of the table seen straight from above, in millimetres.

Knows no tags; it only straightens what the camera saw.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration

KNOT_PX = 16  # from one knot to the next of the net by which a lens is followed


class Area(NamedTuple):
    """A rectangle on the board's plane, in millimetres."""

    west: float
    south: float
    east: float
    north: float

    def grown(self, by_mm: float) -> "Area":
        """Return this rectangle, larger by *by_mm* on every side."""
        return Area(self.west - by_mm, self.south - by_mm, self.east + by_mm, self.north + by_mm)


def area_around(points_mm: NDArray[np.float64]) -> Area:
    """Return the rectangle that holds *points_mm* (n, 2)."""
    (west, south), (east, north) = points_mm.min(axis=0), points_mm.max(axis=0)
    return Area(float(west), float(south), float(east), float(north))


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """*image* (h, w) shows *area* from above, north up, at *scale* pixels a millimetre."""

    image: Gray
    area: Area
    scale: float

    def to_mm(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Carry (..., 2) pixels of the sheet to (..., 2) millimetres."""
        east = self.area.west + (pixels[..., 0] + 0.5) / self.scale
        north = self.area.north - (pixels[..., 1] + 0.5) / self.scale
        return np.stack([east, north], axis=-1)

    def to_pixels(self, at_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Carry (..., 2) millimetres to (..., 2) pixels of the sheet."""
        across = (at_mm[..., 0] - self.area.west) * self.scale - 0.5
        down = (self.area.north - at_mm[..., 1]) * self.scale - 0.5
        return np.stack([across, down], axis=-1)

    def made_small(self, scale: float) -> "Sheet":
        """Return this sheet at *scale*, by no less than half of its own, or itself where it is no finer."""
        height, width = self.image.shape
        scale = max(scale, self.scale / 2)
        size = (round(width * scale / self.scale), round(height * scale / self.scale))
        if scale >= self.scale or min(size) < 1:
            return self
        image = np.asarray(cv2.resize(self.image, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        return Sheet(image, self.area, scale)


def flatten(gray: Gray, registration: Registration, area: Area, scale: float) -> Sheet:
    """Return *area* of *gray* (h, w) as a sheet; the lens is followed on a coarse net."""
    size = (round((area.east - area.west) * scale), round((area.north - area.south) * scale))
    knots = [(np.arange(-1, length // KNOT_PX + 2) + 0.5) * KNOT_PX for length in size]
    net = np.stack(np.meshgrid(area.west + knots[0] / scale, area.north - knots[1] / scale), axis=-1)
    seen = registration.to_pixels(net).astype(np.float32)
    across, down = (_spread(np.ascontiguousarray(seen[..., axis]), size) for axis in (0, 1))
    image = cv2.remap(gray, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Sheet(np.asarray(image, np.uint8), area, scale)


def _spread(net: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return *net* (m, n), a knot in the middle of each KNOT_PX and one around, for all pixels of *size*."""
    rows, columns = net.shape
    spread = cv2.resize(net, (columns * KNOT_PX, rows * KNOT_PX), interpolation=cv2.INTER_LINEAR)
    return np.asarray(spread[KNOT_PX : KNOT_PX + size[1], KNOT_PX : KNOT_PX + size[0]], np.float32)
