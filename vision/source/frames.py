"""Where pictures come from: camera, address, video file, folder of pictures.

Every source is read the same way and hands out frames; what is on them is nobody's
business here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.kernel.translatable import Message
from vision.errors import CameraError, InputError, NoCameraYetError
from vision.source.devices import Capture
from vision.source.pictures import Jpeg, Picture, TooLargeError, decode

TIMEOUT_S = 2.5  # without a picture for so long, a camera is called lost
OPEN_LIMIT_S = 120.0  # some cameras take more than a minute
SOON_S = 0.3  # after which a camera that is being opened is told
CLOSE_LIMIT_S = 0.5
RETRY_S, LONGEST_RETRY_S = 0.5, 4.0  # after each try that gave nothing twice as long
FIRST_READS, FIRST_WAIT_S = 5, 0.05  # some cameras need a moment before the first picture
FAULTY_S = 1.0  # single pictures may fail; a camera that gives none for so long is opened anew
FIRST_GAP_S, LONGEST_GAP_S, SLACK_S = 0.5, 1.0, 0.05  # between two pictures
MUTE_REMEDY = Message(
    "a Raspberry Pi camera module does so unless it is read through its own camera stack (libcamera): "
    "sudo apt-get install rpicam-apps, then use --camera pi; "
    "for another camera close other programs that use it and plug it in again"
)
LEAST_SIDE = 64  # px; less is no picture of a table


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture, (h, w, 3) BGR, which may still be packed.

    *still* is a photograph that stands for a whole run of equal pictures; *live* comes
    from a camera, where two equal pictures in a row mean that it hangs.  *at* is seconds
    since the source was opened (or since the start of the video).
    """

    picture: Picture | Jpeg
    number: int
    at: float
    name: str | None = None
    still: bool = False
    live: bool = False

    @property
    def image(self) -> Picture:
        """Return all of the picture, (h, w, 3) BGR."""
        return self.picture.whole if isinstance(self.picture, Jpeg) else self.picture

    @cached_property
    def gray(self) -> NDArray[np.uint8]:
        """Return all of the picture in grey, (h, w); made once and shared: nobody may write to it."""
        return np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY), np.uint8)

    @property
    def draft(self) -> Picture:
        """Return the picture, or half its size where that is unpacked sooner."""
        return self.picture.draft if isinstance(self.picture, Jpeg) else self.picture

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the shape of all of the picture."""
        return self.picture.shape


def mirrored(frame: Frame) -> Frame:
    """Return the mirror image of *frame*."""
    return replace(frame, picture=np.asarray(cv2.flip(frame.image, 1), np.uint8))


class Source(Protocol):
    """Hands out frames, the freshest first."""

    @property
    def label(self) -> str:
        """Return what people call this source."""

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end.

        Raises CameraError while a camera gives nothing (read again: it is reopened by
        itself), InputError for a file that cannot be read.
        """

    def close(self) -> None:
        """Let go of the device or file."""


def read_picture(path: Path) -> Picture:
    """Return the picture in *path*, (h, w, 3) BGR.  Raises InputError where there is none."""
    try:
        content = path.read_bytes()
    except OSError as trouble:
        raise InputError("{1}: cannot be read ({2}); give a picture file", path, trouble.strerror) from None
    try:
        image = decode(content)
    except TooLargeError as trouble:
        raise InputError("{1}: is too large a picture ({2}); give a smaller one", path, trouble) from None
    if image is None:
        raise InputError("{1}: is no picture that can be read; give a JPEG or PNG file", path)
    if min(image.shape[:2]) < LEAST_SIDE:
        raise InputError(
            "{1}: is only {2} x {3} pixels; give a larger picture", path, image.shape[1], image.shape[0]
        )
    return image


class PictureSource:
    """Pictures from files, each a photograph of the table at rest (or not).

    One that cannot be read is left out; a folder that has gone is waited for.
    """

    def __init__(self, label: str, files: Sequence[Path]) -> None:
        self.label = label
        self._files = list(files)
        self._next = 0

    def read(self) -> Frame | None:
        """Return the next picture.

        Raises CameraError for one that is left out and while the folder is gone; read again.  Raises
        InputError for a single file that cannot be read.
        """
        left = self._files[self._next :]
        if not left:
            return None
        if len(self._files) > 1 and not any(file.exists() for file in left):
            time.sleep(RETRY_S)
            raise CameraError("{1} has gone; it is waited for", self.label)
        number = self._next
        self._next += 1
        try:
            return Frame(read_picture(left[0]), number, float(number), left[0].name, still=True)
        except InputError as trouble:
            if len(self._files) == 1:
                raise
            raise CameraError("{1}; it is left out", trouble) from None

    def close(self) -> None:
        """Forget the pictures that are left."""
        self._next = len(self._files)


class VideoSource:
    """Frames of a video file, one after the other, none left out.

    Raises InputError for a file that is no video.
    """

    def __init__(self, path: Path) -> None:
        self.label = path.name
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputError("{1}: is no video that can be read; record it again or convert it to MP4", path)
        self._length = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
        self._read = 0

    def read(self) -> Frame | None:
        """Return the next frame.  Raises InputError where the file breaks off."""
        good, image = self._capture.read()
        if not good:
            self.close()
            if self._read == 0 or self._read < self._length - max(2, self._length // 50):
                raise InputError(
                    "{1}: breaks off after {2} of {3} frames; what came before was read; copy or "
                    "record it again",
                    self.label,
                    self._read,
                    self._length,
                )
            return None
        number = self._read
        self._read += 1
        return Frame(np.asarray(image, np.uint8), number, number / self._rate)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class CameraSource:
    """The newest picture of a camera or an address; a thread reads, and reopens what has gone.

    *opener* opens it, wherever it is now, however long that takes.  While ``is_resting``, pictures
    are unpacked only for whoever waits for one: that is most of what a camera costs.
    """

    def __init__(self, name: str | Message, opener: Callable[[], Capture], remedy: str | Message) -> None:
        self.label, self._name = str(name), name
        self.is_resting = False
        self._opener, self._remedy = opener, remedy
        self._news, self._closed = Condition(), Event()
        self._latest: Frame | None = None
        self._count, self._gap_s, self._waiting = 0, FIRST_GAP_S, 0
        self._start = time.monotonic()
        self._grabbed_at = 0.0
        self._opening_since: float | None = self._start
        self._is_new, self._is_tried, self._is_mute = False, False, False
        self._told: Message | None = None
        self._thread = Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def identity(self) -> str:
        """Return the name by which the camera is known in every socket, or its label."""
        return getattr(self._opener, "identity", "") or self.label

    def wait(self) -> None:
        """Return once a picture has come.  Raises CameraError where the camera does not open."""
        with self._news:
            self._news.wait_for(lambda: self._is_tried, OPEN_LIMIT_S)
        if not self._count:
            raise CameraError(self._trouble(Message("{1} does not open", self._name)))

    def _run(self) -> None:
        wait = RETRY_S
        while not self._closed.is_set():
            before = self._count
            self._opening_since = time.monotonic()
            self._use()
            wait = RETRY_S if self._count > before else min(wait * 2, LONGEST_RETRY_S)
            with self._news:
                self._is_tried, self._opening_since = True, None
                self._news.notify_all()
            self._closed.wait(wait)

    def _use(self) -> None:
        """Open the camera and take in its pictures, as long as they come."""
        capture = None
        try:
            capture = self._opener()
            self._told = None
            self._read_all(capture)
        except Exception as trouble:  # noqa: BLE001 - whatever a driver raises is one sentence
            self._told = self._in_words(trouble)
        finally:
            if capture is not None:
                capture.release()

    def _in_words(self, trouble: Exception) -> Message:
        """Return one sentence for whatever a driver raises; what it says may hold what nobody should read."""
        if isinstance(trouble, CameraError):
            return trouble.message
        return Message("{1} fails ({2}); {3}", self._name, type(trouble).__name__, self._remedy)

    def _read_all(self, capture: Capture) -> None:
        """Take in pictures until none comes for a while, or none of the first few."""
        self._is_mute, misses, last = capture.isOpened(), 0, time.monotonic()
        while capture.isOpened() and not self._closed.is_set():
            if capture.grab() and self._take_in(capture):
                misses, last = 0, time.monotonic()
                continue
            misses += 1
            is_over = misses >= FIRST_READS if self._is_mute else time.monotonic() - last >= FAULTY_S
            if is_over:
                return
            self._closed.wait(FIRST_WAIT_S)

    def _take_in(self, capture: Capture) -> bool:
        """Take in the picture that *capture* has come to, if somebody wants one; return whether it is one."""
        at = time.monotonic() - self._start
        self._gap_s = min(at - self._grabbed_at, LONGEST_GAP_S) if self._count else FIRST_GAP_S
        self._grabbed_at = at
        if self.is_resting and self._count and not self._waiting:
            return True
        good, picture = capture.retrieve()
        if not good:
            return False
        with self._news:
            self._latest = Frame(picture, self._count, at, live=True)
            self._count += 1
            self._is_mute, self._opening_since = False, None
            self._is_new, self._is_tried = True, True
            self._news.notify_all()
        return True

    def read(self) -> Frame | None:
        """Return the newest picture that was not handed out yet, never older than the next is away.

        Raises CameraError while there is none (NoCameraYetError where none ever came); the
        camera is looked for by itself, so read again.
        """
        with self._news:
            self._waiting += 1
            timeout = TIMEOUT_S if self._count else min(SOON_S, TIMEOUT_S)
            has_come = self._news.wait_for(lambda: self._closed.is_set() or self._is_fresh(), timeout)
            self._waiting -= 1
            if not has_come:
                raise self._missing()
            if self._closed.is_set():
                return None
            self._is_new = False
            return self._latest

    def _is_fresh(self) -> bool:
        if not self._is_new or self._latest is None:
            return False
        return time.monotonic() - self._start - self._latest.at <= self._gap_s + SLACK_S

    def _missing(self) -> CameraError:
        """Return why no picture comes."""
        since = self._opening_since
        if self._count:
            return CameraError(
                "{1} (it is tried again by itself)",
                self._trouble(Message("{1} sends no pictures", self._name)),
            )
        if since is not None and (not self._is_tried or time.monotonic() - since > TIMEOUT_S):
            return NoCameraYetError("opening {1}: some cameras take a minute", self._name)
        return NoCameraYetError(self._trouble(Message("{1} is not there yet", self._name)))

    def _trouble(self, what: Message) -> Message:
        if self._told is not None:
            return self._told
        if self._is_mute:
            return Message("{1} opens but gives no picture; {2}", self._name, MUTE_REMEDY)
        return Message("{1}; {2}", what, self._remedy)

    def close(self) -> None:
        """Let go of the camera.  Waits for no camera that hangs: its thread ends when that lets it."""
        self._closed.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=CLOSE_LIMIT_S)
