"""Mends a damaged store from its backup, game by game.

Nothing is thrown away: what is damaged is set aside under a name of its own, and
each such thing is one sentence for people to read.
"""

import itertools
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion.files import file_in_place_of, make_file, make_folder, set_aside
from companion.input.safe_parsing import UNREADABLE
from companion.journal.backup import (
    attach,
    has_backup,
    has_lost_some,
    lacks_something,
    lost_entries,
    lost_games,
)
from companion.journal.jsonl import VERSION, StoreError, fault_of
from companion.journal.sqlite_file import (
    COLUMNS,
    backup_of,
    connect,
    doubt_of,
    is_damage,
    is_good,
    is_played,
    is_small,
    plain,
    reading,
    row_of,
    transaction,
)
from companion.journal.upgrade import upgrade_store
from rules.kernel.messages import Entry
from rules.kernel.translatable import Message, verbatim
from rules.registry import decode_entry

_ALL = 2**63 - 1

_IS_KEPT = """
SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1) OR EXISTS (SELECT 1 FROM entries WHERE game = ?1)
"""

Schema = Literal["main", "former"]


class Log(NamedTuple):
    """How much of a game's log holds in *schema*, the store or its backup.

    The first *intact* entries do; *fault* is what comes after them.  *is_torn*: it is
    damage, and no entry of another version.
    """

    schema: Schema
    intact: int
    fault: Message | None = None
    is_torn: bool = False


class Opened(NamedTuple):
    """A *connection* to a store, what is told of each damage mended, and whether it was *checked* whole."""

    connection: sqlite3.Connection
    notices: list[Message]
    checked: bool


def open_mended(path: Path, *, whole: bool = False) -> Opened:
    """Open the store *path*, mended where it was damaged.

    A small one is checked whole.  Of a large one it is only seen that no game is missing or
    shorter than in the backup, unless *whole* is asked for or somebody has found damage since.
    Raises StoreError for a file that cannot be opened or is of another version, and for
    a damaged one in which a game is being played.
    """
    with reading(path):
        make_folder(path.parent)
        upgraded = upgrade_store(path)
        whole = whole or doubt_of(path).exists() or not path.exists() or is_small(path) or _looks_torn(path)
        notices = _mend(path) if whole else []
        return Opened(connect(path), upgraded + notices, whole)


def _looks_torn(path: Path) -> bool:
    """Return whether a glance at *path* shows damage.  Raises sqlite3.Error where it cannot be looked at."""
    try:
        return has_lost_some(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
        if not is_damage(trouble):
            raise
        return True


def _mend(path: Path) -> list[Message]:
    notices = []
    if not _is_whole(path):
        notices.append(_replace(path))
    notices += _mend_games(path)
    doubt_of(path).unlink(missing_ok=True)
    return notices


def doubt(path: Path) -> None:
    """Have the store *path* checked whole when it is opened next: it has been found damaged."""
    with suppress(OSError):
        make_file(doubt_of(path))


def is_torn(path: Path, game: str) -> bool:
    """Return whether *game* is damaged in the store *path*, or lacks what the backup holds.

    One that is not kept yet is not.
    """
    try:
        with closing(plain(path)) as connection:
            if has_backup(path):
                attach(connection, backup_of(path))
                if game in lost_games(connection) or lost_entries(connection, game):
                    return True
            is_kept = connection.execute(_IS_KEPT, (game,)).fetchone()[0]
            return bool(is_kept) and _log(connection, "main", game).is_torn
    except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
        return is_damage(trouble)


def find_damage(path: Path, stop: Callable[[], bool]) -> Message | None:
    """Read all of the store *path* and its backup; return what is damaged, None where nothing is.

    Takes as long as the disk needs, or until *stop* says so.  Raises sqlite3.Error and OSError
    where something cannot be read.
    """
    if not is_good(path, stop):
        return verbatim(path)
    if has_backup(path) and not is_good(backup_of(path), stop):
        return verbatim(backup_of(path))
    with closing(plain(path)) as connection:
        is_backed_up = has_backup(path)
        if is_backed_up:
            attach(connection, backup_of(path))
        lost = lost_games(connection) if is_backed_up else set[str]()
        games = [row[0] for row in connection.execute("SELECT id FROM main.games")]
        for game in itertools.takewhile(lambda _: not stop(), games):
            if is_backed_up:
                lost |= lost_entries(connection, game)
            if _log(connection, "main", game).is_torn:
                lost.add(game)
            if lost:
                break
    return Message("game {1}", min(lost)) if lost else None


def _is_whole(path: Path) -> bool:
    """Return whether *path* can be used as it is; a new or empty file can where nothing was backed up."""
    if not path.exists() or not path.stat().st_size:
        return not has_backup(path)
    return is_good(path)


def _replace(path: Path) -> Message:
    """Put a damaged or missing store out of the way and the backup in its place; return the sentence."""
    backup = backup_of(path)
    is_there = has_backup(path)
    is_usable = is_there and is_good(backup)
    _refuse_while_played(path)
    was_there = path.exists()
    aside = set_aside(path)
    story = Message("{1} was missing", path)
    if was_there:
        story = Message("{1} was damaged and lies in {2}", path, aside)
    if not is_there:
        return Message("{1}; there was no backup: the games begin anew.", story)
    if not is_usable:
        return Message(
            "{1}; its backup was damaged too and lies in {2}: the games begin anew.",
            story,
            set_aside(backup),
        )
    with file_in_place_of(path) as fresh:
        shutil.copyfile(backup, fresh)
    return Message("{1}; the last backup is in use.", story)


def _mend_games(path: Path) -> list[Message]:
    """Give the store the best of each game that it or its backup has; return the sentences."""
    backup = backup_of(path)
    notices = []
    if has_backup(path) and not is_good(backup):
        notices.append(Message("The backup {1} was damaged and lies in {2}.", backup, set_aside(backup)))
    is_backed_up = has_backup(path)
    with closing(connect(path)) as connection:
        if is_backed_up:
            attach(connection, backup)
        lost = lost_games(connection) | lost_entries(connection) if is_backed_up else set[str]()
        kept = [row["id"] for row in connection.execute("SELECT id FROM main.games ORDER BY rowid")]
        best = {game: _best(connection, game, lost) for game in (*kept, *sorted(lost.difference(kept)))}
        bad = {game: log for game, log in best.items() if log.schema != "main" or log.is_torn}
        if bad:
            _refuse_while_played(path)
            fresh = _rebuild(connection, path, best)
    if bad:
        aside = set_aside(path)
        fresh.replace(path)
        notices += [
            Message("{1}: {2}; the file as it was lies in {3}.", path, _fate(game, log), aside)
            for game, log in bad.items()
        ]
    if (lost or bad) and is_backed_up and lacks_something(path, backup):
        notices.append(
            Message("The backup {1} differed from the games and lies in {2}.", backup, set_aside(backup))
        )
    return notices


def _best(connection: sqlite3.Connection, game: str, lost: set[str]) -> Log:
    """Return the longer of the logs of *game*, the store's where the backup's is no longer."""
    own = _log(connection, "main", game)
    if game not in lost:
        return own
    former = _log(connection, "former", game)
    return former if former.intact > own.intact else own


def _fate(game: str, log: Log) -> Message:
    if log.schema != "main":
        return Message("game {1} had lost entries, and is as in the backup", game)
    if not log.intact:
        return Message("of game {1}, {2}, and it is left out", game, log.fault)
    return Message("of game {1}, {2}, and it goes on after entry {3}", game, log.fault, log.intact)


def _refuse_while_played(path: Path) -> None:
    """Raise StoreError while a game of the store is being played."""
    if is_played(path):
        raise StoreError(
            "{1} is damaged, and another herald is playing in it: end that one, then start again", path
        )


def _rebuild(connection: sqlite3.Connection, path: Path, best: Mapping[str, Log]) -> Path:
    """Write a store of the *best* of each game beside *path*; return where it lies."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with closing(connect(fresh)) as target, transaction(target):
        for game, log in best.items():
            if log.is_torn and not log.intact:
                continue
            games = f"SELECT {COLUMNS} FROM {log.schema}.games WHERE id = ?"
            target.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?)", connection.execute(games, (game,)))
            entries = (
                f"SELECT game, seq, entry FROM {log.schema}.entries WHERE game = ? AND seq <= ? ORDER BY seq"
            )
            most = log.intact if log.is_torn else _ALL
            target.executemany(
                "INSERT INTO entries VALUES (?, ?, ?)", connection.execute(entries, (game, most))
            )
    return fresh


def _log(connection: sqlite3.Connection, schema: Schema, game: str) -> Log:
    """Return how much of *game* holds in *schema*."""
    kept = connection.execute(f"SELECT {COLUMNS} FROM {schema}.games WHERE id = ?", (game,)).fetchone()
    row = None if kept is None else row_of(kept)
    if row is None:
        return Log(schema, 0, Message("its own line cannot be read"), is_torn=True)
    read: list[Entry] = []
    lines = f"SELECT seq, entry FROM {schema}.entries WHERE game = ? ORDER BY seq"
    for seq, line in connection.execute(lines, (game,)):
        entry = _entry(line)
        if entry is None or entry.seq != seq:
            is_torn = entry is not None or row.version == VERSION or not _is_json(line)
            return Log(schema, len(read), Message("entry {1} cannot be read", len(read) + 1), is_torn=is_torn)
        read.append(entry)
    fault = fault_of(read)
    return Log(schema, len(read)) if fault is None else Log(schema, fault.place - 1, fault.text, is_torn=True)


def _entry(line: bytes) -> Entry | None:
    try:
        return decode_entry(line)
    except UNREADABLE:
        return None


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except UNREADABLE:
        return False
    return True
