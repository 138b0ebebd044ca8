"""Where pictures come from: camera, address, video file, folder of pictures.

Every source is read the same way and hands out frames; what is on them is nobody's
business here.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from re import split
from threading import Condition, Event, Thread
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.devices import PI, V4L, AnyDevice, Capture, NamedDevice, identity_of, is_named
from vision.pictures import TooLargeError, decode
from vision.trouble import CameraError, InputError, NoCameraYetError

Picture = NDArray[np.uint8]

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
ADDRESSES = ("http://", "https://", "rtsp://", "rtsps://")
PATIENCE_S = 3.0  # without a picture for so long, a camera is called lost
TIME_LIMIT_MS = 5000  # for opening an address and for each picture from it
OPEN_LIMIT_S, CLOSE_LIMIT_S = 6.0, 0.5
RETRY_S, LONGEST_RETRY_S = 0.5, 4.0  # after each try that gave nothing twice as long
FIRST_READS, FIRST_WAIT_S = 5, 0.05  # some cameras need a moment before the first picture
FIRST_GAP_S, LONGEST_GAP_S, SLACK_S = 0.5, 1.0, 0.05  # between two pictures
ANY = "any"
CAMERA_REMEDY = "plug it in, close other programs that use it, or name another camera"
PI_REMEDY = "check its cable, and install its software: sudo apt-get install python3-picamera2"
MUTE_REMEDY = (
    "a Raspberry Pi camera module does so unless it is read through its own camera stack (libcamera): "
    "sudo apt-get install python3-picamera2, then use --camera pi; "
    "for another camera close other programs that use it and plug it in again"
)
LEAST_SIDE = 64  # px; less is no picture of a table


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: *image* (h, w, 3) BGR.

    *still* is a photograph that stands for a whole run of equal pictures; *live* comes
    from a camera, where two equal pictures in a row mean that it hangs.  *at* is seconds
    since the source was opened (or since the start of the video).
    """

    image: Picture
    number: int
    at: float
    name: str | None = None
    still: bool = False
    live: bool = False


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
    """Return the picture in *path*.  Raises InputError where there is none."""
    try:
        content = path.read_bytes()
    except OSError as trouble:
        raise InputError(f"{path}: cannot be read ({trouble.strerror}); give a picture file") from None
    try:
        image = decode(content)
    except TooLargeError as trouble:
        raise InputError(f"{path}: is too large a picture ({trouble}); give a smaller one") from None
    if image is None:
        raise InputError(f"{path}: is no picture that can be read; give a JPEG or PNG file")
    if min(image.shape[:2]) < LEAST_SIDE:
        raise InputError(f"{path}: is only {image.shape[1]} x {image.shape[0]} pixels; give a larger picture")
    return image


class PictureSource:
    """Pictures from files, each a photograph of the table at rest (or not)."""

    def __init__(self, label: str, files: Sequence[Path]) -> None:
        self.label = label
        self._files = list(files)
        self._next = 0

    def read(self) -> Frame | None:
        """Return the next picture.  Raises InputError for one that cannot be read."""
        if self._next == len(self._files):
            return None
        path, number = self._files[self._next], self._next
        self._next += 1
        return Frame(read_picture(path), number, float(number), path.name, still=True)

    def close(self) -> None:
        """Forget the pictures that are left."""
        self._next = len(self._files)


class VideoSource:
    """Frames of a video file, one after the other, none left out."""

    def __init__(self, path: Path) -> None:
        self.label = path.name
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputError(f"{path}: is no video that can be read; record it again or convert it to MP4")
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
                    f"{self.label}: breaks off after {self._read} of {self._length} frames; "
                    "what came before was read; copy or record it again"
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

    *opener* opens it, wherever it is now.  Unless *is_awaited*, it must be there at once
    (else CameraError); an awaited one is looked for until it comes.
    """

    def __init__(
        self, label: str, opener: Callable[[], Capture], remedy: str, *, is_awaited: bool = False
    ) -> None:
        self.label = label
        self._opener, self._remedy = opener, remedy
        self._news, self._closed = Condition(), Event()
        self._latest: Frame | None = None
        self._count, self._gap_s = 0, FIRST_GAP_S
        self._start = time.monotonic()
        self._is_new, self._is_tried, self._is_mute = False, False, False
        self._thread = Thread(target=self._run, name=f"camera {label}", daemon=True)
        self._thread.start()
        if not is_awaited:
            with self._news:
                self._news.wait_for(lambda: self._is_tried, OPEN_LIMIT_S)
            if not self._count:
                self.close()
                raise CameraError(self._trouble(f"{self.label} does not open"))

    @property
    def identity(self) -> str:
        """Return the name by which the camera is known in every socket, or its label."""
        return getattr(self._opener, "identity", "") or self.label

    def _run(self) -> None:
        wait = RETRY_S
        while not self._closed.is_set():
            before = self._count
            capture = self._opener()
            self._read_all(capture)
            capture.release()
            wait = RETRY_S if self._count > before else min(wait * 2, LONGEST_RETRY_S)
            with self._news:
                self._is_tried = True
                self._news.notify_all()
            self._closed.wait(wait)

    def _read_all(self, capture: Capture) -> None:
        """Take in pictures until one does not come, or none of the first few."""
        self._is_mute, misses = capture.isOpened(), 0
        while capture.isOpened() and not self._closed.is_set():
            good, image = capture.read()
            if good:
                self._is_mute, misses = False, FIRST_READS
                self._take_in(np.asarray(image, np.uint8))
                continue
            misses += 1
            if misses >= FIRST_READS:
                return
            self._closed.wait(FIRST_WAIT_S)

    def _take_in(self, image: Picture) -> None:
        at = time.monotonic() - self._start
        with self._news:
            if self._latest is not None:
                self._gap_s = min(at - self._latest.at, LONGEST_GAP_S)
            self._latest = Frame(image, self._count, at, live=True)
            self._count += 1
            self._is_new, self._is_tried = True, True
            self._news.notify_all()

    def read(self) -> Frame | None:
        """Return the newest picture that was not handed out yet, never older than the next is away.

        Raises CameraError while there is none (NoCameraYetError where none ever came); the
        camera is looked for by itself, so read again.
        """
        with self._news:
            if not self._news.wait_for(lambda: self._closed.is_set() or self._is_fresh(), PATIENCE_S):
                if not self._count:
                    raise NoCameraYetError(self._trouble(f"{self.label} is not there yet"))
                trouble = self._trouble(f"{self.label} sends no pictures")
                raise CameraError(f"{trouble} (it is tried again by itself)")
            if self._closed.is_set():
                return None
            self._is_new = False
            return self._latest

    def _is_fresh(self) -> bool:
        if not self._is_new or self._latest is None:
            return False
        return time.monotonic() - self._start - self._latest.at <= self._gap_s + SLACK_S

    def _trouble(self, what: str) -> str:
        if self._is_mute:
            return f"{self.label} opens but gives no picture; {MUTE_REMEDY}"
        return f"{what}; {self._remedy}"

    def close(self) -> None:
        """Let go of the camera.  Waits for no camera that hangs: its thread ends when that lets it."""
        self._closed.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=CLOSE_LIMIT_S)


def open_source(spec: str, *, prefer: tuple[str, ...] = (), root: Path = V4L) -> Source:
    """Return the source that *spec* names: a camera, an address, a video, a folder, a picture.

    A camera is named by number, device, ``by-id/…`` or ``by-path/…`` below *root*, ``pi`` for the
    Raspberry Pi's own; it is found again when it is plugged in elsewhere.  ``any`` is whichever comes,
    one of *prefer* first; it is waited for.  Raises CameraError for a camera or address
    that does not open, InputError for a file that cannot be used.
    """
    quieten()
    if spec == ANY:
        return CameraSource("a camera", AnyDevice(prefer, root), CAMERA_REMEDY, is_awaited=True)
    if spec.isdecimal() or is_named(spec) or spec.startswith(("/dev/", "pi:")) or spec == PI:
        return _camera(spec, root)
    if spec.lower().startswith(ADDRESSES):
        return _address(spec)
    path = Path(spec)
    if path.is_dir():
        files = [file for file in path.iterdir() if file.suffix.lower() in PICTURES and file.is_file()]
        if not files:
            raise InputError(f"{path}: holds no pictures; give a folder with JPEG or PNG files")
        return PictureSource(str(path), sorted(files, key=_natural))
    if not path.is_file():
        raise InputError(f"{spec}: there is no such file or folder; give a camera's number, address or path")
    if path.suffix.lower() in PICTURES:
        return PictureSource(str(path), [path])
    return VideoSource(path)


def _camera(spec: str, root: Path) -> CameraSource:
    identity = identity_of(spec, root)
    remedy = PI_REMEDY if identity.partition(":")[0] == PI else CAMERA_REMEDY
    return CameraSource(f"camera {spec}", NamedDevice(identity, root), remedy)


def _address(url: str) -> CameraSource:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIME_LIMIT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIME_LIMIT_MS]
    remedy = "check the address and that the camera is switched on and in this network"
    return CameraSource(url, lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits), remedy)


def _natural(path: Path) -> list[tuple[int, str]]:
    parts = split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def quieten() -> None:
    """Keep OpenCV's and FFmpeg's own complaints off the terminal: we say what is wrong ourselves."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
