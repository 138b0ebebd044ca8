"""From the box to the first turn by touch, in a real browser: with a camera that looks on, and without."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver

from companion.web.server.server import served
from rules.kernel.hexes import Hex
from rules.kernel.values import UnitId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World, world
from tests.shares import share

pytestmark = pytest.mark.browser
PICTURES = 300
GUARD = UnitId("citadel_guard-1")
STARTS = '[data-step="deploy"][data-state="done"]'


@contextmanager
def looked_at(data: Path, port: int) -> Iterator[World]:
    """Serve a table whose camera looks only when ``seen`` waits for something to be seen."""
    with world(data, port=port, camera="simulated") as made, served(made.app, "127.0.0.1", port):
        yield made


def seen(tablet: Tablet, made: World, selector: str) -> None:
    """Let the camera look on until the page shows *selector*."""
    watch = made.services.watch
    assert watch is not None
    for _ in range(PICTURES):
        watch.step()
        if tablet.find(selector):
            return
        time.sleep(0.05)
    raise AssertionError(f"{selector} is not shown after {PICTURES} pictures: {tablet.text('main')}")


def sheets(tablet: Tablet) -> str:
    """Return the kinds of sheets that would be printed."""
    script = "return new URL(document.querySelector('[data-key=sheets]').href).searchParams.get('kinds')"
    return str(tablet.driver.execute_script(script))


def fits_across(tablet: Tablet) -> bool:
    wide = "return document.scrollingElement.scrollWidth <= innerWidth"
    return bool(tablet.driver.execute_script(wide))


def lay(made: World, places: dict[UnitId, Hex]) -> None:
    assert made.services.simulated is not None
    for unit, at in places.items():
        made.services.simulated.place(unit, at)


@pytest.mark.journey
def test_a_newcomer_comes_from_the_box_to_the_first_command_card_with_a_camera(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    with looked_at(tmp_path, port) as made:
        tablet.join(made.access.codes.join)
        tablet.touch('[data-key="get ready"]')
        seen(tablet, made, '[data-step="camera"][data-state="done"]')
        assert sheets(tablet) == "marks,tags,banners,dice,tray"
        tablet.touch('[data-key="printed"]')
        tablet.touch('[data-key="lines fit"]')
        seen(tablet, made, '[data-step="grid"][data-state="done"]')
        homes = {name: unit.at for name, unit in made.table.game.state.units.items() if unit.at is not None}
        lay(made, {**homes, GUARD: Hex("E5")})
        seen(tablet, made, '[data-wrong="citadel_guard-1"]')
        assert "stands on E5: move it to D3." in tablet.text('[data-wrong="citadel_guard-1"]')
        lay(made, {GUARD: homes[GUARD]})
        tablet.touch('[data-key="stand in"]')
        seen(tablet, made, STARTS)
        tablet.touch('[data-key="start"]')
        tablet.until_wait("card_wait")
        assert made.table.game.state.turn == 1
        assert tablet.troubles() == []


@pytest.mark.parametrize("size", share(("800x1280", "390x844"), "390x844"))
def test_without_a_camera_units_are_laid_one_by_one_and_the_game_begins(
    tablet: Tablet, table: World, size: str
) -> None:
    tablet.shape(size)
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="get ready"]')
    tablet.wait(lambda: tablet.find('[data-step="deploy"] [aria-current]'), "the one step that is needed")
    assert "Banner markers still to lay: 3." in tablet.text(".start-light")
    tablet.touch('[data-key="one by one"]')
    first = tablet.wait(lambda: tablet.find("[data-now]"), "the first unit")[0].get_attribute("data-now")
    tablet.touch('[data-key="after"]')
    tablet.wait(lambda: not tablet.find(f'[data-now="{first}"]'), "the next unit")
    assert fits_across(tablet)
    for name in ("C5", "F5", "J5"):
        tablet.touch_hex(name)
        tablet.wait(lambda at=name: Hex(at) in table.table.game.state.banners, name)
    tablet.touch('[data-key="start"]')
    tablet.until_wait("card_wait")


@pytest.mark.journey
def test_a_step_is_left_out_taken_up_again_and_found_again_after_a_reload(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    tablet.shape("390x844")
    with looked_at(tmp_path, port) as made:
        tablet.join(made.access.codes.join)
        driver.get(f"{tablet.home}/start")
        seen(tablet, made, '[data-step="camera"][data-state="done"]')
        tablet.touch('[data-key="skip"]')
        tablet.wait(lambda: tablet.find('[data-step="print"][data-state="skipped"]'), "printing left out")
        tablet.wait(lambda: tablet.find('[data-step="grid"] [aria-current]'), "the next open step")
        tablet.touch('[data-key="step camera"]')
        tablet.wait(lambda: len(tablet.find("[data-finding]")) == 4, "what is seen")
        assert fits_across(tablet)
        driver.refresh()
        tablet.wait(lambda: tablet.find('[data-step="camera"] [aria-current]'), "the step it was at")
        tablet.touch('[data-key="step print"]')
        tablet.touch('[data-key="again"]')
        tablet.wait(lambda: tablet.find('[data-step="print"][data-state="look"]'), "printing to do again")
        tablet.touch('[data-key="Dice typed"]')
        tablet.wait(lambda: sheets(tablet) == "marks,tags,banners", "neither stickers nor a mat")
        assert fits_across(tablet)
        assert tablet.troubles() == []
