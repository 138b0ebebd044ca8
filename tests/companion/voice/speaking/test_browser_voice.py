"""Tablets that speak, in a real browser: its voices are none or stand-ins, the sound is real and plays."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.library.settings import Settings
from companion.table.requests import Submit
from companion.voice.speaking.sink import Player
from companion.voice.voice import Voice
from companion.web.pages.routes import close_streams
from companion.web.pages.voice.speech_wav import Sounds
from companion.web.server.server import served
from companion.words.levels import SpeechLevel
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Order, PlaceBanner, PlayCard, StartGame
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import Tablet, inside, open_tab
from tests.companion.ports import free_port
from tests.companion.sent_view import sent_view
from tests.companion.voice.speaking.sounding import until

pytestmark = pytest.mark.browser
HARVESTERS = UnitId("blood_harvesters-4")

# Writes down what the page plays, at four times its pace: tests must not take long.
SPY = """
window.played = [];
window.pace = 4;
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  if (this.src.includes("speech.wav")) {
    window.played.push(this.src);
    window.sound = this;
    this.playbackRate = window.pace;
  }
  return play.call(this);
};
"""
# A browser with a voice of its own, which begins and ends, or never does: then time flies until it gives up.
VOICED = """
window.spoken = [];
const later = window.setTimeout;
window.setTimeout = (then, ms) =>
  later(then, window.mute && !window.spoken.includes("cancel") ? ms / 10 : ms);
const synthesis = {
  getVoices: () => [{ localService: true, lang: "en-GB", name: "stand-in", default: true }],
  cancel: () => window.spoken.push("cancel"),
  speak: (utterance) => {
    if (!utterance.text) return;
    window.spoken.push(utterance.text);
    if (window.mute) return;
    setTimeout(() => utterance.onstart?.(), 20);
    setTimeout(() => utterance.onend?.(), 60);
  },
};
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: synthesis });
"""


class Ear:
    """A tablet, and what is heard of it."""

    def __init__(self, driver: webdriver.Chrome, port: int, code: str, *, host: str = "127.0.0.1") -> None:
        open_tab(driver)
        self.handle = driver.current_window_handle
        self.driver = driver
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SPY})
        self.tablet = Tablet(driver, port)
        self.tablet.home = f"http://{host}:{port}"  # each host has cookies of its own: another tablet
        self.tablet.shape("1280x800")
        if code:
            self.tablet.join(code)
        else:
            driver.get(self.tablet.home)

    def ask(self, script: str) -> Any:
        self.driver.switch_to.window(self.handle)
        return self.driver.execute_script(f"return {script}")

    def touch(self, selector: str) -> None:
        self.driver.switch_to.window(self.handle)
        self.tablet.touch(selector)

    def see(self, selector: str) -> bool:
        self.driver.switch_to.window(self.handle)
        return bool(self.tablet.find(f"{selector}:not([hidden])"))

    def played(self) -> int:
        count: int = self.ask("window.played.length")
        return count


@pytest.fixture
def laptop(tmp_path: Path, journal: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """The computer's own loudspeaker: it writes down each sound but the short one of a probe."""
    note = 'if [ "$(wc -c < "$1")" -gt 10000 ]; then echo played >> "$0"; fi'
    player = Player("laptop", ("sh", "-c", note, str(journal)))
    monkeypatch.setattr("companion.voice.speaking.sink.players_here", lambda: (player,))
    return player


@contextmanager
def table(data: Path) -> Iterator[tuple[Services, Voice, int]]:
    port = free_port()
    app = create_app(Settings(data=data, host="127.0.0.1", port=port))
    services = services_of(app)
    try:
        with served(app, "127.0.0.1", port):
            assert services.voice is not None
            services.voice.settle()
            yield services, services.voice, port
            close_streams(app)
    finally:
        services.close()


@pytest.mark.journey
def test_a_page_that_was_never_touched_asks_for_a_tap_until_something_was_heard(
    tmp_path: Path, driver: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.voice.speaking.sink.players_here", lambda: ())
    with table(tmp_path) as (services, voice, port):
        ear = Ear(driver, port, services.access.codes.join)
        until(lambda: ear.see(".invite"))
        voice.say("Nobody hears this.")
        until(lambda: "Nobody hears this." in ear.tablet.text("#captions"))
        assert (ear.see(".invite"), ear.played()) == (True, 0)
        ear.driver.refresh()
        until(lambda: ear.see(".invite"))
        ear.ask("window.pace = 1")
        ear.touch('[data-key="enable voice"]')
        until(lambda: ear.played() == 1)
        until(lambda: ear.ask("window.sound.currentTime") > 0.3)
        until(lambda: not ear.see(".invite"))
        before = ear.ask("window.sound.currentTime")
        until(lambda: ear.ask("window.sound.currentTime") > before + 0.2)
        assert "the voice works" in ear.tablet.text("#captions p:last-child")
        assert voice.settle()
        ear.touch('[data-key="voice badge"]')
        until(lambda: "heard it start at" in ear.tablet.text(".speakers .light.heard"))
        ear.ask("window.pace = 4")
        test = f'[data-key="test {ear.ask("document.body.dataset.device")}"]'
        for number, size in enumerate(("800x1280", "390x844"), start=2):
            ear.tablet.shape(size)
            ear.touch(test)
            until(lambda number=number: ear.played() == number)
            assert voice.settle()
        ear.touch('[data-key="captions"]')
        until(lambda: not ear.see("#captions"))
        assert ear.tablet.troubles() == []


@pytest.mark.journey
def test_a_tap_chooses_how_much_is_said_and_shows_it(
    tmp_path: Path, driver: webdriver.Chrome, laptop: Player
) -> None:
    with table(tmp_path) as (services, _, port):
        ear = Ear(driver, port, services.access.codes.join)
        ear.touch('[data-key="voice badge"]')
        until(lambda: ear.see('[data-key="level standard"][aria-pressed="true"]'))
        ear.touch('[data-key="level blind"]')
        until(lambda: ear.see('[data-key="level blind"][aria-pressed="true"]'))
        assert services.announcer.level is SpeechLevel.BLIND
        ear.touch('[data-key="say again"]')
        until(lambda: "said again" in ear.tablet.text("#toast"))
        assert ear.tablet.troubles() == []


def test_the_faces_of_dice_are_in_full_sight_beside_captions_and_the_way_to_a_voice(
    tmp_path: Path, driver: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.voice.speaking.sink.players_here", lambda: ())
    with table(tmp_path) as (services, voice, port):
        ear = Ear(driver, port, services.access.codes.join)
        until(lambda: ear.see(".invite"))
        stand_in = sent_view(services.table)["scenario"]["banners"]["stand_in"]
        for command in (
            *(PlaceBanner(at=place) for place in stand_in),
            StartGame(),
            CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=3),
            PlayCard(card=CardId("line_advance")),
            Order(unit=HARVESTERS),
            Attack(unit=HARVESTERS, target=UnitId("citadel_guard-4")),
        ):
            assert services.table.ask(Submit(command=command, by="table tablet")).refusal is None, command
        voice.say(
            "A long sentence of the game, which takes two lines of the captions of a tablet, or even three."
        )
        ear.tablet.until_wait("dice_wait")
        until(lambda: "or even three" in ear.tablet.text("#captions"))
        for size in ("1280x800", "800x1280"):
            ear.tablet.shape(size)
            until(lambda: inside(ear.tablet, ".dice-faces button"))


@pytest.mark.journey
def test_of_two_tabs_of_one_browser_one_speaks(
    tmp_path: Path, driver: webdriver.Chrome, laptop: Player
) -> None:
    with table(tmp_path) as (services, voice, port):
        first = Ear(driver, port, services.access.codes.join)
        second = Ear(driver, port, "")
        again = f'[data-key="test {first.ask("document.body.dataset.device")}"]'
        for ear, other, tap in ((first, second, '[data-key="speak here"]'), (second, first, again)):
            ear.touch('[data-key="voice badge"]')
            ear.touch(tap)
            until(lambda ear=ear: ear.played() > 0)
            assert voice.settle()
            before = ear.played(), other.played()
            voice.say(f"This is said once, the {before[1]}.")
            assert voice.settle()
            assert (ear.played(), other.played()) == (before[0] + 1, before[1])


@pytest.mark.journey
def test_of_two_tablets_and_a_laptop_exactly_the_chosen_speak_each_once(
    tmp_path: Path, driver: webdriver.Chrome, laptop: Player, journal: Path
) -> None:
    with table(tmp_path) as (services, voice, port):
        ana = Ear(driver, port, services.access.codes.join)
        bob = Ear(driver, port, services.access.codes.join, host="localhost")

        def heard(text: str) -> tuple[int, int, int]:
            """Return how often Ana's, Bob's and the laptop's loudspeaker sounded for one sentence."""
            assert voice.settle()
            before = ana.played(), bob.played(), journal.read_text().count("played")
            voice.say(text)
            assert voice.settle()
            after = ana.played(), bob.played(), journal.read_text().count("played")
            return after[0] - before[0], after[1] - before[1], after[2] - before[2]

        assert heard("Nobody chose yet.") == (0, 0, 1)
        bob.touch('[data-key="voice badge"]')
        bob.touch('[data-key="speak here"]')
        until(lambda: bob.played() > 0)
        assert heard("Bob alone.") == (0, 1, 0)
        ana.touch('[data-key="voice badge"]')
        ana.touch(f'[data-key="too {ana.ask("document.body.dataset.device")}"]')
        until(lambda: ana.played() > 0)
        assert heard("Ana and Bob.") == (1, 1, 0)
        ana.touch('[data-key="speak computer"]')
        until(lambda: set(voice.speakers.duty()) == {"computer"})
        assert heard("The laptop alone.") == (0, 0, 1)


@pytest.mark.journey
def test_an_undo_ends_what_a_tablet_is_saying(
    tmp_path: Path, driver: webdriver.Chrome, laptop: Player
) -> None:
    with table(tmp_path) as (services, voice, port):
        ear = Ear(driver, port, services.access.codes.join)
        ear.touch('[data-key="voice badge"]')
        ear.touch('[data-key="speak here"]')
        until(lambda: ear.played() == 1)
        assert voice.settle()
        voice.say("This sentence is so long that it will certainly not have come to its end. " * 3)
        until(lambda: ear.played() == 2)
        until(lambda: ear.ask("window.sound.currentTime") > 0.2)
        voice.stop_speaking()
        until(lambda: ear.ask("window.sound.paused"))
        assert not ear.ask("window.sound.ended")
        voice.say("Taken back.")
        until(lambda: ear.played() == 3)


@pytest.mark.journey
def test_sounds_that_are_broken_are_passed_over_and_told_of(
    tmp_path: Path,
    driver: webdriver.Chrome,
    laptop: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken: list[bytes] = []
    whole = Sounds.sound

    def sound(self: Sounds, number: int) -> bytes | None:
        return broken.pop() if broken else whole(self, number)

    monkeypatch.setattr(Sounds, "sound", sound)
    with table(tmp_path) as (services, voice, port):
        ear = Ear(driver, port, services.access.codes.join)
        ear.touch('[data-key="voice badge"]')
        ear.touch('[data-key="speak here"]')
        until(lambda: ear.played() == 1)
        assert voice.settle()
        for number, wav in enumerate((b"", b"RIFF\x24\x10\x00\x00WAVEfmt ", b"no sound at all"), start=2):
            broken.append(wav)
            with caplog.at_level(logging.WARNING, "companion.voice.voice"):
                voice.say(f"Broken {number}.")
                until(lambda: "not heard on tablet" in caplog.text)
            caplog.clear()
            until(lambda: "could not make the sound" in ear.tablet.text(".light.silent"))
        assert voice.settle()
        voice.say("Whole again.")
        until(lambda: ear.ask("window.sound.currentTime") > 0.2)
        until(lambda: ear.tablet.text(".chosen .light.heard"))


@pytest.mark.journey
def test_a_voice_of_the_browser_is_used_and_replaced_by_sound_when_it_never_begins(
    tmp_path: Path, driver: webdriver.Chrome, laptop: Player
) -> None:
    with table(tmp_path) as (services, voice, port):
        ear = Ear(driver, port, services.access.codes.join)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": VOICED})
        driver.refresh()
        ear.touch('[data-key="voice badge"]')
        ear.touch('[data-key="speak here"]')
        until(lambda: any("herald" in text for text in ear.ask("window.spoken")))
        assert voice.settle()
        long = "Citadel Guard four loses one figure, then another, and retreats to G 3. " * 4
        voice.say(long.strip())
        assert voice.settle()
        pieces = ear.ask("window.spoken").copy()[1:]
        assert " ".join(pieces) == long.strip()
        assert max(map(len, pieces)) <= 130
        assert ear.played() == 0
        ear.ask("window.mute = true")
        voice.say("Said by the table's computer.")
        until(lambda: ear.played() == 1)
        assert "cancel" in ear.ask("window.spoken")
        assert voice.settle()
        voice.say("The next one at once.")
        until(lambda: ear.played() == 2)
        assert "The next one at once." not in ear.ask("window.spoken")
