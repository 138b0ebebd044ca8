"""The store: what is acknowledged stays, what is damaged is set aside, what is foreign is refused."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.store import FORMAT, GameRow, Store, StoreError, read_export
from rules.hexes import Hex
from rules.messages import BannerPlaced, Entry, PlaceBanner, Retracted, TurnEnded
from rules.values import Seat

ROW = GameRow(id="g1", scenario="learning", edition="second", started=5.0, version="0.1.0")


def entry(seq: int) -> Entry:
    at = Hex("ABCDEFGHIJKL"[seq % 12] + "5")
    return Entry(
        seq=seq,
        at=1.5 * seq,
        by="camera",
        frame=seq,
        command=PlaceBanner(at=at),
        events=(BannerPlaced(at=at, points=2),),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def filled(path: Path, count: int = 3) -> Store:
    store = Store(path)
    store.add_game(ROW)
    store.append(ROW.id, *(entry(seq) for seq in range(1, count + 1)))
    return store


def test_what_was_stored_is_there_when_the_file_is_opened_again(path: Path) -> None:
    filled(path).close()
    again = Store(path)
    assert again.games() == [ROW]
    assert again.entries("g1") == (entry(1), entry(2), entry(3))
    assert again.set_aside is None
    again.close()


def test_a_number_that_is_taken_is_refused_and_nothing_of_its_batch_is_kept(path: Path) -> None:
    store = filled(path)
    with pytest.raises(StoreError, match="already"):
        store.append("g1", entry(4), entry(2))
    assert [one.seq for one in store.entries("g1")] == [1, 2, 3]
    store.close()


def test_an_undo_is_kept_as_an_entry_without_a_command(path: Path) -> None:
    store = filled(path)
    undo = Entry(seq=4, at=9.0, by="south", frame=None, command=None, events=(Retracted(to=1),))
    store.append("g1", undo)
    assert store.entries("g1")[-1] == undo
    store.close()


def test_every_write_reaches_the_disk_before_it_is_acknowledged(path: Path) -> None:
    store = filled(path)
    with sqlite3.connect(path) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()
    assert store._connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    store.close()


def test_a_damaged_file_is_set_aside_and_named_and_the_last_good_backup_opens(path: Path) -> None:
    store = filled(path)
    over = msgspec.structs.replace(entry(4), events=(TurnEnded(seat=Seat.NORTH),))
    store.append("g1", over)  # the end of a turn makes a backup
    store.close()
    path.write_bytes(b"no database at all" * 100)
    mended = Store(path)
    assert mended.set_aside is not None
    assert mended.set_aside.read_bytes().startswith(b"no database")
    assert len(mended.entries("g1")) == 4
    mended.append("g1", entry(5))
    mended.close()


def test_a_file_torn_in_the_middle_is_noticed_at_opening(path: Path) -> None:
    filled(path, 400).close()
    content = bytearray(path.read_bytes())
    content[4096 : len(content) - 4096] = os.urandom(len(content) - 8192)
    path.write_bytes(bytes(content))
    mended = Store(path)
    assert mended.set_aside is not None
    assert mended.set_aside.exists()
    mended.close()


def test_a_damaged_file_without_a_backup_leaves_an_empty_store(path: Path) -> None:
    path.write_bytes(b"x" * 5000)
    store = Store(path)
    assert store.games() == []
    assert store.set_aside is not None
    store.close()


def test_a_store_of_another_version_is_refused_and_left_as_it_is(path: Path) -> None:
    filled(path).close()
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {FORMAT + 1}")
    other.close()
    with pytest.raises(StoreError, match="another version") as trouble:
        Store(path)
    assert str(path) in str(trouble.value)
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    other.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="file"):
        Store(tmp_path / "file" / "games.sqlite")


def test_an_export_taken_in_elsewhere_is_the_same_game(path: Path, tmp_path: Path) -> None:
    store = filled(path)
    lines = list(store.export("g1"))
    other = Store(tmp_path / "other.sqlite")
    assert other.take_in(lines, "g1.jsonl") == ROW
    assert other.entries("g1") == store.entries("g1")
    with pytest.raises(StoreError, match="already"):
        other.take_in(lines, "g1.jsonl")
    store.close()
    other.close()


HEADER = msgspec.json.encode({"herald": "game", "format": FORMAT, "game": ROW})


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "is empty"),
        ([b"hello"], "line 1"),
        ([b'{"do": "counter"}'], "line 1"),
        ([HEADER.replace(f'"format":{FORMAT}'.encode(), b'"format":99')], "another version"),
        ([HEADER, b'{"seq": 1}'], "line 2"),
        ([HEADER, msgspec.json.encode(entry(2))], "entry 1 is missing"),
    ],
)
def test_what_is_no_export_is_refused_with_its_line(lines: list[bytes], says: str) -> None:
    with pytest.raises(StoreError, match=says) as trouble:
        read_export(lines, "game.jsonl")
    assert str(trouble.value).startswith("game.jsonl")


def write_for_ever(path: Path) -> None:
    """Append entries and say each number once it is acknowledged: what a killed process runs."""
    store = Store(path)
    if not store.games():
        store.add_game(ROW)
    seq = len(store.entries(ROW.id))
    while True:
        seq += 1
        store.append(ROW.id, entry(seq))
        sys.stdout.write(f"{seq}\n")
        sys.stdout.flush()


def killed_writers(path: Path, times: int, luck: random.Random) -> None:
    """Start a writer on one store *times* times, kill it at random, and check what it acknowledged."""
    for _ in range(times):
        writer = subprocess.Popen([sys.executable, __file__, str(path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(luck.randrange(1, 20))]
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.read().splitlines(keepends=True)
        acknowledged = [int(line) for line in said if line.endswith(b"\n")]
        writer.wait()
        writer.stdout.close()
        store = Store(path)
        assert store.set_aside is None
        kept = store.entries(ROW.id)
        store.close()
        assert len(kept) >= acknowledged[-1]
        assert kept == tuple(entry(seq) for seq in range(1, len(kept) + 1))


def test_a_killed_process_loses_nothing_that_it_had_acknowledged(path: Path) -> None:
    killed_writers(path, 3, random.Random(4))


if __name__ == "__main__":
    write_for_ever(Path(sys.argv[1]))
