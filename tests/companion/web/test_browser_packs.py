"""The page of packs in a real browser: a number, a map and a lore card are filled in on a phone."""

import pytest

from rules.kernel.values import KindId, LoreId, ScenarioCardId
from rules.second.printed import ScenarioCard
from tests.companion.browser import Tablet
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
    tablet.touch('[data-key="open units roc_warrior"]')
    tablet.wait(lambda: tablet.find('[data-field="move"]'), "the form")
    tablet.find('[data-field="move"]')[0].send_keys("4")
    tablet.touch('[data-key="It attacks melee"]')
    keep(tablet, "roc_warrior")
    tablet.touch(f'[data-key="open scenario_cards {SLEEP}"]')
    tablet.touch('[data-map="C1"] .map-hex')
    tablet.touch('[data-key="brush river"]')
    tablet.touch('[data-map="C3"] .map-hex')
    keep(tablet, SLEEP)
    tablet.touch('[data-key="open lore fury_of_yllan"]')
    tablet.touch('[data-key="fuel_damage"]')
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
