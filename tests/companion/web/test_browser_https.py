"""A tablet that is told once to take the table's own certificate plays on, and stays awake."""

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from companion.web.pages.routes import close_streams
from companion.web.server.certificate import keep_certificate
from companion.web.server.server import served
from tests.companion.browser import WHOLE, Tablet, chromium
from tests.companion.dashboard_world import world

pytestmark = pytest.mark.browser


@pytest.mark.journey
def test_a_tablet_that_lets_the_certificate_pass_joins_and_is_kept_awake(port: int, tmp_path: Path) -> None:
    certificate = keep_certificate(tmp_path, ("127.0.0.1",))
    with (
        chromium(WHOLE) as driver,
        world(tmp_path, port=port) as table,
        served(table.app, "127.0.0.1", port, certificate=certificate),
    ):
        table.start()
        tablet = Tablet(driver, port)
        tablet.home = f"https://127.0.0.1:{port}"
        tablet.shape("1280x800")
        driver.get(tablet.home)
        tablet.wait(lambda: driver.title == "Privacy error", "the warning")
        driver.find_element(By.TAG_NAME, "body").send_keys("thisisunsafe")  # Chromium's "go on to the page"
        tablet.wait(lambda: driver.title.startswith("Join the table"), "the page behind the warning")
        tablet.join(table.access.codes.join)
        tablet.until_wait("card_wait")
        badge = '[data-key="awake badge"]'
        tablet.wait(lambda: tablet.text(badge) == "Screen stays on", "a screen that is kept awake")
        close_streams(table.app)
        driver.get("about:blank")
