"""The page of packs in a real browser: a number, a map and a lore card are filled in on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.support.ui import Select

from rules.first.printed.cards import GiveOrders, OrderCard
from rules.first.printed.lore import LoreMasterCard
from rules.kernel.values import KindId, LoreId, ScenarioCardId
from rules.second.printed import ScenarioCard
from tests.companion.browser import Tablet, served_world
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
SLEEP = "crossing_the_river_of_sleep"


def keep(tablet: Tablet, entry: str) -> None:
    tablet.touch('[data-key="keep"]')
    tablet.wait(lambda: tablet.find(f'[data-entry="{entry}"] .tag'), f"{entry} filled in")


def test_what_stands_on_the_cards_is_filled_in_on_a_phone(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    tablet.shape("390x844")
    tablet.driver.get(f"{tablet.home}/packs")
    tablet.touch('[data-key="unfold units"]')
    tablet.touch('[data-key="open units roc_warrior"]')
    tablet.wait(lambda: tablet.find('[data-field="move"]'), "the form")
    tablet.find('[data-field="move"]')[0].send_keys("4")
    tablet.touch('[data-key="It attacks melee"]')
    keep(tablet, "roc_warrior")
    tablet.touch('[data-key="unfold scenario_cards"]')
    tablet.touch(f'[data-key="open scenario_cards {SLEEP}"]')
    tablet.touch('[data-map="C1"] .map-hex')
    tablet.touch('[data-key="brush river"]')
    tablet.touch('[data-map="C3"] .map-hex')
    keep(tablet, SLEEP)
    tablet.touch('[data-key="unfold lore"]')
    tablet.touch('[data-key="open lore fury_of_yllan"]')
    tablet.touch('[data-key="fuel_damage"]')
    face = tablet.wait(lambda: tablet.find('[data-key="Each die that shows"]'), "the faces")[0]
    assert not tablet.find('[data-key="Add"]:enabled')
    Select(face).select_by_value("heroic")
    tablet.touch('[data-key="Add"]')
    keep(tablet, "fury_of_yllan")
    wide = "return document.scrollingElement.scrollWidth - innerWidth"
    assert tablet.driver.execute_script(wide) <= 0
    known = table.services.library.catalogue("second")
    roc = known.kinds[KindId("roc_warrior")]
    assert (roc.move, set(roc.traits)) == (4, {"legend", "melee"})
    card = known.of(ScenarioCard)[ScenarioCardId(SLEEP)]
    assert (card.deployment, {at: tile.kind for at, tile in card.terrain.items()}) == (
        ("C1",),
        {"C3": "river"},
    )
    assert [type(verb).__name__ for verb in known.lore[LoreId("fury_of_yllan")].does] == ["FuelDamage"]


@pytest.fixture
def first_table(tmp_path: Path, port: int) -> Iterator[World]:
    with served_world(tmp_path, port=port, scenario="first_steps") as made:
        yield made


@pytest.mark.journey
def test_a_unit_a_creature_and_a_lore_card_of_the_first_edition_are_filled_in_by_made_forms(
    driver: webdriver.Chrome, first_table: World, port: int
) -> None:
    table, tablet = first_table, Tablet(driver, port)
    tablet.join(table.access.codes.join)
    tablet.shape("390x844")
    tablet.driver.get(f"{tablet.home}/packs")
    tablet.touch('[data-key="unfold units"]')
    tablet.touch('[data-key="open units goblin_foot"]')
    tablet.wait(lambda: tablet.find('select[data-field="banner"]'), "the form")
    tablet.find('select[data-field="banner"]')[0].send_keys("Green")
    keep(tablet, "goblin_foot")
    tablet.touch('[data-key="unfold creatures"]')
    tablet.touch('[data-key="open creatures giant_spider"]')
    tablet.wait(lambda: tablet.find('[data-field="dice"]'), "the Creature's form")
    tablet.find('[data-field="dice"]')[0].send_keys("3")
    keep(tablet, "giant_spider")
    tablet.touch('[data-key="unfold lore"]')
    tablet.touch('[data-key="open lore rogue_8"]')
    tablet.touch('[data-key="When it is played before_roll"]')
    assert not tablet.find('[data-key="fuel_damage"]')
    tablet.touch('[data-key="gain_lore"]')
    tablet.touch('[data-key="Add"]')
    keep(tablet, "rogue_8")
    tablet.touch('[data-key="unfold cards"]')
    tablet.touch('[data-key="new cards"]')
    tablet.wait(lambda: tablet.find('[data-field="name"]'), "the Command card's form")
    tablet.find('[data-field="name"]')[0].send_keys("Green Rush")
    tablet.touch('[data-key="grant_orders"]')
    tablet.touch('[data-key="count command"]')
    tablet.touch('[data-key="flag connected"]')
    Select(tablet.find('[data-key="Which units"]')[0]).select_by_value("green")
    tablet.touch('[data-key="Add"]')
    keep(tablet, "green_rush")
    wide = "return document.scrollingElement.scrollWidth - innerWidth"
    assert tablet.driver.execute_script(wide) <= 0
    known = table.services.library.catalogue("first")
    assert (known.kinds[KindId("goblin_foot")].combat, known.kinds[KindId("giant_spider")].combat) == (2, 3)
    card = known.of(LoreMasterCard)["rogue_8"]
    assert (card.windows, [type(verb).__name__ for verb in card.does]) == (("before_roll",), ["GainLore"])
    rush = known.of(OrderCard)["green_rush"]
    assert rush.does == (GiveOrders(count="command", traits=("green",), connected=True),)
    assert tablet.troubles() == []
