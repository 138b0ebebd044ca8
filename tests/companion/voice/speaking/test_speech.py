"""The voice as the game sees it, with real engines and players behind it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.voice.speaking.host import SpeechError, engine_named
from companion.voice.speaking.sink import LINUX, Player
from companion.voice.speaking.text import speakable
from companion.voice.speaking.waiting import MOST, Priority
from companion.voice.voice import Voice, VoiceSettings
from tests.companion.voice.speaking.sounding import (
    APLAY,
    ENGLISH,
    HANGS,
    MISCHIEF,
    NEVER_READY,
    REFUSES,
    assert_is_speech,
    make_alsa,
    samples,
    script,
    until,
)


@pytest.fixture
def voices() -> Iterator[Callable[..., Voice]]:
    made: list[Voice] = []

    def make(engine: str = "auto", **options: object) -> Voice:
        made.append(Voice(VoiceSettings(engine=engine), **options))
        return made[-1]

    yield make
    for voice in made:
        voice.close()


def texts(voice: Voice) -> list[str]:
    return [said.text for said in voice.recent()]


def test_a_voice_that_works_says_so_and_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voices: Callable[..., Voice]
) -> None:
    captured = tmp_path / "heard.raw"
    make_alsa(tmp_path, monkeypatch, f'type file file "{captured}" format raw slave.pcm "null"')
    voice = voices(players=APLAY)
    assert voice.say(ENGLISH)
    assert voice.settle()
    status = voice.status()
    assert (status.state, status.engine, status.player) == ("ready", "espeak", "aplay")
    assert (status.remedy, status.trouble) == ("", "")
    heard = np.frombuffer(captured.read_bytes(), dtype="<i2").astype(float) / 32_768
    expected = samples(voice.wav(ENGLISH))
    assert np.array_equal(heard[: len(expected)], expected)


def test_without_a_sound_device_the_voice_says_why_and_still_makes_sound_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voices: Callable[..., Voice]
) -> None:
    make_alsa(tmp_path, monkeypatch, "type hw card 97")
    voice = voices(players=APLAY)
    voice.settle()
    status = voice.status()
    assert status.state == "no_sound"
    assert "audio open error" in status.details
    assert "Connect a loudspeaker" in status.remedy
    assert voice.say(ENGLISH)
    assert voice.settle()
    assert texts(voice) == [ENGLISH]
    assert_is_speech(voice.wav(ENGLISH), ENGLISH)


def test_without_a_player_the_remedy_is_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voices: Callable[..., Voice]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    voice = voices(players=LINUX)
    voice.settle()
    assert voice.status().state == "no_sound"
    assert "apt install alsa-utils" in voice.status().remedy


def test_a_sound_device_that_is_connected_later_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voices: Callable[..., Voice]
) -> None:
    make_alsa(tmp_path, monkeypatch, "type hw card 97")
    voice = voices(players=APLAY)
    voice.settle()
    assert voice.status().state == "no_sound"
    make_alsa(tmp_path, monkeypatch, "type null")
    voice.check()
    voice.settle()
    assert voice.status().state == "ready"


def test_without_an_engine_the_voice_says_why(tmp_path: Path, voices: Callable[..., Voice]) -> None:
    voice = voices(engines=[script(tmp_path, "refuses", REFUSES)])
    voice.settle()
    status = voice.status()
    assert status.state == "no_engine"
    assert "refuses: no library" in status.details
    assert "pip install" in status.remedy
    voice.say(ENGLISH)
    assert voice.settle()
    with pytest.raises(SpeechError):
        voice.wav(ENGLISH)


def test_fifty_events_at_once_leave_a_short_queue_with_the_newest(
    gated: Player, gate: Path, journal: Path, voices: Callable[..., Voice]
) -> None:
    voice = voices(players=[gated])
    voice.settle()
    voice.say("The first sentence is being said.")
    until(lambda: "begun" in journal.read_text())
    for number in range(50):
        voice.say(f"Number {number}.")
        voice.say(f"The score is {number}.", key="score")
    gate.touch()
    assert voice.settle()
    found = texts(voice)
    assert len(found) <= 1 + MOST
    assert found[-1] == "Number 49."
    assert [text for text in found if "score" in text] == ["The score is 49."]


def test_what_is_urgent_interrupts_and_the_interrupted_is_said_again(
    gated: Player, gate: Path, journal: Path, voices: Callable[..., Voice]
) -> None:
    voice = voices(players=[gated])
    voice.say(ENGLISH * 3)
    until(lambda: "begun" in journal.read_text())
    voice.say("The camera is lost.", Priority.URGENT)
    until(lambda: journal.read_text().count("begun") == 2)
    gate.touch()
    assert voice.settle()
    assert texts(voice) == [speakable(ENGLISH * 3), "The camera is lost."]
    assert journal.read_text().split() == ["begun", "begun", "ended", "begun", "ended"]


def test_hushing_ends_the_sentence_and_forgets_the_rest(
    gated: Player, gate: Path, journal: Path, voices: Callable[..., Voice]
) -> None:
    voice = voices(players=[gated])
    voice.say(ENGLISH * 3)
    voice.say("Never said.")
    until(lambda: "begun" in journal.read_text())
    voice.stop_speaking()
    gate.touch()
    voice.say("Taken back.")
    assert voice.settle()
    assert texts(voice) == [speakable(ENGLISH * 3), "Taken back."]
    assert journal.read_text().split() == ["begun", "begun", "ended"]


def test_the_last_sentence_is_repeated(gated: Player, gate: Path, voices: Callable[..., Voice]) -> None:
    gate.touch()
    voice = voices(players=[gated])
    assert not voice.repeat()
    voice.say(ENGLISH)
    voice.settle()
    assert voice.repeat()
    assert voice.settle()
    assert [said.number for said in voice.recent()] == [1, 2]
    assert texts(voice) == [ENGLISH, ENGLISH]
    assert [(said.number, said.text) for said in voice.recent(after=1)] == [(2, ENGLISH)]


def test_a_sentence_that_no_engine_says_is_told_of_and_the_next_one_is_said(
    tmp_path: Path, gated: Player, gate: Path, voices: Callable[..., Voice]
) -> None:
    gate.touch()
    voice = Voice(
        VoiceSettings(grace=-1.0),
        engines=[script(tmp_path, "hangs", HANGS), engine_named("espeak")],
        players=[gated],
    )
    try:
        for number in range(3):
            voice.say(f"No {number}.")
        voice.settle()
        assert "no sound within" in voice.status().details
        assert voice.status().state == "ready"
    finally:
        voice.close()


def test_of_two_sentences_in_one_breath_the_other_is_heard_where_one_cannot_be_made(
    gated: Player, gate: Path, journal: Path, tmp_path: Path, voices: Callable[..., Voice]
) -> None:
    gate.touch()
    voice = voices(players=[gated], engines=[script(tmp_path, "mischief", MISCHIEF)])
    assert voice.say("This one is empty. This one is well. And this one too.")
    assert voice.settle()
    assert journal.read_text().split() == ["begun", "ended"] * 2
    assert voice.status().trouble == "The last sentence could not be said."


@pytest.mark.parametrize("engine", [HANGS, NEVER_READY])
def test_closing_never_waits_for_an_engine(tmp_path: Path, engine: str, gated: Player) -> None:
    voice = Voice(engines=[script(tmp_path, "hangs", engine)], players=[gated])
    voice.say(ENGLISH)
    time.sleep(0.2)
    voice.close()
    assert not voice.is_alive


def test_closing_ends_the_player_and_leaves_nothing_behind(
    gated: Player, journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    voice = Voice(players=[gated])
    voice.say(ENGLISH)
    until(lambda: "begun" in journal.read_text())
    voice.close()
    assert not voice.is_alive
    assert not voice.say("Too late.")
    assert list((tmp_path / "scratch").iterdir()) == []
    assert journal.read_text() == "begun\n"


KILLED = """
import os, signal
from companion.voice.voice import Voice
voice = Voice(players=[])
voice.settle()
assert voice.wav("Hello")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_game_that_is_killed_leaves_no_speaking_process_and_no_folder(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    killed = subprocess.run([sys.executable, "-c", KILLED], env=environment, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    until(lambda: not list(tmp_path.iterdir()))


@pytest.mark.parametrize("text", ["", "   ", "...", "/"])
def test_nothing_is_not_said(text: str, voices: Callable[..., Voice]) -> None:
    voice = voices()
    with pytest.raises(SpeechError, match="nothing to say"):
        voice.wav(text)


VANISHING = """
import sys
from pathlib import Path
if Path({gone!r}).exists():
    sys.exit("device is gone")
"""


def test_a_sound_device_that_vanishes_is_told_of_and_found_again_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voices: Callable[..., Voice]
) -> None:
    monkeypatch.setattr("companion.voice.voice.NEW_PROBE", 0.0)
    gone = tmp_path / "gone"
    spec = script(tmp_path, "vanishing", VANISHING.format(gone=str(gone)))
    voice = voices(players=[Player("vanishing", spec.line)])
    voice.say("One.")
    assert voice.settle()
    assert voice.status().state == "ready"
    gone.touch()
    voice.say("Two.")
    assert voice.settle()
    status = voice.status()
    assert (status.state, status.reason) == ("no_sound", "No loudspeaker works at this computer.")
    assert status.details == "vanishing: device is gone"
    assert (status.said, status.text) == (2, "Two.")
    gone.unlink()
    voice.say("Three.")
    assert voice.settle()
    assert voice.status().state == "ready"


def test_an_engine_that_is_installed_while_the_game_runs_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gated: Player, gate: Path
) -> None:
    gate.touch()
    monkeypatch.setattr("companion.voice.voice.NEW_PROBE", 0.0)
    spec = script(tmp_path, "late", REFUSES)
    voice = Voice(engines=[spec], players=[gated])
    try:
        voice.settle()
        assert voice.status().state == "no_engine"
        line = list(engine_named("espeak").line)
        Path(spec.line[1]).write_text(f"import os, sys\nos.execv(sys.executable, {line!r} + sys.argv[1:])\n")
        voice.say(ENGLISH)
        assert voice.settle()
        assert voice.status().state == "ready"
    finally:
        voice.close()
