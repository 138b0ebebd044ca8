"""The microphone, its troubles in words, and when a sentence is over."""

import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.cli.commands.play import tell_whether_it_listens
from companion.voice.ear import ENGLISH_ONLY, BusyError, Ear, Trust
from companion.voice.listening import microphone, recogniser
from companion.voice.listening.endpoint import PAUSES, TAIL, TAIL_PAUSE, Endpoint
from companion.voice.listening.grammar import After, grammar_of
from companion.voice.listening.microphone import (
    BLOCK,
    CONNECT,
    INSTALL,
    RATE,
    RECORDERS,
    Microphone,
    NoMicrophoneError,
    Sound,
    SoundRecorder,
)
from companion.voice.listening.recogniser import NoRecogniserError, Recogniser, Recognition
from rules.kernel.translatable import Message
from tests.companion.voice.listening.spoken import PHRASES, battle, moments

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="recorders of Linux")


ENDLESS = """
import sys, time
while True:
    sys.stdout.buffer.write(bytes(1600))
    time.sleep(0.01)
"""


def recorder(tmp_path: Path, text: str, name: str = "recorder") -> SoundRecorder:
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return SoundRecorder(name, (sys.executable, "-u", str(path)), "--device={}")


def tone(seconds: float, loudness: float) -> bytes:
    at = np.arange(int(seconds * RATE))
    return (loudness * np.sin(at / 5)).astype("<i2").tobytes()


@on_linux
def test_where_no_recorder_is_installed_it_says_which_to_install() -> None:
    with pytest.raises(NoMicrophoneError) as trouble:
        Microphone(recorders=(SoundRecorder("no-such-recorder", ("no-such-recorder",), ""),)).open()
    assert str(trouble.value.reason) == "No program that records was found (no-such-recorder)."
    assert trouble.value.remedy == INSTALL


@on_linux
def test_a_recorder_that_fails_is_quoted(tmp_path: Path) -> None:
    failing = "raise SystemExit('recorder: main:850: audio open error: No such device')\n"
    with pytest.raises(NoMicrophoneError) as trouble:
        Microphone(recorders=(recorder(tmp_path, failing),)).open()
    assert str(trouble.value.reason) == "No microphone: recorder: audio open error: No such device."
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
    assert PAUSES[After.PERHAPS] < end.pause < PAUSES[After.MORE]


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

    def others(self) -> list[str]:
        return []

    def finish(self) -> Recognition:
        return Recognition(self.text, 0.99)


def ear(sure: Sure, sound: bytes) -> Ear:
    return Ear(Sound(sound), recogniser=lambda: sure)


BEGUN = 0.25  # s
SPOKEN = HISS[: int(2 * RATE * BEGUN)] + tone(0.5, 5000) + HISS + HISS


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("undo", After.NOTHING),
        ("blood harvesters two", After.PERHAPS),
        ("blood harvesters", After.MORE),
    ],
)
def test_a_sentence_that_cannot_go_on_is_answered_sooner(text: str, after: After) -> None:
    sure = Sure(text)
    assert ear(sure, SPOKEN).hear(grammar_of(battle())).said is not None
    assert sure.blocks * BLOCK == pytest.approx(BEGUN + 0.5 + PAUSES[after], abs=0.05)


def test_every_sentence_of_the_measurement_is_over_after_a_fifth_of_a_second() -> None:
    """So that it is answered within 0.3 s; benchmarks/voice/card.py measures the rest."""
    grammars = moments()
    for text in PHRASES:
        grammar = next(one for one in grammars if one.understood(text))
        assert PAUSES[grammar.after(text)] <= 0.2, text


def test_what_is_doubtful_comes_with_what_else_may_have_been_said() -> None:
    class Doubtful(Sure):
        def finish(self) -> Recognition:
            return Recognition(self.text, 0.5)

        def others(self) -> list[str]:
            return [self.text, "viper legion two", "viper legions two", "say that", "viper legion four"]

    def others(sure: Sure) -> list[str]:
        return [one.units[0] for one in ear(sure, SPOKEN).hear(grammar_of(battle())).others]

    assert others(Doubtful("viper legion three")) == ["viper_legion-2", "viper_legion-4"]
    assert others(Doubtful("move viper legion two to golf six")) == []  # too many to be asked for in time
    assert others(Sure("viper legion three")) == []


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


class LetGo(Sure):
    """Somebody who lets the button go after so many seconds."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.listening = ear(self, SPOKEN)
        self.seconds = seconds

    def feed(self, sound: bytes) -> None:
        super().feed(sound)
        if self.blocks == round(self.seconds / BLOCK):
            self.listening.stop()


@pytest.mark.parametrize(
    ("let_go", "ends"),
    [
        (BEGUN + 0.4, BEGUN + 0.5 + TAIL_PAUSE),  # before the last word was over
        (BEGUN + 0.5, BEGUN + 0.5 + TAIL_PAUSE),
        (BEGUN + 0.6, BEGUN + 0.62),
        (BEGUN + 0.1, BEGUN + 0.1 + TAIL),  # in the midst of it
    ],
)
def test_letting_go_of_the_button_ends_the_sentence_with_the_word_just_said(
    let_go: float, ends: float
) -> None:
    sure = LetGo("blood harvesters", let_go)
    assert sure.listening.hear(grammar_of(battle())).said is not None
    assert sure.blocks * BLOCK == pytest.approx(ends, abs=0.045)


def test_a_missing_library_is_one_sentence_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    listening = Ear(Sound(b""))
    assert listening.status().state == "no_recogniser"
    assert str(listening.status().reason) == "Spoken commands need pocketsphinx, which is not installed."
    with pytest.raises(NoRecogniserError, match=r"not installed\. (Install|It comes)"):
        listening.hear(grammar_of(battle()))
    monkeypatch.setattr(recogniser, "WITH_WHEELS", ())
    with pytest.raises(NoRecogniserError, match=r"for Python 3\.11 and 3\.13 only"):
        Recogniser()


def test_who_plays_in_romanian_is_told_that_only_english_is_understood(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for language, told in (("ro", f"herald: {ENGLISH_ONLY}\n"), ("en", "")):
        tell_whether_it_listens(ear(Sure("undo"), SPOKEN), language)
        assert capsys.readouterr().err == told


def test_what_works_is_ready_when_it_is_looked_for() -> None:
    assert ear(Sure("undo"), SPOKEN).check().state == "ready"


def test_without_a_microphone_the_status_says_why() -> None:
    class Nothing:
        def open(self) -> Sound:
            raise NoMicrophoneError(Message("No microphone: it is gone."), CONNECT)

    listening = Ear(Nothing(), recogniser=lambda: Sure("undo"))
    with pytest.raises(NoMicrophoneError):
        listening.hear(grammar_of(battle()))
    assert listening.check().state == "no_microphone"
    assert listening.status().state == "no_microphone"
    assert listening.status().remedy == CONNECT
