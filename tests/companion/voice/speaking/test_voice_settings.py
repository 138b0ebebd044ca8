"""The table's settings reach the voice."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app import create_app, services_of
from companion.cli import herald
from companion.library.settings import Settings, parse_names, read_defaults
from companion.voice import voice as speech
from companion.voice.voice import VoiceSettings, VoiceStatus
from companion.words.levels import SpeechLevel
from rules.kernel.catalogue import ConfigError
from rules.kernel.values import Seat


class Recorder:
    """A voice that only keeps what it was made with."""

    made_with: VoiceSettings | None = None

    def __init__(self, settings: VoiceSettings) -> None:
        type(self).made_with = settings

    def status(self) -> VoiceStatus:
        return VoiceStatus(state="off", reason="It records.")

    def say(self, *_: object, **__: object) -> bool:
        return False

    def listen(self, ring: object) -> None:
        return None

    def close(self) -> None:
        return None


def test_the_engine_and_the_sound_device_that_were_asked_for_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "Voice", Recorder)
    settings = Settings(data=tmp_path, host="127.0.0.1", voice_engine="pyttsx3", voice_device="hw:1")
    services_of(create_app(settings)).close()
    made = Recorder.made_with
    assert made is not None
    assert (made.engine, made.device, made.lang, made.foreign) == ("pyttsx3", "hw:1", "en", ())
    assert made.voices == tmp_path / "voices"


def test_an_engine_that_is_none_is_named_with_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('voice_engine = "loud"\n')
    with pytest.raises(ConfigError, match=r"settings\.toml.*loud"):
        read_defaults(tmp_path)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", {}),
        ("Ana,Bogdan", {Seat.SOUTH: "Ana", Seat.NORTH: "Bogdan"}),
        (" Ana  Maria , O'Neil ", {Seat.SOUTH: "Ana Maria", Seat.NORTH: "O'Neil"}),
    ],
)
def test_who_plays_is_told_south_first(text: str, names: dict[Seat, str]) -> None:
    assert parse_names(text) == names


@pytest.mark.parametrize(
    "text", ["Ana", "Ana,", "Ana,Ana", "Ana,ana", "a,b,c", "A{na},Bogdan", "x" * 25 + ",Ana"]
)
def test_names_that_are_no_two_players_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="names no two players"):
        parse_names(text)
    refused = CliRunner().invoke(herald, ["play", "--names", text])
    assert refused.exit_code == 2
    assert refused.stderr.startswith("herald: --names ")


def test_language_level_and_names_reach_voice_and_announcer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "Voice", Recorder)
    services = services_of(
        create_app(Settings(data=tmp_path, host="127.0.0.1", language="ro", level=SpeechLevel.BLIND))
    )
    services.close()
    assert Recorder.made_with is not None
    assert Recorder.made_with.lang == "ro"
    assert "BattleLore" in Recorder.made_with.foreign
    assert services.announcer.level is SpeechLevel.BLIND
