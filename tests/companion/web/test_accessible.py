"""Every page and sheet by axe, light and dark, and measured at each size: large enough, all inside."""

from pathlib import Path

import pytest
from axe_core_python.base import AXE_SCRIPT
from selenium import webdriver

from tests.companion.browser import Tablet, served_world
from tests.companion.scenes import TOURS
from tests.shares import share

pytestmark = pytest.mark.browser
SCHEMES = ("light", "dark")
SIZES = ("1280x800", "800x1280", "390x844")
FIGURES_PX = 24
"""How large the figures are at least that are read from a chair, on a tablet."""

AXE = (
    "const [place, done] = arguments;"
    "const told = ({html, any}) => `${html.slice(0, 160)} (${any[0]?.message ?? ''})`;"
    "axe.run(document.querySelector(place) ?? document, {resultTypes: ['violations']}).then(({violations}) =>"
    " done(violations.map(({id, nodes}) => `${id}: ${nodes.map(told).join(' | ')}`)))"
)
DRAWN = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CONTROLS = "button, a, input, select, summary, label:has(> input), [role=button]"
EXEMPT = "p a, small a, li > a:not(.button), label > :is([type=radio], [type=checkbox])"
"""Links in a text, and what is inside a larger target."""

SMALL = (
    f"return [...document.querySelectorAll('{CONTROLS}')].filter((node) => !node.matches('{EXEMPT}'))"
    ".filter((node) => node.checkVisibility())"
    ".map((node) => [node, node.getBoundingClientRect()])"
    ".filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))"
    ".map(([node, box]) => `${node.dataset.key ?? node.textContent.trim()} ${box.width}×${box.height}`)"
)
FIGURES = (
    "return [...document.querySelectorAll('.points, .turn b, .asked-head > h2, .wall-points, .wall-wait')]"
    ".map((node) => [node.textContent, parseFloat(getComputedStyle(node).fontSize)])"
)
WIDE = (
    "const boxes = [document.scrollingElement, ...document.querySelectorAll('#ask .stage')];"
    "return Math.max(...boxes.map((box) => box.scrollWidth - Math.min(box.clientWidth, innerWidth)))"
)


def measured(tablet: Tablet) -> list[str]:
    """Return what is too small or sticks out at any size."""
    driver, found = tablet.driver, list[str]()
    for size in SIZES:
        tablet.shape(size)
        driver.execute_script(DRAWN)
        found += [f"{size}: too small: {each}" for each in driver.execute_script(SMALL)[:6]]
        wide = driver.execute_script(WIDE)
        found += [f"{size}: {wide} px stick out"] if wide > 0 else []
        if size != "390x844":
            figures: list[tuple[str, float]] = driver.execute_script(FIGURES)
            found += [f"{size}: {text} has {px} px" for text, px in figures if px < FIGURES_PX]
    return found


def axed(tablet: Tablet, place: str, scheme: str) -> list[str]:
    """Return what axe finds in *place*, or in the whole page that has no such place, in light or dark."""
    tablet.shape("1280x800", scheme)
    tablet.driver.execute_script(DRAWN)
    if not tablet.driver.execute_script("return 'axe' in window"):
        tablet.driver.execute_script(AXE_SCRIPT)
    found: list[str] = tablet.driver.execute_async_script(AXE, place)
    tablet.shape("1280x800")
    return [f"{scheme}: {each}" for each in found]


@pytest.mark.parametrize(
    "is_thorough", [False, pytest.param(True, marks=pytest.mark.long)], ids=["in turn", "both colours"]
)
@pytest.mark.parametrize("tour", share(TOURS, "door", journeys=("game", "beside", "first", "camera")))
def test_axe_finds_nothing_and_everything_is_large_enough(
    driver: webdriver.Chrome, tmp_path: Path, port: int, tour: str, *, is_thorough: bool
) -> None:
    """Scenes are light and dark in turn, or both; the board, the same in most, is looked at in the first."""
    scenes, scenario, camera, language = TOURS[tour]
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    driver.set_script_timeout(120)  # axe takes its time where much else runs
    troubles = list[str]()
    with served_world(tmp_path, port=port, scenario=scenario, camera=camera, language=language) as world:
        for number, scene in enumerate(scenes(tablet, world)):
            place = "#side" if number else "html"
            schemes = SCHEMES if is_thorough else (SCHEMES[number % 2],)
            found = measured(tablet) + [each for scheme in schemes for each in axed(tablet, place, scheme)]
            troubles += [f"{scene}: {trouble}" for trouble in found]
        assert tablet.troubles() == []
        driver.get("about:blank")
    assert not troubles, "\n".join(troubles)
