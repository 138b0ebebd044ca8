"""Recordings of real tables: what is kept, what is not, and how they are scored."""

import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.camera import table_recorder
from companion.camera.recording_score import RecordingScore, recordings_in, score
from companion.camera.table_recorder import ABOUT, GAME, SEEN, SeenPicture
from companion.cli import herald
from companion.journal.jsonl import read_export
from companion.library.library import Library
from companion.library.settings import Settings
from companion.table.requests import Submit
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, StartGame
from vision.errors import InputError
from vision.source.frames import read_picture


def recorded(folder: Path) -> Services:
    """Return a table that is recorded, with every unit laid out and two pieces moved by hand."""
    settings = Settings(data=folder / "data", camera="simulated", voice=False, record=folder / "kept")
    services = services_of(create_app(settings, seed=3))
    assert services.simulated is not None
    assert services.watch is not None
    for name, unit in services.table.game.state.units.items():
        assert unit.at is not None
        services.simulated.place(name, unit.at)
    look(services, 4)
    for command in (*(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")), StartGame()):
        services.table.ask(Submit(command=command, by="south"))
    return services


def look(services: Services, count: int) -> None:
    assert services.watch is not None
    for _ in range(count):
        services.watch.step()


def move(services: Services, unit: str, to: str) -> None:
    assert services.simulated is not None
    services.simulated.hand(Hex(to))
    look(services, 2)
    services.simulated.place(unit, Hex(to))
    services.simulated.hand(None)
    look(services, 6)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recording in which a unit has been moved twice."""
    folder = tmp_path_factory.mktemp("made")
    services = recorded(folder)
    move(services, "citadel_guard-1", "E2")
    move(services, "citadel_guard-1", "E3")
    services.close()
    (recording,) = recordings_in(folder / "kept")
    return recording


@pytest.fixture
def kept(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "kept" / made.name))


def test_what_is_seen_at_rest_is_kept_with_the_log_and_only_board_and_tray_are_shown(kept: Path) -> None:
    lines = [msgspec.json.decode(line, type=SeenPicture) for line in (kept / SEEN).read_bytes().splitlines()]
    assert [line.picture for line in lines] == sorted(path.name for path in kept.glob("*.jpg"))
    assert lines[-1].seen.pieces["citadel_guard-1"] == "E3"
    row, entries = read_export((kept / GAME).read_bytes().splitlines(), GAME)
    assert (row.scenario, len(entries)) == ("learning", 4)
    image = read_picture(kept / lines[-1].picture)
    assert image[-150:, -200:].max() < 16  # where somebody sits
    assert image[image.shape[0] // 2, image.shape[1] // 3].max() > 30


def test_a_recording_is_scored_against_its_log(kept: Path, tmp_path: Path) -> None:
    told = score(kept, Library(tmp_path))
    assert told.pictures == len(list(kept.glob("*.jpg")))
    assert told.right < told.to_be_seen  # the unit that the log never moved
    assert {line.split(": ")[1] for line in told.wrong} == {"citadel_guard-1 at E2", "citadel_guard-1 at E3"}
    assert not told.extra
    again = CliRunner().invoke(herald, ["score", str(kept.parent), "--data", str(tmp_path)])
    assert again.exit_code == 0, again.output
    assert "2 in a wrong hex" in again.output


def test_where_the_disk_is_full_the_recording_ends_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_recorder, "LEAST_FREE_BYTES", shutil.disk_usage(tmp_path).total + 1)
    services = recorded(tmp_path)
    assert not list((tmp_path / "kept").glob("*/*.jpg"))
    assert [notice.id for notice in services.store.board.open] == ["recording"]
    assert services.table.moment.seq == 4
    services.close()


def test_where_no_recording_can_be_begun_the_game_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file, no folder")
    services = recorded(tmp_path)
    assert [notice.id for notice in services.store.board.open] == ["recording"]
    assert services.table.moment.seq == 4
    services.close()


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        (ABOUT, b'{"edition": "second", "scenario": "", "dice": "../mine"}', "dice outside its folder"),
        (ABOUT, b"[]", "tells of no recording"),
        (
            ABOUT,
            b'{"edition": "second", "scenario": "learning", "dice": "none", "format": 99}',
            "newer herald",
        ),
        (SEEN, b'{"picture": "../a.jpg"}', "line 1: tells of no picture"),
        (GAME, b"", "is empty"),
    ],
)
def test_a_recording_that_is_none_gets_one_sentence(
    file: str, content: bytes, sentence: str, kept: Path, tmp_path: Path
) -> None:
    (kept / file).write_bytes(content)
    result = CliRunner().invoke(herald, ["score", str(kept), "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_an_evening_without_a_picture_is_scored_as_nothing(kept: Path, tmp_path: Path) -> None:
    for file in (SEEN, "board.toml"):
        (kept / file).unlink()
    assert score(kept, Library(tmp_path)) == RecordingScore()


def test_a_folder_without_a_recording_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no recording"):
        recordings_in(tmp_path)
