"""What one test's page keeps, the page of the next never finds: they share a browser."""

import pytest
from selenium import webdriver

from tests.companion.browser import Tablet, fresh_page, open_tab
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser

KEEP = (
    "const done = arguments[0]; document.cookie = 'kept=1; max-age=999';"
    "localStorage.kept = sessionStorage.kept = 1;"
    "caches.open('kept').then(() => { const asked = indexedDB.open('kept'); asked.onsuccess = () => done() })"
)
KEPT = (
    "const done = arguments[0]; Promise.all([caches.keys(), indexedDB.databases()]).then((kept) => done("
    "[document.cookie, localStorage.kept, sessionStorage.kept, window.marked, innerWidth === 390,"
    " ...kept.flat()]))"
)


@pytest.mark.journey
def test_a_page_finds_nothing_of_the_page_before(browser: webdriver.Chrome, table: World, port: int) -> None:
    found, tabs = [], []
    for _ in range(2):
        with fresh_page(browser):
            browser.get(f"http://127.0.0.1:{port}/join/{table.access.codes.join}")
            found.append(browser.execute_async_script(KEPT))
            browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "window.marked = 1"})
            Tablet(browser, port).shape("390x844")
            browser.execute_async_script(KEEP)
            browser.refresh()
            open_tab(browser)
        tabs.append(len(browser.window_handles))
    assert found == [["", None, None, None, False]] * 2
    assert tabs == [1, 1]
