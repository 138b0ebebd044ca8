"""Which cameras this machine has, by a name that stays when they are plugged in elsewhere.

On Linux the name is udev's (``by-id/…`` or ``by-path/…`` below ``/dev/v4l``), for a
Raspberry Pi camera libcamera's.  Windows and macOS give OpenCV numbers only, so there the
number is the name.  Two cameras of one make without serial numbers have one ``by-id`` between
them, which points to whichever was plugged in last: they are told apart by their sockets.
Knows no picture.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2

from vision.source.picam import HEIGHT, PI, WIDTH, PiCapture, is_pi, list_pi_cameras

V4L = Path("/dev/v4l")
BY_ID, BY_PATH = "by-id", "by-path"  # the first is the same in every socket
MAIN = "-index0"  # a camera's further nodes carry no pictures
USB = "usb"  # such a camera always has a by-id, unless another one like it has taken that
NUMBERS = 4  # tried where cameras have no names


class Capture(Protocol):
    """An open camera, as OpenCV has it."""

    def isOpened(self) -> bool:  # noqa: N802
        """Return whether pictures may come."""

    def grab(self) -> bool:
        """Take the next picture; return whether one came.  Costs little: nothing is unpacked."""

    def retrieve(self) -> tuple[bool, Any]:
        """Return whether what was taken last is a picture, and the picture: (h, w, 3) BGR, or a Jpeg."""

    def release(self) -> None:
        """Let go of the device."""


class Device(NamedTuple):
    """A camera: the name that stays, and where it is now."""

    identity: str
    node: Path


def list_devices(root: Path = V4L) -> list[Device]:
    """Return the cameras whose names lie below *root*, each once, and its best name."""
    ids, sockets = _links(root, BY_ID), _links(root, BY_PATH)
    names = sockets | ids | {node: sockets[node] for node in _shared(ids, sockets, root)}
    return sorted((Device(name, node) for node, name in names.items()), key=lambda one: one.node.name)


def _links(root: Path, folder: str) -> dict[Path, str]:
    """Return the names that *folder* has for the devices that are there."""
    found: dict[Path, str] = {}
    for link in sorted((root / folder).glob(f"*{MAIN}")):
        node = link.resolve()
        if node.exists():
            found.setdefault(node, f"{folder}/{link.name}")
    return found


def _shared(ids: dict[Path, str], sockets: dict[Path, str], root: Path) -> set[Path]:
    """Return the cameras whose by-id is that of another one too.

    One of them has lost it to the other.  The kernel's name of both is the same, where it is known.
    """
    lost = [node for node, name in sockets.items() if node not in ids and USB in name]
    makes = {_make(node, root) for node in lost}
    return {node for node in ids if node in sockets and makes & {_make(node, root), ""}}


def _make(node: Path, root: Path) -> str:
    """Return what the kernel calls the camera at *node*; "" where it does not say."""
    try:
        return (root.parent.parent / "sys/class/video4linux" / node.name / "name").read_text().strip()
    except OSError:
        return ""


def identity_of(spec: str, root: Path = V4L) -> str:
    """Return the name that stays for *spec*: a number, a device or such a name; else *spec* itself.

    *root*'s parent is the folder of devices.
    """
    if is_named(spec):
        node = (root / spec).resolve()
    elif spec.isdecimal() or spec.startswith(str(root.parent)):
        node = (root.parent / f"video{spec}" if spec.isdecimal() else Path(spec)).resolve()
    else:
        return spec
    return next((one.identity for one in list_devices(root) if one.node == node), spec)


def is_named(spec: str) -> bool:
    """Return whether *spec* is a name that stays."""
    return spec.startswith((f"{BY_ID}/", f"{BY_PATH}/"))


def open_device(identity: str, root: Path = V4L) -> Capture:
    """Return camera *identity*, wherever it is now; one that is not there is not open.

    Raises CameraError for a Raspberry Pi's own that cannot be read.
    """
    if is_pi(identity):
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
    """Opens camera *identity*, wherever it is now.

    Where another one like it has been plugged in meanwhile, it stays the one in the same socket.
    """

    def __init__(self, identity: str, root: Path = V4L) -> None:
        self.identity, self._root = identity, root
        self._socket = ""

    def __call__(self) -> Capture:
        """Return the camera, which is not open where it is not there.  Raises CameraError."""
        sockets = _links(self._root, BY_PATH)
        if self.identity.startswith(f"{BY_ID}/"):
            node = (self._root / self.identity).resolve()
            is_shared = node.exists() and identity_of(self.identity, self._root) != self.identity
            if not (is_shared and self._socket):
                self._socket = sockets.get(node, "")
            if is_shared and self._socket:
                self.identity = self._socket
        return open_device(self.identity, self._root)


class AnyDevice:
    """Opens whichever camera is there: *prefer* first, then what has a name, the Pi's own, then numbers."""

    def __init__(self, prefer: tuple[str, ...] = (), root: Path = V4L) -> None:
        self._prefer, self._root = prefer, root
        self._known = NamedDevice("", root)

    @property
    def identity(self) -> str:
        """Return the camera that was opened last, "" before the first."""
        return self._known.identity

    def __call__(self) -> Capture:
        """Return the first camera that opens, or one that is not open."""
        for identity in dict.fromkeys((self.identity, *self._prefer, *self._present())):
            if not identity:
                continue
            known = self._known if self._known.identity == identity else NamedDevice(identity, self._root)
            capture = known()
            if capture.isOpened():
                self._known = known
                return capture
            capture.release()
        return cv2.VideoCapture()

    def _present(self) -> list[str]:
        named = [one.identity for one in list_devices(self._root)]
        numbers = [] if self._root.exists() else [str(n) for n in range(NUMBERS)]
        return [*named, *([PI] if list_pi_cameras() else []), *numbers]
