"""Files and folders for their owner alone: games, codes, keys and pictures are nobody else's to read."""

import stat
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
