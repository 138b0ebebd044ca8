"""A tablet's finger on how much is said."""

from pathlib import Path

import pytest
from selenium import webdriver

from companion import create_app, evening_of
from companion.dashboard import close_streams
from companion.phrases import Level
from companion.serving import served
from companion.settings import Settings
from tests.companion.browser import Tablet, chromium, free_port


@pytest.mark.browser
def test_a_tap_chooses_how_much_is_said_and_shows_it(tmp_path: Path) -> None:
    port = free_port()
    app = create_app(Settings(data=tmp_path, host="127.0.0.1", port=port))
    evening = evening_of(app)
    driver: webdriver.Chrome
    try:
        with served(app, "127.0.0.1", port), chromium() as driver:
            tablet = Tablet(driver, port)
            tablet.join(evening.door.codes.join)
            tablet.touch('[data-key="voice badge"]')
            tablet.wait(
                lambda: tablet.find('[data-key="level standard"][aria-pressed="true"]'), "the usual level"
            )
            tablet.touch('[data-key="level blind"]')
            tablet.wait(lambda: tablet.find('[data-key="level blind"][aria-pressed="true"]'), "the new level")
            assert evening.announcer.level is Level.BLIND
            tablet.touch('[data-key="say again"]')
            tablet.wait(lambda: "said again" in tablet.text("#toast"), "that nothing was said yet")
            assert tablet.troubles() == []
            close_streams(app)
    finally:
        evening.close()
