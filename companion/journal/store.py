"""The games on disk: SQLite, one row per entry, on the platter before anybody hears of it.

Knows no rule and no table.  A game outlives ``kill -9`` and a power cut at any
moment; what is damaged is set aside and named, and the last good backup serves.
"""

import itertools
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from companion.journal import backup as storebackup, sqlite_file as storefile
from companion.journal.formats import newest
from companion.journal.jsonl import (
    GameRow,
    NoSuchGameError,
    StoreError,
    fault_of,
    format_export,
    read_entry,
    read_export,
)
from companion.journal.lock import GameLock, GameLockedError
from companion.journal.notices import Notices
from companion.journal.repair import doubt, is_torn, open_mended
from companion.journal.upkeep import Upkeep
from rules.kernel.messages import Entry, TurnEnded
from rules.kernel.translatable import Message

__all__ = ["GameRow", "NoSuchGameError", "Store", "StoreError", "read_export"]

logger = logging.getLogger(__name__)

_ADD_GAME = f"INSERT INTO games ({storefile.COLUMNS}) VALUES (:id, :scenario, :edition, :started, :version)"
_ADD_ENTRY = "INSERT INTO entries VALUES (:game, :seq, :entry)"

Statement = tuple[str, dict[str, object]]


class Store:
    """The games in one file.  Safe to call from several threads.

    *board* has a notice for each damage that was found, and mended, at opening, and for what goes
    wrong later.  What takes long is done on a thread of its own.
    Raises StoreError for a file that cannot be opened or is of another version.
    """

    def __init__(self, path: Path, board: Notices | None = None) -> None:
        self.path = path
        self.board = board or Notices()
        self._lock = threading.Lock()
        self._locks: dict[str, GameLock] = {}
        self._mended = itertools.count(1)
        self._upkeep = Upkeep(path, self.board)
        self._connection, self._is_checked = self._open(whole=False)
        if self._is_checked and storefile.is_small(path):
            self._upkeep.back_up_now()
        else:
            self._upkeep.back_up()

    def _open(self, *, whole: bool) -> tuple[sqlite3.Connection, bool]:
        opened = open_mended(self.path, whole=whole)
        for notice in opened.notices:
            logger.warning("%s", notice)
            self.board.post(f"mended-{next(self._mended)}", notice)
        return opened.connection, opened.checked

    @property
    def notices(self) -> tuple[str, ...]:
        """Return the sentences of what stands on the board."""
        return tuple(str(notice.text) for notice in self.board.open)

    @property
    def backup_path(self) -> Path:
        """Return where the last good backup lies."""
        return storefile.backup_of(self.path)

    def back_up(self) -> None:
        """Write to the backup what it lacks.

        Raises StoreError, sqlite3.Error and OSError; then it stays as it was.
        """
        storebackup.back_up(self.path)

    def close(self) -> None:
        """Let go of the file and of every game, once the backup is written."""
        self._upkeep.close()
        with self._lock:
            for lock in self._locks.values():
                lock.close()
            self._locks.clear()
            self._connection.close()

    def lock(self, game: str) -> None:
        """Keep *game*, mended if it is damaged, for this store until it is closed or lets go of it.

        Raises StoreError while somebody else plays it.
        """
        self._see_to(game)
        lock = storefile.locks_of(self.path) / f"game-{game}.lock"
        try:
            with self._lock:
                self._locks[game] = GameLock(lock)
        except GameLockedError:
            raise StoreError(
                "game {1} is being played by another herald: end that one first, or begin a new game", game
            ) from None
        except OSError as trouble:
            raise StoreError(
                "{1}: cannot be written ({2}); check the folder", lock, trouble.strerror
            ) from None

    def unlock(self, game: str) -> None:
        """Let go of *game*, so that it can be played again, here or elsewhere."""
        with self._lock:
            lock = self._locks.pop(game, None)
        if lock is not None:
            lock.close()

    def _see_to(self, game: str) -> None:
        """Mend the store where *game* is damaged; of a large one, all else is looked through later."""
        if self._is_checked:
            return
        if not is_torn(self.path, game):
            self._upkeep.check()
            return
        self._upkeep.close()  # it reads the file that is to be replaced
        with self._lock:
            self._connection.close()
            self._connection, self._is_checked = self._open(whole=True)

    def append(self, row: GameRow, *entries: Entry) -> None:
        """Keep *entries* of the game *row*, all or none; a game begins to be kept with its first entry.

        When this returns they outlive a power cut.  Raises StoreError where the disk
        says no; then nothing has changed.
        """
        begins = any(entry.seq == 1 for entry in entries)
        self._write([*([(_ADD_GAME, _columns(row))] if begins else []), *_rows(row.id, entries)])
        is_turn_over = any(isinstance(event, TurnEnded) for entry in entries for event in entry.events)
        if is_turn_over or self._upkeep.is_failing:
            self._upkeep.back_up(row.id)

    def try_writing(self) -> None:
        """Write what changes nothing.  Raises StoreError where the disk says no."""
        self._write([(f"PRAGMA user_version = {newest()}", {})])

    def games(self) -> list[GameRow]:
        """Return every game, the one that began to be kept last first, whatever the clock said then.

        One whose own line is damaged is left out and logged.
        """
        rows = self._read(f"SELECT {storefile.COLUMNS} FROM games ORDER BY rowid DESC")
        found = [storefile.row_of(row) for row in rows]
        for row, game in zip(rows, found, strict=True):
            if game is None:
                logger.warning("%s: the game %r is damaged", self.path, row["id"])
                self._upkeep.note_damage(Message("game {1}", row["id"]))
        return [game for game in found if game is not None]

    def game(self, name: str) -> GameRow:
        """Return the game called *name*.  Raises NoSuchGameError where there is none."""
        found = [row for row in self.games() if row.id == name]
        if not found:
            raise NoSuchGameError("there is no game {1}: see 'herald games list'", repr(name))
        return found[0]

    def count(self, game: str) -> int:
        """Return how many entries *game* has; a log counts from 1 without a gap."""
        count: int = self._read("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", game)[0][0]
        return count

    def entries(self, game: str) -> tuple[Entry, ...]:
        """Return the log of *game* in order.

        Raises NoSuchGameError for a log with a gap or the like, StoreError for one that cannot be read.
        """
        rows = self._read("SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq", game)
        where = Message("{1}: game {2}", self.path, game)
        entries = tuple(
            read_entry(row["entry"], Message("{1}, entry {2}", where, row["seq"])) for row in rows
        )
        fault = fault_of(entries)
        if fault is not None:
            doubt(self.path)
            raise NoSuchGameError("{1} is damaged: {2}", where, fault.text)
        return entries

    def export(self, game: str) -> Iterator[bytes]:
        """Yield *game* as JSON lines, without line ends."""
        yield from format_export(self.game(game), self.entries(game))

    def take_in(self, row: GameRow, entries: Iterable[Entry]) -> None:
        """Keep a whole game from elsewhere.  Raises NoSuchGameError where its name is taken."""
        self._write([(_ADD_GAME, _columns(row)), *_rows(row.id, entries)])

    def _read(self, statement: str, *values: str) -> list[sqlite3.Row]:
        try:
            with self._lock, storefile.reading(self.path):
                return self._connection.execute(statement, values).fetchall()
        except storefile.DamagedError:
            doubt(self.path)
            raise

    def _write(self, statements: Iterable[Statement]) -> None:
        """Run *statements* in one transaction.  Raises StoreError and changes nothing where one fails."""
        try:
            with self._lock, storefile.transaction(self._connection):
                for statement, row in statements:
                    self._connection.execute(statement, row)
        except sqlite3.IntegrityError:
            raise NoSuchGameError("{1}: this game, or its entry, is kept there already", self.path) from None
        except sqlite3.Error as trouble:
            if storefile.is_damage(trouble):
                doubt(self.path)
                raise storefile.DamagedError(
                    "{1}: the games are damaged ({2}); start again, then the last backup is used",
                    self.path,
                    trouble,
                ) from None
            raise StoreError(
                "{1}: nothing can be written ({2}); check the disk", self.path, trouble
            ) from None


def _columns(row: GameRow) -> dict[str, object]:
    return {field: getattr(row, field) for field in row.__struct_fields__}


def _rows(game: str, entries: Iterable[Entry]) -> Iterator[Statement]:
    for entry in entries:
        yield _ADD_ENTRY, {"game": game, "seq": entry.seq, "entry": msgspec.json.encode(entry)}
