"""One at a time: what a process has claimed no other can, until it lets go or is gone.

The lock is SQLite's own on an empty file, so it is the same on every system and
the kernel ends it with the process, however that ends.
"""

import sqlite3
from pathlib import Path
from typing import Self

from companion.files import make_folder


class GameLockedError(Exception):
    """Another process, or another part of this one, has claimed this."""


class GameLock:
    """Holds the file *path* until closed.  Raises GameLockedError, and OSError where it cannot be made."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        try:
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=0.0
            )
            try:
                self._connection.execute("BEGIN EXCLUSIVE")
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as trouble:
            if trouble.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise GameLockedError(str(path)) from None
            raise OSError(None, str(trouble), str(path)) from None

    def close(self) -> None:
        """Let go."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Return the claim itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go."""
        self.close()
