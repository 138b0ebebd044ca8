"""Sounds made before they are asked for: which, in which order, and what becomes of failures."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.voice.speaking.ahead import Ahead
from companion.voice.speaking.host import FAILED_KEPT, Parts, SpeechError, Synthesizer, engine_named
from companion.voice.speaking.sink import Player
from companion.voice.voice import Voice, VoiceSettings
from tests.companion.voice.speaking.sounding import MISCHIEF, script, until


class Maker:
    """Makes a sound whenever it is let: *made* are those begun, in order."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.let = Event()

    def __call__(self, parts: Parts, is_wanted: Callable[[], bool], _is_guess: bool) -> bool:
        if not is_wanted():
            return False
        self.made.append(parts[0][1])
        self.let.wait(20)
        return True


@pytest.fixture
def maker() -> Iterator[Maker]:
    made = Maker()
    yield made
    made.let.set()


@pytest.fixture
def ahead(maker: Maker) -> Iterator[Ahead]:
    made = Ahead(maker)
    yield made
    maker.let.set()
    made.close()


def en(text: str) -> Parts:
    return (("en", text),)


def test_what_waits_to_be_said_is_made_before_what_is_only_likely(ahead: Ahead, maker: Maker) -> None:
    ahead.expect(lambda: map(en, ("likely", "less likely")))
    until(lambda: maker.made == ["likely"])
    ahead.soon(en("waits"))
    maker.let.set()
    until(lambda: maker.made == ["likely", "waits", "less likely"])


def test_what_was_likely_before_is_made_no_more(ahead: Ahead, maker: Maker) -> None:
    ahead.expect(lambda: map(en, ("before", "left out")))
    until(lambda: maker.made == ["before"])
    ahead.expect(lambda: [en("now")])
    maker.let.set()
    until(lambda: maker.made == ["before", "now"])


def test_after_an_undo_nothing_is_made_of_what_was_wanted(ahead: Ahead, maker: Maker) -> None:
    ahead.soon(en("begun"))
    until(lambda: maker.made == ["begun"])
    ahead.soon(en("waits"))
    ahead.expect(lambda: [en("likely")])
    ahead.forget()
    ahead.soon(en("after"))
    maker.let.set()
    until(lambda: maker.made == ["begun", "after"])


def test_what_is_likely_in_a_game_that_is_undone_meanwhile_is_not_made(ahead: Ahead, maker: Maker) -> None:
    asked, undone = Event(), Event()

    def likely() -> list[Parts]:
        asked.set()
        undone.wait(20)
        return [en("undone")]

    maker.let.set()
    ahead.expect(likely)
    asked.wait(20)
    ahead.forget()
    undone.set()
    ahead.soon(en("after"))
    until(lambda: "after" in maker.made)
    time.sleep(0.2)
    assert maker.made == ["after"]


def test_what_somebody_asks_for_now_is_left_to_him(ahead: Ahead, maker: Maker) -> None:
    ahead.soon(en("begun"))
    until(lambda: maker.made == ["begun"])
    ahead.soon(en("asked for"))
    ahead.soon(en("waits"))
    ahead.given(en("asked for"))
    maker.let.set()
    until(lambda: maker.made == ["begun", "waits"])


def test_a_fault_in_what_is_likely_stops_nothing(ahead: Ahead, maker: Maker) -> None:
    maker.let.set()
    ahead.expect(lambda: [en(("no", "text")[2])])
    ahead.soon(en("waits"))
    until(lambda: maker.made == ["waits"])


def test_a_sound_that_was_made_ahead_is_made_once(tmp_path: Path) -> None:
    synthesizer = Synthesizer([engine_named("espeak")], tmp_path)
    try:
        assert synthesizer.make_ahead(en("Roll three."), lambda: True, False)
        assert not synthesizer.make_ahead(en("Roll three."), lambda: True, False)
        assert (synthesizer.asked, synthesizer.lay_ready) == (0, 0)
        synthesizer.render(en("Roll three."))
        synthesizer.render(en("Roll four."))
        assert (synthesizer.asked, synthesizer.lay_ready) == (2, 1)
        assert not synthesizer.make_ahead(en("Nobody wants this."), lambda: False, False)
    finally:
        synthesizer.close()


def test_a_sound_that_failed_ahead_fails_once_and_not_anew_when_it_is_asked_for(tmp_path: Path) -> None:
    synthesizer = Synthesizer([script(tmp_path, "mischief", MISCHIEF)], tmp_path)
    try:
        assert synthesizer.make_ahead(en("empty"), lambda: True, False)
        synthesizer.close()  # whoever asked it now would be told that it is closed
        with pytest.raises(SpeechError, match="the sound is empty"):
            synthesizer.render(en("empty"))
    finally:
        synthesizer.close()


def test_a_failure_ahead_is_soon_forgotten(tmp_path: Path) -> None:
    clock, mischief = (
        [0.0],
        MISCHIEF.replace('"empty" in text', '"empty" in text and not Path(FLAG).exists()'),
    )
    flag = tmp_path / "mended"
    engine = script(
        tmp_path, "mischief", "from pathlib import Path\n" + mischief.replace("FLAG", repr(str(flag)))
    )
    synthesizer = Synthesizer([engine], tmp_path, clock=lambda: clock[0])
    try:
        assert synthesizer.make_ahead(en("empty"), lambda: True, False)
        flag.touch()
        clock[0] = FAILED_KEPT + 0.1
        assert synthesizer.render(en("empty"))
    finally:
        synthesizer.close()


def test_guesses_that_fail_are_neither_remembered_nor_give_up_an_engine(tmp_path: Path) -> None:
    engines = [script(tmp_path, "mischief", MISCHIEF), engine_named("espeak")]
    synthesizer = Synthesizer(engines, tmp_path)
    try:
        for number in range(4):
            assert synthesizer.make_ahead(en(f"empty {number}"), lambda: True, True)
        assert synthesizer.make_ahead(en("empty 0"), lambda: True, True)
        assert synthesizer.engine == "mischief"
    finally:
        synthesizer.close()


def test_what_is_replaced_under_its_key_is_not_made(ahead: Ahead, maker: Maker) -> None:
    ahead.soon(en("begun"))
    until(lambda: maker.made == ["begun"])
    ahead.soon(en("old"), key="turn")
    ahead.soon(en("tail"), key="turn 1")
    ahead.soon(en("other"))
    ahead.soon(en("new"), key="turn")
    maker.let.set()
    until(lambda: maker.made == ["begun", "other", "new"])


def test_a_sentence_is_handed_to_be_made_before_it_can_be_asked_for(tmp_path: Path) -> None:
    voice = Voice(VoiceSettings(), engines=[script(tmp_path, "mischief", MISCHIEF)], players=[])
    begun: list[int] = []

    def soon(*_: object) -> None:
        time.sleep(0.3)
        begun.append(voice.status().said)

    try:
        voice.settle()
        voice.speakers.computer_can(speak=True)
        voice.sounds.soon = soon
        voice.say("Roll three.")
        assert begun == [0]
    finally:
        voice.close()


def test_what_one_engine_failed_at_is_tried_by_the_next(tmp_path: Path) -> None:
    engines = [script(tmp_path, "mischief", MISCHIEF), engine_named("espeak")]
    synthesizer = Synthesizer(engines, tmp_path)
    try:
        assert synthesizer.make_ahead(en("empty"), lambda: True, False)
        for number in range(2):
            with pytest.raises(SpeechError):
                synthesizer.render(en(f"empty {number}"))
        assert synthesizer.engine == "espeak"
        assert synthesizer.render(en("empty"))
    finally:
        synthesizer.close()


def test_while_one_sentence_is_heard_the_next_and_what_is_likely_are_made(
    gated: Player, gate: Path, journal: Path
) -> None:
    voice = Voice(VoiceSettings(engine="espeak"), players=[gated])
    try:
        voice.settle()
        assert voice.say("The first sentence is being said.")
        until(lambda: "begun" in journal.read_text())
        assert voice.say("And this one waits. As does this.")
        voice.expect(lambda: ["This one is likely."])
        ready = voice.sounds.lie_ready
        until(lambda: ready("And this one waits. As does this.") and ready("This one is likely."))
        gate.touch()
        assert voice.settle()
        assert voice.sounds.asked[0] == 3
        assert voice.sounds.asked[1] >= 2
    finally:
        voice.close()


def test_nothing_is_made_ahead_for_tablets_that_speak_with_voices_of_their_own() -> None:
    voice = Voice(VoiceSettings(engine="espeak"), players=[])
    try:
        voice.settle()
        assert voice.say("No loudspeaker.")
        voice.expect(lambda: pytest.fail("nobody needs to know"))
        assert voice.settle()
        assert voice.sounds.asked == (0, 0)
    finally:
        voice.close()
