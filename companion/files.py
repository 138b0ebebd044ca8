"""Files and folders for their owner alone: games, codes, keys and pictures are nobody else's to read."""

import itertools
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700


def make_folder(path: Path) -> None:
    """Make the folder *path*, for its owner alone where it is new.  Raises OSError."""
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make the file *path* for its owner alone, or take it from others where it is there.  Raises OSError."""
    path.touch(mode=FILE_MODE)
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Take the file *path* from everybody but its owner, where that can be done; whose it is stays."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and stat.S_IMODE(mode) & ~FILE_MODE:
            path.chmod(FILE_MODE)
    except OSError:
        return  # another's file, or a file system without owners: it can be used all the same


def replace_file(path: Path, content: bytes) -> None:
    """Write *content* to *path*, for its owner alone: whole or not at all, even if the power fails.

    Raises OSError; then *path* is as it was.
    """
    make_folder(path.parent)
    with file_in_place_of(path) as fresh:
        fresh.write_bytes(content)


@contextmanager
def file_in_place_of(path: Path) -> Iterator[Path]:
    """Yield a file beside *path* to be written, which takes the place of *path* in the end.

    It is for its owner alone, and goes where anything is raised.  Raises OSError.
    """
    fresh = path.with_name(path.name + ".new")
    try:
        make_file(fresh)
        yield fresh
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):  # a folder of that name stands in the way
            fresh.unlink(missing_ok=True)
        raise


def set_aside(path: Path) -> Path:
    """Rename the file *path* with what belongs to it; return its new name."""
    aside = _free_name(path)
    for tail in ("-wal", "-shm", "-journal", ""):
        part = path.with_name(path.name + tail)
        if part.exists():
            part.rename(aside.with_name(aside.name + tail))
    return aside


def _free_name(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (
        path.with_name(f"{path.stem}.damaged-{stamp}{more}{path.suffix}")
        for more in ("", *(f"-{n}" for n in range(2, 100)))
    )
    return next(itertools.dropwhile(Path.exists, names))
