"""The backup of a store: a second file of the same form that gets what is new, and nothing else.

A log only grows.  So a backup never holds what its store does not hold: where it
does, the store has lost something, and the backup stays as it is.
"""

import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion.files import make_file
from companion.journal.jsonl import StoreError
from companion.journal.lock import GameLock, GameLockedError
from companion.journal.sqlite_file import COLUMNS, backup_of, locks_of, make_tables, plain, transaction

_LOST_ENTRIES = """
SELECT DISTINCT game FROM former.entries AS held WHERE {which} NOT EXISTS (
    SELECT 1 FROM main.entries AS kept
    WHERE kept.game = held.game AND kept.seq = held.seq AND kept.entry = held.entry)
"""
_LOST_GAMES = "SELECT id FROM (SELECT * FROM former.games EXCEPT SELECT * FROM main.games)"

_GOES_ON = """
SELECT (SELECT entry FROM kept.entries WHERE game = ?1 AND seq = ?2)
    IS (SELECT entry FROM main.entries WHERE game = ?1 AND seq = ?2)
"""
_LENGTHS = """
SELECT id,
    coalesce((SELECT max(seq) FROM {0}.entries WHERE game = id), 0),
    coalesce((SELECT max(seq) FROM {1}.entries WHERE game = id), 0)
FROM {0}.games ORDER BY rowid
"""
"""Costs two steps down a tree for each game, however long it is."""


def has_backup(path: Path) -> bool:
    """Return whether the backup of *path* holds anything: not one whose first writing was cut off."""
    backup = backup_of(path)
    if not backup.is_file() or not backup.stat().st_size:
        return False
    if backup.with_name(backup.name + "-journal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(backup)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # takes back what was cut off
    return backup.stat().st_size > 0


class Length(NamedTuple):
    """How many entries of *game* are kept in the one file, and how many are *held* by the other."""

    game: str
    kept: int
    held: int


def lengths(connection: sqlite3.Connection, kept: str, held: str) -> list[Length]:
    """Return how long every game of the schema *kept* is there, and in the schema *held*."""
    return [Length(*row) for row in connection.execute(_LENGTHS.format(kept, held))]


def back_up(path: Path, games: Collection[str] | None = None) -> None:
    """Write to the backup of *path* what it lacks of *games* (None: of all), and nothing else.

    Does nothing while another process is at it.  Raises StoreError where the store has lost
    what the backup holds, which stays as it is; sqlite3.Error and OSError, then nothing is written.
    """
    try:
        with GameLock(locks_of(path) / "backup.lock"):
            _append(path, backup_of(path), games)
    except GameLockedError:
        return


def _append(path: Path, backup: Path, games: Collection[str] | None) -> None:
    make_file(backup)
    with closing(plain(backup)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("ATTACH DATABASE ? AS kept", (str(path),))
        with transaction(connection):
            if not connection.execute("PRAGMA main.user_version").fetchone()[0]:
                make_tables(connection)
            fits = [
                _append_game(connection, one)
                for one in lengths(connection, "kept", "main")
                if games is None or one.game in games
            ]
            lost = "SELECT id FROM (SELECT * FROM main.games EXCEPT SELECT * FROM kept.games)"
            is_lost = connection.execute(lost).fetchone() is not None
        connection.execute(
            "PRAGMA kept.wal_checkpoint(PASSIVE)"
        ).fetchall()  # so that no tap has to wait for it
    if is_lost or not all(fits):
        raise _lost(path, backup)


def _append_game(connection: sqlite3.Connection, one: Length) -> bool:
    """Write what the store has more of the game of *one*; return whether it goes on from the backup."""
    if one.kept <= one.held:
        return one.kept == one.held
    last = (one.game, one.held)
    more = "SELECT count(*) FROM kept.entries WHERE game = ? AND seq > ?"
    is_whole = connection.execute(more, last).fetchone()[0] == one.kept - one.held
    if not is_whole or not connection.execute(_GOES_ON, last).fetchone()[0]:
        return False
    names = f"SELECT {COLUMNS} FROM kept.games WHERE id = ?"
    connection.execute(f"INSERT OR IGNORE INTO main.games ({COLUMNS}) {names}", last[:1])
    entries = "SELECT game, seq, entry FROM kept.entries WHERE game = ? AND seq > ? ORDER BY seq"
    connection.execute(f"INSERT INTO main.entries {entries}", last)
    return True


def _lost(path: Path, backup: Path) -> StoreError:
    return StoreError(
        "{1} has lost what its backup {2} still holds, which stays as it is; start herald again: then"
        " it is mended",
        path,
        backup,
    )


def attach(connection: sqlite3.Connection, backup: Path) -> None:
    """Attach *backup* as ``former``."""
    connection.execute("ATTACH DATABASE ? AS former", (str(backup),))


def lost_games(connection: sqlite3.Connection) -> set[str]:
    """Return the games whose own line the backup, ``former``, has and the store has not, or otherwise."""
    return {row[0] for row in connection.execute(_LOST_GAMES)}


def lost_entries(connection: sqlite3.Connection, game: str | None = None) -> set[str]:
    """Return the games, or *game* alone, of which the backup has entries that the store has not."""
    which = "" if game is None else "game = ? AND"
    return {
        row[0]
        for row in connection.execute(_LOST_ENTRIES.format(which=which), () if game is None else (game,))
    }


def has_lost_some(path: Path) -> bool:
    """Return whether a glance shows that *path* lacks what its backup holds: a game, or the end of one."""
    backup = backup_of(path)
    if not backup.is_file():
        return False
    with closing(plain(path)) as connection:
        attach(connection, backup)
        shorter = any(one.held < one.kept for one in lengths(connection, "former", "main"))
        return shorter or bool(lost_games(connection))


def lacks_something(path: Path, backup: Path) -> bool:
    """Return whether *backup* holds what the store *path* does not."""
    with closing(plain(path)) as connection:
        attach(connection, backup)
        return bool(lost_games(connection) or lost_entries(connection))
