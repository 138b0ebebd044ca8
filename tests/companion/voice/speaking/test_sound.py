"""Sentences become sound that can be measured."""

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from companion.voice.speaking.child import EngineError, trimmed
from companion.voice.speaking.host import SpeechError, Synthesizer, engine_named
from companion.voice.speaking.sink import seconds_in, silence
from companion.voice.speaking.text import MOST_LETTERS, sentences_of, speakable
from tests.companion.voice.speaking.sounding import ENGLISH, as_wav_file, assert_is_speech, samples

THREE = {"en": "three", "ro": "trei"}
SAMPLE_WORDS = {
    "threero": "trei",
    "unit": "Citadel Guard four",
    "target": "Blood Harvesters two",
    "seat": "Uthuk",
}


def spoken_phrases(lang: str = "en") -> list[str]:
    """Return every spoken phrase of the catalogue with its placeholders filled."""
    file = resources.files("config") / "second" / f"phrases.{lang}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))

    def fill(found: re.Match[str]) -> str:
        name, _, forms = found[1].partition(":")
        return f"{THREE[lang]} {forms.split('|')[1]}" if "|" in forms else SAMPLE_WORDS.get(name, "G 3")

    def texts(entry: dict[str, object], who: str = "") -> Iterator[str]:
        own = str(entry.get("who", who))
        if entry.get("say"):
            yield re.sub(r"\{([^}]*)\}", fill, f"{own} {entry['say']}".strip())
        for part in entry.values():
            if isinstance(part, dict):
                yield from texts(part, own)

    return [text for section in ("events", "waits") for text in texts(table[section])]


@pytest.mark.parametrize("text", spoken_phrases())
def test_every_phrase_becomes_sound(espeak: Synthesizer, text: str) -> None:
    assert_is_speech(espeak.render((("en", speakable(text)),)), text)


@pytest.mark.parametrize("text", spoken_phrases("ro"))
def test_every_romanian_phrase_becomes_sound(espeak: Synthesizer, text: str) -> None:
    assert_is_speech(espeak.render((("ro", speakable(text)),)), text)


def test_the_catalogue_has_phrases_to_speak() -> None:
    assert len(spoken_phrases()) > 40


def test_more_words_take_longer(espeak: Synthesizer) -> None:
    short, long = (espeak.render((("en", text),)) for text in ("Uthuk gain one lore.", ENGLISH))
    assert seconds_in(long) > 1.5 * seconds_in(short)


def test_parts_in_two_languages_are_one_sound(espeak: Synthesizer) -> None:
    both = espeak.render((("ro", "Se retrage garda cetății,"), ("en", "Citadel Guard four.")))
    one = espeak.render((("en", "Citadel Guard four."),))
    assert seconds_in(both) > seconds_in(one) + 0.8
    assert_is_speech(both, "Se retrage garda cetății, Citadel Guard four.")


def test_silence_at_the_ends_is_cut_and_nothing_else() -> None:
    tone = (8000 * np.sin(np.arange(22_050) / 20)).astype("<i2")
    quiet = np.zeros(22_050, dtype="<i2")
    sound = samples(trimmed(as_wav_file(np.concatenate([quiet, tone, quiet, tone, quiet]))))
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    assert len(sound) / 22_050 == pytest.approx(3.12, abs=0.02)
    assert loud[0] / 22_050 == pytest.approx(0.06, abs=0.01)


def test_an_engine_that_makes_only_silence_is_found_out() -> None:
    with pytest.raises(EngineError, match="no sound"):
        trimmed(silence(1.0))


def test_a_language_without_voice_is_refused_in_a_sentence(espeak: Synthesizer) -> None:
    with pytest.raises(SpeechError, match="espeak: eSpeak NG has no voice for qx"):
        espeak.render((("qx", "hello"),))
    assert espeak.render((("en", "Still here."),))


def test_the_letter_a_of_a_hex_is_not_read_as_the_article(espeak: Synthesizer) -> None:
    hex_name = espeak.render((("en", speakable("It retreats to A 5.")),))
    assert hex_name == espeak.render((("en", "It retreats to A5."),))
    assert hex_name != espeak.render((("en", "It retreats to a 5."),))


def test_pyttsx3_speaks_sentence_after_sentence(tmp_path: Path) -> None:
    synthesizer = Synthesizer([engine_named("pyttsx3")], tmp_path)
    texts = [ENGLISH, "Uthuk gain one lore.", ENGLISH + " Uthuk gain one lore.", "Banner on F 5."]
    try:
        sounds = [synthesizer.render((("en", text),)) for text in texts]
    finally:
        synthesizer.close()
    for text, wav in zip(texts, sounds, strict=True):
        assert_is_speech(wav, text)
    assert len(set(sounds)) == len(texts)
    assert seconds_in(sounds[2]) > seconds_in(sounds[0]) + 0.5 * seconds_in(sounds[1])
    assert not list(tmp_path.glob("*.wav"))


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Take 2 figures from Citadel Guard 4 (on E5).", "Take 2 figures from Citadel Guard 4 on E 5."),
        ("3/6 health", "3 of 6 health"),
        ("move A1 → B2", "move A1 → B 2"),
        ("2 VP – now 6", "2 victory points, now 6"),
        ("a  /  b", "a b"),
        ("...", ""),
        ("", ""),
    ],
)
def test_signs_are_not_read_out(text: str, spoken: str) -> None:
    assert speakable(text) == spoken


def test_a_long_text_is_cut_after_a_whole_sentence() -> None:
    text = speakable("This is a sentence. " * 2000)
    assert len(text) <= MOST_LETTERS
    assert text.endswith("sentence.")


@pytest.mark.parametrize(
    "text",
    [
        "Roll three.",
        "Cleave and lore.|Guard three, counter?|Înapoi!|Daqan gain one lore.",
        "St. george moves to E 5. three are left.",
    ],
)
def test_a_text_is_made_and_heard_sentence_by_sentence(text: str) -> None:
    assert sentences_of(text.replace("|", " ")) == text.split("|")


@pytest.mark.parametrize("text", ["x" * 30_000, "word " * 6000, "no, " * 9000])
def test_endless_text_is_said_in_part(espeak: Synthesizer, text: str) -> None:
    spoken = speakable(text)
    assert 0 < len(spoken) <= MOST_LETTERS
    assert seconds_in(espeak.render((("en", spoken),))) < 120
