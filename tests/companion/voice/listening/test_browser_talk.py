"""The Talk button in a real browser: held, let go, and what was heard answered by a tap."""

from pathlib import Path

import pytest
from selenium import webdriver

from companion.voice.ear import ENGLISH_ONLY, Trust
from companion.web.pages.routes import close_streams
from companion.web.pages.voice.push_to_talk import register_talk
from companion.web.requests.commands import CommandHandler
from companion.web.server.server import served
from rules.kernel.messages import PlayCard
from rules.kernel.values import CardId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World, world
from tests.companion.voice.listening.talking import Ears, TalkSpeaker

pytestmark = pytest.mark.browser


def test_what_is_doubtful_is_shown_and_done_after_yes(table: World, tablet: Tablet) -> None:
    ears = Ears()
    register_talk(
        table.app,
        ears,
        table.table,
        TalkSpeaker(),
        counter=CommandHandler(table.table),
    )
    table.start()
    table.say(PlayCard(card=CardId("line_advance")))
    tablet.shape("390x844")
    tablet.join(table.access.codes.join)
    ears.text, ears.trust = "order blood harvesters one", Trust.DOUBTFUL
    tablet.touch('[data-key="talk"]')
    tablet.wait(lambda: tablet.find('[data-key="talk 1"]'), "the question")
    assert "Heard: “order blood harvesters one”." in tablet.text("#talk")
    assert "Did you mean: " in tablet.text("#talk")
    height = "return document.querySelector('[data-key=\"talk\"]').getBoundingClientRect().height"
    assert tablet.driver.execute_script(height) >= 44
    tablet.touch('[data-key="talk 1"]')
    ordered = "blood_harvesters-1"
    tablet.wait(lambda: table.table.game.state.units[ordered].ordered, "the order")


@pytest.mark.journey
def test_a_romanian_page_says_at_the_button_that_only_english_is_understood(
    driver: webdriver.Chrome, port: int, tmp_path: Path
) -> None:
    with world(tmp_path, port=port, language="ro") as table, served(table.app, "127.0.0.1", port):
        language = table.services.language
        register_talk(
            table.app,
            Ears(),
            table.table,
            TalkSpeaker(),
            counter=CommandHandler(table.table),
        )
        table.start()
        tablet = Tablet(driver, port)
        tablet.shape("390x844")
        tablet.join(table.access.codes.join)
        tablet.wait(lambda: tablet.find("#talk-english"), "the note")
        assert tablet.text("#talk-english") == language.tr(ENGLISH_ONLY)
        assert tablet.find('[data-key="talk"]')[0].get_attribute("aria-describedby") == "talk-english"
        close_streams(table.app)
        driver.get("about:blank")
