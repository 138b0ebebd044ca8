"""The microphone, its troubles in words, and when a sentence is over."""

import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.listen import BusyError, Ear, Trust
from companion.listening import microphone, recogniser
from companion.listening.endpoint import LONG_PAUSE, SHORT_PAUSE, Endpoint
from companion.listening.grammar import grammar_of
from companion.listening.microphone import (
    BLOCK,
    CONNECT,
    INSTALL,
    RATE,
    RECORDERS,
    Microphone,
    NoMicrophoneError,
    Recorder,
    Sound,
)
from companion.listening.recogniser import Hearing, NoRecogniserError, Recogniser
from tests.companion.listening.spoken import battle

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="recorders of Linux")


ENDLESS = """
import sys, time
while True:
    sys.stdout.buffer.write(bytes(1600))
    time.sleep(0.01)
"""


def recorder(tmp_path: Path, text: str, name: str = "recorder") -> Recorder:
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return Recorder(name, (sys.executable, "-u", str(path)), "--device={}")


def tone(seconds: float, loudness: float) -> bytes:
    at = np.arange(int(seconds * RATE))
    return (loudness * np.sin(at / 5)).astype("<i2").tobytes()


@on_linux
def test_where_no_recorder_is_installed_it_says_which_to_install() -> None:
    with pytest.raises(NoMicrophoneError) as trouble:
        Microphone(recorders=(Recorder("no-such-recorder", ("no-such-recorder",), ""),)).open()
    assert trouble.value.reason == "No program that records was found (no-such-recorder)."
    assert trouble.value.remedy == INSTALL


@on_linux
def test_a_recorder_that_fails_is_quoted(tmp_path: Path) -> None:
    failing = "raise SystemExit('recorder: main:850: audio open error: No such device')\n"
    with pytest.raises(NoMicrophoneError) as trouble:
        Microphone(recorders=(recorder(tmp_path, failing),)).open()
    assert trouble.value.reason == "No microphone: recorder: audio open error: No such device."
    assert trouble.value.remedy == CONNECT


@on_linux
def test_a_recorder_without_sound_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(microphone, "FIRST_SOUND", 0.3)
    with pytest.raises(NoMicrophoneError, match="gave no sound"):
        Microphone(recorders=(recorder(tmp_path, "import time\ntime.sleep(600)\n"),)).open()


@on_linux
def test_a_recorder_that_hangs_later_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(microphone, "LONGEST", 0.2)
    hangs = "import sys, time\nsys.stdout.buffer.write(bytes(1600))\nsys.stdout.flush()\ntime.sleep(600)\n"
    recording = Microphone(recorders=(recorder(tmp_path, hangs),)).open()
    while recording.read():
        pass
    recording.close()


@on_linux
def test_the_next_recorder_is_tried_and_closing_ends_it(tmp_path: Path) -> None:
    broken = recorder(tmp_path, "raise SystemExit(1)\n", "broken")
    endless = recorder(tmp_path, ENDLESS, "endless")
    recording = Microphone(recorders=(broken, endless)).open()
    assert recording.read() == bytes(2 * int(RATE * BLOCK))
    recording.close()
    assert recording.read() == b""


def test_every_recorder_writes_raw_samples_at_the_rate_that_is_heard() -> None:
    assert [one.name for one in RECORDERS] == ["pw-record", "parecord", "arecord"]
    assert all(str(RATE) in " ".join(one.line) and "{}" in one.device for one in RECORDERS)


def fed(*sounds: bytes) -> Endpoint:
    end = Endpoint()
    for sound in sounds:
        end.feed(sound)
    return end


HISS = (np.random.default_rng(0).normal(size=RATE) * 30).astype("<i2").tobytes()


def test_nobody_has_begun_in_silence_or_in_steady_noise() -> None:
    assert not fed(bytes(RATE)).has_begun
    assert not fed(HISS, HISS).has_begun
    assert fed(bytes(RATE)).clearness == 0.0


def test_the_pause_is_counted_from_the_end_of_the_speech() -> None:
    end = fed(HISS[:8000], tone(0.5, 5000))
    assert end.has_begun
    assert end.pause == 0.0
    end.feed(HISS[: int(2 * RATE * 0.3)])
    assert end.pause == pytest.approx(0.3, abs=0.03)
    assert SHORT_PAUSE < end.pause < LONG_PAUSE


def test_the_clearness_tells_a_quiet_room_from_a_noisy_one() -> None:
    assert fed(HISS[:8000], tone(0.5, 5000)).clearness == pytest.approx(41, abs=4)
    loud = (np.frombuffer(HISS, dtype="<i2") * 12).astype("<i2").tobytes()
    assert fed(loud[:8000], tone(0.5, 5000)).clearness == pytest.approx(19, abs=4)


class Sure:
    """A recogniser that hears one thing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks = 0

    def learn(self, grammar: object) -> None: ...
    def start(self) -> None: ...

    def feed(self, sound: bytes) -> None:
        self.blocks += 1

    def so_far(self) -> str:
        return self.text

    def finish(self) -> Hearing:
        return Hearing(self.text, 0.99)


def ear(sure: Sure, sound: bytes) -> Ear:
    return Ear(Sound(sound), recogniser=lambda: sure)  # type: ignore[return-value, arg-type]


SPOKEN = HISS[:8000] + tone(0.5, 5000) + HISS + HISS


@pytest.mark.parametrize(("text", "pause"), [("undo", SHORT_PAUSE), ("blood harvesters two", LONG_PAUSE)])
def test_a_sentence_that_cannot_go_on_is_answered_sooner(text: str, pause: float) -> None:
    sure = Sure(text)
    assert ear(sure, SPOKEN).hear(grammar_of(battle())).trust is Trust.ACCEPTED
    assert sure.blocks * BLOCK == pytest.approx(0.25 + 0.5 + pause, abs=0.1)


def test_where_nobody_spoke_nothing_is_heard_whatever_the_recogniser_makes_of_it() -> None:
    assert ear(Sure("undo"), HISS).hear(grammar_of(battle())).trust is Trust.IGNORED


def test_only_one_person_is_listened_to_at_a_time() -> None:
    reached, go_on = threading.Event(), threading.Event()

    class Slow(Sure):
        def start(self) -> None:
            reached.set()
            assert go_on.wait(20)

    listening = ear(Slow("undo"), SPOKEN)
    first = threading.Thread(target=listening.hear, args=(grammar_of(battle()),))
    first.start()
    assert reached.wait(20)
    assert listening.status().state == "listening"
    with pytest.raises(BusyError):
        listening.hear(grammar_of(battle()))
    go_on.set()
    first.join(20)
    assert listening.status().state == "ready"


def test_letting_go_of_the_button_ends_the_sentence() -> None:
    class LetGo(Sure):
        def feed(self, sound: bytes) -> None:
            super().feed(sound)
            if self.blocks == 10:
                listening.stop()

    sure = LetGo("blood harvesters two")
    listening = ear(sure, SPOKEN)
    assert listening.hear(grammar_of(battle())).trust is Trust.ACCEPTED
    assert sure.blocks == 10


def test_a_missing_library_is_one_sentence_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    listening = Ear(Sound(b""))
    assert listening.status().state == "no_recogniser"
    assert listening.status().reason == "Spoken commands need pocketsphinx, which is not installed."
    with pytest.raises(NoRecogniserError, match=r"not installed\. (Install|It comes)"):
        listening.hear(grammar_of(battle()))
    monkeypatch.setattr(recogniser, "WITH_WHEELS", ())
    with pytest.raises(NoRecogniserError, match=r"for Python 3\.11 and 3\.13 only"):
        Recogniser()


def test_what_works_is_ready_when_it_is_looked_for() -> None:
    assert ear(Sure("undo"), SPOKEN).check().state == "ready"


def test_without_a_microphone_the_status_says_why() -> None:
    class Nothing:
        def open(self) -> Sound:
            raise NoMicrophoneError("No microphone: it is gone.", CONNECT)

    listening = Ear(Nothing(), recogniser=lambda: Sure("undo"))  # type: ignore[return-value, arg-type]
    with pytest.raises(NoMicrophoneError):
        listening.hear(grammar_of(battle()))
    assert listening.check().state == "no_microphone"
    assert listening.status().state == "no_microphone"
    assert listening.status().remedy == CONNECT
