"""A phone's page: the board stays where it is, and what is asked about lies in sight."""

import pytest

from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Order, PlayCard
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
TOP = """
const [captions, text] = [document.getElementById("captions"), arguments[0]];
captions.hidden = false;
captions.innerHTML = `<p>${text}</p>`;
return document.querySelector("#board").getBoundingClientRect().top + scrollY;
"""

FIGHTING = """
const arrow = document.querySelector("[data-arrow]");
const [above, below] = [".asked-head", ".answers"].map((each) => {
  return document.querySelector(each).getBoundingClientRect();
});
const spots = arrow.dataset.arrow.split(" ").map((hex) => document.querySelector(`[data-hex="${hex}"] .hit`));
const boxes = spots.map((spot) => spot.getBoundingClientRect());
const isBetween = (box) => box.top >= above.bottom && box.bottom <= below.top;
return above.top >= 0 && boxes.every(isBetween);
"""

OVER = """
const change = document.getElementById("change");
const board = () => document.getElementById("board").getBoundingClientRect().top;
const former = board();
change.hidden = false;
change.innerHTML = `<p>${arguments[0]}</p><button type="button">Take it back</button>`;
const strip = change.getBoundingClientRect();
const scores = [...document.querySelectorAll(".points, .hand")].map((node) => node.getBoundingClientRect());
return [board() - former, scores.filter((box) => box.bottom > strip.top && box.top < strip.bottom).length];
"""


@pytest.fixture
def phone(tablet: Tablet, table: World) -> Tablet:
    """A phone at a table whose first turn begins."""
    tablet.shape("390x844")
    table.start()
    tablet.join(table.access.codes.join)
    tablet.until_wait("card_wait")
    return tablet


def test_the_board_stays_where_it_is_however_long_the_sentence_above_it(phone: Tablet, table: World) -> None:
    table.say(PlayCard(card=CardId("line_advance")))
    phone.until_wait("orders_wait")
    tops = {phone.driver.execute_script(TOP, "Recoltatorii atacă. " * times) for times in (1, 3, 12)}
    assert len(tops) == 1
    phone.driver.execute_script("scrollTo(0, 0)")  # nor does what can be taken back move it, or hide a score
    assert phone.driver.execute_script(OVER, "Orders of three units (table tablet)") == [0, 0]


def test_both_sides_of_a_fight_stand_between_the_whole_title_and_the_dice_that_are_entered(
    phone: Tablet, table: World
) -> None:
    attacker, target = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
    table.say(CorrectUnit(unit=attacker, at=Hex("F5"), figures=3))
    table.say(PlayCard(card=CardId("line_advance")), Order(unit=attacker))
    table.say(Attack(unit=attacker, target=target))
    phone.until_wait("dice_wait")
    phone.wait(lambda: phone.driver.execute_script(FIGHTING), "both sides of the fight in sight")
