"""A full battle is set up by touch: cards, terrain, fords, armies, deployment, hands, the first turn."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from rules.kernel.hexes import Hex
from rules.kernel.messages import ChooseFirst, PlaceUnit
from rules.kernel.values import CAMPS, KindId, ScenarioCardId, Seat
from rules.second.messages import ChooseScenarioCard, FinishTerrain
from rules.second.printed import ScenarioCard
from rules.second.state.game import setting_in
from tests.companion.browser import Tablet, served_world
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
VIPERS = KindId("viper_legion")
SOUTH_HEXES = [f"{letter}{row}" for row in (1, 2) for letter in "ABCDEFGHIJK"]
NORTH_HEXES = ["F7", *(f"{letter}{row}" for row in (9, 8) for letter in "ABCDEFGHIJK")]


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[World]:
    with served_world(tmp_path, port=port, scenario="battle") as made:
        yield made


def until_points(tablet: Tablet, text: str) -> None:
    tablet.wait(lambda: text in tablet.text(".army-points"), text)


def choose_cards(tablet: Tablet) -> None:
    """Choose a card for each seat on one tablet; neither has a map here, and both are C1."""
    for seat, card in (("south", "crossing_the_river_of_sleep"), ("north", "staking_a_claim")):
        tablet.touch(f'[data-key="choose {seat}"]')
        tablet.touch(f'[data-key="scenario {card}"]')
    tablet.until_wait("first_player_wait")
    tablet.touch('[data-key="first south"]')
    tablet.until_wait("terrain_wait")


def lay_terrain(tablet: Tablet) -> None:
    """Lay two hexes of river, the second with the brush."""
    tablet.touch_hex("C3")
    tablet.touch('[data-key="tile river"]')
    tablet.wait(lambda: tablet.find('[data-tile="river"]'), "the river")
    tablet.touch('[data-key="brush"]')
    tablet.touch_hex("D3")
    tablet.wait(lambda: len(tablet.find('[data-tile="river"]')) == 2, "both hexes")
    tablet.touch(".sheet-head .close")
    tablet.touch('[data-key="keep map south"]')
    tablet.wait(lambda: "later games lay" in tablet.text("#toast"), "the sentence")
    tablet.touch('[data-key="finish terrain"]')
    tablet.until_wait("ford_wait")
    tablet.touch_hex("D3")
    tablet.until_wait("muster_wait")


def muster(tablet: Tablet) -> None:
    """An army card for south; for north an army with a tent and a cost that only its player knows."""
    tablet.touch('[data-key="muster south"]')
    tablet.touch('[data-key="army mounted_assault"]')
    until_points(tablet, "50 of 50")
    tablet.touch('[data-key="muster"]')
    tablet.wait(lambda: tablet.find('[data-laid-aside="south"]'), "south's army aside")
    tablet.wait(lambda: "Guard" not in tablet.text("#ask"), "the builder to be closed")
    tablet.touch('[data-key="muster north"]')
    tablet.touch('[data-key="viper_legion 5"]')
    cost = tablet.find('[data-key="cost viper_legion typed"]')[0]
    cost.send_keys(Keys.BACKSPACE, "4", Keys.TAB)  # typed as a number
    tablet.touch('[data-key="chaos_lord 1"]')
    tablet.touch('[data-key="tent"]')
    until_points(tablet, "28 of 55")
    tablet.touch('[data-key="keep costs"]')
    tablet.wait(lambda: not tablet.find('[data-key="keep costs"]'), "the row to be gone")
    tablet.touch('[data-key="muster"]')
    tablet.until_wait("reveal_wait")


def deploy(tablet: Tablet, table: World) -> None:
    """Put pieces that the page asks for on hexes of their side, one touch each; the last ones without it."""
    hexes = {"south": iter(SOUTH_HEXES), "north": iter(NORTH_HEXES)}
    for piece in ("tent north", "viper_legion-1", "viper_legion-2"):
        tablet.wait(lambda was=piece: tablet.find(f'[data-placing="{was}"]'), piece)
        tablet.touch_hex(next(hexes["north"]))
    tablet.wait(lambda: tablet.find('[data-placing="viper_legion-3"]'), "the next of the same side")
    tablet.touch('[data-key="place yeoman_archers-5"]')
    for piece in ("yeoman_archers-5", "citadel_guard-1"):
        tablet.wait(lambda was=piece: tablet.find(f'[data-placing="{was}"]'), piece)
        tablet.touch_hex(next(hexes["south"]))
    tablet.wait(lambda: tablet.find('[data-placing="citadel_guard-2"]'), "the next of the same side")
    for unit in table.table.game.state.units.values():
        if unit.at is None:
            table.say(PlaceUnit(unit=unit.id, at=Hex(next(hexes[unit.seat]))))


@pytest.mark.journey
def test_a_full_battle_is_set_up_by_touch_up_to_the_first_card(tablet: Tablet, table: World) -> None:
    tablet.join(table.access.codes.join)
    choose_cards(tablet)
    lay_terrain(tablet)
    muster(tablet)
    known = table.services.library.catalogue
    assert known("second").kinds[VIPERS].cost is None  # everybody can read a pack
    tablet.touch('[data-key="reveal"]')
    tablet.until_wait("set_up_wait")
    tablet.wait(lambda: known("second").kinds[VIPERS].cost == 4, "the cost in the pack")
    deploy(tablet, table)
    tablet.touch('[data-key="start preset"]')
    tablet.until_wait("card_wait")
    sleep = known("second").of(ScenarioCard)[ScenarioCardId("crossing_the_river_of_sleep")]
    assert {at: tile.kind for at, tile in sleep.terrain.items()} == {"C3": "river", "D3": "river"}
    game = table.table.game
    assert (game.state.turn, game.state.active) == (1, Seat.SOUTH)
    assert {seat: len(game.state.army(seat)) for seat in CAMPS} == {Seat.SOUTH: 11, Seat.NORTH: 6}
    assert game.state.sides[Seat.NORTH].lore == 5
    assert game.state.terrain["F7"].owner is Seat.NORTH
    assert game.state.terrain["D3"].token == "ford"


def test_an_army_is_built_on_a_phone_with_what_is_wrong_in_sight(tablet: Tablet, table: World) -> None:
    cards = ((Seat.SOUTH, "crossing_the_river_of_sleep"), (Seat.NORTH, "staking_a_claim"))
    table.say(*(ChooseScenarioCard(seat=seat, card=ScenarioCardId(card)) for seat, card in cards))
    table.say(ChooseFirst(seat=Seat.SOUTH), FinishTerrain())
    tablet.shape("390x844")
    tablet.join(table.access.codes.join, role="north")
    tablet.touch('[data-key="muster north"]')
    tablet.wait(lambda: tablet.find('[data-army="north"]'), "the builder")
    tablet.touch('[data-key="blood_harvesters 2"]')
    tablet.wait(
        lambda: "Say what your card of Blood Harvesters costs" in tablet.text(".army-wrong"), "the cost"
    )
    for _ in range(5):
        tablet.touch('[data-key="cost blood_harvesters more"]')
    until_points(tablet, "10 of 50")
    assert "take 5 more cards" in tablet.text(".army-wrong")
    in_sight = (
        "const box = document.querySelector('.army-sum').getBoundingClientRect();"
        "return box.bottom <= innerHeight && box.right <= innerWidth"
    )
    assert tablet.driver.execute_script(in_sight)
    tablet.touch('[data-key="muster"]')
    tablet.wait(lambda: "do not make an army" in tablet.text("#toast"), "the refusal")
    assert setting_in(table.table.game.state) is not None
    assert setting_in(table.table.game.state).armies == {}
