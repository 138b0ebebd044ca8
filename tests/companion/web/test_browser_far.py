"""The score and the question alone, large enough to be read from two metres; one tap there, one tap back."""

import pytest

from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, PlayCard
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import Tablet, inside
from tests.companion.dashboard_world import World

pytestmark = pytest.mark.browser
TEN_INCHES = 215.4
"""mm of a ten-inch tablet's longer side, of 1280 px."""

CAPITALS = """
const context = document.createElement("canvas").getContext("2d");
return [...document.querySelectorAll("#far .far-name, #far b, #far .far-ask")].map((each) => {
  const style = getComputedStyle(each);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return context.measureText("H").actualBoundingBoxAscent;
});
"""


def test_score_and_question_are_readable_from_two_metres_on_a_ten_inch_tablet(
    tablet: Tablet, table: World
) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    for size in ("1280x800", "800x1280"):
        tablet.shape(size)
        tablet.touch('[data-key="far"]')
        tablet.wait(lambda: "play a command card" in tablet.text("#far"), "the question")
        heights = tablet.driver.execute_script(CAPITALS)
        assert min(heights) / (1280 / TEN_INCHES) >= 12, heights
        assert inside(tablet, "#far .far-score, #far .far-ask")
        tablet.touch("#far button")
        tablet.wait(lambda: not tablet.find("#far button"), "the board")
    assert inside(tablet, "#ask h2")


@pytest.mark.journey
def test_what_happens_meanwhile_is_shown_large(tablet: Tablet, table: World) -> None:
    table.start()
    tablet.join(table.access.codes.join)
    tablet.touch('[data-key="far"]')
    table.say(
        CorrectUnit(unit=UnitId("blood_harvesters-4"), at=Hex("F5"), figures=2),
        PlayCard(card=CardId("line_advance")),
    )
    tablet.wait(lambda: "order" in tablet.text("#far .far-ask").lower(), "the next question")
