"""Voices of Piper: which files are voices, of what language, and what happens where Piper fails.

Piper itself is too large for the tests: a module that takes its place in the speaking process
makes tones.
"""

import json
from pathlib import Path

import pytest

from companion.voice.speaking.host import SpeechError, Synthesizer
from companion.voice.speaking.piper import VoiceFile, voice_files
from companion.voice.speaking.sink import Player, seconds_in
from companion.voice.speaking.status import engines_for
from companion.voice.voice import Voice, VoiceSettings

# Speaks each letter for a twentieth of a second, in a pitch of the file's own.
PIPER = """
import json, math, struct, time
from pathlib import Path
from types import SimpleNamespace

def SynthesisConfig(length_scale):
    return length_scale

class PiperVoice:
    @classmethod
    def load(cls, model):
        made = cls()
        made.config = SimpleNamespace(**json.loads(Path(model).read_text()))
        return made

    def synthesize(self, text, syn_config):
        if "hang" in text:
            time.sleep(600)
        rate = self.config.sample_rate
        for word in text.split():
            count = int(rate * len(word) * syn_config / 20)
            tone = (int(9000 * math.sin(6.28 * self.config.pitch * n / rate)) for n in range(count))
            yield SimpleNamespace(audio_int16_bytes=struct.pack(f"<{count}h", *tone))
"""


def put_voice(folder: Path, name: str, told: object, *, rate: int = 22_050, pitch: int = 300) -> Path:
    """Put a voice in *folder* whose language *told* is what stands in the file beside it."""
    folder.mkdir(exist_ok=True)
    model = folder / f"{name}.onnx"
    model.write_text(json.dumps({"sample_rate": rate, "pitch": pitch}))
    (folder / f"{name}.onnx.json").write_text(json.dumps(told))
    return model


@pytest.fixture
def piper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "piper.py").write_text(PIPER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "lib"))


def test_a_voice_is_a_model_with_a_readable_file_beside_it_that_names_its_language(tmp_path: Path) -> None:
    joe = put_voice(tmp_path, "joe", {"language": {"code": "en_US"}})
    mihai = put_voice(tmp_path, "mihai", {"espeak": {"voice": "ro"}})
    for name, told in (("mute", {}), ("list", []), ("odd", {"language": "en"})):
        put_voice(tmp_path, name, told)
    (tmp_path / "alone.onnx").touch()
    (tmp_path / "torn.onnx").touch()
    (tmp_path / "torn.onnx.json").write_text("{")
    assert voice_files(tmp_path) == (VoiceFile(joe, "en"), VoiceFile(mihai, "ro"))
    assert voice_files(tmp_path / "nowhere") == ()


def test_piper_is_tried_first_where_a_voice_for_the_language_lies(tmp_path: Path) -> None:
    put_voice(tmp_path, "joe", {"language": {"code": "en_US"}})
    assert next(spec.name for spec in engines_for("auto", lang="en", voices=tmp_path)) == "piper"
    assert "piper" not in [spec.name for spec in engines_for("auto", lang="ro", voices=tmp_path)]
    assert next(spec.name for spec in engines_for("piper", lang="ro", voices=tmp_path)) == "piper"


def test_each_part_is_read_by_the_voice_of_its_language_in_one_sound(tmp_path: Path, piper: None) -> None:
    put_voice(tmp_path / "voices", "joe", {"language": {"code": "en_US"}}, rate=16_000, pitch=900)
    put_voice(tmp_path / "voices", "mihai", {"language": {"code": "ro_RO"}})
    spec = engines_for("auto", lang="ro", voices=tmp_path / "voices")[0]
    synthesizer = Synthesizer([spec], tmp_path)
    try:
        own, mixed = (
            synthesizer.render(parts)
            for parts in ((("ro", "abcdefghij"),), (("ro", "abcdefghij"), ("en", "abcdefghij")))
        )
    finally:
        synthesizer.close()
    assert seconds_in(own) == pytest.approx(0.5, abs=0.02)
    assert seconds_in(mixed) == pytest.approx(1.0, abs=0.02)


def test_a_piper_that_hangs_is_replaced_and_named(tmp_path: Path, piper: None) -> None:
    put_voice(tmp_path / "voices", "joe", {"language": {"code": "en_US"}})
    voice = Voice(VoiceSettings(voices=tmp_path / "voices", grace=-0.5), players=[Player("none", ("true",))])
    try:
        voice.settle()
        assert (voice.status().engine, voice.status().state) == ("piper", "ready")
        assert voice.wav("It speaks.")
        for number in range(3):
            with pytest.raises(SpeechError, match="piper: the engine gave no sound within"):
                voice.wav(f"hang {number}")
        voice.say("The next one speaks.")
        assert voice.settle()
        assert voice.status().engine != "piper"
        assert "Not used: piper: the engine gave no sound within" in voice.status().details
    finally:
        voice.close()


def test_a_voice_file_without_piper_is_told_of_and_another_engine_speaks(tmp_path: Path) -> None:
    put_voice(tmp_path / "voices", "joe", {"language": {"code": "en_US"}})
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "piper.py").write_text("raise ImportError('No module named piper')")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path / "lib"))
        voice = Voice(VoiceSettings(voices=tmp_path / "voices"), players=[Player("none", ("true",))])
        voice.settle()
    try:
        assert voice.status().state == "ready"
        assert "Not used: piper: No module named piper" in voice.status().details
    finally:
        voice.close()


def test_piper_chosen_without_a_voice_file_says_where_one_belongs(tmp_path: Path) -> None:
    settings = VoiceSettings(engine="piper", voices=tmp_path / "voices")
    voice = Voice(settings, players=[Player("none", ("true",))])
    try:
        voice.settle()
        reason = voice.status().details
    finally:
        voice.close()
    assert f"piper: no voice file (NAME.onnx and NAME.onnx.json) lies in {tmp_path / 'voices'}" in reason
