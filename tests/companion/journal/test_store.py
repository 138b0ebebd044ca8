"""The store: what is acknowledged stays, what is damaged is set aside, what is foreign is refused."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.journal.backup import backup_of, has_backup
from companion.journal.formats import newest
from companion.journal.jsonl import VERSION
from companion.journal.store import GameRow, NoSuchGameError, Store, StoreError, read_export
from rules.kernel.hexes import Hex
from rules.kernel.messages import BannerPlaced, Entry, PlaceBanner, Retracted, TurnEnded
from rules.kernel.values import Seat

ROW = GameRow(id="g1", scenario="learning", edition="second", started=5.0, version=VERSION)
OTHER = msgspec.structs.replace(ROW, id="g2")


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
    store.append(ROW, *(entry(seq) for seq in range(1, count + 1)))
    return store


def test_what_was_stored_is_there_when_the_file_is_opened_again(path: Path) -> None:
    filled(path).close()
    again = Store(path)
    assert again.games() == [ROW]
    assert again.entries("g1") == (entry(1), entry(2), entry(3))
    assert again.notices == ()
    again.close()


def test_a_number_that_is_taken_is_refused_and_nothing_of_its_batch_is_kept(path: Path) -> None:
    store = filled(path)
    with pytest.raises(StoreError, match=r"this game, or its entry, is kept there already$"):
        store.append(ROW, entry(4), entry(2))
    assert [one.seq for one in store.entries("g1")] == [1, 2, 3]
    store.close()


def test_an_undo_is_kept_as_an_entry_without_a_command(path: Path) -> None:
    store = filled(path)
    undo = Entry(seq=4, at=9.0, by="south", frame=None, command=None, events=(Retracted(to=1),))
    store.append(ROW, undo)
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
    store.append(ROW, over)  # the end of a turn makes a backup
    store.close()
    path.write_bytes(b"no database at all" * 100)
    mended = Store(path)
    (notice,) = mended.notices
    (aside,) = path.parent.glob("games.damaged-*")
    assert str(aside) in notice
    assert "the last backup is in use" in notice
    assert aside.read_bytes().startswith(b"no database")
    assert len(mended.entries("g1")) == 4
    mended.append(ROW, entry(5))
    mended.close()


def test_a_file_torn_in_the_middle_is_noticed_at_opening(path: Path) -> None:
    filled(path, 400).close()
    content = bytearray(path.read_bytes())
    content[4096 : len(content) - 4096] = os.urandom(len(content) - 8192)
    path.write_bytes(bytes(content))
    mended = Store(path)
    assert "was damaged" in mended.notices[0]
    mended.close()


def test_a_damaged_file_without_a_backup_leaves_an_empty_store(path: Path) -> None:
    path.write_bytes(b"x" * 5000)
    store = Store(path)
    assert store.games() == []
    assert "there was no backup" in store.notices[0]
    store.close()


def with_backup(path: Path) -> None:
    """Leave a store of two games at *path*, all of it in the backup but the last entry of each."""
    store = Store(path)
    for row in (ROW, OTHER):
        store.append(row, *(entry(seq) for seq in range(1, 5)))
    store.back_up()
    for row in (ROW, OTHER):
        store.append(row, entry(5))
    store.close()


def alter(path: Path, *statements: str) -> None:
    """Do to the file at *path* what a fault of a disk may do."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def lengths(store: Store) -> dict[str, int]:
    return {row.id: len(store.entries(row.id)) for row in store.games()}


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def without_tables(path: Path) -> None:
    alter(path, "DROP TABLE entries", "DROP TABLE games")


@pytest.mark.parametrize("harm", [Path.unlink, emptied, without_tables])
def test_an_empty_file_beside_a_good_backup_is_replaced_by_it(
    path: Path, harm: Callable[[Path], None]
) -> None:
    with_backup(path)
    harm(path)
    store = Store(path)
    assert lengths(store) == {"g1": 4, "g2": 4}
    assert "the last backup is in use" in store.notices[0]
    store.close()
    store = Store(path)
    assert store.notices == ()
    store.close()


@pytest.mark.parametrize(
    ("harm", "left"),
    [
        ("UPDATE entries SET entry = x'00' WHERE game = 'g1' AND seq = 2", 4),
        ("UPDATE entries SET entry = CAST(replace(entry, 'placed', '') AS BLOB) WHERE game = 'g1'", 4),
        ("DELETE FROM entries WHERE game = 'g1' AND seq = 2", 4),
        ("DELETE FROM entries WHERE game = 'g1'", 4),
        ("DELETE FROM games WHERE id = 'g1'", 4),
        ("UPDATE games SET started = -1 WHERE id = 'g1'", 4),
    ],
)
def test_a_game_that_lost_entries_is_as_in_the_backup_and_the_others_are_as_they_were(
    path: Path, harm: str, left: int
) -> None:
    with_backup(path)
    alter(path, harm)
    store = Store(path)
    assert lengths(store) == {"g1": left, "g2": 5}
    assert store.entries("g1") == tuple(entry(seq) for seq in range(1, left + 1))
    (notice,) = store.notices
    (aside,) = path.parent.glob("games.damaged-*")
    assert "game g1" in notice
    assert str(aside) in notice
    store.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET entry = x'7b' WHERE game = 'g1' AND seq = 5",
        "UPDATE entries SET seq = 7 WHERE game = 'g1' AND seq = 5",
    ],
)
def test_damage_after_the_backup_is_named_and_the_game_goes_on_before_it(path: Path, harm: str) -> None:
    with_backup(path)
    alter(path, harm)
    store = Store(path)
    assert lengths(store) == {"g1": 4, "g2": 5}
    assert "entry 5" in store.notices[0]
    store.append(ROW, entry(5))
    store.close()


def test_an_entry_of_another_version_is_left_alone_and_hides_no_other_game(path: Path) -> None:
    store = Store(path)
    store.append(msgspec.structs.replace(ROW, version="99.0"), entry(1), entry(2))
    store.append(OTHER, entry(1))
    store.close()
    alter(path, "UPDATE entries SET entry = CAST('{\"new\": 1}' AS BLOB) WHERE game = 'g1' AND seq = 2")
    store = Store(path)
    assert store.notices == ()
    assert {row.id for row in store.games()} == {"g1", "g2"}
    assert store.count("g1") == 2
    with pytest.raises(NoSuchGameError, match="game g1, entry 2"):
        store.entries("g1")
    store.close()


def test_a_gap_that_opens_while_the_store_is_open_is_named(path: Path) -> None:
    store = filled(path)
    alter(path, "DELETE FROM entries WHERE seq = 2")
    with pytest.raises(NoSuchGameError, match="game g1 is damaged: entry 2 is missing"):
        store.entries("g1")
    store.close()


def test_a_fuller_backup_is_never_replaced_by_an_emptier_one(path: Path) -> None:
    store = filled(path)
    store.back_up()
    before = store.backup_path.read_bytes()
    alter(path, "DELETE FROM entries WHERE seq > 1")
    with pytest.raises(StoreError, match="has lost what its backup"):
        store.back_up()
    assert store.backup_path.read_bytes() == before
    store.close()


def test_a_damaged_backup_is_set_aside_and_written_anew(path: Path) -> None:
    with_backup(path)
    store = Store(path)
    store.backup_path.write_bytes(b"rubbish" * 1000)
    store.close()
    store = Store(path)
    assert lengths(store) == {"g1": 5, "g2": 5}
    assert "The backup" in store.notices[0]
    path.unlink()
    store.close()
    store = Store(path)
    assert lengths(store) == {"g1": 5, "g2": 5}
    store.close()


def test_where_store_and_backup_are_damaged_both_are_set_aside_and_named(path: Path) -> None:
    with_backup(path)
    for file in (path, path.with_name("games.backup.sqlite")):
        file.write_bytes(b"rubbish" * 1000)
    store = Store(path)
    assert store.games() == []
    (notice,) = store.notices
    for aside in (*path.parent.glob("games.damaged-*"), *path.parent.glob("games.backup.damaged-*")):
        assert str(aside) in notice
    assert len(list(path.parent.glob("*damaged*"))) == 2
    store.close()


def test_a_backup_that_cannot_be_written_is_one_sentence_and_the_games_open(path: Path) -> None:
    filled(path).close()
    backup = path.with_name("games.backup.sqlite")
    backup.unlink()
    backup.mkdir()
    store = Store(path)
    assert lengths(store) == {"g1": 3}
    (notice,) = store.notices
    assert str(backup) in notice
    store.append(ROW, msgspec.structs.replace(entry(4), events=(TurnEnded(seat=Seat.NORTH),)))
    store.close()


def test_a_fault_in_reading_is_a_store_error(path: Path) -> None:
    store = filled(path)
    alter(path, "ALTER TABLE entries RENAME TO gone")
    with pytest.raises(StoreError, match="cannot be opened"):
        store.entries("g1")
    store.close()


def test_a_file_in_which_somebody_plays_is_not_taken_away(path: Path) -> None:
    with_backup(path)
    player = Store(path)
    player.lock("g2")
    alter(path, "DELETE FROM entries WHERE game = 'g1' AND seq = 2")
    with pytest.raises(StoreError, match="another herald is playing"):
        Store(path)
    player.append(OTHER, entry(6))
    player.close()
    store = Store(path)
    assert lengths(store) == {"g1": 5, "g2": 6}
    store.close()


def test_any_single_fault_of_the_disk_costs_no_more_than_what_came_after_the_backup(path: Path) -> None:
    luck = random.Random(5)
    with_backup(path)
    whole = path.read_bytes()
    for number in range(30):
        torn = bytearray(whole)
        start = luck.randrange(len(torn))
        end = min(len(torn), start + luck.choice((1, 50, 5000)))
        torn[start:end] = luck.randbytes(end - start)
        folder = path.with_name(f"fault-{number}")
        folder.mkdir()
        shutil.copy(path.with_name("games.backup.sqlite"), folder)
        (folder / path.name).write_bytes(torn)
        store = Store(folder / path.name)
        assert all(4 <= count <= 5 for count in lengths(store).values()), store.notices
        assert len(store.games()) == 2
        store.close()


def test_a_game_that_is_being_played_is_refused_to_a_second_herald(path: Path) -> None:
    first = filled(path)
    first.lock("g1")
    second = Store(path)
    with pytest.raises(StoreError, match="game g1 is being played by another herald"):
        second.lock("g1")
    second.lock("g2")
    first.append(ROW, entry(4))
    first.close()
    second.lock("g1")
    second.close()


def test_a_game_is_kept_from_its_first_entry_on(path: Path) -> None:
    store = Store(path)
    assert store.games() == []
    store.append(ROW, entry(1))
    assert store.games() == [ROW]
    store.close()


def test_a_store_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    filled(path).close()
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {newest() + 1}")
    other.close()
    with pytest.raises(StoreError, match="newer version") as trouble:
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
    row, entries = read_export(lines, "g1.jsonl")
    other.take_in(row, entries)
    assert other.games() == [ROW]
    assert other.entries("g1") == store.entries("g1")
    with pytest.raises(StoreError, match="already"):
        other.take_in(row, entries)
    store.close()
    other.close()


def undo(seq: int, *, to: int) -> bytes:
    line = Entry(seq=seq, at=9.0, by="south", frame=None, command=None, events=(Retracted(to=to),))
    return msgspec.json.encode(line)


def lines_of(count: int) -> list[bytes]:
    return [msgspec.json.encode(entry(seq)) for seq in range(1, count + 1)]


WITHOUT_COMMAND = msgspec.json.encode(msgspec.structs.replace(entry(1), command=None))
HEADER = msgspec.json.encode({"herald": "game", "format": newest(), "game": ROW})


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "is empty"),
        ([b"hello"], "line 1"),
        ([b'{"do": "counter"}'], "line 1"),
        ([HEADER.replace(f'"format":{newest()}'.encode(), b'"format":99')], "newer version"),
        ([HEADER, b'{"seq": 1}'], "line 2"),
        ([HEADER, msgspec.json.encode(entry(2))], "entry 1 is missing"),
        ([HEADER.replace(b'"game"', b'"gamble"', 1)], "line 1"),
        ([HEADER.replace(b"learning", b"\xff")], "line 1"),
        ([HEADER.replace(b'"g1"', b'"../g1"')], "line 1.*id"),
        ([HEADER.replace(b'"g1"', b'""')], "line 1.*id"),
        ([HEADER.replace(b"5.0", b"1e300")], "line 1.*started"),
        ([HEADER.replace(b"5.0", b'"noon"')], "line 1.*started"),
        ([HEADER.replace(b'"scenario"', b'"scenery"')], "line 1.*scenery"),
        ([HEADER, b"\xff"], "line 2"),
        ([HEADER, b'{"x":' + b"[" * 100_000], "line 2"),
        ([HEADER, undo(1, to=7)], "entry 1 goes back to entry 7"),
        ([HEADER, *lines_of(2), undo(3, to=1), undo(4, to=2)], "entry 4 goes back to entry 2"),
        ([HEADER, WITHOUT_COMMAND], "entry 1 has no command"),
    ],
)
def test_what_is_no_export_is_refused_with_its_line(lines: list[bytes], says: str) -> None:
    with pytest.raises(StoreError, match=says) as trouble:
        read_export(lines, "game.jsonl")
    assert str(trouble.value).startswith("game.jsonl")


def write_for_ever(path: Path) -> None:
    """Append entries and say each number once it is acknowledged: what a killed process runs."""
    store = Store(path)
    seq = len(store.entries(ROW.id))
    while True:
        seq += 1
        store.append(ROW, entry(seq))
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
        assert store.notices == ()
        kept = store.entries(ROW.id)
        store.close()
        assert len(kept) >= acknowledged[-1]
        assert kept == tuple(entry(seq) for seq in range(1, len(kept) + 1))


def test_a_killed_process_loses_nothing_that_it_had_acknowledged(path: Path) -> None:
    killed_writers(path, 3, random.Random(4))


if __name__ == "__main__":
    write_for_ever(Path(sys.argv[1]))


def test_a_backup_whose_first_writing_was_cut_off_holds_nothing(tmp_path: Path) -> None:
    written, cut_off = tmp_path / "written", tmp_path / "cut off"
    written.mkdir()
    connection = sqlite3.connect(backup_of(written / "games.sqlite3"), isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE entries (entry)")
    connection.executemany("INSERT INTO entries VALUES (?)", [("move" * 1000,)] * 50)
    shutil.copytree(written, cut_off)
    connection.close()
    assert backup_of(cut_off / "games.sqlite3").stat().st_size > 0
    assert not has_backup(cut_off / "games.sqlite3")
