"""The games on disk: SQLite, one row per entry, on the platter before anybody hears of it.

Knows no rule and no table.  A game outlives ``kill -9`` and a power cut at any
moment; a damaged file is set aside and named, and the last good backup opens.
JSON lines are the form for exchange and tests: one header line, then one entry
a line.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from rules.messages import Entry, TurnEnded

FORMAT = 1
"""The number of the file format; a store or an export of another number is refused, never changed."""

logger = logging.getLogger(__name__)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, scenario TEXT NOT NULL, edition TEXT NOT NULL,
    started REAL NOT NULL, version TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
"""


class StoreError(Exception):
    """The store or an export cannot be used: names the file and the remedy."""


class NoSuchGameError(StoreError):
    """What was asked for or given is no game that this store can use; the store itself is fine."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a game beside its entries.  *started* is seconds since 1970 (UTC)."""

    id: str
    scenario: str
    edition: str
    started: float
    version: str


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of an export."""

    herald: str
    format: int
    game: GameRow


class _AnyHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What every version's first line holds."""

    herald: str
    format: int


class Store:
    """The games in one file.  Safe to call from several threads.

    *set_aside* names the damaged file that was put out of the way at opening, or
    is None.  Raises StoreError for a file that cannot be opened or is of another
    version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self._lock = threading.Lock()
        self._connection = self._open_or_mend()
        self.back_up()

    def _open_or_mend(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(self.path)
        except sqlite3.OperationalError as trouble:
            raise StoreError(
                f"{self.path}: the games cannot be opened ({trouble}); check the folder"
            ) from None
        except OSError as trouble:
            raise StoreError(f"{self.path}: the games cannot be kept there ({trouble.strerror})") from None
        except sqlite3.DatabaseError as trouble:
            logger.warning("%s is damaged: %s", self.path, trouble)
        self._mend()
        return _connect(self.path)

    def _mend(self) -> None:
        """Put the damaged file out of the way, and the last good backup in its place."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        self.set_aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}{self.path.suffix}")
        for tail in ("-wal", "-shm", ""):
            part = self.path.with_name(self.path.name + tail)
            if part.exists():
                part.rename(self.set_aside.with_name(self.set_aside.name + tail))
        if self.backup_path.exists():
            self.path.write_bytes(self.backup_path.read_bytes())

    @property
    def backup_path(self) -> Path:
        """Return where the last good backup lies."""
        return self.path.with_name(f"{self.path.stem}.backup{self.path.suffix}")

    def back_up(self) -> None:
        """Write the backup anew; the former one stays until the new one is whole."""
        fresh = self.backup_path.with_name(self.backup_path.name + ".new")
        fresh.unlink(missing_ok=True)
        with self._lock:
            copy = sqlite3.connect(fresh)
            try:
                self._connection.backup(copy)
            finally:
                copy.close()
        fresh.replace(self.backup_path)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def add_game(self, row: GameRow) -> None:
        """Keep a new game.  Raises StoreError where its id is taken or the disk says no."""
        with self._lock:
            _write(
                self._connection,
                self.path,
                [("INSERT INTO games VALUES (:id, :scenario, :edition, :started, :version)", _columns(row))],
            )

    def append(self, game: str, *entries: Entry) -> None:
        """Keep *entries*, all or none; when this returns they outlive a power cut.

        Raises StoreError where the disk says no; then nothing has changed.
        """
        statement = "INSERT INTO entries VALUES (:game, :seq, :entry)"
        rows = [{"game": game, "seq": entry.seq, "entry": msgspec.json.encode(entry)} for entry in entries]
        with self._lock:
            _write(self._connection, self.path, [(statement, row) for row in rows])
        if any(isinstance(event, TurnEnded) for entry in entries for event in entry.events):
            self._back_up_if_possible()

    def _back_up_if_possible(self) -> None:
        try:
            self.back_up()
        except (sqlite3.Error, OSError):
            logger.exception("no backup of %s could be written; the game itself is stored", self.path)

    def games(self) -> list[GameRow]:
        """Return every game, the newest first."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT id, scenario, edition, started, version FROM games ORDER BY started DESC, id"
            ).fetchall()
        return [msgspec.convert(dict(row), GameRow) for row in rows]

    def game(self, name: str) -> GameRow:
        """Return the game called *name*.  Raises StoreError where there is none."""
        found = [row for row in self.games() if row.id == name]
        if not found:
            raise NoSuchGameError(f"there is no game {name!r}: see 'herald games list'")
        return found[0]

    def entries(self, game: str) -> tuple[Entry, ...]:
        """Return the log of *game* in order.  Raises StoreError for an entry that cannot be read."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT seq, entry FROM entries WHERE game = ? ORDER BY seq", (game,)
            ).fetchall()
        return tuple(_entry(row["entry"], f"{self.path}: game {game}, entry {row['seq']}") for row in rows)

    def export(self, game: str) -> Iterator[bytes]:
        """Yield *game* as JSON lines, without line ends."""
        yield msgspec.json.encode(Header(herald="game", format=FORMAT, game=self.game(game)))
        for entry in self.entries(game):
            yield msgspec.json.encode(entry)

    def take_in(self, lines: Iterable[bytes], name: str) -> GameRow:
        """Keep the exported game in *lines* of the file *name*.  Raises StoreError with the line's number."""
        row, entries = read_export(lines, name)
        with self._lock:
            _write(
                self._connection,
                self.path,
                [
                    (
                        "INSERT INTO games VALUES (:id, :scenario, :edition, :started, :version)",
                        _columns(row),
                    ),
                    *(
                        (
                            "INSERT INTO entries VALUES (:game, :seq, :entry)",
                            {"game": row.id, "seq": entry.seq, "entry": msgspec.json.encode(entry)},
                        )
                        for entry in entries
                    ),
                ],
            )
        return row


def read_export(lines: Iterable[bytes], name: str) -> tuple[GameRow, tuple[Entry, ...]]:
    """Return the game and the log that an export's *lines* hold.

    Raises NoSuchGameError, naming file and line, for what is none or of another version.
    """
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not numbered:
        raise NoSuchGameError(f"{name} is empty: it should be a game written by 'herald games export'")
    try:
        header = msgspec.json.decode(numbered[0][1], type=_AnyHeader)
    except msgspec.DecodeError:
        raise NoSuchGameError(f"{name}, line 1: this is no game written by 'herald games export'") from None
    if header.format != FORMAT:
        raise NoSuchGameError(
            f"{name} was written by another version (format {header.format}, this one reads {FORMAT}): "
            "open it with the herald that wrote it"
        )
    row = msgspec.json.decode(numbered[0][1], type=Header).game
    entries = tuple(_entry(line, f"{name}, line {number}") for number, line in numbered[1:])
    for expected, entry in enumerate(entries, start=1):
        if entry.seq != expected:
            raise NoSuchGameError(f"{name}: entry {expected} is missing, {entry.seq} stands in its place")
    return row, entries


def _entry(line: bytes, where: str) -> Entry:
    try:
        return msgspec.json.decode(line, type=Entry)
    except msgspec.DecodeError as trouble:
        raise NoSuchGameError(f"{where}: this is no entry of a game ({trouble})") from None


def _columns(row: GameRow) -> dict[str, object]:
    return {field: getattr(row, field) for field in row.__struct_fields__}


def _connect(path: Path) -> sqlite3.Connection:
    """Open *path* safely.  Raises StoreError for another version, DatabaseError for a damaged file."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
    try:
        connection.row_factory = sqlite3.Row
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, FORMAT):
            raise StoreError(
                f"{path} was written by another version of herald (format {version}, not {FORMAT}); "
                "nothing was changed: use that version, or another folder with --data"
            )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        verdict = connection.execute("PRAGMA quick_check").fetchone()[0]
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        connection.executescript(_SCHEMA)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
    except BaseException:
        connection.close()
        raise
    return connection


def _write(
    connection: sqlite3.Connection, path: Path, statements: list[tuple[str, dict[str, object]]]
) -> None:
    """Run *statements* in one transaction.  Raises StoreError and changes nothing where one fails."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, row in statements:
                connection.execute(statement, row)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
    except sqlite3.IntegrityError as trouble:
        raise NoSuchGameError(f"{path}: this is in the store already ({trouble})") from None
    except sqlite3.Error as trouble:
        raise StoreError(f"{path}: nothing can be written ({trouble}); check the disk") from None
