"""The camera page's view of the watch: pixels of the still here, millimetres of the board there."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Protocol

import msgspec
import numpy as np

from companion.web.requests.i18n import tell_trouble, tr
from companion.web.requests.ports import BesideState, FitView, Point
from rules.kernel.translatable import Message
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan, Tray
from vision.errors import InputError
from vision.source.frames import Frame

Corners = tuple[Point, Point, Point, Point]
MOST_A_SECOND = 4.0


class Beside(Protocol):
    """A camera beside the first."""

    @property
    def called(self) -> Message:
        """Return what people call it."""

    @property
    def said(self) -> Message | None:
        """Return what keeps it from seeing what it watches, None where nothing does."""


class Drawing(Beside, Protocol):
    """One that looks at the board."""

    def overlay(self) -> bytes | None:
        """Return its newest picture as JPEG, with what is read drawn over it."""


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

    @property
    def second(self) -> Drawing | None:
        """Return the second camera over the board."""

    @property
    def beside(self) -> Sequence[Beside]:
        """Return the cameras beside it."""

    def fit(self, *, grid: Corners | None, tray: Tray | None) -> None:
        """Use *grid* and *tray* (mm) and keep them.  Raises InputError."""

    def pin(self, corners: Corners) -> None:
        """Take the board to lie between *corners* (px) and keep them.  Raises InputError."""


class CameraFit:
    """Shows what *watch* sees in pixels, lays its grid anew and takes its board's corners.

    The picture is drawn only when somebody asks, at most ``MOST_A_SECOND`` times a second however
    many ask, and by one thread: each that draws keeps the memory it took.
    """

    def __init__(self, watch: Looking, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._watch, self._clock = watch, clock
        self._drawing, self._drawer = Lock(), ThreadPoolExecutor(1, "camera page")
        self._drawn: dict[bool, tuple[float, bytes | None]] = {}

    def beside(self) -> list[BesideState]:
        """Return how each camera beside the first does."""
        told = [(tr(each.called), each.said) for each in self._watch.beside]
        return [
            BesideState(name=name, sees=why is None, text="" if why is None else tr(why))
            for name, why in told
        ]

    def still(self, *, of_second: bool = False) -> bytes | None:
        """Return the newest picture with its overlay as JPEG, or that *of* the *second* camera, or None."""
        with self._drawing:
            at, picture = self._drawn.get(of_second, (0.0, None))
            if picture is None or self._clock() - at >= 1.0 / MOST_A_SECOND:
                camera = self._watch.second if of_second else self._watch
                picture = None if camera is None else self._drawer.submit(camera.overlay).result()
                self._drawn[of_second] = self._clock(), picture
            return picture

    def fit_view(self) -> FitView | None:
        """Return where the grid lies on the newest picture, or None where there is no picture."""
        frame, registration = self._watch.frame, self._watch.registration
        if frame is None:
            return None
        (height, width), second = frame.image.shape[:2], self._watch.second
        said = "" if second is None or second.said is None else tr(second.said)
        shown = FitView(
            width=width,
            height=height,
            corners=_proposal(width, height),
            has_second=second is not None,
            second_said=f"{tr(second.called)}: {said}." if second is not None and said else "",
        )
        if registration is None:
            return shown
        plan = self._watch.plan
        corners = _pixels(registration, *(plan.centre_mm(name) for name in plan.corner_hexes))
        tray = None if plan.tray is None else _pixels(registration, plan.tray.from_mm, plan.tray.to_mm)
        high, wide = plan.height_mm, plan.width_mm
        board = _pixels(registration, (0.0, high), (wide, high), (wide, 0.0), (0.0, 0.0))
        return msgspec.structs.replace(
            shown,
            corners=(corners[0], corners[1], corners[2], corners[3]),
            tray=None if tray is None else (tray[0], tray[1]),
            board=(board[0], board[1], board[2], board[3]),
        )

    def pin(self, *, corners: Corners) -> str | None:
        """Take the board to lie between its tapped *corners*; return a sentence where that cannot be done."""
        if self._watch.frame is None:
            return tr("There is no picture: no camera is looking at the board.")
        try:
            self._watch.pin(corners)
        except InputError as trouble:
            return tell_trouble(trouble)
        return None

    def fit(self, *, corners: Corners, tray: tuple[Point, Point] | None) -> str | None:
        """Lay the grid anew and keep it; return a sentence where that cannot be done."""
        registration = self._watch.registration
        if registration is None:
            return tr(
                "The board's corner marks are not seen, so no grid can be laid. "
                "Clear them, or tap the board's corners first."
            )
        grid = _millimetres(registration, *corners)
        corner = None if tray is None else _millimetres(registration, *tray)
        try:
            self._watch.fit(
                grid=(grid[0], grid[1], grid[2], grid[3]),
                tray=None if corner is None else Tray(from_mm=corner[0], to_mm=corner[1]),
            )
        except InputError as trouble:
            return tell_trouble(trouble)
        return None


def _proposal(width: int, height: int) -> Corners:
    """Return four corners in the middle of a picture."""
    west, east, north, south = 0.2 * width, 0.8 * width, 0.2 * height, 0.8 * height
    return (west, north), (east, north), (east, south), (west, south)


def _pixels(registration: Registration, *at_mm: Point) -> list[Point]:
    return [(float(x), float(y)) for x, y in registration.to_pixels(np.array(at_mm, np.float64))]


def _millimetres(registration: Registration, *at_px: Point) -> list[Point]:
    return [(float(x), float(y)) for x, y in registration.to_mm(np.array(at_px, np.float64))]
