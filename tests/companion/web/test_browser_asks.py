"""The page asks before it drops orders, says why not, and shows what people need where they see it."""

import pytest

from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Decline, Order, PlayCard, Roll
from rules.kernel.values import CardId, Seat, UnitId
from rules.second.faces import HEROIC, LORE, MORALE, STRIKE
from tests.companion.browser import Tablet, inside
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view

pytestmark = pytest.mark.browser
HARVESTERS, GUARD = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")


@pytest.fixture
def table(table: World) -> World:
    """A game in which a battle may be fought at once."""
    table.start()
    table.say(CorrectUnit(unit=HARVESTERS, at=Hex("F5"), figures=2))
    return table


@pytest.fixture
def tablet(tablet: Tablet, table: World) -> Tablet:
    """A tablet that has joined."""
    tablet.join(table.access.codes.join)
    return tablet


def give_orders(tablet: Tablet, table: World, *units: UnitId) -> None:
    table.say(PlayCard(card=CardId("line_advance")), *(Order(unit=unit) for unit in units))
    tablet.until_wait("orders_wait")


def test_an_enemys_card_is_read_without_attacking_and_dropped_orders_are_asked_about(
    tablet: Tablet, table: World
) -> None:
    give_orders(tablet, table, HARVESTERS)
    tablet.touch_hex("F5")
    tablet.touch_hex("F4")
    tablet.wait(lambda: tablet.find(f'[data-card-of="{GUARD}"]'), "the card")
    assert "Superior Tactics" in tablet.text(f'[data-card-of="{GUARD}"]')
    assert "Still to order: 1 unit on the left" in tablet.text("#ask .answers")
    assert inside(tablet, '[data-key="attack"]')
    assert sent_view(table.table)["game"]["step"] == "order"  # nothing has been done
    tablet.touch_hex("F4")
    tablet.until_wait("dice_wait")
    assert "roll 4 dice" in tablet.text("#ask")  # Rage: one figure is missing
    assert inside(tablet, '[data-face], [data-key="roll"]')


@pytest.mark.journey
def test_unused_orders_are_asked_about_once_before_the_main_phase_ends(tablet: Tablet, table: World) -> None:
    give_orders(tablet, table, HARVESTERS)
    assert inside(tablet, '[data-key="end"]')
    tablet.touch('[data-key="end"]')
    tablet.touch('[data-key="Go on"]')
    assert sent_view(table.table)["game"]["step"] == "order"
    tablet.touch('[data-key="end"]')
    tablet.touch('[data-key="end for sure"]')
    tablet.wait(lambda: "Turn 2" in tablet.text(".turn"), "the next turn")


def test_the_reason_is_told_when_an_own_unit_cannot_be_ordered_and_the_chosen_unit_stays(
    tablet: Tablet, table: World
) -> None:
    give_orders(tablet, table, HARVESTERS)
    tablet.touch_hex("F5")
    tablet.wait(lambda: tablet.find(".lit-move"), "lit hexes")
    tablet.touch_hex("F5")
    tablet.touch_hex("F5")
    table.say(Order(unit=UnitId("blood_harvesters-1")))
    tablet.wait(lambda: "1 ordered" in tablet.text("#news"), "the order")
    tablet.touch_hex("D6")
    tablet.wait(lambda: "no order left" in tablet.text("#toast"), "the reason")
    assert tablet.find(".lit-move")
    assert inside(tablet, "#tools button")
    tablet.touch_hex("F5")  # the next tap takes the sentence away
    tablet.wait(lambda: tablet.find("#toast[hidden]"), "no sentence")


@pytest.mark.journey
def test_an_ability_is_called_as_it_is_printed_and_each_choice_says_what_it_does(
    tablet: Tablet, table: World
) -> None:
    give_orders(tablet, table, HARVESTERS)
    table.say(Attack(unit=HARVESTERS, target=GUARD))
    table.say(Roll(faces=(HEROIC, HEROIC, STRIKE, LORE)))
    tablet.until_wait("commit_wait")
    assert "Frenzy A heroic die does 1 damage; each one costs this unit 1 figure" in tablet.text(
        ".ability-text"
    )
    assert tablet.text(".answers").startswith("Without FrenzyCitadel Guard 4 loses 1 figure (2 left)")
    assert "Frenzy: 2 diceCitadel Guard 4 suffers 3 damage, is eliminated" in tablet.text(".answers")
    tablet.touch('#tools [data-key="log"]')
    turns = "return [...document.querySelectorAll('.log-turn')].map((each) => each.textContent)"
    tablet.wait(lambda: tablet.driver.execute_script(turns) == ["Turn 1", "Set-up"], "the log by turns")


@pytest.mark.journey
def test_when_no_attack_is_left_the_page_says_so(tablet: Tablet, table: World) -> None:
    give_orders(tablet, table, HARVESTERS)
    table.say(Attack(unit=HARVESTERS, target=GUARD), Roll(faces=(MORALE, *[LORE] * 3)))
    while sent_view(table.table)["game"]["wait"]["wait"] != "orders_wait":
        table.say(Decline())
    tablet.wait(lambda: "no attack is left" in tablet.text("#ask"), "the sentence")


def test_the_end_of_a_game_says_who_won_why_and_how_to_start_anew(tablet: Tablet, table: World) -> None:
    units = sent_view(table.table)["game"]["units"]
    south = [UnitId(unit["id"]) for unit in units if unit["seat"] == Seat.SOUTH]
    table.say(*(CorrectUnit(unit=unit, at=None, figures=0) for unit in south))
    tablet.until_wait("over_wait")
    said = tablet.text("#ask")
    assert "Uthuk have won" in said
    assert "no unit left" in said
    assert tablet.find('[data-key="rematch"]')


COLUMNS = """return [...document.querySelectorAll(".spot")].map((spot) => spot.getBoundingClientRect())
  .every((box) => box.left >= 0 && box.right <= innerWidth)"""


@pytest.mark.journey
def test_a_phone_shows_every_column_and_where_the_turn_is(tablet: Tablet, table: World) -> None:
    tablet.shape("390x844")
    give_orders(tablet, table, HARVESTERS)
    tablet.driver.execute_script("scrollTo(0, 0)")
    tablet.wait(lambda: tablet.driver.execute_script(COLUMNS), "every column")  # rows may be scrolled to
    assert tablet.text(".steps .now") == "Orders and moves"
    assert inside(tablet, ".steps .now")
    tablet.touch_hex("F5")
    tablet.touch_hex("F4")
    tablet.wait(lambda: tablet.find('[data-key="attack"]'), "the question")
    assert inside(tablet, '[data-key="attack"]')
