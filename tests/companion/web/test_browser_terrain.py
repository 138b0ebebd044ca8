"""A game with terrain, legends and lore cards on the page: laid, read and played by touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.support.ui import Select

from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    CorrectScore,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Order,
    PlaceTerrain,
    PlaceUnit,
    PlayUnlistedCard,
    Roll,
    StartGame,
)
from rules.kernel.messages.verbs import GrantOrders
from rules.kernel.values import Marker, Seat, Section, TerrainId, Tile, UnitId
from rules.second.faces import HEROIC, MORALE, PIERCE, STRIKE
from tests.companion.browser import Tablet, served_world
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view
from tests.shares import share

pytestmark = pytest.mark.browser
RIDERS, HARVESTERS, LORD = UnitId("riverwatch_riders-1"), UnitId("blood_harvesters-1"), UnitId("chaos_lord-1")
MAGES, GOLEM = UnitId("greyhaven_battlemages-1"), UnitId("ironbound-1")
PLACES = {
    RIDERS: "E4",
    MAGES: "D4",
    GOLEM: "K2",
    HARVESTERS: "E5",
    UnitId("citadel_guard-1"): "H4",
    LORD: "H6",
}
TILES = {
    "C5": Tile(kind=TerrainId("forest")),
    "H4": Tile(kind=TerrainId("building")),
    "D1": Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH),
}


@pytest.fixture
def asking(tmp_path: Path) -> None:
    """Lay a pack of the table's own, which wants to be asked whether Immovable is used."""
    pack = tmp_path / "packs" / "second" / "asked"
    pack.mkdir(parents=True)
    (pack / "abilities.toml").write_text("[immovable]\nasked = true\n", encoding="utf-8")


@pytest.fixture
def table(tmp_path: Path, port: int) -> Iterator[World]:
    """A free battle that is being set up."""
    with served_world(tmp_path, port=port, scenario="free") as made:
        yield made


@pytest.fixture
def tablet(tablet: Tablet, table: World) -> Tablet:
    """A tablet that has joined."""
    tablet.join(table.access.codes.join)
    return tablet


def begin(table: World, tablet: Tablet) -> None:
    """Lay the terrain, put the units down and start: south has 5 lore."""
    table.say(*(PlaceTerrain(at=Hex(at), tile=tile) for at, tile in TILES.items()))
    table.say(*(PlaceUnit(unit=unit, at=Hex(at)) for unit, at in PLACES.items()), StartGame())
    table.say(CorrectScore(seat=Seat.SOUTH, lore=5))
    tablet.until_wait("card_wait")


def seen(table: World) -> dict[str, dict[str, object]]:
    game: dict[str, dict[str, object]] = sent_view(table.table)["game"]
    return game


def test_terrain_tokens_and_units_are_laid_by_tapping_a_hex(tablet: Tablet, table: World) -> None:
    tablet.touch_hex("F5")
    tablet.touch('[data-key="tile river"]')
    tablet.wait(lambda: tablet.find('[data-tile="river"]'), "the river")
    tablet.touch('[data-key="token ford"]')
    tablet.wait(lambda: tablet.find('[data-tile="river"][data-token="ford"]'), "the ford")
    tablet.touch('[data-key="brush"]')
    tablet.touch_hex("G5")  # gets the same
    tablet.wait(lambda: len(tablet.find('[data-token="ford"]')) == 2, "the second ford")
    tablet.touch('[data-key="brush"]')
    tablet.touch_hex("G5")
    tablet.touch('[data-key="tile command_tent north"]')
    tablet.wait(lambda: tablet.find('[data-tile="command_tent"]'), "the tent")
    tablet.touch(f'[data-key="put {LORD}"]')
    tablet.wait(lambda: tablet.standing("G5") == LORD, "the unit")
    assert seen(table)["terrain"] == {
        "F5": {"kind": "river", "token": "ford", "owner": None, "name": "River, ford", "site": None},
        "G5": {"kind": "command_tent", "token": None, "owner": "north", "name": "Command tent", "site": None},
    }
    tablet.touch('[data-key="tile clear"]')
    tablet.wait(lambda: len(tablet.find("[data-tile]")) == 1, "clear ground")


@pytest.mark.journey
def test_a_hex_and_a_unit_tell_what_is_printed_and_how_sure_that_is(tablet: Tablet, table: World) -> None:
    begin(table, tablet)
    tablet.touch_hex("C5")
    tablet.wait(lambda: "Who enters stops" in tablet.text('[data-place="C5"]'), "the terrain's rule")
    assert "RB p. 13" in tablet.text('[data-place="C5"]')
    table.say(CorrectUnit(unit=LORD, at=Hex("H6"), figures=1, damage=2, markers=(Marker.SHIELD,)))
    tablet.wait(lambda: tablet.text('[data-hex="H6"] .damage') == "2", "the damage tokens")
    assert tablet.find('[data-hex="H6"] .marker.shield')
    tablet.touch_hex("E4")
    card = f'[data-card-of="{RIDERS}"]'
    tablet.wait(lambda: "Vigilant" in tablet.text(card), "the card")
    assert "Move 4 · combat 2" in tablet.text(card)
    assert "Cavalry and melee" in tablet.text(card)
    assert "Likely, not certain" in tablet.text(card)
    tablet.touch_hex("H4")
    tablet.wait(
        lambda: "ignores 1 damage" in tablet.text('[data-ground="H4"]'), "the building under the unit"
    )


@pytest.mark.journey
def test_a_lore_card_lets_cavalry_ride_through_an_enemy(tablet: Tablet, table: World) -> None:
    """Ref, Overrun: what it costs and which faces hurt stands on the card, and is told."""
    begin(table, tablet)
    table.say(PlayUnlistedCard(name="A card", does=(GrantOrders(count=2),)))
    tablet.until_wait("orders_wait")
    tablet.touch('#tools [data-key="lore"]')
    tablet.touch('[data-key="lore overrun"]')
    tablet.touch('[data-key="cost more"]')
    tablet.touch('[data-key="trample"]')
    which = tablet.wait(lambda: tablet.find('[data-key="Which units"]'), "the units")[0]
    Select(which).select_by_value("cavalry")
    tablet.touch('[data-key="face strike"]')
    tablet.touch('[data-key="Add"]')
    tablet.touch('[data-key="play"]')
    tablet.wait(lambda: tablet.text('[data-seat="south"] .lore b') == "4", "the cost")
    tablet.touch_hex("E4")
    tablet.touch('[data-key="through"]')
    tablet.touch_hex("E5")
    tablet.wait(lambda: tablet.find(".lit-through"), "the way")
    tablet.touch_hex("E6")
    tablet.until_wait("dice_wait")
    assert "Blood Harvesters 1" in tablet.text("#ask")
    tablet.touch('[data-face="strike"]')
    tablet.until_wait("orders_wait")
    assert tablet.standing("E6") == RIDERS
    units = {unit["id"]: unit for unit in sent_view(table.table)["game"]["units"]}
    assert units[HARVESTERS]["figures"] == 2


@pytest.mark.journey
def test_lore_is_replenished_in_one_of_three_ways(tablet: Tablet, table: World) -> None:
    begin(table, tablet)
    table.say(PlayUnlistedCard(name="A card", does=()), EndMainPhase())
    while seen(table)["wait"]["wait"] == "exchange_wait":
        table.say(Decline())
    tablet.until_wait("lore_wait")
    assert len(tablet.find(".choice-big")) == 3
    assert tablet.text(".steps .now") == "Lore"
    tablet.touch('[data-key="replenish token_and_card"]')
    tablet.until_wait("card_wait")
    south = seen(table)["scores"]["south"]
    assert (south["lore"], south["lore_cards"]) == (6, 3)


@pytest.mark.parametrize("size", share(("1280x800", "800x1280", "390x844")))
def test_nothing_sticks_out_with_terrain_and_lore_cards(tablet: Tablet, table: World, size: str) -> None:
    begin(table, tablet)
    tablet.shape(size)
    wide = "return document.scrollingElement.scrollWidth - innerWidth"
    small = (
        "return [...document.querySelectorAll('button, a')]"
        ".map((node) => [node, node.getBoundingClientRect()])"
        ".filter(([node, box]) => box.width"
        " && (box.width < 43.5 || box.height < 43.5 || node.scrollWidth > node.clientWidth + 1))"
        ".map(([node, box]) => `${node.dataset.key ?? node.textContent} ${box.width}×${box.height}`)"
    )
    for open_sheet in (
        lambda: None,
        lambda: tablet.touch('#tools [data-key="lore"]'),
        lambda: tablet.touch('[data-key="lore overrun"]'),
    ):
        open_sheet()
        assert tablet.driver.execute_script(wide) <= 0
        assert tablet.driver.execute_script(small) == []


@pytest.mark.journey
def test_a_unit_is_ordered_for_lore_and_another_given_a_shield(tablet: Tablet, table: World) -> None:
    """Hernfar Guardians: Automaton and Rune Shield."""
    begin(table, tablet)
    table.say(PlayUnlistedCard(name="A card", does=(GrantOrders(count=2, section=Section.CENTER),)))
    tablet.until_wait("orders_wait")
    tablet.touch_hex("K2")
    tablet.touch('[data-key^="order "][data-key$=" true"]')
    tablet.wait(lambda: tablet.text('[data-seat="south"] .lore b') == "4", "the lore paid")
    table.say(Order(unit=MAGES), Attack(unit=MAGES, target=HARVESTERS))
    table.say(Roll(faces=(HEROIC, PIERCE, STRIKE, STRIKE)))  # flanked by the riders
    tablet.until_wait("shield_wait")
    tablet.touch_hex("E4")
    tablet.wait(lambda: tablet.find('[data-hex="E4"] .marker.shield'), "the shield")


@pytest.mark.journey
@pytest.mark.usefixtures("asking")
def test_a_table_that_wants_it_is_asked_how_many_retreats_are_ignored(tablet: Tablet, table: World) -> None:
    """Ref, Immovable; docs/packs.md."""
    begin(table, tablet)
    table.say(CorrectUnit(unit=LORD, at=Hex("F5"), figures=1))
    table.say(PlayUnlistedCard(name="A card", does=(GrantOrders(count=1),)), Order(unit=RIDERS))
    table.say(Attack(unit=RIDERS, target=LORD), Roll(faces=(MORALE, PIERCE)))
    tablet.until_wait("ignore_wait")
    assert "Chaos Lord 1 may ignore 1 retreat" in tablet.text("#ask")
    tablet.touch('[data-key="ignore_retreats 0"]')
    tablet.until_wait("advance_wait")


def test_a_card_whose_moment_has_passed_is_played_in_that_moment(tablet: Tablet, table: World) -> None:
    """Ref, Rune Blade: exactly 4 dice, said only once fewer have been rolled."""
    begin(table, tablet)
    table.say(PlayUnlistedCard(name="A card", does=(GrantOrders(count=1),)), Order(unit=RIDERS))
    table.say(Attack(unit=RIDERS, target=HARVESTERS), Roll(faces=(MORALE, PIERCE)))
    tablet.until_wait("advance_wait")
    tablet.touch('#tools [data-key="lore"]')
    tablet.touch('[data-key="lore rune_blade"]')
    tablet.wait(lambda: "goes back to it" in tablet.text(".sheet"), "what will happen")
    tablet.touch('[data-key="cost more"]')
    tablet.touch('[data-key="play"]')
    tablet.until_wait("dice_wait")
    assert "roll 4 dice" in tablet.text("#ask")
    assert tablet.text('[data-seat="south"] .lore b') == "4"
