"""Makes of a store of an older format one of today's; the file as it was is kept beside it.

Does nothing while somebody plays in it.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from companion.input.safe_parsing import UNREADABLE
from companion.journal.formats import newest, upgrade_entry, upgrade_game
from companion.journal.jsonl import StoreError
from companion.journal.sqlite_file import COLUMNS, backup_of, is_played, transaction
from rules.kernel.translatable import Message


def upgrade_store(path: Path) -> list[Message]:
    """Upgrade the store *path* and its backup where they are of an older format; return what was done.

    What cannot be read stays as it is, for ``companion.journal.repair`` to see to.
    Raises StoreError while a game of it is being played, sqlite3.Error and OSError; then nothing
    has changed.
    """
    return [
        Message("{1} was of an older format and was upgraded; as it was it lies in {2}.", file, kept)
        for file in (path, backup_of(path))
        if (kept := _upgrade(file)) is not None
    ]


def _upgrade(path: Path) -> Path | None:
    """Upgrade the file *path*; return where it lies as it was, None where there was nothing to do."""
    if newest() == 1 or not path.is_file():
        return None
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5.0)) as connection:
        written = _format(connection)
        if written is None or not 0 < written < newest():
            return None
        if is_played(path):
            raise StoreError(
                "{1} is of an older format, and another herald is playing in it: end that one, then "
                "start again",
                path,
            )
        kept = path.with_name(f"{path.stem}.format-{written}{path.suffix}")
        with closing(sqlite3.connect(kept)) as copy:
            connection.backup(copy)
        with transaction(connection):
            _upgrade_games(connection, written)
            _upgrade_entries(connection, written)
            connection.execute(f"PRAGMA user_version = {newest()}")
    return kept


def _format(connection: sqlite3.Connection) -> int | None:
    """Return the number of the format, None for what is no store."""
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError:
        return None


def _upgrade_games(connection: sqlite3.Connection, written: int) -> None:
    connection.row_factory = sqlite3.Row
    for row in connection.execute(f"SELECT {COLUMNS} FROM games").fetchall():
        try:
            game = upgrade_game(dict(row), written)
        except msgspec.ValidationError:
            continue
        changed = ", ".join(f"{name} = :{name}" for name in row.keys() if name != "id")  # noqa: SIM118
        connection.execute(f"UPDATE games SET {changed} WHERE id = :id", game)


def _upgrade_entries(connection: sqlite3.Connection, written: int) -> None:
    for game, seq, line in connection.execute("SELECT game, seq, entry FROM entries").fetchall():
        try:
            fresh = upgrade_entry(line, written)
        except UNREADABLE:
            continue
        connection.execute("UPDATE entries SET entry = ? WHERE game = ? AND seq = ?", (fresh, game, seq))
