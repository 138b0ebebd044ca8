"""The commands: what they print, and one sentence with its exit status for everything that is wrong."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.app.current_game import CurrentGame
from companion.app.services import open_access, open_store
from companion.cli import herald
from companion.journal.formats import newest
from companion.journal.game_labels import GameLabels
from companion.journal.jsonl import format_export
from companion.journal.store import GameRow
from companion.library.library import Library
from companion.library.settings import Settings
from companion.table.requests import Submit, Undo
from companion.table.table import Table
from companion.web.server.server import served, show_way_in
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Board, Hex
from rules.kernel.messages import (
    CorrectUnit,
    Entry,
    Move,
    Order,
    PlaceBanner,
    PlayCard,
    Refusal,
    StartGame,
)
from rules.kernel.values import CardId, Seat, UnitId
from tests.companion.dashboard_world import world
from tests.companion.ports import free_port
from vision.board.plan import Tray, format_plan
from vision.dice.sets import open_dice
from vision.errors import InputError

OTHER_BOARD = Board((12, 13))
SCRIPT = (
    *(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")),
    StartGame(),
    PlayCard(card=CardId("line_advance")),
    Order(unit=UnitId("blood_harvesters-4")),
    Move(unit=UnitId("blood_harvesters-4"), to=Hex("F5")),
)


def run(*words: object) -> Result:
    """Run herald at a port of its own: somebody may play at the usual one while the tests run."""
    return CliRunner().invoke(herald, [str(word) for word in words], env={"HERALD_PORT": str(free_port())})


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
    table = Table(Library(folder).ruleset("learning"), store, row)
    for command in SCRIPT:
        assert table.ask(Submit(command=command, by="north player")).seq is not None
    table.ask(Undo(to=6, by="north player"))
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


def test_statistics_tell_of_games_that_are_over_alone(data: Path) -> None:
    assert run("games", "statistics", "--data", data).stdout.startswith("No game is over yet")
    with closing(open_store(data)) as store:
        row = GameRow(id="tuesday", scenario="learning", edition="second", started=2.0, version="0")
        table = Table(Library(data).ruleset("learning"), store, row)
        for command in SCRIPT[:4]:
            table.ask(Submit(command=command, by="north player"))
        for unit in table.game.state.units.values():
            if unit.seat is Seat.SOUTH:
                table.ask(Submit(command=CorrectUnit(unit=unit.id, at=None, figures=0), by="north player"))
        table.close()
    told = run("games", "statistics", "--data", data).stdout.splitlines()
    assert told[0] == "1 game is over."
    assert told[1].endswith("1 game, 1.0 turns on average. Won: Daqan Lords 0, Uthuk Y'llan 1.")
    assert json.loads(run("games", "statistics", "--json", "--data", data).stdout)["games"] == 1
    in_romanian = run("games", "statistics", "--language", "ro", "--data", data).stdout
    assert in_romanian.startswith("1 joc s-a terminat.")
    GameLabels(data).lay("tuesday", OTHER_BOARD)
    assert run("games", "statistics", "--data", data).stdout.startswith("No game is over yet")


@pytest.mark.parametrize(
    "words",
    [
        ("games", "report", "monday"),
        ("save-scenario", "ford", "--game", "monday"),
        ("campaign", "record", "autumn", "--game", "monday"),
        ("games", "resume", "monday", "--back-to", "1", "--no-voice"),
    ],
)
def test_nothing_is_made_of_a_game_that_was_begun_on_other_rows(data: Path, words: tuple[str, ...]) -> None:
    """Nor is anything of it taken back before it is refused."""
    assert run("campaign", "new", "autumn", "--data", data).exit_code == 0
    GameLabels(data).lay("monday", OTHER_BOARD)
    told = refused(run(*words, "--data", data), 2)
    assert "give it the former ones" in told
    with closing(open_store(data)) as store:
        assert store.count("monday") == len(SCRIPT) + 1


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
    in_romanian = run("games", "report", "monday", "--language", "ro", "--data", tmp_path / "other").stdout
    assert "jucătorul din nord" in in_romanian and "player" not in in_romanian


def line_of(header: dict[str, object]) -> bytes:
    return json.dumps(header).encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"nonsense", "line 1"),
        (line_of({"herald": "game", "format": newest() + 8, "future": True}), "newer version"),
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


@pytest.mark.parametrize("words", [(), ("play",), ("--names", "Ana,Bogdan"), ("games", "resume")])
def test_without_a_game_the_newest_that_is_not_over_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "companion.cli.commands.play._stay", lambda current: opened.append(current.services.table.row.id)
    )
    here = ("--no-camera", "--no-voice", "--host", "127.0.0.1", "--data", data)
    assert run(*words, *here).exit_code == 0
    assert opened == ["monday"]


def test_only_a_new_game_that_is_named_needs_a_large_board_that_lies_so(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.commands.play._stay", lambda current: None)
    (data / "settings.toml").write_text('scenario = "three_fronts"\nlarge_board = "deep"\n')
    here = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--data", data)
    assert run(*here).exit_code == 0
    told = refused(run(*here, "--scenario", "three_fronts"), 2)
    assert "large board that is 17 hexes wide" in told and "say with --large-board wide that" in told


@pytest.mark.parametrize(("words", "is_chosen"), [((), False), (("--scenario", "battle"), True)])
def test_where_no_game_goes_on_the_home_page_asks_unless_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], is_chosen: bool
) -> None:
    opened: list[bool] = []
    monkeypatch.setattr(
        "companion.cli.commands.play._stay", lambda current: opened.append(current.services.is_chosen)
    )
    assert run(*words, "--no-camera", "--no-voice", "--host", "127.0.0.1", "--data", tmp_path).exit_code == 0
    assert opened == [is_chosen]


@pytest.mark.parametrize(
    ("words", "meant"), [(("pley",), "herald play"), (("games", "resum"), "herald games resume")]
)
def test_the_nearest_command_is_named_for_a_mistyped_one(words: tuple[str, ...], meant: str) -> None:
    assert f"did you mean '{meant}'?" in refused(run(*words), 2)


def test_where_no_command_is_near_help_is_named() -> None:
    assert "see 'herald --help'" in refused(run("xylophone"), 2)


def test_a_scenario_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = run("play", "--no-camera", "--scenario", "nowhere", "--data", tmp_path)
    assert "nowhere" in refused(result, 2)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which another program listens."""
    port = free_port()
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        yield port


def test_where_the_port_is_taken_the_next_is_said_and_in_the_code(
    tmp_path: Path, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = []

    def join(current: CurrentGame) -> None:
        show_way_in(current.shared.access)
        with urllib.request.urlopen(current.shared.access.join_url, timeout=20) as page:
            reached.append(page.status)

    monkeypatch.setattr("companion.cli.commands.play._stay", join)
    words = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--port", taken)
    result = run(*words, "--data", tmp_path)
    assert result.exit_code == 0, result.output
    told = re.search(r"Port (\d+) is in use by another program: this table is at port (\d+)\.", result.stderr)
    assert told is not None
    assert int(told[1]) == taken < int(told[2])
    assert f"Join:  http://127.0.0.1:{told[2]}/join/" in result.stdout
    assert reached == [200]


def test_the_demo_takes_the_next_free_port_as_well(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ports = []
    monkeypatch.setattr(
        "companion.cli.commands.demo._show", lambda services, demo: ports.append(services.settings.port)
    )
    result = run("demo", "--no-voice", "--host", "127.0.0.1", "--port", taken)
    assert result.exit_code == 0, result.output
    assert ports[0] > taken


def test_where_every_port_is_taken_that_is_one_sentence(
    tmp_path: Path, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.server.ports.TRIED", 1)
    words = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--port", taken)
    sentence = refused(run(*words, "--data", tmp_path), 1)
    assert str(taken) in sentence
    assert "--port" in sentence


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_every_network_means_both_kinds_of_addresses(tmp_path: Path, host: str) -> None:
    if not has_ipv6():
        pytest.skip("this machine has no IPv6")
    port = free_port()
    with world(tmp_path, port=port) as table, served(table.app, host, port):
        for own in ("127.0.0.1", "[::1]"):
            with urllib.request.urlopen(f"http://{own}:{port}/join/", timeout=20) as page:
                assert page.status == 200


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_a_store_of_a_newer_version_is_one_sentence(data: Path) -> None:
    store = open_store(data)
    store._connection.execute(f"PRAGMA user_version = {newest() + 1}")
    store.close()
    assert "newer version" in refused(run("games", "list", "--data", data), 1)


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


def exported(data: Path, file: Path, *changes: tuple[str, str]) -> Path:
    """Write the game of *data* to *file* with *changes* made in its text."""
    text = run("games", "export", "monday", "--data", data).stdout
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text)
    return file


NO_GAMES = [
    ((('"herald":"game"', '"herald":"cards"'),), "line 1"),
    ((('"scenario":"learning"', '"scenario":"lerning"'),), "lerning"),
    ((('"scenario":"learning"', '"scenario":"learning.epic"'),), "has no variants: leave 'epic' out"),
    ((('"edition":"second"', '"edition":"first"'),), "of the edition 'second', not of 'first'"),
    ((('"id":"monday"', '"id":"../monday"'),), "id"),
    ((('"started":1.0', '"started":1e200'),), "started"),
    ((("blood_harvesters-4", "dragon-4"),), "entry 6"),
    ((('"to":"F5"', '"to":"Z99"'),), "entry 7"),
    ((('"at":"J5"', '"at":"J55"'),), "entry 3"),
    ((('"retracted","to":6', '"retracted","to":66'),), "goes back to entry 66"),
    ((('"fits":[1]', '"fits":[9]'),), "entry 6"),
]


@pytest.mark.parametrize(("changes", "says"), NO_GAMES)
def test_a_log_that_makes_no_game_is_refused_at_import_and_not_kept(
    data: Path, tmp_path: Path, changes: tuple[tuple[str, str], ...], says: str
) -> None:
    if "entry 7" in says:  # let the move that was taken back count
        changes = (*changes, ('"retracted","to":6', '"retracted","to":7'))
    file = exported(data, tmp_path / "game.jsonl", *changes)
    sentence = refused(run("games", "import", file, "--data", tmp_path / "other"), 2)
    assert str(file) in sentence
    assert says in sentence
    assert run("games", "list", "--data", tmp_path / "other").stdout == ""
    refused(run("replay", file, "--data", tmp_path / "other"), 2)


def test_a_log_of_other_variants_than_its_header_names_is_refused_at_import_and_not_kept(
    tmp_path: Path,
) -> None:
    start = new_game(Library(tmp_path).ruleset("war_council.medieval_lore"))
    counted = options(start)[0]
    events = play(start, counted).decision
    assert not isinstance(events, Refusal)
    entry = Entry(seq=1, at=1.0, by="south", frame=None, command=counted, events=events)
    for told in ("war_council", "war_council.call_to_arms"):
        row = GameRow(id="monday", scenario=told, edition="first", started=1.0, version="0")
        (tmp_path / "game.jsonl").write_bytes(b"\n".join(format_export(row, (entry,))))
        sentence = refused(run("games", "import", tmp_path / "game.jsonl", "--data", tmp_path / "other"), 2)
        assert f"was played as 'war_council.medieval_lore', not as '{told}'" in sentence
        assert not (tmp_path / "other").exists()


def test_a_log_of_other_rules_is_taken_in_by_its_events_and_the_entry_is_named(
    data: Path, tmp_path: Path
) -> None:
    change = ('placed","at":"J5","points":2}', 'placed","at":"J5","points":3}')
    file = exported(data, tmp_path / "game.jsonl", change)
    result = run("games", "import", file, "--data", tmp_path / "other")
    assert result.exit_code == 0
    assert "entry 3 would come out otherwise" in result.stderr
    assert "herald games resume monday --back-to 2" in result.stderr


@pytest.mark.parametrize(("old", "new"), [("blood_harvesters-4", "dragon-4"), ('"at":"J5"', '"at":"J55"')])
def test_a_stored_game_that_makes_none_is_one_sentence_to_whoever_opens_it(
    data: Path, old: str, new: str
) -> None:
    with sqlite3.connect(data / "games.sqlite") as there:
        there.execute("UPDATE entries SET entry = CAST(replace(entry, ?, ?) AS BLOB)", (old, new))
    there.close()
    (data / "games.backup.sqlite").unlink()
    assert "entry" in refused(run("games", "report", "monday", "--data", data), 2)
    resume = ("games", "resume", "monday", "--no-camera", "--no-voice", "--headless", "--data", data)
    assert "entry" in refused(run(*resume), 2)
    assert "monday" in run("games", "list", "--data", data).stdout


def test_a_newest_game_that_cannot_be_opened_is_named_with_its_way_back(data: Path) -> None:
    with sqlite3.connect(data / "games.sqlite") as there:
        change = "UPDATE entries SET entry = CAST(replace(entry, 'blood_harvesters-4', 'dragon-4') AS BLOB)"
        there.execute(change)
    there.close()
    (data / "games.backup.sqlite").unlink()
    result = run("play", "--game", "newest", "--no-camera", "--no-voice", "--headless", "--data", data)
    assert "The newest game cannot be opened and was passed over: game monday: entry 6" in result.stderr
    assert "herald games resume monday --back-to 5" in result.stderr


def test_a_variant_that_counts_for_nothing_since_a_game_goes_on_is_said_to(data: Path) -> None:
    words = ("play", "--no-camera", "--no-voice", "--headless", "--data", data, "--scenario", "border_watch")
    goes_on = run(*words, "--variant", "medieval_lore", "--game", "newest")
    assert (
        "--scenario, --variant: these are for a new game, and game monday goes on as it began (learning)"
        in goes_on.stderr
    )
    assert "--scenario" not in run(*words[:-2], "--game", "monday").stderr


def test_damage_to_the_store_is_one_sentence_of_every_command_that_opens_it(data: Path) -> None:
    (data / "games.sqlite").write_bytes(b"")
    result = run("games", "list", "--data", data)
    assert result.exit_code == 0
    assert "the last backup is in use" in result.stderr


def test_a_game_that_is_being_played_is_refused_in_one_sentence(data: Path) -> None:
    store = open_store(data)
    store.lock("monday")
    words = ("play", "--game", "monday", "--no-camera", "--no-voice", "--data", data)
    assert "is being played by another herald" in refused(run(*words), 1)
    store.close()


def test_a_video_that_is_not_there_leaves_no_game(tmp_path: Path) -> None:
    assert run("play", "--no-voice", "--camera", "nowhere.mp4", "--data", tmp_path).exit_code == 2
    assert run("games", "list", "--data", tmp_path).stdout == ""


def test_pictures_without_a_board_are_said_to_be_so(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "grey.png"), np.full((480, 640, 3), 128, np.uint8))
    sentence = refused(run("play", "--headless", "--camera", folder, "--data", tmp_path / "data"), 1)
    assert "no board was found in any picture" in sentence
    assert str(folder) in sentence


@pytest.mark.parametrize(
    ("host", "says"),
    [
        ("", "--host is empty"),
        ("no.such.host.invalid", "there is no address 'no.such.host.invalid'"),
        ("a" * 70 + ".invalid", "there is no address"),
        ("192.0.2.1", "192.0.2.1 is no address of this machine"),
    ],
)
def test_a_host_at_which_nobody_can_listen_is_named_without_a_word_about_the_port(
    tmp_path: Path, host: str, says: str
) -> None:
    result = run("play", "--no-camera", "--no-voice", "--host", host, "--data", tmp_path)
    sentence = refused(result, 2 if not host else 1)
    assert says in sentence
    assert "--port" not in sentence


def test_a_settings_file_that_is_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    assert "settings.toml" in refused(run("games", "list", "--data", tmp_path), 2)


def test_a_seed_below_nought_is_refused() -> None:
    result = run("demo", "--headless", "--seed", "-1")
    assert result.exit_code == 2
    assert "'--seed'" in result.stderr
    assert "Traceback" not in result.output


def test_a_recording_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "pictures"
    sentence = refused(run("demo", "--headless", "--record", folder), 2)
    assert f"{folder}: cannot be written" in sentence


ACCESS = Settings(data=Path("nowhere"), host="127.0.0.1", voice=False)


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"\xff",
        b'{"secret":"zz","codes":{"join":"ABCDEF","watch":"GHJKLM"}}',
        b'{"secret":"","codes":{"join":"ABCDEF","watch":"GHJKLM"}}',
        b'{"secret":"' + b"ab" * 32 + b'","codes":{"join":"","watch":""}}',
    ],
)
def test_codes_that_are_damaged_are_made_anew(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "door.json").write_bytes(kept)
    settings = msgspec.structs.replace(ACCESS, data=tmp_path)
    access = open_access(settings)
    assert len(access.codes.join) == 6
    assert open_access(settings).codes == access.codes


def test_codes_that_cannot_be_kept_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "door.json").mkdir()
    words = ("play", "--no-camera", "--no-voice", "--headless", "--data", tmp_path)
    assert "door.json" in refused(run(*words), 1)


def test_new_codes_are_made_when_asked_for(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(ACCESS, data=tmp_path)
    before = open_access(settings).codes
    words = ("play", "--no-camera", "--no-voice", "--headless", "--data", tmp_path)
    run(*words)
    assert open_access(settings).codes == before
    run(*words, "--new-code")
    assert open_access(settings).codes != before


def test_an_address_of_version_six_stands_in_brackets_in_the_link(tmp_path: Path) -> None:
    access = open_access(msgspec.structs.replace(ACCESS, data=tmp_path, host="::1", port=9000))
    assert access.join_url == f"http://[::1]:9000/join/{access.codes.join}"


def test_sigterm_ends_the_evening_as_ctrl_c_does(tmp_path: Path) -> None:
    port = str(free_port())
    words = [
        "play",
        "--no-camera",
        "--no-voice",
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--data",
        str(tmp_path),
    ]
    program = "from companion.cli import main; main()"
    herald = subprocess.Popen([sys.executable, "-c", program, *words], stdout=subprocess.PIPE, text=True)
    assert herald.stdout is not None
    line = next(line for line in herald.stdout if line.startswith("Game:"))
    assert "Ctrl-C" in line
    herald.send_signal(signal.SIGTERM)
    assert "Good night." in herald.stdout.read()
    assert herald.wait() == 0
    herald.stdout.close()


def test_a_fit_made_under_a_board_file_belongs_to_that_file(tmp_path: Path) -> None:
    library = Library(tmp_path / "data")
    printed = library.plan("second")
    file = tmp_path / "mine.toml"
    file.write_text(format_plan(printed))
    tray = Tray(from_mm=(790.0, 170.0), to_mm=(980.0, 390.0))
    library.keep_fit(file, msgspec.structs.replace(printed, tray=tray))
    assert library.plan(file).tray == tray
    assert library.plan("second") == printed
    file.write_text(format_plan(printed) + "\n# another board by now\n")
    assert library.plan(file) == printed


def test_a_fit_that_cannot_be_kept_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("in the way")
    library = Library(tmp_path)
    with pytest.raises(InputError, match="the fit cannot be kept"):
        library.keep_fit("second", library.plan("second"))


def test_the_dice_of_the_option_are_read_or_named(tmp_path: Path) -> None:
    assert open_dice(None) is None
    assert open_dice("none") is None
    assert open_dice("stickers") is not None
    with pytest.raises(InputError, match="--dice nowhere"):
        open_dice("nowhere")


HANGING = """
import atexit, threading
from companion import cli

def herald(prog_name):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    print("Good night.")
    raise SystemExit(3)

cli.herald = herald
atexit.register(print, "Python ends")
cli.main()
"""


def test_a_camera_that_hangs_in_its_driver_aborts_nothing_at_the_end() -> None:
    ended = subprocess.run([sys.executable, "-c", HANGING], check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (3, "Good night.\n")


def test_an_edition_is_played_by_its_own_scenarios_only(tmp_path: Path) -> None:
    told = run("play", "--edition", "first", "--scenario", "learning", "--no-camera", "--data", tmp_path)
    assert "has no scenario 'learning': it has first_steps" in refused(told, 2)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (
            ("--scenario", "first_steps", "--variant", "medieval_lore"),
            "is for Lore adventures",
        ),
        (("--scenario", "war_council", "--variant", "ancient"), "there is no variant 'ancient', only"),
        (("--variant", "medieval_lore"), "the edition 'second' has no variants"),
    ],
)
def test_variants_that_do_not_go_with_a_game_are_refused(
    tmp_path: Path, named: tuple[str, ...], said: str
) -> None:
    told = run("play", *named, "--no-camera", "--data", tmp_path)
    assert said in refused(told, 2)
