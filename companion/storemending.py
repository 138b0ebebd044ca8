"""Mends a damaged store from its backup, game by game.

Nothing is thrown away: what is damaged is set aside under a name of its own, and
each such thing is one sentence for people to read.
"""

import itertools
import shutil
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion.claim import Claim, ClaimedError
from companion.exports import UNREADABLE, VERSION, StoreError, fault_of
from companion.storefile import (
    COLUMNS,
    attach,
    backup_of,
    connect,
    is_good,
    lacks_something,
    locks_of,
    reading,
    row_of,
    transaction,
)
from companion.storeupgrading import upgrade_store
from rules.messages import Entry

_ALL = 2**63 - 1

Schema = Literal["main", "former"]


class Log(NamedTuple):
    """How much of a game's log holds in *schema*, the store or its backup.

    The first *intact* entries do; *fault* is what comes after them.  *is_torn*: it is
    damage, and no entry of another version.
    """

    schema: Schema
    intact: int
    fault: str | None = None
    is_torn: bool = False


def open_mended(path: Path) -> tuple[sqlite3.Connection, list[str]]:
    """Return a connection to the store *path*, mended where it was damaged, and a sentence for each damage.

    Raises StoreError for a file that cannot be opened or is of another version, and for
    a damaged one in which a game is being played.
    """
    notices = []
    with reading(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        notices += upgrade_store(path)
        if not _is_whole(path):
            notices.append(_replace(path))
        notices += _mend_games(path)
        return connect(path), notices


def _is_whole(path: Path) -> bool:
    """Return whether *path* can be used as it is; a new or empty file can where nothing was backed up."""
    if not path.exists() or not path.stat().st_size:
        return not backup_of(path).is_file()
    return is_good(path)


def _replace(path: Path) -> str:
    """Put a damaged or missing store out of the way and the backup in its place; return the sentence."""
    backup = backup_of(path)
    is_there = backup.is_file()
    is_usable = is_there and is_good(backup)
    _refuse_while_played(path)
    was_there = path.exists()
    aside = _set_aside(path)
    story = f"{path} was damaged and lies in {aside}" if was_there else f"{path} was missing"
    if not is_there:
        return f"{story}; there was no backup: the games begin anew."
    if not is_usable:
        return f"{story}; its backup was damaged too and lies in {_set_aside(backup)}: the games begin anew."
    fresh = path.with_name(path.name + ".new")
    shutil.copyfile(backup, fresh)
    fresh.replace(path)
    return f"{story}; the last backup is in use."


def _set_aside(path: Path) -> Path:
    """Rename the file *path* with what belongs to it; return its new name."""
    aside = _free_name(path)
    for tail in ("-wal", "-shm", ""):
        part = path.with_name(path.name + tail)
        if part.exists():
            part.rename(aside.with_name(aside.name + tail))
    return aside


def _free_name(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (
        path.with_name(f"{path.stem}.damaged-{stamp}{more}{path.suffix}")
        for more in ("", *(f"-{n}" for n in range(2, 100)))
    )
    return next(itertools.dropwhile(Path.exists, names))


def _mend_games(path: Path) -> list[str]:
    """Give the store the best of each game that it or its backup has; return the sentences."""
    backup = backup_of(path)
    notices = []
    if backup.is_file() and not is_good(backup):
        notices.append(f"The backup {backup} was damaged and lies in {_set_aside(backup)}.")
    with closing(connect(path)) as connection:
        lacking = attach(connection, backup) if backup.is_file() else set[str]()
        kept = {row["id"] for row in connection.execute("SELECT id FROM main.games")}
        best = {game: _best(connection, game, lacking) for game in sorted(kept | lacking)}
        bad = {game: log for game, log in best.items() if log.schema != "main" or log.is_torn}
        if bad:
            _refuse_while_played(path)
            fresh = _rebuild(connection, path, best)
    if bad:
        aside = _set_aside(path)
        fresh.replace(path)
        notices += [
            f"{path}: {_fate(game, log)}; the file as it was lies in {aside}." for game, log in bad.items()
        ]
    if (lacking or bad) and backup.is_file() and lacks_something(path, backup):
        notices.append(f"The backup {backup} differed from the games and lies in {_set_aside(backup)}.")
    return notices


def _best(connection: sqlite3.Connection, game: str, lacking: set[str]) -> Log:
    """Return the longer of the logs of *game*, the store's where the backup's is no longer."""
    own = _log(connection, "main", game)
    if game not in lacking:
        return own
    former = _log(connection, "former", game)
    return former if former.intact > own.intact else own


def _fate(game: str, log: Log) -> str:
    if log.schema != "main":
        return f"game {game} had lost entries, and is as in the backup"
    if not log.intact:
        return f"of game {game}, {log.fault}, and it is left out"
    return f"of game {game}, {log.fault}, and it goes on after entry {log.intact}"


def _refuse_while_played(path: Path) -> None:
    """Raise StoreError while a game of the store is being played: its file must not be taken away."""
    for lock in locks_of(path).glob("game-*.lock"):
        try:
            Claim(lock).close()
        except ClaimedError:
            raise StoreError(
                f"{path} is damaged, and another herald is playing in it: end that one, then start again"
            ) from None


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
        return Log(schema, 0, "its own line cannot be read", is_torn=True)
    read: list[Entry] = []
    lines = f"SELECT seq, entry FROM {schema}.entries WHERE game = ? ORDER BY seq"
    for seq, line in connection.execute(lines, (game,)):
        entry = _entry(line)
        if entry is None or entry.seq != seq:
            is_torn = entry is not None or row.version == VERSION or not _is_json(line)
            return Log(schema, len(read), f"entry {len(read) + 1} cannot be read", is_torn=is_torn)
        read.append(entry)
    fault = fault_of(read)
    return Log(schema, len(read)) if fault is None else Log(schema, fault.place - 1, fault.text, is_torn=True)


def _entry(line: bytes) -> Entry | None:
    try:
        return msgspec.json.decode(line, type=Entry)
    except UNREADABLE:
        return None


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except UNREADABLE:
        return False
    return True
