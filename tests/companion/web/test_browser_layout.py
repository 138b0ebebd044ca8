"""Whatever else there is to show, every answer of the present question stands whole on the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Command,
    CorrectUnit,
    Counter,
    Decline,
    EndMainPhase,
    Move,
    Order,
    PlayCard,
    Roll,
)
from rules.kernel.values import CardId, UnitId
from rules.second.faces import HEROIC, LORE, MORALE, PIERCE, STRIKE
from tests.companion.browser import Tablet, served_world
from tests.companion.first_questions import FIRST_QUESTIONS
from tests.companion.scenes import wait_of

pytestmark = [pytest.mark.browser, pytest.mark.journey]
SIZES = ("1280x800", "1024x768", "1280x690", "800x1280", "390x844")
BH3, BH4, CG4 = UnitId("blood_harvesters-3"), UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
TAPPED = ("Landmarks", "a card")  # on the board, or looked through

SECOND_QUESTIONS: dict[str, tuple[Command, ...]] = {
    "a card": (),
    "orders": (
        PlayCard(card=CardId("line_advance")),
        CorrectUnit(unit=BH4, at=Hex("F5"), figures=2),
        Order(unit=BH4),
        Order(unit=BH3),
        Move(unit=BH3, to=Hex("D5")),
    ),
    "dice": (Attack(unit=BH4, target=CG4),),
    "dice to commit": (Roll(faces=(HEROIC, HEROIC, STRIKE, LORE)),),
    "a counter": (Decline(),),
    "dice of the counter": (Counter(),),
    "a second attack": (Roll(faces=(PIERCE, PIERCE, LORE)),),
    "an advance": (
        Attack(unit=BH3, target=UnitId("citadel_guard-3")),
        Roll(faces=(MORALE, LORE, STRIKE)),
    ),
    "the next card": (Decline(), EndMainPhase()),
}
"""What leads to each question of the learning scenario that a tablet is asked."""

EVERYTHING = """
const long = "Recoltatorii de sânge 4 nu pot ataca Garda Cetății 4: nu e destul de aproape (RB p. 8)";
const put = (id, html) => {
  const place = document.getElementById(id);
  place.hidden = false;
  place.innerHTML = html;
};
put("captions", `<p>${long}</p><p>${long}</p>`);
put("invite", "<button type='button'>Să vorbească această tabletă?</button>");
put("toast", `<span>${long}</span><button type="button" class="close">✕</button>`);
scrollTo(0, 0);
return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
HIDDEN = """
return [...document.querySelectorAll(".answers :is(button, input, output)")].filter((node) => {
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const isOn = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  return !isOn || !node.contains(top);
}).map((node) => node.textContent || node.dataset.key)
"""


def hidden(tablet: Tablet) -> Iterator[str]:
    """Yield at each size what of the answers is cut off or covered while everything else is shown."""
    for size in SIZES:
        tablet.shape(size)
        tablet.driver.execute_script(EVERYTHING)
        for answer in tablet.driver.execute_script(HIDDEN):
            yield f"{size}: {answer}"


@pytest.mark.parametrize(
    ("scenario", "questions"), [("learning", SECOND_QUESTIONS), ("war_council", FIRST_QUESTIONS)]
)
def test_every_answer_is_in_sight_with_everything_else_present(
    driver: webdriver.Chrome,
    tmp_path: Path,
    port: int,
    scenario: str,
    questions: dict[str, tuple[Command, ...]],
) -> None:
    """In Romanian, whose words are longer, with a demo's note, errands, captions, invitation, refusal."""
    tablet = Tablet(driver, port)
    tablet.shape("1280x800")
    found = {}
    with served_world(tmp_path, port=port, scenario=scenario, language="ro") as table:
        table.table.mark_demo()
        if scenario == "learning":
            table.start()
        tablet.join(table.access.codes.join)
        for name, commands in questions.items():
            table.say(*commands)
            tablet.until_wait(wait_of(table))
            if name not in TAPPED:
                found[name] = list(hidden(tablet))
            if name == "a second attack":
                tablet.touch_hex("D4")
                tablet.wait(lambda: tablet.find('[data-key="attack"]'), "the attack")
                found["an enemy who is looked at"] = list(hidden(tablet))
        driver.get("about:blank")
    assert [f"{name}, {where}" for name, all_hidden in found.items() for where in all_hidden] == []
