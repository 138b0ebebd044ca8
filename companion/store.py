"""The games on disk: SQLite, one row per entry, on the platter before anybody hears of it.

Knows no rule and no table.  A game outlives ``kill -9`` and a power cut at any
moment; what is damaged is set aside and named, and the last good backup serves.
"""

import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from companion import storefile
from companion.claim import Claim, ClaimedError
from companion.exports import (
    GameRow,
    NoSuchGameError,
    StoreError,
    fault_of,
    format_export,
    read_entry,
    read_export,
)
from companion.storemending import open_mended
from rules.messages import Entry, TurnEnded

__all__ = ["GameRow", "NoSuchGameError", "Store", "StoreError", "read_export"]

logger = logging.getLogger(__name__)

_ADD_GAME = "INSERT INTO games VALUES (:id, :scenario, :edition, :started, :version)"
_ADD_ENTRY = "INSERT INTO entries VALUES (:game, :seq, :entry)"

Statement = tuple[str, dict[str, object]]


class Store:
    """The games in one file.  Safe to call from several threads.

    *notices* holds a sentence for each damage that was found, and mended, at opening.
    Raises StoreError for a file that cannot be opened or is of another version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._claims: dict[str, Claim] = {}
        self._connection, notices = open_mended(path)
        for notice in notices:
            logger.warning("%s", notice)
        trouble = self._back_up_if_possible()
        self.notices = (*notices, *trouble)

    @property
    def backup_path(self) -> Path:
        """Return where the last good backup lies."""
        return storefile.backup_of(self.path)

    def back_up(self) -> None:
        """Write the backup anew, if it would hold all that the former one holds.

        Raises StoreError, sqlite3.Error and OSError; then the former one stays.
        """
        with self._lock:
            storefile.back_up(self._connection, self.path)

    def _back_up_if_possible(self) -> tuple[str, ...]:
        try:
            self.back_up()
        except (StoreError, sqlite3.Error, OSError) as trouble:
            logger.exception("no backup of %s could be written; the games themselves are stored", self.path)
            why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
            return (f"No backup can be written to {self.backup_path} ({why}).",)
        return ()

    def close(self) -> None:
        """Let go of the file and of every game."""
        with self._lock:
            for claim in self._claims.values():
                claim.close()
            self._claims.clear()
            self._connection.close()

    def claim(self, game: str) -> None:
        """Keep *game* for this store until it is closed.  Raises StoreError while somebody else plays it."""
        lock = storefile.locks_of(self.path) / f"game-{game}.lock"
        try:
            with self._lock:
                self._claims[game] = Claim(lock)
        except ClaimedError:
            raise StoreError(
                f"game {game} is being played by another herald: end that one first, or begin a new game"
            ) from None
        except OSError as trouble:
            raise StoreError(f"{lock}: cannot be written ({trouble.strerror}); check the folder") from None

    def append(self, row: GameRow, *entries: Entry) -> None:
        """Keep *entries* of the game *row*, all or none; a game begins to be kept with its first entry.

        When this returns they outlive a power cut.  Raises StoreError where the disk
        says no; then nothing has changed.
        """
        begins = any(entry.seq == 1 for entry in entries)
        self._write([*([(_ADD_GAME, _columns(row))] if begins else []), *_rows(row.id, entries)])
        if any(isinstance(event, TurnEnded) for entry in entries for event in entry.events):
            self._back_up_if_possible()

    def games(self) -> list[GameRow]:
        """Return every game, the newest first; one whose own line is damaged is left out and logged."""
        rows = self._read(f"SELECT {storefile.COLUMNS} FROM games ORDER BY started DESC, id")
        found = [storefile.row_of(row) for row in rows]
        for row, game in zip(rows, found, strict=True):
            if game is None:
                logger.warning("%s: the game %r is damaged", self.path, row["id"])
        return [game for game in found if game is not None]

    def game(self, name: str) -> GameRow:
        """Return the game called *name*.  Raises StoreError where there is none."""
        found = [row for row in self.games() if row.id == name]
        if not found:
            raise NoSuchGameError(f"there is no game {name!r}: see 'herald games list'")
        return found[0]

    def count(self, game: str) -> int:
        """Return how many entries *game* has."""
        count: int = self._read("SELECT count(*) FROM entries WHERE game = ?", game)[0][0]
        return count

    def entries(self, game: str) -> tuple[Entry, ...]:
        """Return the log of *game* in order.  Raises StoreError for one that cannot be read or has a gap."""
        rows = self._read("SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq", game)
        where = f"{self.path}: game {game}"
        entries = tuple(read_entry(row["entry"], f"{where}, entry {row['seq']}") for row in rows)
        fault = fault_of(entries)
        if fault is not None:
            raise NoSuchGameError(f"{where} is damaged: {fault.text}")
        return entries

    def export(self, game: str) -> Iterator[bytes]:
        """Yield *game* as JSON lines, without line ends."""
        yield from format_export(self.game(game), self.entries(game))

    def take_in(self, row: GameRow, entries: Iterable[Entry]) -> None:
        """Keep a whole game from elsewhere.  Raises NoSuchGameError where its name is taken."""
        self._write([(_ADD_GAME, _columns(row)), *_rows(row.id, entries)])

    def _read(self, statement: str, *values: str) -> list[sqlite3.Row]:
        with self._lock, storefile.reading(self.path):
            return self._connection.execute(statement, values).fetchall()

    def _write(self, statements: Iterable[Statement]) -> None:
        """Run *statements* in one transaction.  Raises StoreError and changes nothing where one fails."""
        try:
            with self._lock, storefile.transaction(self._connection):
                for statement, row in statements:
                    self._connection.execute(statement, row)
        except sqlite3.IntegrityError:
            raise NoSuchGameError(f"{self.path}: this game, or its entry, is kept there already") from None
        except sqlite3.Error as trouble:
            raise StoreError(f"{self.path}: nothing can be written ({trouble}); check the disk") from None


def _columns(row: GameRow) -> dict[str, object]:
    return {field: getattr(row, field) for field in row.__struct_fields__}


def _rows(game: str, entries: Iterable[Entry]) -> Iterator[Statement]:
    for entry in entries:
        yield _ADD_ENTRY, {"game": game, "seq": entry.seq, "entry": msgspec.json.encode(entry)}
