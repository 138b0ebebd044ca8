"""Engines that die, hang, refuse or talk nonsense, each a real process."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.voice.speaking import host
from companion.voice.speaking.host import EngineSpec, NoEngineError, SpeechError, Synthesizer, engine_named
from companion.voice.speaking.sink import seconds_in
from companion.voice.voice import Voice, VoiceSettings, engines_for
from tests.companion.voice.speaking.sounding import (
    DIES_ONCE,
    ENGLISH,
    HANGS,
    MISCHIEF,
    NEVER_READY,
    NONSENSE,
    REFUSES,
    assert_is_speech,
    script,
    until,
)


def test_an_engine_killed_in_a_sentence_is_replaced_and_the_sentence_said(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = engine_named("espeak").line[3]
    spec = script(tmp_path, "dies", DIES_ONCE.format(pid=str(pid), child=child))
    synthesizer = Synthesizer([spec], tmp_path)
    heard: list[bytes] = []
    speaking = threading.Thread(target=lambda: heard.append(synthesizer.render((("en", ENGLISH),))))
    try:
        speaking.start()
        until(pid.exists)
        os.kill(int(pid.read_text()), signal.SIGKILL)
        speaking.join(timeout=30)
        assert_is_speech(heard[0], ENGLISH)
        assert_is_speech(synthesizer.render((("en", "And the next one."),)), "And the next one.")
        assert synthesizer.engine == "dies"
    finally:
        synthesizer.close()


def test_a_sentence_that_kills_the_engine_is_left_out_and_the_next_said(tmp_path: Path) -> None:
    synthesizer = Synthesizer([script(tmp_path, "mischief", MISCHIEF)], tmp_path)
    try:
        for number in range(4):
            with pytest.raises(SpeechError, match=r"ended \(status 7\)"):
                synthesizer.render((("en", f"They die {number} times"),))
            assert seconds_in(synthesizer.render((("en", f"And live {number} times"),))) == 0.5
        assert (synthesizer.engine, synthesizer.passed_over) == ("mischief", None)
    finally:
        synthesizer.close()


@pytest.mark.parametrize("word", ["hang", "empty"])
def test_the_only_engine_is_kept_whatever_it_fails_at(tmp_path: Path, word: str) -> None:
    synthesizer = Synthesizer([script(tmp_path, "mischief", MISCHIEF)], tmp_path, grace=-1.0)
    try:
        for number in range(4):
            with pytest.raises(SpeechError):
                synthesizer.render((("en", f"{word} {number}"),))
        assert synthesizer.engine == "mischief"
    finally:
        synthesizer.close()


def test_an_engine_that_hangs_over_anything_gives_way_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "PLAIN_LIMIT", 0.1)
    engines = [script(tmp_path, "hangs", HANGS), engine_named("espeak")]
    synthesizer = Synthesizer(engines, tmp_path, grace=-1.0)  # leaves the sentence a tenth of a second
    try:
        with pytest.raises(SpeechError, match="hangs: the engine gave no sound within"):
            synthesizer.render((("en", "One."),))
        assert synthesizer.engine == "espeak"
    finally:
        synthesizer.close()


@pytest.mark.parametrize(("seconds", "engine"), [(20, "spare"), (40, "mischief")])
def test_three_failures_in_a_minute_are_too_many_where_another_engine_is(
    tmp_path: Path, seconds: int, engine: str
) -> None:
    moments = iter(range(0, 600, seconds))
    engines = [script(tmp_path, name, MISCHIEF) for name in ("mischief", "spare")]
    synthesizer = Synthesizer(engines, tmp_path, clock=lambda: float(next(moments)))
    try:
        for number in range(3):
            assert synthesizer.engine == "mischief"
            with pytest.raises(SpeechError):
                synthesizer.render((("en", f"empty {number}"),))
        assert synthesizer.engine == engine
    finally:
        synthesizer.close()


def test_an_engine_that_talks_nonsense_gives_way_to_the_next(tmp_path: Path) -> None:
    synthesizer = Synthesizer([script(tmp_path, "nonsense", NONSENSE), engine_named("espeak")], tmp_path)
    try:
        assert_is_speech(synthesizer.render((("en", ENGLISH),)), ENGLISH)
        assert synthesizer.engine == "espeak"
    finally:
        synthesizer.close()


def test_without_any_engine_every_reason_is_told(tmp_path: Path) -> None:
    engines = [
        script(tmp_path, "refuses", REFUSES),
        EngineSpec("missing", (str(tmp_path / "nothing"),)),
        script(tmp_path, "dead", "raise SystemExit(3)\n"),
    ]
    synthesizer = Synthesizer(engines, tmp_path)
    try:
        with pytest.raises(NoEngineError) as caught:
            synthesizer.prepare()
    finally:
        synthesizer.close()
    assert str(caught.value) == (
        "refuses: no library; missing: cannot be started (No such file or directory); "
        "dead: the speaking process ended (status 3)"
    )


@pytest.mark.parametrize("engine", [HANGS, NEVER_READY])
def test_closing_ends_an_engine_that_hangs(tmp_path: Path, engine: str) -> None:
    synthesizer = Synthesizer([script(tmp_path, "hangs", engine)], tmp_path)
    troubles: list[SpeechError] = []

    def speak() -> None:
        try:
            synthesizer.render((("en", ENGLISH),))
        except SpeechError as trouble:
            troubles.append(trouble)

    speaking = threading.Thread(target=speak)
    speaking.start()
    time.sleep(0.2)
    synthesizer.close()
    speaking.join(timeout=5)
    assert not speaking.is_alive()
    assert len(troubles) == 1


def test_a_sentence_is_made_once(tmp_path: Path) -> None:
    synthesizer = Synthesizer([engine_named("espeak")], tmp_path)
    try:
        first = synthesizer.render((("en", ENGLISH),))
        assert synthesizer.render((("en", ENGLISH),)) is first
    finally:
        synthesizer.close()


def test_a_closed_voice_makes_no_sound(tmp_path: Path) -> None:
    synthesizer = Synthesizer([engine_named("espeak")], tmp_path)
    synthesizer.close()
    with pytest.raises(SpeechError, match="closed"):
        synthesizer.render((("en", ENGLISH),))


@pytest.mark.parametrize(("choice", "first"), [("auto", "espeak"), ("pyttsx3", "pyttsx3")])
def test_the_chosen_engine_is_tried_first(choice: str, first: str) -> None:
    names = [spec.name for spec in engines_for(choice)]
    assert names[0] == first
    assert sorted(names) == ["espeak", "espeak-command", "pyttsx3"]


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="choose one of auto, piper, espeak"):
        Voice(VoiceSettings(engine="robot"))


COMMAND = """#!{python}
import math, struct, sys, wave
text = sys.stdin.read()
words = sys.argv[1:]
assert words[words.index("-v") + 1] == "en" and "--stdin" in words, words
with wave.open(words[words.index("-w") + 1], "wb") as file:
    file.setparams((1, 2, 22050, 0, "NONE", ""))
    tone = [int(9000 * math.sin(i / 9)) for i in range(2000 * len(text))]
    file.writeframes(struct.pack(f"<{{len(tone)}}h", *tone))
"""


def test_the_systems_own_espeak_is_used_where_there_is_no_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "espeak-ng"
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    synthesizer = Synthesizer([engine_named("espeak-command")], tmp_path)
    try:
        sound = synthesizer.render((("en", "Uthuk gain one lore."),))
        assert seconds_in(sound) == pytest.approx(2000 * 20 / 22_050, abs=0.01)
    finally:
        synthesizer.close()


def test_without_the_systems_own_espeak_the_reason_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    synthesizer = Synthesizer([engine_named("espeak-command")], tmp_path)
    with pytest.raises(NoEngineError, match="espeak-command: the command espeak-ng is not installed"):
        synthesizer.prepare()
    synthesizer.close()
