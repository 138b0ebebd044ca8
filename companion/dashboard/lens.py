"""The camera page's view of the watch: pixels of the still here, millimetres of the board there."""

from typing import Protocol

import numpy as np

from companion.dashboard.desk import FitView, Point
from vision.calibrate import Registration
from vision.frames import Frame
from vision.plan import BoardPlan, Tray
from vision.trouble import InputError

Corners = tuple[Point, Point, Point, Point]


class Looking(Protocol):
    """The watch, as far as the camera page needs it."""

    plan: BoardPlan

    @property
    def frame(self) -> Frame | None:
        """Return the newest picture."""

    @property
    def registration(self) -> Registration | None:
        """Return how the board lies in it."""

    def overlay(self) -> bytes | None:
        """Return it as JPEG, with what is read drawn over it."""

    def fit(self, *, grid: Corners | None, tray: Tray | None) -> None:
        """Use *grid* and *tray* (mm) and keep them.  Raises InputError."""


class Lens:
    """Shows the grid of *watch* in pixels and lays it anew."""

    def __init__(self, watch: Looking) -> None:
        self._watch = watch

    def still(self) -> bytes | None:
        """Return the newest picture with its overlay as JPEG, or None."""
        return self._watch.overlay()

    def fit_view(self) -> FitView | None:
        """Return where the grid lies on the newest picture, or None where the board is not found in it."""
        frame, registration = self._watch.frame, self._watch.registration
        if frame is None or registration is None:
            return None
        height, width = frame.image.shape[:2]
        plan = self._watch.plan
        corners = _pixels(registration, *(plan.centre_mm(name) for name in plan.corner_hexes))
        tray = None if plan.tray is None else _pixels(registration, plan.tray.from_mm, plan.tray.to_mm)
        return FitView(
            width=width,
            height=height,
            corners=(corners[0], corners[1], corners[2], corners[3]),
            tray=None if tray is None else (tray[0], tray[1]),
        )

    def fit(self, *, corners: Corners, tray: tuple[Point, Point] | None) -> str | None:
        """Lay the grid anew and keep it; return a sentence where that cannot be done."""
        registration = self._watch.registration
        if registration is None:
            return "The board's corner marks are not seen, so no grid can be laid. Clear them and try again."
        grid = _millimetres(registration, *corners)
        corner = None if tray is None else _millimetres(registration, *tray)
        try:
            self._watch.fit(
                grid=(grid[0], grid[1], grid[2], grid[3]),
                tray=None if corner is None else Tray(from_mm=corner[0], to_mm=corner[1]),
            )
        except InputError as trouble:
            return f"{trouble}"
        return None


def _pixels(registration: Registration, *at_mm: Point) -> list[Point]:
    return [(float(x), float(y)) for x, y in registration.to_pixels(np.array(at_mm, np.float64))]


def _millimetres(registration: Registration, *at_px: Point) -> list[Point]:
    return [(float(x), float(y)) for x, y in registration.to_mm(np.array(at_px, np.float64))]
