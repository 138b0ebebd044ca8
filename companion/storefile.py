"""The file under the store: opened safely, checked, and backed up.

A log only grows.  So a backup never holds what its store does not hold: where it
does, the store has lost something, and the backup stays as it is.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from companion.claim import Claim, ClaimedError
from companion.exports import GameRow, StoreError
from companion.formats import newest

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, scenario TEXT NOT NULL, edition TEXT NOT NULL,
    started REAL NOT NULL, version TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""
COLUMNS = "id, scenario, edition, started, version"

_LACKING = """
SELECT game FROM former.entries AS held WHERE NOT EXISTS (
    SELECT 1 FROM main.entries AS kept
    WHERE kept.game = held.game AND kept.seq = held.seq AND kept.entry = held.entry)
UNION SELECT id FROM (SELECT * FROM former.games EXCEPT SELECT * FROM main.games)
"""

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
    }
)
"""What SQLite says of the disk and of others at the file, not of the file itself."""


def backup_of(path: Path) -> Path:
    """Return where the last good backup of the store *path* lies."""
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def locks_of(path: Path) -> Path:
    """Return the folder with the claims on the store *path*."""
    return path.with_name(f"{path.stem}.locks")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what the disk and SQLite say into a StoreError that names *path*."""
    try:
        yield
    except sqlite3.OperationalError as trouble:
        raise StoreError(f"{path}: the games cannot be opened ({trouble}); check the folder") from None
    except (sqlite3.Error, UnicodeDecodeError) as trouble:
        raise StoreError(
            f"{path}: the games are damaged ({trouble}); start again, then the last backup is used"
        ) from None
    except OSError as trouble:
        raise StoreError(
            f"{path}: the games cannot be kept there ({trouble.strerror}); check the folder"
        ) from None


def connect(path: Path) -> sqlite3.Connection:
    """Open *path* so that what is written outlives a power cut; tables are made where there are none."""
    connection = _plain(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(SCHEMA)
        connection.execute(f"PRAGMA user_version = {newest()}")
    except BaseException:
        connection.close()
        raise
    return connection


def _plain(path: Path) -> sqlite3.Connection:
    """Open *path* as it is.  Raises StoreError for another format."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda text: text.decode("utf-8", errors="replace")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, newest()):
            raise StoreError(
                f"{path} was written by a newer version of herald (format {version}, this one reads up to "
                f"{newest()}); nothing was changed: use that version, or another folder with --data"
            )
    except BaseException:
        connection.close()
        raise
    return connection


def check(path: Path) -> None:
    """Raise sqlite3.DatabaseError where *path* is no whole store."""
    connection = _plain(path)
    try:
        verdict = connection.execute("PRAGMA quick_check").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        connection.execute(f"SELECT {COLUMNS} FROM games LIMIT 1").fetchone()
        connection.execute("SELECT game, seq, entry FROM entries LIMIT 1").fetchone()
    except UnicodeDecodeError:  # SQLite quotes what is damaged
        raise sqlite3.DatabaseError("what it says of itself cannot be read") from None
    finally:
        connection.close()


def is_good(path: Path) -> bool:
    """Return whether *path* is a whole store.  Raises sqlite3.Error where it cannot be looked at."""
    try:
        check(path)
    except sqlite3.DatabaseError as trouble:
        if getattr(trouble, "sqlite_errorcode", 0) & 0xFF in _NOT_DAMAGE:
            raise
        return False
    return True


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


def back_up(connection: sqlite3.Connection, path: Path) -> None:
    """Write the backup of *path* anew, if it would hold all that the former one holds.

    The former one stays until the new one is whole.  Does nothing while another
    process is at it.  Raises StoreError, sqlite3.Error and OSError.
    """
    try:
        with Claim(locks_of(path) / "backup.lock"):
            _back_up(connection, path)
    except ClaimedError:
        return


def _back_up(connection: sqlite3.Connection, path: Path) -> None:
    backup = backup_of(path)
    fresh = backup.with_name(backup.name + ".new")
    fresh.unlink(missing_ok=True)
    with closing(sqlite3.connect(fresh)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
    check(fresh)
    if backup.is_file() and lacks_something(fresh, backup):
        raise StoreError(
            f"{path} has lost what its backup {backup} still holds, which stays as it is; "
            "start herald again: then it is mended"
        )
    fresh.replace(backup)


def attach(connection: sqlite3.Connection, backup: Path) -> set[str]:
    """Attach *backup* as ``former``; return the games of which it holds what the store does not."""
    connection.execute("ATTACH DATABASE ? AS former", (str(backup),))
    return {row[0] for row in connection.execute(_LACKING)}


def lacks_something(path: Path, backup: Path) -> bool:
    """Return whether *backup* holds what the store *path* does not."""
    with closing(_plain(path)) as connection:
        return bool(attach(connection, backup))
