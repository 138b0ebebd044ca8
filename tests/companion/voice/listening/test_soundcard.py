"""Commands through a virtual sound card, into the recorder that herald itself uses, from speech to answer.

tools/need brings the card.  How soon the answers come, benchmarks/voice/card.py measures.
"""

import re
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from companion.voice.ear import Ear, Heard, Trust
from companion.voice.listening.grammar import grammar_of
from companion.voice.listening.microphone import RATE, RECORDERS, Microphone, NoMicrophoneError
from companion.voice.speaking.host import Synthesizer
from companion.web.pages.voice.push_to_talk import register_talk
from companion.web.requests.commands import CommandHandler
from rules.kernel.messages import PlayCard
from rules.kernel.values import CardId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.voice.listening.soundcard import MICROPHONE, Card, virtual_card
from tests.companion.voice.listening.spoken import PHRASES, VOICES, battle, noisy, sound_of

pytest.importorskip("pocketsphinx")
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="recorders of Linux")

TRIES = 3  # a busy machine drops sound; a person would say it again as well
HEARD = "Heard: “order blood harvesters? five”"  # one s more or less says the same
TALK = '[data-key="talk"]'


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Card]:
    with virtual_card(tmp_path_factory.mktemp("card")) as made:
        yield made


@pytest.fixture(scope="module")
def ear() -> Ear:
    recorders = [one for one in RECORDERS if one.name == "parecord"]
    return Ear(Microphone(MICROPHONE, recorders=recorders))


def said(voice: Synthesizer, text: str) -> bytes:
    return noisy(sound_of(voice, VOICES[1], text), 45.0)


@pytest.mark.parametrize("text", ["say again", *PHRASES[15:27:8]])
def test_a_command_is_heard_through_the_card_without_letting_go(
    text: str, card: Card, ear: Ear, voice: Synthesizer
) -> None:
    grammar, sound = grammar_of(battle()), said(voice, text)
    heard: Heard | NoMicrophoneError
    for _ in range(TRIES):
        speaking = threading.Timer(0.2, card.play, (sound,))
        speaking.start()
        try:
            heard = ear.hear(grammar)
        except NoMicrophoneError as late:  # the recorder did not come to begin
            heard = late
        speaking.join()
        if isinstance(heard, Heard) and heard.said == grammar.understood(text):
            assert heard.trust is not Trust.IGNORED
            return
    pytest.fail(f"{text!r} was heard as {heard}")


@pytest.fixture
def talking(table: World, ear: Ear) -> World:
    register_talk(table.app, ear, table.table, None, counter=CommandHandler(table.table))
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    return table


def by_touch(tablet: Tablet, speak: Callable[[], None]) -> None:
    """Hold the button with a finger while something is said."""
    box = tablet.driver.execute_script(
        "const node = document.querySelector(arguments[0]); node.scrollIntoView({block: 'center'});"
        "const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
        TALK,
    )
    touched = {"type": "touchStart", "touchPoints": [{"x": box[0], "y": box[1]}]}
    tablet.driver.execute_cdp_cmd("Input.dispatchTouchEvent", touched)
    speak()
    tablet.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def by_key(tablet: Tablet, speak: Callable[[], None]) -> None:
    """Hold the button with the space bar while something is said."""
    tablet.driver.execute_script("document.querySelector(arguments[0]).focus()", TALK)
    ActionChains(tablet.driver).key_down(Keys.SPACE).perform()
    speak()
    ActionChains(tablet.driver).key_up(Keys.SPACE).perform()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("shape", "hold"),
    [
        ("390x844", by_touch),
        pytest.param("1280x800", by_key, marks=pytest.mark.journey),
        pytest.param("800x1280", by_touch, marks=pytest.mark.journey),
    ],
)
def test_a_command_said_while_the_button_is_held_is_done_and_shown(
    shape: str,
    hold: Callable[[Tablet, Callable[[], None]], None],
    talking: World,
    tablet: Tablet,
    ear: Ear,
    card: Card,
    voice: Synthesizer,
) -> None:
    text, unit = "order blood harvesters five", "blood_harvesters-5"
    tablet.shape(shape)
    tablet.join(talking.access.codes.join)
    sound = said(voice, text)

    def speak() -> None:
        tablet.wait(lambda: "Listening" in tablet.text("#talk"), "listening")
        tablet.wait(lambda: ear.status().state == "listening", "the microphone")
        assert tablet.find(TALK)[0].get_attribute("aria-pressed") == "true"
        card.play(sound[: -2 * int(RATE * 0.1)])

    for _ in range(TRIES):
        hold(tablet, speak)
        tablet.wait(lambda: tablet.find(TALK)[0].get_attribute("aria-pressed") == "false", "the answer")
        if re.search(HEARD, tablet.text("#talk")):
            break
    assert re.search(HEARD, tablet.text("#talk"))
    if tablet.find('[data-key="talk 1"]'):  # asked back
        tablet.touch('[data-key="talk 1"]')
    tablet.wait(lambda: talking.table.game.state.units[unit].ordered, "the order")
