"""Which cameras this machine has, by a name that stays when they are plugged in elsewhere.

On Linux the name is udev's (``by-id/…`` or ``by-path/…`` below ``/dev/v4l``), for a
Raspberry Pi camera libcamera's.  Windows and macOS give OpenCV numbers only, so there the
number is the name.  Knows no picture.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

V4L = Path("/dev/v4l")
BY_NAME = ("by-id", "by-path")  # the first is the same in every socket
MAIN = "-index0"  # a camera's further nodes carry no pictures
NUMBERS = 4  # tried where cameras have no names
WIDTH, HEIGHT = 1920, 1080
PI = "pi"
PI_WAIT_S = 3.0


class Capture(Protocol):
    """An open camera, as OpenCV has it."""

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether pictures may come."""

    def read(self) -> tuple[bool, Any]:
        """Return whether a picture came, and the picture (h, w, 3) BGR."""

    def release(self) -> None:
        """Let go of the device."""


class Device(NamedTuple):
    """A camera: the name that stays, and where it is now."""

    identity: str
    node: Path


def list_devices(root: Path = V4L) -> list[Device]:
    """Return the cameras whose names lie below *root*, each once, and its best name."""
    found: dict[Path, str] = {}
    for folder in BY_NAME:
        for link in sorted((root / folder).glob(f"*{MAIN}")):
            node = link.resolve()
            if node.exists():
                found.setdefault(node, f"{folder}/{link.name}")
    return sorted((Device(identity, node) for node, identity in found.items()), key=lambda one: one.node.name)


def identity_of(spec: str, root: Path = V4L) -> str:
    """Return the name that stays for *spec*: a number, a device or such a name; else *spec* itself.

    *root*'s parent is the folder of devices.
    """
    if is_named(spec) or not (spec.isdecimal() or spec.startswith(str(root.parent))):
        return spec
    node = (root.parent / f"video{spec}" if spec.isdecimal() else Path(spec)).resolve()
    return next((one.identity for one in list_devices(root) if one.node == node), spec)


def is_named(spec: str) -> bool:
    """Return whether *spec* is a name that stays."""
    return spec.startswith(tuple(f"{folder}/" for folder in BY_NAME))


def open_device(identity: str, root: Path = V4L) -> Capture:
    """Return camera *identity*, wherever it is now; one that is not there is not open."""
    if identity == PI or identity.startswith(f"{PI}:"):
        return PiCapture(identity)
    if identity.isdecimal():
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        return _at_full_size(cv2.VideoCapture(int(identity), backend))
    node = (root / identity if is_named(identity) else Path(identity)).resolve()
    if not node.exists():
        return cv2.VideoCapture()
    number = node.name.removeprefix("video")
    if node.is_char_device() and number.isdecimal():
        return _at_full_size(cv2.VideoCapture(int(number), cv2.CAP_V4L2))
    return _at_full_size(cv2.VideoCapture(str(node)))


def _at_full_size(capture: cv2.VideoCapture) -> cv2.VideoCapture:
    for setting, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, WIDTH),
        (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ):
        capture.set(setting, value)
    return capture


class NamedDevice:
    """Opens camera *identity*, wherever it is now."""

    def __init__(self, identity: str, root: Path = V4L) -> None:
        self.identity, self._root = identity, root

    def __call__(self) -> Capture:
        """Return the camera, which is not open where it is not there."""
        return open_device(self.identity, self._root)


class AnyDevice:
    """Opens whichever camera is there: *prefer* first, then what has a name, the Pi's own, then numbers."""

    def __init__(self, prefer: tuple[str, ...] = (), root: Path = V4L) -> None:
        self.identity = ""
        self._prefer, self._root = prefer, root

    def __call__(self) -> Capture:
        """Return the first camera that opens, or one that is not open."""
        for identity in dict.fromkeys((self.identity, *self._prefer, *self._present())):
            capture = open_device(identity, self._root) if identity else cv2.VideoCapture()
            if capture.isOpened():
                self.identity = identity
                return capture
            capture.release()
        return cv2.VideoCapture()

    def _present(self) -> list[str]:
        named = [one.identity for one in list_devices(self._root)]
        numbers = [] if self._root.exists() else [str(n) for n in range(NUMBERS)]
        return [*named, *([PI] if has_pi_cameras() else []), *numbers]


def has_pi_cameras() -> bool:
    """Return whether picamera2 is here and sees a camera."""
    library = _picamera2()
    return library is not None and bool(library.Picamera2.global_camera_info())


def _picamera2() -> ModuleType | None:
    """Return picamera2, which comes with Raspberry Pi OS and from no package index, or None."""
    try:
        return import_module("picamera2")
    except (ImportError, OSError):
        return None


class PiCapture:
    """The Raspberry Pi's own camera: ``pi`` is the first, ``pi:1`` the second, ``pi:ID`` libcamera's."""

    def __init__(self, spec: str) -> None:
        self._camera: Any = None
        library = _picamera2()
        number = None if library is None else _pi_number(spec, library)
        if library is None or number is None:
            return
        try:
            self._camera = library.Picamera2(number)
            size = {"size": (WIDTH, HEIGHT), "format": "RGB888"}  # which picamera2 stores as BGR
            self._camera.configure(self._camera.create_video_configuration(main=size))
            self._camera.start()
        except (RuntimeError, IndexError, OSError):  # in use, or gone
            self.release()

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether the camera runs."""
        return self._camera is not None

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        """Return the next picture, or False where none came in time."""
        if self._camera is None:
            return False, None
        try:
            return True, np.asarray(self._camera.capture_array("main", wait=PI_WAIT_S), np.uint8)
        except (RuntimeError, TimeoutError, OSError):
            return False, None

    def release(self) -> None:
        """Stop the camera and let go of it."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()


def _pi_number(spec: str, library: ModuleType) -> int | None:
    cameras = library.Picamera2.global_camera_info()
    wanted = spec.partition(":")[2] or "0"
    return next((n for n, one in enumerate(cameras) if wanted in (str(n), one.get("Id"))), None)
