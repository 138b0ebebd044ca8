"""Watches the table: pictures through the eyes, and what has come to rest to the table.

A thread of its own, so a slow or dead camera never holds anybody up.  Knows no
rule: what it sees goes to the table as it is.
"""

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import NamedTuple, Protocol

import cv2
import msgspec
import numpy as np

from companion.camera.ignored_hexes import without
from companion.camera.picture_rate import PictureRate
from companion.camera.second_camera import SecondCamera
from companion.camera.side_camera import SideCamera
from companion.camera.snapshots import Snapshot
from companion.reconcile.camera_reports import BoardSeen, CameraNews, CameraReport, GridDoubted
from companion.reconcile.grid_check import GridOff, grid_off
from companion.reconcile.moment import CameraState
from companion.words.translator import Translator
from rules.kernel.hexes import Hex
from rules.kernel.translatable import Message
from rules.kernel.values import UnitId
from vision.board.calibrate import UNKNOWN_VIEW, PriorView, Registration
from vision.board.plan import BoardPlan, Tray, format_plan, parse_plan
from vision.errors import CameraError, InputError, NoCameraYetError
from vision.eyes import Eyes
from vision.health import ACT, EyeState
from vision.overlay import drawn_jpeg
from vision.reading import Reading
from vision.settle import Settler
from vision.sightings import Observation, Point, hexes_of
from vision.source.frames import CameraSource, Frame, Source, mirrored

BREATH_S = 1.0
"""How long the watch waits after a fault of ours before it looks again."""

logger = logging.getLogger(__name__)

COVERED_LONG_S = 10.0
"""A hand is gone sooner; what lies over the board longer has been forgotten there."""

_STATES: dict[str, CameraState] = {
    EyeState.QUIET: CameraState.WATCHING,
    EyeState.CHANGING: CameraState.SETTLING,
    EyeState.COVERED: CameraState.SETTLING,
    EyeState.NO_MARKS: CameraState.HIDDEN,
    EyeState.DARK: CameraState.HIDDEN,
    EyeState.OUT_OF_FOCUS: CameraState.HIDDEN,
    EyeState.FROZEN: CameraState.LOST,
}
"""What the table is told of each state of the eyes; of one that is not listed, that the board is hidden."""


def camera_news(reading: Reading, tr: Translator, name: Callable[[str], str] = str) -> CameraNews:
    """Return what *reading* says of the camera, in words of *tr*; *name* says what a piece is called."""
    state, text = _STATES.get(reading.state, CameraState.HIDDEN), _sentence(tr, reading.reason)
    if reading.is_unsteady and state is not CameraState.LOST:
        return CameraNews(CameraState.HIDDEN, text, EyeState.UNSTEADY)
    if state in (CameraState.HIDDEN, CameraState.LOST):
        unknown = tr(
            "The board cannot be read in the picture ({1}). Until it can, play by touch.", reading.state
        )
        return CameraNews(state, text or unknown, str(reading.state))
    if state is CameraState.WATCHING and reading.twice:
        return CameraNews(state, _twice(reading, tr, name), "twice")
    if state is CameraState.WATCHING and reading.glare:
        return CameraNews(state, text, "glare")
    return CameraNews(state, text)


def _twice(reading: Reading, tr: Translator, name: Callable[[str], str]) -> str:
    """Return which pieces are seen in several hexes, and in which."""
    places = [
        tr("{1} is seen in two places: {2}.", name(piece), ", ".join(hexes_of(piece, reading.sightings)))
        for piece in reading.twice
    ]
    return f"{' '.join(places)} {tr('Take one of the tags away.')}"


class KnownView(Protocol):
    """What is remembered of the camera before this board, by the size of its pictures."""

    def view(self, size: tuple[int, int]) -> PriorView:
        """Return it for pictures of *size* (width, height)."""

    def keep(self, size: tuple[int, int], corners: tuple[Point, Point, Point, Point]) -> None:
        """Remember the board's tapped *corners* (px).  Raises InputError."""


class WatchedPicture(NamedTuple):
    """One picture and what was read in it."""

    frame: Frame
    reading: Reading


class Watch:
    """Looks through *source* with *eyes*; *keep* stores a new fit of grid and tray.

    What the cameras *beside* it see is laid onto what this one does.  *tr* words what the table is told.
    *ignored* are the hexes in which people say that nothing is read rightly, *name* says what a piece is
    called, *homes* where units should stand, *report* takes what is seen.  Where *source* draws its
    pictures as soon as it is asked, one is looked at every *every_s* seconds.
    """

    def __init__(
        self,
        source: Source,
        *,
        plan: BoardPlan,
        make_eyes: Callable[[BoardPlan, PriorView], Eyes],
        report: Callable[[CameraReport], object],
        keep: Callable[[BoardPlan], None] = lambda plan: None,
        known: KnownView | None = None,
        beside: Sequence[SideCamera] = (),
        tr: Translator | None = None,
        ignored: Callable[[], Collection[Hex]] = tuple,
        name: Callable[[str], str] = str,
        homes: Callable[[], Mapping[UnitId, Hex]] = dict,
        every_s: float = 0.0,
    ) -> None:
        self.source, self.plan, self._beside, self._ignored = source, plan, beside, ignored
        self._in_words, self._name, self._every_s = tr or Translator(), name, every_s
        self.on_settled: Callable[[Frame, Observation], None] | None = None
        self._make_eyes, self._report, self._keep = make_eyes, report, keep
        self._known, self._view, self._size = known, UNKNOWN_VIEW, (0, 0)
        self._eyes = make_eyes(plan, self._view)
        self._settler = Settler()
        self._glance: WatchedPicture | None = None
        self._rest: WatchedPicture | None = None
        self._drawn: tuple[WatchedPicture, bytes] | None = None
        self._told: CameraNews | None = None
        self._covered_since: float | None = None
        self._is_mirrored = False
        self._homes, self._looked_at, self._fitted_at = homes, -1, -1
        self._grid_off: GridOff | None = None
        self._own: Reading | None = None
        self._pace = PictureRate()
        self._looking = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look on a thread of its own until the pictures end or ``close`` is called."""
        self._thread = threading.Thread(target=self.run, name="watch", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Look until the pictures end, cannot be read, or ``close`` is called.

        A fault of ours is told to the table, and the next picture is looked at all the same.
        """
        is_more = True
        cv2.setNumThreads(
            1
        )  # the steps of a look are so small that waking further threads costs a sixth more
        while is_more and not self._closed.is_set():
            due = monotonic() + max(self._every_s, self._pace.pause_s(self.source))
            try:
                is_more = self.step()
            except InputError as trouble:
                self._tell_once(CameraState.LOST, _sentence(self._in_words, trouble.message))
                return
            except Exception as fault:
                logger.exception("a picture could not be looked at")
                self._tell_once(
                    CameraState.LOST,
                    self._in_words(
                        "Looking failed by a fault of this program ({1}: {2}); it looks again. "
                        "Until then play by touch.",
                        type(fault).__name__,
                        fault,
                    ),
                )
                self._closed.wait(BREATH_S)
            self._closed.wait(max(0.0, due - monotonic()))

    def close(self) -> None:
        """Stop looking and let go of the source."""
        self._closed.set()
        if isinstance(self.source, CameraSource):
            self.source.close()  # wakes whoever waits for its next picture
        if self._thread is not None:
            self._thread.join(timeout=10)
        self.source.close()
        for side in self._beside:
            side.close()

    def wait(self) -> None:
        """Return once a camera has sent a picture.  Raises CameraError where it does not open."""
        if isinstance(self.source, CameraSource):
            self.source.wait()

    def step(self) -> bool:
        """Look once; return whether there may be more to see.  Raises InputError for a broken file."""
        try:
            frame = self.source.read()
        except NoCameraYetError as trouble:
            self._tell_once(CameraState.NONE, _sentence(self._in_words, trouble.message))
            self._closed.wait(0.1)
            return True
        except CameraError as trouble:
            if not self._look_beside(trouble.message):
                self._tell_once(CameraState.LOST, _sentence(self._in_words, trouble.message))
            self._closed.wait(0.1)
            return True
        if frame is None:
            if self._closed.is_set():
                return False
            ended = self._in_words("The pictures of {1} have come to their end.", self.source.label)
            self._tell_once(CameraState.LOST, ended)
            return False
        self.look(frame)
        return True

    def look(self, frame: Frame) -> None:
        """Read *frame*, and tell the table if it has come to rest anew."""
        with self._looking:
            self._know(frame)
            frame, reading = self._read(frame)
            self._looked_at, self._own = frame.number, reading
        self._take_in(frame, reading)

    def _look_beside(self, trouble: Message) -> bool:
        """Look with the second camera alone while the first is gone; return whether it sees the board."""
        glance, own = self._glance, self._own
        if self.second is None or not self.second.sees() or glance is None or own is None:
            return False
        self._take_in(glance.frame, replace(own, state=EyeState.NO_MARKS, reason=trouble))
        return True

    def _take_in(self, frame: Frame, reading: Reading) -> None:
        """Lay onto *reading* of *frame* what other cameras see, and tell the table what has come to rest."""
        with self._looking:
            for side in self._beside:
                reading = side.onto(reading)
            reading = without(reading, self._ignored())
            observation = self._settler.feed(reading)
            off = None if observation is None else grid_off(self.plan, reading.sightings, self._homes())
        self._pace.seen(reading.state)
        was_quiet = self._glance is not None and self._glance.reading.state == EyeState.QUIET
        self._glance = WatchedPicture(frame, reading)
        if reading.state == EyeState.QUIET:
            self._rest = self._glance
        elif reading.state in ACT:
            self._rest = None  # what lies there by now is not known
        news = self._covered_long(frame, reading) or camera_news(reading, self._in_words, self._name)
        if not (news.state is CameraState.SETTLING and was_quiet):  # a single picture may be torn
            self._tell_once(news.state, news.text, news.alarm)
        if observation is not None:
            if self.on_settled is not None:
                self.on_settled(frame, observation)
            if off != self._grid_off:
                self._grid_off = off
                self._report(GridDoubted(off=off, lay=self.move_grid))
            self._report(BoardSeen(observation=observation))

    def _read(self, frame: Frame) -> tuple[Frame, Reading]:
        """Return what is read in *frame*, and the frame, or its mirror image where that can be read."""
        frame = mirrored(frame) if self._is_mirrored else frame
        reading = self._eyes.look(frame)
        if reading.is_mirrored:
            self._is_mirrored = not self._is_mirrored
            frame = mirrored(frame)
            reading = self._eyes.look(frame)
        return frame, reading

    def _covered_long(self, frame: Frame, reading: Reading) -> CameraNews | None:
        """Return what is told once something has lain over the board too long to be a hand."""
        if reading.state != EyeState.COVERED:
            self._covered_since = None
            return None
        if self._covered_since is None:
            self._covered_since = frame.at
        if frame.at - self._covered_since < COVERED_LONG_S:
            return None
        text = self._in_words(
            "Something has been lying over the board for a while: take it away, or play by touch."
        )
        return CameraNews(CameraState.HIDDEN, text, "covered")

    def _tell_once(self, state: CameraState, text: str, alarm: str = "") -> None:
        if state is CameraState.LOST:
            alarm, self._rest = alarm or "lost", None
        news = CameraNews(state, text, alarm)
        if self._told != news:
            self._told = news
            self._report(news)

    def _know(self, frame: Frame) -> None:
        """Take up what is known of the camera when its first picture comes, or one of another size."""
        size = frame.shape[1], frame.shape[0]
        if size == self._size:
            return
        self._size = size
        view = UNKNOWN_VIEW if self._known is None else self._known.view(size)
        if view != self._view:
            self._renew(self.plan, view)

    def _renew(self, plan: BoardPlan, view: PriorView) -> None:
        self.plan, self._view = plan, view
        self._eyes = self._make_eyes(plan, view)
        for side in self._beside:
            side.use(plan)
        self._settler.start_over()

    @property
    def frame(self) -> Frame | None:
        """Return the newest picture."""
        return None if self._glance is None else self._glance.frame

    @property
    def glance(self) -> WatchedPicture | None:
        """Return the newest picture with what was read in it."""
        return self._glance

    def shot(self) -> Snapshot | None:
        """Return the newest picture in which nothing moved; None while the board is not seen at all."""
        rest, plan = self._rest, self.plan
        if rest is None or rest.reading.registration is None:
            return None
        corners = rest.reading.registration.to_pixels(plan.corners_mm[::-1])  # from NW clockwise
        return Snapshot(rest.frame.image, corners, plan.height_mm / plan.width_mm)

    @property
    def registration(self) -> Registration | None:
        """Return how the board lies in the newest picture, or None where its marks are not seen."""
        return None if self._glance is None else self._glance.reading.registration

    def overlay(self) -> bytes | None:
        """Return the newest picture with what is read drawn over it, as JPEG."""
        glance = self._glance
        if glance is None:
            return None
        if self._drawn is None or self._drawn[0] is not glance:
            self._drawn = glance, drawn_jpeg(glance.frame.image, glance.reading, self.plan)
        return self._drawn[1]

    @property
    def beside(self) -> Sequence[SideCamera]:
        """Return the cameras beside the first."""
        return self._beside

    @property
    def second(self) -> SecondCamera | None:
        """Return the second camera over the board, None where there is none."""
        return next((side for side in self._beside if isinstance(side, SecondCamera)), None)

    def move_grid(self, shift_mm: Point) -> int:
        """Lay the board's grid *shift_mm* (east, north) elsewhere, and keep it.

        Returns the last picture that was read by the former one.  Raises InputError.
        """
        corners = np.array([self.plan.centre_mm(name) for name in self.plan.corner_hexes]) + shift_mm
        nw, ne, se, sw = ((float(x), float(y)) for x, y in corners)
        self.fit(grid=(nw, ne, se, sw), tray=self.plan.tray)
        return self._fitted_at

    def fit(self, *, grid: tuple[Point, Point, Point, Point] | None, tray: Tray | None) -> None:
        """Use the board's *grid* and *tray* (mm) from the next picture on, and keep them.

        Raises InputError where the grid makes no board.
        """
        plan = parse_plan(
            format_plan(msgspec.structs.replace(self.plan, grid=grid, tray=tray)), Message("the new fit")
        )
        self._keep(plan)
        with self._looking:
            self._renew(plan, self._view)
            self._fitted_at = self._looked_at

    def pin(self, corners: tuple[Point, Point, Point, Point]) -> None:
        """Take the board to lie between *corners* (px, from NW clockwise) while no marks are seen.

        They are kept for this board and camera.  Raises InputError where they make no
        board or cannot be kept.
        """
        if not cv2.isContourConvex(np.array(corners, np.float32)):
            raise InputError("the four corners make no board: tap them in the order of the numbers")
        if self._known is not None:
            self._known.keep(self._size, corners)
        with self._looking:
            self._renew(self.plan, self._view._replace(corners_px=corners))


def _sentence(tr: Translator, reason: Message | None) -> str:
    told = "" if reason is None else tr(reason)
    return f"{told[:1].upper()}{told[1:]}." if told else ""
