"""The service that starts with the machine, with stand-ins for systemd's programs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app import open_shared
from companion.app.services import open_game, open_store
from companion.cli import herald, systemd_service as service
from companion.demo.scripted_player import ScriptedPlayer
from companion.journal.store import GameRow
from companion.library.library import Library
from companion.library.settings import NEWEST, Settings
from companion.preparation.checks import CheckLevel, check_listening, check_service
from companion.report.past_games import Standings
from companion.table.requests import Submit
from companion.table.table import Table
from companion.voice.listening import recogniser
from rules.kernel.messages import OverWait
from rules.kernel.translatable import Message

SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >> "{journal}"
case "$*" in
  *is-active*) test -e "{journal}.fails" && exit 3; echo active;;
  *restart*) test -e "{journal}.fails" && {{ echo "Failed to connect to bus" >&2; exit 1; }};;
esac
exit 0
"""
LOGINCTL = """#!/bin/sh
echo "loginctl $*" >> "{journal}"
case "$*" in *show-user*) cat "{journal}.lingers" 2>/dev/null || echo no;; esac
"""


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stand-ins write down what they were asked; the user is nobody special."""
    path = tmp_path / "journal"
    for name, text in (("systemctl", SYSTEMCTL), ("loginctl", LOGINCTL)):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text.format(journal=path))
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(service, "lacking_groups", lambda: ("video",))
    return path


def call(*words: str) -> Result:
    return CliRunner().invoke(herald, ["service", *words])


def test_installing_starts_it_now_and_with_the_machine_and_says_what_is_left(journal: Path) -> None:
    result = call("install", "--no-camera", "--language", "ro")
    assert result.exit_code == 0, result.output
    unit = service.unit_path().read_text()
    assert "herald play --game newest --no-camera --language ro\n" in unit
    assert "WantedBy=default.target" in unit and "Restart=always" in unit
    asked = journal.read_text().splitlines()
    assert asked[1:5] == [
        "systemctl --user daemon-reload",
        "systemctl --user enable herald.service",
        "systemctl --user restart herald.service",
        "loginctl enable-linger",
    ]
    assert "sudo loginctl enable-linger" in result.output
    assert "sudo usermod -aG video " in result.output


def test_a_service_that_lingers_says_nothing_of_it(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "lacking_groups", lambda: ())
    Path(f"{journal}.lingers").write_text("yes\n")
    assert "sudo" not in call("install").output
    status = call("status")
    assert (status.exit_code, status.output) == (0, "herald runs.\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--langauge", "ro"), "No such option"),
        (("--game", "g"), "leave it out"),
        (("--port", "0"), "--port"),
    ],
)
def test_options_that_play_does_not_take_are_refused_before_anything_is_written(
    journal: Path, words: tuple[str, ...], told: str
) -> None:
    result = call("install", *words)
    assert result.exit_code == 2 and told in result.output
    assert not service.unit_path().exists()


def test_status_and_remove_say_how_it_is(journal: Path) -> None:
    assert call("status").exit_code == 1
    assert call("remove").output == "herald was no service.\n"
    call("install")
    Path(f"{journal}.fails").touch()
    status = call("status")
    assert status.exit_code == 1 and "journalctl --user -u herald.service" in status.output
    assert call("remove").output == "herald is no service any more.\n"
    assert journal.read_text().splitlines()[-2:] == [
        "systemctl --user disable --now herald.service",
        "systemctl --user daemon-reload",
    ]
    assert not service.unit_path().exists()


def test_what_systemd_refuses_is_one_sentence(journal: Path) -> None:
    Path(f"{journal}.fails").touch()
    result = call("install")
    assert (result.exit_code, result.output) == (
        1,
        "herald: systemctl --user restart herald.service: Failed to connect to bus.\n",
    )


def test_root_and_machines_without_systemd_are_told_what_to_do(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert "without sudo" in call("install").output
    monkeypatch.setenv("PATH", "/nowhere")
    result = call("install")
    assert result.exit_code == 1 and "no systemd here" in result.output


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_unit_and_reads_its_words_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "a b" / "herald"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(service.sys, "executable", str(program.with_name("python")))
    unit = tmp_path / service.UNIT
    unit.write_text(service.unit_text(["--names", 'Ana "50 %" $HOME,Bogdan\\']))
    home = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", str(unit)],
        env=home,
        check=False,
        capture_output=True,
        text=True,
    )
    assert [line for line in checked.stderr.splitlines() if service.UNIT in line] == []
    assert '"Ana \\"50 %%\\" $$HOME,Bogdan\\\\"' in unit.read_text()


# ---- the newest game ------------------------------------------------------------------------------


def begin(data: Path, name: str, started: float, *, is_over: bool) -> None:
    import random

    row = GameRow(id=name, scenario="learning", edition="second", started=started, version="0")
    store = open_store(data)
    table = Table(Library(data).ruleset("learning"), store, row)
    player = ScriptedPlayer(random.Random(1))
    while not isinstance(table.game.state.waits[-1], OverWait):
        for command in player.next_commands(table.game):
            table.ask(Submit(command=command, by="south"))
        if not is_over:
            break
    table.close()
    store.close()


def test_the_newest_game_that_is_not_over_goes_on_or_else_a_new_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    begin(tmp_path, "over", 3.0, is_over=True)
    settings = Settings(data=tmp_path, game=NEWEST)
    shared = open_shared(settings)
    assert list(Standings(shared.store, library, shared.labels).unfinished()) == []
    assert open_game(shared, settings, library, clock=lambda: 0.0).started == 0.0
    shared.close()
    begin(tmp_path, "older", 2.0, is_over=False)
    begin(tmp_path, "open", 1.0, is_over=False)
    shared = open_shared(settings)
    standings = Standings(shared.store, library, shared.labels)
    assert [row.id for row in standings.unfinished()] == ["open", "older"]
    shared.labels.delete("open", is_deleted=True)
    assert open_game(shared, settings, library).id == "older"
    shared.close()


def test_the_doctor_judges_the_service_and_the_ear() -> None:
    assert check_service(is_installed=False, is_running=False, left=()).level is CheckLevel.GOOD
    assert check_service(is_installed=True, is_running=False, left=()).level is CheckLevel.BAD
    assert check_service(is_installed=True, is_running=True, left=("sudo x",)).level is CheckLevel.WARNING
    assert check_service(is_installed=True, is_running=True, left=()).level is CheckLevel.GOOD
    assert str(check_listening(Message("It is not installed. Do this")).text).endswith("Do this")
    assert check_listening(None).level is CheckLevel.GOOD


def test_a_group_that_plays_by_touch_gets_an_ok_from_the_doctor(tmp_path: Path) -> None:
    result = CliRunner().invoke(herald, ["doctor", "--no-camera", "--no-voice", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "ok    camera   none is looked for: you play by touch" in result.output
    assert {"network", "name", "service", "commands"} <= {
        line.split()[1] for line in result.output.splitlines()
    }


def test_the_doctor_says_which_pythons_have_a_recogniser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    monkeypatch.setattr(recogniser, "WITH_WHEELS", ((3, 10),))
    result = CliRunner().invoke(herald, ["doctor", "--no-camera", "--no-voice", "--data", str(tmp_path)])
    assert "spoken commands are not taken: Spoken commands need pocketsphinx" in result.output
    assert "ready-made for Python 3.11 and 3.13 only" in result.output
