"""What a table remembers of its cameras, by their names that stay: lens, and how each sees a board.

Kept as ``cameras.json`` in the data folder, without what an address may hold that is secret.  Knows
no picture.
"""

from pathlib import Path
from typing import Protocol

import msgspec

from companion.files import replace_file
from companion.input.safe_parsing import UNREADABLE, measured, read_bytes
from companion.journal.data_folder import CAMERAS
from vision.board.calibrate import PriorView
from vision.board.lens import Lens
from vision.errors import InputError
from vision.sightings import Point
from vision.source.addresses import address_identity, is_address

Corners = tuple[Point, Point, Point, Point]
Size = tuple[int, int]


class _Camera(msgspec.Struct, kw_only=True):
    """One camera: lenses by picture size, tapped corners by board and picture size."""

    lenses: dict[str, Lens] = {}
    corners: dict[str, Corners] = {}


class _KeptCameras(msgspec.Struct, kw_only=True):
    last: str | None = None
    cameras: dict[str, _Camera] = {}


class CameraMemory:
    """Reads and writes what is known of every camera in the data folder *data*.

    A file that cannot be read counts as nothing known: it is only what people can show again.
    Addresses with their passwords, as former versions kept them, are known by their names, and gone
    from the file when a camera is used.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / CAMERAS

    @property
    def last(self) -> str | None:
        """Return the camera that was used last."""
        return self._read().last

    def use(self, camera: str) -> None:
        """Remember *camera* as the last one.  Raises InputError where the disk says no."""
        kept = self._read()
        if kept.last != camera or self._holds_addresses():
            kept.last = camera
            self._write(kept)

    def view(self, camera: str, board: str, size: Size) -> PriorView:
        """Return how *camera* with pictures of *size* (width, height) looks at *board*."""
        known = self._read().cameras.get(camera, _Camera())
        return PriorView(known.lenses.get(_name(size)), known.corners.get(f"{board} {_name(size)}"))

    def keep_lens(self, camera: str, size: Size, lens: Lens) -> None:
        """Remember the *lens* of *camera*.  Raises InputError where the disk says no."""
        kept = self._read()
        kept.cameras.setdefault(camera, _Camera()).lenses[_name(size)] = lens
        self._write(kept)

    def keep_corners(self, camera: str, board: str, size: Size, corners: Corners | None) -> None:
        """Remember where people tapped *board*'s corners (px), or forget it.  Raises InputError."""
        kept = self._read()
        known = kept.cameras.setdefault(camera, _Camera()).corners
        known.pop(f"{board} {_name(size)}", None)
        if corners is not None:
            known[f"{board} {_name(size)}"] = corners
        self._write(kept)

    def exported(self) -> bytes:
        """Return the file without any password.  Raises InputError where it cannot be read."""
        if self._holds_addresses():
            return _formatted(self._read())
        try:
            return self._path.read_bytes()
        except OSError as trouble:
            raise InputError("cannot be read ({1})", trouble.strerror) from None

    def _read(self) -> _KeptCameras:
        kept = self._stored()
        named = _KeptCameras(last=None if kept.last is None else _identity(kept.last))
        for name, known in kept.cameras.items():
            camera = named.cameras.setdefault(_identity(name), _Camera())
            camera.lenses |= known.lenses
            camera.corners |= known.corners
        return named

    def _holds_addresses(self) -> bool:
        """Return whether the file has addresses as they were given, which may hold passwords."""
        kept = self._stored()
        return any(_identity(name) != name for name in (kept.last or "", *kept.cameras))

    def _stored(self) -> _KeptCameras:
        try:
            return msgspec.json.decode(measured(read_bytes(self._path)), type=_KeptCameras)
        except (OSError, *UNREADABLE):
            return _KeptCameras()

    def _write(self, kept: _KeptCameras) -> None:
        try:
            replace_file(self._path, _formatted(kept))
        except OSError as trouble:
            raise InputError(
                "{1}: cannot be written ({2}); check the disk", self._path, trouble.strerror
            ) from None


class Named(Protocol):
    """A source that knows its camera's name."""

    @property
    def identity(self) -> str:
        """Return the name that stays."""


class CameraBoard:
    """What *memory* knows of one *board* before the camera that *source* reads now."""

    def __init__(self, memory: CameraMemory, board: str, source: Named) -> None:
        self._memory, self._board, self._source = memory, board, source

    def view(self, size: Size) -> PriorView:
        """Return how the camera looks at the board in pictures of *size*, and remember the camera."""
        self._memory.use(self._source.identity)
        return self._memory.view(self._source.identity, self._board, size)

    def keep(self, size: Size, corners: Corners) -> None:
        """Remember the tapped *corners*.  Raises InputError."""
        self._memory.keep_corners(self._source.identity, self._board, size, corners)


def _identity(camera: str) -> str:
    return address_identity(camera) if is_address(camera) else camera


def _formatted(kept: _KeptCameras) -> bytes:
    return msgspec.json.format(msgspec.json.encode(kept))


def _name(size: Size) -> str:
    return f"{size[0]}x{size[1]}"
