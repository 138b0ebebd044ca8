from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.companion.browser import (
    HEADLESS,
    UNCOMPILED,
    Tablet,
    chromium,
    free_port,
    fresh_page,
    held,
    served_world,
)
from tests.companion.dashboard_world import World


@pytest.fixture(scope="session")
def browser() -> Iterator[webdriver.Chrome]:
    with chromium(HEADLESS, UNCOMPILED) as made:
        yield made


@pytest.fixture
def driver(browser: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """The one browser, at a page that shares nothing with other tests: no cookie, no script, no shape."""
    with fresh_page(browser):
        yield browser


@pytest.fixture(scope="session")
def port() -> int:
    """Where one table after the other is served, so that the browser keeps the page's files between tests."""
    return free_port()


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[World]:
    """A table that is served to browsers."""
    with served_world(tmp_path, port=port) as made:
        yield made


@pytest.fixture
def tablet(driver: webdriver.Chrome, table: World, port: int) -> Iterator[Tablet]:
    """A tablet that has not joined yet; its page must not have been in trouble in the end."""
    with held(driver, port) as made:
        yield made
