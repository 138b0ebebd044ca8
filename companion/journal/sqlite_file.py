"""The file under the store: opened safely, and checked."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.files import close_to_others, make_file
from companion.journal.formats import newest
from companion.journal.jsonl import GameRow, StoreError
from companion.journal.lock import GameLock, GameLockedError

SCHEMA = (
    """
CREATE TABLE IF NOT EXISTS main.games (
    id TEXT PRIMARY KEY, scenario TEXT NOT NULL, edition TEXT NOT NULL,
    started REAL NOT NULL, version TEXT NOT NULL
) STRICT
""",
    """
CREATE TABLE IF NOT EXISTS main.entries (
    game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID
""",
)
COLUMNS = "id, scenario, edition, started, version"

CHECKED_AT_ONCE = 4 * 1024 * 1024
"""Bytes of the largest store that is checked, and backed up, whole before it is used: some 25 games."""

_STEPS_BETWEEN_LOOKS = 100_000  # of SQLite's machine: some milliseconds

_NOT_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_INTERRUPT,
    }
)
"""What SQLite says of the disk and of others at the file, not of the file itself."""


def backup_of(path: Path) -> Path:
    """Return where the last good backup of the store *path* lies."""
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def doubt_of(path: Path) -> Path:
    """Return the file that is there while somebody has found the store *path* damaged."""
    return path.with_name(f"{path.stem}.doubt")


def is_small(path: Path) -> bool:
    """Return whether *path* is checked, and backed up, whole before it is used."""
    return path.stat().st_size <= CHECKED_AT_ONCE


def locks_of(path: Path) -> Path:
    """Return the folder with the claims on the store *path*."""
    return path.with_name(f"{path.stem}.locks")


def is_played(path: Path) -> bool:
    """Return whether a game of the store *path* is being played: its file must not be taken away then."""
    for lock in locks_of(path).glob("game-*.lock"):
        try:
            GameLock(lock).close()
        except GameLockedError:
            return True
    return False


class DamagedError(StoreError):
    """The file of the games is damaged: only a new start mends it."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what the disk and SQLite say into a StoreError that names *path*.

    Raises DamagedError, one of them, where the games in it cannot be read.
    """
    try:
        yield
    except sqlite3.OperationalError as trouble:
        raise StoreError("{1}: the games cannot be opened ({2}); check the folder", path, trouble) from None
    except (sqlite3.Error, UnicodeDecodeError) as trouble:
        raise DamagedError(
            "{1}: the games are damaged ({2}); start again, then the last backup is used", path, trouble
        ) from None
    except OSError as trouble:
        raise StoreError(
            "{1}: the games cannot be kept there ({2}); check the folder", path, trouble.strerror
        ) from None


def connect(path: Path) -> sqlite3.Connection:
    """Open *path* so that what is written outlives a power cut; tables are made where there are none."""
    make_file(path)
    for tail in ("-wal", "-shm"):  # of one that was made before
        if (beside := path.with_name(path.name + tail)).exists():
            close_to_others(beside)
    connection = plain(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            with transaction(connection):
                make_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the store's tables where there are none, and number its format."""
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA main.user_version = {newest()}")


def plain(path: Path) -> sqlite3.Connection:
    """Open *path* as it is.  Raises StoreError for another format."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda text: text.decode("utf-8", errors="replace")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, newest()):
            raise StoreError(
                "{1} was written by a newer version of herald (format {2}, this one reads up to {3});"
                " nothing was changed: use that version, or another folder with --data",
                path,
                version,
                newest(),
            )
    except BaseException:
        connection.close()
        raise
    return connection


def check(path: Path, stop: Callable[[], bool] | None = None) -> None:
    """Raise sqlite3.DatabaseError where *path* is no whole store, or once *stop* says so."""
    connection = plain(path)
    try:
        if stop is not None:
            connection.set_progress_handler(stop, _STEPS_BETWEEN_LOOKS)
        verdict = connection.execute("PRAGMA quick_check").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        connection.execute(f"SELECT {COLUMNS} FROM games LIMIT 1").fetchone()
        connection.execute("SELECT game, seq, entry FROM entries LIMIT 1").fetchone()
    except UnicodeDecodeError:  # SQLite quotes what is damaged
        raise sqlite3.DatabaseError("what it says of itself cannot be read") from None
    finally:
        connection.close()


def is_good(path: Path, stop: Callable[[], bool] | None = None) -> bool:
    """Return whether *path* is a whole store.

    Raises sqlite3.Error where it cannot be looked at, or once *stop* says so.
    """
    try:
        check(path, stop)
    except sqlite3.DatabaseError as trouble:
        if not is_damage(trouble):
            raise
        return False
    return True


def is_damage(trouble: Exception) -> bool:
    """Return whether *trouble* is of the file itself, not of the disk, of others at the file, or of ours."""
    return (
        not isinstance(trouble, sqlite3.ProgrammingError)
        and getattr(trouble, "sqlite_errorcode", 0) & 0xFF not in _NOT_DAMAGE
    )


def row_of(row: sqlite3.Row) -> GameRow | None:
    """Return the game's line that *row* holds, or None where it is damaged."""
    try:
        return msgspec.convert(dict(row), GameRow)
    except msgspec.ValidationError:
        return None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Keep all that is done meanwhile, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
