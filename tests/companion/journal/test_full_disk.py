"""A disk that fills up while people play: told on every screen, and nothing that is seen is forgotten."""

import resource
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.reconcile.camera_reports import CameraNews
from companion.reconcile.moment import CameraState
from companion.table.requests import Submit
from rules.kernel.messages import Order
from tests.companion.table_services import BH4, LINE_ADVANCE, SET_UP, Services

TIMEOUT_S = 20.0


class Disk:
    """A small file system in *folder*, or where none can be mounted a limit on how long files grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
        self.is_mounted = subprocess.run(mount, check=False, capture_output=True).returncode == 0
        self._limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(self) -> None:
        if not self.is_mounted:
            longest = max(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())
            resource.setrlimit(resource.RLIMIT_FSIZE, (longest, self._limits[1]))
            return
        with suppress(OSError), (self.folder / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))

    def make_room(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limits)
        (self.folder / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        self.make_room()
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path / "disk")
    yield made
    made.close()


@pytest.fixture
def services(disk: Disk) -> Iterator[Services]:
    """A game in which units may move, seen by a camera, on a small disk."""
    opened = Services(disk.folder)
    opened.begin(LINE_ADVANCE)
    opened.table.ask(CameraNews(CameraState.WATCHING))
    opened.look()
    yield opened
    disk.make_room()
    opened.close()


def until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + TIMEOUT_S
    while not is_so():
        assert monotonic() < end
        sleep(0.05)


def test_a_move_that_cannot_be_written_is_told_and_booked_once_there_is_room(
    services: Services, disk: Disk
) -> None:
    assert services.state == "in_step"
    was, entries = services.at(BH4), services.view["seq"]
    disk.fill()
    services.look(blood_harvesters4="F5")
    assert services.state == "not_kept"
    (notice,) = services.view["notices"]
    assert "Nothing is kept any more" in notice["text"]
    assert "Make room" in notice["remedy"]
    assert not notice["can_dismiss"]
    assert (services.at(BH4), services.view["seq"]) == (was, entries)
    assert services.warned == [f"{notice['text']} {notice['remedy']}"]
    services.look(blood_harvesters4="F5")
    assert services.state == "not_kept"
    assert len(services.warned) == 1
    disk.make_room()
    until(lambda: services.at(BH4) == "F5")  # nobody does anything for it
    assert (services.state, services.view["notices"]) == ("in_step", [])
    assert len(services.store.entries("g")) == services.view["seq"] > entries


def test_a_tap_that_cannot_be_written_is_refused_and_told_until_there_is_room(disk: Disk) -> None:
    touch = Services(disk.folder, has_camera=False)
    touch.begin()
    disk.fill()
    result = touch.table.ask(Submit(command=LINE_ADVANCE, by="south"))
    assert result.sentence is not None
    assert "nothing can be written" in result.sentence
    assert touch.state == "not_kept"
    assert len(touch.view["notices"]) == 1
    disk.make_room()
    until(lambda: touch.view["notices"] == [])
    assert touch.state == "no_camera"
    touch.say(LINE_ADVANCE)
    touch.close()


def test_what_is_seen_while_the_disk_is_full_is_booked_as_it_lies_in_the_end(
    services: Services, disk: Disk
) -> None:
    disk.fill()
    services.look(blood_harvesters4="F5")
    services.look(blood_harvesters4="G5")
    disk.make_room()
    until(lambda: services.state != "not_kept")
    assert services.at(BH4) == "G5" or services.state == "out_of_step"


def test_a_fault_of_ours_while_a_move_is_booked_never_leaves_the_board_right(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(services.table.journal, "record", lambda *_, **__: 1 / 0)
        services.look(blood_harvesters4="F5")
        assert services.state == "not_kept"
    services.look(blood_harvesters4="F5")
    assert (services.at(BH4), services.state) == ("F5", "in_step")
    assert any(isinstance(command, Order) for command in services.commands())


def test_a_full_disk_writes_no_traceback_at_each_tap(disk: Disk, caplog: pytest.LogCaptureFixture) -> None:
    touch = Services(disk.folder, has_camera=False)
    disk.fill()
    for _ in range(3):
        touch.table.ask(Submit(command=SET_UP[0], by="south"))
    assert [record.exc_info for record in caplog.records] == [None]
    disk.make_room()
    touch.close()


def test_a_file_that_is_damaged_meanwhile_is_told_and_mended_at_the_next_start(tmp_path: Path) -> None:
    touch = Services(tmp_path, has_camera=False)
    touch.begin()
    touch.store.back_up()
    entries = touch.view["seq"]
    with sqlite3.connect(touch.store.path) as other:
        other.execute("DROP TABLE entries")
    other.close()
    result = touch.table.ask(Submit(command=LINE_ADVANCE, by="south"))
    assert result.seq is None
    (notice,) = touch.view["notices"]
    assert "start it again" in notice["remedy"]
    assert touch.state == "not_kept"
    touch.close()
    again = Services(tmp_path, has_camera=False)
    assert again.view["seq"] == entries
    again.close()
