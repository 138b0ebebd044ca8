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
from threading import Event, Thread
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.trouble import CameraError, InputError

Picture = NDArray[np.uint8]

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
ADDRESSES = ("http://", "https://", "rtsp://", "rtsps://")
PATIENCE_S = 3.0  # without a picture for so long, a camera is called lost
TIME_LIMIT_MS = 5000  # for opening an address and for each picture from it
RETRY_S = 1.0
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
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    if image is None:
        raise InputError(f"{path}: is no picture that can be read; give a JPEG or PNG file")
    if min(image.shape[:2]) < LEAST_SIDE:
        raise InputError(f"{path}: is only {image.shape[1]} x {image.shape[0]} pixels; give a larger picture")
    return np.asarray(image, np.uint8)


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
    """The freshest picture of a camera or an address; a thread reads, and reopens what has gone."""

    def __init__(self, label: str, opener: Callable[[], cv2.VideoCapture], remedy: str) -> None:
        self.label = label
        self._opener, self._remedy = opener, remedy
        self._fresh, self._closed = Event(), Event()
        self._latest: Frame | None = None
        self._count = 0
        self._start = time.monotonic()
        self._capture = opener()
        if not self._capture.isOpened() or not self._grab():
            self._capture.release()
            raise CameraError(f"{label} does not open; {remedy}")
        self._thread = Thread(target=self._run, name=f"camera {label}", daemon=True)
        self._thread.start()

    def _grab(self) -> bool:
        good, image = self._capture.read()
        if not good:
            return False
        at = time.monotonic() - self._start
        self._latest = Frame(np.asarray(image, np.uint8), self._count, at, live=True)
        self._count += 1
        self._fresh.set()
        return True

    def _run(self) -> None:
        while not self._closed.is_set():
            if self._grab():
                continue
            self._capture.release()
            if self._closed.wait(RETRY_S):
                break
            self._capture = self._opener()
        self._capture.release()

    def read(self) -> Frame | None:
        """Return the freshest picture that was not handed out yet.

        Raises CameraError while there is none; the camera is reopened by itself, so read again.
        """
        if self._closed.is_set():
            return None
        if not self._fresh.wait(PATIENCE_S):
            raise CameraError(f"{self.label} sends no pictures; {self._remedy} (it is tried again by itself)")
        self._fresh.clear()
        return self._latest

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        self._closed.set()
        self._thread.join(timeout=TIME_LIMIT_MS / 1000)


def open_source(spec: str) -> Source:
    """Return the source that *spec* names: a camera's number or device, an address, a video, a folder.

    Raises CameraError for a camera or address that does not open, InputError for a file that cannot be used.
    """
    _quieten()
    if spec.isdecimal():
        return _camera(f"camera {spec}", int(spec))
    if spec.startswith("/dev/"):
        return _camera(f"camera {spec}", str(Path(spec).resolve()))
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


def _camera(label: str, which: int | str) -> CameraSource:
    def opener() -> cv2.VideoCapture:
        capture = cv2.VideoCapture(which)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        return capture

    return CameraSource(label, opener, "plug it in, close other programs that use it, or name another camera")


def _address(url: str) -> CameraSource:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIME_LIMIT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIME_LIMIT_MS]
    remedy = "check the address and that the camera is switched on and in this network"
    return CameraSource(url, lambda: cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits), remedy)


def _natural(path: Path) -> list[tuple[int, str]]:
    parts = split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _quieten() -> None:
    """Keep OpenCV's and FFmpeg's own complaints off the terminal: we say what is wrong ourselves."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
