"""A turn without a finger or a mouse: Tab, arrows, Enter and Escape, and what a screen reader is told."""

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view

pytestmark = pytest.mark.browser
FOCUSED = (
    "const node = document.activeElement;"
    "return [node.dataset.key ?? node.tagName, node.matches(':focus-visible'),"
    " node.getAttribute('aria-label') ?? '']"
)
SCROLLED_TO = (
    "const box = document.activeElement.getBoundingClientRect();"
    "return box.top >= 0 && box.bottom <= innerHeight"
)


def press(tablet: Tablet, *keys: str) -> None:
    ActionChains(tablet.driver).send_keys(*keys).perform()


def focused(tablet: Tablet) -> str:
    """Return the key of what has the focus, which must be seen."""
    key, is_seen, _ = tablet.driver.execute_script(FOCUSED)
    assert is_seen, key
    assert tablet.driver.execute_script(SCROLLED_TO), key
    return str(key)


def tab_to(tablet: Tablet, key: str) -> None:
    """Press Tab until the control *key* has the focus."""
    tablet.wait(lambda: tablet.find(f'[data-key="{key}"]'), key)
    met = list[str]()
    for _ in range(90):
        press(tablet, Keys.TAB)
        met.append(str(tablet.driver.execute_script(FOCUSED)[0]))
        if met[-1] == key:
            assert focused(tablet) == key
            return
    raise AssertionError(f"{key} is not reached with Tab, only {met}")


def go_to(tablet: Tablet, hex: str) -> None:
    """Go from hex to hex with arrows."""
    met = list[str]()
    for _ in range(30):
        here = focused(tablet)
        met.append(here)
        if here == hex:
            return
        if here[1] == hex[1]:
            press(tablet, Keys.ARROW_RIGHT if here < hex else Keys.ARROW_LEFT)
        else:
            press(tablet, Keys.ARROW_UP if here[1] < hex[1] else Keys.ARROW_DOWN)
    raise AssertionError(f"arrows do not lead to {hex}, only {met}")


def test_a_whole_turn_is_played_by_keyboard(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tab_to(tablet, "text line_advance")
    press(tablet, Keys.ENTER)
    tablet.until_wait("orders_wait")
    tablet.wait(lambda: tablet.driver.execute_script(FOCUSED)[0] == "H2", "the focus on what is asked")
    tablet.driver.execute_script("document.activeElement.blur()")
    press(tablet, Keys.TAB)  # the scores come first, then the board
    tab_to(tablet, "D6")  # the first lit hex in the board's order
    go_to(tablet, "F6")
    press(tablet, Keys.ENTER)
    tablet.wait(lambda: "ordered" in tablet.driver.execute_script(FOCUSED)[2], "the order")
    go_to(tablet, "F5")
    assert "can be entered" in tablet.driver.execute_script(FOCUSED)[2]
    press(tablet, Keys.SPACE)
    tablet.wait(lambda: tablet.standing("F5") == "blood_harvesters-4", "the unit on F5")
    go_to(tablet, "F4")
    press(tablet, Keys.ENTER)
    tab_to(tablet, "attack")
    press(tablet, Keys.ENTER)
    tablet.until_wait("dice_wait")
    tab_to(tablet, "face strike")
    press(tablet, Keys.ENTER)
    for key in ("5", Keys.BACKSPACE, "4", "5"):  # the faces are numbered as they stand
        press(tablet, key)
    tablet.until_wait("advance_wait")
    tab_to(tablet, "decline")
    press(tablet, Keys.ENTER)
    tablet.until_wait("orders_wait")
    tab_to(tablet, "end")
    press(tablet, Keys.ENTER)
    tablet.wait(lambda: "Turn 2" in tablet.text(".turn"), "the next turn")


@pytest.mark.journey
def test_escape_closes_a_sheet_and_the_focus_returns_to_its_tool(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tab_to(tablet, "log")
    press(tablet, Keys.ENTER)
    tablet.wait(lambda: tablet.find(".sheet"), "the log")
    assert focused(tablet) == "H2"
    press(tablet, Keys.ESCAPE)
    tablet.wait(lambda: not tablet.find(".sheet"), "no sheet")
    assert focused(tablet) == "log"


@pytest.mark.journey
def test_page_down_goes_through_the_lit_hexes_and_up_and_down_lead_back(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="text line_advance"]')
    tablet.until_wait("orders_wait")
    lit = {unit["at"] for unit in sent_view(table.table)["game"]["units"] if unit["seat"] == "north"}
    tab_to(tablet, "D6")
    met = list[str]()
    for _ in range(len(lit)):
        met.append(focused(tablet))
        press(tablet, Keys.PAGE_DOWN)
    assert set(met) == lit
    assert focused(tablet) == "D6"
    press(tablet, Keys.ARROW_UP, Keys.ARROW_DOWN)
    assert focused(tablet) == "D6"


def test_a_hex_says_what_stands_on_it_and_what_is_asked_is_said_once(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")

    def name(hex: str) -> str:
        node: Any = tablet.find(f'[data-hex="{hex}"]')[0]
        return str(node.accessible_name)

    assert name("I3") == "I3, Citadel Guard 2, 3 figures"
    assert name("A1") == "A1"
    assert tablet.find("#spoken")[0].aria_role == "status"
    assert tablet.text("#spoken").endswith("Uthuk: play a command card")
    assert not tablet.find("#ask[aria-live]")  # which would say all cards after every change


@pytest.mark.journey
def test_nothing_moves_for_people_who_asked_for_less_motion(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    wish = {"name": "prefers-reduced-motion", "value": "reduce"}
    tablet.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})
    tablet.touch('[data-key="text line_advance"]')
    tablet.wait(lambda: tablet.find(".lit-ready"), "lit units")
    moving = (
        "return [...document.querySelectorAll('*')].map((node) => [node, getComputedStyle(node)])"
        ".filter(([, {animationName, transitionDuration, scrollBehavior}]) =>"
        " animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior === 'smooth')"
        ".map(([node]) => node.outerHTML.slice(0, 80))"
    )
    assert tablet.driver.execute_script(moving) == []
