"""The commands: what they print, and one sentence with its exit status for everything that is wrong."""

import json
import socket
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from companion.evening import open_store
from companion.library import Library
from companion.store import FORMAT, GameRow
from companion.table import Table
from rules.hexes import Hex
from rules.messages import Move, Order, PlaceBanner, PlayCard, StartGame
from rules.values import CardId, UnitId

SCRIPT = (
    *(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")),
    StartGame(),
    PlayCard(card=CardId("line_advance")),
    Order(unit=UnitId("blood_harvesters-4")),
    Move(unit=UnitId("blood_harvesters-4"), to=Hex("F5")),
)


def run(*words: object) -> Result:
    return CliRunner().invoke(herald, [str(word) for word in words])


def refused(result: Result, status: int) -> str:
    """Return the one sentence that *result* says on standard error."""
    assert result.exit_code == status, (result.output, result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    sentence = result.stderr.strip()
    assert sentence.startswith("herald: ")
    assert "\n" not in sentence
    return sentence


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one game, in which the script was played and its last entry taken back."""
    folder = tmp_path / "data"
    store = open_store(folder)
    row = GameRow(id="monday", scenario="learning", edition="second", started=1.0, version="0")
    store.add_game(row)
    table = Table(Library(folder).ruleset("learning"), store, row)
    for command in SCRIPT:
        assert table.submit(command, by="north").seq is not None
    table.undo(to=6, by="north")
    table.close()
    store.close()
    return folder


def test_a_script_of_commands_is_played_one_line_per_event(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_bytes(b"\n".join(map(msgspec.json.encode, SCRIPT)))
    result = run("replay", script, "--json", "--data", tmp_path)
    assert result.exit_code == 0, result.output
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert events[0] == {"event": "banner_placed", "at": "C5", "points": 2}
    assert {"event": "moved", "unit": "blood_harvesters-4", "start": "F6", "to": "F5"} in events


def test_a_replay_stops_at_the_first_refusal(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    far = Move(unit=UnitId("blood_harvesters-4"), to=Hex("F3"))
    script.write_bytes(b"\n".join(map(msgspec.json.encode, (*SCRIPT[:6], far, *SCRIPT[6:]))))
    result = run("replay", script, "--json", "--data", tmp_path)
    assert f"{script}, line 7: " in refused(result, 2)
    assert all(json.loads(line)["event"] != "moved" for line in result.stdout.splitlines())


def test_an_exported_game_is_replayed_without_what_was_taken_back(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "monday.jsonl"
    assert run("games", "export", "monday", "-o", file, "--data", data).exit_code == 0
    result = run("replay", file, "--json", "--data", tmp_path)
    assert result.exit_code == 0, result.output
    kinds = [json.loads(line)["event"] for line in result.stdout.splitlines()]
    assert "ordered" in kinds
    assert "moved" not in kinds


def test_a_log_whose_events_the_rules_no_longer_give_is_named_by_its_entry(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "monday.jsonl"
    run("games", "export", "monday", "-o", file, "--data", data)
    file.write_bytes(
        file.read_bytes().replace(b'placed","at":"J5","points":2}', b'placed","at":"J5","points":3}')
    )
    assert "entry 3" in refused(run("replay", file, "--json", "--data", tmp_path), 2)


def test_games_are_listed_exported_imported_and_told(data: Path, tmp_path: Path) -> None:
    listed = run("games", "list", "--json", "--data", data)
    assert json.loads(listed.stdout)["id"] == "monday"
    exported = run("games", "export", "monday", "--data", data)
    file = tmp_path / "game.jsonl"
    file.write_bytes(exported.stdout_bytes)
    imported = run("games", "import", file, "--data", tmp_path / "other")
    assert imported.stdout.strip() == "monday", imported.output
    report = run("games", "report", "monday", "--data", tmp_path / "other")
    assert report.exit_code == 0, report.output
    assert "Blood Harvesters 4" in report.stdout
    assert len(report.stdout.splitlines()) == 6


def line_of(header: dict[str, object]) -> bytes:
    return json.dumps(header).encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"nonsense", "line 1"),
        (line_of({"herald": "game", "format": FORMAT + 8, "future": True}), "another version"),
    ],
)
def test_a_file_that_is_no_game_is_refused_at_import(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(content)
    sentence = refused(run("games", "import", file, "--data", tmp_path), 2)
    assert str(file) in sentence
    assert says in sentence


@pytest.mark.parametrize("words", [("games", "import"), ("replay",)])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, words: tuple[str, ...]) -> None:
    missing = tmp_path / "missing.jsonl"
    assert str(missing) in refused(run(*words, missing, "--data", tmp_path), 2)


def test_a_line_that_is_no_command_is_named(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"do": "fly"}')
    assert "line 1" in refused(run("replay", script, "--data", tmp_path), 2)


def test_a_game_that_is_not_there_is_named(data: Path) -> None:
    for words in (("games", "export", "tuesday"), ("games", "report", "tuesday")):
        assert "tuesday" in refused(run(*words, "--data", data), 2)


def test_a_game_that_is_not_there_cannot_be_resumed(data: Path) -> None:
    assert "tuesday" in refused(run("games", "resume", "tuesday", "--no-camera", "--data", data), 2)


def test_a_scenario_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run("play", "--no-camera", "--scenario", "nowhere", "--data", tmp_path)
    assert "nowhere" in refused(result, 2)


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--port", port)
        sentence = refused(run(*words, "--data", tmp_path), 1)
    assert str(port) in sentence
    assert "--port" in sentence


def test_a_store_of_another_version_is_one_sentence(data: Path) -> None:
    store = open_store(data)
    store._connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    store.close()
    assert "another version" in refused(run("games", "list", "--data", data), 1)


def no_pictures(folder: Path) -> Path:
    folder.mkdir()
    return folder


def no_picture(folder: Path) -> Path:
    folder.mkdir()
    (folder / "one.jpg").write_bytes(b"this is none")
    return folder


@pytest.mark.parametrize(("make", "status"), [(no_pictures, 2), (no_picture, 2)])
def test_pictures_that_are_none_are_named(tmp_path: Path, make: Callable[[Path], Path], status: int) -> None:
    folder = make(tmp_path / "pictures")
    words = ("play", "--headless", "--camera", folder, "--data", tmp_path / "data")
    assert str(folder) in refused(run(*words), status)


def test_a_settings_file_with_a_wrong_field_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('port = "eighty"\n')
    sentence = refused(run("play", "--no-camera", "--data", tmp_path), 2)
    assert "settings.toml" in sentence
    assert "port" in sentence


def test_a_pack_with_a_wrong_field_is_named_with_its_entry(tmp_path: Path) -> None:
    pack = tmp_path / "packs" / "second"
    pack.mkdir(parents=True)
    (pack / "units.toml").write_text('[obscenes]\nmove = "two"\n')
    sentence = refused(run("play", "--no-camera", "--data", tmp_path), 2)
    assert "[obscenes]" in sentence
    assert "move" in sentence
