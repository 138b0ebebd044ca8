"""What people call their games: kept beside them, for their owner alone, and carried elsewhere."""

import stat
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from companion.app.services import open_store
from companion.archive.write import take_in_bundle, write_bundle
from companion.journal.game_labels import LABELS, GameLabel, GameLabels
from companion.journal.jsonl import StoreError
from rules.kernel.values import Seat

NAMES = {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan"}


def test_labels_outlive_a_restart_and_are_their_owner_s_alone(tmp_path: Path) -> None:
    labels = GameLabels(tmp_path)
    labels.name("monday", NAMES)
    labels.entitle("monday", "The ford")
    labels.delete("monday")
    assert GameLabels(tmp_path).of("monday") == GameLabel(names=NAMES, title="The ford", is_deleted=True)
    assert GameLabels(tmp_path).of("tuesday") == GameLabel()
    assert stat.S_IMODE((tmp_path / LABELS).stat().st_mode) == 0o600


def test_what_is_kept_already_is_not_written_again(tmp_path: Path) -> None:
    labels = GameLabels(tmp_path)
    labels.name("monday", NAMES)
    (tmp_path / LABELS).unlink()
    labels.name("monday", NAMES)
    assert not (tmp_path / LABELS).exists()


def test_what_two_threads_change_of_one_game_is_both_kept(tmp_path: Path) -> None:
    labels, games = GameLabels(tmp_path), [f"game-{number}" for number in range(20)]
    start = Barrier(2)

    def name() -> None:
        for game in games:
            start.wait()
            labels.name(game, {Seat.NORTH: "Ana"})

    def entitle() -> None:
        for game in games:
            start.wait()
            labels.entitle(game, "The last stand")

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(name), pool.submit(entitle)]:
            done.result()
    assert all(
        labels.of(game) == GameLabel(names={Seat.NORTH: "Ana"}, title="The last stand") for game in games
    )


@pytest.mark.parametrize("content", [b"", b"[]", b'{"monday": 1}', b"\xff", b'{"monday": {"title": "'])
def test_a_damaged_file_costs_the_labels_only_and_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LABELS).write_bytes(content)
    labels = GameLabels(tmp_path)
    assert labels.of("monday") == GameLabel()
    labels.entitle("monday", "The ford")
    [aside] = tmp_path.glob("labels.damaged-*.json")
    assert aside.read_bytes() == content


def test_where_they_cannot_be_written_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.json.new").mkdir()
    with pytest.raises(StoreError, match=r"labels\.json: cannot be written"):
        GameLabels(tmp_path).entitle("monday", "The ford")


def test_labels_are_carried_in_an_archive_and_those_that_are_here_stay(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "all.zip"
    GameLabels(here).entitle("monday", "The ford")
    GameLabels(there).entitle("tuesday", "The hill")
    GameLabels(here).entitle("tuesday", "The valley")
    for folder, use in ((here, write_bundle), (there, take_in_bundle)):
        store = open_store(folder)
        use(file, folder, store)
        store.close()
    assert LABELS in zipfile.ZipFile(file).namelist()
    told = GameLabels(there)
    assert (told.of("monday").title, told.of("tuesday").title) == ("The ford", "The hill")
