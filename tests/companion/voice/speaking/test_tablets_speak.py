"""Sentences that tablets say: each once, by those that are chosen, and never waited for in vain."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import create_app, services_of
from companion.library.settings import Settings
from companion.voice.speaking import relay
from companion.voice.speaking.sink import Player
from companion.voice.speaking.speakers import COMPUTER, SpeakerLight
from companion.voice.voice import Voice, VoiceSettings
from companion.words.levels import Priority
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view
from tests.companion.voice.speaking.sounding import ENGLISH, MISCHIEF, script, until


@pytest.fixture
def voice(tmp_path: Path, gated: Player, gate: Path) -> Iterator[Voice]:
    """A voice whose computer can speak, and the tablet "ana" that was chosen instead."""
    gate.touch()
    made = Voice(engines=[script(tmp_path, "mischief", MISCHIEF)], players=[gated])
    made.settle()
    made.speakers.touched("ana", "t", "Ana")
    assert made.speakers.choose("ana", speaks=True)
    yield made
    made.close()


def said(voice: Voice) -> list[tuple[str, dict[str, str]]]:
    return [(one.text, dict(one.by)) for one in voice.recent()]


def light(voice: Voice, speaker: str) -> tuple[SpeakerLight, str]:
    place = next(place for place in voice.speakers.places() if place.id == speaker)
    return place.light, place.trouble


def test_what_a_tablet_says_the_computer_does_not(voice: Voice, journal: Path) -> None:
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    for progress in (SpeakerLight.WAITING, SpeakerLight.HEARD, None):
        voice.report("ana", "t", 1, progress)
    assert voice.settle()
    assert said(voice) == [("One.", {"ana": "t"})]
    assert light(voice, "ana") == (SpeakerLight.HEARD, "")
    assert journal.read_text() == ""


def test_a_tablet_is_told_the_language_of_each_sentence_which_need_not_be_its_page_s(voice: Voice) -> None:
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    assert voice.recent()[0].lang == VoiceSettings().lang == "en"


def test_the_next_sentence_comes_once_the_tablet_has_said_the_last(voice: Voice) -> None:
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, SpeakerLight.WAITING)
    voice.say("The score is one.", key="score")
    voice.say("The score is two.", key="score")
    assert not voice.settle(0.6)
    voice.report("ana", "another tab", 1, None)
    assert not voice.settle(0.1)
    voice.report("ana", "t", 1, None)
    until(lambda: len(said(voice)) == 2)
    assert said(voice)[1][0] == "The score is two."


def test_a_sentence_that_a_mute_tablet_had_is_said_by_the_computer(
    voice: Voice, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "NO_SIGN", 0.1)
    voice.say(ENGLISH)
    assert voice.settle()
    assert said(voice) == [(ENGLISH, {"ana": "t"}), (ENGLISH, {COMPUTER: ""})]
    assert journal.read_text().split() == ["begun", "ended"]
    assert light(voice, "ana") == (SpeakerLight.SILENT, "It gave no sign when a sentence came.")
    assert voice.speakers.who().startswith("Ana gives no sign")
    voice.say("The next one goes to the computer at once.")
    assert voice.settle()
    assert said(voice)[-1][1] == {COMPUTER: ""}
    voice.speakers.here("ana", "t", "Ana", ready=True)
    voice.say("And now she is back.")
    until(lambda: said(voice)[-1][1] == {"ana": "t"})


def test_a_tablet_that_falls_asleep_while_nothing_is_said_is_shown_so_without_a_sentence(
    tmp_path: Path, gated: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (
        ("companion.voice.voice.LOOK", 0.05),
        ("companion.voice.speaking.speakers.ASLEEP", 0.1),
    ):
        monkeypatch.setattr(name, seconds)
    voice = Voice(engines=[script(tmp_path, "mischief", MISCHIEF)], players=[gated])
    try:
        assert voice.settle()  # it waits for sentences, and knows of no tablet yet
        voice.speakers.here("ana", "t", "Ana", ready=True)
        told = voice.changes
        until(lambda: voice.changes > told, limit=5)
        assert not voice.speakers.has_tablets
    finally:
        voice.close()


def test_two_speakers_that_are_tested_at_once_are_both_heard_from(voice: Voice) -> None:
    for speaker in ("ana", COMPUTER):
        assert voice.say("This is a test.", key=f"test {speaker}", only=speaker)
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, None)
    until(lambda: len(said(voice)) == 2)
    assert said(voice) == [("This is a test.", {"ana": "t"}), ("This is a test.", {COMPUTER: ""})]


def test_a_tablet_that_has_a_sentence_and_never_begins_is_not_waited_for_for_ever(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "NO_START", 0.3)
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, SpeakerLight.WAITING)
    voice.say("Two.")
    until(lambda: [text for text, _ in said(voice)] == ["One.", "Two."])


def test_a_tablet_that_cannot_tells_why_and_the_next_sentence_comes(voice: Voice) -> None:
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, SpeakerLight.SILENT, "No voice.")
    voice.say("Two.")
    until(lambda: len(said(voice)) == 2)
    assert light(voice, "ana") == (SpeakerLight.SILENT, "No voice.")


def test_silence_after_an_undo_reaches_the_tablets(voice: Voice) -> None:
    voice.say("One.")
    voice.say("Never said.")
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, SpeakerLight.HEARD)
    before = voice.changes
    voice.stop_speaking()
    assert voice.settle()
    assert (voice.void, voice.changes > before) == (1, True)
    voice.say("Taken back.")
    until(lambda: [text for text, _ in said(voice)] == ["One.", "Taken back."])
    assert voice.void == 1


def test_what_is_urgent_does_not_wait_for_a_tablet(voice: Voice) -> None:
    voice.say("One.")
    until(lambda: len(said(voice)) == 1)
    voice.report("ana", "t", 1, SpeakerLight.HEARD)
    voice.say("The camera is lost.", Priority.URGENT)
    until(lambda: len(said(voice)) == 2)
    assert voice.recent()[-1].urgent


def test_fifty_calls_with_one_that_hangs_one_that_dies_and_three_broken_sounds(
    tmp_path: Path, journal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player("sh", ("sh", "-c", 'echo played >> "$0"', str(journal)))
    mischief = {10: "hang", 20: "empty", 30: "short", 40: "headless", 45: "bare"}
    voice = Voice(
        VoiceSettings(grace=0.4),
        engines=[script(tmp_path, "mischief", MISCHIEF), script(tmp_path, "spare", MISCHIEF)],
        players=[player],
    )
    texts = [f"{number} {mischief.get(number, 'well')}" for number in range(50)]
    try:
        with caplog.at_level(logging.WARNING, "companion.voice.voice"):
            for text in texts:
                assert voice.say(text)
                assert voice.settle()
        assert [one.text for one in voice.recent()] == texts[-16:]
        assert journal.read_text().count("played") == 45 + 1  # and the probe
        skipped = [record.getMessage() for record in caplog.records]
        assert len(skipped) == 5
        reasons = ("no sound within", "is empty", "is cut off", "is damaged", "is empty")
        assert all(reason in line for reason, line in zip(reasons, skipped, strict=True)), skipped
        status = voice.status()
        assert (status.state, status.engine) == ("ready", "spare")
        assert "Not used: mischief: the sound is cut off." in status.details
    finally:
        voice.close()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A table whose computer finds no player."""
    monkeypatch.setenv("PATH", str(tmp_path))
    app = create_app(Settings(data=tmp_path, host="127.0.0.1"))
    services = services_of(app)
    assert services.voice is not None
    services.voice.settle()
    yield World(app, services)
    services.close()


def state(table: World) -> Callable[[str], dict[str, object]]:
    places = sent_view(table.table)["voice"]["speakers"]
    return lambda name: next(place for place in places if place["id"] == name or place["name"] == name)


def test_the_computers_test_is_red_with_the_reason(table: World) -> None:
    tablet = table.device("both")
    assert tablet.post("/voice/test", {"speaker": "computer"}).get_json() == {"ok": True}
    until(lambda: state(table)("computer")["light"] == "silent")
    assert "There is no program that plays sound" in str(state(table)("computer")["trouble"])
    assert sent_view(table.table)["voice"]["who"] == ""


def test_a_tablets_test_goes_to_it_alone_and_its_light_is_what_it_tells(table: World) -> None:
    ana, bob = table.device("south", "Ana"), table.device("north")
    for tablet, tab in ((ana, "a"), (bob, "b")):
        assert tablet.post("/voice/here", {"tab": tab, "ready": False}).status_code == 200
    device = str(state(table)("Ana")["id"])
    assert ana.post("/voice/speaker", {"speaker": device, "speaks": True, "tab": "a"}).status_code == 200
    assert ana.post("/voice/test", {"speaker": device, "tab": "a"}).status_code == 200
    voice = table.services.voice
    assert voice is not None
    until(voice.recent)
    assert dict(voice.recent()[-1].by) == {device: "a"}
    number = voice.recent()[-1].number
    bob.post("/voice/spoken", {"tab": "b", "number": number, "progress": "heard"})
    assert state(table)("Ana")["light"] == "waiting"
    ana.post("/voice/spoken", {"tab": "a", "number": number, "progress": "heard"})
    assert state(table)("Ana")["light"] == "heard"
    ana.post("/voice/spoken", {"tab": "a", "number": number, "progress": None})
    assert voice.settle(5)
    assert sent_view(table.table)["voice"]["who"] == "Spoken by: Ana."


def test_a_speaker_that_is_not_there_is_told_of(table: World) -> None:
    tablet = table.device("both")
    for address, asked in (("speaker", {"speaks": True}), ("test", {})):
        answer = tablet.post(f"/voice/{address}", {"speaker": "nobody", **asked})
        assert (answer.status_code, "left the table" in answer.get_json()["trouble"]) == (409, True)


def test_an_onlooker_chooses_nobody_and_tests_nothing(table: World) -> None:
    onlooker = table.device("watch")
    for address in ("here", "leave", "speaker", "test", "spoken", "again", "level"):
        assert onlooker.post(f"/voice/{address}", {}).status_code == 403


def test_the_stream_tells_who_has_a_sentence_as_soon_as_it_is_said(table: World) -> None:
    events = table.device("watch").events()
    assert next(events)[0] == "view"
    name, told = next(events)
    assert (name, told["who"], told["sentences"]) == ("voice", "", [])
    voice = table.services.voice
    assert voice is not None
    voice.say("Uthuk gain one lore.")
    heard = next(told for name, told in events if name == "voice" and told["sentences"])
    assert [said["text"] for said in heard["sentences"]] == ["Uthuk gain one lore."]
    assert 15 < heard["sentences"][0]["left"] <= 20
    events.close()


def test_without_any_speech_library_the_game_runs_and_one_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("espeakng_loader", "pyttsx3"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('No module named {name}')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    app = create_app(Settings(data=tmp_path / "games", host="127.0.0.1"))
    services = services_of(app)
    try:
        table = World(app, services)
        table.start()
        until(lambda: sent_view(table.table)["voice"]["state"] == "no_engine")
        told = sent_view(table.table)["voice"]
        assert "No module named espeakng_loader" in told["details"]
        assert "pip install espeakng-loader pyttsx3" in told["remedy"]
        assert table.device("both").do({"do": "play_card", "card": "patrol_left"}).status_code == 200
    finally:
        services.close()


def test_a_page_that_is_no_page_of_ours_is_refused(table: World) -> None:
    tablet = table.device("both")
    for address, asked in (
        ("here", {"tab": "x" * 33, "ready": True}),
        ("here", {"ready": True}),
        ("spoken", {"tab": "t", "number": "one", "progress": "heard"}),
        ("spoken", {"tab": "t", "number": 1, "progress": "loud"}),
        ("speaker", {"speaker": "computer"}),
    ):
        assert tablet.post(f"/voice/{address}", asked).status_code == 400
