"""What people are at stays while the game goes on: what they type, what they opened, where they are."""

import pytest
from selenium.webdriver.common.by import By

from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, PlayCard
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World
from tests.shares import share

pytestmark = pytest.mark.browser


def go_on(tablet: Tablet, table: World) -> None:
    """A unit is put elsewhere; wait until the page shows it."""
    table.say(CorrectUnit(unit=UnitId("citadel_guard-3"), at=Hex("E5"), figures=3))
    tablet.wait(lambda: tablet.standing("E5"), "the unit")


def test_a_name_that_is_being_typed_stays_with_its_cursor_while_the_game_goes_on(
    tablet: Tablet, table: World
) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="unlisted"]')
    tablet.wait(lambda: tablet.find('[data-key="card name"]'), "the field")
    field = tablet.driver.find_element(By.CSS_SELECTOR, '[data-key="card name"]')
    field.send_keys("Foul rain")
    tablet.driver.execute_script("arguments[0].setSelectionRange(4, 4)", field)
    go_on(tablet, table)
    field.send_keys(" of")
    assert field.get_property("value") == "Foul of rain"


@pytest.mark.journey
def test_what_was_opened_stays_open_and_scrolled_while_the_game_goes_on(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('#tools [data-key="rules"]')
    tablet.touch(".rule-chapter summary")
    tablet.wait(lambda: tablet.find(".rule-chapter[open]"), "the chapter")
    tablet.driver.execute_script("document.querySelector('#ask .stage').scrollTop = 90")
    go_on(tablet, table)
    assert len(tablet.find(".rule-chapter[open]")) == 1
    assert tablet.driver.execute_script("return document.querySelector('#ask .stage').scrollTop") == 90


@pytest.mark.journey
def test_a_new_view_leaves_the_hexes_that_it_does_not_change(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    tablet.driver.execute_script(
        "window.marked = [...document.querySelectorAll('[data-hex]')]; window.changes = 0;"
        "new MutationObserver((all) => { window.changes += all.length; })"
        ".observe(document.querySelector('#board'), {subtree: true, childList: true, attributes: true})"
    )
    table.say(PlayCard(card=CardId("line_advance")))
    tablet.until_wait("orders_wait")
    same = "return [...document.querySelectorAll('[data-hex]')].every((hex, n) => hex === window.marked[n])"
    assert tablet.driver.execute_script(same)
    changes, hexes = tablet.driver.execute_script("return [window.changes, window.marked.length]")
    assert changes < 3 * hexes


def test_what_is_asked_anew_is_shown_from_its_beginning(tablet: Tablet, table: World) -> None:
    """As far as the set-up was scrolled, the first cards are not scrolled away."""
    tablet.shape("1280x690")
    tablet.join(table.access.codes.join)
    tablet.until_wait("set_up_wait")
    scrolled = "const stage = document.querySelector('#ask .stage'); {} return stage.scrollTop"
    assert tablet.driver.execute_script(scrolled.format("stage.scrollTop = 40;")) == 40
    table.start()
    tablet.until_wait("card_wait")
    assert tablet.driver.execute_script(scrolled.format("")) == 0


@pytest.mark.parametrize("page", share(("/", "/wall", "/packs", "/start"), "/"))
def test_nothing_is_left_of_what_a_page_says_before_the_table_has_answered(
    tablet: Tablet, table: World, page: str
) -> None:
    tablet.join(table.access.codes.join)
    tablet.driver.get(f"{tablet.home}{page}")
    tablet.wait(lambda: tablet.find("#board svg, #packs section, #step h2"), "the page")
    assert "Looking" not in tablet.text("body")
