"""Sentences in two languages become one sound, and what was said is said again on request."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import create_app, services_of
from companion.library.settings import Settings
from companion.voice.speaking.host import Synthesizer
from companion.voice.speaking.sink import Player, seconds_in
from companion.voice.speaking.text import parts_of
from companion.voice.voice import Voice, VoiceSettings
from companion.words.levels import SpeechLevel
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view
from tests.companion.voice.speaking.sounding import assert_is_speech, samples, until

FOREIGN = ("Flesh Ripper Brutes", "Rune Blade", "Blade")
MIXED = "Flesh Ripper Brutes doi pierde o figurină și se retrage pe G 3."


@pytest.mark.parametrize(
    ("text", "lang", "parts"),
    [
        (MIXED, "ro", [("en", "Flesh Ripper Brutes"), ("ro", "doi pierde o figurină și se retrage pe G 3.")]),
        ("Daqan joacă Rune Blade.", "ro", [("ro", "Daqan joacă"), ("en", "Rune Blade.")]),
        ("Daqan joacă Rune Bladed.", "ro", [("ro", "Daqan joacă Rune Bladed.")]),
        ("Rune Blade, Rune Blade!", "ro", [("en", "Rune Blade,"), ("en", "Rune Blade!")]),
        ("They play Rune Blade.", "en", [("en", "They play Rune Blade.")]),
    ],
)
def test_names_that_are_not_translated_are_parts_in_english(
    text: str, lang: str, parts: list[tuple[str, str]]
) -> None:
    assert list(parts_of(text, lang, FOREIGN)) == parts


@pytest.mark.parametrize(
    ("lang", "text", "heard"),
    [
        ("ro", "Garda trei se retrage pe E 5.", "Garda trei se retrage pe E, 5."),
        ("ro", "Stindard pe A5: două puncte.", "Stindard pe Ah 5: două puncte."),
        ("ro", "Garda trei se retrage pe K 3.", "Garda trei se retrage pe K 3."),
        ("en", "Citadel Guard three retreats to E 5.", "Citadel Guard three retreats to E 5."),
    ],
)
def test_a_hex_s_letter_is_read_as_one_and_not_as_a_word(lang: str, text: str, heard: str) -> None:
    assert parts_of(text, lang, ()) == ((lang, heard),)


def test_a_romanian_sentence_with_an_english_name_is_one_sound(espeak: Synthesizer) -> None:
    parts = parts_of(MIXED, "ro", FOREIGN)
    mixed, romanian, english = (espeak.render(each) for each in (parts, (("ro", MIXED),), (("en", MIXED),)))
    assert_is_speech(mixed, MIXED)
    assert len({mixed, romanian, english}) == 3
    name, rest = (seconds_in(espeak.render((part,))) for part in parts)
    assert seconds_in(mixed) == pytest.approx(name + rest, abs=0.15)


def test_between_two_languages_there_is_no_pause(espeak: Synthesizer) -> None:
    sound = abs(samples(espeak.render(parts_of(MIXED, "ro", FOREIGN))))
    quiet, longest = 0, 0
    for value in sound[:: 22_050 // 1000]:
        quiet = quiet + 1 if value < 0.006 else 0
        longest = max(longest, quiet)
    assert longest < 250  # ms


@pytest.fixture
def voice(gated: Player, gate: Path) -> Iterator[Voice]:
    gate.touch()
    made = Voice(VoiceSettings(lang="ro", foreign=FOREIGN), players=[gated])
    yield made
    made.close()


def test_the_last_sentences_are_said_again_and_again_no_more_than_they_are(voice: Voice) -> None:
    assert not voice.repeat()
    voice.say("Uthuk câștigă un lore.")
    voice.say("The camera is lost.", lang="en")
    assert voice.settle()
    first = [(said.text, said.lang) for said in voice.recent()]
    assert first == [("Uthuk câștigă un lore.", "ro"), ("The camera is lost.", "en")]
    for _ in range(2):
        before = voice.status().said
        assert voice.repeat()
        assert voice.settle()
        assert [(said.text, said.lang) for said in voice.recent(before)] == first


def test_what_was_said_long_before_is_not_said_again(voice: Voice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.voice.speaking.said.BREATH", -1.0)
    for told in ("Tura doi, Daqan.", "Trei zaruri.", "Uthuk câștigă un lore."):
        voice.say(told)
    assert voice.settle()
    before = voice.status().said
    assert voice.repeat()
    assert voice.settle()
    assert [said.text for said in voice.recent(before)] == ["Uthuk câștigă un lore."]


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A table with a voice that finds no player."""
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = Settings(
        data=tmp_path, host="127.0.0.1", language="ro", names="Ana,Bogdan", level=SpeechLevel.SCORE
    )
    app = create_app(settings)
    services = services_of(app)
    yield World(app, services)
    services.close()


def test_a_tablet_has_the_last_words_said_again_and_chooses_how_much_is_said(heard: World) -> None:
    tablet, onlooker = heard.device("both"), heard.device("watch")
    assert tablet.post("/voice/again", {}).status_code == 409
    heard.start()
    voice = heard.services.voice
    assert voice is not None
    until(lambda: voice.status().text == "Tura unu, Bogdan.")
    before = voice.status().said
    assert tablet.post("/voice/again", {}).get_json() == {"ok": True}
    until(lambda: [said.text for said in voice.recent(before)] == ["Tura unu, Bogdan."])
    assert sent_view(heard.table)["voice"]["level"] == "score"
    assert tablet.post("/voice/level", {"level": "blind"}).get_json() == {"ok": True, "level": "blind"}
    assert sent_view(heard.table)["voice"]["level"] == "blind"
    assert tablet.post("/voice/level", {"level": "loud"}).status_code == 400
    for address in ("/voice/again", "/voice/level"):
        assert onlooker.post(address, {"level": "score"}).status_code == 403
    assert heard.services.announcer.level is SpeechLevel.BLIND


def test_the_screens_are_in_the_language_and_by_the_names_that_were_asked_for(heard: World) -> None:
    heard.start()
    view = sent_view(heard.table)
    assert view["ask"]["headline"] == "Bogdan: joacă o carte Comandă"
    assert view["log"][0]["text"].startswith("Stindard pe ")
    assert {seat: player["name"] for seat, player in view["players"].items()} == {
        "south": "Ana",
        "north": "Bogdan",
    }
    assert view["scenario"]["steps"]["command"] == "Etapa Comandă"
