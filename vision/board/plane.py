"""The board's plane as a flat picture: a part of the table seen straight from above, in millimetres.

Knows no tags; it only straightens what the camera saw.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.calibrate import Gray, Registration


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


def flatten(gray: Gray, registration: Registration, area: Area, scale: float) -> Sheet:
    """Return *area* of *gray* (h, w) as a sheet; the lens is followed on a coarse net."""
    size = (round((area.east - area.west) * scale), round((area.north - area.south) * scale))
    coarse = (max(2, size[0] // 16), max(2, size[1] // 16))
    east = np.linspace(0.5, size[0] - 0.5, coarse[0]) / scale + area.west
    north = area.north - np.linspace(0.5, size[1] - 0.5, coarse[1]) / scale
    net = registration.to_pixels(np.stack(np.meshgrid(east, north), axis=-1)).astype(np.float32)
    across, down = (_spread(np.ascontiguousarray(net[..., axis]), size) for axis in (0, 1))
    image = cv2.remap(gray, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Sheet(np.asarray(image, np.uint8), area, scale)


def _spread(net: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return *net* (m, n), whose ends are the first and last pixels, for every pixel of *size* (w, h)."""
    rows, columns = net.shape
    stretch = np.array(
        [((columns - 1) / (size[0] - 1), 0, 0), (0, (rows - 1) / (size[1] - 1), 0)], np.float32
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    spread = cv2.warpAffine(net, stretch, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(spread, np.float32)
