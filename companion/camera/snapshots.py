"""Pictures of the moment: the board from above, as the camera saw it when an entry was made, small and few.

They are written on a thread of their own and are no part of the game: where the disk is full
there is no picture, and the game goes on.  OpenCV is loaded only where there is something to see.
"""

import logging
import os
import queue
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from errno import ENOSPC
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.files import replace_file
from companion.journal.notices import Notices
from rules.kernel.messages import Entry
from rules.kernel.translatable import Message

if TYPE_CHECKING:
    from vision.board.homography import Points
    from vision.source.pictures import Picture

FOLDER = "pictures"
WIDTH_PX = 480
FINE = 2  # so many times larger it is first seen from above: pictures are larger than those kept
LARGEST_BYTES = 25_000
MOST = 300
"""How many pictures are kept of one game; the oldest go first."""

MOST_BYTES = 200_000_000
"""How much the pictures of all games may take; those of the game longest left alone go first."""

LEAST_FREE_BYTES = 1_000_000_000
"""With less room on the disk no picture is kept."""

NOTICE = "pictures"

_WAITING = 40  # entries whose pictures are not written yet; more are left without one
_QUALITIES = (75, 60, 45, 30, 15)

logger = logging.getLogger(__name__)


class Snapshot(NamedTuple):
    """A picture, BGR (height, width, 3), and where the board's corners lie in it, (4, 2) px, NW clockwise.

    *height* is the board's, as a share of its width.
    """

    image: "Picture"
    corners_px: "Points"
    height: float


class Snapshots:
    """The pictures of *game*, kept in the folder *data*.

    *look* returns what is seen of the board at rest, None where it is not seen; it must not wait, and is not
    called where no picture *is_wanted*.  Where none can be kept, it stands on *board*.
    """

    def __init__(
        self,
        data: Path,
        game: str,
        look: Callable[[], Snapshot | None] | None = None,
        *,
        board: Notices | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._all = data / FOLDER
        self._folder = self._all / game
        self._look = look
        self._board = board or Notices()
        self._is_wanted = is_wanted
        self._work: queue.Queue[Callable[[], None] | None] = queue.Queue(_WAITING)
        self._packed: tuple[Snapshot, bytes] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def keep(self, entries: Sequence[Entry], former: Mapping[int, int]) -> None:
        """Keep what is seen with *entries*.  Returns at once.

        One that was another entry before a correction, which *former* has, keeps that one's picture.
        """
        told = [entry.seq for entry in entries if entry.command is not None and entry.seq not in former]
        shot = self._look() if told and self._look is not None and self._is_wanted() else None
        if former and (self._look is not None or self._folder.is_dir()):
            self._later(lambda: self._carry(dict(former)))
        if shot is not None:
            self._later(lambda: self._write(shot, told))

    def read(self, seq: int) -> bytes | None:
        """Return the picture of entry *seq* as JPEG, None where there is none."""
        try:
            return self._path(seq).read_bytes()
        except OSError:
            return None

    def numbers(self) -> frozenset[int]:
        """Return the entries that have a picture."""
        return frozenset(_number(path) for path in _pictures(self._folder))

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._lock:
            thread, self._thread, self._look = self._thread, None, None
        if thread is not None:
            self._work.put(None)
            thread.join(timeout=10)

    def _later(self, work: Callable[[], None]) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
                self._thread.start()
        try:
            self._work.put_nowait(work)
        except queue.Full:
            logger.warning("pictures cannot be written as fast as things happen: one is left out")

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                work()
                self._board.mend(NOTICE)
            except OSError as trouble:
                logger.warning("no picture of the moment could be kept in %s (%s)", self._folder, trouble)
                self._board.post(
                    NOTICE,
                    Message(
                        "Pictures of the moment cannot be kept in {1} ({2}).", self._folder, trouble.strerror
                    ),
                    Message(
                        "The game itself goes on. Make room on the disk, or see that the folder can be "
                        "written."
                    ),
                )
            except Exception:
                logger.exception("no picture of the moment could be made; the game goes on")

    def _write(self, shot: Snapshot, numbers: Sequence[int]) -> None:
        if not self._is_wanted():  # somebody has said no since
            return
        if shutil.disk_usage(self._all.parent).free < LEAST_FREE_BYTES:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        if self._packed is None or self._packed[0].image is not shot.image:
            self._packed = shot, packed(shot)
        for number in numbers:
            replace_file(self._path(number), self._packed[1])
        self._tidy()

    def _carry(self, former: Mapping[int, int]) -> None:
        for number, was in former.items():
            picture = self.read(was)
            if picture is not None:
                replace_file(self._path(number), picture)
        self._tidy()

    def _tidy(self) -> None:
        """Let the oldest pictures go where there are too many."""
        for path in sorted(_pictures(self._folder), key=_number)[:-MOST]:
            path.unlink(missing_ok=True)
        games = _folders(self._all)
        size = {folder: sum(map(_size, _pictures(folder))) for folder in games}
        for folder in sorted(games, key=lambda each: (each == self._folder, _changed(each))):
            if sum(size.values()) <= MOST_BYTES:
                return
            for path in sorted(_pictures(folder), key=_number):
                if sum(size.values()) <= MOST_BYTES:
                    return
                size[folder] -= _size(path)
                path.unlink(missing_ok=True)

    def _path(self, seq: int) -> Path:
        return self._folder / f"{seq}.jpg"


class KeptPictures(NamedTuple):
    """The pictures that are kept, those of each of the *games* that has any."""

    games: tuple[tuple[Path, ...], ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return where they are, of all games."""
        return tuple(chain.from_iterable(self.games))

    @property
    def size(self) -> int:
        """Return the room that they take, in bytes; each file is asked for that."""
        return sum(map(_size, self.paths))


def kept_pictures(data: Path) -> KeptPictures:
    """Return what is kept of all games in the folder *data*."""
    return KeptPictures(tuple(tuple(paths) for each in _folders(data / FOLDER) if (paths := _pictures(each))))


def delete_pictures(data: Path) -> int:
    """Delete the pictures of all games in the folder *data*; return how many.  Raises OSError."""
    paths = kept_pictures(data).paths
    for path in paths:
        path.unlink(missing_ok=True)
    return len(paths)


def packed(shot: Snapshot) -> bytes:
    """Return the board of *shot* as a JPEG, ``WIDTH_PX`` wide, of ``LARGEST_BYTES`` where it can be.

    It is seen from above and whatever lies or sits around it is cut off.
    """
    import cv2
    import numpy as np

    size = WIDTH_PX, max(1, round(WIDTH_PX * shot.height))
    ends = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    fine = cv2.getPerspectiveTransform(shot.corners_px.astype(np.float32), ends * FINE)
    board = cv2.warpPerspective(shot.image, fine, (size[0] * FINE, size[1] * FINE))
    small = cv2.resize(board, size, interpolation=cv2.INTER_AREA)
    picture = b""
    for quality in _QUALITIES:
        good, made = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
        assert good
        picture = made.tobytes()
        if len(picture) <= LARGEST_BYTES:
            break
    return picture


def _pictures(folder: Path) -> list[Path]:
    """Return the pictures in *folder*, none where it is not there."""
    try:
        return [path for path in folder.iterdir() if path.suffix == ".jpg" and path.stem.isdecimal()]
    except OSError:
        return []


def _folders(folder: Path) -> list[Path]:
    """Return the folders in *folder*, none where it is not there."""
    try:
        return [each for each in folder.iterdir() if each.is_dir()]
    except OSError:
        return []


def _size(path: Path) -> int:
    """Return the room that *path* takes, none where it has gone meanwhile."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _changed(folder: Path) -> float:
    """Return when *folder* was changed last, 0 where it has gone meanwhile."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _number(path: Path) -> int:
    return int(path.stem)
