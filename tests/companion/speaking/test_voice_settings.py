"""The table's settings reach the voice."""

from pathlib import Path

import pytest

from companion import create_app, evening_of, speech
from companion.settings import Settings, read_defaults
from companion.speech import VoiceSettings, VoiceStatus
from rules.catalogue import ConfigError


class Recorder:
    """A voice that only keeps what it was made with."""

    made_with: VoiceSettings | None = None

    def __init__(self, settings: VoiceSettings) -> None:
        type(self).made_with = settings

    def status(self) -> VoiceStatus:
        return VoiceStatus(state="off", reason="It records.")

    def say(self, *_: object, **__: object) -> bool:
        return False

    def close(self) -> None:
        return None


def test_the_engine_and_the_sound_device_that_were_asked_for_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "Voice", Recorder)
    settings = Settings(data=tmp_path, host="127.0.0.1", voice_engine="pyttsx3", voice_device="hw:1")
    evening_of(create_app(settings)).close()
    assert Recorder.made_with == VoiceSettings(engine="pyttsx3", device="hw:1")


def test_an_engine_that_is_none_is_named_with_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('voice_engine = "loud"\n')
    with pytest.raises(ConfigError, match=r"settings\.toml.*loud"):
        read_defaults(tmp_path)
