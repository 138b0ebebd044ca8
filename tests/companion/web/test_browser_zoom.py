"""A section of a large board alone: large enough for a finger, with what is asked whole in sight."""

from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.messages.epic import FillRack
from rules.kernel.messages import Command, Decline, PlayCard, StartGame
from rules.kernel.values import CardId
from tests.companion.browser import held, served_world
from tests.companion.in_sight import SIZES, hidden

pytestmark = [pytest.mark.browser, pytest.mark.journey]
RACK = tuple(map(CardId, ("counter_attack", "foot_onslaught", "attack_center")))
ORDERS = (
    StartGame(),
    *(FillRack(card=card) for card in RACK),
    Decline(),
    PlayCard(card=CardId("advance_center")),
)
FINGER = 44.0  # px
SMALLEST = (
    "return Math.min(...[...document.querySelectorAll('#board .spot .hit')]"
    ".flatMap((hex) => [hex.getBoundingClientRect().width, hex.getBoundingClientRect().height]))"
)
BROADEST = "return document.scrollingElement.scrollWidth - innerWidth"


@pytest.mark.parametrize(
    ("scenario", "commands", "waits"),
    [("three_fronts", ORDERS, "orders_wait"), ("long_valley", (), "council_wait")],
)
def test_one_tap_shows_a_section_for_a_finger_and_one_comes_back(
    driver: webdriver.Chrome,
    tmp_path: Path,
    port: int,
    scenario: str,
    commands: tuple[Command, ...],
    waits: str,
) -> None:
    with (
        served_world(tmp_path, port=port, scenario=scenario, language="ro") as table,
        held(driver, port) as tablet,
    ):
        table.say(*commands)
        tablet.join(table.access.codes.join, "south")
        tablet.until_wait(waits)
        found = {}
        for section in ("left", "center", "right"):
            tablet.touch(f'[data-key="zoom {section}"]')
            for size in SIZES:
                cut = [*hidden(tablet, [size])]
                is_small = tablet.driver.execute_script(SMALLEST) < FINGER
                found[section, size] = (cut, is_small, tablet.driver.execute_script(BROADEST) > 0)
        assert {case: seen for case, seen in found.items() if seen != ([], False, False)} == {}
        assert tablet.find(".zoomed")
        tablet.touch('[data-key="zoom whole"]')
        tablet.wait(lambda: not tablet.find(".zoomed"), "the whole board")
