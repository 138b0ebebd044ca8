"""What needs no picture runs where OpenCV does not: no libGL, no wheel."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, GROUPS, herald
from tests.companion.ports import free_port

ROOT = Path(__file__).parents[3]
BLOCKED = """
import sys
sys.modules["cv2"] = None
sys.argv = ["herald", *sys.argv[1:]]
from companion.cli import main
main()
"""
EACH = """
import json
import os
import sys
from click.testing import CliRunner
os.chdir(os.environ["XDG_DATA_HOME"])
sys.modules["cv2"] = None
from companion.cli import herald
done = {}
for words in json.load(sys.stdin):
    result = CliRunner().invoke(herald, words.split())
    fault = "" if isinstance(result.exception, SystemExit | None) else repr(result.exception)
    done[words] = result.exit_code, result.stdout, result.stderr, fault
print(json.dumps(done))
"""
LOADED = """
import sys
sys.argv = ["herald", *sys.argv[1:]]
from companion.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def line(code: str, *words: str) -> list[str]:
    return [sys.executable, "-c", code, *words]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}


def run(folder: Path, *words: str, code: str = BLOCKED, told: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line(code, *words), env=environment(folder), check=False, capture_output=True, text=True, input=told
    )


def test_the_list_of_commands_says_what_each_says_of_itself() -> None:
    for name, listed in COMMANDS.items():
        command = import_module(f"companion.cli.{listed.module}").command
        assert (command.name, command.get_short_help_str(limit=200)) == (name, listed.help)


def test_the_list_of_commands_has_them_in_groups_each_once() -> None:
    told = CliRunner().invoke(herald, ["--help"], prog_name="herald").output
    titles = [line.removesuffix(":") for line in told.splitlines() if re.fullmatch(r"[A-Z][^:]*:", line)]
    assert titles == ["Options", *GROUPS]
    named = re.findall(r"^  ([a-z][a-z-]*) ", told, re.MULTILINE)
    assert named == list(COMMANDS)


NEED_NO_PICTURE = {
    "--help": "doctor",
    "rules flank": "Flank",
    "odds blood_harvesters citadel_guard": "eliminates",
    "games list": "",
    "packs list": "",
    "save-scenario --help": "Usage",
    "play --help": "Usage",
    "doctor --no-camera --no-voice": "you play by touch",
    "print tags -o tags.pdf --scenario learning": "tags.pdf",
}
"""Command lines by what each tells."""
NEED_PICTURES = ("look x.jpg", "demo --headless", "print marks -o marks.pdf", "fit --help")


class Done(NamedTuple):
    """What a command has told, with which code it ended, and what it did not catch."""

    code: int
    stdout: str
    stderr: str
    fault: str


@pytest.fixture(scope="module")
def without_opencv(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    """Return what each command line has done, one after the other in one process without OpenCV."""
    folder = tmp_path_factory.mktemp("without")
    told = json.dumps([*NEED_NO_PICTURE, *NEED_PICTURES])
    done = json.loads(run(folder, code=EACH, told=told).stdout)
    return {words: Done(*each) for words, each in done.items()}


@pytest.mark.parametrize("words", NEED_NO_PICTURE)
def test_a_command_that_needs_no_picture_runs_without_opencv(
    words: str, without_opencv: dict[str, Done]
) -> None:
    done = without_opencv[words]
    assert (done.code, done.fault) == (0, ""), done.stderr
    assert NEED_NO_PICTURE[words] in done.stdout


def test_lines_of_sight_are_told_without_opencv(tmp_path: Path) -> None:
    asked = json.dumps({"edition": "second", "from": "A1", "to": "C1", "units": [], "terrain": {}})
    done = run(tmp_path, "sight", "--json", told=f"{asked}\n")
    assert json.loads(done.stdout)["clear"] is True, done.stderr


@pytest.mark.parametrize("words", NEED_PICTURES)
def test_what_needs_pictures_says_in_one_sentence_what_to_install(
    words: str, without_opencv: dict[str, Done]
) -> None:
    done = without_opencv[words]
    assert (done.code, done.fault) == (1, "")
    assert "sudo apt-get install libgl1 libglib2.0-0" in done.stderr


def test_a_missing_library_is_told_like_missing_opencv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    def fail(name: str) -> None:
        raise lost

    monkeypatch.setattr("companion.cli.import_module", fail)
    result = CliRunner().invoke(herald, ["look", "x.jpg"])
    assert result.exit_code == 1
    assert "libGL.so.1" in result.output and "libgl1" in result.output


@pytest.mark.parametrize("words", ["--help", "odds blood_harvesters citadel_guard"])
def test_help_and_odds_load_no_more_than_they_need(words: str, tmp_path: Path) -> None:
    loaded = set(run(tmp_path, *words.split(), code=LOADED).stderr.split())
    unneeded = {"cv2", "numpy", "flask", "qrcode", "reportlab", "sqlite3", "companion.words.announcer"}
    assert not loaded & unneeded
    if words == "--help":
        rules = {name for name in loaded if name.startswith("rules.")}
        assert rules <= {"rules.kernel", "rules.kernel.translatable"}  # what an error is made of
        commands = ("companion.cli.commands.", "companion.cli.camera.")
        assert not {name for name in loaded if name.startswith(commands)}


def test_a_table_without_a_camera_is_served_without_opencv(tmp_path: Path) -> None:
    port = str(free_port())
    words = ("play", "--no-camera", "--no-voice", "--host", "127.0.0.1", "--port", port)
    with subprocess.Popen(
        line(BLOCKED, *words), env=environment(tmp_path), stdout=subprocess.PIPE, text=True
    ) as served:
        try:
            assert served.stdout is not None
            told = next((each for each in served.stdout if each.startswith("Join:")), "")
            code = re.search(r"code (\w+)\)", told)
            assert code is not None
            table = f"http://127.0.0.1:{port}"
            assert all(join(table, code[1], page) for page in ("/", "/start.json", "/rules"))
        finally:
            served.send_signal(signal.SIGTERM)


def join(table: str, code: str, page: str) -> bytes:
    """Return *page* of *table* as a device that has joined with *code* gets it."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    asked = urllib.request.Request(
        f"{table}/join",
        json.dumps({"code": code, "role": "both"}).encode(),
        {"Content-Type": "application/json", "Origin": table},
    )
    browser.open(asked, timeout=30).close()
    with browser.open(f"{table}{page}", timeout=30) as answer:
        return bytes(answer.read())
