"""Which source of pictures a name means: a camera, an address, a video, a folder, a picture."""

import os
from pathlib import Path
from re import split

import cv2

from rules.kernel.translatable import Message
from vision.errors import CameraError, InputError
from vision.source.addresses import AddressCamera, is_address, shown_address
from vision.source.devices import V4L, AnyDevice, NamedDevice, identity_of, is_named
from vision.source.frames import CameraSource, PictureSource, Source, VideoSource
from vision.source.picam import PI_REMEDY, is_pi

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
V4L_LIMIT = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3"  # seconds for a picture; OpenCV's own are 10
ANY = "any"
CAMERA_REMEDY = Message("plug it in, close other programs that use it, or name another camera")
ADDRESS_REMEDY = Message("check the address and that the camera is switched on and in this network")


def open_source(
    spec: str, *, prefer: tuple[str, ...] = (), root: Path = V4L, is_awaited: bool = False
) -> Source:
    """Return the source that *spec* names: a camera, an address, a video, a folder, a picture.

    A camera is named by number, device, ``by-id/…`` or ``by-path/…`` below *root*, ``pi`` for the
    Raspberry Pi's own; it is found again when it is plugged in elsewhere.  ``any`` is whichever comes,
    one of *prefer* first.  Raises CameraError for a camera or address that does not open, unless it
    *is_awaited*: then this returns at once.  Raises InputError for a file that cannot be used.
    """
    quieten()
    camera = _camera(spec, prefer, root)
    if camera is None:
        return _open_files(spec)
    if not is_awaited:
        try:
            camera.wait()
        except CameraError:
            camera.close()
            raise
    return camera


def _camera(spec: str, prefer: tuple[str, ...], root: Path) -> CameraSource | None:
    """Return the camera or address that *spec* names, None where it names none."""
    if spec == ANY:
        return CameraSource(Message("a camera"), AnyDevice(prefer, root), CAMERA_REMEDY)
    if is_address(spec):
        return CameraSource(shown_address(spec), AddressCamera(spec), ADDRESS_REMEDY)
    if spec.isdecimal() or is_named(spec) or spec.startswith("/dev/") or is_pi(spec):
        identity = identity_of(spec, root)
        remedy = PI_REMEDY if is_pi(identity) else CAMERA_REMEDY
        return CameraSource(Message("camera {1}", spec), NamedDevice(identity, root), remedy)
    return None


def _open_files(spec: str) -> Source:
    path = Path(spec)
    if path.is_dir():
        files = [file for file in path.iterdir() if file.suffix.lower() in PICTURES and file.is_file()]
        if not files:
            raise InputError("{1}: holds no pictures; give a folder with JPEG or PNG files", path)
        return PictureSource(str(path), sorted(files, key=_natural))
    if not path.is_file():
        raise InputError(
            "{1}: there is no such file or folder; give a camera's number, address or path",
            shown_address(spec),
        )
    if path.suffix.lower() in PICTURES:
        return PictureSource(str(path), [path])
    return VideoSource(path)


def _natural(path: Path) -> list[tuple[int, str]]:
    parts = split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def quieten() -> None:
    """Keep OpenCV's and FFmpeg's own complaints off the terminal: we say what is wrong ourselves."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault(*V4L_LIMIT)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
