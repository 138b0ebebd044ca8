"""A store too large to be read whole each evening: opened at once, backed up by what is new."""

import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path

import msgspec
import pytest

from companion.journal import backup as storebackup, repair as storemending, sqlite_file as storefile, upkeep
from companion.journal.notices import Notices
from companion.journal.store import GameRow, Store, StoreError
from rules.kernel.messages import TurnEnded
from rules.kernel.values import Seat
from tests.companion.journal.test_store import OTHER, ROW, alter, entry, lengths

THIRD = msgspec.structs.replace(ROW, id="g3")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a store lies that counts as large, with three games of five entries, all backed up."""
    monkeypatch.setattr(storefile, "CHECKED_AT_ONCE", 0)
    path = tmp_path / "games.sqlite"
    store = Store(path)
    for row in (ROW, OTHER, THIRD):
        store.append(row, *(entry(seq) for seq in range(1, 6)))
    store.back_up()
    store.close()
    return path


def turn_end(seq: int, row: GameRow = ROW) -> tuple[GameRow, msgspec.Struct]:
    return row, msgspec.structs.replace(entry(seq), events=(TurnEnded(seat=Seat.NORTH),))


def in_backup(path: Path) -> dict[str, int]:
    with sqlite3.connect(storefile.backup_of(path)) as backup:
        return dict(backup.execute("SELECT game, count(*) FROM entries GROUP BY game"))


def read_logs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list into which every game goes whose log is checked."""
    read: list[str] = []
    whole = storemending._log

    def noted(connection: sqlite3.Connection, schema: storemending.Schema, game: str) -> storemending.Log:
        read.append(game)
        return whole(connection, schema, game)

    monkeypatch.setattr(storemending, "_log", noted)
    return read


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("it never was so")


def test_the_end_of_a_turn_is_backed_up_beside_the_table_and_only_what_is_new(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[bool, Collection[str] | None]] = []
    write = storebackup.back_up

    def noted(path: Path, games: Collection[str] | None = None) -> None:
        told.append((threading.current_thread() is threading.main_thread(), games))
        write(path, games)

    store = Store(path)
    store.close()
    store = Store(path)
    store._upkeep.close()
    monkeypatch.setattr(storebackup, "back_up", noted)
    file = storefile.backup_of(path).stat().st_ino
    row, last = turn_end(6)
    store.append(row, last)
    store.close()
    assert told == [(False, {"g1"})]
    assert in_backup(path) == {"g1": 6, "g2": 5, "g3": 5}
    assert storefile.backup_of(path).stat().st_ino == file, "it is appended to, not copied"


def test_opening_reads_no_log_but_that_of_the_game_that_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "find_damage", lambda path, stop: None)
    monkeypatch.setattr(storemending, "is_good", lambda path, stop=None: pytest.fail("read whole"))
    read = read_logs(monkeypatch)
    store = Store(path)
    assert [row.id for row in store.games()] == ["g3", "g2", "g1"]
    assert read == []
    store.lock("g2")
    assert read == ["g2"]
    store.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET entry = x'00' WHERE game = 'g1' AND seq = 2",
        "DELETE FROM entries WHERE game = 'g1' AND seq = 2",
        "DELETE FROM entries WHERE game = 'g1' AND seq > 3",
        "DELETE FROM games WHERE id = 'g1'",
    ],
)
def test_a_damaged_game_is_mended_when_it_is_taken_up(path: Path, harm: str) -> None:
    alter(path, harm)
    store = Store(path)
    store.lock("g1")
    assert lengths(store) == {"g1": 5, "g2": 5, "g3": 5}
    assert any("game g1 had lost entries" in notice for notice in store.notices)
    store.append(ROW, entry(6))
    store.close()


def test_what_another_game_has_lost_is_told_meanwhile_and_mended_at_the_next_start(path: Path) -> None:
    alter(path, "UPDATE entries SET entry = x'00' WHERE game = 'g1'")
    store = Store(path)
    heard = threading.Event()
    store.board.listen(heard.set)
    store.lock("g2")
    assert heard.wait(20)
    store.append(OTHER, entry(6))
    store.close()
    (notice,) = store.notices
    assert "game g1 is damaged" in notice
    store = Store(path)
    assert lengths(store) == {"g1": 5, "g2": 6, "g3": 5}
    assert any("game g1 had lost entries" in notice for notice in store.notices)
    store.close()
    store = Store(path)
    assert store.notices == ()
    store.close()


def test_a_backup_gets_later_what_it_could_not_get_at_once(path: Path) -> None:
    store = Store(path)
    store._upkeep.close()  # what is begun when a store opens is done
    backup = storefile.backup_of(path)
    aside = backup.rename(backup.with_name("aside"))
    backup.mkdir()
    row, last = turn_end(6)
    store.append(row, last)
    store._upkeep.close()
    (notice,) = store.notices
    assert str(backup) in notice
    backup.rmdir()
    aside.rename(backup)
    store.append(OTHER, entry(6))
    store.close()
    assert in_backup(path) == {"g1": 6, "g2": 6, "g3": 5}
    assert store.notices == ()


def test_a_backup_whose_first_writing_was_cut_off_is_none(path: Path) -> None:
    storefile.backup_of(path).write_bytes(b"")
    store = Store(path)
    store.close()
    assert store.notices == ()
    assert in_backup(path) == {"g1": 5, "g2": 5, "g3": 5}


def test_a_backup_takes_in_of_each_game_only_what_goes_on_from_it(path: Path) -> None:
    store = Store(path)
    store._upkeep.close()
    alter(path, "UPDATE entries SET entry = x'7b' WHERE game = 'g1' AND seq = 5")
    alter(path, "DELETE FROM entries WHERE game = 'g2' AND seq = 5")
    for row in (ROW, OTHER, THIRD):
        store.append(row, entry(6))
    with pytest.raises(StoreError, match="has lost what its backup"):
        store.back_up()
    assert in_backup(path) == {"g1": 5, "g2": 5, "g3": 6}
    store.close()


def test_games_come_in_the_order_of_their_beginnings_whatever_the_clock_said(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    rows = [msgspec.structs.replace(ROW, id=f"z{9 - n}", started=at) for n, at in enumerate((9e8, 5.0, 7e8))]
    for row in rows:
        store.append(row, entry(1), entry(2))
    assert store.games() == rows[::-1]
    store.back_up()
    alter(store.path, "DELETE FROM entries WHERE game = 'z8' AND seq = 2")
    store.close()
    mended = Store(store.path)
    assert mended.games() == rows[::-1]
    mended.close()


def test_nobody_else_can_read_the_games(tmp_path: Path) -> None:
    data = tmp_path / "data"
    store = Store(data / "games.sqlite")
    store.append(*turn_end(1))
    store._upkeep.close()
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    files = [file for file in data.rglob("*") if file.is_file() and "locks" not in file.parent.name]
    assert {file.name for file in files} >= {"games.sqlite", "games.sqlite-wal", "games.backup.sqlite"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    store.close()


def test_games_that_everybody_could_read_are_closed_to_others(path: Path) -> None:
    for file in (path, storefile.backup_of(path)):
        file.chmod(0o644)
    Store(path).close()
    assert {stat.S_IMODE(file.stat().st_mode) for file in (path, storefile.backup_of(path))} == {0o600}


def test_a_game_whose_own_line_is_damaged_is_told_and_mended_at_the_next_start(path: Path) -> None:
    store = Store(path)
    alter(path, "UPDATE games SET started = -1 WHERE id = 'g1'")
    assert [row.id for row in store.games()] == ["g3", "g2"]
    assert any("game g1 is damaged" in notice for notice in store.notices)
    store.close()
    store = Store(path)
    assert [row.id for row in store.games()] == ["g3", "g2", "g1"]
    store.close()


def test_what_is_begun_while_the_thread_ends_is_done_and_nobody_waits_for_ever(path: Path) -> None:
    keeping = upkeep.Upkeep(path, Notices())
    busy, go_on = threading.Event(), threading.Event()

    def be_busy() -> None:
        busy.set()
        go_on.wait(20)

    keeping._later(be_busy)
    assert busy.wait(20)
    closing = threading.Thread(target=keeping.close)
    closing.start()
    until(lambda: keeping._thread is None)
    done = threading.Event()
    keeping._later(done.set)  # by a thread of its own, which must not take the end of the first
    assert done.wait(20)
    go_on.set()
    closing.join(20)
    assert not closing.is_alive()
    keeping.close()


def test_a_fault_beside_the_games_stops_no_later_backup(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    keeping = upkeep.Upkeep(path, Notices())

    def fail() -> None:
        raise LookupError("a fault of ours")

    keeping._later(fail)
    done = threading.Event()
    keeping._later(done.set)
    assert done.wait(20)
    keeping.close()
    assert "something beside them failed" in caplog.text
