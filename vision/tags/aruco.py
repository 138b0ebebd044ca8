"""ArUco tags, the alternative for small pieces: found and read by OpenCV, kept if the book lists them."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import cv2
import numpy as np

from vision.board.calibrate import Gray, Registration
from vision.board.plan import TagBook, family_of
from vision.board.plane import Area, area_around
from vision.sightings import Pose
from vision.tags.locate import Scan, is_same_spot
from vision.tags.matcher import Matcher, TagMatch
from vision.tags.poses import corners_mm

SIZE_SLACK = 0.2
SQUARENESS = 0.75
UPSAMPLED = 2  # OpenCV's reader wants larger modules than ours


class ArucoReader:
    """Reads a book of ArUco marks in pictures *gray* (h, w)."""

    def __init__(self, book: TagBook) -> None:
        self._book = book
        self.matcher = Matcher(book)
        self._ratio = self.matcher.side / (self.matcher.side - 2 * self.matcher.margin)

    @cached_property
    def _detector(self) -> cv2.aruco.ArucoDetector:
        settings = cv2.aruco.DetectorParameters()
        settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = 7, 31
        settings.adaptiveThreshWinSizeStep = 12
        settings.adaptiveThreshConstant = 5
        settings.minMarkerPerimeterRate = 0.01
        settings.polygonalApproxAccuracyRate = 0.05
        settings.perspectiveRemovePixelPerCell = 8
        settings.perspectiveRemoveIgnoredMarginPerCell = 0.2
        family = family_of(self._book.layout.family)
        assert family is not None, "checked when the book was read"
        return cv2.aruco.ArucoDetector(family, settings)

    def scan(
        self,
        gray: Gray,
        registration: Registration,
        area: Area,
        sizes_mm: Mapping[str, float],
        *,
        known: Sequence[Pose] = (),
        scores: Sequence[float] = (),
        thorough: bool = True,
    ) -> Scan:
        """Search *area* for marks of the book; *thorough* looks at it enlarged."""
        corners = np.array(
            [(x, y) for x in np.linspace(area.west, area.east, 9) for y in (area.south, area.north)]
        )
        at = registration.to_pixels(corners)
        left, top = np.maximum(np.floor(at.min(axis=0)), 0).astype(int)
        right, bottom = np.maximum(np.ceil(at.max(axis=0)), 0).astype(int) + 1
        part = gray[top:bottom, left:right]
        if min(part.shape, default=0) < 8:
            return Scan([], [])
        zoom = UPSAMPLED if thorough else 1
        if zoom > 1:
            part = np.asarray(
                cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC), np.uint8
            )
        shapes, ids, _ = self._detector.detectMarkers(part)
        read = []
        for shape, number in zip(shapes, [] if ids is None else ids.ravel(), strict=True):
            quad = (np.asarray(shape, np.float64).reshape(4, 2) + 0.5) / zoom - 0.5 + (left, top)
            pose = self._pose(registration, quad, sizes_mm.get(str(number)))
            is_new = pose is not None and not any(is_same_spot(pose, other) for other in known)
            if pose is not None and is_new and str(number) in self._book.tags:
                read.append(TagMatch(str(number), 1.0, 1.0, pose))
        return Scan(read, [])

    def _pose(self, registration: Registration, quad: np.ndarray, size_mm: float | None) -> Pose | None:
        """Return how a mark of the corners *quad* (4, 2; px) lies, None where it can be none of *size_mm*."""
        plane = registration.to_mm(quad)
        sides = np.hypot(*(np.roll(plane, -1, axis=0) - plane).T)
        size = float(sides.mean() * self._ratio)
        if sides.min() < SQUARENESS * sides.max() or (size_mm and abs(size / size_mm - 1) > SIZE_SLACK):
            return None
        (x, y), way = plane.mean(axis=0), plane[1] - plane[0]
        return Pose((float(x), float(y)), float(np.arctan2(way[1], way[0])), size_mm or size)

    def verify(self, gray: Gray, registration: Registration, pose: Pose, payload: str) -> TagMatch | None:
        """Return the known tag *payload* at *pose* if it still lies there, else None."""
        area = area_around(corners_mm(pose)).grown(pose.size_mm / 2)
        near = self.scan(gray, registration, area, {payload: pose.size_mm}).read
        return next((one for one in near if one.payload == payload), None)
