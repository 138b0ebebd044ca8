"""A headless Chromium at a served table: fingers that touch, and eyes that wait."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from companion.app.current_game import CurrentGame
from companion.library.settings import NEWEST, Settings
from companion.preparation.game_changes import TableGame
from companion.web.pages.routes import close_streams
from companion.web.server.server import served
from tests.companion.dashboard_world import World, world
from tests.companion.ports import free_port as free_port

Seen = TypeVar("Seen")
TIMEOUT = 40
PAGE_STORAGE = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
WHOLE, HEADLESS = "/usr/bin/chromium", "/usr/lib/chromium/chromium-headless-shell"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP *.local 127.0.0.1, MAP 127.0.0.* 127.0.0.1",
)

UNCOMPILED = "--js-flags=--no-opt --no-maglev"
"""Pages of tests live for seconds: what is compiled for speed is never worth it."""


@contextmanager
def chromium(program: str = HEADLESS, *flags: str) -> Iterator[webdriver.Chrome]:
    """Start Debian's Chromium for no window, with an empty profile; fails where there is none.

    What pages show is the same, for half of the work of a WHOLE one, which alone has pages of its own.
    Tests take it UNCOMPILED, benchmarks do not.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, *flags):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def fresh_page(driver: webdriver.Chrome) -> Iterator[None]:
    """Show *driver* a tab of its own; in the end close what was opened and forget all that pages kept.

    What the server says may be kept for ever stays: to fetch it anew takes a third of a test.
    Scripts, the screen's shape and the session's storage go with their tab.  (A browser context for each test
    would do the same for more than twice the work, its driver's scripts listening to every page.)
    """
    home = driver.current_window_handle
    driver.switch_to.new_window("tab")
    try:
        yield
    finally:
        for tab in set(driver.window_handles) - {home}:
            driver.switch_to.window(tab)
            driver.close()
        driver.switch_to.window(home)
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": PAGE_STORAGE})


def open_tab(driver: webdriver.Chrome) -> None:
    """Open a tab beside the page, of the same browser context, and go to it."""
    before = driver.window_handles
    driver.execute_script("window.open('about:blank')")
    (tab,) = set(driver.window_handles) - set(before)
    driver.switch_to.window(tab)


@contextmanager
def served_world(
    data: Path,
    *,
    port: int,
    game: str | None = None,
    camera: str | None = None,
    scenario: str = "learning",
    language: str = "en",
) -> Iterator[World]:
    """Serve a table on *port* as ``herald play`` does."""
    opened = world(data, port=port, game=game, camera=camera, scenario=scenario, language=language)
    with opened as made, served(made.app, "127.0.0.1", port):
        if made.services.watch is not None:
            made.services.watch.start()
        try:
            yield made
        finally:
            close_streams(made.app)


@contextmanager
def served_game(data: Path, *, port: int) -> Iterator[CurrentGame]:
    """Serve a table that plays nothing yet on *port*, and lay out what its tablets ask for."""
    settings = Settings(data=data, host="127.0.0.1", port=port, voice=False, game=NEWEST)
    current = CurrentGame(TableGame(settings, is_chosen=False))
    laying = threading.Thread(target=current.run)
    with served(current, "127.0.0.1", port):
        laying.start()
        try:
            yield current
        finally:
            current.shared.changes.close()
            laying.join(timeout=20)
    current.close()


class Tablet:
    """A page in the browser, and a finger on it."""

    def __init__(
        self, driver: webdriver.Chrome, port: int, *, tab: str | None = None, number: int = 1
    ) -> None:
        self._driver, self._tab = driver, tab
        self.home = f"http://127.0.0.{number}:{port}"

    @property
    def driver(self) -> webdriver.Chrome:
        """The browser, at this tablet's own tab where it has one."""
        if self._tab is not None:
            self._driver.switch_to.window(self._tab)
        return self._driver

    def shape(self, size: str, scheme: str = "light") -> None:
        """Make the screen ``1280x800`` or the like, light or dark."""
        width, height = map(int, size.split("x"))
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        wish = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wish})

    def wait(self, look: Callable[[], Seen], what: str) -> Seen:
        """Wait until *look* sees something, and return it."""
        return WebDriverWait(self.driver, TIMEOUT, 0.05).until(lambda _: look(), f"waited for {what}")

    def find(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        script = "return document.querySelector(arguments[0])?.textContent ?? ''"
        text: str = self.driver.execute_script(script, selector)
        return text

    def touch(self, selector: str) -> None:
        """Touch the middle of what *selector* finds, once it can be touched.

        The page takes it for the tap of somebody who has seen what lies there: what turns is looked at anew.
        """

        middle = (
            "const node = [...document.querySelectorAll(arguments[0])]"
            ".find((each) => !each.disabled && each.getClientRects().length);"
            "if (!node) return null; node.scrollIntoView({block: 'center', inline: 'center'});"
            "dispatchEvent(new Event('resize'));"
            "const box = node.getBoundingClientRect();"
            "return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]"
        )
        x, y = self.wait(lambda: self.driver.execute_script(middle, selector), selector)
        actions = ActionBuilder(self.driver, mouse=PointerInput(interaction.POINTER_TOUCH, "finger"))
        actions.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        actions.perform()

    def touch_hex(self, name: str) -> None:
        self.touch(f'[data-hex="{name}"] .hit')

    def until_wait(self, tag: str) -> None:
        """Wait until the page shows that the game waits for *tag*."""
        self.wait(lambda: self.find(f'[data-wait="{tag}"]'), tag)

    def standing(self, hex: str) -> str | None:
        """Return the unit that the page shows on *hex*."""
        script = 'return document.querySelector(`[data-hex="${arguments[0]}"]`)?.dataset.unit ?? null'
        unit: str | None = self.driver.execute_script(script, hex)
        return unit

    def join(self, code: str, role: str = "both", name: str = "") -> None:
        """Scan the QR code, choose what it is for, say a *name*, come in; yes, also from another seat."""
        self.driver.get(f"{self.home}/join/{code}")
        self.touch(f'input[value="{role}"]')
        if name:
            self.write("#name", name)
        self.come_in()

    def come_home(self, code: str, role: str = "both", name: str = "") -> None:
        """Join a table that plays nothing, which shows the home page, by *name*."""
        self.driver.get(f"{self.home}/join/{code}")
        self.touch(f'input[value="{role}"]')
        if name:
            self.write("#name", name)
        self.touch("button[type=submit]")
        self.wait(lambda: self.find(".home-tiles"), "the home page")

    def write(self, selector: str, text: str) -> None:
        """Write *text* in the field that *selector* finds, in place of what stands there."""
        field = self.wait(lambda: self.find(selector), selector)[0]
        field.clear()
        field.send_keys(text)

    def come_in(self) -> None:
        """Tap what lets this tablet in, once more where it is asked whether it leaves a seat for that."""
        self.touch("button[type=submit]")
        self.wait(lambda: self.find("#board svg, #trouble:not([hidden])"), "the board")
        if self.find("#trouble:not([hidden])"):
            self.touch("button[type=submit]")
        self.wait(lambda: self.find("#board svg"), "the board")

    def troubles(self) -> list[dict[str, Any]]:
        """Return what the browser complained of, refused requests aside."""
        log: list[dict[str, Any]] = self.driver.get_log("browser")
        return [entry for entry in log if entry["level"] == "SEVERE" and entry["source"] != "network"]


def inside(tablet: Tablet, selector: str) -> bool:
    """Return whether all that *selector* finds lies on the screen, with nothing over it."""
    script = (
        "return [...document.querySelectorAll(arguments[0])].every((node) => {"
        "const box = node.getBoundingClientRect();"
        "const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
        "return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight"
        " && node.contains(top) })"
    )
    assert tablet.find(selector), selector
    return bool(tablet.driver.execute_script(script, selector))


@contextmanager
def held(driver: webdriver.Chrome, port: int) -> Iterator[Tablet]:
    """Give a tablet of the usual shape; in the end its page must not have been in trouble, and is left."""
    made = Tablet(driver, port)
    made.shape("1280x800")
    yield made
    assert made.troubles() == []
    driver.get("about:blank")


@contextmanager
def gathered(driver: webdriver.Chrome, port: int, sizes: Mapping[str, str]) -> Iterator[dict[str, Tablet]]:
    """Give a device of each of *sizes*: a tab at an address of its own, and so with a ticket of its own."""
    made = {}
    for number, (name, size) in enumerate(sizes.items(), start=2):
        driver.switch_to.new_window("tab")
        made[name] = Tablet(driver, port, tab=driver.current_window_handle, number=number)
        made[name].shape(size)
    yield made
    for tablet in made.values():
        assert tablet.troubles() == []
        tablet.driver.get("about:blank")
